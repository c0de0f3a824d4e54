import { describe, expect, it } from 'vitest';
import { jmd } from '../../../../kernel/money.ts';
import { orderStatuses, payInStates, payOutStates, sides } from '../../order/order.ts';
import { getCalendar } from './order-timeline.ts';
import { getCurrentReason, type ShownOrder, situationOf } from './shown-order.ts';

const toDate = (text: string) => new Date(`${text}-05:00`);
const now = toDate('2026-11-20T15:00:00');

type Change = Partial<ShownOrder['order']>;
type Line = ShownOrder['story'][number];

const buildEvent = (event: string, moment: Date, reason: string | null = null): Line => ({
  at: moment,
  event,
  by: 'us',
  reason,
});

function buildShown(change: Change, more: Partial<ShownOrder> = {}): ShownOrder {
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
    placedAt: toDate('2026-11-19T10:14:00'),
    lapsesAt: toDate('2026-11-22T10:14:00'),
    claimedAt: null,
    receivedAt: null,
    closedAt: null,
    sourceOfFundsFile: null,
    ...change,
  } as ShownOrder['order'];
  const waiting = { kind: 'send_by' as const, at: toDate('2026-11-22T10:14:00'), late: false };
  return { order, story: [], promise: waiting, doneIfPaid: toDate('2026-11-24T09:00:00'), ...more } as ShownOrder;
}

const doneBy = (moment: Date, late = false) => ({ kind: 'done_by' as const, at: moment, late });
const findTrack = (order: ShownOrder, index: number) => getCalendar(order, now).tracks[index];
const states = (order: ShownOrder, index: number) => findTrack(order, index)?.steps.map(({ state }) => state);
const getDayNames = (order: ShownOrder) =>
  getCalendar(order, now).days.map(({ name, columns }) => `${name} (${columns})`);

describe('an unpaid order', () => {
  it('waits for its customer today and shows the promised day', () => {
    expect(states(buildShown({}), 0)).toEqual(['done', 'now', 'ahead']);
    expect(states(buildShown({}), 2)).toEqual(['ahead', 'ahead', 'ahead']);
    expect(getDayNames(buildShown({}))).toEqual(['Thu 19 Nov (1)', 'Today, Fri 20 Nov (1)', 'By Tue 24 Nov (3)']);
  });
});

describe('an order in progress', () => {
  const received = {
    payIn: 'received',
    claimedAt: toDate('2026-11-19T12:00:00'),
    receivedAt: toDate('2026-11-20T09:00:00'),
  } as const;

  it('after preparation waits for the second person', () => {
    const order = buildShown(
      { ...received, status: 'processing', payOut: 'prepared' },
      {
        promise: doneBy(toDate('2026-11-23T09:00:00')),
        story: [buildEvent('preparePayout', toDate('2026-11-20T11:00:00'))],
      },
    );
    expect(states(order, 2)).toEqual(['done', 'now', 'ahead']);
    expect(getDayNames(order).at(-1)).toBe('By Mon 23 Nov (1)');
  });

  it('that is late says so in the calendar', () => {
    const order = buildShown(received, { promise: doneBy(toDate('2026-11-20T09:00:00'), true) });
    expect(getDayNames(order).at(-1)).toBe('Was due Fri 20 Nov (2)');
  });

  it('that waits for days spans them until today', () => {
    const order = buildShown(
      { ...received, receivedAt: toDate('2026-11-19T13:00:00') },
      { promise: doneBy(toDate('2026-11-23T13:00:00')) },
    );
    expect(getDayNames(order)).toEqual(['Thu 19 Nov (2)', 'Thu 19 Nov to today (1)', 'By Mon 23 Nov (2)']);
  });
});

describe('an order that ended', () => {
  it('expired stops at the payment with nothing taken and no date', () => {
    const order = buildShown(
      { status: 'cancelled', lapsed: true, closedAt: toDate('2026-11-20T10:14:00') },
      { promise: { kind: 'closed' }, doneIfPaid: null },
    );
    expect(situationOf(order.order)).toBe('lapsed');
    expect(states(order, 0)).toEqual(['done', 'stop']);
    expect(findTrack(order, 0)?.badge.text).toBe('Nothing taken');
    expect(getCalendar(order, now).days.some(({ name }) => name.startsWith('By'))).toBe(false);
  });

  it('with a payment shows its refund and date', () => {
    const order = buildShown(
      { status: 'failed', payIn: 'received', receivedAt: toDate('2026-11-20T09:00:00'), closedAt: now },
      { promise: { kind: 'return_by', at: toDate('2026-11-25T17:00:00'), late: false } },
    );
    expect(situationOf(order.order)).toBe('to_return');
    expect(findTrack(order, 0)?.steps.at(-1)).toMatchObject({ state: 'now', note: 'By Wed 25 Nov, 5:00 pm' });
  });

  it('gives the reason of its end instead of a rejected proof', () => {
    const lines = [buildEvent('rejectClaim', now, 'Unreadable.'), buildEvent('cancel', now, 'Not found.')];
    expect(getCurrentReason(buildShown({ status: 'cancelled' }, { story: lines }))).toBe('Not found.');
    expect(getCurrentReason(buildShown({}, { story: lines.slice(0, 1) }))).toBe('Unreadable.');
    expect(getCurrentReason(buildShown({ payIn: 'claimed' }, { story: lines.slice(0, 1) }))).toBeNull();
  });
});

describe('every possible state', () => {
  const combinations = sides.flatMap((side) =>
    orderStatuses.flatMap((status) =>
      payInStates.flatMap((payIn) => payOutStates.map((payOut) => ({ side, status, payIn, payOut }))),
    ),
  );

  it.each(combinations)(
    '$side $status $payIn $payOut fills five columns, one step in each, at most one step now',
    (change) => {
      const closedAt = change.status === 'pending' || change.status === 'processing' ? null : now;
      const { days, tracks } = getCalendar(buildShown({ ...change, closedAt } as Change), now);
      expect(days.reduce((sum, { columns }) => sum + columns, 0)).toBe(5);
      expect(new Set(days.map(({ name }) => name)).size).toBe(days.length);
      for (const { steps } of tracks) {
        expect(new Set(steps.map(({ column }) => column)).size).toBe(steps.length);
        expect(steps.filter(({ state }) => state === 'now').length).toBeLessThan(2);
      }
    },
  );
});
