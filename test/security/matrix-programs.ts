import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/features/api-access/scopes.ts';
import { createUserWithFactor } from '../programs.ts';
import type { TestServer } from '../worker.ts';
import type { SentCommands } from './audited-commands.ts';
import { anySession, missingForAll, type Row } from './outcomes.ts';

const byId = { id: randomUUID() };
const prices: Scope[] = ['prices:read'];
const key = { name: 'Ledger', scopes: prices, days: 30 };

export const programBodies = {
  'programs/createKey': key,
  'programs/rotateKey': { ...byId, overlapHours: 1 },
  'programs/revokeKey': byId,
  'programs/addWebhook': { url: 'https://hooks.example/unknown' },
  'programs/rotateWebhook': { ...byId, overlapHours: 1 },
  'programs/resumeWebhook': byId,
  'programs/removeWebhook': byId,
  'programs/deliveries': { endpointId: randomUUID() },
  'programs/replayDelivery': byId,
} as const;

/** Rows of the API key and webhook commands. In every role, users find only their own items. */
export function buildProgramRows() {
  const allow = (row: Row, path?: keyof typeof programBodies) => ({
    row,
    ...(path && { input: async (): Promise<unknown> => programBodies[path] }),
  });
  return {
    'programs/keys': allow(anySession),
    'programs/createKey': allow(anySession, 'programs/createKey'),
    'programs/rotateKey': allow(anySession, 'programs/rotateKey'),
    'programs/revokeKey': allow(missingForAll, 'programs/revokeKey'),
    'programs/webhooks': allow(anySession),
    'programs/addWebhook': allow(anySession, 'programs/addWebhook'),
    'programs/rotateWebhook': allow(anySession, 'programs/rotateWebhook'),
    'programs/resumeWebhook': allow(missingForAll, 'programs/resumeWebhook'),
    'programs/removeWebhook': allow(missingForAll, 'programs/removeWebhook'),
    'programs/deliveries': allow(anySession, 'programs/deliveries'),
    'programs/replayDelivery': allow(missingForAll, 'programs/replayDelivery'),
  };
}

export const programsWithoutEntry = {
  'programs/keys': 'a query about oneself',
  'programs/webhooks': 'a query about oneself',
  'programs/deliveries': 'a query about oneself',
  'programs/replayDelivery': 'repeats a delivery to one’s own address',
} as const;

export const repeatablePrograms = ['createKey', 'rotateKey', 'rotateWebhook', 'resumeWebhook'].map(
  (act) => `programs/${act}`,
);

export function buildProgramCommands(server: TestServer): SentCommands {
  const createProgramUser = async () => {
    const { id, cookie } = await createUserWithFactor(server);
    await insertProgramRows(server, id);
    const findId = async (table: string) =>
      (await server.owner.query<{ id: string }>(`select id from ${table} where user_id = $1`, [id])).rows[0]?.id;
    return { cookie, keyId: await findId('auth.api_key'), endpointId: await findId('webhook_endpoints') };
  };
  const withKey = (more: object) => async () => {
    const { cookie, keyId } = await createProgramUser();
    return { cookie, input: { id: keyId, ...more } };
  };
  const withEndpoint = (more: object) => async () => {
    const { cookie, endpointId } = await createProgramUser();
    return { cookie, input: { id: endpointId, ...more } };
  };
  return {
    'programs/createKey': async () => ({ cookie: (await createProgramUser()).cookie, input: key }),
    'programs/rotateKey': withKey({ overlapHours: 1 }),
    'programs/revokeKey': withKey({}),
    'programs/addWebhook': async () => ({
      cookie: (await createProgramUser()).cookie,
      input: programBodies['programs/addWebhook'],
    }),
    'programs/rotateWebhook': withEndpoint({ overlapHours: 1 }),
    'programs/resumeWebhook': withEndpoint({}),
    'programs/removeWebhook': withEndpoint({}),
  };
}

export const programOwners = { webhook_endpoints: 'user_id', webhook_deliveries: 'user_id' } as const;

export async function insertProgramRows({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await owner.query(
    `insert into auth.api_key (user_id, name, scopes, lasts_days, hash, last_four)
     values ($1, 'Ledger', '{prices:read}', 30, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'abcd')`,
    [userId],
  );
  await owner.query(
    `with e as (insert into webhook_endpoints (user_id, url, secret_encrypted, created_at, paused_at, paused_reason)
       values ($1, 'https://hooks.example/' || gen_random_uuid(), 's1.x.x', now(), now(), 'failing') returning id)
     insert into webhook_deliveries (user_id, endpoint_id, type, facts)
     select $1, id, 'receipt.ready', '{"orderId": "x", "status": "completed", "payIn": "received"}' from e`,
    [userId],
  );
}
