import { type Decimal, decimal, decimalText, rescale } from '../../../../kernel/decimal.ts';
import { type Money, moneyText } from '../../../../kernel/money.ts';
import { grouped } from '../../../../ui/figures.ts';

/** Basis points as a percentage with at most one place: 800 is `8%`, 1562 is `15.6%`. */
export function percentText(basisPoints: bigint): string {
  const tenths: Decimal = rescale({ units: basisPoints, scale: 2 }, 1, 'half-up');
  return `${decimalText(tenths).replace(/\.0$/, '')}%`;
}

/** A rate as text, `175` or `160.505`, with two places: `175.00`. */
export const rateText = (rate: string): string => grouped(decimalText(rescale(decimal(rate), 2, 'half-up')));

/** The net of the fee panel is shown with 3 places [001 §2 Buy Cryptocurrency card]: `165,600.000`. */
export const netText = ({ minor }: Money): string => grouped(`${moneyText(minor)}0`);

/** Coins as text without closing zeros: `0.00500000` is `0.005`. */
export const coinsShort = (text: string): string => grouped(text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Seconds as a clock: 92 is `1:32`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
