import Papa from 'papaparse';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

export type CsvRecord = {
  readonly row: number;
  readonly cells: readonly string[];
  /** True if quotation marks are unbalanced. The cells are then split at every separator. */
  readonly isAmbiguous: boolean;
};

const maxRecordLines = 150;
/** Limits parsing time. The first attempt usually succeeds. */
const maxAttempts = 10;
const lineEnd = /\r\n|\n|\r/;

/** Space or `=` before an opening quotation mark. Some exporters write them, but Papa Parse rejects them. */
const quotePrefixes: Readonly<Record<Separator, RegExp>> = {
  ',': /(^|,)[ \u00A0]*=?"/g,
  ';': /(^|;)[ \u00A0]*=?"/g,
  '\t': /(^|\t)[ \u00A0]*=?"/g,
  '|': /(^|\|)[ \u00A0]*=?"/g,
};
const hasQuotePrefix = (cell: string): boolean => /^(?:[ \u00A0]+=?|=)"/.test(cell);

const trimCell = (cell: string): string => cell.trim().replace(/^="(.*)"$/s, '$1');

function parseRecord(text: string, separator: Separator): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\n' });
  const isOneLine = !text.includes('\n');
  const isComplete = errors.every(({ code }) => isOneLine && code === 'InvalidQuotes');
  return isComplete && data.length === 1 ? (data[0] ?? null) : null;
}

function parseCells(text: string, separator: Separator): readonly string[] | null {
  const cells = parseRecord(text, separator);
  if (!cells?.some(hasQuotePrefix)) return cells;
  return parseRecord(text.replaceAll(quotePrefixes[separator], '$1"'), separator);
}

/** Parsed record, or ambiguous lines. `size` is the number of lines. */
type ParsedRecord = {
  readonly records: readonly (readonly string[])[];
  readonly size: number;
  readonly isAmbiguous: boolean;
};

/**
 * Reads one record. An unclosed quotation mark never consumes the next line. All lines are ambiguous if a line in a
 * quoted cell could be a record, because a payer may have forged that line.
 */
function readRecord(lines: readonly string[], at: number, separator: Separator): ParsedRecord {
  const line = lines[at] ?? '';
  const splitEach = (part: readonly string[]) => part.map((text) => text.split(separator));
  if (!line.includes('"')) return { records: splitEach([line]), size: 1, isAmbiguous: false };
  const countCells = (text: string) => (parseCells(text, separator) ?? text.split(separator)).length;
  let marks = 0;
  let attempts = 0;
  for (let size = 1; size <= maxRecordLines && at + size <= lines.length && attempts < maxAttempts; size += 1) {
    marks += (lines[at + size - 1] ?? '').split('"').length - 1;
    if (size > 1 && (marks % 2 === 1 || !lines[at + size - 1]?.includes('"'))) continue;
    attempts += 1;
    const part = lines.slice(at, at + size);
    const cells = parseCells(part.join('\n'), separator);
    if (!cells) continue;
    const isAmbiguous = part.slice(1).some((text) => countCells(text) >= cells.length);
    return { records: isAmbiguous ? splitEach(part) : [cells], size, isAmbiguous };
  }
  return { records: splitEach([line]), size: 1, isAmbiguous: true };
}

/** Yields the non-empty records of a CSV text. */
export function* parseCsv(text: string, separator: Separator = ','): Generator<CsvRecord> {
  const lines = text.replace(/^\uFEFF/, '').split(lineEnd);
  for (let at = 0; at < lines.length; ) {
    const { records, size, isAmbiguous } = readRecord(lines, at, separator);
    for (const [further, read] of records.entries()) {
      const cells = read.map(trimCell);
      if (cells.some((cell) => cell !== '')) yield { row: at + further + 1, cells, isAmbiguous };
    }
    at += size;
  }
}

/** Parses up to `maxCount` records and stops reading there. */
export function parseFirstRecords(text: string, separator: Separator, maxCount: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const record of parseCsv(text, separator)) if (records.push(record) >= maxCount) break;
  return records;
}
