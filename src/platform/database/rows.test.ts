import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';
import { allRows, allValues, anyRow, type Db, firstRow, firstValue, newId, onlyRow, withVisitor } from './database.ts';

const { services } = await serverUnderTest();
const runAsVisitor = <T>(act: (tx: Db) => Promise<T>) => withVisitor(services.pool, act);
const series = (max: number) => sql`from generate_series(1, ${max}) it`;

test('statements return their rows, the first row, or whether there is one', async () => {
  expect(await runAsVisitor((tx) => allRows(tx)`select it ${series(2)}`)).toEqual([{ it: 1 }, { it: 2 }]);
  expect(await runAsVisitor((tx) => firstRow(tx)`select it ${series(2)}`)).toEqual({ it: 1 });
  expect(await runAsVisitor((tx) => firstRow(tx)`select it ${series(0)}`)).toBe(null);
  expect(await runAsVisitor((tx) => anyRow(tx)`select ${series(1)}`)).toBe(true);
  expect(await runAsVisitor((tx) => anyRow(tx)`select ${series(0)}`)).toBe(false);
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
  expect(await runAsVisitor((tx) => onlyRow(tx)`select count(*)::int ${series(4)}`)).toEqual({ count: 4 });
  await expect(runAsVisitor((tx) => onlyRow(tx)`select it ${series(0)}`)).rejects.toThrow('returned none');
  expect(await runAsVisitor((tx) => newId(tx)`select it::text id ${series(1)}`)).toBe('1');
  await expect(runAsVisitor((tx) => newId(tx)`select it::text id ${series(0)}`)).rejects.toThrow('returned none');
});
