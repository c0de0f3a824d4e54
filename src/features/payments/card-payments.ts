import { isSameMoney } from '../../kernel/money.ts';
import { system } from '../../platform/actor.ts';
import { insertMovement } from '../ledger/movement-store.ts';
import { holderMatches } from '../ledger/names.ts';
import { comparePayer } from '../screening/compare-payer.ts';
import type { CardDue, CardMoney, CardPayable, SettleContext, SettleOutcome } from './cards/payable.ts';
import { type FulfilmentByProduct, movePayment } from './move-payment.ts';
import { canMove, getPaymentDeadline } from './payment.ts';
import { findPayer, findPayment, type Payment } from './store.ts';

type SettlementContext = SettleContext & { readonly payables: FulfilmentByProduct };

const isPayableByCard = ({ method, state }: Payment): boolean => method === 'card' && canMove(state, 'receive');

async function hasDifferentName(
  { tx }: SettleContext,
  { userId }: Payment,
  { nameOnCard }: CardMoney,
): Promise<boolean> {
  const customer = await findPayer(tx, userId);
  return (
    customer !== null && nameOnCard !== null && !holderMatches(nameOnCard, { ...customer, displayName: customer.name })
  );
}

/** Locks a payment of this amount, or returns null. Expires it if the charge came after the payment deadline. */
async function lockForCharge(
  paying: SettlementContext,
  id: string,
  { amount, chargedAt }: CardMoney,
): Promise<Payment | null> {
  const payment = await findPayment(paying.tx, id, true);
  if (!payment || !isSameMoney(payment.amount, amount)) return null;
  const isOver = chargedAt !== null && chargedAt > getPaymentDeadline(payment);
  if (!isOver || !canMove(payment.state, 'lapse')) return payment;
  await movePayment(paying, payment, { command: 'lapse', actor: system });
  return findPayment(paying.tx, id, true);
}

/** Records a charge of the exact amount. A charge for an ended payment waits for a refund. */
async function settleCharge(settling: SettlementContext, id: string, money: CardMoney): Promise<SettleOutcome> {
  const { tx } = settling;
  const payment = await lockForCharge(settling, id, money);
  const late = payment !== null && payment.state.ended !== null;
  const command = late ? 'attachLate' : 'receive';
  if (!payment || !canMove(payment.state, command)) return 'again';
  const movementId = await insertMovement(tx, { paymentId: payment.id, userId: payment.userId }, money.line);
  await comparePayer(settling.services, tx, movementId);
  const record = {
    movementId,
    reference: money.line.reference?.key,
    ...((await hasDifferentName(settling, payment, money)) && { nameDiffers: true }),
  };
  await movePayment(settling, payment, { command, actor: system, record });
  return late ? 'late' : 'received';
}

export const cardPayablePayment = (payables: FulfilmentByProduct): CardPayable => ({
  due: async (tx, id): Promise<CardDue | null> => {
    const payment = await findPayment(tx, id);
    if (!payment || !isPayableByCard(payment)) return null;
    const payer = await findPayer(tx, payment.userId);
    const { userId, reference, amount, title } = payment;
    const until = getPaymentDeadline(payment);
    return { kind: 'payment', id, userId, reference, amount, title, email: payer?.email ?? '', until };
  },
  settle: (settling, id, money) => settleCharge({ ...settling, payables }, id, money),
});
