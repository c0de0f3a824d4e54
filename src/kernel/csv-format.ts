/** CSV writing apart from `csv.ts`, so that screens do not load its parser (7 kB). */

/** Formats a cell (RFC 4180). An apostrophe stops spreadsheets from running formulas, also with full-width signs. */
export function formatCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const formatCsvRow = (cells: readonly string[]): string => `${cells.map(formatCsvCell).join(',')}\r\n`;

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const utf8Bom = '\uFEFF';
