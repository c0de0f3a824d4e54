import { expect, test } from 'vitest';
import { demoPassword, demoPeople } from '../../fakes/people.ts';
import { buildOrder, buildSignUpForm, call, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { openLiveStream } from './live-stream.ts';
import { createDataFolder, createStage, launch, start } from './product.ts';
import { until } from './until.ts';

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

/** Scripts and tests rely on these parts of the demo. */
const demoDatabase = await createDatabase('demo');
const product = await start({ ...env, DATABASE_URL: demoDatabase.url, DATA_DIR: createDataFolder() });
const { origin } = product;

type DemoMail = { to: string; subject: string; text: string; html: string; links: string[]; sentAt: string };
const mailbox = async (to: string) =>
  (await (await fetch(`${origin}/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json()) as DemoMail[];

test('standard output has one line: the address of the ready product', () => {
  expect(product.output.out).toBe(`Ready on http://localhost:${product.port}\n`);
});

test('the product is healthy and ready', async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const ready = await fetch(`${origin}/readyz`);
  const parts = { prices: true, lists: true, timetable: true, mail: true, disk: true };
  expect(await ready.json()).toEqual({ ok: true, database: true, migrated: true, ...parts });
  expect(ready.status).toBe(200);
});

test('every demo user can sign in', async () => {
  for (const { email } of demoPeople) {
    const { status, cookie } = await call(origin, 'accounts/signIn', { email, password: demoPassword });
    expect([email, status]).toEqual([email, 200]);
    expect((await call({ origin, cookie }, 'accounts/viewer')).body).toMatchObject({ email });
  }
});

test('the mailbox lists the mails to an address, newest first', async () => {
  await call(origin, 'accounts/signUp', buildSignUpForm('first@example.com'));
  await call(origin, 'accounts/signUp', buildSignUpForm('other@example.com'));
  await until('the first mail', async () => (await mailbox('first@example.com')).length === 1);
  await call(origin, 'accounts/resendVerification', { email: 'first@example.com' });
  const mails = await until('the second mail', async () => {
    const list = await mailbox('First@Example.com');
    return list.length === 2 && list;
  });
  for (const mail of mails) {
    expect(Object.keys(mail).sort()).toEqual(['html', 'links', 'sentAt', 'subject', 'text', 'to']);
    expect(mail.to).toBe('first@example.com');
    expect(mail.subject).toBe('Verify your email for Cryptocommerce');
    expect(mail.links).toEqual([expect.stringContaining(`${origin}/auth?type=signup#access_token=`)]);
    expect(mail.text).toContain(mail.links[0]);
    expect(mail.html).toContain('<a href=');
    expect(new Date(mail.sentAt).toISOString()).toBe(mail.sentAt);
  }
  const [newer, older] = mails.map(({ sentAt }) => Date.parse(sentAt));
  expect(newer).toBeGreaterThan(older ?? Number.POSITIVE_INFINITY);
  expect((await mailbox('')).length).toBeGreaterThanOrEqual(mails.length);
});

test('the mailbox page is served', async () => {
  const page = await fetch(`${origin}/dev/mailbox`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await page.text()).toContain('Verify your email for Cryptocommerce');
});
