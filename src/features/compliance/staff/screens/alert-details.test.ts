import { describe, expect, test } from 'vitest';
import { formatKey, readDetails } from './alert-details.ts';
import { indentXml } from './report-dialogs.tsx';

test('parsing alert details gives level, factors, flags and other values', () => {
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
    values: [
      ['Wallet address', 'bc1q'],
      ['Lists', 'OFAC'],
    ],
  });
});

test('a factor without a reason shows its code, and unreadable values are skipped', () => {
  const read = readDetails({
    riskFactors: [{ code: 'pep_customer', points: 40 }, 'pep', { points: 3 }, null],
    evidence: { deep: { deeper: true } },
    empty: '',
    none: null,
  });
  expect(read.factors).toEqual([{ code: 'pep_customer', points: 40, reason: 'pep customer' }]);
  expect(read.values).toEqual([]);
  expect(readDetails({ riskFactors: 'none' })).toEqual({ level: null, factors: [], flags: [], inputs: [], values: [] });
});

test('a stored key becomes a label', () => {
  expect(formatKey('list_version')).toBe('List version');
  expect(formatKey('riskScore')).toBe('Risk score');
});

test("score inputs have labels and amounts, nested values their parent's label", () => {
  const read = readDetails({
    inputs: { pep: false, amount: '600000.00', monthlyIncome: null },
    wallet: { address: 'bc1q', result: 'error', lists: [] },
    ruleSetId: '01a1fd5d-f0b0-7a24-ad79-3a186d002220',
  });
  expect(read.inputs).toEqual([
    ['This order', 'J$600,000.00'],
    ['Declared monthly income', 'Not known'],
    ['Politically exposed', 'No'],
  ]);
  expect(read.values).toEqual([
    ['Wallet address', 'bc1q'],
    ['Wallet result', 'Not screened'],
  ]);
});

test('codes, moments and days become text, in Jamaican time', () => {
  const { values } = readDetails({
    order: { side: 'buy', amount: 'J$100.00', coins: '1 BTC' },
    wallet: { network: 'erc20' },
    askedAgain: { lastAt: '2026-11-28T13:05:00.000Z', side: 'sell', times: 2 },
    day: '2026-11-27',
  });
  expect(values).toEqual([
    ['Side', 'Buy'],
    ['Amount', 'J$100.00'],
    ['Coins', '1 BTC'],
    ['Wallet network', 'Ethereum (ERC20)'],
    ['Last repeated', 'Sat 28 Nov 2026, 8:05 am'],
    ['Side last requested', 'Sell'],
    ['Repeated requests', '2'],
    ['Day', '27 Nov 2026'],
  ]);
});

describe('dialogs of a report', () => {
  test('single-line XML is indented by depth', () => {
    const file = '<?xml version="1.0"?><report><a>1</a><b><c/></b></report>';
    expect(indentXml(file).split('\n')).toEqual([
      '<?xml version="1.0"?>',
      '<report>',
      '  <a>1</a>',
      '  <b>',
      '    <c/>',
      '  </b>',
      '</report>',
    ]);
  });
});
