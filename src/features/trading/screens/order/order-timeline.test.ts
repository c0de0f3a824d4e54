import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { insertPastOrders, type PastStatus } from '../../../../../test/past-orders.ts';
import { newCustomer } from '../../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../../test/worker.ts';
import { jmd, type Money, wholeJmd } from '../../../../kernel/money.ts';
import type { OrderCounts } from '../../order/history-store.ts';
import { computeHoldings, type Deal } from '../../order/holdings.ts';
import { orderStatuses, payInStates, payOutStates, type Side, sides } from '../../order/order.ts';
import { situationOf } from '../../order/situation.ts';
import { readFilter, withFilter } from '../history/filter.ts';
import { getCalendar } from './order-timeline.ts';
import { getCurrentReason, type ShownOrder } from './shown-order.ts';

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

const parseFilter = (text: string) => new URLSearchParams(text);

describe('the filter in the URL', () => {
  it('is read back as written', () => {
    const address = withFilter(parseFilter(''), { status: 'failed', type: 'sell' });
    expect(readFilter(address)).toEqual({ status: 'failed', type: 'sell' });
  });

  it('treats unknown values as "all"', () => {
    expect(readFilter(parseFilter('status=lost&type=swap'))).toEqual({ status: 'all', type: 'all' });
  });

  it('leaves out "all" and keeps other parameters', () => {
    expect(withFilter(parseFilter('status=failed&from=mail'), { status: 'all' }).toString()).toBe('from=mail');
  });
});

const toCoins = (base: bigint) => ({ symbol: 'BTC', base, decimals: 8 });
let minute = 0;
const makeDeal = (side: Side, base: bigint, amount: Money): Deal => ({
  ...{ side, symbol: 'BTC', coins: toCoins(base), jmd: amount },
  at: new Date(Date.UTC(2026, 0, 1, 0, minute++)),
});
const oneCoin = 100_000_000n;

test('two buys at different prices are held at average cost, fees included', () => {
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('buy', oneCoin, wholeJmd(300))];
  expect(computeHoldings(deals)).toEqual([
    { symbol: 'BTC', held: toCoins(2n * oneCoin), cost: wholeJmd(400), gained: jmd(0n), fromElsewhere: toCoins(0n) },
  ]);
});

test('a sale takes its share of the cost, and the rest is gain', () => {
  const deals = [makeDeal('buy', 2n * oneCoin, wholeJmd(400)), makeDeal('sell', oneCoin, wholeJmd(250))];
  expect(computeHoldings(deals)[0]).toMatchObject({
    held: toCoins(oneCoin),
    cost: wholeJmd(200),
    gained: wholeJmd(50),
  });
});

test('a later buy does not change the gain of an earlier sale', () => {
  const before = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', oneCoin, wholeJmd(150))];
  const after = [...before, makeDeal('buy', oneCoin, wholeJmd(900))];
  expect(computeHoldings(after)[0]).toMatchObject({
    held: toCoins(oneCoin),
    cost: wholeJmd(900),
    gained: wholeJmd(50),
  });
});

test('a sale below cost is a loss', () => {
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', oneCoin, wholeJmd(60))];
  expect(computeHoldings(deals)[0]).toMatchObject({ held: toCoins(0n), cost: jmd(0n), gained: wholeJmd(-40) });
});

test('coins bought elsewhere are kept separate and gain nothing', () => {
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', 4n * oneCoin, wholeJmd(800))];
  expect(computeHoldings(deals)[0]).toMatchObject({
    ...{ held: toCoins(0n), cost: jmd(0n), gained: wholeJmd(100), fromElsewhere: toCoins(3n * oneCoin) },
  });
  expect(computeHoldings([makeDeal('sell', oneCoin, wholeJmd(5))])[0]).toMatchObject({
    ...{ held: toCoins(0n), gained: jmd(0n), fromElsewhere: toCoins(oneCoin) },
  });
});

test('deals count in order of time, regardless of input order', () => {
  const deals = [
    makeDeal('buy', oneCoin, wholeJmd(100)),
    makeDeal('sell', oneCoin, wholeJmd(150)),
    makeDeal('buy', oneCoin, wholeJmd(9)),
  ];
  expect(computeHoldings(deals.toReversed())).toEqual(computeHoldings(deals));
});

test('each coin is counted separately', () => {
  const deals = [
    makeDeal('buy', oneCoin, wholeJmd(100)),
    { ...makeDeal('buy', 5n, wholeJmd(7)), symbol: 'ETH' as const },
  ];
  expect(computeHoldings(deals).map(({ symbol, cost }) => [symbol, cost])).toEqual([
    ['BTC', wholeJmd(100)],
    ['ETH', wholeJmd(7)],
  ]);
});

test('coins still held come before sold ones', () => {
  const ether = { ...makeDeal('buy', 5n, wholeJmd(7)), symbol: 'ETH' as const };
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', oneCoin, wholeJmd(150)), ether];
  expect(computeHoldings(deals).map(({ symbol }) => symbol)).toEqual(['ETH', 'BTC']);
});

test('for any deals no coin appears or disappears, and no cost remains for coins not held', () => {
  const amounts = fc.record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    base: fc.bigInt(1n, 10n ** 12n),
    cents: fc.bigInt(1n, 10n ** 12n),
  });
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 30 }), (many) => {
      const deals = many.map(({ side, base, cents }) => makeDeal(side, base, jmd(cents)));
      const [one] = computeHoldings(deals);
      if (!one) throw new Error('one coin was dealt in');
      const total = (side: Side) =>
        deals.filter((each) => each.side === side).reduce((sum, d) => sum + d.coins.base, 0n);
      expect(one.held.base).toBe(total('buy') - total('sell') + one.fromElsewhere.base);
      expect(one.held.base >= 0n && one.cost.minor >= 0n && one.fromElsewhere.base >= 0n).toBe(true);
      if (one.held.base === 0n) expect(one.cost.minor).toBe(0n);
    }),
  );
});

describe('counts of orders', async () => {
  const server = await serverWithoutFaults();
  const { call } = server;

  const status = fc.constantFrom<PastStatus>('pending', 'processing', 'completed', 'failed', 'cancelled');
  const loadCounts = async (cookie?: string) => call<OrderCounts>('trading/counts', {}, cookie);

  test('for any statuses each customer gets their own three counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(status, { maxLength: 30 }), { minLength: 2, maxLength: 3 }),
        async (allStatuses) => {
          const people = await Promise.all(
            allStatuses.map(async (statuses) => ({ statuses, ...(await newCustomer(server)) })),
          );
          for (const { id, statuses } of people) await insertPastOrders(server, id, statuses);
          for (const { cookie, statuses } of people) {
            const countOf = (...which: PastStatus[]) => statuses.filter((one) => which.includes(one)).length;
            const expected = {
              total: statuses.length,
              completed: countOf('completed'),
              pending: countOf('pending', 'processing'),
            };
            expect((await loadCounts(cookie)).body).toEqual(expected);
          }
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('a visitor gets no counts', async () => expect((await loadCounts()).status).toBe(401));
});
