import { z } from 'zod';
import { type CsvRecord, parseCsv } from '../../kernel/csv.ts';
import { hasMixedCase } from './address-index.ts';
import { getCountryCode } from './country-codes.ts';
import { localColumns } from './filters.ts';
import { categories, type ListRecord, type Party, partyKinds, UnreadableListError } from './party.ts';

type Column = (typeof localColumns)[number];

const SemicolonList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
const Birth = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?|\/\d{4})?$/, 'enter a date such as 1970, 1970-05-12 or 1970/1975');
const enumWithDefault = <T extends string>(values: readonly [T, ...T[]], fallback: T) =>
  z
    .string()
    .default('')
    .transform((text) => (text === '' ? fallback : text.toLowerCase()))
    .pipe(z.enum(values));

/** An address may begin with an asset, as in `XBT:1Boat…`. */
const RowSchema = z.object({
  ref: z.string().min(1).max(80),
  name: z.string().min(2).max(200),
  kind: enumWithDefault(partyKinds, 'person'),
  category: enumWithDefault(categories, 'sanctioned'),
  aliases: SemicolonList,
  births: SemicolonList.pipe(z.array(Birth)),
  countries: SemicolonList.pipe(
    z.array(z.string().refine((text) => getCountryCode(text) !== null, 'enter a country code or English name')),
  ),
  programmes: SemicolonList,
  addresses: SemicolonList.pipe(
    z.array(
      z
        .string()
        .regex(/^(?:[A-Z0-9]{2,10}:)?(?:bitcoincash:)?[A-Za-z0-9]{20,128}$/, 'enter a wallet address')
        .refine((text) => !hasMixedCase(text.replace(/^[A-Z0-9]{2,10}:/, '')), 'enter the address in lower case'),
    ),
  ),
});

export function readLocal(text: string): Party[] {
  const records = parseCsv(text);
  const columns = ((records.next().value as CsvRecord | undefined)?.cells ?? []).map((name) => name.toLowerCase());
  const unknown = columns.find((name) => !localColumns.some((known) => known === name));
  if (unknown !== undefined) throw new UnreadableListError(`Line 1: there is no column "${unknown.slice(0, 40)}".`);
  for (const column of ['ref', 'name'])
    if (!columns.includes(column)) throw new UnreadableListError(`Line 1: the column "${column}" is missing.`);
  const duplicate = columns.find((name, index) => columns.indexOf(name) !== index);
  if (duplicate !== undefined) throw new UnreadableListError(`Line 1: the column "${duplicate}" appears twice.`);
  const seen = new Set<string>();
  const parties: Party[] = [];
  for (const { row, cells, isAmbiguous } of records) {
    if (isAmbiguous) throw new UnreadableListError(`Line ${row}: a quotation mark is not closed or not allowed here.`);
    parties.push(parseParty(columns as Column[], cells, { line: row, seen }));
  }
  return parties;
}

function parseParty(
  columns: readonly Column[],
  fields: readonly string[],
  { line, seen }: { line: number; seen: Set<string> },
): Party {
  if (fields.length > columns.length) throw new UnreadableListError(`Line ${line}: more fields than columns.`);
  const read = RowSchema.safeParse(Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? ''])));
  if (!read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: 'unreadable' };
    throw new UnreadableListError(`Line ${line}, ${String(path[0])}: ${message}`);
  }
  const { name, aliases, addresses, countries, ...rest } = read.data;
  if (seen.has(rest.ref)) throw new UnreadableListError(`Line ${line}: the ref "${rest.ref}" appears twice.`);
  seen.add(rest.ref);
  return {
    ...rest,
    names: [name, ...aliases].map((name) => ({ name, weak: false })),
    countries: countries.flatMap((country) => getCountryCode(country) ?? []),
    addresses: addresses.map(parseAddress),
  };
}

function parseAddress(text: string): Party['addresses'][number] {
  const tagged = /^([A-Z0-9]{2,10}):(.+)$/.exec(text);
  return tagged ? { tag: tagged[1] ?? '', address: tagged[2] ?? '' } : { tag: 'any', address: text };
}

export async function* readRecords(text: string, publishedOn: string): AsyncGenerator<ListRecord> {
  yield { publishedOn };
  for (const party of readLocal(text)) yield { party };
}
