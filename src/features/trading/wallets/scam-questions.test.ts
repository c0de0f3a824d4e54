import { describe, expect, it } from 'vitest';
import { after, hours } from '../../../kernel/clock.ts';
import type { Known } from '../../scam-reports/types.ts';
import { coolingOffUntil, indicatesCoercion, isCoolingOff, validAnswers, warningVersionKey } from './scam-questions.ts';

const published: Known = { shown: 'published', verdict: 'likely', people: 3, slug: 'quick', firstDay: '2026-11-01' };
const reported: Known = { shown: 'reported' };
const answers = { askedToPay: false, hurried: false, ownKeys: true };
const at = new Date('2026-11-25T12:00:00Z');

describe('answers to a warning', () => {
  it('are valid when all three answer this warning', () => {
    expect(validAnswers(published, { warningSeen: warningVersionKey(published), ...answers })).toEqual(answers);
    expect(
      validAnswers({ ...published, people: 4 }, { warningSeen: warningVersionKey(published), ...answers }),
    ).toEqual(answers);
    expect(validAnswers(reported, { warningSeen: warningVersionKey(reported), ...answers })).toEqual(answers);
  });

  it('are missing when one is empty or another warning was shown', () => {
    for (const question of ['askedToPay', 'hurried', 'ownKeys'])
      expect(
        validAnswers(reported, { warningSeen: warningVersionKey(reported), ...answers, [question]: null }),
      ).toBeNull();
    for (const now of [reported, { ...published, slug: 'newer' }, { ...published, verdict: 'scam' }] as const)
      expect(validAnswers(now, { warningSeen: warningVersionKey(published), ...answers })).toBeNull();
    expect(validAnswers(reported, { warningSeen: '', ...answers })).toBeNull();
  });

  it('indicate coercion when someone urged the customer or has the keys', () => {
    expect(indicatesCoercion(answers)).toBe(false);
    expect(indicatesCoercion({ askedToPay: null, hurried: null, ownKeys: null })).toBe(false);
    for (const one of [{ askedToPay: true }, { hurried: true }, { ownKeys: false }])
      expect(indicatesCoercion({ ...answers, ...one })).toBe(true);
  });
});

describe('cooling off', () => {
  it('applies to wallets with a published warning, by the hours of the setting', () => {
    expect(coolingOffUntil(published, at, 24)).toEqual(after(at, hours(24)));
    expect(coolingOffUntil(published, at, 0)).toBeNull();
    expect(coolingOffUntil(reported, at, 24)).toBeNull();
    expect(coolingOffUntil({ ...published, verdict: 'legitimate' }, at, 24)).toBeNull();
  });

  it('ends at its moment', () => {
    const order = { coolsUntil: after(at, hours(24)) };
    expect([
      isCoolingOff(order, at),
      isCoolingOff(order, order.coolsUntil),
      isCoolingOff({ coolsUntil: null }, at),
    ]).toEqual([true, false, false]);
  });
});
