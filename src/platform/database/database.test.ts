import { randomUUID } from 'node:crypto';
import type { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { toErrorResponse } from '../http/procedure.ts';
import { compileInsert, defineRow } from './batch-insert.ts';
import {
  allRows,
  allValues,
  commitWith,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  newId,
  openPool,
  requireRow,
  withUserPipelined,
  withVisitor,
} from './database.ts';
import { prepareStatement } from './prepared-statement.ts';

const server = await serverUnderTest();
const { app, call, faults: logged, owner, ownerUrl, services } = server;
const pools: pg.Pool[] = [];

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())));

async function createPool(): Promise<pg.Pool> {
  const pool = openPool({ url: ownerUrl, max: 1, pipeline: true });
  pools.push(pool);
  await pool.query('create temporary table kept (item int constraint small check (item < 10))');
  return pool;
}
const listItems = async (pool: pg.Pool) =>
  (await pool.query('select item from kept order by item')).rows.map(({ item }) => item);
const messageOf = (transaction: Promise<unknown>) => transaction.catch((error: Error) => error.message);
const waitBriefly = () => new Promise((results) => setTimeout(results, 50));
const circularValue: { self?: unknown } = {};

circularValue.self = circularValue;

test('a transaction refused before its first statement leaves none open', async () => {
  const pool = await createPool();
  await expect(withVisitor(pool, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const { rows } = await pool.query(
    'select pg_current_xact_id_if_assigned() is null and now() = statement_timestamp() item',
  );
  expect(rows).toEqual([{ item: true }]);
});

test('final statements commit together, and none of them when one fails', async () => {
  const pool = await createPool();
  const stored = defineRow<number>('kept', { item: (item) => item });
  const store = (...numbers: number[]) =>
    withVisitor(pool, (tx) => commitWith(tx, ...numbers.map((item) => compileInsert([stored(item)]))));
  await store(1, 2);
  await expect(store(3, 10)).rejects.toMatchObject({ constraint: 'small' });
  expect(await listItems(pool)).toEqual([1, 2]);
  await expect(
    withVisitor(pool, async (tx) => {
      await commitWith(tx, sql`select 1`.compile(tx));
      await sql`select 2`.execute(tx);
    }),
  ).rejects.toThrow('has already committed');
});

test('final statements with a value that cannot be encoded store nothing', async () => {
  const pool = await createPool();
  const transaction = withVisitor(pool, async (tx) => {
    await sql`insert into kept values (${1})`.execute(tx);
    await commitWith(
      tx,
      sql`insert into kept values (${2})`.compile(tx),
      sql`select ${circularValue}::jsonb`.compile(tx),
    );
  });
  expect(await messageOf(transaction)).toContain('circular');
  expect(await listItems(pool)).toEqual([]);
});

test('a transaction refused after a value that cannot be encoded stores nothing', async () => {
  const pool = await createPool();
  const transaction = withVisitor(pool, async (tx) => {
    await sql`select ${circularValue}::jsonb`.execute(tx).catch(() => undefined);
    await sql`insert into kept values (${1})`.execute(tx);
    throw new Error('refused');
  });
  expect(await messageOf(transaction)).toBe('refused');
  expect(await listItems(pool)).toEqual([]);
});

test('a transaction that continues after a failed statement throws and stores nothing', async () => {
  const pool = await createPool();
  const transaction = withVisitor(pool, async (tx) => {
    await sql`insert into kept values (${1})`.execute(tx);
    await sql`select ${1}::int / 0`.execute(tx).catch(() => undefined);
    return 'kept';
  });
  expect(await messageOf(transaction)).toContain('nothing was stored');
  expect(await listItems(pool)).toEqual([]);
});

test('statements still running when a transaction ends or is refused are not executed', async () => {
  const pool = await createPool();
  let lateWork: Promise<unknown> = Promise.resolve();
  const refused = withVisitor(pool, (tx) => {
    lateWork = sql`select ${1}`.execute(tx).then(() => sql`insert into kept values (${1})`.execute(tx));
    lateWork.catch(() => undefined);
    return Promise.reject(new Error('refused'));
  });
  expect(await messageOf(refused)).toBe('refused');
  await withVisitor(pool, async (tx) => {
    await sql`select ${1}`.execute(tx);
    setImmediate(() => void sql`insert into kept values (${2})`.execute(tx).catch(() => undefined));
  });
  await waitBriefly();
  expect(await messageOf(lateWork)).toContain('already committed');
  expect(await listItems(pool)).toEqual([]);
});

test('a transaction that throws before its first await, with an invalid session, rejects alone', async () => {
  const faults: unknown[] = [];
  const recordFault = (error: unknown) => void faults.push(error);
  process.on('unhandledRejection', recordFault);
  const transaction = withUserPipelined(services.pool, { token: 'x'.repeat(32), ip: '127.0.0.1' }, () => {
    throw new Error('synchronous error');
  });
  expect(await transaction).toBeNull();
  await waitBriefly();
  process.removeListener('unhandledRejection', recordFault);
  expect(faults).toEqual([]);
});

test('a broken or silent connection fails its transaction, and the next one uses another', async () => {
  const options = { connectionString: services.appUrl, max: 1, pipeline: true, query_timeout: 700 };
  const pool = new pg.Pool(options as pg.PoolConfig);
  pools.push(pool);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const runStatement = (text: string) =>
    messageOf(
      withVisitor(pool, (tx) => Promise.all(['select 1', text, 'select 2'].map((row) => sql.raw(row).execute(tx)))),
    );
  expect(await runStatement('select pg_terminate_backend(pg_backend_pid())')).toContain('terminating connection');
  expect(await runStatement('select 3')).toHaveLength(3);
  expect(await runStatement('select pg_sleep(3)')).toBe('Query read timeout');
  expect(await runStatement('select 3')).toHaveLength(3);
});

async function getAnswer(pool: pg.Pool, statement: string) {
  const fault = await withVisitor(pool, (tx) => sql.raw(statement).execute(tx)).catch((error: unknown) => error);
  const context = { services, request: { id: 'the-reference', url: '/', routeOptions: {} } } as unknown as Parameters<
    typeof toErrorResponse
  >[1];
  const { code, status } = toErrorResponse(fault, context) as ORPCError<string, unknown>;
  return `${status} ${code}`;
}

test('a lock, deadlock or statement timeout is answered as busy, and the connection stays usable', async () => {
  const pool = await createPool();
  const backend = async () => (await pool.query('select pg_backend_pid() pid')).rows;
  const pidBefore = await backend();
  for (const state of ['55P03', '57014', '40P01', '40001'])
    expect(await getAnswer(pool, `do $$ begin raise exception using errcode = '${state}'; end $$`)).toBe(
      '503 general.overloaded',
    );
  expect(await getAnswer(pool, 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(9)')).toBe(
    '503 general.overloaded',
  );
  expect(await getAnswer(pool, 'select 1/0')).toBe('500 general.fault');
  expect(await backend()).toEqual(pidBefore);
  logged.length = 0;
});

test('waiting too long for a pool connection is answered as busy', async () => {
  const pool = new pg.Pool({ connectionString: services.appUrl, max: 1 });
  pools.push(pool);
  const lock = await pool.connect();
  // Only the second request may time out: on a busy machine, opening a connection takes longer.
  pool.options.connectionTimeoutMillis = 50;
  expect(await getAnswer(pool, 'select 1')).toBe('503 general.overloaded');
  lock.release();
  logged.length = 0;
});

test('a command or page that waited too long for a lock answers busy', async () => {
  const [release, secondLock] = [await createSession(server, 'tier1'), await createSession(server, 'tier2')];
  await owner.query('begin');
  await owner.query('lock table auth.session in access exclusive mode');
  expect(await countLockWaits(server)).toBe(0);
  const command = call('accounts/viewer', undefined, release);
  const pageRequest = app
    .inject({ url: `/api/uploads/${randomUUID()}`, headers: { cookie: secondLock } })
    .then((answer) => answer);
  await expect.poll(() => countLockWaits(server)).toBe(2);
  await owner.query(`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  expect(await command).toMatchObject({ status: 503, body: { code: 'general.overloaded' } });
  expect((await pageRequest).json()).toMatchObject({
    code: 'general.overloaded',
    text: expect.stringContaining('busy'),
  });
  await owner.query('rollback');
  logged.length = 0;
});

test('a connection that lost its prepared statements prepares them again', async () => {
  const pool = await createPool();
  const transaction = () =>
    messageOf(withVisitor(pool, async (tx) => (await sql`select ${1}::int item`.execute(tx)).rows));
  expect(await transaction()).toEqual([{ item: 1 }]);
  await pool.query('deallocate all');
  const answers = [await transaction(), await transaction(), await transaction()];
  expect(answers.at(-1)).toEqual([{ item: 1 }]);
});

test('a prepared statement is compiled once and takes new values each time', async () => {
  let compileCount = 0;
  const sum = prepareStatement<{ first: number; second: number }, { item: number }>(({ first, second: other }) => {
    compileCount++;
    return sql`select ${first}::int + ${other}::int + ${first}::int as item`;
  });
  const answers = await withVisitor(services.pool, async (tx) => [
    await sum(tx, { first: 1, second: 2 }),
    await sum(tx, { second: 5, first: 10 }),
  ]);
  expect(answers).toEqual([[{ item: 4 }], [{ item: 25 }]]);
  expect(compileCount).toBe(1);
  const insertRow = prepareStatement<{ one: number }, object>(({ one }) => (one > 3 ? sql`select 1` : sql`select 2`));
  await expect(withVisitor(services.pool, (tx) => insertRow(tx, { one: 4 }))).rejects.toThrow(
    'cannot transform its value "one"',
  );
});

test('a prepared statement rejects a value that is inlined or nested', async () => {
  const jsonStatement = prepareStatement<{ items: string[] }, object>(
    ({ items }) => sql`select ${JSON.stringify(items)}::jsonb`,
  );
  const listStatement = prepareStatement<{ one: string }, object>(({ one }) => sql`select ${[one]}::text[]`);
  expect(await messageOf(withVisitor(services.pool, (tx) => jsonStatement(tx, { items: ['mine'] })))).toContain(
    'cannot transform its value "items"',
  );
  expect(await messageOf(withVisitor(services.pool, (tx) => listStatement(tx, { one: 'mine' })))).toContain(
    'cannot transform its value "one"',
  );
});

describe('reading rows', () => {
  const runAsVisitor = <T>(act: (tx: Db) => Promise<T>) => withVisitor(services.pool, act);
  const series = (max: number) => sql`from generate_series(1, ${max}) it`;

  test('statements return their rows, the first row, or whether there is one', async () => {
    expect(await runAsVisitor((tx) => allRows(tx)`select it ${series(2)}`)).toEqual([{ it: 1 }, { it: 2 }]);
    expect(await runAsVisitor((tx) => firstRow(tx)`select it ${series(2)}`)).toEqual({ it: 1 });
    expect(await runAsVisitor((tx) => firstRow(tx)`select it ${series(0)}`)).toBe(null);
    expect(await runAsVisitor((tx) => hasRow(tx)`select ${series(1)}`)).toBe(true);
    expect(await runAsVisitor((tx) => hasRow(tx)`select ${series(0)}`)).toBe(false);
  });

  test('a single column returns its values, including lists and null', async () => {
    expect(await runAsVisitor((tx) => allValues(tx)`select it ${series(3)}`)).toEqual([1, 2, 3]);
    expect(await runAsVisitor((tx) => allValues(tx)`select array[it, null] ${series(2)}`)).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(await runAsVisitor((tx) => firstValue(tx)`select it = 1 ${series(2)}`)).toBe(true);
    expect(await runAsVisitor((tx) => firstValue(tx)`select null ${series(1)}`)).toBe(null);
    expect(await runAsVisitor((tx) => firstValue(tx)`select it ${series(0)}`)).toBe(null);
  });

  test('a statement that must return a row throws without one', async () => {
    expect(await runAsVisitor((tx) => requireRow(tx)`select count(*)::int ${series(4)}`)).toEqual({ count: 4 });
    await expect(runAsVisitor((tx) => requireRow(tx)`select it ${series(0)}`)).rejects.toThrow('returned none');
    expect(await runAsVisitor((tx) => newId(tx)`select it::text id ${series(1)}`)).toBe('1');
    await expect(runAsVisitor((tx) => newId(tx)`select it::text id ${series(0)}`)).rejects.toThrow('returned none');
  });
});
