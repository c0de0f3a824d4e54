import { z } from 'zod';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import type { Db, SessionUser } from '../../../platform/database/database.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { openCustomerQuestion } from '../../trading/lifecycle/customer-question.ts';
import { findOrder } from '../../trading/order/history-store.ts';
import { canApply } from '../../trading/order/order.ts';
import type { CardKind } from '../cards/payable.ts';
import { findLastAttempt } from '../cards/session-store.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { canMove as canMovePayment, getPaymentDeadline, redactHeld } from '../payment.ts';
import { findNewestPaymentFor, findPayment } from '../store.ts';
import type { paymentStatusMessages } from './payment-status-messages.ts';

/** The id of an order or payment, or the card provider's own reference. */
const OneReference = z.strictObject({ reference: typedText().min(1).max(64) });

export type Situation = keyof typeof paymentStatusMessages;

type PayIn = 'awaiting' | 'claimed' | 'received' | 'returned';
const openSituations = { awaiting: 'waiting', claimed: 'claimed', received: 'received', returned: 'returned' } as const;
const endedSituations = { awaiting: 'over', claimed: 'over', received: 'late', returned: 'returned' } as const;

type FoundPayment = {
  readonly userId: string;
  readonly payIn: PayIn;
  readonly isOver: boolean;
  readonly hasQuestion: boolean;
  readonly summary: {
    readonly kind: CardKind;
    readonly id: string;
    readonly reference: string;
    readonly what: string;
    readonly amount: string;
    readonly until: Date | null;
    readonly byCard: boolean;
    readonly mayCallOff: boolean;
    readonly isCourse: boolean;
  };
};

async function findOrderStatus(tx: Db, id: string): Promise<FoundPayment | null> {
  const order = await findOrder(tx, id);
  if (!order) return null;
  const { userId, payIn, status, reference, coins, fiat, lapsesAt, paymentMethod, state } = order;
  const shown = { what: formatAmount(coins), amount: formatAmount(fiat), until: lapsesAt };
  const permissions = { byCard: paymentMethod === 'card', mayCallOff: canApply(state, 'cancelOwn') };
  const isOver = status === 'cancelled' || status === 'failed';
  const hasQuestion = (await openCustomerQuestion(tx, order)) !== null;
  return {
    userId,
    payIn,
    isOver,
    hasQuestion,
    summary: { kind: 'order', id, reference, ...shown, ...permissions, isCourse: false },
  };
}

/** `id` is a payment id or the `enrollment_id` of a course [001 §2 Payment return pages]. */
async function findPaymentStatus(tx: Db, id: string): Promise<FoundPayment | null> {
  const payment = (await findPayment(tx, id)) ?? (await findNewestPaymentFor(tx, id));
  if (!payment) return null;
  const { userId, state, reference, title, amount, method, payable } = redactHeld(payment);
  const summary = { kind: 'payment', id: payment.id, reference, isCourse: payable === 'course' } as const;
  const shown = { what: title, amount: formatAmount(amount), until: getPaymentDeadline(payment) };
  const permissions = { byCard: method === 'card', mayCallOff: canMovePayment(state, 'callOff') };
  const isOver = state.ended !== null;
  return { userId, payIn: state.payIn, isOver, hasQuestion: false, summary: { ...summary, ...shown, ...permissions } };
}

/** Throws `payments.not_found` for payments of other customers. */
async function findOwnPayment(tx: Db, id: string, { id: asker }: SessionUser): Promise<FoundPayment> {
  const found = UuidSchema.safeParse(id).success
    ? ((await findOrderStatus(tx, id)) ?? (await findPaymentStatus(tx, id)))
    : null;
  return found?.userId === asker ? found : refuse('payments.not_found', {});
}

/** Reads the stored status. Opening a return page changes nothing [001 §4 Payment success, decision A3]. */
export const showPaymentStatus = authed
  .errors(refusalCodes('payments.not_found'))
  .input(OneReference)
  .handler(async function showPaymentStatus({ context: { tx, person }, input }) {
    const attempt = await findLastAttempt(tx, input.reference);
    const { payIn, isOver, hasQuestion, summary } = await findOwnPayment(tx, attempt?.dueId ?? input.reference, person);
    const now: Situation = hasQuestion ? 'asked' : (isOver ? endedSituations : openSituations)[payIn];
    const situation: Situation = now === 'waiting' && attempt?.outcome === 'declined' ? 'declined' : now;
    return { ...summary, situation };
  });
