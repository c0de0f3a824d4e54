import type { Db } from '../../platform/database/database.ts';
import type { Settings } from '../settings/schema.ts';
import { type Fee, getTier, lowerFee, type Offered, pickDiscount } from './discount.ts';
import { findOwnCodes, findOwnTier } from './store.ts';

export const areDiscountsOpen = ({ discounts }: Pick<Settings, 'discounts'>): boolean => discounts.state === 'open';

/** Tier and codes that an order of the customer can use now. Discounts must be open. */
export async function findOwnDiscounts(tx: Db, now: Date): Promise<Offered[]> {
  const [own, codes] = await Promise.all([findOwnTier(tx, now), findOwnCodes(tx, now)]);
  const { name, percent } = own ? getTier(own.tier) : { name: '', percent: 0 };
  return [...(own ? [{ percent, reason: `${name} tier`, endsAt: own.endsAt, promoCodeId: null }] : []), ...codes];
}

/** The fee of an order that the signed-in customer quotes now (decision F12) [001 §9 Fees and rates]. */
export async function loadFee(tx: Db, settings: Settings, now: Date): Promise<Fee> {
  const offered = areDiscountsOpen(settings) ? pickDiscount(await findOwnDiscounts(tx, now)) : null;
  return lowerFee(BigInt(settings.fee.basisPoints), offered);
}
