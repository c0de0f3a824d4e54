import { openingName } from './pdf-names.ts';
import { PdfRejectionError } from './pdf-rejection.ts';

const blank = '(?:[\\s\\0]|%[^\\r\\n]*[\\r\\n])*';
const destinationToken =
  '(?:/(?:Type|Action|S|GoTo|D|XYZ|Fit[BHRV]{0,2})(?![\\w#])|[-+.\\d]+(?![-+.\\d])|R|null|[\\[\\]]|\\([\\w. -]*\\))';
const pageDestination = new RegExp(
  `^${blank}(?:\\[(?:${blank}${destinationToken})*|<<(?:${blank}${destinationToken})*?${blank}>>)`,
);
const goToAction = /\/S[\s\0]*\/GoTo/g;
const reference = new RegExp(`^${blank}(\\d+)${blank}\\d+${blank}R(?![\\w])`);

function opensPage(object: string): boolean {
  const [destination] = pageDestination.exec(object.slice(0, 2_000)) ?? [];
  if (destination === undefined) return false;
  return destination.trimStart().startsWith('[')
    ? destination.includes(']')
    : destination.match(/\/S\b/g)?.length === destination.match(goToAction)?.length;
}

/** Checks open actions. Only a jump to a page of the same file is allowed. */
export class OpenActions {
  private readonly harmless = new Map<number, boolean>();
  private readonly openedObjects = new Set<number>();

  /** Records an object. All definitions of a repeated object must be harmless. */
  addObject(number: number, object: string): void {
    this.harmless.set(number, (this.harmless.get(number) ?? true) && opensPage(object));
  }

  scan(text: string): void {
    for (const found of text.matchAll(openingName)) {
      const value = text.slice(found.index + found[0].length, found.index + found[0].length + 4_000);
      const [, number] = reference.exec(value) ?? [];
      if (number) this.openedObjects.add(Number(number));
      else if (!opensPage(value)) throw new PdfRejectionError('pdf_active');
    }
  }

  assertHarmless(): void {
    for (const number of this.openedObjects) if (!this.harmless.get(number)) throw new PdfRejectionError('pdf_active');
  }
}
