import { IdText } from '../../kernel/id-text.ts';
import type { Db, Person } from '../../platform/database.ts';
import { signedIn } from '../../platform/procedure.ts';
import type { CardKind } from '../cards/due.ts';
import { lastTry } from '../cards/session-store.ts';
import { amountWords } from '../movements/amount.ts';
import { canMove as canMovePayment, forCustomer, payUntil } from '../payments/payment.ts';
import { newestPaymentFor, paymentById } from '../payments/store.ts';
import { askedOf } from '../trading/moving/asked.ts';
import { orderById } from '../trading/order/history-store.ts';
import { canMove } from '../trading/order/order.ts';
import { mayRefuse, refuse } from './messages.ts';
import { OneReference } from './schema.ts';
import type { standingWords } from './standing-messages.ts';

/** Where a payment stands, as its customer reads it. */
export type Situation = keyof typeof standingWords;

type PayIn = 'awaiting' | 'claimed' | 'received' | 'returned';
const standing = { awaiting: 'waiting', claimed: 'claimed', received: 'received', returned: 'returned' } as const;
const ended = { awaiting: 'over', claimed: 'over', received: 'late', returned: 'returned' } as const;

type Found = {
  readonly userId: string;
  readonly payIn: PayIn;
  readonly over: boolean;
  /** Its customer is asked something about the card. */
  readonly asked: boolean;
  /** What its page tells of it. */
  readonly told: {
    readonly kind: CardKind;
    readonly id: string;
    readonly reference: string;
    readonly what: string;
    readonly amount: string;
    readonly until: Date | null;
    readonly byCard: boolean;
    readonly mayCallOff: boolean;
    /** It opens a course. */
    readonly isCourse: boolean;
  };
};

async function orderCalled(tx: Db, id: string): Promise<Found | null> {
  const order = await orderById(tx, id);
  if (!order) return null;
  const { userId, payIn, status, reference, coins, fiat, lapsesAt, paymentMethod, state } = order;
  const shown = { what: amountWords(coins), amount: amountWords(fiat), until: lapsesAt };
  const may = { byCard: paymentMethod === 'card', mayCallOff: canMove(state, 'cancelOwn') };
  const over = status === 'cancelled' || status === 'failed';
  const asked = (await askedOf(tx, order)) !== null;
  return { userId, payIn, over, asked, told: { kind: 'order', id, reference, ...shown, ...may, isCourse: false } };
}

/** Found by its own id, or by that of the course that it opens, `enrollment_id` [001 §2 Payment return pages]. */
async function paymentCalled(tx: Db, id: string): Promise<Found | null> {
  const payment = (await paymentById(tx, id)) ?? (await newestPaymentFor(tx, id));
  if (!payment) return null;
  const { userId, state, reference, title, amount, method, payable } = forCustomer(payment);
  const told = { kind: 'payment', id: payment.id, reference, isCourse: payable === 'course' } as const;
  const shown = { what: title, amount: amountWords(amount), until: payUntil(payment) };
  const may = { byCard: method === 'card', mayCallOff: canMovePayment(state, 'callOff') };
  const over = state.ended !== null;
  return { userId, payIn: state.payIn, over, asked: false, told: { ...told, ...shown, ...may } };
}

/** One's own, of whichever kind: of somebody else's nobody learns that it is there. */
async function ownCalled(tx: Db, id: string, { id: asker }: Person): Promise<Found> {
  const found = IdText.safeParse(id).success ? ((await orderCalled(tx, id)) ?? (await paymentCalled(tx, id))) : null;
  return found?.userId === asker ? found : refuse('payments.not_found', {});
}

/**
 * How what somebody paid for stands, order or payment, by its id or by what the card provider calls it [001 §4 Payment
 * success]. It is read from the record and from what providers told: no address moves anything (decision A3).
 */
export const showStanding = signedIn
  .errors(mayRefuse('payments.not_found'))
  .input(OneReference)
  .handler(async ({ context: { tx, person }, input }) => {
    const tried = await lastTry(tx, input.reference);
    const { payIn, over, asked, told } = await ownCalled(tx, tried?.dueId ?? input.reference, person);
    const now: Situation = asked ? 'asked' : (over ? ended : standing)[payIn];
    const situation: Situation = now === 'waiting' && tried?.outcome === 'declined' ? 'declined' : now;
    return { ...told, situation };
  });
