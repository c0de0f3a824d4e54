import { z } from 'zod';
import { compareDecimals, decimal, formatDecimal, parseDecimal } from '../../../kernel/decimal.ts';
import { currencies } from '../../../kernel/money.ts';
import { parseTypedAmount } from '../../../kernel/parse-amount.ts';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { quotedSymbols } from '../../assets/assets.ts';

const directions = ['above', 'below', 'move'] as const;
export type Direction = (typeof directions)[number];

/** Removes the commas of a typed number. Other text stays and fails validation. */
function stripGroups(text: string): string {
  const typed = parseTypedAmount(text);
  return typed?.unit === '' ? formatDecimal(typed.value) : text;
}

function isOutside(text: string, { least, most }: { readonly least: string; readonly most: string }): boolean {
  const value = parseDecimal(text);
  return value !== null && (compareDecimals(value, decimal(least)) < 0 || compareDecimals(value, decimal(most)) > 0);
}

/** From the smallest price that pages can show. */
const priceRange = { least: '0.000001', most: '1000000000000' };
const percentRange = { least: '1', most: '90' };

/** `target` is a price in `currency`, or a percentage for `move`, which ignores the currency. */
export const SetPriceAlert = z
  .strictObject({
    symbol: z.enum(quotedSymbols),
    direction: z.enum(directions),
    currency: z.enum(currencies),
    target: typedText()
      .max(40)
      .overwrite(stripGroups)
      .regex(/^\d{1,13}(\.\d{1,6})?$/, 'Enter a number such as 100,000 or 0.25'),
  })
  .superRefine(({ direction, target }, context) => {
    const fail = (message: string) => context.addIssue({ code: 'custom', path: ['target'], message });
    if (direction === 'move' && isOutside(target, percentRange)) fail('Enter a percentage from 1 to 90');
    if (direction !== 'move' && isOutside(target, priceRange)) fail('Enter a price above 0');
  });

export const RemovePriceAlert = z.strictObject({ alertId: UuidSchema });
