import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database/database.ts';
import { findSources } from './index-store.ts';
import type { Source } from './sources.ts';
import type { ListVersionView } from './views.ts';

export type SourceStatus = Source & { readonly askedAt: Date | null; readonly failure: string | null };

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
