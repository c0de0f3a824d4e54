import { expect, test } from 'vitest';
import { stepsOf } from './price-sums.ts';

const sums = { rates: { buy: '175', market: { rate: '160.50' } }, fee: { basisPoints: 800 } };

test('an order of J$20,000 is priced as the lesson prices it: fee, rest, dollars, and what it cost all in', () => {
  const steps = stepsOf(sums, 20_000);
  const right = ['1,600', 'J$18,400', '105.14', '3125'];
  expect(steps.map(({ accepts }, at) => accepts(right[at] ?? ''))).toEqual([true, true, true, true]);
  expect(steps.at(-1)?.because).toContain('15.6');
});

test('a wrong step, an empty one and words are not taken', () => {
  for (const { accepts } of stepsOf(sums, 20_000))
    for (const typed of ['', ' ', '175', 'many', '-1600', 'NaN', 'Infinity']) expect(accepts(typed)).toBe(false);
});

test('without a market rate nothing is said of the whole cost', () => {
  expect(stepsOf({ ...sums, rates: { buy: '175', market: null } }, 20_000)).toHaveLength(3);
});
