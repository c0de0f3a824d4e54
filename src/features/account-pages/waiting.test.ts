import { expect, test } from 'vitest';
import { jmd } from '../../kernel/money.ts';
import { extendPath } from '../subscriptions/plans.ts';
import type { ListedOrder } from '../trading/order/order-row.ts';
import { type Check, moreLine, waitingFor, waitingLine } from './waiting.ts';

const order = (id: string, more: Partial<ListedOrder> = {}): ListedOrder => ({
  id,
  reference: id,
  side: 'buy',
  status: 'pending',
  payIn: 'awaiting',
  paymentMethod: 'bank_transfer',
  lapsed: false,
  coins: { symbol: 'BTC', base: 1n, decimals: 8 },
  fiat: jmd(100n),
  placedAt: new Date('2026-11-20T12:00:00Z'),
  chooseUntil: null,
  ...more,
});
const check = (status: Check['status'], waitsFor: string | null = 'staff', parts = 0): Check => ({
  status,
  waitsFor,
  parts,
});
const never = check('not_submitted', null);
const nothing = { 1: check('approved', 'nobody'), 2: never, 3: never } as const;

test('an order whose money has not come waits, the oldest first, and one that is ours to move does not', () => {
  const orders = [
    order('young'),
    order('claimed', { payIn: 'claimed' }),
    order('cancelled', { status: 'cancelled' }),
    order('old', { placedAt: new Date('2026-11-19T12:00:00Z') }),
    order('sold', { side: 'sell', placedAt: new Date('2026-11-18T12:00:00Z') }),
  ];
  const found = waitingFor(orders, nothing).map((each) => ('tier' in each ? each : [each.kind, each.order.id]));
  expect(found).toEqual([
    ['prove', 'sold'],
    ['pay', 'old'],
    ['pay', 'young'],
  ]);
});

test('an order whose price the customer chooses about waits before all others, what ends first in front', () => {
  const until = (hour: number) => ({ payIn: 'received' as const, chooseUntil: new Date(Date.UTC(2026, 10, 23, hour)) });
  const orders = [
    order('unpaid'),
    order('later', until(9)),
    order('sooner', until(8)),
    order('given up', { status: 'cancelled', ...until(7) }),
  ];
  const found = waitingFor(orders, nothing).map((each) => ('tier' in each ? each : [each.kind, each.order.id]));
  expect(found).toEqual([
    ['choose', 'sooner'],
    ['choose', 'later'],
    ['pay', 'unpaid'],
  ]);
});

test('a newcomer has a move: the first tier, after the orders; the others wait for it', () => {
  const found = waitingFor([order('a')], { 1: check('not_submitted', null, 4), 2: never, 3: never });
  expect(found.map((each) => ('tier' in each ? [each.kind, each.tier] : each.kind))).toEqual(['pay', ['begin', 1]]);
});

test('a rejected check waits after the orders; one under review, done or never begun does not', () => {
  expect(waitingFor([], { 1: check('approved', 'nobody'), 2: check('pending'), 3: never })).toEqual([]);
  const rejected = check('rejected', 'customer', 2);
  const found = waitingFor([order('a')], { 1: rejected, 2: rejected, 3: check('approved', 'nobody') });
  expect(found.map(({ kind }) => kind)).toEqual(['pay', 'redo', 'redo']);
});

test('a check for which staff asked for more waits for the customer, with as many parts as were asked for', () => {
  const asked = waitingFor([], { 1: check('approved', 'nobody'), 2: check('pending', 'customer', 2), 3: never });
  expect(asked).toEqual([{ kind: 'more', tier: 2, parts: 2 }]);
});

test('the line says how many', () => {
  expect([0, 1, 2, 7].map(waitingLine)).toEqual([
    'Nothing is waiting for you.',
    'One thing is waiting for you.',
    'Two things are waiting for you.',
    '7 things are waiting for you.',
  ]);
});

test('what is folded up below the first move says how many it holds, without the first', () => {
  expect([1, 2, 5].map(moreLine)).toEqual([
    'One more is waiting for you.',
    'Two more are waiting for you.',
    '5 more are waiting for you.',
  ]);
});

test('a plan is extended where the document says', () => {
  expect(extendPath('personal')).toBe('/subscriptions?extend=1&plan=personal');
});
