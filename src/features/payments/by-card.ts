import { sameMoney } from '../../kernel/money.ts';
import type { CardDue, CardMoney, CardPayable, Settled, Settling } from '../cards/due.ts';
import { addMovement } from '../movements/movement-store.ts';
import { holderMatches } from '../movements/names.ts';
import { comparePayer } from '../screening/compare-payer.ts';
import { movePayment, type Payables, system } from './move-payment.ts';
import { canMove } from './payment.ts';
import { type Payment, payerOf, paymentById } from './store.ts';

const takesCard = ({ method, state }: Payment): boolean => method === 'card' && canMove(state, 'receive');

/** Whether the name on the card is another than the customer's: for whoever looks later, and decided by nobody here. */
async function nameDiffers({ tx }: Settling, { userId }: Payment, { nameOnCard }: CardMoney): Promise<boolean> {
  const customer = await payerOf(tx, userId);
  return (
    customer !== null && nameOnCard !== null && !holderMatches(nameOnCard, { ...customer, displayName: customer.name })
  );
}

/** The whole amount of what stands, or of what ended meanwhile and goes back; nothing of what was paid before. */
async function settle(settling: Settling & { payables: Payables }, id: string, money: CardMoney): Promise<Settled> {
  const { tx } = settling;
  const payment = await paymentById(tx, id, true);
  const late = payment !== null && payment.state.ended !== null;
  const command = late ? 'attachLate' : 'receive';
  if (!payment || !sameMoney(payment.amount, money.amount) || !canMove(payment.state, command)) return 'again';
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
    const { userId, reference, amount, title, lapsesAt: until } = payment;
    return { kind: 'payment', id, userId, reference, amount, title, email: payer?.email ?? '', until };
  },
  settle: (settling, id, money) => settle({ ...settling, payables }, id, money),
});
