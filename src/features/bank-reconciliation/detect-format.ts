import type { Day } from '../../kernel/calendar.ts';
import { type CsvRecord, parseFirstRecords, separators } from '../../kernel/csv.ts';
import { type DateOrder, type DecimalSign, dateOrders, decimalSigns, parseCents, parseDay } from './parse-cells.ts';
import { maxRecords, maxStatementLength, type ReadContext, type StatementFormat } from './statement-format.ts';
import { getZone, joinHeadings, parseLayout } from './statement-layout.ts';
import {
  areDirections,
  areOnlyLetters,
  type ColumnName,
  columnNames,
  matchesColumn,
  parseCurrencyCodes,
  parseDirection,
} from './statement-terms.ts';

export type DateReading = {
  readonly form: DateOrder;
  readonly examples: readonly { readonly written: string; readonly day: Day }[];
  readonly isFuture: boolean;
};

const maxShown = 3;

/** Returns the date orders that parse the most cells, one per distinct result. Several results mean ambiguous dates. */
export function getDateReadings(cells: readonly string[], today: Day, zone = ''): DateReading[] {
  const all = dateOrders.map((form) => ({ form, days: cells.map((cell) => parseDay(cell, form, zone)) }));
  const counts = all.map(({ days }) => days.filter((day) => day !== null).length);
  const most = Math.max(...counts);
  const candidates = all.filter((_, at) => most > 0 && counts[at] === most);
  const distinct = candidates.filter(
    ({ days }, at) => candidates.findIndex((one) => `${one.days}` === `${days}`) === at,
  );
  return distinct.map(({ form, days }) => {
    const examples = cells.flatMap((written, at) => {
      const day = days[at] ?? null;
      const isDistinguishing = distinct.every((one) => one.form === form || one.days[at] !== day);
      return day !== null && isDistinguishing ? [{ written, day }] : [];
    });
    const isFuture = days.some((day) => day !== null && day > today);
    return { form, examples: examples.slice(0, maxShown), isFuture };
  });
}

export function getStatementDateReadings(text: string, format: StatementFormat, { today }: ReadContext): DateReading[] {
  const layout = parseLayout(
    parseFirstRecords(text.slice(0, maxStatementLength), format.separator, maxRecords),
    format,
  );
  if (!layout.ok) return [];
  const place = layout.indexes.day ?? -1;
  return getDateReadings(
    layout.rows.map(({ cells }) => cells[place] ?? ''),
    today,
    getZone(layout),
  );
}

/** Detects UTF-16: every second byte of its first characters is zero. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = bytes;
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null;
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null;
}

/** Decodes UTF-16 with or without a byte order mark, UTF-8, and otherwise Windows-1252. */
export function decodeStatement(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const utf16 = detectUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Columns = Readonly<Record<ColumnName, string>>;

export const emptyColumns: Columns = {
  day: '',
  amount: '',
  credit: '',
  debit: '',
  reference: '',
  details: '',
  payer: '',
  account: '',
  bank: '',
  direction: '',
  currency: '',
  status: '',
  balance: '',
};

const maxSampleRows = 200;

const getColumnCells = (heads: readonly string[], body: readonly CsvRecord[], heading: string): string[] => {
  const index = heads.indexOf(heading);
  return index < 0 ? [] : body.flatMap(({ cells }) => (cells[index] ? [cells[index]] : []));
};

function detectDirectionColumn(heads: readonly string[], body: readonly CsvRecord[]): string {
  const isOut = (cell: string) => parseDirection(cell) === 'out';
  const isOtherColumn = (head: string) =>
    columnNames.some((name) => name !== 'details' && name !== 'direction' && matchesColumn(name, head));
  const isDirection = (head: string) => {
    const cells = head === '' || isOtherColumn(head) ? [] : getColumnCells(heads, body, head);
    if (matchesColumn('direction', head)) return cells.some((cell) => parseDirection(cell) !== null);
    return cells.some(isOut) && areDirections(cells) && !areOnlyLetters(cells);
  };
  const found = heads.filter(isDirection);
  return found.find((head) => matchesColumn('direction', head)) ?? found[0] ?? '';
}

/** Finds the heading of each column. Prefers headings with the account's currency. */
function detectColumns(heads: readonly string[], body: readonly CsvRecord[], { currency }: ReadContext): Columns {
  const direction = detectDirectionColumn(heads, body);
  const pick = (name: ColumnName): string => {
    const matching = heads.filter((head) => head !== direction && matchesColumn(name, head));
    const accountColumn = matching.find((head) => parseCurrencyCodes(head).includes(currency));
    return accountColumn ?? matching.find((head) => parseCurrencyCodes(head).length === 0) ?? matching[0] ?? '';
  };
  const columns = Object.fromEntries(columnNames.map((name) => [name, pick(name)])) as Record<ColumnName, string>;
  const isInTwo = columns.credit !== '' || columns.debit !== '';
  return { ...columns, direction, ...(isInTwo && { amount: '' }) };
}

const countFilled = (columns: Columns): number => columnNames.filter((name) => columns[name] !== '').length;

const pickBest = <T>(
  options: readonly T[],
  texts: readonly string[],
  parse: (text: string, option: T) => unknown,
): T => {
  const count = (option: T) => texts.filter((text) => parse(text, option) !== null).length;
  return options.reduce((one, other) => (count(other) > count(one) ? other : one));
};

function detectHeadings(records: readonly CsvRecord[], as: ReadContext) {
  const one = records.slice(0, 20).map(({ cells }, at) => ({ heads: cells, body: records.slice(at + 1) }));
  const two = one.slice(0, -1).map(({ heads }, at) => ({
    heads: joinHeadings(heads, records[at + 1]?.cells ?? []),
    body: records.slice(at + 2),
  }));
  return [...one, ...two]
    .map(({ heads, body }) => ({ heads, body, columns: detectColumns(heads.slice(0, 100), body, as) }))
    .reduce((most, candidate) => (countFilled(candidate.columns) > countFilled(most.columns) ? candidate : most), {
      heads: [] as readonly string[],
      body: records,
      columns: emptyColumns,
    });
}

export function detectFormat(statementText: string, as: ReadContext): StatementFormat {
  const text = statementText.slice(0, maxStatementLength);
  const candidates = separators.map((separator) => ({
    separator,
    ...detectHeadings(
      parseFirstRecords(text, separator, maxSampleRows).filter(({ isAmbiguous }) => !isAmbiguous),
      as,
    ),
  }));
  const candidate = candidates.reduce((one, other) =>
    countFilled(other.columns) > countFilled(one.columns) ? other : one,
  );
  const { separator, heads, body, columns } = candidate;
  const cellsOf = (...names: ColumnName[]) => names.flatMap((name) => getColumnCells(heads, body, columns[name]));
  const readings = getDateReadings(cellsOf('day'), as.today);
  const day: DateOrder = (readings.find(({ isFuture }) => !isFuture) ?? readings[0])?.form ?? 'dmy';
  const decimal: DecimalSign = pickBest(decimalSigns, cellsOf('amount', 'credit', 'debit'), parseCents);
  return { separator, decimal, day, columns };
}
