import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';
import { readConfig } from '../config/config.ts';
import { Pipeline, type QueryResult } from './batch.ts';
import { compileInsert, defineRow } from './batch-insert.ts';
import { openPool } from './database.ts';
import {
  connectionsFor,
  missingConnectionUrls,
  openConnections,
  type ProcessPart,
  poolSizes,
} from './database-connections.ts';

const { ownerUrl } = await serverUnderTest();
const pool = openPool({ url: ownerUrl, max: 2 });
let client: pg.PoolClient;
beforeAll(async () => {
  client = await pool.connect();
});
afterAll(async () => {
  client.release();
  await pool.end();
});

/** Type `point`, which the product never uses. */
const POINT = 600 as Parameters<typeof pg.types.setTypeParser>[0];

const select = (text: string, name?: string) => ({ text: `select ${text} as item`, values: [], ...(name && { name }) });
const getOutcomes = async (answers: Promise<QueryResult>[]) =>
  (await Promise.allSettled(answers)).map((query) =>
    query.status === 'fulfilled'
      ? (query.value.rows[0] as { item: unknown } | undefined)?.item
      : (query.reason as Error).message,
  );

test('statements of one turn are answered in order, each with its own rows', async () => {
  const outbox = new Pipeline(client);
  const pending = [outbox.query(select('1')), outbox.query({ text: 'set local lock_timeout = 5', values: [] })];
  const parameter = { text: 'select $1::int + 1 as item', values: [41], name: 'sum' };
  pending.push(outbox.query(parameter), outbox.query(select(`'last'`)));
  expect(await getOutcomes(pending)).toEqual([1, undefined, 42, 'last']);
  expect(await getOutcomes([outbox.query(parameter)])).toEqual([42]);
});

test('statements before a failing one are answered, those after it do not run', async () => {
  const outbox = new Pipeline(client);
  await outbox.query({ text: 'create temporary table marks (mark int)', values: [] });
  const mark = { text: 'insert into marks values ($1)', values: [1], name: 'mark' };
  const results = [outbox.query(select('1')), outbox.query(select('1 / 0')), outbox.query(mark)];
  expect(await getOutcomes(results)).toEqual([1, 'division by zero', 'division by zero']);
  expect(await getOutcomes([outbox.query(mark), outbox.query(select('(select count(*)::int from marks)'))])).toEqual([
    undefined,
    1,
  ]);
});

test('a statement prepared in a batch that failed is prepared again', async () => {
  const outbox = new Pipeline(client);
  const named = select('7', 'seven');
  expect(await getOutcomes([outbox.query(named), outbox.query(select('1 / 0'))])).toEqual([7, 'division by zero']);
  expect(await getOutcomes([outbox.query(named)])).toEqual([7]);
  expect(await getOutcomes([outbox.query(named)])).toEqual([7]);
});

test('a result has the command and the number of rows', async () => {
  const outbox = new Pipeline(client);
  const runStatement = async (text: string) => {
    const { command, rowCount } = await outbox.query({ text, values: [] });
    return { command, rowCount };
  };
  expect(await runStatement('create temporary table counted (item int)')).toEqual({
    command: 'CREATE',
    rowCount: null,
  });
  expect(await runStatement('insert into counted values (1), (2)')).toEqual({ command: 'INSERT', rowCount: 2 });
  expect(await runStatement('update counted set item = 3 where item > 7')).toEqual({ command: 'UPDATE', rowCount: 0 });
  expect(await runStatement('select from counted')).toEqual({ command: 'SELECT', rowCount: 2 });
  const { rows } = await outbox.query({ text: "select null::int a, 9007199254740993 b, '{x}'::text[] c", values: [] });
  expect(rows).toEqual([{ a: null, b: 9007199254740993n, c: ['x'] }]);
});

const circularValue: { self?: unknown } = {};
circularValue.self = circularValue;
const unencodable = { text: 'select $1::jsonb', values: [circularValue] };

test('a value that cannot be encoded rejects its own statement, or the whole group', async () => {
  const outbox = new Pipeline(client);
  const circular = expect.stringContaining('circular');
  expect(await getOutcomes([outbox.query(select('1')), outbox.query(unencodable)])).toEqual([1, circular]);
  await outbox.query({ text: 'create temporary table wholes (item int)', values: [] });
  const results = outbox.queryAll([{ text: 'insert into wholes values (1)', values: [] }, unencodable]);
  await expect(results).rejects.toThrow('circular');
  expect(await getOutcomes([outbox.query(select('(select count(*)::int from wholes)'))])).toEqual([0]);
});

test('a value that cannot be decoded rejects its statement and later ones', async () => {
  const connectionBefore = pg.types.getTypeParser(POINT);
  pg.types.setTypeParser(POINT, () => {
    throw new Error('cannot be read');
  });
  try {
    const outbox = new Pipeline(client);
    const results = [select('1'), select("'(1,2)'::point"), select('3')].map((one) => outbox.query(one));
    expect(await getOutcomes(results)).toEqual([1, 'cannot be read', 'cannot be read']);
    expect(await getOutcomes([outbox.query(select('4'))])).toEqual([4]);
  } finally {
    pg.types.setTypeParser(POINT, connectionBefore);
  }
});

test('an empty statement returns nothing and does not shift other results', async () => {
  const outbox = new Pipeline(client);
  const results = [outbox.query({ text: '', values: [] }), outbox.query(select('1')), outbox.query(select('2'))];
  expect(await getOutcomes(results)).toEqual([undefined, 1, 2]);
});

test('a statement name belongs to one text', async () => {
  const outbox = new Pipeline(client);
  expect(await getOutcomes([outbox.query(select('1', 'same'))])).toEqual([1]);
  expect(await getOutcomes([outbox.query(select('2', 'same'))])).toEqual([
    'the statement name same is already used for another text',
  ]);
  expect(await getOutcomes([outbox.query(select('1', 'same'))])).toEqual([1]);
});

test('a statement fails once when its columns changed, then is prepared again', async () => {
  const outbox = new Pipeline(client);
  const compute = (text: string) => outbox.query({ text, values: [] });
  await compute('create temporary table changing (item int)');
  await compute('insert into changing values (1)');
  const selectAll = { text: 'select * from changing', values: [], name: 'changing' };
  expect(await getOutcomes([outbox.query(selectAll)])).toEqual([1]);
  await compute('alter table changing alter item type text');
  expect(await getOutcomes([outbox.query(selectAll)])).toEqual(['cached plan must not change result type']);
  expect(await getOutcomes([outbox.query(selectAll)])).toEqual(['1']);
});

test('dates keep their milliseconds in any year', async () => {
  const outbox = new Pipeline(client);
  for (const moment of ['2026-11-20T15:00:00.123Z', '0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z']) {
    const { rows } = await outbox.query({ text: 'select $1::timestamptz as item', values: [new Date(moment)] });
    expect(rows).toEqual([{ item: new Date(moment) }]);
  }
});

test('rows for several tables are inserted with one statement, and invalid names are rejected', async () => {
  const keptRow = defineRow<number>('kept', { item: (item) => item, at: () => null });
  const other = defineRow<number>('others', { item: (item) => item + 1 });
  const tableRows = compileInsert([keptRow(1), other(1)]);
  expect(tableRows.sql).toBe(
    'with row0 as (insert into kept (item, at) values ($1, $2)) insert into others (item) values ($3)',
  );
  expect(tableRows.parameters).toEqual([1, null, 2]);
  expect(compileInsert([keptRow(5)])).toMatchObject({
    sql: 'insert into kept (item, at) values ($1, $2)',
    parameters: [5, null],
  });
  expect(() => defineRow('kept', { 'item) values (1); --': () => 1 })).toThrow('invalid table or column name');
});

const parts: readonly ProcessPart[] = ['all', 'web', 'worker'];

test.each(parts)('the pools of a process of the kind "%s" add up to its limit', (part) => {
  for (let maxConnections = 8; maxConnections <= 200; maxConnections++) {
    const shares = poolSizes(part, maxConnections);
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBe(maxConnections);
    for (const name of connectionsFor(part))
      expect([maxConnections, name, shares[name] >= 1]).toEqual([maxConnections, name, true]);
    expect(shares.app).toBeGreaterThanOrEqual(3);
  }
});

test('requests have ten connections by default', () => {
  expect(poolSizes('all', 22)).toEqual({ app: 10, auth: 5, sealer: 2, jobs: 4, listen: 1 });
});

test('a web process has no sealer connection, and a worker has no listening one', () => {
  expect(connectionsFor('web')).not.toContain('sealer');
  expect(connectionsFor('worker')).not.toContain('listen');
});

const settings = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_APP_URL: 'postgres://a@db.test/shop' };

test('a missing address is named without connecting when there is no owner to derive it', async () => {
  const config = readConfig(settings);
  expect(missingConnectionUrls(config, connectionsFor('all'))).toEqual(['auth', 'sealer', 'jobs']);
  await expect(openConnections({ config, ownerUrl: undefined, names: connectionsFor('all') })).rejects.toThrow(
    'DATABASE_AUTH_URL, DATABASE_SEALER_URL, DATABASE_JOBS_URL',
  );
});
