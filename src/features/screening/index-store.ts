import { sql } from 'kysely';
import { allRows, type Db, firstValue } from '../../platform/database/database.ts';
import { activeVersions } from '../../platform/database/rows.ts';
import { indexEntries, type ListedEntry, type SanctionsIndex } from './address-index.ts';
import type { Source, SourceName } from './sources.ts';
import type { ListVersionView } from './views.ts';

type SourceStatus = Source & { readonly askedAt: Date | null; readonly failure: string | null };

export async function findSourceStatuses(tx: Db): Promise<SourceStatus[]> {
  const { rows } = await sql<{ source: string; askedAt: Date | null; failure: string | null }>`
    select source, asked_at "askedAt", failure from sanctions_sources`.execute(tx);
  const statuses = new Map(rows.map((row) => [row.source, row]));
  return (await findSources(tx)).map((source) => {
    const { askedAt = null, failure = null } = statuses.get(source.source) ?? {};
    return { ...source, askedAt, failure };
  });
}

export const findVersions = (tx: Db) =>
  allRows<ListVersionView>(tx)`
    select l.id, l.source, l.published_on "publishedOn", l.sha256, l.origin, l.file_name "fileName",
           l.imported_at "importedAt", p.email "importedBy", l.parties, l.names, l.addresses, l.diff
      from sanctions_sources s cross join lateral (
        select * from sanctions_lists v where v.source = s.source order by v.imported_at desc, v.id desc limit 20) l
      left join profiles p on p.id = l.imported_by
     order by l.source, l.imported_at desc, l.id desc`;

/** Column that changes with the active lists, for statements that read from `activeVersions`. */
export const sanctionsVersion = sql<string>`active_versions.lists`;

export const findActiveVersion = async (tx: Db) =>
  (await firstValue<string>(tx)`select ${sanctionsVersion} "version" from ${activeVersions}`) ?? '';

type SourceRow = {
  source: SourceName;
  needed: boolean;
  allowedHours: number | null;
  listId: string | null;
  publishedOn: string;
  /** A string when read from JSON, a date when read as a column. */
  asOf: Date | string | null;
};

const activeSourcesSql = sql`select s.source, s.needed, s.allowed_hours "allowedHours", s.list_id "listId",
    l.published_on::text "publishedOn", s.as_of "asOf"
  from sanctions_sources s left join sanctions_lists l on l.id = s.list_id order by s.source`;

const toSource = ({ source, needed, allowedHours, listId, publishedOn, asOf }: SourceRow): Source => {
  const list = listId === null ? null : { source, listId, publishedOn };
  return { source, needed, allowedHours, list, asOf: asOf === null ? null : new Date(asOf) };
};

export async function findSources(tx: Db): Promise<Source[]> {
  const { rows } = await sql<SourceRow>`${activeSourcesSql}`.execute(tx);
  return rows.map(toSource);
}

type IndexRow = { sources: SourceRow[]; entries: ListedEntry[] | null };

/** Loads the index and labels it with `version`. One statement keeps lists and addresses consistent. */
export async function loadIndex(tx: Db, version: string): Promise<SanctionsIndex> {
  const { rows } = await sql<IndexRow>`select (select jsonb_agg(f) from (${activeSourcesSql}) f) sources,
    (select jsonb_agg(e) from (select a.address, a.tag, p.source, p.party_ref "partyRef", p.name party, p.category,
            p.facts->'programmes' programmes
       from sanctions_parties p join sanctions_addresses a on a.party_id = p.id where p.until_list is null) e) entries
    `.execute(tx);
  return { version, sources: (rows[0]?.sources ?? []).map(toSource), entries: indexEntries(rows[0]?.entries ?? []) };
}
