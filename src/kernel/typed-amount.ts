import { type Decimal, parseDecimal } from './decimal.ts';

/** An amount as somebody typed or pasted it. `mark`: the currency or coin written beside it, as `J$` or `ETH`. */
type Typed = { readonly mark: string; readonly value: Decimal };

const groupBlank = /(?<=\d)\s(?=\d{3}(?!\d))/g;
const wholeShape = String.raw`[1-9]\d{0,2}(?:,\d{3}){1,9}|\d{1,30}`;
const shape = new RegExp(
  String.raw`^(J\$|US\$|\$|[A-Z]{3,5}\$?)?((?:${wholeShape})?(?:\.\d{0,30})?)([A-Z]{3,5})?$`,
  'i',
);

/**
 * Reads `J$25,000.00`, `25 000`, `.5`, `1,000`, `0.25 ETH`; null where it is no amount, or where a comma stands
 * elsewhere than before three digits: `1,5` may be meant as 1.5 or as 15. Behind a nought nobody parts thousands:
 * `0,500` is half a coin of whoever writes a decimal comma.
 */
export function typedAmount(text: string): Typed | null {
  if (text.length > 80) return null;
  const match = shape.exec(
    text
      .trim()
      .replace(groupBlank, ',')
      .replace(/(?<!\d)\s|\s(?!\d)/g, ''),
  );
  if (!match) return null;
  const [, before = '', digits = '', after = ''] = match;
  if (!/\d/.test(digits) || (before !== '' && after !== '')) return null;
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  const value = parseDecimal(`${whole || '0'}${fraction && '.'}${fraction}`);
  return value && { mark: (before || after).toUpperCase(), value };
}
