import type { CsvRecord } from '../../kernel/csv.ts';
import { sanitizeSingleLine } from '../../kernel/sanitize-text.ts';
import { isBlankCell, parseAmount, parseDay } from './parse-cells.ts';
import { type ReadContext, type StatementFormat, toUnreadable, type Unreadable } from './statement-format.ts';
import { getZone, type Layout } from './statement-layout.ts';
import { isAccountHeading, isBalance, parseCurrencyCodes, parseSection } from './statement-terms.ts';

/** Finds files with several accounts, or with sections of debits, whose rows look like credits. */

const sectionPattern =
  /\b(credits?|debits?|deposits?|withdrawals?|lodge?ments|payments|receipts|cheques|charges|fees|accounts?|pending|uncleared|(money|paid|amounts?|transfers?) (in|out))\b/i;
const pagePattern =
  /^((page|pg\.?) ?\d+( ?(of|\/) ?\d+)?|(statement )?continued.*|end of (page|statement)|[-=_*. ]+)$/i;

const isNote = ({ cells }: CsvRecord, { indexes }: Layout): boolean => {
  const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [at]));
  const [only = -1] = filled;
  const isDetails = filled.length === 1 && only > 0 && only === indexes.details;
  return isDetails && !sectionPattern.test((cells[only] ?? '').slice(0, 200));
};

const isPageRow = ({ cells }: CsvRecord): boolean =>
  cells.filter((cell) => cell !== '').every((cell) => pagePattern.test(cell.slice(0, 60)));
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, at) => at).every(
    (at) => (some[at] ?? '') === (others[at] ?? ''),
  );

function createRowTests({ indexes }: Layout, { day, decimal }: StatementFormat, zone: string) {
  const money = [indexes.amount, indexes.credit, indexes.debit];
  const hasDay = ({ cells }: CsvRecord) => parseDay(cells[indexes.day ?? -1] ?? '', day, zone) !== null;
  const hasMoney = ({ cells }: CsvRecord) =>
    money.some((at) => !isBlankCell(cells[at ?? -1] ?? '') && parseAmount(cells[at ?? -1] ?? '', decimal) !== null);
  return { hasDay, hasMoney };
}

/** Refuses unknown text rows and repeated headings above the last amount. Accepts page breaks and totals. */
export function findDivision(layout: Layout, format: StatementFormat): Unreadable | null {
  const { rows, heads, above } = layout;
  const { hasDay, hasMoney } = createRowTests(layout, format, getZone(layout));
  const isHeading = ({ cells }: CsvRecord) => heads.length > 0 && isSame(cells, heads);
  const isRepeated = ({ cells }: CsvRecord) => above.some((one) => isSame(one.cells, cells));
  const endsPage = (row: CsvRecord | undefined) =>
    row !== undefined &&
    (isPageRow(row) || parseSection(row.cells) !== null || (isRepeated(row) && /\d{3}/.test(row.cells.join(' '))));
  const isKnown = (row: CsvRecord, before: CsvRecord | undefined) =>
    isHeading(row)
      ? endsPage(before)
      : isPageRow(row) || parseSection(row.cells) !== null || row.cells.some(isBalance) || isRepeated(row);
  const last = rows.findLastIndex((row) => !row.isAmbiguous && hasDay(row) && hasMoney(row));
  const divider = rows.slice(0, Math.max(last, 0)).find((row, at) => {
    if (row.isAmbiguous || hasDay(row) || hasMoney(row) || isNote(row, layout)) return false;
    return !isKnown(row, rows[at - 1]);
  });
  if (!divider) return null;
  if (isHeading(divider)) return toUnreadable('heading_repeated');
  return toUnreadable('text_row', sanitizeSingleLine(divider.cells.join(' '), 60));
}

/** Refuses a file with another currency outside its amount rows, or with several accounts in a column. */
export function findForeignPart(layout: Layout, format: StatementFormat, { currency }: ReadContext): Unreadable | null {
  const { indexes, heads, above, rows } = layout;
  const { hasDay } = createRowTests(layout, format, getZone(layout));
  const { details, reference, payer, account, bank } = indexes;
  const texts = new Set([details, reference, payer, account, bank].filter((at) => at !== undefined && at > 0));
  const others = rows.filter((row) => !row.isAmbiguous && !hasDay(row));
  const named = [
    ...above.map(({ cells }) => cells),
    ...others.map(({ cells }) => cells.filter((_, at) => !texts.has(at))),
  ].map((cells) => cells.flatMap((cell) => parseCurrencyCodes(cell.slice(0, 200))));
  const foreign = named.find((codes) => codes.length > 0 && !codes.includes(currency));
  if (foreign) return toUnreadable('currency_of_file', foreign[0]);
  const assignedIndexes = new Set(Object.values(indexes));
  const several = heads.slice(0, 100).find((head, at) => {
    if (assignedIndexes.has(at) || !isAccountHeading(head)) return false;
    const filled = rows.filter((row) => !row.isAmbiguous && hasDay(row)).map(({ cells }) => cells[at] ?? '');
    return new Set(filled.filter((cell) => cell !== '')).size > 1;
  });
  return several === undefined ? null : toUnreadable('several_accounts', several);
}
