import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/features/programs/scopes.ts';
import { withFactor } from '../programs.ts';
import type { TestServer } from '../worker.ts';
import type { Acts } from './audit-acts.ts';
import { all, anySession, type Row, strangers } from './verdicts.ts';

/** What the acts on keys and addresses of programs are tried on. */

const byId = { id: randomUUID() };
const prices: Scope[] = ['prices:read'];
const key = { name: 'Ledger', scopes: prices, days: 30 };

/** A sound body for each that takes one. */
export const programBodies = {
  'programs/makeKey': key,
  'programs/rotateKey': { ...byId, overlapHours: 1 },
  'programs/endKey': byId,
  'programs/addWebhook': { url: 'https://hooks.example/of/nobody' },
  'programs/rotateWebhook': { ...byId, overlapHours: 1 },
  'programs/resumeWebhook': byId,
  'programs/removeWebhook': byId,
  'programs/deliveries': { endpointId: randomUUID() },
  'programs/replayDelivery': byId,
} as const;

/** Everybody's own alone, whoever they are for us beside; what is nobody's is not there. */
export function programLines() {
  const line = (row: Row, path?: keyof typeof programBodies) => ({
    row,
    ...(path && { input: async (): Promise<unknown> => programBodies[path] }),
  });
  const nothingOfTheirs: Row = { ...all(404), ...strangers };
  return {
    'programs/keys': line(anySession),
    'programs/makeKey': line(anySession, 'programs/makeKey'),
    'programs/rotateKey': line(anySession, 'programs/rotateKey'),
    'programs/endKey': line(nothingOfTheirs, 'programs/endKey'),
    'programs/webhooks': line(anySession),
    'programs/addWebhook': line(anySession, 'programs/addWebhook'),
    'programs/rotateWebhook': line(anySession, 'programs/rotateWebhook'),
    'programs/resumeWebhook': line(nothingOfTheirs, 'programs/resumeWebhook'),
    'programs/removeWebhook': line(nothingOfTheirs, 'programs/removeWebhook'),
    'programs/deliveries': line(anySession, 'programs/deliveries'),
    'programs/replayDelivery': line(nothingOfTheirs, 'programs/replayDelivery'),
  };
}

/** What changes nothing that the log is about, and why. */
export const programsWithoutEntry = {
  'programs/keys': 'a question about oneself',
  'programs/webhooks': 'a question about oneself',
  'programs/deliveries': 'a question about oneself',
  'programs/replayDelivery': 'tells an address of one’s own once more what it was told',
} as const;

/** Doing the same twice is another change, or changes nothing more. */
export const programsTwice = ['makeKey', 'rotateKey', 'rotateWebhook', 'resumeWebhook'].map((act) => `programs/${act}`);

/** Each act on something of somebody's own. */
export function programActs(server: TestServer): Acts {
  const made = async () => {
    const { id, cookie } = await withFactor(server);
    await layDownPrograms(server, id);
    const of = async (table: string) =>
      (await server.owner.query<{ id: string }>(`select id from ${table} where user_id = $1`, [id])).rows[0]?.id;
    return { cookie, keyId: await of('auth.program_key'), endpointId: await of('webhook_endpoints') };
  };
  const onKey = (more: object) => async () => {
    const { cookie, keyId } = await made();
    return { cookie, input: { id: keyId, ...more } };
  };
  const onAddress = (more: object) => async () => {
    const { cookie, endpointId } = await made();
    return { cookie, input: { id: endpointId, ...more } };
  };
  return {
    'programs/makeKey': async () => ({ cookie: (await made()).cookie, input: key }),
    'programs/rotateKey': onKey({ overlapHours: 1 }),
    'programs/endKey': onKey({}),
    'programs/addWebhook': async () => ({ cookie: (await made()).cookie, input: programBodies['programs/addWebhook'] }),
    'programs/rotateWebhook': onAddress({ overlapHours: 1 }),
    'programs/resumeWebhook': onAddress({}),
    'programs/removeWebhook': onAddress({}),
  };
}

/** Whose a row is. */
export const programOwners = { webhook_endpoints: 'user_id', webhook_deliveries: 'user_id' } as const;

/** A key, a paused address and what it was told, of whoever the walls are tried for. */
export async function layDownPrograms({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await owner.query(
    `insert into auth.program_key (user_id, name, scopes, lasts_days, hash, last_four)
     values ($1, 'Ledger', '{prices:read}', 30, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'abcd')`,
    [userId],
  );
  await owner.query(
    `with e as (insert into webhook_endpoints (user_id, url, secret_sealed, created_at, paused_at, paused_why)
       values ($1, 'https://hooks.example/' || gen_random_uuid(), 's1.x.x', now(), now(), 'failing') returning id)
     insert into webhook_deliveries (user_id, endpoint_id, type, facts)
     select $1, id, 'receipt.ready', '{"orderId": "x", "status": "completed", "payIn": "received"}' from e`,
    [userId],
  );
}
