import { describe, expect, it, test } from 'vitest';
import type { ListedOrder } from '../../order/order-row.ts';
import { formatStage, type OrderOutlook } from './order-item.tsx';

type Change = Partial<ListedOrder>;

const unpaid = {
  side: 'buy',
  status: 'pending',
  payIn: 'awaiting',
  lapsed: false,
  chooseUntil: null,
  coins: { symbol: 'BTC', base: 1n, decimals: 8 },
} as const;

describe('the stage of an order in a list', () => {
  const monday = new Date('2026-11-23T09:00:00-05:00');
  const outlook = (late: boolean): OrderOutlook => ({ promise: { kind: 'done_by', at: monday, late }, isAsked: false });
  const stageOf = (change: Change, known?: OrderOutlook) => formatStage({ ...unpaid, ...change }, known);

  test.each<[Change, string | null]>([
    [{}, 'Waiting for your payment'],
    [{ side: 'sell' }, 'Waiting for your proof'],
    [{ payIn: 'claimed' }, 'Checking for your payment'],
    [{ payIn: 'received' }, 'Payment received, sending your BTC'],
    [{ payIn: 'received', status: 'processing', side: 'sell' }, 'Coins received, paying you'],
    [{ payIn: 'received', chooseUntil: monday }, 'Waiting for your choice'],
    [{ payIn: 'received', status: 'completed', chooseUntil: monday }, 'Sent'],
    [{ payIn: 'received', status: 'failed' }, 'Refund in progress'],
    [{ payIn: 'returned', status: 'cancelled' }, 'Refunded'],
    [{ lapsed: true, status: 'cancelled' }, 'Expired, nothing was taken'],
    [{ status: 'cancelled' }, null],
  ])('of %o is %s', (change, stage) => expect(stageOf(change)).toBe(stage));

  it('names the promised day until that has passed', () => {
    const received = { payIn: 'received', status: 'processing' } as const;
    expect(stageOf(received, outlook(false))).toBe('Payment received, sending by Mon 23 Nov');
    expect(stageOf(received, outlook(true))).toBe('Payment received, sending your BTC');
    expect(stageOf({ ...received, side: 'sell' }, outlook(false))).toBe('Coins received, paying you by Mon 23 Nov');
    const back: OrderOutlook = { promise: { kind: 'return_by', at: monday, late: false }, isAsked: false };
    expect(stageOf({ payIn: 'received', status: 'failed' }, back)).toBe('Refund in progress, by Mon 23 Nov');
  });

  it('asks for an answer before anything else but a price choice', () => {
    const awaitingAnswer = { ...outlook(false), isAsked: true };
    expect(stageOf({ payIn: 'received' }, awaitingAnswer)).toBe('Waiting for your answer');
    expect(stageOf({ payIn: 'received', chooseUntil: monday }, awaitingAnswer)).toBe('Waiting for your choice');
  });
});
