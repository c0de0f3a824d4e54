import { decimal } from '../../kernel/decimal.ts';
import { exchange, type Money } from '../../kernel/money.ts';
import type { StatementLine } from './statement.ts';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();

/** Whether the bank's words say that it was paid in over a counter; `words` with commas between. */
export const isCash = (
  { details, reference }: Pick<StatementLine, 'details' | 'reference'>,
  words: string,
): boolean => {
  const text = ` ${plain(`${details} ${reference}`)} `;
  return words
    .split(',')
    .map(plain)
    .some((word) => word !== '' && text.includes(` ${word} `));
};

/** Whether so much cash is more than the law lets anybody pay in; `ceiling` in J$, US$ at what one costs. */
export function isAboveCeiling(amounts: readonly Money[], ceiling: number, rate: string): boolean {
  const inJmd = (amount: Money) =>
    amount.currency === 'JMD' ? amount : exchange(amount, { rate: decimal(rate), to: 'JMD', rounding: 'half-up' });
  return amounts.reduce((sum, amount) => sum + inJmd(amount).minor, 0n) > BigInt(ceiling) * 100n;
}
