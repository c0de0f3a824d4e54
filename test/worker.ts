import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, expect } from 'vitest';
import { type Composed, compose } from '../src/compose.ts';
import { readConfig } from '../src/platform/config.ts';
import type { Services } from '../src/platform/procedure.ts';
import { buildServer } from '../src/server.ts';
import { environment } from './environment.ts';
import { keptQuickly, quickPasswords } from './quick-passwords.ts';
import { sessionFor } from './security/actors.ts';

export type Answer<T = Record<string, unknown>> = { status: number; body: T; headers: Record<string, unknown> };

/** The product on a database of its own, its clock in the test's hand, called as a browser calls it. */
export type TestServer = {
  app: FastifyInstance;
  services: Services;
  composed: Composed;
  /** The address of its database for the owner. */
  ownerUrl: string;
  /** A connection that owns everything, for looking and for setting the scene. */
  owner: pg.Pool;
  faults: unknown[];
  setTime: (moment: Date | null) => void;
  call: <T = Record<string, unknown>>(path: string, input?: unknown, cookie?: string) => Promise<Answer<T>>;
  /** How an act ends: 'done', or the code of its refusal. By `usual` where nobody is named; `room` begins the path. */
  actsAs: (usual?: string, room?: string) => (path: string, input: object, cookie?: string) => Promise<string>;
  /** What waits for a second person about this; the id of nothing where nothing does. */
  openProposal: (subject: string) => Promise<string>;
  /** The cookie of a session of one of the demo's people, laid down by hand and as long as theirs. */
  signIn: (name: string) => Promise<string>;
};

/** Opens a server for one test file. Call it once, at the top. */
export async function serverUnderTest(more: Record<string, string> = {}): Promise<TestServer> {
  const base = process.env['TEST_SERVER'];
  if (!base) throw new Error('test/database.ts has not run');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(`create database ${name} template template_test strategy file_copy`);
  const databaseUrl = base.replace(/\/postgres$/, `/${name}`);
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  if (more['MODE']) await owner.query('update born_as set mode = $1', [more['MODE']]);
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-files-'));
  const config = readConfig({ ...environment, DATA_DIR: dataDir, ...more });
  const faults: unknown[] = [];
  let moment: Date | null = null;
  const clock = () => moment ?? new Date();
  const log = { warn: () => undefined, always: () => undefined, error: (fields: object) => void faults.push(fields) };
  const composed = await compose({ config, databaseUrl, clock, log });
  Object.assign(composed.services.passwords, quickPasswords);
  const app = await buildServer(composed.services);
  // The database is dropped under connections that are still saying goodbye.
  owner.on('error', () => undefined);
  await owner.query('update auth.account set password = $1', [await keptQuickly]);
  await refreshPrices(app);
  await owner.query(pricesBefore, [new Date(Date.now() - 120_000)]);
  afterAll(async () => {
    await app.close();
    await composed.close();
    await owner.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  const call: TestServer['call'] = async (path, input, cookie) => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const payload = JSON.stringify({ json: await asRead(owner, path, input) });
    const answer = await app.inject({ method: 'POST', url: `/api/rpc/${path}`, headers, payload });
    const body = answer.body === '' ? {} : (JSON.parse(answer.body) as { json?: unknown }).json;
    return { status: answer.statusCode, body: (body ?? {}) as never, headers: answer.headers };
  };
  const actsAs: TestServer['actsAs'] =
    (usual, room = '') =>
    async (path, input, cookie = usual) => {
      const { status, body } = await call<{ code?: string }>(`${room}${path}`, input, cookie);
      return status === 200 ? 'done' : (body.code ?? String(status));
    };
  const setTime = (at: Date | null) => {
    moment = at;
  };
  const openProposal = async (subject: string) => (await openAbout(owner, subject)) ?? randomUUID();
  const { services } = composed;
  const signIn = (who: string) => sessionFor({ owner, services }, who, "interval '7 days'");
  return { app, services, composed, ownerUrl: databaseUrl, owner, faults, setTime, call, actsAs, openProposal, signIn };
}

/** The same for a file in which no act is a fault: each test is held to that, and gives the clock back. */
export async function serverWithoutFaults(more: Record<string, string> = {}): Promise<TestServer> {
  const server = await serverUnderTest(more);
  afterEach(() => {
    server.setTime(null);
    expect(server.faults.splice(0)).toEqual([]);
  });
  return server;
}

const answersWhatWaits =
  /^(desk\/(approve(Payout|Return|Undo)|sendBackPayout|withdrawPayout|decline(Return|Undo))|unassigned\/decide|identity\/approve)$/;

/**
 * An answer to what waits for a second person names what was read. Where a test does not say, it is what waits now, as
 * on a screen that was just opened.
 */
async function asRead(owner: pg.Pool, path: string, input: unknown): Promise<unknown> {
  if (!answersWhatWaits.test(path) || typeof input !== 'object' || input === null || 'proposalId' in input)
    return input;
  const { orderId, movementId, submissionId } = input as Record<string, unknown>;
  const open = await openAbout(owner, String(orderId ?? movementId ?? submissionId));
  return { ...input, proposalId: open ?? (submissionId ? null : randomUUID()) };
}

async function openAbout(owner: pg.Pool, subject: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from proposals where subject = $1 and state = 'open' order by proposed_at desc limit 1`,
    [subject],
  );
  return rows[0]?.id;
}

/** The cookie of an answer, as the next request carries it. */
export const cookieOf = (answer: Answer<never> | Answer): string =>
  [answer.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');

/** A block is known by its minute, which may have begun before this server had prices: they stood then too. */
const pricesBefore = `insert into price_history (symbol, at, price_usd, source, demo)
  select symbol, $1, price_usd, source, demo from crypto_prices on conflict do nothing`;

const refreshPrices = (app: FastifyInstance) =>
  app.inject({
    method: 'POST',
    url: '/api/rpc/prices/refresh',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
