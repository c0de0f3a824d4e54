/** Marks that lead into or out of something: what a reader of Markdown compares with one another within a paragraph. */
const mostMarks = 300;
/** Signs of lists and quotations at the head of one line, one within the other. */
const mostWithin = 6;
const mostLines = 600;
/** Such signs in all: each begins an item, which costs more than the words in it. */
const mostItems = 300;

const marks = /[*_[\]!<>&`]/g;
/** Blanks, and the signs of lists and quotations with their numbers. */
const heads = /^(?:[ \t]|[>*+-]|\d{1,9}[.)](?=[ \t]|$))*/;
const signs = /[>*+-]|[.)]/g;

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/**
 * The first line, and why, of a text that takes a reader of Markdown out of all proportion to its length, as no lesson
 * does: it is never read. Null where it is none. Looked for line by line, at a cost that grows with the length alone.
 */
export function tooTangled(markdown: string): { readonly line: number; readonly text: string } | null {
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.length > mostLines) return { line: mostLines + 1, text: `more than ${mostLines} lines` };
  let inParagraph = 0;
  let items = 0;
  for (const [at, text] of lines.entries()) {
    const [head = ''] = heads.exec(text) ?? [];
    const begun = countOf(head, signs);
    if (begun > mostWithin) return { line: at + 1, text: 'lists or quotations too deep in one another' };
    items += begun;
    if (items > mostItems) return { line: at + 1, text: `more than ${mostItems} items of lists` };
    inParagraph = /^[ \t]*$/.test(text) ? 0 : inParagraph + countOf(text, marks);
    if (inParagraph > mostMarks) return { line: at + 1, text: 'too many marks in one paragraph' };
  }
  return null;
}
