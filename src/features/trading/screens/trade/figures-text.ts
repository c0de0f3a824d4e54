import { type Decimal, decimal, formatDecimal, rescale } from '../../../../kernel/decimal.ts';
import { formatMinorUnits, type Money } from '../../../../kernel/money.ts';
import { groupThousands } from '../../../../ui/number-format.ts';

export function percentText(basisPoints: bigint): string {
  const tenths: Decimal = rescale({ units: basisPoints, scale: 2 }, 1, 'half-up');
  return `${formatDecimal(tenths).replace(/\.0$/, '')}%`;
}

export const rateText = (rate: string): string => groupThousands(formatDecimal(rescale(decimal(rate), 2, 'half-up')));

/** Formats the net amount with three decimals, such as `165,600.000` [001 §2 Buy Cryptocurrency card]. */
export const netText = ({ minor }: Money): string => groupThousands(`${formatMinorUnits(minor)}0`);

export const coinsShort = (text: string): string =>
  groupThousands(text.includes('.') ? text.replace(/\.?0+$/, '') : text);

export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
