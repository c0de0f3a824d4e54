import { sameMoney } from '../../../kernel/money.ts';
import { worded } from '../../../kernel/worded.ts';
import { system } from '../../../platform/mover.ts';
import type { CardMoney, CardPayable } from '../../cards/due.ts';
import { amountWords } from '../../movements/amount.ts';
import { holderMatches } from '../../movements/names.ts';
import { heldFor } from '../judging/holder-store.ts';
import { isListHold } from '../judging/release-rule.ts';
import { moveOrder } from '../moving/move-order.ts';
import { orderById } from '../order/history-store.ts';
import { canMove } from '../order/order.ts';
import { mayHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import type { ReasonCode } from '../order/reasons.ts';
import { addToOrder, keepExtra, paid } from './pay-in.ts';
import { customerOf, nameOf } from './queue-store.ts';
import { remember, type Work } from './steps.ts';

/** What the page of a card provider says that is paid for. */
const title = 'Purchase of {coins}';

/** An order that was placed to be paid by card and waits for its money. What is due for it is what was agreed. */
const due: CardPayable['due'] = async (tx, id) => {
  const order = await orderById(tx, id);
  if (order?.paymentMethod !== 'card' || !canMove(order.state, 'receive')) return null;
  const { userId, reference, fiat: amount, coins, lapsesAt: until } = order;
  const customer = await customerOf(tx, userId);
  // Texts of providers know plain blanks alone.
  const called = worded(title, { coins: amountWords(coins).replaceAll('\u00a0', ' ') });
  return customer && { kind: 'order', id, userId, reference, amount, title: called, email: customer.email, until };
};

/** The order as it stands within this transaction. */
const again = async ({ tx }: Work, { id }: Order): Promise<Order> => {
  const order = await orderById(tx, id, true);
  if (!order) throw new Error('an order is gone under its lock');
  return order;
};

/** Keeps it from being paid out until a person looked. One that is held already stays so, for what it is held for. */
async function hold(work: Work, order: Order, holdReason: ReasonCode<'hold'>): Promise<void> {
  if (!mayHold(order)) return;
  const step = { command: 'hold', reasonCode: holdReason, public: false, facts: { holdReason } } as const;
  await moveOrder(work.tx, order, { step, mover: system, now: work.services.clock() });
}

/** Held for this, unless it is held already for what takes two people. */
async function holdAbove(work: Work, order: Order, holdReason: 'charged_back' | 'card_currency_unknown') {
  if (!order.state.held) return hold(work, order, holdReason);
  if (isListHold(order.holdReason) || order.holdReason === 'charged_back') return;
  await heldFor(work.tx, order.id, { holdReason, at: work.services.clock() });
}

/**
 * A card of another name than the customer's is for a person to look at, as a transfer from another name is; its
 * customer reads what to do, and nothing of the hold (A7). Where the provider tells no name a person looks it up.
 */
async function compareName(work: Work, order: Order, told: string | null): Promise<void> {
  const nameOnCard = told?.trim() || null;
  const name = await nameOf(work.tx, order.userId);
  if (nameOnCard !== null && name !== null && holderMatches(nameOnCard, name)) return;
  await hold(work, order, nameOnCard === null ? 'card_name_unknown' : 'payer_name_differs');
  const asked = { action: 'askedName', note: '', public: true } as const;
  if (nameOnCard !== null) await remember(work, await again(work, order), asked);
}

/** The same of card money that a person attached, who judged a name where the provider told one. */
export async function holdNameless(work: Work, order: Order, nameOnCard: string | null): Promise<void> {
  if (!nameOnCard?.trim()) await hold(work, await again(work, order), 'card_name_unknown');
}

/** The money stands on its order: as its own, or late or beside it, to go back. */
async function keepOnOrder(work: Work, order: Order, { amount, line }: CardMoney): Promise<'received' | 'late'> {
  const extra = order.state.payIn === 'received' || order.state.payIn === 'returned';
  const record = await addToOrder(work, order, { ...line, extra });
  if (extra) {
    await keepExtra(work, order, { note: '', after: record });
    return 'late';
  }
  const command = canMove(order.state, 'receive') ? 'receive' : 'attachLate';
  await paid(work, order, { command, record, amount, whole: null });
  return command === 'attachLate' ? 'late' : 'received';
}

/**
 * What a card brought is the money of its order by the rule of what staff confirm: its line, its price by when the card
 * was charged, its letter. Of one that had ended it goes back, and so does what comes beside an order's own; neither
 * coins nor money leave for a charge whose currency nobody compared.
 */
const settle: CardPayable['settle'] = async (work, id, money) => {
  const order = await orderById(work.tx, id, true);
  if (order?.userId !== money.userId || order.side !== 'buy' || !sameMoney(order.fiat, money.amount)) return 'again';
  const became = await keepOnOrder(work, order, money);
  if (!money.currencyProved) await holdAbove(work, await again(work, order), 'card_currency_unknown');
  if (became === 'received') await compareName(work, await again(work, order), money.nameOnCard);
  return became;
};

/** Its money was taken away from us again: nothing leaves for it until people looked. */
const chargedBack: NonNullable<CardPayable['chargedBack']> = async (work, id) => {
  const order = await orderById(work.tx, id, true);
  if (!order) return;
  await holdAbove(work, order, 'charged_back');
  await remember(work, await again(work, order), { action: 'chargedBack', note: '' });
};

/** Orders, as what is paid by card. */
export const orderByCard: CardPayable = { due, settle, chargedBack };
