import { expect, test } from 'vitest';
import { nameOf, readDetails } from './data.ts';

test('the factors of a score, its level by the rules of its time, flags and plain facts are read from the details of an alert', () => {
  const factors = [{ code: 'above_500000', points: 25, reason: 'The amount is above J$500,000.' }];
  const read = readDetails({
    riskLevel: 'high',
    riskFactors: factors,
    behavioralFlags: ['night'],
    walletAddress: 'bc1q',
    lists: ['OFAC'],
  });
  expect(read).toEqual({
    level: 'high',
    factors,
    flags: ['night'],
    inputs: [],
    facts: [
      ['Wallet address', 'bc1q'],
      ['Lists', 'OFAC'],
    ],
  });
});

test('a factor without its reason is told by its code, and what cannot be read is left out', () => {
  const read = readDetails({
    riskFactors: [{ code: 'pep_customer', points: 40 }, 'pep', { points: 3 }, null],
    evidence: { deep: { deeper: true } },
    empty: '',
    none: null,
  });
  expect(read.factors).toEqual([{ code: 'pep_customer', points: 40, reason: 'pep customer' }]);
  expect(read.facts).toEqual([]);
  expect(readDetails({ riskFactors: 'none' })).toEqual({ level: null, factors: [], flags: [], inputs: [], facts: [] });
});

test('a stored name is told in words', () => {
  expect(nameOf('list_version')).toBe('List version');
  expect(nameOf('riskScore')).toBe('Risk score');
});

test('what the score was made from is told with its names and amounts, what stands deeper with where it stands', () => {
  const read = readDetails({
    inputs: { pep: false, amount: '600000.00', monthlyIncome: null },
    wallet: { address: 'bc1q', result: 'error', lists: [] },
    ruleSetId: '01a1fd5d-f0b0-7a24-ad79-3a186d002220',
  });
  expect(read.inputs).toEqual([
    ['This order', 'J$600,000.00'],
    ['Declared income a month', 'Not known'],
    ['Politically exposed', 'No'],
  ]);
  expect(read.facts).toEqual([
    ['Wallet address', 'bc1q'],
    ['Wallet result', 'error'],
  ]);
});
