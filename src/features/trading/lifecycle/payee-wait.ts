import { after, hours } from '../../../kernel/clock.ts';
import { compareDecimals, decimal } from '../../../kernel/decimal.ts';
import type { Db } from '../../../platform/database/database.ts';
import { loadSettingsAt } from '../../settings/store.ts';
import type { Order } from '../order/order-row.ts';
import { findFirstKnown } from '../wallets/payee-store.ts';
import { findChargebackHoldEnd } from './chargeback-hold.ts';

/**
 * Earliest payout of a large order to a new wallet or account (decision F8), by the setting when it was placed. Paid
 * orders of a day count together. Null for other orders, for trusted wallets and without a payout ahead.
 */
export async function findPayeeWaitEnd(tx: Db, order: Order): Promise<Date | null> {
  const { status, payOut } = order.state;
  if (payOut === 'sent' || (status !== 'pending' && status !== 'processing')) return null;
  const [{ payee_wait: wait }, { since, isTrusted, dayTotal }] = await Promise.all([
    loadSettingsAt(tx, order.placedAt),
    findFirstKnown(tx, order),
  ]);
  const isLarge = compareDecimals(decimal(dayTotal), decimal(String(wait.from))) >= 0;
  return isTrusted || !isLarge ? null : after(since ?? order.placedAt, hours(wait.hours));
}

export const getLater = (a: Date | null, b: Date | null): Date | null => (a && b && b > a ? b : (a ?? b));

/** Earliest payout by chargeback hold and payee wait. Null when the order has neither. */
export async function findPayoutHoldEnd(tx: Db, order: Order): Promise<Date | null> {
  return getLater(...(await Promise.all([findChargebackHoldEnd(tx, order), findPayeeWaitEnd(tx, order)])));
}
