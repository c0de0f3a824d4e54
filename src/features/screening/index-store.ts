import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { AddressEntry, SanctionsIndex } from './screen-wallet.ts';
import type { Source, SourceName } from './sources.ts';

/**
 * Which lists are in force and how fresh they are, in a word that changes whenever any of that does. To be put into
 * other features' statements, which then read the index itself only when the word is new: see `sanctionsIndex`.
 */
export const sanctionsVersion = sql<string>`(select string_agg(concat_ws(' ', source, needed::text, allowed_hours::text,
  list_id::text, (extract(epoch from as_of) * 1000)::bigint::text), ',' order by source) from sanctions_sources)`;

type SourceRow = {
  source: SourceName;
  needed: boolean;
  allowedHours: number | null;
  listId: string | null;
  publishedOn: string;
  asOf: Date | null;
};

/** Every source with its version in force. */
export async function sourcesInForce(tx: Db): Promise<Source[]> {
  const { rows } = await sql<SourceRow>`
    select s.source, s.needed, s.allowed_hours "allowedHours", s.list_id "listId", l.published_on "publishedOn",
           s.as_of "asOf"
      from sanctions_sources s left join sanctions_lists l on l.id = s.list_id order by s.source`.execute(tx);
  return rows.map(({ source, needed, allowedHours, listId, publishedOn, asOf }) => {
    const list = listId === null ? null : { source, listId, publishedOn };
    return { source, needed, allowedHours, list, asOf };
  });
}

/** Reads the whole index as it stands now, under the word that the caller was given for it. */
export async function readIndex(tx: Db, version: string): Promise<SanctionsIndex> {
  const { rows } = await sql<AddressEntry & { address: string }>`
    select a.address, a.tag, p.source, p.party_ref "partyRef", p.name party, p.category
      from sanctions_parties p join sanctions_addresses a on a.party_id = p.id
     where p.until_list is null`.execute(tx);
  const entries = new Map<string, AddressEntry[]>();
  for (const { address, ...entry } of rows) {
    const there = entries.get(address);
    if (there) there.push(entry);
    else entries.set(address, [entry]);
  }
  return { version, sources: await sourcesInForce(tx), entries };
}
