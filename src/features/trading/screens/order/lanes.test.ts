import { describe, expect, it } from 'vitest';
import { jmd } from '../../../../kernel/money.ts';
import { orderStatuses, payInStates, payOutStates, sides } from '../../order/order.ts';
import { calendarOf } from './lanes.ts';
import { reasonNow, type ShownOrder, situationOf } from './shown-order.ts';

const at = (text: string) => new Date(`${text}-05:00`);
const now = at('2026-11-20T15:00:00');

type Change = Partial<ShownOrder['order']>;
type Line = ShownOrder['story'][number];

const story = (event: string, moment: Date, reason: string | null = null): Line => ({
  at: moment,
  event,
  by: 'us',
  reason,
});

function shown(change: Change, more: Partial<ShownOrder> = {}): ShownOrder {
  const order = {
    id: '01a1fb6d-5372-7f1a-a658-c8c6c5f12f2a',
    reference: 'K7M4-9QX',
    side: 'buy',
    status: 'pending',
    payIn: 'awaiting',
    payOut: 'none',
    lapsed: false,
    coins: { symbol: 'BTC', base: 1_037_139n, decimals: 8 },
    fiat: jmd(18_000_000n),
    net: jmd(16_560_000n),
    placedAt: at('2026-11-19T10:14:00'),
    lapsesAt: at('2026-11-22T10:14:00'),
    claimedAt: null,
    receivedAt: null,
    closedAt: null,
    sourceOfFundsFile: null,
    ...change,
  } as ShownOrder['order'];
  const waiting = { kind: 'send_by' as const, at: at('2026-11-22T10:14:00'), late: false };
  return { order, story: [], promise: waiting, doneIfPaid: at('2026-11-24T09:00:00'), ...more } as ShownOrder;
}

const doneBy = (moment: Date, late = false) => ({ kind: 'done_by' as const, at: moment, late });
const track = (order: ShownOrder, index: number) => calendarOf(order, now).tracks[index];
const states = (order: ShownOrder, index: number) => track(order, index)?.steps.map(({ state }) => state);
const dayNames = (order: ShownOrder) => calendarOf(order, now).days.map(({ name, columns }) => `${name} (${columns})`);

describe('an order to be paid', () => {
  it('waits for its customer today and leaves by the promised day', () => {
    expect(states(shown({}), 0)).toEqual(['done', 'now', 'ahead']);
    expect(states(shown({}), 2)).toEqual(['ahead', 'ahead', 'ahead']);
    expect(dayNames(shown({}))).toEqual(['Thu 19 Nov (1)', 'Today, Fri 20 Nov (1)', 'By Tue 24 Nov (3)']);
  });
});

describe('an order that we work on', () => {
  const received = {
    payIn: 'received',
    claimedAt: at('2026-11-19T12:00:00'),
    receivedAt: at('2026-11-20T09:00:00'),
  } as const;

  it('that was prepared waits for the second person', () => {
    const order = shown(
      { ...received, status: 'processing', payOut: 'prepared' },
      { promise: doneBy(at('2026-11-23T09:00:00')), story: [story('preparePayout', at('2026-11-20T11:00:00'))] },
    );
    expect(states(order, 2)).toEqual(['done', 'now', 'ahead']);
    expect(dayNames(order).at(-1)).toBe('By Mon 23 Nov (1)');
  });

  it('that is late says so in the calendar', () => {
    const order = shown(received, { promise: doneBy(at('2026-11-20T09:00:00'), true) });
    expect(dayNames(order).at(-1)).toBe('Was due Fri 20 Nov (2)');
  });

  it('that waits for days spans them until today', () => {
    const order = shown(
      { ...received, receivedAt: at('2026-11-19T13:00:00') },
      { promise: doneBy(at('2026-11-23T13:00:00')) },
    );
    expect(dayNames(order)).toEqual(['Thu 19 Nov (2)', 'Thu 19 Nov to today (1)', 'By Mon 23 Nov (2)']);
  });
});

describe('an order that ended', () => {
  it('lapsed unpaid: it stopped at the money, nothing was taken, no date is owed', () => {
    const order = shown(
      { status: 'cancelled', lapsed: true, closedAt: at('2026-11-20T10:14:00') },
      { promise: { kind: 'closed' }, doneIfPaid: null },
    );
    expect(situationOf(order.order)).toBe('lapsed');
    expect(states(order, 0)).toEqual(['done', 'stop']);
    expect(track(order, 0)?.badge.text).toBe('Nothing taken');
    expect(calendarOf(order, now).days.some(({ name }) => name.startsWith('By'))).toBe(false);
  });

  it('with the money in hand shows its way back and until when', () => {
    const order = shown(
      { status: 'failed', payIn: 'received', receivedAt: at('2026-11-20T09:00:00'), closedAt: now },
      { promise: { kind: 'return_by', at: at('2026-11-25T17:00:00'), late: false } },
    );
    expect(situationOf(order.order)).toBe('to_return');
    expect(track(order, 0)?.steps.at(-1)).toMatchObject({ state: 'now', note: 'By Wed 25 Nov, 5:00 pm' });
  });

  it('tells the reason of its end and no longer that of a refused proof', () => {
    const lines = [story('rejectClaim', now, 'Unreadable.'), story('cancel', now, 'Not found.')];
    expect(reasonNow(shown({ status: 'cancelled' }, { story: lines }))).toBe('Not found.');
    expect(reasonNow(shown({}, { story: lines.slice(0, 1) }))).toBe('Unreadable.');
    expect(reasonNow(shown({ payIn: 'claimed' }, { story: lines.slice(0, 1) }))).toBeNull();
  });
});

describe('every state that there is', () => {
  const combinations = sides.flatMap((side) =>
    orderStatuses.flatMap((status) =>
      payInStates.flatMap((payIn) => payOutStates.map((payOut) => ({ side, status, payIn, payOut }))),
    ),
  );

  it.each(combinations)(
    '$side $status $payIn $payOut fills five columns, one step in each, at most one step now',
    (change) => {
      const closedAt = change.status === 'pending' || change.status === 'processing' ? null : now;
      const { days, tracks } = calendarOf(shown({ ...change, closedAt } as Change), now);
      expect(days.reduce((sum, { columns }) => sum + columns, 0)).toBe(5);
      expect(new Set(days.map(({ name }) => name)).size).toBe(days.length);
      for (const { steps } of tracks) {
        expect(new Set(steps.map(({ column }) => column)).size).toBe(steps.length);
        expect(steps.filter(({ state }) => state === 'now').length).toBeLessThan(2);
      }
    },
  );
});
