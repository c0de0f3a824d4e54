import { describe, expect, test } from 'vitest';
import { shippedRuleSet } from '../../../../../../test/shipped-rules.ts';
import type { RuleSet } from '../../../../risk/rule-set.ts';
import { formatCondition, formatPoints, getDifferences } from './rule-text.ts';

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
