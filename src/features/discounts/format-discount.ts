import { formatDateTime } from '../../ui/format.ts';

/** A lowered fee of one order, with its reason and end (decision F12). */
export type Discount = {
  /** Percent off the standard fee, 1 to 100. */
  readonly percent: number;
  /** The fee without the discount in percent, such as `8.00`. */
  readonly standardFee: string;
  readonly reason: string;
  readonly endsAt: Date;
  /** Null for the discount of a tier. */
  readonly promoCodeId: string | null;
};

/** Formats as `8% less 25%: Silver tier, until Wed 30 Dec 2026, 4:00 pm`. */
export const formatDiscount = ({ percent, standardFee, reason, endsAt }: Discount): string =>
  `${standardFee.replace(/\.?0+$/, '')}% less ${percent}%: ${reason}, until ${formatDateTime(endsAt, { year: true })}`;
