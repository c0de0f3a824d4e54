import { expect, test } from 'vitest';
import { forEachSettled } from './for-each-settled.ts';

test('a failing item does not stop later ones, and its error is thrown at the end', async () => {
  const settled: number[] = [];
  const work = async (item: number) => {
    if (item % 2 === 0) throw new Error(`not ${item}`);
    settled.push(item);
  };
  await expect(forEachSettled([1, 2, 3], work)).rejects.toThrow('not 2');
  await expect(forEachSettled([4, 5, 6, 7], work)).rejects.toThrow('2 of 4 failed');
  expect(settled).toEqual([1, 3, 5, 7]);
  await forEachSettled([], work);
});
