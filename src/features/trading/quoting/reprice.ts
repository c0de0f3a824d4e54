import { endOfDay, jamaicaDay } from '../../../kernel/calendar.ts';
import { after, minutes } from '../../../kernel/clock.ts';
import type { Settings } from '../../settings/schema.ts';
import type { PayMethod } from '../order/order.ts';
import type { Terms } from './terms.ts';

type Windows = Settings['price_windows'];

const windowOf = ({ bankTransfer, card, crypto }: Windows): Record<PayMethod, number> => ({
  bank_transfer: bankTransfer,
  card,
  crypto,
});

/**
 * Until when the price of an order binds us, counted from its placing (decision E1). No claim lengthens it. A bank line
 * often tells a day and no time, so for a transfer it is the end of the Jamaican day.
 */
export function priceHoldsUntil(placedAt: Date, method: PayMethod, windows: Windows): Date {
  const end = after(placedAt, minutes(windowOf(windows)[method]));
  return method === 'bank_transfer' ? endOfDay(jamaicaDay(end)) : end;
}

/** `stands`: the agreed price. `applied`: the new one, at once. `asked`: the customer chooses. */
export type Repricing = 'stands' | 'applied' | 'asked';

/** What the customer gets: coins of a buy in base units, money of a sell in cents. */
export const getsOf = ({ side, coins, net }: Pick<Terms, 'side' | 'coins' | 'net'>): bigint =>
  side === 'buy' ? coins.base : net.minor;

type Arrived = { readonly movedAt: Date; readonly holdsUntil: Date | null };

/**
 * At which price an order goes on whose money or coins left at `movedAt` (decision E1). Within the window the agreed
 * one; later the price of that moment where it is as good for the customer or better; where it is worse, or no price is
 * known of that moment, nothing happens without their consent.
 */
export function repricing({ movedAt, holdsUntil }: Arrived, agreed: bigint, anew: bigint | null): Repricing {
  if (holdsUntil === null || movedAt <= holdsUntil) return 'stands';
  return anew !== null && anew >= agreed ? 'applied' : 'asked';
}
