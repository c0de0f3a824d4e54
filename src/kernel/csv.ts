/** What may stand between two fields. */
export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

const fields: Readonly<Record<Separator, string>> = { ',': ',', ';': ';', '\t': '\\t', '|': '\\|' };

/**
 * Splits CSV into lines of fields: quoted fields may hold separators, line breaks and doubled quotes. Where a quote is
 * out of place reading ends with a field that is one quote, which no column accepts.
 */
export function csvLines(text: string, separator: Separator = ','): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const between = fields[separator];
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${between}\\r\\n]*))(${between}|\\r?\\n|$)`, 'y');
  const end = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < end.length) {
    const read = field.exec(end);
    if (!read) return [...lines, line, ['"']];
    line.push((read[1]?.replaceAll('""', '"') ?? read[2] ?? '').trim());
    if (read[3] !== separator) {
      lines.push(line);
      line = [];
    } else if (field.lastIndex === end.length) lines.push([...line, '']);
  }
  return lines.filter((fields) => fields.some((one) => one !== ''));
}

/**
 * One cell by RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front: what
 * customers typed must not run on the machine of whoever opens the file. The wide signs of Asian keyboards count too.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a file that we write. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8: it stands first. */
export const csvMark = '\uFEFF';
