import { type Filling, type PlacesOf, worded } from './worded.ts';

/** An entry of the catalogue that says several things at once: a title and a text, a subject and its paragraphs. */
export type Entry = Readonly<Record<string, string | readonly string[]>>;
/** Of several entries, too: each has texts that others have not. */
type TextsOf<E> = E extends Entry
  ? Extract<E[keyof E], string> | Extract<E[keyof E], readonly string[]>[number]
  : never;
/** A word for each place of an entry. */
export type FillingOf<E extends Entry> = Filling<PlacesOf<TextsOf<E>>>;
/** The same with all of its places filled. A line that comes to nothing is left out. */
export type SaidOf<E extends Entry> = { readonly [K in keyof E]: E[K] extends string ? string : readonly string[] };

/** Says an entry: each of its texts is filled from the same words. */
export function said<const E extends Entry>(entry: E, filling: FillingOf<E>): SaidOf<E> {
  const fill = (text: string) => worded<string>(text, filling);
  const parts = Object.entries(entry).map(([part, text]) => [
    part,
    typeof text === 'string' ? fill(text) : text.map(fill).filter(Boolean),
  ]);
  return Object.fromEntries(parts);
}
