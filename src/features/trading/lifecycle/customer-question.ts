import type { Db } from '../../../platform/database/database.ts';
import { customerQuestions } from '../customer-messages.ts';
import { findTimeline } from '../order/history-store.ts';
import { primaryPayIn } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';

/** Returns the open question about the card of an order, or null. Does not reveal the hold (decision A7). */
export async function openCustomerQuestion(
  tx: Db,
  order: Pick<Order, 'id' | 'state' | 'movements'>,
): Promise<string | null> {
  const { held, payIn, status } = order.state;
  const open = status === 'pending' || status === 'processing';
  if (!held || !open || payIn !== 'received' || primaryPayIn(order)?.rail !== 'card') return null;
  const story = await findTimeline(tx, order.id, false);
  return story.some(({ event }) => event === 'askedName') ? customerQuestions.cardName : null;
}
