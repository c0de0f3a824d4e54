import { after, days, hours, minutes } from '../../../kernel/clock.ts';

/**
 * A transaction, its statuses and the moves it can make, from pending on [001 §4 Transactions]. What people see is its
 * status (decision C2); the money has two tracks of its own, pay-in and pay-out (A2). The moves are a table: what a
 * command needs, and what it changes. Who may give a command is decided in acts.ts, when by the callers.
 *
 * status pending -> processing -> completed | failed; pending | processing -> cancelled pay-in awaiting -> claimed ->
 * received -> returned pay-out none -> prepared -> approved -> sent | failed
 *
 * Only a bank or a chain that sends back what had left leads back: completed to processing, returned to received; and a
 * pay-in that was not for the order, which two people take off it: received to claimed, its own is looked for.
 */
export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

export const orderStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The customer's money (buy) or coins (sell). A claim is an uploaded proof and no payment (A3). */
export const payInStates = ['awaiting', 'claimed', 'received', 'returned'] as const;
export type PayIn = (typeof payInStates)[number];

/** Our coins (buy) or money (sell). Prepared by one person, approved by another (D2). */
export const payOutStates = ['none', 'prepared', 'approved', 'sent', 'failed'] as const;
export type PayOut = (typeof payOutStates)[number];

export type OrderState = {
  readonly status: OrderStatus;
  readonly payIn: PayIn;
  readonly payOut: PayOut;
  /** Compliance keeps it from being paid out or returned until a person releases it (A4). */
  readonly held: boolean;
  /** It was cancelled because nothing was paid in time (A2): nothing was taken. */
  readonly lapsed: boolean;
};

/** A buy waits for its money; a sell is created with the proof of coins already sent (A2). */
export const placedOrder = (side: Side, held: boolean): OrderState => ({
  status: 'pending',
  payIn: side === 'buy' ? 'awaiting' : 'claimed',
  payOut: 'none',
  held,
  lapsed: false,
});

export type MoveRefusal =
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

type Need = readonly [otherwise: MoveRefusal, met: (state: OrderState) => boolean];

const isOpen = ({ status }: OrderState): boolean => status === 'pending' || status === 'processing';
const inHand = ({ payIn }: OrderState): boolean => payIn === 'received' || payIn === 'returned';
const preparable = ({ payOut }: OrderState): boolean => payOut === 'none' || payOut === 'failed';

const open: Need = ['order_closed', isOpen];
const stopped: Need = ['order_open', ({ status }) => status === 'cancelled' || status === 'failed'];
const completed: Need = ['order_not_completed', ({ status }) => status === 'completed'];
const notCompleted: Need = ['order_completed', ({ status }) => status !== 'completed'];
const pending: Need = ['order_not_pending', ({ status }) => status === 'pending'];
const processing: Need = ['order_not_processing', ({ status }) => status === 'processing'];
const free: Need = ['order_held', ({ held }) => !held];
const unclaimed: Need = ['payment_already_claimed', ({ payIn }) => payIn !== 'claimed'];
const claimed: Need = ['payment_not_claimed', ({ payIn }) => payIn === 'claimed'];
const received: Need = ['payment_not_received', ({ payIn }) => payIn === 'received'];
const notInHand: Need = ['payment_already_received', (state) => !inHand(state)];
const unsent: Need = ['payout_already_sent', ({ payOut }) => payOut !== 'sent'];
/** While a payout is prepared or approved somebody may be at the bank: it is withdrawn before anything else. */
const noPayout: Need = ['payout_under_way', preparable];
const prepared: Need = ['payout_not_prepared', ({ payOut }) => payOut === 'prepared'];
const approved: Need = ['payout_not_approved', ({ payOut }) => payOut === 'approved'];
const sent: Need = ['payout_not_sent', ({ payOut }) => payOut === 'sent'];
const returned: Need = ['payment_not_returned', ({ payIn }) => payIn === 'returned'];

const reopened = { status: 'processing', payOut: 'failed' } as const;

type Move = { readonly needs: readonly Need[]; readonly to: Partial<OrderState> };

const moves = {
  /** The customer uploads a proof; on a lapsed or cancelled order too, so that late money is never lost (A2). */
  claim: { needs: [notCompleted, notInHand, unclaimed], to: { payIn: 'claimed' } },
  /** Staff find the proof unusable; the customer gives another one (D4). */
  rejectClaim: { needs: [claimed], to: { payIn: 'awaiting' } },
  /** Staff, a signed provider event or the chain confirm the money or the coins (A3). */
  receive: { needs: [open, notInHand], to: { payIn: 'received' } },
  /** Money for an order that had lapsed or was stopped is attached to it and waits to be returned (A2). */
  attachLate: { needs: [stopped, notInHand], to: { payIn: 'received' } },
  startProcessing: { needs: [pending, received], to: { status: 'processing' } },
  preparePayout: { needs: [processing, free, received, unsent, noPayout], to: { payOut: 'prepared' } },
  approvePayout: { needs: [processing, free, received, unsent, prepared], to: { payOut: 'approved' } },
  /** The second person does not agree. */
  sendBack: { needs: [processing, unsent, prepared], to: { payOut: 'none' } },
  /** The first person takes it back. What a second person approved is undone by two (D2). */
  withdrawPreparation: { needs: [processing, unsent, prepared], to: { payOut: 'none' } },
  /** Two people undo an approved payout that never left; it can be prepared again. */
  payoutFailed: { needs: [processing, unsent, approved], to: { payOut: 'failed' } },
  /** It left, and whoever sent it records its bank reference or transaction hash (E4): the end of the order. */
  complete: { needs: [processing, free, received, approved], to: { status: 'completed', payOut: 'sent' } },
  /** The bank or the chain gave back what had left, as two people say: it can be prepared again. */
  payoutBounced: { needs: [completed, sent], to: reopened },
  fail: { needs: [processing, unsent, noPayout], to: { status: 'failed' } },
  /** By the customer, for free, before any payment is claimed. */
  cancelOwn: { needs: [pending, notInHand, unclaimed], to: { status: 'cancelled' } },
  /** By the customer, whatever they paid, while an order to a wallet of a published warning cools off (052). */
  callOff: { needs: [open, unsent, noPayout], to: { status: 'cancelled' } },
  cancel: { needs: [open, unsent, noPayout], to: { status: 'cancelled' } },
  /** By the clock: it was not paid in time, or what was claimed never came. It never takes money. */
  lapse: { needs: [pending, notInHand], to: { status: 'cancelled', lapsed: true, payIn: 'awaiting' } },
  /** Back to where it came from, once the order is stopped. A held order keeps its money until it is released. */
  returnMoney: { needs: [stopped, free, received, unsent, noPayout], to: { payIn: 'returned' } },
  /** What had gone back came back to us. */
  returnBounced: { needs: [stopped, returned], to: { payIn: 'received' } },
  /** It was not for this order: its own is looked for. Once coins or money were sent for it, it stays. */
  payInUndone: {
    needs: [open, free, received, unsent, noPayout],
    to: { status: 'pending', payIn: 'claimed', payOut: 'none' },
  },
  latePayInUndone: { needs: [stopped, free, received, unsent, noPayout], to: { payIn: 'claimed' } },
  /** Of a completed one, where money beside its own is here: see `mayHold`. */
  hold: { needs: [['order_already_held', ({ held }) => !held]], to: { held: true } },
  release: { needs: [['order_not_held', ({ held }) => held]], to: { held: false } },
} as const satisfies Record<string, Move>;

export type OrderCommand = keyof typeof moves;
export const orderCommands = Object.keys(moves) as readonly OrderCommand[];

export type MoveResult =
  | { readonly ok: true; readonly state: OrderState }
  | { readonly ok: false; readonly reason: MoveRefusal };

/** The order after a command, or the first need that is not met. */
export function move(state: OrderState, command: OrderCommand): MoveResult {
  const { needs, to }: Move = moves[command];
  const unmet = needs.find(([, met]) => !met(state));
  return unmet ? { ok: false, reason: unmet[0] } : { ok: true, state: { ...state, ...to } };
}

export const canMove = (state: OrderState, command: OrderCommand): boolean => move(state, command).ok;

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

function nextWhenStopped({ payIn, held }: OrderState): NextAction | null {
  if (payIn === 'claimed') return 'check_late_payment';
  if (payIn !== 'received') return null;
  return held ? 'review_hold' : 'return_money';
}

/** Until when the customer chooses about a worse price, where they were asked: nobody works on it before. */
type Choosing = { readonly chooseUntil?: Date | null };

/** The one thing that moves the order on, or null when nothing is left to do. */
export function nextAction(state: OrderState & Choosing, side: Side): NextAction | null {
  if (state.status === 'completed') return null;
  if (!isOpen(state)) return nextWhenStopped(state);
  if (state.payIn === 'awaiting') return side === 'buy' ? 'pay' : 'send_coins';
  if (state.payIn === 'claimed') return side === 'buy' ? 'confirm_payment' : 'confirm_coins';
  if (state.held) return 'review_hold';
  if (state.status === 'processing') return payoutActions[state.payOut];
  return state.chooseUntil ? 'customer_chooses' : 'start_processing';
}

/** Whose turn it is; a late payment and money to return are ours to see to. */
export function whoseMove(state: OrderState): 'customer' | 'staff' | 'nobody' {
  const action = nextAction(state, 'buy');
  if (action === null) return 'nobody';
  return action === 'pay' ? 'customer' : 'staff';
}

/** Orders alike within this time are taken for one, pressed in two tabs; after it, for a second one. */
export const twinTime = minutes(10);

/** How the customer gives: a buy by bank or card, a sell in coins. */
export const payMethods = ['bank_transfer', 'card', 'crypto'] as const;
export type PayMethod = (typeof payMethods)[number];
/** Between which of them a buyer chooses: bank transfer or card [001 §1, §2 Buy Cryptocurrency card]. */
export const buyMethods = ['bank_transfer', 'card'] as const satisfies readonly PayMethod[];

const timeToPay: Readonly<Record<PayMethod, number | null>> = {
  bank_transfer: hours(72),
  card: hours(1),
  crypto: null,
};

/** When an order lapses if nothing was claimed: bank 72 hours, card 1 hour, coins on their way never (A2). */
export function lapsesAt(placedAt: Date, method: PayMethod): Date | null {
  const allowed = timeToPay[method];
  return allowed === null ? null : after(placedAt, allowed);
}

/** Of an order whose payment is looked for: when it was placed, how it is paid, and when it would lapse now. */
type Looked = { readonly placedAt: Date; readonly paymentMethod: PayMethod; readonly lapsesAt: Date | null };
type Looking = { readonly searchDays: number; readonly graceHours: number };

/** The days of looking begin at the latest when the time to pay is over. */
const lastSearch = ({ placedAt, paymentMethod }: Looked, { searchDays }: Looking): Date =>
  after(lapsesAt(placedAt, paymentMethod) ?? placedAt, days(searchDays));

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

/** When an order lapses once it was claimed as paid: no number of claims keeps it for ever (decision E1). */
export const searchedUntil = (order: Looked, now: Date, looking: Looking): Date =>
  later(earlier(after(now, days(looking.searchDays)), lastSearch(order, looking)), order.lapsesAt);

/**
 * When it lapses once the proof was sent back: time to pay and price do not begin anew, nor does the looking (decision
 * E1).
 */
export function graceUntil(order: Looked, now: Date, looking: Looking): Date {
  const grace = hours(looking.graceHours);
  const first = lapsesAt(order.placedAt, order.paymentMethod);
  return later(earlier(after(now, grace), after(lastSearch(order, looking), grace)), first);
}
