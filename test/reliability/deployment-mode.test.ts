import { describe, expect, test, vi } from 'vitest';
import { demoPeople } from '../../fakes/people.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createKysely } from '../../src/platform/database/database.ts';
import { storeMode } from '../../tools/deployment-mode.ts';
import { createDatabase } from './fresh-database.ts';
import { createDataFolder, launch } from './product.ts';
import { productionEnvironment } from './production.ts';

vi.setConfig({ testTimeout: 60_000 });

const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const dataDir = createDataFolder();
const database = await createDatabase('demo');
const { owner } = database;
const initialize = async () => (await owner.query('select mode from deployment_mode')).rows;
const production = { ...productionEnvironment, DATABASE_URL: database.url, DATA_DIR: dataDir };
const db = createKysely(owner);

async function launchAndGetError(env: Record<string, string>): Promise<string> {
  const { gone, output } = await launch(env);
  expect(await gone).toBe(1);
  expect(output.out).toBe('');
  return output.err;
}

describe('an accidental demo is refused with instructions', () => {
  const own = { DATA_DIR: dataDir };
  const accidents = [
    ['a database', { DATABASE_URL: database.url }],
    ['an origin', { PUBLIC_ORIGIN: 'https://cryptocommerce.example' }],
    ['one that only looks local', { PUBLIC_ORIGIN: 'https://localhost.example' }],
    ['both, and the mode set', { DATABASE_URL: database.url, PUBLIC_ORIGIN: 'https://a.example', MODE: 'demo' }],
    ['a host for all other machines', { HOST: '0.0.0.0' }],
    ['a host for all other machines, of IPv6', { HOST: '::', MODE: 'demo' }],
    ['a database, and the purpose alone', { DATABASE_URL: database.url, DEMO_ON_PURPOSE: 'yes' }],
  ] as const;
  test.each(accidents)('%s', (_what, env) => {
    expect(() => readConfig({ ...own, ...env })).toThrow(/MODE=production; .* MODE=demo and DEMO_ON_PURPOSE=yes/);
  });

  test('a demo runs when confirmed, and without confirmation only on a local database', () => {
    expect(readConfig({ ...own, ...demo, DATABASE_URL: database.url }).mode).toBe('demo');
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost'])
      expect(readConfig({ ...own, PUBLIC_ORIGIN: origin }).mode).toBe('demo');
  });

  test('the server refuses it too', async () => {
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
