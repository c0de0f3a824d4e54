import { describe, expect, it } from 'vitest';
import { atHour } from '../../../kernel/calendar.ts';
import { lapsesAt, type OrderState, placedOrder, type Side } from '../order/order.ts';
import { jamaicanHolidays } from './holidays.ts';
import { computePromise, type PromisedOrder } from './processing-times.ts';

const holidays = jamaicanHolidays(2026, 2027);
const friday = '2026-11-20';
const placedAt = atHour(friday, 10);

const order = (side: Side, state: Partial<OrderState>, times: Partial<PromisedOrder> = {}): PromisedOrder => ({
  side,
  state: { ...placedOrder(side, false), ...state },
  placedAt,
  claimedAt: null,
  receivedAt: null,
  lapsesAt: side === 'buy' ? lapsesAt(placedAt, 'bank_transfer') : null,
  closedAt: null,
  keptUntil: null,
  ...times,
});
const promised = (given: PromisedOrder, now = placedAt) => computePromise(given, now, holidays);

describe('the promise for a buy', () => {
  it('is the payment deadline while unpaid', () => {
    expect(promised(order('buy', {}))).toEqual({ kind: 'send_by', at: atHour('2026-11-23', 10), late: false });
  });

  it('is 48 hours after the proof, over a weekend to Tuesday', () => {
    const claimed = order('buy', { payIn: 'claimed' }, { claimedAt: atHour(friday, 11) });
    expect(promised(claimed)).toEqual({ kind: 'done_by', at: atHour('2026-11-24', 11), late: false });
  });

  it('is exactly 24 hours after confirmation on working days', () => {
    const times = { claimedAt: atHour('2026-11-17', 9), receivedAt: atHour('2026-11-17', 15) };
    const received = order('buy', { payIn: 'received' }, times);
    expect(promised(received)).toMatchObject({ kind: 'done_by', at: atHour('2026-11-18', 15) });
  });

  it('counts from Monday 9 am for a confirmation on a weekend', () => {
    const received = order('buy', { payIn: 'received' }, { receivedAt: atHour('2026-11-21', 20) });
    expect(promised(received)).toMatchObject({ at: atHour('2026-11-24', 9) });
  });

  it('is a business day after the chargeback hold, when that is later', () => {
    const received = (keptUntil: Date) =>
      promised(order('buy', { payIn: 'received' }, { receivedAt: atHour('2026-11-17', 15), keptUntil }));
    expect(received(atHour('2026-11-18', 15))).toMatchObject({ at: atHour('2026-11-19', 15) });
    expect(received(atHour('2026-11-17', 15))).toMatchObject({ at: atHour('2026-11-18', 15) });
  });

  it('is the same while held, so the date reveals nothing', () => {
    const times = { receivedAt: atHour(friday, 15) };
    const open = promised(order('buy', { payIn: 'received' }, times));
    expect(promised(order('buy', { payIn: 'received', held: true }, times))).toEqual(open);
  });

  it('turns late in the moment after its date', () => {
    const received = order('buy', { payIn: 'received', status: 'processing' }, { receivedAt: atHour(friday, 15) });
    const due = atHour('2026-11-23', 15);
    expect(promised(received, due)).toMatchObject({ late: false });
    expect(promised(received, new Date(due.getTime() + 1))).toMatchObject({ late: true });
  });
});

describe('the promise for a sell', () => {
  it('is the payout by 5 pm of the third business day', () => {
    const received = order('sell', { payIn: 'received' }, { receivedAt: atHour(friday, 15) });
    expect(promised(received)).toMatchObject({ kind: 'done_by', at: atHour('2026-11-25', 17) });
  });

  it('skips holidays: coins of Christmas Eve are paid on 30 December', () => {
    const received = order('sell', { payIn: 'received' }, { receivedAt: atHour('2026-12-24', 12) });
    expect(promised(received)).toMatchObject({ at: atHour('2026-12-30', 17) });
  });

  it('has no date while the customer owes another proof', () => {
    expect(promised(order('sell', { payIn: 'awaiting' }))).toEqual({ kind: 'waiting' });
  });
});

describe('the promise after an order ended', () => {
  it('is closed when completed, expired or refunded', () => {
    expect(promised(order('buy', { status: 'completed', payIn: 'received', payOut: 'sent' }))).toEqual({
      kind: 'done',
    });
    expect(promised(order('buy', { status: 'cancelled', lapsed: true }))).toEqual({ kind: 'closed' });
    expect(promised(order('buy', { status: 'failed', payIn: 'returned' }))).toEqual({ kind: 'closed' });
  });

  it('is a refund within three business days of the later of closing and receipt', () => {
    const [early, late] = [atHour('2026-11-17', 12), atHour(friday, 12)];
    const state = { status: 'failed', payIn: 'received' } as const;
    for (const times of [
      { receivedAt: early, closedAt: late },
      { receivedAt: late, closedAt: early },
    ]) {
      expect(promised(order('buy', state, times))).toMatchObject({ kind: 'return_by', at: atHour('2026-11-25', 17) });
    }
  });

  it('is a check of a late proof within two business days', () => {
    const state = { status: 'cancelled', lapsed: true, payIn: 'claimed' } as const;
    const late = order('buy', state, { claimedAt: atHour('2026-11-24', 12) });
    expect(promised(late)).toMatchObject({ kind: 'checked_by', at: atHour('2026-11-26', 12) });
  });
});
