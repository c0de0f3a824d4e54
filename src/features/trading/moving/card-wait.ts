import { after, hours } from '../../../kernel/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { currentSettings, settingsAt } from '../../settings/store.ts';
import { ownPayIn } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';

/**
 * Until when the coins of an order stay with us that was paid by card: a charge can be taken back. It follows from when
 * the card was charged and the hours that were in force when we learned of it. Null where no card paid.
 */
export async function cardWait(tx: Db, order: Pick<Order, 'movements'>): Promise<Date | null> {
  const line = ownPayIn(order);
  if (line?.rail !== 'card') return null;
  const { cards } = await settingsAt(tx, line.recordedAt);
  return after(line.movedAt, hours(cards.keptHours));
}

/** The same of one that is still to be paid so, were it charged then. */
export async function cardWaitIfPaid(tx: Db, order: Pick<Order, 'paymentMethod'>, at: Date): Promise<Date | null> {
  if (order.paymentMethod !== 'card') return null;
  return after(at, hours((await currentSettings(tx)).cards.keptHours));
}
