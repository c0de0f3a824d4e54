import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { demoPeople } from '../../fakes/people.ts';
import { readConfig } from '../../src/platform/config.ts';
import { kyselyOn } from '../../src/platform/database.ts';
import { beBorn } from '../../tools/born-as.ts';
import { freshDatabase } from './fresh-database.ts';
import { dataFolder, launch } from './product.ts';
import { complete } from './production.ts';

// Each launch is a whole process.
vi.setConfig({ testTimeout: 60_000 });

const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const dataDir = dataFolder();
const database = await freshDatabase('demo');
const { owner } = database;
const born = async () => (await owner.query('select mode from born_as')).rows;
const production = { ...complete, DATABASE_URL: database.url, DATA_DIR: dataDir };
const db = kyselyOn(owner);

async function refusal(env: Record<string, string>): Promise<string> {
  const { gone, said } = await launch(env);
  expect(await gone).toBe(1);
  expect(said.out).toBe('');
  return said.err;
}

describe('a demo by accident is refused, in words that say what to do', () => {
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

  test('said twice it runs, and alone on its own machine it needs to be said not at all', () => {
    expect(readConfig({ ...own, ...demo, DATABASE_URL: database.url }).mode).toBe('demo');
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost'])
      expect(readConfig({ ...own, PUBLIC_ORIGIN: origin }).mode).toBe('demo');
  });

  test('at the door too', async () => {
    expect(await refusal({ ...own, DATABASE_URL: database.url })).toContain('DATABASE_URL names a database');
  });
});

describe('a database is one of the two from its first start on', () => {
  test("production does not run on the demo's", async () => {
    expect(await born()).toEqual([{ mode: 'demo' }]);
    expect(await refusal(production)).toContain('This database was made by the demo');
    expect(await born()).toEqual([{ mode: 'demo' }]);
  });

  test('the demo does not run on that of production, and leaves nothing in it', async () => {
    const other = await freshDatabase('demo');
    await other.owner.query(`update born_as set mode = 'production'`);
    await other.owner.query(
      `delete from public.kysely_migration where name = (select max(name) from kysely_migration)`,
    );
    const before = (await other.owner.query('select count(*) from kysely_migration')).rows;
    const said = await refusal({ ...demo, DATABASE_URL: other.url, DATA_DIR: dataDir });
    expect(said).toContain('This is a production database');
    // Not even its tables were brought to the newest version.
    expect((await other.owner.query('select count(*) from kysely_migration')).rows).toEqual(before);
  });

  test('what an earlier version left is judged by what stands in it', async () => {
    const client = await owner.connect();
    const judged = async (change: string) => {
      await client.query(`${change}; drop table born_as`);
      await client.query(readFileSync('db/migrations/0017_mode.sql', 'utf8'));
      return (await client.query('select mode from born_as')).rows.map(({ mode }) => mode);
    };
    try {
      await client.query('begin');
      expect(await judged('select 1')).toEqual(['demo']);
      expect(await judged(`update sanctions_lists set origin = 'file'`)).toEqual(['demo']);
      expect(await judged(`update auth."user" set "emailVerified" = false`)).toEqual(['production']);
      // Never started: it will be told at its first start.
      expect(await judged('delete from setting_versions')).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('production looks at what the database holds, not at what it says', () => {
  test('people, settings, prices and lists of the demo are named and refused', async () => {
    await owner.query(`update born_as set mode = 'production'`);
    await owner.query(
      `insert into price_history (symbol, at, price_usd, source, demo) values ('BTC', now(), 1, 'recorded', true)`,
    );
    const said = await refusal(production);
    expect(said).toContain('This database holds what was invented for the demo');
    for (const found of ["the demo's person admin@demo.test", 'the invented setting 0000 1111 222', 'prices', 'list'])
      expect(said).toContain(found);
  });

  test('each of them alone is enough, and a stranger who signs up under their name is not', async () => {
    const found = () =>
      beBorn(db, 'production').then(
        () => [],
        (error: Error) => error.message.split('\n').filter((line) => line.startsWith('  ')),
      );
    await owner.query('delete from price_history');
    await owner.query(
      `insert into setting_versions (key, value, valid_from)
       select key, '{"none": "invented"}', now() from (select distinct key from setting_versions) k`,
    );
    expect(await found()).toHaveLength(demoPeople.length + 1);
    await owner.query(`update auth."user" set "emailVerified" = false where email <> 'admin@demo.test'`);
    expect(await found()).toEqual(["  the demo's person admin@demo.test", '  the invented list of the demo']);
    await owner.query(`update auth."user" set "emailVerified" = false`);
    expect(await found()).toEqual(['  the invented list of the demo']);
  });
});
