import { sameMoney } from '../../kernel/money.ts';
import { system } from '../../platform/mover.ts';
import type { CardDue, CardMoney, CardPayable, Settled, Settling } from '../cards/due.ts';
import { addMovement } from '../movements/movement-store.ts';
import { holderMatches } from '../movements/names.ts';
import { comparePayer } from '../screening/compare-payer.ts';
import { movePayment, type Payables } from './move-payment.ts';
import { canMove, payUntil } from './payment.ts';
import { type Payment, payerOf, paymentById } from './store.ts';

type Paying = Settling & { readonly payables: Payables };

const takesCard = ({ method, state }: Payment): boolean => method === 'card' && canMove(state, 'receive');

/** Whether the name on the card is another than the customer's: for whoever looks later, and decided by nobody here. */
async function nameDiffers({ tx }: Settling, { userId }: Payment, { nameOnCard }: CardMoney): Promise<boolean> {
  const customer = await payerOf(tx, userId);
  return (
    customer !== null && nameOnCard !== null && !holderMatches(nameOnCard, { ...customer, displayName: customer.name })
  );
}

/** The payment as a charge finds it: one that is looked for, since it was claimed, ends if its time to pay was over. */
async function found(paying: Paying, id: string, { amount, chargedAt }: CardMoney): Promise<Payment | null> {
  const payment = await paymentById(paying.tx, id, true);
  if (!payment || !sameMoney(payment.amount, amount)) return null;
  const isOver = chargedAt !== null && chargedAt > payUntil(payment);
  if (!isOver || !canMove(payment.state, 'lapse')) return payment;
  await movePayment(paying, payment, { command: 'lapse', mover: system });
  return paymentById(paying.tx, id, true);
}

/** The whole amount of what stands, or of what ended meanwhile and goes back; nothing of what was paid before. */
async function settle(settling: Paying, id: string, money: CardMoney): Promise<Settled> {
  const { tx } = settling;
  const payment = await found(settling, id, money);
  const late = payment !== null && payment.state.ended !== null;
  const command = late ? 'attachLate' : 'receive';
  if (!payment || !canMove(payment.state, command)) return 'again';
  const movementId = await addMovement(tx, { paymentId: payment.id, userId: payment.userId }, money.line);
  await comparePayer(settling.services, tx, movementId);
  const record = {
    movementId,
    reference: money.line.reference?.key,
    ...((await nameDiffers(settling, payment, money)) && { nameDiffers: true }),
  };
  await movePayment(settling, payment, { command, mover: system, record });
  return late ? 'late' : 'received';
}

/** What a payment says of paying it by card. */
export const paidByCard = (payables: Payables): CardPayable => ({
  due: async (tx, id): Promise<CardDue | null> => {
    const payment = await paymentById(tx, id);
    if (!payment || !takesCard(payment)) return null;
    const payer = await payerOf(tx, payment.userId);
    const { userId, reference, amount, title } = payment;
    const until = payUntil(payment);
    return { kind: 'payment', id, userId, reference, amount, title, email: payer?.email ?? '', until };
  },
  settle: (settling, id, money) => settle({ ...settling, payables }, id, money),
});
