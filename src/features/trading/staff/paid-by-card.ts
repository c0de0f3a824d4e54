import { formatMessage } from '../../../kernel/message-template.ts';
import { isSameMoney } from '../../../kernel/money.ts';
import { system } from '../../../platform/actor.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { holderMatches } from '../../ledger/names.ts';
import type { CardMoney, CardPayable } from '../../payments/cards/payable.ts';
import { transitionOrder } from '../lifecycle/transition-order.ts';
import { findOrder } from '../order/history-store.ts';
import { canApply } from '../order/order.ts';
import { canHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import type { ReasonCode } from '../order/reasons.ts';
import { replaceHoldReason } from '../risk-checks/counterparty-store.ts';
import { isListHold } from '../risk-checks/release-rule.ts';
import { recordEvent, type StaffOrSystemContext } from './order-commands.ts';
import { applyPayment, recordPayIn, recordSurplus } from './pay-in.ts';
import { findCustomer, findCustomerName } from './queue-store.ts';

const title = 'Purchase of {coins}';

const due: CardPayable['due'] = async (tx, id) => {
  const order = await findOrder(tx, id);
  if (order?.paymentMethod !== 'card' || !canApply(order.state, 'receive')) return null;
  const { userId, reference, fiat: amount, coins, lapsesAt: until } = order;
  const customer = await findCustomer(tx, userId);
  // Card providers reject no-break spaces.
  const formattedTitle = formatMessage(title, { coins: formatAmount(coins).replaceAll('\u00a0', ' ') });
  return (
    customer && { kind: 'order', id, userId, reference, amount, title: formattedTitle, email: customer.email, until }
  );
};

const reloadOrder = async ({ tx }: StaffOrSystemContext, { id }: Order): Promise<Order> => {
  const order = await findOrder(tx, id, true);
  if (!order) throw new Error('an order is gone under its lock');
  return order;
};

async function holdOrder(context: StaffOrSystemContext, order: Order, holdReason: ReasonCode<'hold'>): Promise<void> {
  if (!canHold(order)) return;
  const step = { command: 'hold', reasonCode: holdReason, public: false, facts: { holdReason } } as const;
  await transitionOrder(context.tx, order, { step, mover: system, now: context.services.clock() });
}

/** Puts the order on hold. Replaces the reason of an existing hold that one person could release. */
async function holdStronger(
  context: StaffOrSystemContext,
  order: Order,
  holdReason: 'charged_back' | 'card_currency_unknown' | 'card_name_unknown' | 'payer_name_differs',
) {
  if (!order.state.held) return holdOrder(context, order, holdReason);
  if (isListHold(order.holdReason) || order.holdReason === 'charged_back') return;
  await replaceHoldReason(context.tx, order.id, { holdReason, at: context.services.clock() });
}

/** Holds the order when the card has another name. Asks the customer about the card, but hides the hold (A7). */
async function compareName(
  context: StaffOrSystemContext,
  order: Order,
  nameFromProvider: string | null,
): Promise<void> {
  const nameOnCard = nameFromProvider?.trim() || null;
  const name = await findCustomerName(context.tx, order.userId);
  if (nameOnCard !== null && name !== null && holderMatches(nameOnCard, name)) return;
  // An unproven currency is the stronger reason.
  if (order.holdReason !== 'card_currency_unknown')
    await holdStronger(context, order, nameOnCard === null ? 'card_name_unknown' : 'payer_name_differs');
  const event = { action: 'askedName', note: '', public: true } as const;
  if (nameOnCard !== null) await recordEvent(context, await reloadOrder(context, order), event);
}

export async function holdNameless(
  context: StaffOrSystemContext,
  order: Order,
  nameOnCard: string | null,
): Promise<void> {
  if (!nameOnCard?.trim()) await holdStronger(context, await reloadOrder(context, order), 'card_name_unknown');
}

async function recordOnOrder(
  context: StaffOrSystemContext,
  order: Order,
  { amount, line }: CardMoney,
): Promise<'received' | 'late'> {
  const extra = order.state.payIn === 'received' || order.state.payIn === 'returned';
  const record = await recordPayIn(context, order, { ...line, extra });
  if (extra) {
    await recordSurplus(context, order, { note: '', after: record });
    return 'late';
  }
  const command = canApply(order.state, 'receive') ? 'receive' : 'attachLate';
  await applyPayment(context, order, { command, record, amount, whole: null });
  return command === 'attachLate' ? 'late' : 'received';
}

/** Records a card payment. Late and surplus payments wait for a refund. An unproven currency holds the order. */
const settle: CardPayable['settle'] = async (context, id, money) => {
  const order = await findOrder(context.tx, id, true);
  if (order?.userId !== money.userId || order.side !== 'buy' || !isSameMoney(order.fiat, money.amount)) return 'again';
  const result = await recordOnOrder(context, order, money);
  if (!money.currencyProved) await holdStronger(context, await reloadOrder(context, order), 'card_currency_unknown');
  if (result === 'received') await compareName(context, await reloadOrder(context, order), money.nameOnCard);
  return result;
};

const chargedBack: NonNullable<CardPayable['chargedBack']> = async (context, id) => {
  const order = await findOrder(context.tx, id, true);
  if (!order) return;
  await holdStronger(context, order, 'charged_back');
  await recordEvent(context, await reloadOrder(context, order), { action: 'chargedBack', note: '' });
};

export const orderByCard: CardPayable = { due, settle, chargedBack };
