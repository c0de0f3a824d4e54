import { after, days, hours, minutes } from '../../../kernel/clock.ts';

/**
 * State machine of an order [001 §4 Transactions]. Customers see only `status` (decision C2).
 *
 *   status   pending -> processing -> completed | failed; pending | processing -> cancelled
 *   pay-in   awaiting -> claimed -> received -> returned
 *   payout   none -> prepared -> approved -> sent | failed
 *
 * Only payoutBounced, returnBounced and payInUndone return to an earlier state.
 */
export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

export const orderStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Claimed means that the customer uploaded a proof. Only received is a payment (A3). */
export const payInStates = ['awaiting', 'claimed', 'received', 'returned'] as const;
export type PayIn = (typeof payInStates)[number];

export const payOutStates = ['none', 'prepared', 'approved', 'sent', 'failed'] as const;
export type PayOut = (typeof payOutStates)[number];

export type OrderState = {
  readonly status: OrderStatus;
  readonly payIn: PayIn;
  readonly payOut: PayOut;
  /** A compliance hold blocks payout and refund until staff release the order (A4). */
  readonly held: boolean;
  /** Cancelled because no payment arrived in time (A2). */
  readonly lapsed: boolean;
};

/** A sell starts as claimed, because customers send the coins and upload a proof before placing it (A2). */
export const placedOrder = (side: Side, held: boolean): OrderState => ({
  status: 'pending',
  payIn: side === 'buy' ? 'awaiting' : 'claimed',
  payOut: 'none',
  held,
  lapsed: false,
});

export type TransitionRefusal =
  | 'order_closed'
  | 'order_open'
  | 'order_completed'
  | 'order_not_completed'
  | 'order_not_pending'
  | 'order_not_processing'
  | 'order_held'
  | 'order_already_held'
  | 'order_not_held'
  | 'payment_already_claimed'
  | 'payment_not_claimed'
  | 'payment_not_received'
  | 'payment_already_received'
  | 'payout_not_prepared'
  | 'payout_not_approved'
  | 'payout_under_way'
  | 'payout_already_sent'
  | 'payout_not_sent'
  | 'payment_not_returned';

type Requirement = readonly [otherwise: TransitionRefusal, met: (state: OrderState) => boolean];

const isOpen = ({ status }: OrderState): boolean => status === 'pending' || status === 'processing';
const isInHand = ({ payIn }: OrderState): boolean => payIn === 'received' || payIn === 'returned';
const isPreparable = ({ payOut }: OrderState): boolean => payOut === 'none' || payOut === 'failed';

const open: Requirement = ['order_closed', isOpen];
const ended: Requirement = ['order_open', ({ status }) => status === 'cancelled' || status === 'failed'];
const completed: Requirement = ['order_not_completed', ({ status }) => status === 'completed'];
const notCompleted: Requirement = ['order_completed', ({ status }) => status !== 'completed'];
const pending: Requirement = ['order_not_pending', ({ status }) => status === 'pending'];
const processing: Requirement = ['order_not_processing', ({ status }) => status === 'processing'];
const notHeld: Requirement = ['order_held', ({ held }) => !held];
const unclaimed: Requirement = ['payment_already_claimed', ({ payIn }) => payIn !== 'claimed'];
const claimed: Requirement = ['payment_not_claimed', ({ payIn }) => payIn === 'claimed'];
const received: Requirement = ['payment_not_received', ({ payIn }) => payIn === 'received'];
const notInHand: Requirement = ['payment_already_received', (state) => !isInHand(state)];
const unsent: Requirement = ['payout_already_sent', ({ payOut }) => payOut !== 'sent'];
/** Staff may be sending a prepared payout at the bank, so other commands require its withdrawal first. */
const noPayout: Requirement = ['payout_under_way', isPreparable];
const prepared: Requirement = ['payout_not_prepared', ({ payOut }) => payOut === 'prepared'];
const approved: Requirement = ['payout_not_approved', ({ payOut }) => payOut === 'approved'];
const sent: Requirement = ['payout_not_sent', ({ payOut }) => payOut === 'sent'];
const returned: Requirement = ['payment_not_returned', ({ payIn }) => payIn === 'returned'];

const reopened = { status: 'processing', payOut: 'failed' } as const;

type Transition = { readonly needs: readonly Requirement[]; readonly to: Partial<OrderState> };

const transitions = {
  /** Also allowed on an expired or cancelled order, so that staff look for late money (A2). */
  claim: { needs: [notCompleted, notInHand, unclaimed], to: { payIn: 'claimed' } },
  /** Staff reject an unusable proof, and the customer uploads another (D4). */
  rejectClaim: { needs: [claimed], to: { payIn: 'awaiting' } },
  /** Only staff or a signed provider event confirm a payment (A3). */
  receive: { needs: [open, notInHand], to: { payIn: 'received' } },
  /** Late money stays with its ended order until staff refund it (A2). */
  attachLate: { needs: [ended, notInHand], to: { payIn: 'received' } },
  startProcessing: { needs: [pending, received], to: { status: 'processing' } },
  preparePayout: { needs: [processing, notHeld, received, unsent, noPayout], to: { payOut: 'prepared' } },
  approvePayout: { needs: [processing, notHeld, received, unsent, prepared], to: { payOut: 'approved' } },
  sendBack: { needs: [processing, unsent, prepared], to: { payOut: 'none' } },
  /** Prepared payouts only. Undoing an approved payout takes two people (D2). */
  withdrawPreparation: { needs: [processing, unsent, prepared], to: { payOut: 'none' } },
  /** Two people undo an approved payout that was never sent. Staff can prepare it again. */
  payoutFailed: { needs: [processing, unsent, approved], to: { payOut: 'failed' } },
  /** Staff send the payout and record its bank reference or transaction hash (E4). */
  complete: { needs: [processing, notHeld, received, approved], to: { status: 'completed', payOut: 'sent' } },
  payoutBounced: { needs: [completed, sent], to: reopened },
  fail: { needs: [processing, unsent, noPayout], to: { status: 'failed' } },
  cancelOwn: { needs: [pending, notInHand, unclaimed], to: { status: 'cancelled' } },
  /** The customer cancels during cooling-off, even after paying (ADR 22). */
  callOff: { needs: [open, unsent, noPayout], to: { status: 'cancelled' } },
  cancel: { needs: [open, unsent, noPayout], to: { status: 'cancelled' } },
  /** A job cancels the order when no payment arrived in time. */
  lapse: { needs: [pending, notInHand], to: { status: 'cancelled', lapsed: true, payIn: 'awaiting' } },
  /** Not for an order on hold, which compliance must release first. */
  returnMoney: { needs: [ended, notHeld, received, unsent, noPayout], to: { payIn: 'returned' } },
  returnBounced: { needs: [ended, returned], to: { payIn: 'received' } },
  /** Staff unlinked a wrong payment and keep looking for the payment of this order. */
  payInUndone: {
    needs: [open, notHeld, received, unsent, noPayout],
    to: { status: 'pending', payIn: 'claimed', payOut: 'none' },
  },
  latePayInUndone: { needs: [ended, notHeld, received, unsent, noPayout], to: { payIn: 'claimed' } },
  /** `canHold` further restricts holds of completed orders. */
  hold: { needs: [['order_already_held', ({ held }) => !held]], to: { held: true } },
  release: { needs: [['order_not_held', ({ held }) => held]], to: { held: false } },
} as const satisfies Record<string, Transition>;

export type OrderCommand = keyof typeof transitions;
export const orderCommands = Object.keys(transitions) as readonly OrderCommand[];

export type TransitionResult =
  | { readonly ok: true; readonly state: OrderState }
  | { readonly ok: false; readonly reason: TransitionRefusal };

export function applyCommand(state: OrderState, command: OrderCommand): TransitionResult {
  const { needs, to }: Transition = transitions[command];
  const unmet = needs.find(([, met]) => !met(state));
  return unmet ? { ok: false, reason: unmet[0] } : { ok: true, state: { ...state, ...to } };
}

export const canApply = (state: OrderState, command: OrderCommand): boolean => applyCommand(state, command).ok;

export type NextAction =
  | 'pay'
  | 'send_coins'
  | 'confirm_payment'
  | 'confirm_coins'
  | 'review_hold'
  | 'start_processing'
  | 'customer_chooses'
  | 'prepare_payout'
  | 'approve_payout'
  | 'send_payout'
  | 'check_late_payment'
  | 'return_money';

const payoutActions: Readonly<Record<PayOut, NextAction>> = {
  none: 'prepare_payout',
  failed: 'prepare_payout',
  prepared: 'approve_payout',
  approved: 'send_payout',
  sent: 'send_payout',
};

function nextActionWhenEnded({ payIn, held }: OrderState): NextAction | null {
  if (payIn === 'claimed') return 'check_late_payment';
  if (payIn !== 'received') return null;
  return held ? 'review_hold' : 'return_money';
}

type PriceChoice = { readonly chooseUntil?: Date | null };

/** Returns the one action that the order waits for, or null when it is finished. */
export function nextAction(state: OrderState & PriceChoice, side: Side): NextAction | null {
  if (state.status === 'completed') return null;
  if (!isOpen(state)) return nextActionWhenEnded(state);
  if (state.payIn === 'awaiting') return side === 'buy' ? 'pay' : 'send_coins';
  if (state.payIn === 'claimed') return side === 'buy' ? 'confirm_payment' : 'confirm_coins';
  if (state.held) return 'review_hold';
  if (state.status === 'processing') return payoutActions[state.payOut];
  return state.chooseUntil ? 'customer_chooses' : 'start_processing';
}

export function awaitingParty(state: OrderState): 'customer' | 'staff' | 'none' {
  const action = nextAction(state, 'buy');
  if (action === null) return 'none';
  return action === 'pay' ? 'customer' : 'staff';
}

export const duplicateWindowMs = minutes(10);

export const payMethods = ['bank_transfer', 'card', 'crypto'] as const;
export type PayMethod = (typeof payMethods)[number];
/** Bank transfer or card [001 §1, §2 Buy Cryptocurrency card]. */
export const buyMethods = ['bank_transfer', 'card'] as const satisfies readonly PayMethod[];

const timeToPayMs: Readonly<Record<PayMethod, number | null>> = {
  bank_transfer: hours(72),
  card: hours(1),
  crypto: null,
};

/** Expiry of an order without a claim: 72 hours by bank transfer, 1 hour by card. Null for sells (A2). */
export function lapsesAt(placedAt: Date, method: PayMethod): Date | null {
  const allowedMs = timeToPayMs[method];
  return allowedMs === null ? null : after(placedAt, allowedMs);
}

type SearchedOrder = { readonly placedAt: Date; readonly paymentMethod: PayMethod; readonly lapsesAt: Date | null };
type SearchSettings = { readonly searchDays: number; readonly graceHours: number };

const getSearchEnd = ({ placedAt, paymentMethod }: SearchedOrder, { searchDays }: SearchSettings): Date =>
  after(lapsesAt(placedAt, paymentMethod) ?? placedAt, days(searchDays));

const minDate = (a: Date, b: Date): Date => (a < b ? a : b);
const maxDate = (a: Date, b: Date | null): Date => (b !== null && b > a ? b : a);

/** Expiry of an order after a claim at `now`, with an upper bound for repeated claims (decision E1). */
export const searchedUntil = (order: SearchedOrder, now: Date, search: SearchSettings): Date =>
  maxDate(minDate(after(now, days(search.searchDays)), getSearchEnd(order, search)), order.lapsesAt);

/** Expiry after a rejected proof at `now`, with an upper bound for repeated rejections (decision E1). */
export function graceUntil(order: SearchedOrder, now: Date, search: SearchSettings): Date {
  const grace = hours(search.graceHours);
  const first = lapsesAt(order.placedAt, order.paymentMethod);
  return maxDate(minDate(after(now, grace), after(getSearchEnd(order, search), grace)), first);
}
