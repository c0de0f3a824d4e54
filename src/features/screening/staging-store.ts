import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/database/database.ts';
import { getBlocks } from './names.ts';
import type { Party } from './party.ts';
import { getComparableAddress } from './wallet-address.ts';

/** Stores weak names as facts, so that a weak name that becomes strong changes the party. */
const getWeakNames = (names: Party['names']) => {
  const weak = names.filter((entry) => entry.weak).map(({ name }) => name);
  return weak.length > 0 && { weak };
};

const toStagedRow = ({ ref, kind, category, names, births, countries, programmes, addresses }: Party) => ({
  party_ref: ref,
  kind,
  category,
  name: names[0]?.name ?? '',
  facts: { aliases: names.slice(1).map(({ name }) => name), births, countries, ...getWeakNames(names) },
  programmes,
  names: names.map(({ name, weak }) => ({ name, weak, blocks: getBlocks(name) })),
  addresses: [...new Map(addresses.map(({ tag, address }) => [`${tag} ${address}`, { tag, address }])).values()].map(
    ({ tag, address }) => ({ tag, shown: address, address: getComparableAddress(address) }),
  ),
});

export const stageParties = (tx: Db, importId: string, batch: readonly Party[]) =>
  sql`insert into sanctions_staging (import_id, party_ref, kind, category, name, facts, programmes, names, addresses)
    select ${importId}::uuid, party_ref, kind, category, name, facts, programmes, names, addresses
      from jsonb_to_recordset(${JSON.stringify(batch.map(toStagedRow))}::jsonb)
        as x(party_ref text, kind text, category text, name text, facts jsonb, programmes jsonb, names jsonb, addresses jsonb)
    on conflict do nothing`.execute(tx);

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

export const countStaged = (tx: Db, importId: string) =>
  onlyRow<Counts>(tx)`
    select count(*)::int parties, coalesce(sum(jsonb_array_length(names)), 0)::int names,
           (select count(distinct a->>'address')::int from sanctions_staging s, jsonb_array_elements(s.addresses) a
             where s.import_id = ${importId}) addresses
      from sanctions_staging where import_id = ${importId}`;
