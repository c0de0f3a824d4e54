import { afterAll, describe, expect, test, vi } from 'vitest';
import { readMail, startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { demoPassword, demoPeople } from '../../fakes/people.ts';
import { startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { buildSignUpForm, call } from './customer.ts';
import { freePort } from './free-port.ts';
import { createDatabase } from './fresh-database.ts';
import { launch, start } from './product.ts';
import { folder, productionEnvironment, productionSettings, writeTemporaryFile } from './production.ts';
import { until } from './until.ts';

vi.setConfig({ testTimeout: 60_000 });

const empty = await createDatabase('empty');

async function launchAndGetError(env: Record<string, string>): Promise<string> {
  const { gone, output } = await launch(env);
  expect(await gone).toBe(1);
  expect(output.out).toBe('');
  for (const word of [
    env['AUTH_SECRET'],
    env['FILE_KEYS']?.split(':')[1],
    env['CREDENTIAL_KEYS']?.split('\n')[1],
    'Pass-Word-Of-The-Database',
    'Pass-Word-Of-The-Mail',
  ])
    if (word) expect(output.err).not.toContain(word);
  return output.err;
}

describe('production mode refuses to start', () => {
  test('without its settings, and names each', async () => {
    const output = await launchAndGetError({ MODE: 'production' });
    for (const name of [
      'DATABASE_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'AUTH_SECRET',
      'FILE_KEYS',
      'CREDENTIAL_KEYS',
      'CLAMD_ADDRESS',
      'PUBLIC_ORIGIN',
      'SETTINGS_FILE',
    ])
      expect(output).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
  });

  test.each([
    ['short', 'AUTH_SECRET', 'hunter2-hunter2'],
    ['one sign over and over', 'AUTH_SECRET', 'a'.repeat(64)],
    ['plain http', 'PUBLIC_ORIGIN', 'http://cryptocommerce.example'],
    ['a page', 'PUBLIC_ORIGIN', 'https://cryptocommerce.example/shop'],
    ['a file that is not there', 'SETTINGS_FILE', '/no/such/file.json'],
    ['empty', 'SMTP_URL', ''],
    ['not said', 'CLAMD_ADDRESS', ''],
    ['a plain line to another machine', 'SMTP_URL', 'smtp://mail.example'],
  ])('on %s as %s', async (_what, name, value) => {
    const output = await launchAndGetError({ ...productionEnvironment, [name]: value });
    expect([...output.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, named]) => named)).toEqual([name]);
  });

  test('with settings that contain demo values', async () => {
    const file = writeTemporaryFile('demo.json', JSON.stringify(demoSettings, null, 2));
    const output = await launchAndGetError({ ...productionEnvironment, SETTINGS_FILE: file, DATABASE_URL: empty.url });
    expect(output).toContain('SETTINGS_FILE still has demo values');
    expect(output).toContain(demoSettings.bank_accounts.JMD.number);
    expect(output).toContain(demoSettings.company_wallets.bitcoin.address);
  });

  test('with incomplete settings', async () => {
    const { fee: _, ...rest } = productionSettings;
    const file = writeTemporaryFile('part.json', JSON.stringify(rest));
    const output = await launchAndGetError({ ...productionEnvironment, SETTINGS_FILE: file, DATABASE_URL: empty.url });
    expect(output).toContain('SETTINGS_FILE is invalid');
    expect(output).toContain('fee');
  });

  test('with unreadable settings', async () => {
    const file = writeTemporaryFile('broken.json', '{"rates": ');
    const output = await launchAndGetError({ ...productionEnvironment, SETTINGS_FILE: file, DATABASE_URL: empty.url });
    expect(output).toContain('SETTINGS_FILE');
  });

  test('without a reachable database', async () => {
    expect(await launchAndGetError(productionEnvironment)).toContain('ECONNREFUSED');
  });
});

const database = await createDatabase('empty');
const mailServer = await startSmtpServer();
const providers = await startFakeProviders();
afterAll(() => Promise.all([mailServer.stop(), providers.stop()]));
const port = await freePort();
const product = await start({
  ...productionEnvironment,
  PORT: String(port),
  HOST: '127.0.0.1',
  DATABASE_URL: database.url,
  SMTP_URL: mailServer.url,
  PUBLIC_ORIGIN: `http://localhost:${port}`,
  PRICE_PROVIDERS: 'coingecko,kraken,coinbase',
  COINGECKO_URL: providers.urls.coingecko,
  KRAKEN_URL: providers.urls.kraken,
  COINBASE_URL: providers.urls.coinbase,
  DATA_DIR: folder,
});
const { origin } = product;

describe('production mode with everything right', () => {
  test('starts, and reports what is still missing', async () => {
    expect(product.output.out).toBe(`Ready on ${origin}\n`);
    const parts = { database: true, migrated: true, prices: true, timetable: true, mail: true, disk: true };
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ ok: false, ...parts, lists: false });
  });

  test('has no demo users', async () => {
    const { rows } = await database.owner.query('select count(*)::int n from profiles');
    expect(rows[0]?.n).toBe(0);
    const email = demoPeople[0]?.email;
    const answer = await call(origin, 'accounts/signIn', { email, password: demoPassword });
    expect(answer.body).toMatchObject({ code: 'accounts.wrong_password' });
    expect((await call(origin, 'accounts/demoPeople')).body).toEqual([]);
  });

  test.each(['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.json?to=a@example.com', '/dev/mailbox/'])(
    '%s does not exist',
    async (path) => {
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    },
  );

  test('requires https on pages and commands', async () => {
    for (const path of ['/', '/api/prices', '/healthz'])
      expect((await fetch(`${origin}${path}`)).headers.get('strict-transport-security')).toMatch(/^max-age=63072000/);
  });

  test('shows real prices, none of the recorded ones', async () => {
    const { body } = await call<{ symbol: string; demo: boolean }[]>(origin, 'prices/list', {});
    expect(body.length).toBeGreaterThan(5);
    expect(body.filter(({ demo }) => demo)).toEqual([]);
  });
});

test('a customer signs up by mail and gets a cookie for https only', async () => {
  const form = buildSignUpForm('real@example.com');
  const isSignedUp = await call(origin, 'accounts/signUp', form);
  expect(isSignedUp.status).toBe(200);
  const mail = await until('the mail', () => mailServer.mails[0] ?? false);
  const link = /http:\S+access_token=\S+/.exec(readMail(mail).parts.get('text/plain') ?? '')?.[0] ?? '';
  expect(link).toContain(origin);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token');
  expect((await call({ origin, cookie: isSignedUp.cookie }, 'accounts/verifyEmail', { token })).status).toBe(200);
  const { status, cookies, cookie } = await call(origin, 'accounts/signIn', {
    email: form.email,
    password: form.password,
  });
  expect(status).toBe(200);
  expect(cookies.map((line) => line.split('=')[0]).sort()).toEqual(['__Host-device', '__Host-session']);
  for (const line of cookies) {
    for (const part of ['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax'])
      expect(line.toLowerCase()).toContain(`; ${part.toLowerCase()}`);
    expect(line.toLowerCase()).not.toContain('domain=');
  }
  expect((await call({ origin, cookie }, 'accounts/viewer')).status).toBe(200);
});

test('a second start keeps the settings in force', async () => {
  await database.owner.query(
    `insert into setting_versions (key, value) values ('rates', '{"buy":"181","sell":"149","market":null}')`,
  );
  expect(await product.end('SIGTERM')).toBe(0);
  const second = await start({
    ...productionEnvironment,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
  });
  const { rows } = await database.owner.query(
    `select value->>'buy' buy from setting_versions where key = 'rates' order by valid_from desc, id desc limit 1`,
  );
  expect(rows[0]?.buy).toBe('181');
  expect(second.output.out).toMatch(/^Ready on /);
});
