import { endOfDay, jamaicaDay } from '../../kernel/calendar.ts';
import { after, days, hours } from '../../kernel/clock.ts';

/** Products that customers buy without an order: subscriptions, workshops, courses [001 §1]. */
export const payables = ['plan', 'workshop', 'course'] as const;
export type ProductKind = (typeof payables)[number];

/** Upload purposes of proofs: subscription-proofs, workshop-proofs [001 §7 Storage]. */
export const proofPurposes = {
  plan: 'subscription-proof',
  workshop: 'workshop-proof',
  course: 'course-proof',
} as const satisfies Record<ProductKind, string>;

/** Payment methods of plans, workshops and courses: bank transfer, card, crypto [001 §1, §2 Payment dialogs]. */
export const paymentMethods = ['bank_transfer', 'card', 'crypto'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const methodLabels: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Credit/Debit Card',
  crypto: 'Crypto (MHI)',
};
export const proofNames: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'your bank slip',
  card: 'your card confirmation',
  crypto: 'a screenshot of your transfer',
};

/** A customer's claim sets `claimed`. Only evidence of the money sets `received` (decision A3). */
export const payIns = ['awaiting', 'claimed', 'received', 'returned'] as const;
export type PayIn = (typeof payIns)[number];

export const endings = ['lapsed', 'cancelled', 'rejected', 'refunded'] as const;
export type Ending = (typeof endings)[number];

export type PaymentState = { readonly payIn: PayIn; readonly ended: Ending | null };

export type MoveRefusal =
  | 'payment_ended'
  | 'payment_not_ended'
  | 'payment_already_claimed'
  | 'payment_not_claimed'
  | 'money_already_here'
  | 'money_not_here'
  | 'money_not_returned';

type Need = readonly [otherwise: MoveRefusal, met: (state: PaymentState) => boolean];

const isOpen: Need = ['payment_ended', ({ ended }) => ended === null];
const hasEnded: Need = ['payment_not_ended', ({ ended }) => ended !== null];
const isUnclaimed: Need = ['payment_already_claimed', ({ payIn }) => payIn !== 'claimed'];
const isClaimed: Need = ['payment_not_claimed', ({ payIn }) => payIn === 'claimed'];
const hasNoMoney: Need = ['money_already_here', ({ payIn }) => payIn !== 'received' && payIn !== 'returned'];
const hasMoney: Need = ['money_not_here', ({ payIn }) => payIn === 'received'];
const hasOrHadMoney: Need = ['money_not_returned', ({ payIn }) => payIn === 'returned' || payIn === 'received'];

type Move = { readonly needs: readonly Need[]; readonly to: Partial<PaymentState> };

const moves = {
  /** Customers can claim ended payments too, because their money may be late (A2). */
  claim: { needs: [hasNoMoney, isUnclaimed], to: { payIn: 'claimed' } },
  /** Rejects the proof, so that the customer uploads another (D4). */
  rejectClaim: { needs: [isClaimed], to: { payIn: 'awaiting' } },
  /** Records the money on evidence: a bank line, a card charge or a chain transaction (A3). */
  receive: { needs: [isOpen, hasNoMoney], to: { payIn: 'received' } },
  begin: { needs: [isOpen, hasMoney], to: {} },
  attachLate: { needs: [hasEnded, hasNoMoney], to: { payIn: 'received' } },
  callOff: { needs: [isOpen, hasNoMoney, isUnclaimed], to: { ended: 'cancelled' } },
  /** Customer actions on held money, which appears unpaid to the customer (A7). */
  claimHeld: { needs: [isOpen, hasMoney], to: {} },
  callOffHeld: { needs: [isOpen, hasMoney], to: { ended: 'cancelled' } },
  reject: { needs: [isOpen, hasNoMoney], to: { ended: 'rejected', payIn: 'awaiting' } },
  lapse: { needs: [isOpen, hasNoMoney], to: { ended: 'lapsed', payIn: 'awaiting' } },
  /** Ends the reservation of a claimed payment. Staff refund the money if it arrives later. */
  release: { needs: [isOpen, isClaimed], to: { ended: 'lapsed' } },
  refund: { needs: [isOpen, hasMoney], to: { ended: 'refunded' } },
  agreePart: { needs: [isOpen, hasMoney], to: {} },
  returnPart: { needs: [isOpen, hasMoney], to: {} },
  undoPart: { needs: [isOpen, hasMoney], to: {} },
  partBounced: { needs: [isOpen, hasMoney], to: {} },
  returnMoney: { needs: [hasEnded, hasMoney], to: { payIn: 'returned' } },
  returnBounced: { needs: [hasEnded, hasOrHadMoney], to: { payIn: 'received' } },
} as const satisfies Record<string, Move>;

export type PaymentCommand = keyof typeof moves;
export const paymentCommands = Object.keys(moves) as readonly PaymentCommand[];

export type MoveResult =
  | { readonly ok: true; readonly state: PaymentState }
  | { readonly ok: false; readonly reason: MoveRefusal };

export function move(state: PaymentState, command: PaymentCommand): MoveResult {
  const { needs, to }: Move = moves[command];
  const unmet = needs.find(([, isMet]) => !isMet(state));
  return unmet ? { ok: false, reason: unmet[0] } : { ok: true, state: { ...state, ...to } };
}

export const canMove = (state: PaymentState, command: PaymentCommand): boolean => move(state, command).ok;

/** `return_part`: a partial refund is approved. `stopped`: money is held, and compliance decides. */
export type NextAction = 'pay' | 'confirm_payment' | 'check_late_payment' | 'return_money' | 'return_part' | 'stopped';

export function getNextAction({ payIn, ended }: PaymentState): NextAction | null {
  if (payIn === 'claimed') return ended === null ? 'confirm_payment' : 'check_late_payment';
  if (payIn === 'received') return ended === null ? null : 'return_money';
  return payIn === 'awaiting' && ended === null ? 'pay' : null;
}

type HoldableState = {
  readonly state: PaymentState;
  readonly held: boolean;
  readonly claimedAt: Date | null;
  readonly reasonCode: string | null;
  readonly receivedAt: Date | null;
  readonly movements: readonly object[];
};

const getPayInBeforeMoney = ({ claimedAt, reasonCode }: HoldableState): PayIn =>
  claimedAt === null || reasonCode !== null ? 'awaiting' : 'claimed';

/** Returns a held payment as its customer sees it: unpaid (A7). */
export const redactHeld = <Seen extends HoldableState>(payment: Seen): Seen =>
  payment.held
    ? {
        ...payment,
        held: false,
        state: { ...payment.state, payIn: getPayInBeforeMoney(payment) },
        receivedAt: null,
        movements: [],
      }
    : payment;

const heldCommands = { claim: 'claimHeld', callOff: 'callOffHeld' } as const;

/** Returns the command for a customer's action, or null if it is not allowed. Held payments act as unpaid (A7). */
export const getCustomerCommand = (payment: HoldableState, step: keyof typeof heldCommands): PaymentCommand | null =>
  canMove(redactHeld(payment).state, step) ? (payment.held ? heldCommands[step] : step) : null;

export const isAwaitingStaff = (state: PaymentState): boolean => {
  const action = getNextAction(state);
  return action !== null && action !== 'pay';
};

const timeToPayMs: Readonly<Record<PaymentMethod, number>> = {
  bank_transfer: hours(72),
  card: hours(1),
  crypto: hours(72),
};

/** Payments expire after 72 hours, card payments after one hour (A2). */
export const getExpiry = (startedAt: Date, method: PaymentMethod): Date => after(startedAt, timeToPayMs[method]);

type Due = { readonly startedAt: Date; readonly method: PaymentMethod; readonly lapsesAt: Date | null };

/** Latest time to pay. A claim extends the search for the money, but not this deadline (E1). */
export const getPaymentDeadline = ({ startedAt, method, lapsesAt: searchEnd }: Due): Date => {
  const end = getExpiry(startedAt, method);
  return searchEnd !== null && searchEnd < end ? searchEnd : end;
};

/** Latest time to send money at this price (E1). For bank transfers the whole day, as bank lines have no time. */
export const getPriceDeadline = (startedAt: Date, method: PaymentMethod): Date => {
  const end = getExpiry(startedAt, method);
  return method === 'bank_transfer' ? endOfDay(jamaicaDay(end)) : end;
};

/** End of the search for claimed money. Further claims do not extend the search (E1). */
export const getSearchDeadline = (startedAt: Date, method: PaymentMethod, searchDays: number): Date =>
  after(getExpiry(startedAt, method), days(searchDays));
