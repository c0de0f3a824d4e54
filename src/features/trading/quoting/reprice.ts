import { endOfDay, jamaicaDay } from '../../../kernel/calendar.ts';
import { after, minutes } from '../../../kernel/clock.ts';
import type { Settings } from '../../settings/schema.ts';
import type { PayMethod } from '../order/order.ts';
import type { Terms } from './terms.ts';

type Windows = Settings['price_windows'];

const getWindowMinutes = ({ bankTransfer, card, crypto }: Windows): Record<PayMethod, number> => ({
  bank_transfer: bankTransfer,
  card,
  crypto,
});

/** End of the price window (decision E1). Bank transfers have until the end of the day in Jamaica. */
export function priceHoldsUntil(placedAt: Date, method: PayMethod, windows: Windows): Date {
  const end = after(placedAt, minutes(getWindowMinutes(windows)[method]));
  return method === 'bank_transfer' ? endOfDay(jamaicaDay(end)) : end;
}

/** `agreed` keeps the agreed price, `applied` uses the new one, `asked` lets the customer choose. */
export type Repricing = 'agreed' | 'applied' | 'asked';

export const getPayoutUnits = ({ side, coins, net }: Pick<Terms, 'side' | 'coins' | 'net'>): bigint =>
  side === 'buy' ? coins.base : net.minor;

type ArrivedMoney = { readonly movedAt: Date; readonly holdsUntil: Date | null };

/** Decides the price by `movedAt` (decision E1). After the window, a worse new price needs the customer's choice. */
export function decideRepricing(
  { movedAt, holdsUntil }: ArrivedMoney,
  agreed: bigint,
  current: bigint | null,
): Repricing {
  if (holdsUntil === null || movedAt <= holdsUntil) return 'agreed';
  return current !== null && current >= agreed ? 'applied' : 'asked';
}
