import { type Amount, unitsOf } from '../movements/amount.ts';
import { balanceOfLines } from '../receipts/receipt.ts';
import { dueOf } from './fit.ts';
import type { Payment } from './store.ts';

/** How much of a payment went back, and how much is kept of it. */
export type WentBack = { readonly returned: Amount; readonly kept: Amount };

/** Null while nothing went back. */
export function wentBackOf(payment: Pick<Payment, 'amount' | 'coins' | 'movements'>): WentBack | null {
  const { returned, kept } = balanceOfLines(dueOf(payment), payment.movements);
  return unitsOf(returned) > 0n ? { returned, kept } : null;
}
