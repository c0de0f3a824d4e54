import { expect, test } from 'vitest';
import { series } from './cases.ts';
import { findFaults } from './practice.tsx';

const right = { network: 'solana', address: ' LGMpractice7vTuT0rAddre55NotReaLx4Kq9 ', memo: '4821', amount: '100' };
const wrongs = (wish: Partial<typeof right>) =>
  Object.entries(findFaults({ ...right, ...wish })).flatMap(([name, fault]) => (fault ? [name] : []));

test('a practice transfer needs the right network, address, memo and amount', () => {
  expect(wrongs({})).toEqual([]);
  expect(wrongs({ network: 'bep20', memo: '' })).toEqual(['network', 'memo']);
  expect(wrongs({ address: 'LGMpractice7vTuT0rAddre55NotReaLx4Kq8' })).toEqual(['address']);
  for (const amount of ['', '0', '-1', '10', '500', '100.5', '1e2']) expect(wrongs({ amount })).toEqual(['amount']);
});

test('every case has one right answer, and each answer has an explanation', () => {
  for (const { looks } of Object.values(series))
    for (const { answers, ask } of looks) {
      expect([ask, answers.filter(({ right: is }) => is).length]).toEqual([ask, 1]);
      expect(answers.every(({ because }) => because.length > 20)).toBe(true);
    }
});
