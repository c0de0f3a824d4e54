import type { Day } from '../../kernel/calendar.ts';

/** How a bank writes decimals, and in which order the numbers of a day. */
export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];
export const dayForms = ['dmy', 'mdy', 'ymd'] as const;
export type DayForm = (typeof dayForms)[number];

const shapes: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(\d{1,3}(?:[, ’']\d{3})+|\d{1,15})(?:\.(\d{1,4}))?$/,
  ',': /^(\d{1,3}(?:[. ’']\d{3})+|\d{1,15})(?:,(\d{1,4}))?$/,
};

/** A longer cell is no amount, and is not looked through: blanks in it would be gone over again from each of them. */
const longestAmount = 60;

/**
 * Cents with their sign, as a bank writes them: grouped, with the mark of the currency, in brackets or with a minus or
 * DR where money left. Null where it is no amount in whole cents; groups that are none are not guessed at.
 */
export function readCents(written: string, decimal: DecimalSign): bigint | null {
  if (written.length > longestAmount) return null;
  const plain = written
    .normalize('NFKC')
    .trim()
    .replace(/^\((.*)\)$/, '-$1')
    .replaceAll(/JMD|USD|J\$|US\$|\$|\s*CR\.?$/gi, '')
    .replace(/^(.*?)\s*(?:DR\.?|-)$/i, '-$1')
    .replace(/[−–]/, '-')
    .trim();
  const negative = plain.startsWith('-');
  const [, whole, part = ''] = shapes[decimal].exec(plain.replace(/^[-+]\s*/, '')) ?? [];
  if (whole === undefined || /[1-9]/.test(part.slice(2))) return null;
  const cents = BigInt(whole.replaceAll(/\D/g, '')) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'));
  return negative ? -cents : cents;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The number of a month that may be written by its name; NaN for anything else. */
const monthOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1 || Number.NaN;

const inOrder: Readonly<Record<DayForm, (parts: readonly string[]) => readonly (string | undefined)[]>> = {
  dmy: ([d, m, y]) => [y, m, d],
  mdy: ([m, d, y]) => [y, m, d],
  ymd: ([y, m, d]) => [y, m, d],
};

/**
 * A day as `YYYY-MM-DD`, whatever stands between its numbers and whichever time follows; null where there is no such
 * day. A year of four figures that stands first is one, in whatever form. Two figures are of this century.
 */
export function readDay(written: string, form: DayForm): Day | null {
  const parts = /^(\d{1,4}|[A-Za-z]{3,9})[-/. ]+(\d{1,2}|[A-Za-z]{3,9})[-/., ]+(\d{4}|\d{1,2})(?![\d/.-])/.exec(
    written.trim(),
  );
  const eight = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(written.trim());
  const found = (parts ?? eight)?.slice(1, 4);
  if (!found) return null;
  const yearFirst = eight !== null || found[0]?.length === 4;
  const [year = '', month = '', date = ''] = inOrder[yearFirst ? 'ymd' : form](found);
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${String(monthOf(month)).padStart(2, '0')}-${date.padStart(2, '0')}`;
  const midnight = new Date(`${day}T00:00:00Z`);
  const real = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(midnight.getTime());
  return real && midnight.toISOString().startsWith(day) && day >= '2020-01-01' ? day : null;
}
