import { decimal } from '../../kernel/decimal.ts';
import { exchangeBack, groupedMoney, type Money, usd } from '../../kernel/money.ts';

export type Threshold = { readonly rates: { readonly buy: string }; readonly caps: { readonly gate: number } };

/**
 * US$1,000 is one threshold everywhere (decision E5): for the gate of orders, for the source of funds and for the
 * travel rule [001 §9 Enhanced due diligence]. How much it is, is a setting.
 */
export const thresholdUsd = ({ caps }: Pick<Threshold, 'caps'>): Money => usd(BigInt(caps.gate) * 100n);
export const thresholdText = (settings: Pick<Threshold, 'caps'>): string =>
  `US$${groupedMoney(thresholdUsd(settings).minor)}`;

/**
 * Whether a price stays below it, J$ read at the buy rate (B3). Whatever is sold besides orders does (decision 041):
 * what is asked from the threshold on is asked of orders alone.
 */
export function staysBelow(price: Money, { rates, caps }: Threshold): boolean {
  const { minor } =
    price.currency === 'USD' ? price : exchangeBack(price, { rate: decimal(rates.buy), to: 'USD', rounding: 'down' });
  return minor < thresholdUsd({ caps }).minor;
}
