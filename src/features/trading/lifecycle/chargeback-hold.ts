import { after, hours } from '../../../kernel/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import { loadCurrentSettings, loadSettingsAt } from '../../settings/store.ts';
import { primaryPayIn } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';

/** Earliest payout of a card order, by the setting at the time of the charge. Null for other orders. */
export async function findChargebackHoldEnd(tx: Db, order: Pick<Order, 'movements'>): Promise<Date | null> {
  const payIn = primaryPayIn(order);
  if (payIn?.rail !== 'card') return null;
  const { cards } = await loadSettingsAt(tx, payIn.recordedAt);
  return after(payIn.movedAt, hours(cards.keptHours));
}

export async function chargebackHoldIfPaid(
  tx: Db,
  order: Pick<Order, 'paymentMethod'>,
  at: Date,
): Promise<Date | null> {
  if (order.paymentMethod !== 'card') return null;
  return after(at, hours((await loadCurrentSettings(tx)).cards.keptHours));
}
