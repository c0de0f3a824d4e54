import { type Decimal, decimalText, divide, pow10, rescale } from '../../kernel/decimal.ts';

const places = 4;

/** Change between two prices in per cent, as text with four places, halves away from zero. `from` is above zero. */
export function percentChange(from: Decimal, to: Decimal): string {
  const scale = Math.max(from.scale, to.scale);
  const [before, now] = [rescale(from, scale, 'down').units, rescale(to, scale, 'down').units];
  return decimalText({ units: divide((now - before) * pow10(2 + places), before, 'half-up'), scale: places });
}
