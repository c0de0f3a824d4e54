import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attacks, findActiveTags, renderBlocks } from '../../../../../test/attacks.ts';
import { parseLesson } from '../../lesson-text.ts';
import { series } from './cases.ts';
import { findFaults, getPriceSteps } from './practice.tsx';

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

describe('sending with a tag', () => {
  const right = { network: 'solana', address: ' LGMpractice7vTuT0rAddre55NotReaLx4Kq9 ', memo: '4821', amount: '100' };
  const findWrongFields = (changes: Partial<typeof right>) =>
    Object.entries(findFaults({ ...right, ...changes })).flatMap(([name, fault]) => (fault ? [name] : []));

  test('a practice transfer needs the right network, address, memo and amount', () => {
    expect(findWrongFields({})).toEqual([]);
    expect(findWrongFields({ network: 'bep20', memo: '' })).toEqual(['network', 'memo']);
    expect(findWrongFields({ address: 'LGMpractice7vTuT0rAddre55NotReaLx4Kq8' })).toEqual(['address']);
    for (const amount of ['', '0', '-1', '10', '500', '100.5', '1e2'])
      expect(findWrongFields({ amount })).toEqual(['amount']);
  });

  test('every case has one right answer, and each answer has an explanation', () => {
    for (const { looks } of Object.values(series))
      for (const { answers, ask } of looks) {
        expect([ask, answers.filter(({ right: is }) => is).length]).toEqual([ask, 1]);
        expect(answers.every(({ because }) => because.length > 20)).toBe(true);
      }
  });
});

describe('blocks of a lesson', () => {
  const page = (markdown: string) => renderBlocks(parseLesson(markdown).blocks);

  test.each(attacks)('no script runs for %j', (text) => {
    expect(findActiveTags(page(text))).toEqual([]);
    expect(findActiveTags(page(`Some text ${text} and more.\n\n[w](term:a) [f](fact:a)`))).toEqual([]);
  });

  test('no script runs for any combination', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...attacks), fc.string()), { maxLength: 6 }), (parts) => {
        expect(findActiveTags(page(parts.join('\n\n')))).toEqual([]);
        expect(findActiveTags(page(parts.join(' ')))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
