import { utcMonthWindow } from '../../../kernel/calendar.ts';
import { compareDecimals, type Decimal, decimal } from '../../../kernel/decimal.ts';
import { exchange, jmd, type Money, minorUnits } from '../../../kernel/money.ts';
import { type Threshold, thresholdUsd } from '../../settings/threshold.ts';
import type { OrderStatus, Side } from '../order/order.ts';
import { usdForLimits } from './pricing.ts';

/**
 * How much a customer may trade: a monthly (UTC) cap by approved KYC tier, and a gate at US$1,000 that tier 3 opens
 * [001 §6 Transaction caps].
 */
export type Tier = 'none' | 'tier1' | 'tier2';
export type KycTier = 1 | 2 | 3;
export type KycStatus = 'not_submitted' | 'pending' | 'approved' | 'rejected';

export type KycSubmission = {
  readonly tier: KycTier;
  readonly status: Exclude<KycStatus, 'not_submitted'>;
  readonly submittedAt: Date;
};

export type Standing = {
  readonly tier: Tier;
  /** Tier 3, Enhanced KYC, is approved: orders of US$1,000 and more are open (decision B2). */
  readonly enhanced: boolean;
  readonly statusOf: Readonly<Record<KycTier, KycStatus>>;
};

/** The newest submission of a tier speaks for it, whatever older ones said [000 §4 KYC per tier]. */
function statusOfTier(submissions: readonly KycSubmission[], tier: KycTier): KycStatus {
  const ofTier = submissions.filter((submission) => submission.tier === tier);
  if (ofTier.length === 0) return 'not_submitted';
  return ofTier.reduce((newest, other) => (other.submittedAt >= newest.submittedAt ? other : newest)).status;
}

/** What a customer's submissions, in any order, entitle to: tier 3 opens the gate (decision B2). */
export function standingFrom(submissions: readonly KycSubmission[]): Standing {
  const statusOf = {
    1: statusOfTier(submissions, 1),
    2: statusOfTier(submissions, 2),
    3: statusOfTier(submissions, 3),
  };
  const tier = statusOf[2] === 'approved' ? 'tier2' : statusOf[1] === 'approved' ? 'tier1' : 'none';
  return { tier, enhanced: statusOf[3] === 'approved', statusOf };
}

/**
 * J$ a month that counts for risk, declared with tier 2 or 3, in any order: the newest accepted declaration, or the
 * lowest of those that came after it while nobody accepted them (decision E5). Null where none says it.
 */
export function declaredIncome(submissions: readonly (KycSubmission & { income: string | null })[]): string | null {
  const told = submissions
    .filter(({ tier }) => tier >= 2)
    .toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime());
  const accepted = told.findIndex(({ status }) => status === 'approved');
  const counting = accepted === -1 ? told : told.slice(0, accepted + 1);
  return counting
    .map(({ income }) => income)
    .reduce((lowest, income) => (income === null || isLess(lowest, income) ? lowest : income), null);
}

const isLess = (income: string | null, than: string): boolean =>
  income !== null && minorUnits(income) < minorUnits(than);

/** Monthly caps in US$ as the settings hold them; null is unlimited [001 §6 Transaction caps]. */
export type Caps = Readonly<Record<Tier, Money | null>>;

/**
 * Whether an order weighs on its month, pending and completed [001 §4 Transactions, §9 Monthly limits]: as used once
 * its money is in and it is under way or done, as held while it waits for the money. The document counts pending and
 * completed; processing lies between the two and counts as well, because an order under way would otherwise free its
 * own limit (decision C4).
 */
export function weightOf(status: OrderStatus): 'used' | 'held' | null {
  if (status === 'completed' || status === 'processing') return 'used';
  return status === 'pending' ? 'held' : null;
}

export type LimitInput = {
  readonly tier: Tier;
  readonly capUsd: Money | null;
  readonly buyRate: Decimal;
  readonly usedNet: Money;
  readonly heldNet: Money;
};

export type MonthlyLimit = {
  readonly tier: Tier;
  readonly capUsd: Money | null;
  /** The cap at the buy rate, rounded down; null is unlimited. */
  readonly capJmd: Money | null;
  readonly used: Money;
  readonly held: Money;
  /** Never below zero, also when a cap was lowered meanwhile; null is unlimited. */
  readonly remaining: Money | null;
  /** The first moment of the next UTC month (decision B8). */
  readonly resetsAt: Date;
};

/**
 * The limit in JMD as it stands at `now`, USD × the buy rate; used and held of the UTC month are summed up by
 * `app.person_ground` in `db/schema.sql` [001 §9 Monthly limits, decisions B8, C4].
 */
export function monthlyLimit({ tier, capUsd, buyRate, usedNet, heldNet }: LimitInput, now: Date): MonthlyLimit {
  const capJmd = capUsd && exchange(capUsd, { rate: buyRate, to: 'JMD', rounding: 'down' });
  const left = capJmd && capJmd.minor - usedNet.minor - heldNet.minor;
  const remaining = left === null ? null : jmd(left > 0n ? left : 0n);
  return { tier, capUsd, capJmd, used: usedNet, held: heldNet, remaining, resetsAt: utcMonthWindow(now).until };
}

export type OrderSize =
  | { readonly side: 'buy'; readonly gross: Money }
  | { readonly side: 'sell'; readonly gross: Money; readonly usdValue: Decimal };

/**
 * Whether an order is of US$1,000 or more, by either reading (decision E5; the threshold is a setting). J$ convert at
 * the buy rate on both sides; a sell also counts by what its coins fetch in US$, so that the stricter of the two
 * documented readings holds.
 */
export function meetsThreshold(size: OrderSize, buyRate: Decimal, thresholdUsd: Money): boolean {
  if (usdForLimits(size.gross, buyRate).minor >= thresholdUsd.minor) return true;
  return size.side === 'sell' && compareDecimals(size.usdValue, { units: thresholdUsd.minor, scale: 2 }) >= 0;
}

/** What the size of an order is told by: its terms. */
export type Graded = { readonly side: Side; readonly gross: Money; readonly usdValue: Decimal };

/**
 * Whether an order reaches the one threshold (decision E5): when either reading does, J$ at the buy rate (B3) or what
 * the coins of a sell fetch in US$ (B6).
 */
export const isLarge = ({ side, gross, usdValue }: Graded, { rates, caps }: Threshold): boolean =>
  meetsThreshold(
    side === 'buy' ? { side, gross } : { side, gross, usdValue },
    decimal(rates.buy),
    thresholdUsd({ caps }),
  );

export type LimitRefusal =
  | { readonly code: 'too_small'; readonly smallest: Money }
  | { readonly code: 'too_many_open' | 'too_many_unpaid' | 'too_many_today'; readonly most: number }
  | { readonly code: 'enhanced_kyc_required' }
  | {
      readonly code: 'monthly_limit_reached';
      readonly capUsd: Money;
      readonly tier: Tier;
      readonly remaining: Money;
    };

/** The same words for everybody of whom we take no order, whatever is behind it (decision A7). */
export type OrderRefusal = LimitRefusal | { readonly code: 'not_possible' };

export type OrderLimits = {
  readonly limit: MonthlyLimit;
  readonly enhanced: boolean;
  readonly buyRate: Decimal;
  readonly thresholdUsd: Money;
  readonly smallest: Money;
  readonly counts: OrderCounts;
  /** Nothing of theirs moves (decision E2). */
  readonly stopped: boolean;
};

/** How many orders somebody has, and may have; `unpaid`: those of this side that brought nothing and hold a price. */
export type OrderCounts = Readonly<
  Record<'open' | 'unpaid' | 'today', { readonly now: number; readonly most: number }>
>;

function countVerdict({ open, unpaid, today }: OrderCounts): LimitRefusal | null {
  if (open.now >= open.most) return { code: 'too_many_open', most: open.most };
  if (unpaid.now >= unpaid.most) return { code: 'too_many_unpaid', most: unpaid.most };
  return today.now >= today.most ? { code: 'too_many_today', most: today.most } : null;
}

/**
 * Why an order may not be placed, or null: first how many there are, which alone refuses a sell whose coins were sent,
 * whoever sends them and however few; then its size, then the gate 'Enhanced KYC Required', then the monthly cap,
 * against its whole J$ [001 §4 Pre-creation checks].
 */
export function limitVerdict(size: OrderSize, limits: OrderLimits): OrderRefusal | null {
  const { smallest, counts, stopped } = limits;
  const tooMany = countVerdict(counts);
  if (tooMany) return tooMany;
  if (stopped) return { code: 'not_possible' };
  if (size.gross.minor < smallest.minor) return { code: 'too_small', smallest };
  return capVerdict(size, limits);
}

function capVerdict(size: OrderSize, { limit, enhanced, buyRate, thresholdUsd }: OrderLimits): LimitRefusal | null {
  if (!enhanced && meetsThreshold(size, buyRate, thresholdUsd)) return { code: 'enhanced_kyc_required' };
  const { capUsd, capJmd, remaining, tier } = limit;
  if (!capUsd || !capJmd || !remaining) return null;
  const total = limit.used.minor + limit.held.minor + size.gross.minor;
  return total > capJmd.minor ? { code: 'monthly_limit_reached', capUsd, tier, remaining } : null;
}
