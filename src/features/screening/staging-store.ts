import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/database.ts';
import { blocksOf } from './names.ts';
import type { Party } from './party.ts';
import { comparableAddress } from './wallet-address.ts';

/** Which names the list itself calls weak: that one of them became good is a change of the party. */
const weakOf = (names: Party['names']) => {
  const weak = names.filter((one) => one.weak).map(({ name }) => name);
  return weak.length > 0 && { weak };
};

/** One line of the staging table, as JSON carries it. */
const stagedRow = ({ ref, kind, category, names, births, countries, programmes, addresses }: Party) => ({
  party_ref: ref,
  kind,
  category,
  name: names[0]?.name ?? '',
  facts: { aliases: names.slice(1).map(({ name }) => name), births, countries, ...weakOf(names) },
  programmes,
  names: names.map(({ name, weak }) => ({ name, weak, blocks: blocksOf(name) })),
  addresses: [...new Map(addresses.map(({ tag, address }) => [`${tag} ${address}`, { tag, address }])).values()].map(
    ({ tag, address }) => ({ tag, shown: address, address: comparableAddress(address) }),
  ),
});

/** Puts a batch of parties where they can be compared. The same party twice in one list stands once. */
export const stageParties = (tx: Db, importId: string, batch: readonly Party[]) =>
  sql`insert into sanctions_staging (import_id, party_ref, kind, category, name, facts, programmes, names, addresses)
    select ${importId}::uuid, party_ref, kind, category, name, facts, programmes, names, addresses
      from jsonb_to_recordset(${JSON.stringify(batch.map(stagedRow))}::jsonb)
        as x(party_ref text, kind text, category text, name text, facts jsonb, programmes jsonb, names jsonb, addresses jsonb)
    on conflict do nothing`.execute(tx);

/** Adds what a list tells about its parties later. */
export const stageProgrammes = (
  tx: Db,
  importId: string,
  batch: readonly { of: string; programmes: readonly string[] }[],
) =>
  sql`update sanctions_staging s set programmes = x.programmes
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as x("of" text, programmes jsonb)
       where s.import_id = ${importId} and s.party_ref = x.of`.execute(tx);

export const clearStaging = (tx: Db, importId: string) =>
  sql`delete from sanctions_staging where import_id = ${importId}`.execute(tx);

export type Counts = { readonly parties: number; readonly names: number; readonly addresses: number };

/** How much was staged; addresses as the union of all tags. */
export const stagedCounts = (tx: Db, importId: string) =>
  onlyRow<Counts>(tx)`
    select count(*)::int parties, coalesce(sum(jsonb_array_length(names)), 0)::int names,
           (select count(distinct a->>'address')::int from sanctions_staging s, jsonb_array_elements(s.addresses) a
             where s.import_id = ${importId}) addresses
      from sanctions_staging where import_id = ${importId}`;
