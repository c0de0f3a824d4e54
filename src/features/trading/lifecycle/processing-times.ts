import { addBusinessDays, endOfBusiness, type Holidays, jamaicaDay } from '../../../kernel/calendar.ts';
import type { OrderState, Side } from '../order/order.ts';

/**
 * Promised dates [001 §9 Timings, §4 Sell flow], in business days. A buy takes 48 hours, or 24 after payment and
 * chargeback hold. We send sells and refunds by 5 pm of the third day, and check late claims within two (A3). A hold
 * keeps the promise, because a change would reveal the hold (A7).
 */
export type PromisedOrder = {
  readonly side: Side;
  readonly state: OrderState;
  readonly placedAt: Date;
  readonly claimedAt: Date | null;
  readonly receivedAt: Date | null;
  readonly lapsesAt: Date | null;
  readonly closedAt: Date | null;
  readonly keptUntil: Date | null;
};

type DatedKind = 'send_by' | 'done_by' | 'checked_by' | 'return_by';

/** `send_by` is the customer's deadline, all other dates are ours. `closed` means that nothing is owed. */
export type OrderPromise =
  | { readonly kind: DatedKind; readonly at: Date; readonly late: boolean }
  | { readonly kind: 'waiting' | 'done' | 'closed' };

const claimedBuyDays = 2;
const receivedBuyDays = 1;
const payoutDays = 3;

const closingTime = (from: Date, count: number, holidays: Holidays): Date =>
  endOfBusiness(jamaicaDay(addBusinessDays(from, count, holidays)));

const maxDate = (a: Date, b: Date): Date => (a > b ? a : b);

function doneBy(order: PromisedOrder, holidays: Holidays): Date {
  const { side, receivedAt, keptUntil } = order;
  const since = receivedAt ?? order.claimedAt ?? order.placedAt;
  if (side === 'sell') return closingTime(since, payoutDays, holidays);
  const usual = addBusinessDays(since, receivedAt ? receivedBuyDays : claimedBuyDays, holidays);
  return keptUntil !== null && keptUntil > since
    ? maxDate(usual, addBusinessDays(keptUntil, receivedBuyDays, holidays))
    : usual;
}

function returnBy(order: PromisedOrder, holidays: Holidays): Date {
  const { receivedAt, closedAt, placedAt } = order;
  const moments = [receivedAt, closedAt].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return closingTime(new Date(Math.max(placedAt.getTime(), ...moments)), payoutDays, holidays);
}

function promiseWhenEnded(order: PromisedOrder, holidays: Holidays): [DatedKind, Date] | null {
  if (order.state.payIn === 'received') return ['return_by', returnBy(order, holidays)];
  if (order.state.payIn !== 'claimed') return null;
  return ['checked_by', addBusinessDays(order.claimedAt ?? order.placedAt, claimedBuyDays, holidays)];
}

/** `holidays` must cover two weeks after `now`. */
export function computePromise(order: PromisedOrder, now: Date, holidays: Holidays): OrderPromise {
  const { status, payIn } = order.state;
  const dated = (kind: DatedKind, at: Date): OrderPromise => ({ kind, at, late: now > at });
  if (status === 'completed') return { kind: 'done' };
  if (status === 'failed' || status === 'cancelled') {
    const promised = promiseWhenEnded(order, holidays);
    return promised ? dated(...promised) : { kind: 'closed' };
  }
  if (payIn !== 'awaiting') return dated('done_by', doneBy(order, holidays));
  return order.lapsesAt ? dated('send_by', order.lapsesAt) : { kind: 'waiting' };
}
