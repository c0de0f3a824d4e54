import type { Db } from '../../../platform/database.ts';
import { askedWords } from '../order/asked-words.ts';
import { storyOf } from '../order/history-store.ts';
import { ownPayIn } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';

/**
 * What the customer of an order is asked about the card that paid it, until a person has looked at it; null where
 * nothing is asked. Of the hold itself they read nothing (decision A7).
 */
export async function askedOf(tx: Db, order: Pick<Order, 'id' | 'state' | 'movements'>): Promise<string | null> {
  const { held, payIn, status } = order.state;
  const open = status === 'pending' || status === 'processing';
  if (!held || !open || payIn !== 'received' || ownPayIn(order)?.rail !== 'card') return null;
  const story = await storyOf(tx, order.id, false);
  return story.some(({ event }) => event === 'askedName') ? askedWords.cardName : null;
}
