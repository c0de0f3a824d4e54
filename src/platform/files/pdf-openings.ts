import { openingName } from './pdf-names.ts';
import { PdfRefused } from './pdf-refused.ts';

const blank = '(?:[\\s\\0]|%[^\\r\\n]*[\\r\\n])*';
/** Words of which the way to a page of the same file is made, and nothing else. */
const place =
  '(?:/(?:Type|Action|S|GoTo|D|XYZ|Fit[BHRV]{0,2})(?![\\w#])|[-+.\\d]+(?![-+.\\d])|R|null|[\\[\\]]|\\([\\w. -]*\\))';
const wayToPage = new RegExp(`^${blank}(?:\\[(?:${blank}${place})*|<<(?:${blank}${place})*?${blank}>>)`);
const goTo = /\/S[\s\0]*\/GoTo/g;
const reference = new RegExp(`^${blank}(\\d+)${blank}\\d+${blank}R(?![\\w])`);

/** Whether an object leads to a page of the same file, and does nothing else. */
function leadsToPage(object: string): boolean {
  const [way] = wayToPage.exec(object.slice(0, 2_000)) ?? [];
  if (way === undefined) return false;
  return way.trimStart().startsWith('[') ? way.includes(']') : way.match(/\/S\b/g)?.length === way.match(goTo)?.length;
}

/**
 * What a file does when it is opened. It may turn to a page of itself, by a name or a place; whatever else it would do
 * (show an address, open another file) speaks against it. Links that somebody has to touch are not asked about here.
 */
export class Openings {
  private readonly pages = new Map<number, boolean>();
  private readonly opened = new Set<number>();

  /** An object that somebody may refer to. One that stands there twice must be harmless twice. */
  note(number: number, object: string): void {
    this.pages.set(number, (this.pages.get(number) ?? true) && leadsToPage(object));
  }

  /** What text with names of objects says of opening. */
  look(text: string): void {
    for (const found of text.matchAll(openingName)) {
      const rest = text.slice(found.index + found[0].length, found.index + found[0].length + 4_000);
      const [, number] = reference.exec(rest) ?? [];
      if (number) this.opened.add(Number(number));
      else if (!leadsToPage(rest)) throw new PdfRefused('pdf_active');
    }
  }

  /** To be asked when all objects are known. */
  judge(): void {
    for (const number of this.opened) if (!this.pages.get(number)) throw new PdfRefused('pdf_active');
  }
}
