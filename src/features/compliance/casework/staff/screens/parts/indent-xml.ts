/** Indents single-line XML, with one element per line. */
export function indentXml(markup: string): string {
  let depth = 0;
  const lines = markup.replaceAll(/>\s*</g, '>\n<').split('\n');
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const shown = '  '.repeat(Math.max(0, depth)) + line;
      const opens = /^<[^?!/]/.test(line) && !line.endsWith('/>') && !line.includes('</');
      if (opens) depth += 1;
      return shown;
    })
    .join('\n');
}
