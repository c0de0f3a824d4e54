import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverUnderTest } from '../../test/worker.ts';
import { asVisitor, lastly, openPool } from './database.ts';
import { insertionOf, rowsOf } from './new-rows.ts';
import { type Answer, Outbox } from './packet.ts';
import { prepared } from './prepared.ts';

const { services } = await serverUnderTest();
const pool = openPool({ url: services.listenUrl, max: 2 });
let client: pg.PoolClient;
beforeAll(async () => {
  client = await pool.connect();
});
afterAll(async () => {
  client.release();
  await pool.end();
});

const select = (text: string, name?: string) => ({ text: `select ${text} as it`, values: [], ...(name && { name }) });
const outcomes = async (answers: Promise<Answer>[]) =>
  (await Promise.allSettled(answers)).map((one) =>
    one.status === 'fulfilled' ? (one.value.rows[0] as { it: unknown } | undefined)?.it : (one.reason as Error).message,
  );

test('what is asked for in one turn is answered in its order, each with its own rows', async () => {
  const outbox = new Outbox(client);
  const asked = [outbox.ask(select('1')), outbox.ask({ text: 'set local lock_timeout = 5', values: [] })];
  const parameter = { text: 'select $1::int + 1 as it', values: [41], name: 'sum' };
  asked.push(outbox.ask(parameter), outbox.ask(select(`'last'`)));
  expect(await outcomes(asked)).toEqual([1, undefined, 42, 'last']);
  expect(await outcomes([outbox.ask(parameter)])).toEqual([42]);
});

test('those before a statement that fails are answered, those after it are not run', async () => {
  const outbox = new Outbox(client);
  await outbox.ask({ text: 'create temporary table marks (mark int)', values: [] });
  const mark = { text: 'insert into marks values ($1)', values: [1], name: 'mark' };
  const asked = [outbox.ask(select('1')), outbox.ask(select('1 / 0')), outbox.ask(mark)];
  expect(await outcomes(asked)).toEqual([1, 'division by zero', 'division by zero']);
  // The connection is as good as before, and knows statements that it met in the packet that failed.
  expect(await outcomes([outbox.ask(mark), outbox.ask(select('(select count(*)::int from marks)'))])).toEqual([
    undefined,
    1,
  ]);
});

test('a statement that was prepared in a packet that failed later is prepared anew', async () => {
  const outbox = new Outbox(client);
  const named = select('7', 'seven');
  expect(await outcomes([outbox.ask(named), outbox.ask(select('1 / 0'))])).toEqual([7, 'division by zero']);
  expect(await outcomes([outbox.ask(named)])).toEqual([7]);
  expect(await outcomes([outbox.ask(named)])).toEqual([7]);
});

test('an answer says what was done and with how many rows', async () => {
  const outbox = new Outbox(client);
  const tell = async (text: string) => {
    const { command, rowCount } = await outbox.ask({ text, values: [] });
    return { command, rowCount };
  };
  expect(await tell('create temporary table counted (it int)')).toEqual({ command: 'CREATE', rowCount: null });
  expect(await tell('insert into counted values (1), (2)')).toEqual({ command: 'INSERT', rowCount: 2 });
  expect(await tell('update counted set it = 3 where it > 7')).toEqual({ command: 'UPDATE', rowCount: 0 });
  expect(await tell('select from counted')).toEqual({ command: 'SELECT', rowCount: 2 });
  const { rows } = await outbox.ask({ text: "select null::int a, 9007199254740993 b, '{x}'::text[] c", values: [] });
  expect(rows).toEqual([{ a: null, b: 9007199254740993n, c: ['x'] }]);
});

test('a value that cannot be written fails what was asked with it and sends nothing', async () => {
  const outbox = new Outbox(client);
  const circle: { of?: unknown } = {};
  circle.of = circle;
  const asked = [outbox.ask(select('1')), outbox.ask({ text: 'select $1::jsonb', values: [circle] })];
  const answers = await outcomes(asked);
  expect(answers).toEqual([expect.stringContaining('circular'), expect.stringContaining('circular')]);
  expect(await outcomes([outbox.ask(select('2'))])).toEqual([2]);
});

test('moments arrive to the millisecond, in any year', async () => {
  const outbox = new Outbox(client);
  for (const moment of ['2026-11-20T15:00:00.123Z', '0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z']) {
    const { rows } = await outbox.ask({ text: 'select $1::timestamptz as it', values: [new Date(moment)] });
    expect(rows).toEqual([{ it: new Date(moment) }]);
  }
});

test('an act that is refused before anything was sent leaves no transaction open', async () => {
  const one = openPool({ url: services.listenUrl, max: 1 });
  await expect(asVisitor(one, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const { rows } = await one.query(
    'select pg_current_xact_id_if_assigned() is null and now() = statement_timestamp() it',
  );
  expect(rows).toEqual([{ it: true }]);
  await one.end();
});

test('the last statements commit with each other, and none of them when one fails', async () => {
  const one = openPool({ url: services.listenUrl, max: 1 });
  await one.query('create temporary table kept (it int constraint small check (it < 10))');
  const kept = rowsOf<number>('kept', { it: (it) => it });
  const keep = (...numbers: number[]) =>
    asVisitor(one, (tx) => lastly(tx, ...numbers.map((it) => insertionOf([kept(it)]))));
  await keep(1, 2);
  await expect(keep(3, 10)).rejects.toMatchObject({ constraint: 'small' });
  expect((await one.query('select it from kept order by it')).rows).toEqual([{ it: 1 }, { it: 2 }]);
  await expect(
    asVisitor(one, async (tx) => {
      await lastly(tx, sql`select 1`.compile(tx));
      await sql`select 2`.execute(tx);
    }),
  ).rejects.toThrow('has run its last statement');
  await one.end();
});

test('rows for several tables go in by one statement, and a name that is no plain word by none', async () => {
  const kept = rowsOf<number>('kept', { it: (it) => it, at: () => null });
  const others = rowsOf<number>('others', { it: (it) => it + 1 });
  const both = insertionOf([kept(1), others(1)]);
  expect(both.sql).toBe('with row0 as (insert into kept (it, at) values ($1, $2)) insert into others (it) values ($3)');
  expect(both.parameters).toEqual([1, null, 2]);
  expect(insertionOf([kept(5)])).toMatchObject({
    sql: 'insert into kept (it, at) values ($1, $2)',
    parameters: [5, null],
  });
  expect(() => rowsOf('kept', { 'it) values (1); --': () => 1 })).toThrow('not the name');
});

test('a prepared statement is written once and takes new values each time', async () => {
  let written = 0;
  const sum = prepared<{ one: number; other: number }, { it: number }>(({ one, other }) => {
    written++;
    return sql`select ${one}::int + ${other}::int + ${one}::int as it`;
  });
  const answers = await asVisitor(pool, async (tx) => [
    await sum(tx, { one: 1, other: 2 }),
    await sum(tx, { other: 5, one: 10 }),
  ]);
  expect(answers).toEqual([[{ it: 4 }], [{ it: 25 }]]);
  expect(written).toBe(1);
  const deciding = prepared<{ one: number }, object>(({ one }) => (one > 3 ? sql`select 1` : sql`select 2`));
  await expect(asVisitor(pool, (tx) => deciding(tx, { one: 4 }))).rejects.toThrow('takes its value "one" as it is');
});
