import type { CsvRecord } from '../../kernel/csv.ts';
import { isBlankCell, parseDay, stripCurrencyMarks } from './parse-cells.ts';
import type { StatementFormat } from './statement-format.ts';
import type { Layout } from './statement-layout.ts';

const maxNumberLength = 40;

const dayShape = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;

/** True for digits with separators, a sign, CR or DR. False for other letters and for dates. */
function isNumeric(cell: string): boolean {
  if (cell.length > maxNumberLength || dayShape.test(cell)) return false;
  const bare = stripCurrencyMarks(cell).replace(/(?:\b|(?<=\d))(?:CR?|DR?|DB)\.?$/i, '');
  return /\d/.test(bare) && !/\p{L}/u.test(bare);
}

const hasDecimals = (cell: string): boolean => /\d[.,](?:\d{1,2}|\d{4})(?!\d)/.test(cell);

type Cells = readonly string[];

/**
 * Returns a test for rows with a moved amount: an unquoted separator in the description moves all cells after it. If
 * the bank omits empty last cells, the row is not too long, so the test checks the cells after the amount.
 */
export function createMovedCheck({ indexes, rows, width }: Layout, { day }: StatementFormat) {
  const money = [indexes.amount, indexes.credit, indexes.debit, indexes.balance].filter((at) => at !== undefined);
  const hasAmount = (cells: Cells) => money.some((at) => isNumeric(cells[at] ?? ''));
  const data = rows.filter(
    ({ cells, isAmbiguous }) =>
      !isAmbiguous && hasAmount(cells) && parseDay(cells[indexes.day ?? -1] ?? '', day) !== null,
  );
  const shortest = data.reduce((least, { cells }) => Math.min(least, cells.length), width);
  // In a padded file, a separator in the description makes the row longer than the headings.
  const isPadded = data.some(({ cells }) => cells.length === width && cells.at(-1) === '');
  const amounts = data.flatMap(({ cells }) => money.map((at) => cells[at] ?? '')).filter((cell) => !isBlankCell(cell));
  const hasWholeAmounts = amounts.some((cell) => !hasDecimals(cell));
  const isLikeAmount = (cell: string) => isNumeric(cell) && (hasWholeAmounts || hasDecimals(cell));
  const isOfAmounts = (at: number) =>
    data.every(({ cells }) => isBlankCell(cells[at] ?? '') || isLikeAmount(cells[at] ?? ''));
  const first = Math.min(...money);
  const odd = new Set(
    Array.from({ length: Math.min(width, 100) }, (_, at) => at).filter(
      (at) => at > first && !money.includes(at) && !isOfAmounts(at),
    ),
  );
  return ({ cells }: CsvRecord): boolean => {
    if (cells.length > width) return true;
    if (isPadded && shortest === width) return false;
    return cells.some((cell, at) => {
      const isMoved = cells.length > shortest && at > first && (at >= shortest || !money.includes(at));
      return (isMoved || odd.has(at)) && isLikeAmount(cell);
    });
  };
}
