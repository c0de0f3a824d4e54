import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverUnderTest } from '../../test/worker.ts';
import { allRows, allValues, anyRow, asVisitor, type Db, firstRow, firstValue, newId, onlyRow } from './database.ts';

const { services } = await serverUnderTest();
const ask = <T>(act: (tx: Db) => Promise<T>) => asVisitor(services.pool, act);
const upTo = (most: number) => sql`from generate_series(1, ${most}) it`;

test('a statement answers its rows, the first of them, or whether there is one', async () => {
  expect(await ask((tx) => allRows(tx)`select it ${upTo(2)}`)).toEqual([{ it: 1 }, { it: 2 }]);
  expect(await ask((tx) => firstRow(tx)`select it ${upTo(2)}`)).toEqual({ it: 1 });
  expect(await ask((tx) => firstRow(tx)`select it ${upTo(0)}`)).toBe(null);
  expect(await ask((tx) => anyRow(tx)`select ${upTo(1)}`)).toBe(true);
  expect(await ask((tx) => anyRow(tx)`select ${upTo(0)}`)).toBe(false);
});

test('of one thing asked for the values are answered, lists and nothing among them as they are', async () => {
  expect(await ask((tx) => allValues(tx)`select it ${upTo(3)}`)).toEqual([1, 2, 3]);
  expect(await ask((tx) => allValues(tx)`select array[it, null] ${upTo(2)}`)).toEqual([
    [1, null],
    [2, null],
  ]);
  expect(await ask((tx) => firstValue(tx)`select it = 1 ${upTo(2)}`)).toBe(true);
  expect(await ask((tx) => firstValue(tx)`select null ${upTo(1)}`)).toBe(null);
  expect(await ask((tx) => firstValue(tx)`select it ${upTo(0)}`)).toBe(null);
});

test('a statement that always answers a row and does not is a fault, and nothing is made up for it', async () => {
  expect(await ask((tx) => onlyRow(tx)`select count(*)::int ${upTo(4)}`)).toEqual({ count: 4 });
  await expect(ask((tx) => onlyRow(tx)`select it ${upTo(0)}`)).rejects.toThrow('has answered none');
  expect(await ask((tx) => newId(tx)`select it::text id ${upTo(1)}`)).toBe('1');
  await expect(ask((tx) => newId(tx)`select it::text id ${upTo(0)}`)).rejects.toThrow('has answered none');
});
