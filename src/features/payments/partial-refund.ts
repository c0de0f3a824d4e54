import { divide } from '../../kernel/decimal.ts';
import { jmd, type Money, parseMinorUnits } from '../../kernel/money.ts';
import { getRemaining } from '../ledger/active-movements.ts';
import {
  type Amount,
  formatAmount,
  formatPlainAmount,
  getAsset,
  minorUnitsOf,
  replaceUnits,
} from '../ledger/amount.ts';
import type { Movement } from '../ledger/movement.ts';
import type { ProposalPayload } from '../outgoing-money/transfers.ts';
import { refuse } from './messages.ts';
import { canMove } from './payment.ts';
import type { Payment } from './store.ts';

type PriceTerms = Pick<Payment, 'amount' | 'coins'>;

export type Share = { readonly amount: Amount; readonly kept: Amount };

/** Returns the J$ value of the amount left. Crypto is worth its share of the price. */
export const getWorth = ({ amount, coins }: PriceTerms, left: Amount): Money =>
  coins ? jmd(divide(minorUnitsOf(left) * amount.minor, coins.amount.base, 'down')) : jmd(minorUnitsOf(left));

/** Refunds crypto in proportion to J$, rounded down. Null for more than `left` or less than one base unit. */
export function calculateShare({ amount: price, coins }: PriceTerms, left: Amount, requested: Money): Share | null {
  const { minor } = getWorth({ amount: price, coins }, left);
  if (requested.minor === minor) return getFullShare(left);
  const units = coins ? divide(coins.amount.base * requested.minor, price.minor, 'down') : requested.minor;
  if (requested.minor > minor || units <= 0n) return null;
  return { amount: replaceUnits(left, units), kept: replaceUnits(left, minorUnitsOf(left) - units) };
}

export const getFullShare = (left: Amount): Share => ({ amount: left, kept: replaceUnits(left, 0n) });

export type HeldMovement = Movement & { readonly left: Amount };

export function getHeldMovement({ state, movements }: Payment): HeldMovement {
  const lines = movements.map((line) => ({ ...line, left: getRemaining(line, movements) }));
  const held = lines.find(({ direction, left }) => direction === 'in' && minorUnitsOf(left) > 0n);
  return (state.payIn === 'received' && held) || refuse('desk.nothing_to_return', {});
}

/** Returns the most J$ that a partial refund can have. Null if only a full refund is possible. */
export const getRefundableAmount = (payment: Payment): Money | null =>
  canMove(payment.state, 'agreePart') && !payment.held ? getWorth(payment, getHeldMovement(payment).left) : null;

/** `part` is an amount in J$, or null to refund everything that is left. */
export type ReturnRequest = { readonly reasonCode: string; readonly part: Money | null };

function calculateRequestedShare(payment: Payment, { left }: HeldMovement, part: Money | null): Share {
  if (part === null) return getFullShare(left);
  const refundable = getRefundableAmount(payment) ?? refuse('payments.whole_only', {});
  if (part.minor > refundable.minor) refuse('payments.more_than_left', { left: formatAmount(refundable) });
  return calculateShare(payment, left, part) ?? refuse('payments.part_unreadable', {});
}

export function buildRefundPayload(
  payment: Payment,
  line: HeldMovement,
  { reasonCode, part }: ReturnRequest,
): ProposalPayload {
  const { amount, kept } = calculateRequestedShare(payment, line, part);
  return {
    paymentId: payment.id,
    movementId: line.id,
    amount: formatPlainAmount(amount),
    unit: getAsset(amount),
    rail: line.rail,
    reasonCode,
    ...line.party,
    ...(part && minorUnitsOf(kept) > 0n && { part: formatPlainAmount(part), kept: formatPlainAmount(kept) }),
  };
}

export const parseRequest = ({ reasonCode, part }: ProposalPayload): ReturnRequest => ({
  reasonCode: reasonCode ?? '',
  part: part ? jmd(parseMinorUnits(part)) : null,
});
export const isPartialRefund = (approvedPayload: ProposalPayload): boolean =>
  parseRequest(approvedPayload).part !== null;

/** Removes the payer for the audit log, which is never erased. The proposal stores the payer. */
export const redactParty = ({
  bank: _b,
  account: _a,
  holder: _h,
  address: _d,
  tag: _t,
  ...rest
}: ProposalPayload): ProposalPayload => rest;
