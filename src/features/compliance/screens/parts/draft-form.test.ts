import { describe, expect, test } from 'vitest';
import { shippedRuleSet } from '../../../../../test/shipped-rules.ts';
import { asTyped, readTyped, reasonNamesOldFigure, type TypedSet } from './draft-form.ts';

const start = asTyped('As it is', shippedRuleSet, shippedRuleSet);
const withRule = (code: string, change: object): TypedSet => ({
  ...start,
  rules: start.rules.map((typed) => (typed.rule.code === code ? { ...typed, ...change } : typed)),
});

describe('a rule set as it is typed', () => {
  test('what nobody touched is read back as it stood', () => {
    expect(readTyped(start)).toEqual({ ruleSet: shippedRuleSet, errors: {} });
  });

  test('a figure may be typed as people write it', () => {
    const read = readTyped(withRule('large_amount', { threshold: 'J$200,000', points: ' 20 ' }));
    expect(read.ruleSet?.rules.find(({ code }) => code === 'large_amount')).toMatchObject({
      threshold: '200000',
      points: 20,
    });
  });

  test('a factor that is switched off adds nothing, keeps its place, and has its points at hand', () => {
    const read = readTyped(withRule('night', { counts: false }));
    if (!read.ruleSet) throw new Error('not read');
    expect(read.ruleSet.rules.find(({ code }) => code === 'night')).toMatchObject({ points: 0 });
    const again = asTyped('Draft', read.ruleSet, shippedRuleSet);
    expect(again.rules.find(({ rule }) => rule.code === 'night')).toMatchObject({ counts: false, points: '10' });
  });

  test('what is wrong is told at its field', () => {
    expect(readTyped(withRule('large_amount', { threshold: 'much' })).errors).toEqual({
      'large_amount.threshold': 'A number such as 175,000 or 10',
    });
    expect(readTyped(withRule('night', { from: '7' })).errors).toHaveProperty(['night.threshold.until']);
    expect(readTyped(withRule('politically_exposed', { points: '101' })).errors).toHaveProperty([
      'politically_exposed.points',
    ]);
    expect(readTyped({ ...start, title: ' ' }).errors).toHaveProperty('title');
    expect(readTyped({ ...start, limits: { ...start.limits, blockAt: '' } }).errors).toHaveProperty('blockAt');
    expect(readTyped({ ...start, limits: { ...start.limits, high: '90' } }).errors).toEqual({
      critical: 'Critical begins above high, and high above medium',
    });
  });

  test('an order of fields after one that is switched off still finds its own error', () => {
    const off = withRule('income_exceeded', { counts: false });
    const typed = {
      ...off,
      rules: off.rules.map((each) => (each.rule.code === 'night' ? { ...each, points: '' } : each)),
    };
    expect(Object.keys(readTyped(typed).errors)).toEqual(['night.points']);
  });

  test('a reason that still names the old figure is noticed', () => {
    const typed = start.rules.find(({ rule }) => rule.code === 'large_amount');
    if (!typed) throw new Error('no such rule');
    expect(reasonNamesOldFigure(typed)).toBe(false);
    expect(reasonNamesOldFigure({ ...typed, threshold: '600,000' })).toBe(true);
    expect(reasonNamesOldFigure({ ...typed, threshold: '600,000', reason: 'The order is above J$600,000.' })).toBe(
      false,
    );
  });
});
