import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverUnderTest } from '../../test/worker.ts';
import { type Answer, Outbox } from './batch.ts';
import { openPool } from './database.ts';
import { insertionOf, rowsOf } from './new-rows.ts';

const { ownerUrl } = await serverUnderTest();
// The owner alone may lay down tables, and temporary ones.
const pool = openPool({ url: ownerUrl, max: 2 });
let client: pg.PoolClient;
beforeAll(async () => {
  client = await pool.connect();
});
afterAll(async () => {
  client.release();
  await pool.end();
});

/** The type `point`, which nothing of ours uses. */
const POINT = 600 as Parameters<typeof pg.types.setTypeParser>[0];

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
  // The connection is as good as before, and knows statements that it met in the batch that failed.
  expect(await outcomes([outbox.ask(mark), outbox.ask(select('(select count(*)::int from marks)'))])).toEqual([
    undefined,
    1,
  ]);
});

test('a statement that was prepared in a batch that failed later is prepared anew', async () => {
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

const circle: { of?: unknown } = {};
circle.of = circle;
const unwritable = { text: 'select $1::jsonb', values: [circle] };

test('a value that cannot be written fails its own statement, or all that were asked as one', async () => {
  const outbox = new Outbox(client);
  const circular = expect.stringContaining('circular');
  expect(await outcomes([outbox.ask(select('1')), outbox.ask(unwritable)])).toEqual([1, circular]);
  await outbox.ask({ text: 'create temporary table wholes (it int)', values: [] });
  const asked = outbox.askAll([{ text: 'insert into wholes values (1)', values: [] }, unwritable]);
  await expect(asked).rejects.toThrow('circular');
  expect(await outcomes([outbox.ask(select('(select count(*)::int from wholes)'))])).toEqual([0]);
});

test('a value that cannot be read fails its statement and what came behind it', async () => {
  const before = pg.types.getTypeParser(POINT);
  pg.types.setTypeParser(POINT, () => {
    throw new Error('cannot be read');
  });
  try {
    const outbox = new Outbox(client);
    const asked = [select('1'), select("'(1,2)'::point"), select('3')].map((one) => outbox.ask(one));
    expect(await outcomes(asked)).toEqual([1, 'cannot be read', 'cannot be read']);
    expect(await outcomes([outbox.ask(select('4'))])).toEqual([4]);
  } finally {
    pg.types.setTypeParser(POINT, before);
  }
});

test('an empty statement answers nothing and leaves the answers of the others where they are', async () => {
  const outbox = new Outbox(client);
  const asked = [outbox.ask({ text: '', values: [] }), outbox.ask(select('1')), outbox.ask(select('2'))];
  expect(await outcomes(asked)).toEqual([undefined, 1, 2]);
});

test('one name stands for one text', async () => {
  const outbox = new Outbox(client);
  expect(await outcomes([outbox.ask(select('1', 'same'))])).toEqual([1]);
  expect(await outcomes([outbox.ask(select('2', 'same'))])).toEqual(['the name same stands for another statement']);
  expect(await outcomes([outbox.ask(select('1', 'same'))])).toEqual([1]);
});

test('a statement whose columns changed fails once, and is prepared anew', async () => {
  const outbox = new Outbox(client);
  const run = (text: string) => outbox.ask({ text, values: [] });
  await run('create temporary table changing (it int)');
  await run('insert into changing values (1)');
  const all = { text: 'select * from changing', values: [], name: 'changing' };
  expect(await outcomes([outbox.ask(all)])).toEqual([1]);
  await run('alter table changing alter it type text');
  expect(await outcomes([outbox.ask(all)])).toEqual(['cached plan must not change result type']);
  expect(await outcomes([outbox.ask(all)])).toEqual(['1']);
});

test('moments arrive to the millisecond, in any year', async () => {
  const outbox = new Outbox(client);
  for (const moment of ['2026-11-20T15:00:00.123Z', '0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z']) {
    const { rows } = await outbox.ask({ text: 'select $1::timestamptz as it', values: [new Date(moment)] });
    expect(rows).toEqual([{ it: new Date(moment) }]);
  }
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
