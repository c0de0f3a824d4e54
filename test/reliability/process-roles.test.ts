import { expect, test, vi } from 'vitest';
import { buildOrder, buildSignUpForm, call, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { openLiveStream } from './live-stream.ts';
import { createDataFolder, createStage, launch, start } from './product.ts';
import { until } from './until.ts';

vi.setConfig({ testTimeout: 120_000 });

const database = await createDatabase('empty');
const env = {
  MODE: 'demo',
  DEMO_ON_PURPOSE: 'yes',
  DATABASE_URL: database.url,
  DATA_DIR: createDataFolder(),
  AUTH_SECRET: 'test-secret-0123456789abcdef-0123456789',
};

const runToEnd = async (part: string[], overrides: Record<string, string> = {}) => {
  const product = await launch({ ...env, ...overrides }, createStage(...part));
  return { code: await product.gone, ...product.output };
};

const countJobs = async (): Promise<number> =>
  (await database.owner.query<{ n: number }>(`select count(*)::int n from pgboss.job where state = 'completed'`))
    .rows[0]?.n ?? 0;

const countMails = async (origin: string, to: string): Promise<number> =>
  ((await (await fetch(`${origin}/dev/mailbox.json?to=${to}`)).json()) as unknown[]).length;

test('an unknown command lists the known ones', async () => {
  for (const usage of [['web', 'worker'], ['toString']]) {
    const { code, err, out } = await runToEnd(usage);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`${usage.join(' ')}: unknown command.`);
    expect(err).toContain('npm start [-- migrate | web | worker]');
  }
});

test('web and worker refuse an empty database and change nothing in it', async () => {
  for (const part of ['web', 'worker']) {
    const { code, err } = await runToEnd([part]);
    expect(code).toBe(1);
    expect(err).toContain('npm run db:migrate');
  }
  const { rows } = await database.owner.query(`select from pg_namespace where nspname in ('app', 'auth', 'pgboss')`);
  expect(rows).toEqual([]);
});

test('migrating creates tables and first data, and does nothing the second time', async () => {
  for (const _time of [1, 2]) {
    const { code, out } = await runToEnd(['migrate']);
    expect([code, out]).toEqual([0, 'The database is up to date.\n']);
  }
  const { rows } = await database.owner.query('select mode from deployment_mode');
  expect(rows).toEqual([{ mode: 'demo' }]);
});

test('the web process runs no job; the worker does and serves only its health', async () => {
  const web = await start(env, createStage('web'));
  expect((await fetch(`${web.origin}/readyz`)).status).toBe(200);
  expect((await call(web.origin, 'accounts/signUp', buildSignUpForm('parted@example.com'))).status).toBe(200);
  const cookie = await signInDemoUser(web.origin, 'tier2');
  const line = await openLiveStream(web.origin, cookie);
  const quote = await requestQuote(web.origin, cookie);
  expect((await placeOrder(web.origin, cookie, buildOrder(quote.body.id))).status).toBe(200);
  await until('the live line to tell of the order', () => line.heard.includes('trading'));
  await line.close();
  const { rows } = await database.owner.query('select from pgboss.schedule');
  expect([await countJobs(), await countMails(web.origin, 'parted@example.com'), rows.length]).toEqual([0, 0, 0]);

  const worker = await start(env, createStage('worker'));
  await until('the mail', async () => (await countMails(web.origin, 'parted@example.com')) === 1);
  expect(await countJobs()).toBeGreaterThan(0);
  expect((await fetch(`${worker.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${worker.origin}/readyz`)).status).toBe(200);
  for (const path of ['/', '/api/live', '/api/prices', '/dev/mailbox', '/api/rpc/accounts/viewer'])
    expect([path, (await fetch(`${worker.origin}${path}`)).status]).toEqual([path, 404]);
  expect((await fetch(`${worker.origin}/api/rpc/accounts/viewer`, { method: 'POST', body: '{}' })).status).toBe(404);
  expect(await web.end('SIGTERM')).toBe(0);
  expect(await worker.end('SIGTERM')).toBe(0);
});
