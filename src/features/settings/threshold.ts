import { decimal } from '../../kernel/decimal.ts';
import { exchangeBack, formatGroupedMinorUnits, type Money, usd } from '../../kernel/money.ts';

export type Threshold = { readonly rates: { readonly buy: string }; readonly caps: { readonly gate: number } };

/** One threshold for order gate, source of funds and travel rule (decision E5) [001 §9 Enhanced due diligence]. */
export const getThresholdUsd = ({ caps }: Pick<Threshold, 'caps'>): Money => usd(BigInt(caps.gate) * 100n);
export const formatThreshold = (settings: Pick<Threshold, 'caps'>): string =>
  `US$${formatGroupedMinorUnits(getThresholdUsd(settings).minor)}`;

/** J$ at the buy rate (B3). Products other than orders stay below it (ADR 14): only orders have the checks above. */
export function isBelowThreshold(price: Money, { rates, caps }: Threshold): boolean {
  const { minor } =
    price.currency === 'USD' ? price : exchangeBack(price, { rate: decimal(rates.buy), to: 'USD', rounding: 'down' });
  return minor < getThresholdUsd({ caps }).minor;
}
