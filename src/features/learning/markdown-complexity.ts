const maxMarks = 300;
const maxNesting = 6;
const maxLines = 600;
const maxItems = 300;

const markPattern = /[*_[\]!<>&`]/g;
const headPattern = /^(?:[ \t]|[>*+-]|\d{1,9}[.)](?=[ \t]|$))*/;
const signPattern = /[>*+-]|[.)]/g;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns the first line that would make the Markdown parser slow; null if none. Runs in linear time. */
export function findComplexityFault(markdown: string): { readonly line: number; readonly text: string } | null {
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.length > maxLines) return { line: maxLines + 1, text: `more than ${maxLines} lines` };
  let paragraphMarks = 0;
  let items = 0;
  for (const [at, text] of lines.entries()) {
    const [head = ''] = headPattern.exec(text) ?? [];
    const markers = countMatches(head, signPattern);
    if (markers > maxNesting) return { line: at + 1, text: 'lists or quotations nested too deeply' };
    items += markers;
    if (items > maxItems) return { line: at + 1, text: `more than ${maxItems} list items` };
    paragraphMarks = /^[ \t]*$/.test(text) ? 0 : paragraphMarks + countMatches(text, markPattern);
    if (paragraphMarks > maxMarks) return { line: at + 1, text: 'too many formatting marks in one paragraph' };
  }
  return null;
}
