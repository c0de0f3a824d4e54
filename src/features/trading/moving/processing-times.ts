import { addBusinessDays, endOfBusiness, type Holidays, jamaicaDay } from '../../../kernel/calendar.ts';
import type { OrderState, Side } from '../order/order.ts';

/**
 * The date we promise at each step of an order: buy 12-48 hours, 24 hours once confirmed, sell payout 1-3 business days
 * [001 §9 Timings, §4 Sell flow]. Promises run in business days: work that arrives on a weekend or a holiday counts
 * from the next opening of the office.
 *
 * - A claimed buy is done within 48 hours ('12-48 hours'), two business days.
 * - A confirmed buy is done within 24 hours, one business day.
 * - Coins that a card paid do not leave before they may.
 * - A sell is paid out by 5 pm of the third business day after the coins were sent or, once known, received.
 * - Money of a stopped order is on its way back by 5 pm of the third business day; a claim that came late is checked
 *   within two business days first, because until then it is only a claim (decision A3).
 *
 * A held order keeps the same promise: a date that vanished would tell the customer about the check (decision A7).
 */
export type PromisedOrder = {
  readonly side: Side;
  readonly state: OrderState;
  readonly placedAt: Date;
  readonly claimedAt: Date | null;
  readonly receivedAt: Date | null;
  readonly lapsesAt: Date | null;
  /** When it failed or was cancelled. */
  readonly closedAt: Date | null;
  /** Until when coins that a card paid stay with us; null of all others. */
  readonly keptUntil: Date | null;
};

type DatedKind = 'send_by' | 'done_by' | 'checked_by' | 'return_by';

/**
 * `send_by` is the customer's to keep, the others are ours; `late` says that the moment has passed.
 * `waiting` is the customer's move without a deadline, `closed` means that nothing is owed to anybody.
 */
export type OrderPromise =
  | { readonly kind: DatedKind; readonly at: Date; readonly late: boolean }
  | { readonly kind: 'waiting' | 'done' | 'closed' };

const claimedBuyDays = 2;
const receivedBuyDays = 1;
const payoutDays = 3;

const closeOf = (from: Date, count: number, holidays: Holidays): Date =>
  endOfBusiness(jamaicaDay(addBusinessDays(from, count, holidays)));

const later = (one: Date, other: Date): Date => (one > other ? one : other);

function doneBy(order: PromisedOrder, holidays: Holidays): Date {
  const { side, receivedAt, keptUntil } = order;
  const since = receivedAt ?? order.claimedAt ?? order.placedAt;
  if (side === 'sell') return closeOf(since, payoutDays, holidays);
  const usual = addBusinessDays(since, receivedAt ? receivedBuyDays : claimedBuyDays, holidays);
  // From the next opening of the office on there is a business day to send them.
  return keptUntil !== null && keptUntil > since
    ? later(usual, addBusinessDays(keptUntil, receivedBuyDays, holidays))
    : usual;
}

/** The later of closing and receipt starts the return: late money arrives after the order was closed. */
function returnBy(order: PromisedOrder, holidays: Holidays): Date {
  const { receivedAt, closedAt, placedAt } = order;
  const moments = [receivedAt, closedAt].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return closeOf(new Date(Math.max(placedAt.getTime(), ...moments)), payoutDays, holidays);
}

function promiseWhenStopped(order: PromisedOrder, holidays: Holidays): [DatedKind, Date] | null {
  if (order.state.payIn === 'received') return ['return_by', returnBy(order, holidays)];
  if (order.state.payIn !== 'claimed') return null;
  return ['checked_by', addBusinessDays(order.claimedAt ?? order.placedAt, claimedBuyDays, holidays)];
}

/** What we promise for an order as it stands at `now`. `holidays` must reach about two weeks beyond it. */
export function promiseFor(order: PromisedOrder, now: Date, holidays: Holidays): OrderPromise {
  const { status, payIn } = order.state;
  const dated = (kind: DatedKind, at: Date): OrderPromise => ({ kind, at, late: now > at });
  if (status === 'completed') return { kind: 'done' };
  if (status === 'failed' || status === 'cancelled') {
    const promised = promiseWhenStopped(order, holidays);
    return promised ? dated(...promised) : { kind: 'closed' };
  }
  if (payIn !== 'awaiting') return dated('done_by', doneBy(order, holidays));
  return order.lapsesAt ? dated('send_by', order.lapsesAt) : { kind: 'waiting' };
}
