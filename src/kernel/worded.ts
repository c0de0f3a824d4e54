/** The places of a text: `'Held: {reference}'` has `reference`. Nobody knows those of a text made while it runs. */
export type PlacesOf<T extends string> = string extends T
  ? string
  : T extends `${string}{${infer Place}}${infer Rest}`
    ? Place | PlacesOf<Rest>
    : never;

/** A word for each place, and for nothing else. */
export type Filling<Places extends string> = [Places] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<Places, string>>;

/** A text with its places filled: the one way in which the house does that. */
export const worded = <const T extends string>(text: T, filling: Filling<PlacesOf<T>>): string =>
  text.replace(/\{(\w+)\}/g, (_, place: string) => (filling as Readonly<Record<string, string>>)[place] ?? '');
