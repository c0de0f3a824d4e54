import { expect, test } from 'vitest';
import { getPriceSteps } from './price-steps.ts';

const sums = { rates: { buy: '175', market: { rate: '160.50' } }, fee: { basisPoints: 800 } };

test('an order of J$20,000 is priced as in the lesson', () => {
  const steps = getPriceSteps(sums, 20_000);
  const right = ['1,600', 'J$18,400', '105.14', '3125'];
  expect(steps.map(({ accepts }, at) => accepts(right[at] ?? ''))).toEqual([true, true, true, true]);
  expect(steps.at(-1)?.because).toContain('15.6');
});

test('wrong, empty and non-numeric answers are refused', () => {
  for (const { accepts } of getPriceSteps(sums, 20_000))
    for (const typed of ['', ' ', '175', 'many', '-1600', 'NaN', 'Infinity']) expect(accepts(typed)).toBe(false);
});

test('the total cost step needs a market rate', () => {
  expect(getPriceSteps({ ...sums, rates: { buy: '175', market: null } }, 20_000)).toHaveLength(3);
});
