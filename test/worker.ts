import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, expect } from 'vitest';
import { type Composition, compose } from '../src/compose.ts';
import { readConfig } from '../src/platform/config/config.ts';
import type { Services } from '../src/platform/http/procedure.ts';
import { buildServer } from '../src/server.ts';
import { environment } from './environment.ts';
import { quickDemoHash, quickPasswords } from './quick-passwords.ts';
import { createSession } from './security/actors.ts';

export type Answer<T = Record<string, unknown>> = { status: number; body: T; headers: Record<string, unknown> };

/** The product in this process, on its own database and with a clock that the test sets. */
export type TestServer = {
  app: FastifyInstance;
  services: Services;
  composed: Composition;
  ownerUrl: string;
  /** Pool of the owner, for reading and preparing data. */
  owner: pg.Pool;
  faults: unknown[];
  setTime: (moment: Date | null) => void;
  call: <T = Record<string, unknown>>(path: string, input?: unknown, cookie?: string) => Promise<Answer<T>>;
  /** Creates a function that calls a command below `prefix`. It returns 'done' or the refusal code. */
  actsAs: (
    defaultCookie?: string,
    prefix?: string,
  ) => (path: string, input: object, cookie?: string) => Promise<string>;
  /** Id of the open proposal about this subject; a random id when there is none. */
  openProposal: (subject: string) => Promise<string>;
  /** Session cookie of a demo user. */
  signIn: (name: string) => Promise<string>;
};

/** Starts the server of a test file. Call it once, at the top of the file. */
export async function serverUnderTest(settings: Record<string, string> = {}): Promise<TestServer> {
  const base = process.env['TEST_SERVER'];
  if (!base) throw new Error('test/database.ts has not run');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(`create database ${name} template template_test strategy file_copy`);
  const databaseUrl = base.replace(/\/postgres$/, `/${name}`);
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  if (settings['MODE']) await owner.query('update deployment_mode set mode = $1', [settings['MODE']]);
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-files-'));
  const config = readConfig({ ...environment, DATA_DIR: dataDir, ...settings });
  const faults: unknown[] = [];
  let moment: Date | null = null;
  const clock = () => moment ?? new Date();
  const log = { warn: () => undefined, always: () => undefined, error: (fields: object) => void faults.push(fields) };
  const composed = await compose({ config, databaseUrl, clock, log });
  Object.assign(composed.services.passwords, quickPasswords);
  const app = await buildServer(composed.services);
  // Ignores errors of connections that are still closing when the database is dropped.
  owner.on('error', () => undefined);
  await owner.query('update auth.account set password = $1', [await quickDemoHash]);
  await refreshPrices(app);
  await owner.query(backdatePrices, [new Date(Date.now() - 120_000)]);
  afterAll(async () => {
    await app.close();
    await composed.close();
    await owner.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  const call: TestServer['call'] = async (path, input, cookie) => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const payload = JSON.stringify({ json: await addProposalId(owner, path, input) });
    const answer = await app.inject({ method: 'POST', url: `/api/rpc/${path}`, headers, payload });
    const body = answer.body === '' ? {} : (JSON.parse(answer.body) as { json?: unknown }).json;
    return { status: answer.statusCode, body: (body ?? {}) as never, headers: answer.headers };
  };
  const actsAs: TestServer['actsAs'] =
    (defaultCookie, prefix = '') =>
    async (path, input, cookie = defaultCookie) => {
      const { status, body } = await call<{ code?: string }>(`${prefix}${path}`, input, cookie);
      return status === 200 ? 'done' : (body.code ?? String(status));
    };
  const setTime = (at: Date | null) => {
    moment = at;
  };
  const openProposal = async (subject: string) => (await findOpenProposal(owner, subject)) ?? randomUUID();
  const { services } = composed;
  const signIn = (name: string) => createSession({ owner, services }, name, "interval '7 days'");
  return { app, services, composed, ownerUrl: databaseUrl, owner, faults, setTime, call, actsAs, openProposal, signIn };
}

/** Like {@link serverUnderTest}, but resets the clock after each test and fails tests that cause server faults. */
export async function serverWithoutFaults(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await serverUnderTest(settings);
  afterEach(() => {
    server.setTime(null);
    expect(server.faults.splice(0)).toEqual([]);
  });
  return server;
}

const answersProposal =
  /^(desk\/(approve(Payout|Return|Undo)|sendBackPayout|withdrawPayout|decline(Return|Undo))|unallocated\/decide|identity\/approve)$/;

/** Adds the id of the current proposal to a decision without one, like a screen that was just opened. */
async function addProposalId(owner: pg.Pool, path: string, input: unknown): Promise<unknown> {
  if (!answersProposal.test(path) || typeof input !== 'object' || input === null || 'proposalId' in input) return input;
  const { orderId, movementId, submissionId } = input as Record<string, unknown>;
  const proposal = await findOpenProposal(owner, String(orderId ?? movementId ?? submissionId));
  return { ...input, proposalId: proposal ?? (submissionId ? null : randomUUID()) };
}

async function findOpenProposal(owner: pg.Pool, subject: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from proposals where subject = $1 and state = 'open' order by proposed_at desc limit 1`,
    [subject],
  );
  return rows[0]?.id;
}

/** Cookies that a response sets, as a header value for the next request. */
export const getCookie = (answer: Answer<never> | Answer): string =>
  [answer.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');

/** Records the current prices at an earlier time: block times have no seconds, so they may precede the first price. */
const backdatePrices = `insert into price_history (symbol, at, price_usd, source, demo)
  select symbol, $1, price_usd, source, demo from crypto_prices on conflict do nothing`;

const refreshPrices = (app: FastifyInstance) =>
  app.inject({
    method: 'POST',
    url: '/api/rpc/prices/refresh',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
