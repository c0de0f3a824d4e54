import { decimal } from '../../kernel/decimal.ts';
import { exchange, type Money } from '../../kernel/money.ts';
import type { StatementLine } from './statement.ts';

const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();

/** True if the line contains one of the comma-separated `words`, which banks use for counter deposits. */
export const isCash = (
  { details, reference }: Pick<StatementLine, 'details' | 'reference'>,
  words: string,
): boolean => {
  const text = ` ${normalize(`${details} ${reference}`)} `;
  return words
    .split(',')
    .map(normalize)
    .some((word) => word !== '' && text.includes(` ${word} `));
};

/** True if the sum exceeds `ceiling`, in whole J$. Converts US$ at `rate` (POCA s.101A). */
export function isAboveCeiling(amounts: readonly Money[], ceiling: number, rate: string): boolean {
  const inJmd = (amount: Money) =>
    amount.currency === 'JMD' ? amount : exchange(amount, { rate: decimal(rate), to: 'JMD', rounding: 'half-up' });
  return amounts.reduce((sum, amount) => sum + inJmd(amount).minor, 0n) > BigInt(ceiling) * 100n;
}
