import { expect, test } from 'vitest';
import { eachAlone } from './each-alone.ts';

test('what cannot be done keeps nothing behind it waiting, and is told in the end', async () => {
  const done: number[] = [];
  const work = async (one: number) => {
    if (one % 2 === 0) throw new Error(`not ${one}`);
    done.push(one);
  };
  await expect(eachAlone([1, 2, 3], work)).rejects.toThrow('not 2');
  await expect(eachAlone([4, 5, 6, 7], work)).rejects.toThrow('2 of 4 could not be done');
  expect(done).toEqual([1, 3, 5, 7]);
  await eachAlone([], work);
});
