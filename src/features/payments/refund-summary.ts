import { type Amount, minorUnitsOf } from '../ledger/amount.ts';
import { calculateBalance } from '../receipts/receipt.ts';
import { getAmountDue } from './match-incoming.ts';
import type { Payment } from './store.ts';

export type RefundSummary = { readonly returned: Amount; readonly kept: Amount };

export function getRefundSummary(payment: Pick<Payment, 'amount' | 'coins' | 'movements'>): RefundSummary | null {
  const { returned, kept } = calculateBalance(getAmountDue(payment), payment.movements);
  return minorUnitsOf(returned) > 0n ? { returned, kept } : null;
}
