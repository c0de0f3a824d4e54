import { type Decimal, parseDecimal } from './decimal.ts';
import { stripInvisible } from './strip-invisible.ts';

type TypedAmount = { readonly unit: string; readonly value: Decimal };

const groupSpace = /(?<=\d)\s(?=\d{3}(?!\d))/g;
const integerShape = String.raw`[1-9]\d{0,2}(?:,\d{3}){1,9}|\d{1,30}`;
const shape = new RegExp(
  String.raw`^(J\$|US\$|\$|[A-Z]{3,5}\$?)?((?:${integerShape})?(?:\.\d{0,30})?)([A-Z]{3,5})?$`,
  'i',
);

/** Parses typed amounts: `J$25,000.00`, `25 000`, `.5`, `0.25 ETH`. Null for ambiguous commas: `1,5`, `0,500`. */
export function parseTypedAmount(text: string): TypedAmount | null {
  if (text.length > 80) return null;
  const match = shape.exec(
    stripInvisible(text)
      .trim()
      .replace(groupSpace, ',')
      .replace(/(?<!\d)\s|\s(?!\d)/g, ''),
  );
  if (!match) return null;
  const [, before = '', digits = '', after = ''] = match;
  if (!/\d/.test(digits) || (before !== '' && after !== '')) return null;
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  const value = parseDecimal(`${whole || '0'}${fraction && '.'}${fraction}`);
  return value && { unit: (before || after).toUpperCase(), value };
}
