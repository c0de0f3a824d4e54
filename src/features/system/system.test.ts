import { describe, expect, test } from 'vitest';
import { explainQueries } from '../../../test/plans.ts';
import { sealEntries } from '../../../test/sealing.ts';
import { insertFailedJob } from '../../../test/system.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { openPool } from '../../platform/database/database.ts';
import { migrationNames } from '../../platform/database/schema-version.ts';
import type { SystemPage } from './api.ts';
import { loadFigures } from './figures-store.ts';
import { throttleRead } from './open-metrics.ts';

const server = await serverWithoutFaults({
  BUILD_COMMIT: 'abc1234',
  FYGARO_BUTTON_URL: 'https://canary.example/button',
});
const { call, owner, signIn } = server;
const admin = await signIn('admin');

const show = async () => (await call<SystemPage>('system/show', undefined, admin)).body;
const retryJob = (work: object, by = admin) => call<{ code?: string }>('system/retryJob', work, by);
const findState = async (id: string) =>
  (
    await owner.query<{ state: string; retry_limit: number }>(
      'select state, retry_limit from pgboss.job where id = $1',
      [id],
    )
  ).rows[0];
const findEntries = async (id: string) =>
  (await owner.query('select action, actor_role, after, about_id from audit_log where subject_id = $1', [id])).rows;

test('the page shows the build, the migrations, and null for unknown values', async () => {
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
  expect(page.cityDataAt).toMatch(/^20\d\d-/);
  expect(page.lists.find(({ list }) => list === 'demo')).toMatchObject({ needed: true, state: 'fresh' });
});

test('missing migrations are counted', async () => {
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

test('providers are listed with their setup and last success', async () => {
  await owner.query(`update crypto_prices set source = 'Kraken' where symbol = 'BTC'`);
  const { providers } = await show();
  const of = (name: string) => providers.find((provider) => provider.name === name);
  expect(of('Kraken')).toMatchObject({ isConfigured: false, isTracked: true, lastSuccess: expect.any(String) });
  expect(of('CoinGecko')).toMatchObject({ isConfigured: false, isTracked: true, lastSuccess: null });
  expect(of('Fygaro')).toMatchObject({ isConfigured: false });
  expect(of('ClamAV')).toMatchObject({ isConfigured: false, isTracked: false, lastSuccess: null });
});

test('failed jobs are listed without personal data', async () => {
  const error = 'no mail to <canary@canary.test>: "Tamara Canary" is unknown';
  const { id, job } = await insertFailedJob(owner, { error });
  const { failed } = await show();
  expect(failed[0]).toMatchObject({ id, job, tries: 3, error: expect.stringContaining('no mail to') });
  expect(JSON.stringify(failed)).not.toMatch(/canary|orderId/i);
});

test('retrying a failed job is logged, and a second retry is refused', async () => {
  const work = await insertFailedJob(owner);
  expect((await retryJob(work)).status).toBe(200);
  expect(await findState(work.id)).toEqual({ state: 'retry', retry_limit: 3 });
  expect(await findEntries(work.id)).toEqual([
    { action: 'system.tried_again', actor_role: 'admin', after: { job: work.job }, about_id: null },
  ]);
  expect((await retryJob(work)).body.code).toBe('system.not_given_up');
  expect((await retryJob({ ...work, job: 'unknown.job' })).body.code).toBe('system.not_given_up');
  expect(await findEntries(work.id)).toHaveLength(1);
});

test('two concurrent retries run the job once', async () => {
  const work = await insertFailedJob(owner);
  const answers = await Promise.all([retryJob(work), retryJob(work, await signIn('admin'))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await findState(work.id))?.retry_limit).toBe(3);
});

test('only the product can read the sealing lag', async () => {
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
  expect(await asApp('select 1')).toBe('only the system can read the sealing lag');
  const product = `select set_config('app.all_rows', 'yes', true)`;
  const [row] = (await asApp(product)) as Record<string, unknown>[];
  expect(Object.keys(row ?? {}).sort()).toEqual(['oldest', 'waiting']);
  expect(row?.['waiting']).toBeGreaterThan(0);
  const sealer = openPool({ url: server.services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
  await sealEntries(sealer, Number(row?.['waiting']));
  await sealer.end();
  expect(await asApp(product)).toEqual([{ waiting: 0, oldest: null }]);
});

test('figures of growing tables use an index of open rows and a limit', async () => {
  const all = await explainQueries(server, (tx) => loadFigures(tx, new Date('2026-11-27T12:00:00Z')));
  for (const index of [
    'transactions_lapse',
    'transactions_choice',
    'transactions_queue',
    'payments_queue',
    'kyc_queue',
    'mails_due',
    'retention_not_erased',
  ])
    expect(all).toMatch(new RegExp(`Scan using ${index} |Bitmap Index Scan on ${index} `));
  expect(all).not.toMatch(
    /Seq Scan on (transactions|payments|kyc_submissions|mails|retention_deadlines|movements|audit_log|order_events)/,
  );
  expect(all.match(/Limit/g)?.length).toBeGreaterThanOrEqual(8);
});

test('the sealing lag uses the index on transactions', async () => {
  const { rows } = await server.owner.query<{ prosrc: string }>(
    `select prosrc from pg_proc where oid = 'app.sealing_lag'::regproc`,
  );
  const inside = /return query (select [\s\S]+) w;/.exec(rows[0]?.prosrc ?? '')?.[1];
  const client = await server.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const plan = await client.query<{ 'QUERY PLAN': string }>(`explain ${inside} w`);
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/audit_xact/);
    expect(text).not.toMatch(/Seq Scan on audit_log/);
    expect(text).toMatch(/Limit/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('throttled reads', () => {
  const bounds = { intervalMs: 60_000, timeoutMs: 60_000 };

  test('concurrent callers share one read until the interval ends', async () => {
    let reads = 0;
    const readThrottled = throttleRead(async () => ++reads, bounds);
    expect(await Promise.all([readThrottled(), readThrottled(), readThrottled()])).toEqual([1, 1, 1]);
    expect(await readThrottled()).toBe(1);
    const uncached = throttleRead(async () => ++reads, { ...bounds, intervalMs: 0 });
    expect([await uncached(), await uncached()]).toEqual([2, 3]);
  });

  test('a failed read returns null and waits for the interval', async () => {
    let reads = 0;
    const readThrottled = throttleRead(() => Promise.reject(new Error(`away ${++reads}`)), bounds);
    expect([await readThrottled(), await readThrottled(), reads]).toEqual([null, null, 1]);
  });

  test('a slow read returns null, and its value later', async () => {
    const slow = Promise.withResolvers<string>();
    const readThrottled = throttleRead(() => slow.promise, { ...bounds, timeoutMs: 1 });
    expect(await readThrottled()).toBeNull();
    slow.resolve('here');
    await slow.promise;
    await expect.poll(readThrottled).toBe('here');
  });
});
