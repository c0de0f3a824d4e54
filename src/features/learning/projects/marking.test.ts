import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelsFor, rubric } from '../../../../test/projects.ts';
import { findMissingParts, hasRecoveryPhrase, pickParts } from './evidence.ts';
import { computeTotal } from './marking.ts';

test('70 of 100 points pass, 69 do not', () => {
  expect(computeTotal(rubric, levelsFor.enough)).toEqual({ points: 70, passed: true });
  expect(computeTotal(rubric, levelsFor.full)).toEqual({ points: 100, passed: true });
  expect(computeTotal(rubric, levelsFor.little)).toEqual({ points: 50, passed: false });
  expect(computeTotal({ ...rubric, passPercent: 71 }, levelsFor.enough)).toEqual({ points: 70, passed: false });
});

test('a mark needs one valid level per criterion and no other criterion', () => {
  const { 'plan/reason': _left, ...missing } = levelsFor.full;
  for (const levels of [missing, { ...levelsFor.full, 'plan/other': 1 }, { ...levelsFor.full, 'plan/reason': 39 }, {}])
    expect(computeTotal(rubric, levels)).toBeNull();
  const odd = fc.record({ 'wallet/received': fc.nat(100), 'wallet/choice': fc.nat(100), 'plan/reason': fc.nat(100) });
  fc.assert(
    fc.property(odd, (levels) => {
      const total = computeTotal(rubric, levels);
      const known = rubric.tasks.every(({ id, criteria }) =>
        criteria.every((one) =>
          one.levels.some(({ points }) => points === levels[`${id}/${one.id}` as keyof typeof levels]),
        ),
      );
      const sum = Object.values(levels).reduce((all, one) => all + one, 0);
      expect(total).toEqual(known ? { points: sum, passed: sum >= 70 } : null);
    }),
  );
});

const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';

test('recovery words are detected in any form, ordinary sentences are not', () => {
  for (const text of [
    phrase,
    `My words: ${phrase.toUpperCase()}. Safe!`,
    phrase
      .split(' ')
      .map((word, at) => `${at + 1}. ${word}\n`)
      .join(''),
  ])
    expect(hasRecoveryPhrase(text)).toBe(true);
  for (const text of [
    phrase.split(' ').slice(1).join(' '),
    'I chose this wallet because it runs on my own phone, and I keep the words on paper at two places.',
    '',
  ])
    expect(hasRecoveryPhrase(text)).toBe(false);
});

test('a part without text, or without a required hash, is missing', () => {
  const given = { text: 'So.', address: '', hash: '' };
  expect(findMissingParts(rubric, {})).toEqual(['Set up a wallet.', 'Write a plan.']);
  expect(findMissingParts(rubric, { wallet: given, plan: given })).toEqual(['Set up a wallet.']);
  expect(findMissingParts(rubric, { wallet: { ...given, hash: 'h' }, plan: { ...given, text: '' } })).toEqual([
    'Write a plan.',
  ]);
  expect(pickParts(rubric, { plan: given, other: given })).toEqual({ plan: given });
});
