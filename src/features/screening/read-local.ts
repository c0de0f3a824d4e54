import { z } from 'zod';
import { csvLines } from '../../kernel/csv.ts';
import { countryCode } from './country-codes.ts';
import { localColumns } from './filters.ts';
import { type Found, UnreadableList } from './found.ts';
import { categories, type Party, partyKinds } from './party.ts';

type Column = (typeof localColumns)[number];

const several = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
const Birth = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?|\/\d{4})?$/, 'a date such as 1970, 1970-05-12 or 1970/1975');
const orElse = <T extends string>(values: readonly [T, ...T[]], otherwise: T) =>
  z
    .string()
    .default('')
    .transform((text) => (text === '' ? otherwise : text.toLowerCase()))
    .pipe(z.enum(values));

/** One line: a party. An address may be preceded by its tag, as in `XBT:1Boat…`. */
const Line = z.object({
  ref: z.string().min(1).max(80),
  name: z.string().min(2).max(200),
  kind: orElse(partyKinds, 'person'),
  category: orElse(categories, 'sanctioned'),
  aliases: several,
  births: several.pipe(z.array(Birth)),
  countries: several.pipe(
    z.array(z.string().refine((text) => countryCode(text) !== null, 'a country by its code or English name')),
  ),
  programmes: several,
  addresses: several.pipe(z.array(z.string().regex(/^(?:[A-Z0-9]{2,10}:)?[A-Za-z0-9:]{20,128}$/, 'an address'))),
});

/** The parties of a CSV with a heading line. Says the first line that does not fit. */
export function readLocal(text: string): Party[] {
  const [heading = [], ...lines] = csvLines(text);
  const columns = heading.map((name) => name.toLowerCase());
  const unknown = columns.find((name) => !localColumns.some((known) => known === name));
  if (unknown !== undefined) throw new UnreadableList(`Line 1: the column "${unknown.slice(0, 40)}" is not known.`);
  for (const column of ['ref', 'name'])
    if (!columns.includes(column)) throw new UnreadableList(`Line 1: the column "${column}" is missing.`);
  const seen = new Set<string>();
  return lines.map((fields, at) => partyOf(columns as Column[], fields, { line: at + 2, seen }));
}

function partyOf(
  columns: readonly Column[],
  fields: string[],
  { line, seen }: { line: number; seen: Set<string> },
): Party {
  if (fields.length > columns.length) throw new UnreadableList(`Line ${line}: more fields than columns.`);
  const read = Line.safeParse(Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? ''])));
  if (!read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: 'unreadable' };
    throw new UnreadableList(`Line ${line}, ${String(path[0])}: ${message}`);
  }
  const { name, aliases, addresses, countries, ...rest } = read.data;
  if (seen.has(rest.ref)) throw new UnreadableList(`Line ${line}: the ref "${rest.ref}" stands twice.`);
  seen.add(rest.ref);
  return {
    ...rest,
    names: [name, ...aliases].map((one) => ({ name: one, weak: false })),
    countries: countries.flatMap((country) => countryCode(country) ?? []),
    addresses: addresses.map(addressOf),
  };
}

function addressOf(text: string): Party['addresses'][number] {
  const parted = /^([A-Z0-9]{2,10}):(.+)$/.exec(text);
  return parted ? { tag: parted[1] ?? '', address: parted[2] ?? '' } : { tag: 'any', address: text };
}

/** The same as the other lists are told. */
export async function* foundIn(text: string, publishedOn: string): AsyncGenerator<Found> {
  yield { publishedOn };
  for (const party of readLocal(text)) yield { party };
}
