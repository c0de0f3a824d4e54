import { describe, expect, it } from 'vitest';
import { after, hours } from '../../../kernel/clock.ts';
import type { Known } from '../../scam-reports/shapes.ts';
import { alarming, answersTo, coolsUntil, isCooling, seenAs } from './coercion.ts';

const published: Known = { told: 'published', verdict: 'likely', people: 3, slug: 'quick', firstDay: '2026-11-01' };
const reported: Known = { told: 'reported' };
const answers = { toldToPay: false, hurried: false, ownKeys: true };
const at = new Date('2026-11-25T12:00:00Z');

describe('answers to a warning', () => {
  it('are taken where all three were given to this very warning', () => {
    expect(answersTo(published, { warningSeen: seenAs(published), ...answers })).toEqual(answers);
    expect(answersTo({ ...published, people: 4 }, { warningSeen: seenAs(published), ...answers })).toEqual(answers);
    expect(answersTo(reported, { warningSeen: seenAs(reported), ...answers })).toEqual(answers);
  });

  it('are missing where one is, or where another warning was shown', () => {
    for (const question of ['toldToPay', 'hurried', 'ownKeys'])
      expect(answersTo(reported, { warningSeen: seenAs(reported), ...answers, [question]: null })).toBeNull();
    for (const now of [reported, { ...published, slug: 'newer' }, { ...published, verdict: 'scam' }] as const)
      expect(answersTo(now, { warningSeen: seenAs(published), ...answers })).toBeNull();
    expect(answersTo(reported, { warningSeen: '', ...answers })).toBeNull();
  });

  it('alarm where somebody told them to pay or to hurry, or has their keys', () => {
    expect(alarming(answers)).toBe(false);
    expect(alarming({ toldToPay: null, hurried: null, ownKeys: null })).toBe(false);
    for (const one of [{ toldToPay: true }, { hurried: true }, { ownKeys: false }])
      expect(alarming({ ...answers, ...one })).toBe(true);
  });
});

describe('cooling off', () => {
  it('is for orders to a wallet of a published warning, by the hours of the setting', () => {
    expect(coolsUntil(published, at, 24)).toEqual(after(at, hours(24)));
    expect(coolsUntil(published, at, 0)).toBeNull();
    expect(coolsUntil(reported, at, 24)).toBeNull();
    expect(coolsUntil({ ...published, verdict: 'legitimate' }, at, 24)).toBeNull();
  });

  it('ends at its moment', () => {
    const order = { coolsUntil: after(at, hours(24)) };
    expect([isCooling(order, at), isCooling(order, order.coolsUntil), isCooling({ coolsUntil: null }, at)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
