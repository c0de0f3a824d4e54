import type { CsvRecord } from '../../kernel/csv.ts';
import { parseDay, parseZoneMinutes } from './parse-cells.ts';
import { type ReadContext, type StatementFormat, toUnreadable, type Unreadable } from './statement-format.ts';
import {
  areDirections,
  areOnlyLetters,
  type ColumnName,
  columnNames,
  isZoneColumn,
  matchesColumn,
  normalizeText,
  parseCurrencyCodes,
  parseHeadingZone,
} from './statement-terms.ts';

type ColumnIndexes = Readonly<Partial<Record<ColumnName, number>>>;

export type Layout = {
  readonly ok: true;
  readonly indexes: ColumnIndexes;
  readonly heads: readonly string[];
  readonly above: readonly CsvRecord[];
  readonly rows: readonly CsvRecord[];
  /** Expected cells per row. A longer row has an unquoted separator. */
  readonly width: number;
};

const columnNumber = /^#([1-9]\d?)$/;

export const joinHeadings = (upper: readonly string[], lower: readonly string[]): string[] =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) =>
    `${upper[at] ?? ''} ${lower[at] ?? ''}`.trim(),
  );

/** Finds the row with all headings, or else two adjacent rows that form them together. */
function locateHeadings(records: readonly CsvRecord[], headings: readonly string[]) {
  const includesHeadings = (cells: readonly string[]) => {
    const cellTexts = new Set(cells.map(normalizeText));
    return headings.every((heading) => cellTexts.has(heading));
  };
  const at = records.findIndex(({ cells, isAmbiguous }) => !isAmbiguous && includesHeadings(cells));
  if (at >= 0) return { heads: records[at]?.cells ?? [], from: at, size: 1 };
  for (const [from, { cells }] of records.slice(0, -1).entries()) {
    const heads = joinHeadings(cells, records[from + 1]?.cells ?? []);
    if (heads.length < 200 && includesHeadings(heads)) return { heads, from, size: 2 };
  }
  return null;
}

/** For columns by number: lines begin at the first row with a day, and the row above may hold headings. */
function locateHeadingsAbove(records: readonly CsvRecord[], dayIndex: number, { day }: StatementFormat) {
  const first = records.findIndex(({ cells }) => parseDay(cells[dayIndex] ?? '', day) !== null);
  if (first <= 0) return { heads: [], from: 0, size: 0 };
  return { heads: records[first - 1]?.cells ?? [], from: first - 1, size: 1 };
}

function getUsualWidth(rows: readonly CsvRecord[]): number {
  const counts = [...Map.groupBy(rows, ({ cells }) => cells.length)];
  return counts.toSorted(([, some], [, others]) => others.length - some.length)[0]?.[0] ?? 0;
}

/** Returns the number of headings, plus one if every row ends with a separator. */
function getWidth(heads: readonly string[], rows: readonly CsvRecord[]): number {
  if (heads.length === 0) return getUsualWidth(rows);
  const isTrailed = rows.every(({ cells }) => cells.length === heads.length + 1 && cells.at(-1) === '');
  return isTrailed ? heads.length + 1 : heads.length;
}

export function parseLayout(records: readonly CsvRecord[], format: StatementFormat): Layout | Unreadable {
  const named = columnNames.filter((name) => format.columns[name] !== '');
  const numberOf = (name: ColumnName) => columnNumber.exec(format.columns[name])?.[1];
  const byHeading = named.filter((name) => numberOf(name) === undefined);
  const headings = byHeading.map((name) => normalizeText(format.columns[name]));
  const found =
    headings.length > 0
      ? locateHeadings(records, headings)
      : locateHeadingsAbove(records, Number(numberOf('day')) - 1, format);
  if (!found) return toUnreadable('no_heading');
  const { heads, from, size } = found;
  const headTexts = heads.map(normalizeText);
  const duplicate = byHeading.find((_, at) => headTexts.filter((text) => text === headings[at]).length > 1);
  if (duplicate) return toUnreadable('heading_twice', format.columns[duplicate]);
  const rows = records.slice(from + size);
  const getIndex = (name: ColumnName): number =>
    numberOf(name) === undefined ? headTexts.indexOf(normalizeText(format.columns[name])) : Number(numberOf(name)) - 1;
  const isEmpty = (index: number) => rows.every(({ cells }) => (cells[index] ?? '') === '');
  const indexes = named.map((name) => [name, getIndex(name)] as const).filter(([, index]) => !isEmpty(index));
  return {
    ok: true,
    indexes: Object.fromEntries(indexes),
    heads,
    rows,
    above: records.slice(0, from),
    width: getWidth(heads, rows),
  };
}

const getColumnName = ({ heads }: Layout, index: number): string => heads[index] || `#${index + 1}`;

export const getZone = ({ heads, indexes }: Layout): string => parseHeadingZone(heads[indexes.day ?? -1] ?? '');

const getColumnValues = ({ rows }: Layout, index: number): string[] =>
  rows.flatMap(({ cells }) => (cells[index] ? [cells[index]] : []));

function getUnassignedFault({ indexes, heads }: Layout, index: number, values: readonly string[]) {
  const heading = heads[index] ?? '';
  const isFree = (name: ColumnName) => indexes[name] === undefined && matchesColumn(name, heading);
  if (isFree('direction')) return 'direction_unassigned';
  if (isFree('currency')) return 'currency_unassigned';
  if (isFree('status')) return 'status_unassigned';
  if (isFree('credit') || isFree('debit')) return 'money_unassigned';
  const isElsewhere = isZoneColumn(heading) && values.some((value) => parseZoneMinutes(value) !== -5 * 60);
  return isElsewhere ? 'zone_unassigned' : null;
}

export function findUnassigned(layout: Layout, { currency }: ReadContext): Unreadable | null {
  const { indexes, heads, width } = layout;
  const { reference, details, payer, account, bank, ...decisive } = indexes;
  const assignedIndexes = new Set(Object.values(decisive));
  for (let index = 0; index < Math.min(width, heads.length); index += 1) {
    const values = assignedIndexes.has(index) || !heads[index] ? [] : getColumnValues(layout, index);
    const fault = values.length > 0 ? getUnassignedFault(layout, index, values) : null;
    if (fault) return toUnreadable(fault, getColumnName(layout, index));
  }
  const money = [indexes.amount, indexes.credit, indexes.debit].map((index) => heads[index ?? -1] ?? '');
  const isOther = (texts: readonly string[]) => texts.length > 0 && !texts.includes(currency);
  const heading = money.find((head) => isOther(parseCurrencyCodes(head)));
  return heading === undefined ? null : toUnreadable('currency_of_heading', heading);
}

export type HiddenDirection = {
  readonly index: number;
  readonly name: string;
  readonly fault: 'direction_unassigned' | 'direction_letters';
};

export function detectHiddenDirections(layout: Layout, among: readonly number[]): HiddenDirection[] {
  const found = layout.indexes.direction === undefined ? among : [];
  return found
    .filter((index) => areDirections(getColumnValues(layout, index)))
    .map((index) => {
      const isOpen = layout.heads[index] && areOnlyLetters(getColumnValues(layout, index));
      const fault = isOpen ? 'direction_letters' : 'direction_unassigned';
      return { index, name: getColumnName(layout, index), fault };
    });
}
