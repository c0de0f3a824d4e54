import { decimal } from '../../kernel/decimal.ts';
import { exchangeBack, formatGroupedMinorUnits, type Money, usd } from '../../kernel/money.ts';

export type Threshold = { readonly rates: { readonly buy: string }; readonly caps: { readonly gate: number } };

/** The threshold of order gate, source of funds and travel rule (decision E5) [001 §9 Enhanced due diligence]. */
export const getThresholdUsd = ({ caps }: Pick<Threshold, 'caps'>): Money => usd(BigInt(caps.gate) * 100n);
export const formatThreshold = (settings: Pick<Threshold, 'caps'>): string =>
  `US$${formatGroupedMinorUnits(getThresholdUsd(settings).minor)}`;

/** Converts J$ at the buy rate (B3). Only orders may reach the threshold, as only they are checked (ADR 14). */
export function isBelowThreshold(price: Money, { rates, caps }: Threshold): boolean {
  const { minor } =
    price.currency === 'USD' ? price : exchangeBack(price, { rate: decimal(rates.buy), to: 'USD', rounding: 'down' });
  return minor < getThresholdUsd({ caps }).minor;
}
