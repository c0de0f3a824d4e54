import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marked, rubric } from '../../../test/projects.ts';
import { holdsSecretWords, ofParts, openParts } from './evidence.ts';
import { totalOf } from './marking.ts';

/** How a project is marked, and what may be handed in. */

test('70 of 100 points pass, one point less does not', () => {
  expect(totalOf(rubric, marked.enough)).toEqual({ points: 70, passed: true });
  expect(totalOf(rubric, marked.full)).toEqual({ points: 100, passed: true });
  expect(totalOf(rubric, marked.little)).toEqual({ points: 50, passed: false });
  expect(totalOf({ ...rubric, passPercent: 71 }, marked.enough)).toEqual({ points: 70, passed: false });
});

test('a mark counts where each criterion has one of its levels, and no other is named', () => {
  const { 'plan/reason': _left, ...missing } = marked.full;
  for (const levels of [missing, { ...marked.full, 'plan/other': 1 }, { ...marked.full, 'plan/reason': 39 }, {}])
    expect(totalOf(rubric, levels)).toBeNull();
  const odd = fc.record({ 'wallet/received': fc.nat(100), 'wallet/choice': fc.nat(100), 'plan/reason': fc.nat(100) });
  fc.assert(
    fc.property(odd, (levels) => {
      const total = totalOf(rubric, levels);
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

test('the recovery words of a wallet are seen, however they are written, and a sentence is not taken for them', () => {
  for (const text of [
    phrase,
    `My words: ${phrase.toUpperCase()}. Safe!`,
    phrase
      .split(' ')
      .map((word, at) => `${at + 1}. ${word}\n`)
      .join(''),
  ])
    expect(holdsSecretWords(text)).toBe(true);
  for (const text of [
    phrase.split(' ').slice(1).join(' '),
    'I chose this wallet because it runs on my own phone, and I keep the words on paper at two places.',
    '',
  ])
    expect(holdsSecretWords(text)).toBe(false);
});

test('a part is open without words, and where a transaction is asked for without its hash', () => {
  const given = { text: 'So.', address: '', hash: '' };
  expect(openParts(rubric, {})).toEqual(['Set up a wallet.', 'Write a plan.']);
  expect(openParts(rubric, { wallet: given, plan: given })).toEqual(['Set up a wallet.']);
  expect(openParts(rubric, { wallet: { ...given, hash: 'h' }, plan: { ...given, text: '' } })).toEqual([
    'Write a plan.',
  ]);
  expect(ofParts(rubric, { plan: given, other: given })).toEqual({ plan: given });
});
