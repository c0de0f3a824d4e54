import { describe, expect, test } from 'vitest';
import { shippedRuleSet } from '../../../../../test/shipped-rules.ts';
import type { RuleSet } from '../../../risk/rule-set.ts';
import { conditionText, differencesOf, pointsText } from './rule-words.ts';

const rule = (code: string) => {
  const found = shippedRuleSet.rules.find((each) => each.code === code);
  if (!found) throw new Error(`no rule ${code}`);
  return found;
};
const changed = (change: Partial<RuleSet>): RuleSet => ({ ...shippedRuleSet, ...change });

describe('a rule in words', () => {
  test('money is told in J$, counts without a mark, hours to their last minute', () => {
    expect(conditionText(rule('large_amount'))).toBe('above J$500,000');
    const atLeast = { ...rule('large_amount'), comparison: 'at_least' } as RuleSet['rules'][number];
    expect(conditionText(atLeast)).toBe('J$500,000 or more');
    expect(conditionText(rule('travel_rule'))).toBe(conditionText(rule('due_diligence')));
    expect(conditionText(rule('many_orders'))).toBe('above 10');
    expect(conditionText(rule('night'))).toBe('from 0:00 to 5:59');
    expect(conditionText(rule('sanctions'))).toBe('flagged or high risk');
  });

  test('the wallet adds its own score up to a figure, everything else adds the figure', () => {
    expect(pointsText(rule('wallet'))).toBe('up to 100');
    expect(pointsText(rule('night'))).toBe('+10');
  });
});

describe('what differs between two rule sets', () => {
  test('nothing differs from itself, however a figure is written', () => {
    const same = shippedRuleSet.rules.map((each) =>
      each.code === 'large_amount' ? { ...each, threshold: '500000' } : each,
    );
    expect(differencesOf(shippedRuleSet, changed({ rules: same as RuleSet['rules'] }))).toEqual([]);
  });

  test('points, a factor left out, a factor added and a limit each stand on their own line', () => {
    const rules = shippedRuleSet.rules
      .filter(({ code }) => code !== 'night')
      .map((each) => (each.code === 'pep' || each.code === 'travel_rule' ? { ...each, points: 25 } : each));
    const added = { ...rule('large_amount'), code: 'very_large', threshold: '2000000' } as RuleSet['rules'][number];
    const found = differencesOf(shippedRuleSet, changed({ rules: [...rules, added], blockAt: 75 }));
    expect(found).toEqual([
      { what: 'Travel rule, points', before: '+15', after: '+25' },
      { what: 'Very large', before: 'Does not count', after: 'This order above J$2,000,000: +25' },
      { what: 'Night', before: 'Hour of the day from 0:00 to 5:59: +10', after: 'Does not count' },
      { what: 'Order stopped from', before: '80', after: '75' },
    ]);
  });

  test('who is alerted is told in words', () => {
    const after = changed({ alert: { levels: ['critical'], score: 60 } });
    expect(differencesOf(shippedRuleSet, after)).toEqual([
      {
        what: 'Staff alerted at',
        before: 'high or critical or a score of 70',
        after: 'critical or a score of 60',
      },
    ]);
  });
});
