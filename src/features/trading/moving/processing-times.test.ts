import { describe, expect, it } from 'vitest';
import { atHour } from '../../../kernel/calendar.ts';
import { lapsesAt, type OrderState, placedOrder, type Side } from '../order/order.ts';
import { jamaicanHolidays } from './holidays.ts';
import { type PromisedOrder, promiseFor } from './processing-times.ts';

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
const promised = (given: PromisedOrder, now = placedAt) => promiseFor(given, now, holidays);

describe('what we promise for a buy', () => {
  it('nothing yet while the customer has not paid: the date is theirs', () => {
    expect(promised(order('buy', {}))).toEqual({ kind: 'send_by', at: atHour('2026-11-23', 10), late: false });
  });

  it('48 hours after the proof, over a weekend to Tuesday', () => {
    const claimed = order('buy', { payIn: 'claimed' }, { claimedAt: atHour(friday, 11) });
    expect(promised(claimed)).toEqual({ kind: 'done_by', at: atHour('2026-11-24', 11), late: false });
  });

  it('24 hours after the payment is confirmed, on working days exactly', () => {
    const times = { claimedAt: atHour('2026-11-17', 9), receivedAt: atHour('2026-11-17', 15) };
    const received = order('buy', { payIn: 'received' }, times);
    expect(promised(received)).toMatchObject({ kind: 'done_by', at: atHour('2026-11-18', 15) });
  });

  it('from Monday 9 am when the payment is confirmed on a weekend', () => {
    const received = order('buy', { payIn: 'received' }, { receivedAt: atHour('2026-11-21', 20) });
    expect(promised(received)).toMatchObject({ at: atHour('2026-11-24', 9) });
  });

  it('a business day from when coins that a card paid may leave, where that is later', () => {
    const received = (keptUntil: Date) =>
      promised(order('buy', { payIn: 'received' }, { receivedAt: atHour('2026-11-17', 15), keptUntil }));
    expect(received(atHour('2026-11-18', 15))).toMatchObject({ at: atHour('2026-11-19', 15) });
    expect(received(atHour('2026-11-17', 15))).toMatchObject({ at: atHour('2026-11-18', 15) });
  });

  it('the same while it is held, so that the date betrays nothing', () => {
    const times = { receivedAt: atHour(friday, 15) };
    const open = promised(order('buy', { payIn: 'received' }, times));
    expect(promised(order('buy', { payIn: 'received', held: true }, times))).toEqual(open);
  });

  it('and says when the promise is broken, from the next moment on', () => {
    const received = order('buy', { payIn: 'received', status: 'processing' }, { receivedAt: atHour(friday, 15) });
    const due = atHour('2026-11-23', 15);
    expect(promised(received, due)).toMatchObject({ late: false });
    expect(promised(received, new Date(due.getTime() + 1))).toMatchObject({ late: true });
  });
});

describe('what we promise for a sell', () => {
  it('the payout by 5 pm of the third business day', () => {
    const received = order('sell', { payIn: 'received' }, { receivedAt: atHour(friday, 15) });
    expect(promised(received)).toMatchObject({ kind: 'done_by', at: atHour('2026-11-25', 17) });
  });

  it('later by the holidays between: coins of Christmas Eve are paid on 30 December', () => {
    // 25 December 2026 is a Friday and a holiday, 26 December a Saturday.
    const received = order('sell', { payIn: 'received' }, { receivedAt: atHour('2026-12-24', 12) });
    expect(promised(received)).toMatchObject({ at: atHour('2026-12-30', 17) });
  });

  it('no date while the customer owes another proof', () => {
    expect(promised(order('sell', { payIn: 'awaiting' }))).toEqual({ kind: 'waiting' });
  });
});

describe('what we promise once an order is over', () => {
  it('nothing more when it is completed, lapsed or returned', () => {
    expect(promised(order('buy', { status: 'completed', payIn: 'received', payOut: 'sent' }))).toEqual({
      kind: 'done',
    });
    expect(promised(order('buy', { status: 'cancelled', lapsed: true }))).toEqual({ kind: 'closed' });
    expect(promised(order('buy', { status: 'failed', payIn: 'returned' }))).toEqual({ kind: 'closed' });
  });

  it('the money back within three business days of the later of closing and receipt', () => {
    const [early, late] = [atHour('2026-11-17', 12), atHour(friday, 12)];
    const state = { status: 'failed', payIn: 'received' } as const;
    for (const times of [
      { receivedAt: early, closedAt: late },
      { receivedAt: late, closedAt: early },
    ]) {
      expect(promised(order('buy', state, times))).toMatchObject({ kind: 'return_by', at: atHour('2026-11-25', 17) });
    }
  });

  it('a look at a late proof within two business days', () => {
    const state = { status: 'cancelled', lapsed: true, payIn: 'claimed' } as const;
    const late = order('buy', state, { claimedAt: atHour('2026-11-24', 12) });
    expect(promised(late)).toMatchObject({ kind: 'checked_by', at: atHour('2026-11-26', 12) });
  });
});
