import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { serverUnderTest } from '../../test/worker.ts';
import { asPersonAtOnce, asVisitor, lastly, openPool } from './database.ts';
import { insertionOf, rowsOf } from './new-rows.ts';
import { prepared } from './prepared.ts';

const { ownerUrl, services } = await serverUnderTest();
const opened: pg.Pool[] = [];
afterEach(() => Promise.all(opened.splice(0).map((pool) => pool.end())));

/** A pool of one connection, with a table of its own: the owner alone may lay one down. */
async function one(): Promise<pg.Pool> {
  const pool = openPool({ url: ownerUrl, max: 1, pipeline: true });
  opened.push(pool);
  await pool.query('create temporary table kept (it int constraint small check (it < 10))');
  return pool;
}
const keptIn = async (pool: pg.Pool) => (await pool.query('select it from kept order by it')).rows.map(({ it }) => it);
const told = (act: Promise<unknown>) => act.catch((error: Error) => error.message);
const soon = () => new Promise((done) => setTimeout(done, 50));
const circle: { of?: unknown } = {};
circle.of = circle;

test('an act that is refused before anything was sent leaves no transaction open', async () => {
  const pool = await one();
  await expect(asVisitor(pool, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const { rows } = await pool.query(
    'select pg_current_xact_id_if_assigned() is null and now() = statement_timestamp() it',
  );
  expect(rows).toEqual([{ it: true }]);
});

test('the last statements commit with each other, and none of them when one fails', async () => {
  const pool = await one();
  const kept = rowsOf<number>('kept', { it: (it) => it });
  const keep = (...numbers: number[]) =>
    asVisitor(pool, (tx) => lastly(tx, ...numbers.map((it) => insertionOf([kept(it)]))));
  await keep(1, 2);
  await expect(keep(3, 10)).rejects.toMatchObject({ constraint: 'small' });
  expect(await keptIn(pool)).toEqual([1, 2]);
  await expect(
    asVisitor(pool, async (tx) => {
      await lastly(tx, sql`select 1`.compile(tx));
      await sql`select 2`.execute(tx);
    }),
  ).rejects.toThrow('has run its last statement');
});

test('last statements with a value that cannot be written keep nothing', async () => {
  const pool = await one();
  const act = asVisitor(pool, async (tx) => {
    await sql`insert into kept values (${1})`.execute(tx);
    await lastly(tx, sql`insert into kept values (${2})`.compile(tx), sql`select ${circle}::jsonb`.compile(tx));
  });
  expect(await told(act)).toContain('circular');
  expect(await keptIn(pool)).toEqual([]);
});

test('an act that goes on after a value that cannot be written leaves nothing when it is refused', async () => {
  const pool = await one();
  const act = asVisitor(pool, async (tx) => {
    await sql`select ${circle}::jsonb`.execute(tx).catch(() => undefined);
    await sql`insert into kept values (${1})`.execute(tx);
    throw new Error('refused');
  });
  expect(await told(act)).toBe('refused');
  expect(await keptIn(pool)).toEqual([]);
});

test('an act that goes on after a statement that failed is told that nothing was kept', async () => {
  const pool = await one();
  const act = asVisitor(pool, async (tx) => {
    await sql`insert into kept values (${1})`.execute(tx);
    await sql`select ${1}::int / 0`.execute(tx).catch(() => undefined);
    return 'kept';
  });
  expect(await told(act)).toContain('nothing was kept');
  expect(await keptIn(pool)).toEqual([]);
});

test('what an act leaves running is not carried out once the act has ended or was refused', async () => {
  const pool = await one();
  let strays: Promise<unknown> = Promise.resolve();
  const refused = asVisitor(pool, (tx) => {
    strays = sql`select ${1}`.execute(tx).then(() => sql`insert into kept values (${1})`.execute(tx));
    strays.catch(() => undefined);
    return Promise.reject(new Error('refused'));
  });
  expect(await told(refused)).toBe('refused');
  await asVisitor(pool, async (tx) => {
    await sql`select ${1}`.execute(tx);
    setImmediate(() => void sql`insert into kept values (${2})`.execute(tx).catch(() => undefined));
  });
  await soon();
  expect(await told(strays)).toContain('last statement');
  expect(await keptIn(pool)).toEqual([]);
});

test('an act that fails before it waits, of a session that is none, fails alone', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => void faults.push(fault);
  process.on('unhandledRejection', note);
  const act = asPersonAtOnce(services.pool, { token: 'x'.repeat(32), ip: '127.0.0.1' }, () => {
    throw new Error('at once');
  });
  expect(await act).toBeNull();
  await soon();
  process.removeListener('unhandledRejection', note);
  expect(faults).toEqual([]);
});

test('a line that breaks or says nothing fails its act; the next act goes on over another', async () => {
  const options = { connectionString: services.appUrl, max: 1, pipeline: true, query_timeout: 700 };
  const pool = new pg.Pool(options as pg.PoolConfig);
  opened.push(pool);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const act = (text: string) =>
    told(asVisitor(pool, (tx) => Promise.all(['select 1', text, 'select 2'].map((one) => sql.raw(one).execute(tx)))));
  expect(await act('select pg_terminate_backend(pg_backend_pid())')).toContain('terminating connection');
  expect(await act('select 3')).toHaveLength(3);
  expect(await act('select pg_sleep(3)')).toBe('Query read timeout');
  expect(await act('select 3')).toHaveLength(3);
});

test('a connection that was told to forget everything is taught anew', async () => {
  const pool = await one();
  const act = () => told(asVisitor(pool, async (tx) => (await sql`select ${1}::int it`.execute(tx)).rows));
  expect(await act()).toEqual([{ it: 1 }]);
  await pool.query('deallocate all');
  const answers = [await act(), await act(), await act()];
  expect(answers.at(-1)).toEqual([{ it: 1 }]);
});

test('a prepared statement is written once and takes new values each time', async () => {
  let written = 0;
  const sum = prepared<{ one: number; other: number }, { it: number }>(({ one, other }) => {
    written++;
    return sql`select ${one}::int + ${other}::int + ${one}::int as it`;
  });
  const answers = await asVisitor(services.pool, async (tx) => [
    await sum(tx, { one: 1, other: 2 }),
    await sum(tx, { other: 5, one: 10 }),
  ]);
  expect(answers).toEqual([[{ it: 4 }], [{ it: 25 }]]);
  expect(written).toBe(1);
  const deciding = prepared<{ one: number }, object>(({ one }) => (one > 3 ? sql`select 1` : sql`select 2`));
  await expect(asVisitor(services.pool, (tx) => deciding(tx, { one: 4 }))).rejects.toThrow(
    'takes its value "one" as it is',
  );
});

test('a prepared statement refuses a value that is written out, or stands inside another', async () => {
  const json = prepared<{ what: string[] }, object>(({ what }) => sql`select ${JSON.stringify(what)}::jsonb`);
  const list = prepared<{ one: string }, object>(({ one }) => sql`select ${[one]}::text[]`);
  expect(await told(asVisitor(services.pool, (tx) => json(tx, { what: ['mine'] })))).toContain('"what" as it is');
  expect(await told(asVisitor(services.pool, (tx) => list(tx, { one: 'mine' })))).toContain('"one" as it is');
});
