import { expect, test } from 'vitest';
import type { BacktestOrder } from '../../../../risk/views.ts';
import { addPage, changeOf, emptyBacktest, mostSevereFirst, stoppedSentence } from './backtest.ts';

type Side = BacktestOrder['before'];
const calm: Side = { score: 10, level: 'low', stopped: false, alerted: false };
const alerted: Side = { score: 55, level: 'high', stopped: false, alerted: true };
const stopped: Side = { score: 90, level: 'critical', stopped: true, alerted: true };

test('an order is labelled with its most severe change', () => {
  const text = (before: Side, after: Side) => changeOf({ before, after }).text;
  expect(text(alerted, stopped)).toBe('Would be stopped');
  expect(text(stopped, calm)).toBe('No longer stopped');
  expect(text(calm, alerted)).toBe('New alert');
  expect(text(alerted, calm)).toBe('No longer alerted');
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
