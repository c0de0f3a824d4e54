import { type Decimal, divide, formatDecimal, pow10, rescale } from '../../kernel/decimal.ts';

const places = 4;

/** Returns four decimals and rounds halves away from zero. `from` must be above zero. */
export function getPercentChange(from: Decimal, to: Decimal): string {
  const scale = Math.max(from.scale, to.scale);
  const [before, now] = [rescale(from, scale, 'down').units, rescale(to, scale, 'down').units];
  return formatDecimal({ units: divide((now - before) * pow10(2 + places), before, 'half-up'), scale: places });
}
