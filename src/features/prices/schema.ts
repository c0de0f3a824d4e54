import { z } from 'zod';
import { quotedSymbols } from '../assets/assets.ts';

export const ranges = ['24h', '7d', '30d'] as const;
export type Range = (typeof ranges)[number];

/** The price panel uses `symbol`, the home page `newest` [000 §7 Tables]. */
export const ListPrices = z.object({ order: z.enum(['symbol', 'newest']).default('symbol') });
export const PriceHistory = z.object({ symbol: z.enum(quotedSymbols), range: z.enum(ranges) });

/** A row of the price list [000 §3 crypto_prices]. Figures are decimal text. */
export const ListedPrice = z.object({
  symbol: z.string(),
  name: z.string(),
  priceUsd: z.string(),
  priceJmd: z.string(),
  change24h: z.string().nullable(),
  volume24hUsd: z.string().nullable(),
  source: z.string(),
  lastUpdated: z.date(),
  demo: z.boolean(),
  stale: z.boolean(),
  offPeg: z.boolean(),
  setByCompany: z.boolean(),
});
export type ListedPrice = z.infer<typeof ListedPrice>;

export const PricePoint = z.object({ at: z.date(), priceUsd: z.string() });
export type PricePoint = z.infer<typeof PricePoint>;
export const PriceCurve = z.object({
  symbol: z.string(),
  range: z.enum(ranges),
  demo: z.boolean(),
  points: z.array(PricePoint),
});
export type PriceCurve = z.infer<typeof PriceCurve>;

export const AcceptJump = z.strictObject({
  symbol: z.enum(quotedSymbols),
  /** Jump price on the user's screen. Rejected when the jump has changed since. */
  seen: z.string().max(40),
  reason: z.string().trim().min(3, 'Explain why this price is right').max(400),
});

export const Refreshed = z.object({ count: z.int(), refreshedAt: z.date(), demo: z.boolean() });
export type Refreshed = z.infer<typeof Refreshed>;

export const ProviderTested = z.object({
  success: z.literal(true),
  count: z.int(),
  btcPrice: z.string(),
  demo: z.boolean(),
});
export type ProviderTested = z.infer<typeof ProviderTested>;
