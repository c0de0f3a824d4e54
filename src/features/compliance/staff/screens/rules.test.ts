import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shippedRuleSet } from '../../../../../test/shipped-rules.ts';
import type { RuleSet } from '../../../risk/rule-set.ts';
import type { BacktestOrder } from '../../../risk/views.ts';
import { formatKey, readDetails } from './alert-details.ts';
import { addPage, changeOf, emptyBacktest, mostSevereFirst, stoppedSentence } from './backtest-panel.tsx';
import { formatSpan, getClockFace } from './clock.tsx';
import { indentXml } from './report-dialogs.tsx';
import { formatRules, parseRules, type RuleTexts } from './rule-form.tsx';
import { formatCondition, formatPoints, getDifferences } from './rule-table.tsx';

const rule = (code: string) => {
  const found = shippedRuleSet.rules.find((each) => each.code === code);
  if (!found) throw new Error(`no rule ${code}`);
  return found;
};
const changed = (change: Partial<RuleSet>): RuleSet => ({ ...shippedRuleSet, ...change });

describe('rule texts', () => {
  test('amounts show J$, counts are plain, hours include their last minute', () => {
    expect(formatCondition(rule('large_amount'))).toBe('above J$500,000');
    const atLeast = { ...rule('large_amount'), comparison: 'at_least' } as RuleSet['rules'][number];
    expect(formatCondition(atLeast)).toBe('J$500,000 or more');
    expect(formatCondition(rule('travel_rule'))).toBe(formatCondition(rule('due_diligence')));
    expect(formatCondition(rule('many_orders'))).toBe('above 10');
    expect(formatCondition(rule('night'))).toBe('from 0:00 to 5:59');
    expect(formatCondition(rule('sanctions'))).toBe('flagged or high risk');
  });

  test('the wallet rule adds up to its points, other rules add exactly their points', () => {
    expect(formatPoints(rule('wallet'))).toBe('up to 100');
    expect(formatPoints(rule('night'))).toBe('+10');
  });
});

describe('differences between rule sets', () => {
  test('equal rule sets have no differences, even with other number formats', () => {
    const same = shippedRuleSet.rules.map((each) =>
      each.code === 'large_amount' ? { ...each, threshold: '500000' } : each,
    );
    expect(getDifferences(shippedRuleSet, changed({ rules: same as RuleSet['rules'] }))).toEqual([]);
  });

  test('points, removed factors, added factors and limits each have a row', () => {
    const rules = shippedRuleSet.rules
      .filter(({ code }) => code !== 'night')
      .map((each) => (each.code === 'pep' || each.code === 'travel_rule' ? { ...each, points: 25 } : each));
    const added = { ...rule('large_amount'), code: 'very_large', threshold: '2000000' } as RuleSet['rules'][number];
    const found = getDifferences(shippedRuleSet, changed({ rules: [...rules, added], blockAt: 75 }));
    expect(found).toEqual([
      { setting: 'Travel rule, points', before: '+15', after: '+25' },
      { setting: 'Very large', before: 'Not counted', after: 'Order amount above J$2,000,000: +25' },
      { setting: 'Night', before: 'Hour of the day from 0:00 to 5:59: +10', after: 'Not counted' },
      { setting: 'Order blocked from', before: '80', after: '75' },
    ]);
  });

  test('alert levels are shown as text', () => {
    const after = changed({ alert: { levels: ['critical'], score: 60 } });
    expect(getDifferences(shippedRuleSet, after)).toEqual([
      {
        setting: 'Staff alerted at',
        before: 'high or critical or a score of 70',
        after: 'critical or a score of 60',
      },
    ]);
  });
});

describe('fields of a rule', () => {
  const path = (code: string, part: string) =>
    `rules.${shippedRuleSet.rules.findIndex((rule) => rule.code === code)}.${part}`;
  const [threshold, points] = [path('large_amount', 'threshold'), path('large_amount', 'points')];
  const parse = (texts: RuleTexts) =>
    parseRules({ title: 'Change', ...formatRules(shippedRuleSet), ...texts }, shippedRuleSet);

  test('an untouched form gives the same rule set', () => {
    expect(parse({})).toEqual({ ruleSet: shippedRuleSet, errors: {} });
  });

  test('figures may contain J$, commas and spaces', () => {
    const { ruleSet } = parse({ [threshold]: 'J$200,000', [points]: ' 20 ' });
    expect(ruleSet?.rules.find(({ code }) => code === 'large_amount')).toMatchObject({
      threshold: '200000',
      points: 20,
    });
  });

  test('alert levels are a list with commas', () => {
    expect(parse({ 'alert.levels': 'Critical' }).ruleSet?.alert.levels).toEqual(['critical']);
    expect(parse({ 'alert.levels': '' }).ruleSet?.alert.levels).toEqual([]);
    expect(parse({ 'alert.levels': 'grave' }).errors).toEqual({ 'alert.levels': 'Use low, medium, high or critical' });
  });

  test.each([
    [{ [threshold]: 'much' }, threshold],
    [{ [path('night', 'threshold.from')]: '7' }, path('night', 'threshold.from')],
    [{ [path('night', 'threshold.until')]: '24' }, path('night', 'threshold.until')],
    [{ [points]: '101' }, points],
    [{ [points]: '' }, points],
    [{ [path('night', 'reason')]: ' ' }, path('night', 'reason')],
    [{ title: ' ' }, 'title'],
    [{ blockAt: '1.5' }, 'blockAt'],
    [{ 'levels.high': '90' }, 'levels.medium'],
  ])('%o shows its error at %s', (texts, field) => {
    expect(Object.keys(parse(texts).errors)).toEqual([field]);
  });
});

describe('tests on past orders', () => {
  type Side = BacktestOrder['before'];
  const calm: Side = { score: 10, level: 'low', stopped: false, alerted: false };
  const alerted: Side = { score: 55, level: 'high', stopped: false, alerted: true };
  const stopped: Side = { score: 90, level: 'critical', stopped: true, alerted: true };

  test('an order is labelled with its most severe change', () => {
    const text = (before: Side, after: Side) => changeOf({ before, after }).text;
    expect(text(alerted, stopped)).toBe('Would be stopped');
    expect(text(stopped, calm)).toBe('No longer stopped');
    expect(text(calm, alerted)).toBe('New alert');
    expect(text(alerted, calm)).toBe('No alert any more');
    expect(text(calm, { ...calm, score: 12 })).toBe('Different score');
  });

  test('pages add up, and the most severe and newest changes come first', () => {
    const order = (id: string, at: string, [before, after]: readonly [Side, Side]) =>
      ({ assessmentId: id, at: new Date(at), before, after }) as BacktestOrder;
    const first = { ...emptyBacktest, orders: 300, stoppedBefore: 1, stoppedAfter: 3, next: 'more' };
    const changed = [
      order('a', '2026-11-01', [calm, alerted]),
      order('b', '2026-11-02', [alerted, stopped]),
      order('c', '2026-11-03', [calm, alerted]),
    ];
    const sum = addPage(first, { ...emptyBacktest, orders: 10, stoppedBefore: 1, stoppedAfter: 1, changed });
    expect(sum).toMatchObject({ orders: 310, stoppedBefore: 2, stoppedAfter: 4, next: null });
    expect(stoppedSentence(sum)).toContain('would have stopped 4 of 310');
    expect(mostSevereFirst(sum.changed).map(({ assessmentId }) => assessmentId)).toEqual(['b', 'c', 'a']);
  });
});

describe('the clock', () => {
  const minute = 60_000;
  const hour = 60 * minute;

  test('a time span has two units, the smaller with two digits', () => {
    expect(formatSpan(0)).toBe('0 m 00 s');
    expect(formatSpan(29 * minute + 5_999)).toBe('29 m 05 s');
    expect(formatSpan(hour - 1)).toBe('59 m 59 s');
    expect(formatSpan(hour)).toBe('1 h 00 m');
    expect(formatSpan(47 * hour + 59 * minute)).toBe('47 h 59 m');
    expect(formatSpan(48 * hour)).toBe('2 d 00 h');
    expect(formatSpan(15 * 24 * hour)).toBe('15 d 00 h');
  });

  test('an alert is due in the last quarter of its time and late after its deadline', () => {
    const since = new Date('2026-11-20T10:00:00Z');
    const until = new Date('2026-11-20T10:30:00Z');
    const at = (seconds: number) => getClockFace({ since, until }, since.getTime() + seconds * 1000);
    expect(at(0)).toEqual({ text: '30 m 00 s', late: false, tint: '' });
    expect(at(22.5 * 60 - 1).tint).toBe('');
    expect(at(22.5 * 60).tint).toBe('due');
    expect(at(30 * 60)).toEqual({ text: '0 m 00 s', late: false, tint: 'due' });
    expect(at(30 * 60 + 1)).toEqual({ text: '0 m 01 s late', late: true, tint: 'late' });
  });

  test('a clock is late only after its deadline', () => {
    const until = new Date('2026-11-20T10:30:00Z');
    const since = new Date('2026-11-19T10:30:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 * 24 * 3600 }), (seconds) => {
        const now = since.getTime() + seconds * 1000;
        expect(getClockFace({ since, until }, now).late).toBe(now > until.getTime());
      }),
    );
  });
});

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
  expect(readDetails({ riskFactors: 'none' })).toEqual({
    level: null,
    factors: [],
    flags: [],
    inputs: [],
    values: [],
  });
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
