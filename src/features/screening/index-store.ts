import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { entriesOf, type ListedEntry, type SanctionsIndex } from './address-index.ts';
import type { Source, SourceName } from './sources.ts';

/**
 * Which lists are in force and how fresh they are, in a word that changes whenever any of that does. To be put into
 * other features' statements that read from `inForce`; they ask for the index only when the word is new: see
 * `sanctionsIndex`.
 */
export const sanctionsVersion = sql<string>`in_force.lists`;

type SourceRow = {
  source: SourceName;
  needed: boolean;
  allowedHours: number | null;
  listId: string | null;
  publishedOn: string;
  /** As JSON carries it, or as the driver reads it. */
  asOf: Date | string | null;
};

const inForce = sql`select s.source, s.needed, s.allowed_hours "allowedHours", s.list_id "listId",
    l.published_on::text "publishedOn", s.as_of "asOf"
  from sanctions_sources s left join sanctions_lists l on l.id = s.list_id order by s.source`;

const sourceOf = ({ source, needed, allowedHours, listId, publishedOn, asOf }: SourceRow): Source => {
  const list = listId === null ? null : { source, listId, publishedOn };
  return { source, needed, allowedHours, list, asOf: asOf === null ? null : new Date(asOf) };
};

/** Every source with its version in force. */
export async function sourcesInForce(tx: Db): Promise<Source[]> {
  const { rows } = await sql<SourceRow>`${inForce}`.execute(tx);
  return rows.map(sourceOf);
}

type IndexRow = { sources: SourceRow[]; entries: ListedEntry[] | null };

/**
 * Reads the whole index as it stands now, under the word that the caller was given for it. One statement, so that the
 * addresses are those of the very lists that are named.
 */
export async function readIndex(tx: Db, version: string): Promise<SanctionsIndex> {
  const { rows } = await sql<IndexRow>`select (select jsonb_agg(f) from (${inForce}) f) sources,
    (select jsonb_agg(e) from (select a.address, a.tag, p.source, p.party_ref "partyRef", p.name party, p.category,
            p.facts->'programmes' programmes
       from sanctions_parties p join sanctions_addresses a on a.party_id = p.id where p.until_list is null) e) entries
    `.execute(tx);
  return { version, sources: (rows[0]?.sources ?? []).map(sourceOf), entries: entriesOf(rows[0]?.entries ?? []) };
}
