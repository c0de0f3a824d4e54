import { expect, test } from 'vitest';
import { shippedRuleSet } from '../../../../../../test/shipped-rules.ts';
import { formatRules, parseRules, type RuleTexts } from './rule-fields.ts';

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
  expect(ruleSet?.rules.find(({ code }) => code === 'large_amount')).toMatchObject({ threshold: '200000', points: 20 });
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
