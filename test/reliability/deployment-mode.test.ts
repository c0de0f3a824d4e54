import { afterAll, describe, expect, test } from 'vitest';
import { readMail, startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { demoPassword, demoPeople } from '../../fakes/people.ts';
import { startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createKysely } from '../../src/platform/database/database.ts';
import { storeMode } from '../../tools/deployment-mode.ts';
import { buildSignUpForm, call } from './customer.ts';
import { freePort } from './free-port.ts';
import { createDatabase } from './fresh-database.ts';
import { createDataFolder, launch, start } from './product.ts';
import { folder, productionEnvironment, productionSettings, writeTemporaryFile } from './production.ts';
import { until } from './until.ts';

const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const dataDir = createDataFolder();
const database = await createDatabase('demo');
const { owner } = database;
const initialize = async () => (await owner.query('select mode from deployment_mode')).rows;
const production = { ...productionEnvironment, DATABASE_URL: database.url, DATA_DIR: dataDir };
const db = createKysely(owner);

async function launchAndGetError(env: Record<string, string>): Promise<string> {
  const { gone: exited, output } = await launch(env);
  expect(await exited).toBe(1);
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

describe('an accidental demo', () => {
  const own = { DATA_DIR: dataDir };
  test('a demo runs when confirmed, and without confirmation only on a local database', () => {
    expect(readConfig({ ...own, ...demo, DATABASE_URL: database.url }).mode).toBe('demo');
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost'])
      expect(readConfig({ ...own, PUBLIC_ORIGIN: origin }).mode).toBe('demo');
  });

  test('the server refuses it with instructions', async () => {
    expect(await launchAndGetError({ ...own, DATABASE_URL: database.url })).toContain('DATABASE_URL names a database');
  });
});

describe('the first start fixes the mode of a database', () => {
  test('production refuses a demo database', async () => {
    expect(await initialize()).toEqual([{ mode: 'demo' }]);
    expect(await launchAndGetError(production)).toContain('This database was created by the demo');
    expect(await initialize()).toEqual([{ mode: 'demo' }]);
  });

  test('the demo refuses a production database and leaves nothing in it', async () => {
    const production = await createDatabase('demo');
    await production.owner.query(`update deployment_mode set mode = 'production'`);
    await production.owner.query(
      `delete from public.kysely_migration where name = (select max(name) from kysely_migration)`,
    );
    const before = (await production.owner.query('select count(*) from kysely_migration')).rows;
    const output = await launchAndGetError({ ...demo, DATABASE_URL: production.url, DATA_DIR: dataDir });
    expect(output).toContain('This is a production database');
    expect((await production.owner.query('select count(*) from kysely_migration')).rows).toEqual(before);
  });
});

describe('production checks the content of the database', () => {
  test('users, settings, prices and lists of the demo are named and refused', async () => {
    await owner.query(`update deployment_mode set mode = 'production'`);
    await owner.query(
      `insert into price_history (symbol, at, price_usd, source, demo) values ('BTC', now(), 1, 'recorded', true)`,
    );
    const output = await launchAndGetError(production);
    expect(output).toContain('This database contains demo data');
    for (const part of ['the demo user admin@demo.test', 'the demo setting 0000 1111 222', 'prices', 'list'])
      expect(output).toContain(part);
  });

  test('each of them alone is refused, and a real customer with a demo name is not', async () => {
    const findDemoData = () =>
      storeMode(db, 'production').then(
        () => [],
        (error: Error) => error.message.split('\n').filter((line) => line.startsWith('  ')),
      );
    await owner.query('delete from price_history');
    await owner.query(
      `insert into setting_versions (key, value, valid_from)
       select key, '{"none": "invented"}', now() from (select distinct key from setting_versions) k`,
    );
    expect(await findDemoData()).toHaveLength(demoPeople.length + 1);
    await owner.query(`update auth."user" set "emailVerified" = false where email <> 'admin@demo.test'`);
    expect(await findDemoData()).toEqual(['  the demo user admin@demo.test', '  the demo sanctions list']);
    await owner.query(`update auth."user" set "emailVerified" = false`);
    expect(await findDemoData()).toEqual(['  the demo sanctions list']);
  });
});

const empty = await createDatabase('empty');

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

  test('with invalid settings, and names each', async () => {
    const invalid = {
      AUTH_SECRET: 'hunter2-hunter2',
      PUBLIC_ORIGIN: 'https://cryptocommerce.example/shop',
      SETTINGS_FILE: '/no/such/file.json',
      SMTP_URL: 'smtp://mail.example',
      CLAMD_ADDRESS: '',
    };
    const output = await launchAndGetError({ ...productionEnvironment, ...invalid });
    const named = [...output.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(invalid).toSorted());
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

const productionDatabase = await createDatabase('empty');
const mailServer = await startSmtpServer();
const providers = await startFakeProviders();
afterAll(() => Promise.all([mailServer.stop(), providers.stop()]));
const port = await freePort();
const product = await start({
  ...productionEnvironment,
  PORT: String(port),
  HOST: '127.0.0.1',
  DATABASE_URL: productionDatabase.url,
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
    const { rows } = await productionDatabase.owner.query('select count(*)::int n from profiles');
    expect(rows[0]?.n).toBe(0);
    const email = demoPeople[0]?.email;
    const answer = await call(origin, 'accounts/signIn', { email, password: demoPassword });
    expect(answer.body).toMatchObject({ code: 'accounts.wrong_password' });
    expect((await call(origin, 'accounts/signInOptions')).body).toEqual({ people: [], provider: null });
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
  await productionDatabase.owner.query(
    `insert into setting_versions (key, value) values ('rates', '{"buy":"181","sell":"149","market":null}')`,
  );
  expect(await product.end('SIGTERM')).toBe(0);
  const second = await start({
    ...productionEnvironment,
    DATABASE_URL: productionDatabase.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
  });
  const { rows } = await productionDatabase.owner.query(
    `select value->>'buy' buy from setting_versions where key = 'rates' order by valid_from desc, id desc limit 1`,
  );
  expect(rows[0]?.buy).toBe('181');
  expect(second.output.out).toMatch(/^Ready on /);
});
