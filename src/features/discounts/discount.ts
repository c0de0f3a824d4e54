import { type Day, jamaicaDay } from '../../kernel/calendar.ts';
import { days } from '../../kernel/clock.ts';
import { divide } from '../../kernel/decimal.ts';
import { formatMinorUnits } from '../../kernel/money.ts';
import type { Discount } from './format-discount.ts';

export type StoredDiscount = Omit<Discount, 'endsAt'> & { readonly endsAt: string };

export const readDiscount = (stored: StoredDiscount | null | undefined): Discount | null =>
  stored ? { ...stored, endsAt: new Date(stored.endsAt) } : null;

/** Tiers of Mahoni holders, highest first [001 §9 Tokens]. `percent` is off the fee. */
export const tiers = [
  { id: 'gold', name: 'Gold', least: 100_000_000n, days: 60, percent: 35, hasCourses: true },
  { id: 'silver', name: 'Silver', least: 50_000_000n, days: 30, percent: 25, hasCourses: true },
  { id: 'bronze', name: 'Bronze', least: 5_000_000n, days: 30, percent: 0, hasCourses: false },
] as const;

export type Tier = (typeof tiers)[number];
export type TierId = Tier['id'];

export const getTier = (id: TierId): Tier => tiers.find((tier) => tier.id === id) ?? tiers[2];

/** A confirmed tier ends after this time, unless staff check the holding again. */
export const tierDays = 30;

type Holding = { readonly amount: bigint; readonly heldSince: Day; readonly now: Date };

/** The highest tier of a holding in whole MHI, or null. Days count from `heldSince` in Jamaica. */
export function findTier({ amount, heldSince, now }: Holding): Tier | null {
  const heldMs = Date.parse(jamaicaDay(now)) - Date.parse(heldSince);
  return tiers.find((tier) => amount >= tier.least && heldMs >= days(tier.days)) ?? null;
}

export type Offered = Omit<Discount, 'standardFee'>;

/** The greatest discount, and of equal ones the one that ends last. Discounts do not add up. */
export const pickDiscount = (offered: readonly Offered[]): Offered | null =>
  offered
    .filter(({ percent }) => percent > 0)
    .sort((a, b) => b.percent - a.percent || b.endsAt.getTime() - a.endsAt.getTime())[0] ?? null;

export type Fee = { readonly feeBasisPoints: bigint; readonly discount: Discount | null };

/** Lowers a fee in basis points, rounded down to a whole basis point. */
export const lowerFee = (basisPoints: bigint, offered: Offered | null): Fee => ({
  feeBasisPoints: offered ? divide(basisPoints * BigInt(100 - offered.percent), 100n, 'down') : basisPoints,
  discount: offered && { ...offered, standardFee: formatMinorUnits(basisPoints) },
});
