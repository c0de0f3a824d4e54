import { afterAll, describe, expect, test, vi } from 'vitest';
import { readMail, startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { demoPassword, demoPeople } from '../../fakes/people.ts';
import { startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { call, signUpForm } from './customer.ts';
import { freePort } from './free-port.ts';
import { freshDatabase } from './fresh-database.ts';
import { until } from './patience.ts';
import { launch, start } from './product.ts';
import { complete, fileWith, folder, realSettings } from './production.ts';

// Each start is a whole process.
vi.setConfig({ testTimeout: 60_000 });

const empty = await freshDatabase('empty');

async function refusal(env: Record<string, string>): Promise<string> {
  const { gone, said } = await launch(env);
  expect(await gone).toBe(1);
  expect(said.out).toBe('');
  for (const word of [
    env['AUTH_SECRET'],
    env['FILE_KEYS']?.split(':')[1],
    env['CREDENTIAL_KEYS']?.split('\n')[1],
    'Pass-Word-Of-The-Database',
    'Pass-Word-Of-The-Mail',
  ])
    if (word) expect(said.err).not.toContain(word);
  return said.err;
}

describe('production mode refuses to start', () => {
  test('without its settings, naming every one', async () => {
    const said = await refusal({ MODE: 'production' });
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
      expect(said).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
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
    const said = await refusal({ ...complete, [name]: value });
    expect([...said.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, named]) => named)).toEqual([name]);
  });

  test('on settings that hold values of the demo', async () => {
    const file = fileWith('demo.json', JSON.stringify(demoSettings, null, 2));
    const said = await refusal({ ...complete, SETTINGS_FILE: file, DATABASE_URL: empty.url });
    expect(said).toContain('SETTINGS_FILE still holds values of the demo');
    expect(said).toContain(demoSettings.bank_accounts.JMD.number);
    expect(said).toContain(demoSettings.company_wallets.bitcoin.address);
  });

  test('on settings that are not complete', async () => {
    const { fee: _, ...rest } = realSettings;
    const file = fileWith('part.json', JSON.stringify(rest));
    const said = await refusal({ ...complete, SETTINGS_FILE: file, DATABASE_URL: empty.url });
    expect(said).toContain('SETTINGS_FILE is not right');
    expect(said).toContain('fee');
  });

  test('on settings that cannot be read at all', async () => {
    const file = fileWith('broken.json', '{"rates": ');
    const said = await refusal({ ...complete, SETTINGS_FILE: file, DATABASE_URL: empty.url });
    expect(said).toContain('SETTINGS_FILE');
  });

  test('without a database that answers', async () => {
    expect(await refusal(complete)).toContain('ECONNREFUSED');
  });
});

const database = await freshDatabase('empty');
const mailServer = await startSmtpServer();
const providers = await startFakeProviders();
afterAll(() => Promise.all([mailServer.stop(), providers.stop()]));
const port = await freePort();
const product = await start({
  ...complete,
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
  test('starts, and says what it still needs', async () => {
    expect(product.said.out).toBe(`Ready on ${origin}\n`);
    // All but the lists, which somebody has to import before the first order.
    const parts = { database: true, migrated: true, prices: true, timetable: true, mail: true, disk: true };
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ ok: false, ...parts, lists: false });
  });

  test('knows nobody of the demo', async () => {
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

  test('tells browsers to stay with https, on pages and commands alike', async () => {
    for (const path of ['/', '/api/prices', '/healthz'])
      expect((await fetch(`${origin}${path}`)).headers.get('strict-transport-security')).toMatch(/^max-age=63072000/);
  });

  test('shows real prices, none of the recorded ones', async () => {
    const { body } = await call<{ symbol: string; demo: boolean }[]>(origin, 'prices/list', {});
    expect(body.length).toBeGreaterThan(5);
    expect(body.filter(({ demo }) => demo)).toEqual([]);
  });
});

test('in production a customer signs up by mail and gets a cookie for this site over https alone', async () => {
  const form = signUpForm('real@example.com');
  const signedUp = await call(origin, 'accounts/signUp', form);
  expect(signedUp.status).toBe(200);
  const mail = await until('the mail', () => mailServer.mails[0] ?? false);
  const link = /http:\S+access_token=\S+/.exec(readMail(mail).parts.get('text/plain') ?? '')?.[0] ?? '';
  expect(link).toContain(origin);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token');
  expect((await call({ origin, cookie: signedUp.cookie }, 'accounts/verifyEmail', { token })).status).toBe(200);
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

test('a second start in production keeps the settings that are in force', async () => {
  await database.owner.query(
    `insert into setting_versions (key, value) values ('rates', '{"buy":"181","sell":"149","market":null}')`,
  );
  expect(await product.end('SIGTERM')).toBe(0);
  const again = await start({ ...complete, DATABASE_URL: database.url, DATA_DIR: folder, HOST: '127.0.0.1' });
  const { rows } = await database.owner.query(
    `select value->>'buy' buy from setting_versions where key = 'rates' order by valid_from desc, id desc limit 1`,
  );
  expect(rows[0]?.buy).toBe('181');
  expect(again.said.out).toMatch(/^Ready on /);
});
