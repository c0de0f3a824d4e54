import { expect, test, vi } from 'vitest';
import { call, orderFrom, place, quoteOf, signedIn, signUpForm } from './customer.ts';
import { freshDatabase } from './fresh-database.ts';
import { liveLine } from './live-line.ts';
import { until } from './patience.ts';
import { dataFolder, launch, staged, start } from './product.ts';

// Each command is a whole process.
vi.setConfig({ testTimeout: 120_000 });

const database = await freshDatabase('empty');
const env = {
  MODE: 'demo',
  DEMO_ON_PURPOSE: 'yes',
  DATABASE_URL: database.url,
  DATA_DIR: dataFolder(),
  AUTH_SECRET: 'test-secret-0123456789abcdef-0123456789',
};

const ended = async (part: string[], more: Record<string, string> = {}) => {
  const product = await launch({ ...env, ...more }, staged(...part));
  return { code: await product.gone, ...product.said };
};

/** What is done by the clock or in its turn, by the processes that had it in their hands. */
const jobsDone = async (): Promise<number> =>
  (await database.owner.query<{ n: number }>(`select count(*)::int n from pgboss.job where state = 'completed'`))
    .rows[0]?.n ?? 0;

const mailsTo = async (origin: string, to: string): Promise<number> =>
  ((await (await fetch(`${origin}/dev/mailbox.json?to=${to}`)).json()) as unknown[]).length;

test('a word that is no command is told what there is', async () => {
  for (const words of [['web', 'worker'], ['toString']]) {
    const { code, err, out } = await ended(words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`${words.join(' ')}: not known.`);
    expect(err).toContain('npm start [-- migrate | web | worker]');
  }
});

test('what answers or works refuses a database that nobody migrated, and changes nothing in it', async () => {
  for (const part of ['web', 'worker']) {
    const { code, err } = await ended([part]);
    expect(code).toBe(1);
    expect(err).toContain('npm start -- migrate');
  }
  const { rows } = await database.owner.query(`select from pg_namespace where nspname in ('app', 'auth', 'pgboss')`);
  expect(rows).toEqual([]);
});

test('migrating lays down tables and first data, and ends; a second time it finds nothing to do', async () => {
  for (const _time of [1, 2]) {
    const { code, out } = await ended(['migrate']);
    expect([code, out]).toEqual([0, 'The database is up to date.\n']);
  }
  const { rows } = await database.owner.query('select mode from born_as');
  expect(rows).toEqual([{ mode: 'demo' }]);
});

test('a process that answers runs no job; the one that works does, and answers nothing but how it is', async () => {
  const web = await start(env, staged('web'));
  expect((await fetch(`${web.origin}/readyz`)).status).toBe(200);
  expect((await call(web.origin, 'accounts/signUp', signUpForm('parted@example.com'))).status).toBe(200);
  const cookie = await signedIn(web.origin, 'tier2');
  const line = await liveLine(web.origin, cookie);
  const quote = await quoteOf(web.origin, cookie);
  expect((await place(web.origin, cookie, orderFrom(quote.body.id))).status).toBe(200);
  await until('the live line to tell of the order', () => line.heard.includes('trading'));
  await line.close();
  const { rows } = await database.owner.query('select from pgboss.schedule');
  expect([await jobsDone(), await mailsTo(web.origin, 'parted@example.com'), rows.length]).toEqual([0, 0, 0]);

  const worker = await start(env, staged('worker'));
  await until('the mail', async () => (await mailsTo(web.origin, 'parted@example.com')) === 1);
  expect(await jobsDone()).toBeGreaterThan(0);
  expect((await fetch(`${worker.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${worker.origin}/readyz`)).status).toBe(200);
  for (const path of ['/', '/api/live', '/api/prices', '/dev/mailbox', '/api/rpc/accounts/viewer'])
    expect([path, (await fetch(`${worker.origin}${path}`)).status]).toEqual([path, 404]);
  expect((await fetch(`${worker.origin}/api/rpc/accounts/viewer`, { method: 'POST', body: '{}' })).status).toBe(404);
  expect(await web.end('SIGTERM')).toBe(0);
  expect(await worker.end('SIGTERM')).toBe(0);
});
