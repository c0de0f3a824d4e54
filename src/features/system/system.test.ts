import { expect, test } from 'vitest';
import { sealSoon } from '../../../test/sealing.ts';
import { givenUpWork } from '../../../test/system.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { openPool } from '../../platform/database.ts';
import { migrationNames } from '../../platform/fit-database.ts';
import type { SystemPage } from './show-system.ts';

const server = await serverWithoutFaults({
  BUILD_COMMIT: 'abc1234',
  FYGARO_BUTTON_URL: 'https://canary.example/button',
});
const { call, owner, signIn } = server;
const admin = await signIn('admin');

const show = async () => (await call<SystemPage>('system/show', undefined, admin)).body;
const tryAgain = (work: object, by = admin) => call<{ code?: string }>('system/tryAgain', work, by);
const stateOf = async (id: string) =>
  (
    await owner.query<{ state: string; retry_limit: number }>(
      'select state, retry_limit from pgboss.job where id = $1',
      [id],
    )
  ).rows[0];
const linesAbout = async (id: string) =>
  (await owner.query('select action, actor_role, after, about_id from audit_log where subject_id = $1', [id])).rows;

test('the page says what runs, that the database is migrated, and what is not told it does not make up', async () => {
  const page = await show();
  expect(page.build).toEqual({ version: '0.1.0', commit: 'abc1234' });
  expect(page.migrations).toEqual({
    newest: (await migrationNames()).at(-1),
    known: (await migrationNames()).at(-1),
    behind: 0,
  });
  expect(page.ready).toMatchObject({ migrated: true, prices: true, lists: true });
  expect(page.backupAt).toBeNull();
  expect(page.networksDays).toBeGreaterThan(0);
  expect(page.lists.find(({ list }) => list === 'demo')).toMatchObject({ needed: true, state: 'fresh' });
});

test('migrations that the database lacks are counted', async () => {
  await owner.query(
    `update kysely_migration set name = '9998_' || name where name = (select max(name) from kysely_migration)`,
  );
  expect((await show()).migrations.behind).toBe(0);
  await owner.query(`update kysely_migration set name = substr(name, 6) where name like '9998%'`);
  await owner.query(
    `create table kept as select * from kysely_migration where name = (select max(name) from kysely_migration)`,
  );
  await owner.query(`delete from kysely_migration where name = (select name from kept)`);
  const { migrations, ready } = await show();
  expect([migrations.behind, ready.migrated]).toEqual([1, false]);
  await owner.query('insert into kysely_migration select * from kept');
});

test('providers stand there with whether they are set up and when they last worked, where that is kept', async () => {
  await owner.query(`update crypto_prices set source = 'Kraken' where symbol = 'BTC'`);
  const { providers } = await show();
  const of = (name: string) => providers.find((provider) => provider.name === name);
  expect(of('Kraken')).toMatchObject({ isConfigured: false, isKept: true, lastSuccess: expect.any(String) });
  expect(of('CoinGecko')).toMatchObject({ isConfigured: false, isKept: true, lastSuccess: null });
  // A button without its keys charges nobody.
  expect(of('Fygaro')).toMatchObject({ isConfigured: false });
  expect(of('ClamAV')).toMatchObject({ isConfigured: false, isKept: false, lastSuccess: null });
});

test('work that was given up is shown by its job, without whatever of its fault may be somebody’s', async () => {
  const said = 'no mail to <canary@canary.test>: "Tamara Canary" is unknown';
  const { id, job } = await givenUpWork(owner, { said });
  const { failed } = await show();
  expect(failed[0]).toMatchObject({ id, job, tries: 3, said: expect.stringContaining('no mail to') });
  expect(JSON.stringify(failed)).not.toMatch(/canary|orderId/i);
});

test('an admin has it done once more, which stands in the log; a second time it is no longer there', async () => {
  const work = await givenUpWork(owner);
  expect((await tryAgain(work)).status).toBe(200);
  expect(await stateOf(work.id)).toEqual({ state: 'retry', retry_limit: 3 });
  expect(await linesAbout(work.id)).toEqual([
    { action: 'system.tried_again', actor_role: 'admin', after: { job: work.job }, about_id: null },
  ]);
  expect((await tryAgain(work)).body.code).toBe('system.not_given_up');
  expect((await tryAgain({ ...work, job: 'of.nobody' })).body.code).toBe('system.not_given_up');
  expect(await linesAbout(work.id)).toHaveLength(1);
});

test('two admins who try the same again at the same moment have it done once', async () => {
  const work = await givenUpWork(owner);
  const answers = await Promise.all([tryAgain(work), tryAgain(work, await signIn('admin'))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await stateOf(work.id))?.retry_limit).toBe(3);
});

test('nobody but the product learns how far sealing lags, and it learns no more than that', async () => {
  const asApp = async (opening: string) => {
    const client = await server.services.pool.connect();
    try {
      await client.query('begin');
      await client.query(opening);
      return await client.query('select * from app.sealing_lag()').then(
        ({ rows }) => rows as unknown[],
        (error: Error) => error.message,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  expect(await asApp('select 1')).toBe('not theirs to ask');
  const product = `select set_config('app.sees_all', 'yes', true)`;
  const [row] = (await asApp(product)) as Record<string, unknown>[];
  expect(Object.keys(row ?? {}).sort()).toEqual(['oldest', 'waiting']);
  expect(row?.['waiting']).toBeGreaterThan(0);
  const sealer = openPool({ url: server.services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
  await sealSoon(sealer, Number(row?.['waiting']));
  await sealer.end();
  expect(await asApp(product)).toEqual([{ waiting: 0, oldest: null }]);
});
