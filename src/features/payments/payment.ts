import { endOfDay, jamaicaDay } from '../../kernel/calendar.ts';
import { after, days, hours } from '../../kernel/clock.ts';

/** What can be paid for besides an order: subscriptions, workshops, courses [001 §1]. */
export const payables = ['plan', 'workshop', 'course'] as const;
export type Payable = (typeof payables)[number];

/** As what the proof of a plan or place is uploaded, to subscription-proofs or workshop-proofs [001 §7 Storage]. */
export const proofPurposes = {
  plan: 'subscription-proof',
  workshop: 'workshop-proof',
  course: 'course-proof',
} as const satisfies Record<Payable, string>;

/** How a plan, workshop or course is paid, not an order: bank transfer, card, crypto [001 §1, §2 Payment dialogs]. */
export const paymentMethods = ['bank_transfer', 'card', 'crypto'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Credit/Debit Card',
  crypto: 'Crypto (MHI)',
};
/** What its customer has to show for it, as a sentence says it. */
export const papersOf: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'your bank slip',
  card: 'what the card page showed',
  crypto: 'a picture of your transfer',
};

/** How far the money is: the same words as of an order's pay-in. A claim is not a payment (decision A3). */
export const payIns = ['awaiting', 'claimed', 'received', 'returned'] as const;
export type PayIn = (typeof payIns)[number];

/** Why nothing more is due. What came in all the same waits to go back. */
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

const standing: Need = ['payment_ended', ({ ended }) => ended === null];
const over: Need = ['payment_not_ended', ({ ended }) => ended !== null];
const unclaimed: Need = ['payment_already_claimed', ({ payIn }) => payIn !== 'claimed'];
const claimed: Need = ['payment_not_claimed', ({ payIn }) => payIn === 'claimed'];
const notHere: Need = ['money_already_here', ({ payIn }) => payIn !== 'received' && payIn !== 'returned'];
const here: Need = ['money_not_here', ({ payIn }) => payIn === 'received'];
const wasHere: Need = ['money_not_returned', ({ payIn }) => payIn === 'returned' || payIn === 'received'];

type Move = { readonly needs: readonly Need[]; readonly to: Partial<PaymentState> };

const moves = {
  /** The customer uploads a proof; of one that ended too, because money may be late (A2). */
  claim: { needs: [notHere, unclaimed], to: { payIn: 'claimed' } },
  /** Staff cannot use the proof; the customer gives another (D4). */
  rejectClaim: { needs: [claimed], to: { payIn: 'awaiting' } },
  /** Staff saw it on the bank line (A3). */
  receive: { needs: [standing, notHere], to: { payIn: 'received' } },
  /** What it pays for begins, which was held as its money came. */
  begin: { needs: [standing, here], to: {} },
  /** It came after the end: it is attached, and goes back. */
  attachLate: { needs: [over, notHere], to: { payIn: 'received' } },
  /** By the customer, before anything was claimed. */
  callOff: { needs: [standing, notHere, unclaimed], to: { ended: 'cancelled' } },
  /** Both of one whose money is here and held: it looks to its customer as if nothing had come (A7). */
  claimHeld: { needs: [standing, here], to: {} },
  callOffHeld: { needs: [standing, here], to: { ended: 'cancelled' } },
  /** By staff, with a reason. */
  reject: { needs: [standing, notHere], to: { ended: 'rejected', payIn: 'awaiting' } },
  /** By the clock: it did not come in time. */
  lapse: { needs: [standing, notHere], to: { ended: 'lapsed', payIn: 'awaiting' } },
  /** By the clock: what it pays for is kept no longer. What was claimed is looked for all the same, to go back. */
  release: { needs: [standing, claimed], to: { ended: 'lapsed' } },
  /** Two people give back what stands: what it paid for ends first, and the money waits to go. */
  refund: { needs: [standing, here], to: { ended: 'refunded' } },
  /** Two people give back a part of what stands, which goes on. */
  agreePart: { needs: [standing, here], to: {} },
  /** That part left us. */
  returnPart: { needs: [standing, here], to: {} },
  /** What two agreed to send of what goes on is not sent after all. */
  undoPart: { needs: [standing, here], to: {} },
  /** That part came back to us. */
  partBounced: { needs: [standing, here], to: {} },
  /** It left us, back to where it came from. */
  returnMoney: { needs: [over, here], to: { payIn: 'returned' } },
  /** What had gone back came back to us: the whole, or one part after another. */
  returnBounced: { needs: [over, wasHere], to: { payIn: 'received' } },
} as const satisfies Record<string, Move>;

export type PaymentCommand = keyof typeof moves;
export const paymentCommands = Object.keys(moves) as readonly PaymentCommand[];

export type MoveResult =
  | { readonly ok: true; readonly state: PaymentState }
  | { readonly ok: false; readonly reason: MoveRefusal };

/** The payment after a command, or the first need that is not met. */
export function move(state: PaymentState, command: PaymentCommand): MoveResult {
  const { needs, to }: Move = moves[command];
  const unmet = needs.find(([, met]) => !met(state));
  return unmet ? { ok: false, reason: unmet[0] } : { ok: true, state: { ...state, ...to } };
}

export const canMove = (state: PaymentState, command: PaymentCommand): boolean => move(state, command).ok;

/** `return_part`: two agreed on a part. `stopped`: its money is here and may not be used; compliance decides. */
export type NextAction = 'pay' | 'confirm_payment' | 'check_late_payment' | 'return_money' | 'return_part' | 'stopped';

/** The one thing that moves it on; null when nothing is left to do. */
export function nextAction({ payIn, ended }: PaymentState): NextAction | null {
  if (payIn === 'claimed') return ended === null ? 'confirm_payment' : 'check_late_payment';
  if (payIn === 'received') return ended === null ? null : 'return_money';
  return payIn === 'awaiting' && ended === null ? 'pay' : null;
}

type Shown = {
  readonly state: PaymentState;
  readonly held: boolean;
  readonly claimedAt: Date | null;
  /** Of one that stands: why its proof was sent back. */
  readonly reasonCode: string | null;
  readonly receivedAt: Date | null;
  readonly movements: readonly object[];
};

/** How far a payment was before its money came: who said nothing, or whose proof was sent back, is asked to pay. */
const beforeItCame = ({ claimedAt, reasonCode }: Shown): PayIn =>
  claimedAt === null || reasonCode !== null ? 'awaiting' : 'claimed';

/** A payment as its customer sees it: what is held looks as it did before its money came (A7). */
export const forCustomer = <Seen extends Shown>(payment: Seen): Seen =>
  payment.held
    ? {
        ...payment,
        held: false,
        state: { ...payment.state, payIn: beforeItCame(payment) },
        receivedAt: null,
        movements: [],
      }
    : payment;

const heldSteps = { claim: 'claimHeld', callOff: 'callOffHeld' } as const;

/**
 * What becomes of a customer's step: of what is held the same is taken and refused as before its money came, so that
 * no answer tells them more than the page (A7). Null where it is not to be had now.
 */
export const ownStep = (payment: Shown, step: keyof typeof heldSteps): PaymentCommand | null =>
  canMove(forCustomer(payment).state, step) ? (payment.held ? heldSteps[step] : step) : null;

/** Whether staff have the next move. */
export const waitsForStaff = (state: PaymentState): boolean => {
  const action = nextAction(state);
  return action !== null && action !== 'pay';
};

const timeToPay: Readonly<Record<PaymentMethod, number>> = {
  bank_transfer: hours(72),
  card: hours(1),
  crypto: hours(72),
};

/** When it lapses if nothing is claimed: bank and coins 72 hours, card one (A2). */
export const lapsesAt = (begun: Date, method: PaymentMethod): Date => after(begun, timeToPay[method]);

type Due = { readonly begunAt: Date; readonly method: PaymentMethod; readonly lapsesAt: Date | null };

/** Until when it is to be paid: a claim lengthens the looking, and neither the time to pay nor the price (E1). */
export const payUntil = ({ begunAt, method, lapsesAt: looked }: Due): Date => {
  const end = lapsesAt(begunAt, method);
  return looked !== null && looked < end ? looked : end;
};

/**
 * Until when what is paid may have left for its price, which no claim lengthens (decision E1). A bank line often tells
 * a day and no time, so for a transfer it is the end of the Jamaican day, as of orders.
 */
export const priceHoldsUntil = (begun: Date, method: PaymentMethod): Date => {
  const end = lapsesAt(begun, method);
  return method === 'bank_transfer' ? endOfDay(jamaicaDay(end)) : end;
};

/** Of a payment that was claimed: when the looking ends, counted from when it began. Claims do not lengthen it (E1). */
export const searchedUntil = (begun: Date, method: PaymentMethod, searchDays: number): Date =>
  after(lapsesAt(begun, method), days(searchDays));
