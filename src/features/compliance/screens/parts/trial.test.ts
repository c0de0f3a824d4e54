import { expect, test } from 'vitest';
import type { TriedOrder } from '../../../risk/views.ts';
import { gravestFirst, joined, nothingTried, stoppedSentence, verdictOf } from './trial.ts';

type Side = TriedOrder['before'];
const calm: Side = { score: 10, level: 'low', stopped: false, alerted: false };
const alerted: Side = { score: 55, level: 'high', stopped: false, alerted: true };
const stopped: Side = { score: 90, level: 'critical', stopped: true, alerted: true };

test('the gravest thing that changes names the change', () => {
  const word = (before: Side, after: Side) => verdictOf({ before, after }).text;
  expect(word(alerted, stopped)).toBe('Stopped now');
  expect(word(stopped, calm)).toBe('No longer stopped');
  expect(word(calm, alerted)).toBe('Alert now');
  expect(word(alerted, calm)).toBe('No alert any more');
  expect(word(calm, { ...calm, score: 12 })).toBe('Other score');
});

test('pages are told as one, the gravest first and the newest among equals', () => {
  const order = (id: string, at: string, [before, after]: readonly [Side, Side]) =>
    ({ assessmentId: id, at: new Date(at), before, after }) as TriedOrder;
  const one = { ...nothingTried, looked: 300, stoppedBefore: 1, stoppedAfter: 3, next: 'more' };
  const these = [
    order('a', '2026-11-01', [calm, alerted]),
    order('b', '2026-11-02', [alerted, stopped]),
    order('c', '2026-11-03', [calm, alerted]),
  ];
  const all = joined(one, { ...nothingTried, looked: 10, stoppedBefore: 1, stoppedAfter: 1, these });
  expect(all).toMatchObject({ looked: 310, stoppedBefore: 2, stoppedAfter: 4, next: null });
  expect(stoppedSentence(all)).toContain('Would have stopped 4 of 310');
  expect(gravestFirst(all.these).map(({ assessmentId }) => assessmentId)).toEqual(['b', 'c', 'a']);
});
