import { utcMonthWindow } from '../../../kernel/calendar.ts';
import { compareDecimals, type Decimal, decimal } from '../../../kernel/decimal.ts';
import { exchange, jmd, type Money, parseMinorUnits } from '../../../kernel/money.ts';
import { getThresholdUsd, type Threshold } from '../../settings/threshold.ts';
import type { OrderStatus, Side } from '../order/order.ts';
import { usdForLimits } from './pricing.ts';

/** Trading limits: a monthly UTC cap by KYC tier, and a US$1,000 gate that tier 3 opens [001 §6 Transaction caps]. */
export type Tier = 'none' | 'tier1' | 'tier2';
export type KycTier = 1 | 2 | 3;
export type KycStatus = 'not_submitted' | 'pending' | 'approved' | 'rejected';

export type KycSubmission = {
  readonly tier: KycTier;
  readonly status: Exclude<KycStatus, 'not_submitted'>;
  readonly submittedAt: Date;
  readonly waitsForCustomer?: boolean;
};

export type KycStanding = {
  readonly tier: Tier;
  /** Tier 3, Enhanced KYC, is approved (decision B2). */
  readonly enhanced: boolean;
  readonly statusOf: Readonly<Record<KycTier, KycStatus>>;
  readonly waitsForCustomer: readonly KycTier[];
};

/** The newest submission decides [000 §4 KYC per tier]. */
function newestOfTier(submissions: readonly KycSubmission[], tier: KycTier): KycSubmission | null {
  const ofTier = submissions.filter((submission) => submission.tier === tier);
  if (ofTier.length === 0) return null;
  return ofTier.reduce((newest, other) => (other.submittedAt >= newest.submittedAt ? other : newest));
}

export function computeStanding(submissions: readonly KycSubmission[]): KycStanding {
  const newest = { 1: newestOfTier(submissions, 1), 2: newestOfTier(submissions, 2), 3: newestOfTier(submissions, 3) };
  const statusOf = {
    1: newest[1]?.status ?? 'not_submitted',
    2: newest[2]?.status ?? 'not_submitted',
    3: newest[3]?.status ?? 'not_submitted',
  } as const;
  const tier = statusOf[2] === 'approved' ? 'tier2' : statusOf[1] === 'approved' ? 'tier1' : 'none';
  const waitsForCustomer = ([1, 2, 3] as const).filter(
    (one) => statusOf[one] === 'pending' && newest[one]?.waitsForCustomer === true,
  );
  return { tier, enhanced: statusOf[3] === 'approved', statusOf, waitsForCustomer };
}

/** Lowest monthly income in J$ declared since the newest approved submission (decision E5). Null if none. */
export function declaredIncome(submissions: readonly (KycSubmission & { income: string | null })[]): string | null {
  const declared = submissions
    .filter(({ tier }) => tier >= 2)
    .toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime());
  const accepted = declared.findIndex(({ status }) => status === 'approved');
  const counting = accepted === -1 ? declared : declared.slice(0, accepted + 1);
  return counting
    .map(({ income }) => income)
    .reduce((lowest, income) => (income === null || isBelow(lowest, income) ? lowest : income), null);
}

const isBelow = (income: string | null, limit: string): boolean =>
  income !== null && parseMinorUnits(income) < parseMinorUnits(limit);

/** Monthly caps in US$. Null means no limit [001 §6 Transaction caps]. */
export type Caps = Readonly<Record<Tier, Money | null>>;

/** Monthly limit use: `held` while pending, then `used` [001 §4 Transactions, §9 Monthly limits, decision C4]. */
export function getLimitUse(status: OrderStatus): 'used' | 'held' | null {
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
  /** The cap converted at the buy rate, rounded down. Null means no limit. */
  readonly capJmd: Money | null;
  readonly used: Money;
  readonly held: Money;
  /** Zero, not negative, after staff lower a cap. Null means no limit. */
  readonly remaining: Money | null;
  /** Start of the next UTC month (decision B8). */
  readonly resetsAt: Date;
};

/** Computes the monthly limit and its use in J$ [001 §9 Monthly limits, decisions B8, C4]. */
export function monthlyLimit({ tier, capUsd, buyRate, usedNet, heldNet }: LimitInput, now: Date): MonthlyLimit {
  const capJmd = capUsd && exchange(capUsd, { rate: buyRate, to: 'JMD', rounding: 'down' });
  const left = capJmd && capJmd.minor - usedNet.minor - heldNet.minor;
  const remaining = left === null ? null : jmd(left > 0n ? left : 0n);
  return { tier, capUsd, capJmd, used: usedNet, held: heldNet, remaining, resetsAt: utcMonthWindow(now).until };
}

export type OrderSize =
  | { readonly side: 'buy'; readonly gross: Money }
  | { readonly side: 'sell'; readonly gross: Money; readonly usdValue: Decimal };

/** True from US$1,000 (decision E5), by the J$ at the buy rate or by the US$ value of sold coins. */
export function meetsThreshold(size: OrderSize, buyRate: Decimal, thresholdUsd: Money): boolean {
  if (usdForLimits(size.gross, buyRate).minor >= thresholdUsd.minor) return true;
  return size.side === 'sell' && compareDecimals(size.usdValue, { units: thresholdUsd.minor, scale: 2 }) >= 0;
}

export type SizedTerms = { readonly side: Side; readonly gross: Money; readonly usdValue: Decimal };

/** True for an order from the US$1,000 threshold up (decisions B3, B6, E5). */
export const isLarge = ({ side, gross, usdValue }: SizedTerms, { rates, caps }: Threshold): boolean =>
  meetsThreshold(
    side === 'buy' ? { side, gross } : { side, gross, usdValue },
    decimal(rates.buy),
    getThresholdUsd({ caps }),
  );

type Gate = Pick<OrderLimits, 'enhanced' | 'buyRate' | 'thresholdUsd'>;

/** Returns the largest buy in whole J$ that limit and gate allow now. Null when neither applies. */
export function getLargestBuy({ remaining }: MonthlyLimit, { enhanced, buyRate, thresholdUsd }: Gate): number | null {
  const atGate = exchange(thresholdUsd, { rate: buyRate, to: 'JMD', rounding: 'up' });
  const bounds = [...(remaining ? [remaining.minor] : []), ...(enhanced ? [] : [atGate.minor - 1n])];
  const [least] = bounds.toSorted((a, b) => (a < b ? -1 : 1));
  return least === undefined ? null : Number(least / 100n);
}

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

/** `not_possible` hides the reason, such as a freeze (decision A7). */
export type OrderRefusal = LimitRefusal | { readonly code: 'not_possible' };

export type OrderLimits = {
  readonly limit: MonthlyLimit;
  readonly enhanced: boolean;
  readonly buyRate: Decimal;
  readonly thresholdUsd: Money;
  readonly smallest: Money;
  readonly counts: OrderCounts;
  /** The customer is frozen (decision E2). */
  readonly stopped: boolean;
};

/** Order counts of a customer. `unpaid` counts unpaid orders of one side whose price window is open. */
export type OrderCounts = Readonly<
  Record<'open' | 'unpaid' | 'today', { readonly now: number; readonly most: number }>
>;

function checkCounts({ open, unpaid, today }: OrderCounts): LimitRefusal | null {
  if (open.now >= open.most) return { code: 'too_many_open', most: open.most };
  if (unpaid.now >= unpaid.most) return { code: 'too_many_unpaid', most: unpaid.most };
  return today.now >= today.most ? { code: 'too_many_today', most: today.most } : null;
}

/** Returns why an order is refused, or null [001 §4 Pre-creation checks]. The first failed check counts. */
export function checkLimits(size: OrderSize, limits: OrderLimits): OrderRefusal | null {
  const { smallest, counts, stopped } = limits;
  const tooMany = checkCounts(counts);
  if (tooMany) return tooMany;
  if (stopped) return { code: 'not_possible' };
  if (size.gross.minor < smallest.minor) return { code: 'too_small', smallest };
  return checkCap(size, limits);
}

function checkCap(size: OrderSize, { limit, enhanced, buyRate, thresholdUsd }: OrderLimits): LimitRefusal | null {
  if (!enhanced && meetsThreshold(size, buyRate, thresholdUsd)) return { code: 'enhanced_kyc_required' };
  const { capUsd, capJmd, remaining, tier } = limit;
  if (!capUsd || !capJmd || !remaining) return null;
  const total = limit.used.minor + limit.held.minor + size.gross.minor;
  return total > capJmd.minor ? { code: 'monthly_limit_reached', capUsd, tier, remaining } : null;
}
