/**
 * Splits CSV into lines of fields: quoted fields may hold commas, line breaks and doubled quotes. Where a quote is
 * out of place reading ends with a field that is one quote, which no column accepts.
 */
export function csvLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const end = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < end.length) {
    const read = field.exec(end);
    if (!read) return [...lines, line, ['"']];
    line.push((read[1]?.replaceAll('""', '"') ?? read[2] ?? '').trim());
    if (read[3] !== ',') {
      lines.push(line);
      line = [];
    } else if (field.lastIndex === end.length) lines.push([...line, '']);
  }
  return lines.filter((fields) => fields.some((one) => one !== ''));
}
