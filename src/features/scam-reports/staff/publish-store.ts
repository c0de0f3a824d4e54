import { sql } from 'kysely';
import { currentUserId, type Db, firstRow, newId } from '../../../platform/database/database.ts';
import type { Warning } from './types.ts';

type NewPublication = Warning & { readonly slug: string; readonly proposalId: string; readonly now: Date };

/** Publishes an approved proposal. Throws a violation of `own_matter_of_person` when a reporter decided it. */
export async function insertPublication(tx: Db, matterId: string, publication: NewPublication): Promise<string> {
  const id = await newId(tx)`
    insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
      values (${matterId}, ${publication.verdictId}, ${publication.verdict}, ${publication.slug}, ${publication.title}, ${publication.summary},
        ${publication.proposalId}, ${publication.now}) returning id`;
  await sql`insert into scam_published_indicators (publication_id, indicator_id)
      select ${id}::uuid, unnest(${publication.indicators}::uuid[])`.execute(tx);
  return id;
}

/** Locks a publication. Null when it is missing or withdrawn. */
export const lockPublication = (tx: Db, id: string) =>
  firstRow<{ matterId: string; slug: string }>(tx)`
    select scam_case_id "matterId", slug from scam_publications
     where id = ${id} and withdrawn_at is null for update`;

export const withdrawPublication = (tx: Db, id: string, { reasonCode, now }: { reasonCode: string; now: Date }) =>
  sql`update scam_publications set withdrawn_at = ${now}, withdrawn_by = ${currentUserId}, withdrawn_code = ${reasonCode}
     where id = ${id} and withdrawn_at is null`.execute(tx);
