import { sql } from 'kysely';
import { type Db, firstRow, newId, whoAsks } from '../../../platform/database.ts';
import type { Warning } from './shapes.ts';

type NewPublication = Warning & { readonly slug: string; readonly proposalId: string; readonly now: Date };

/** Publishes what its proposal froze. Breaks `own_matter_of_person` where a reporter took part. */
export async function insertPublication(tx: Db, matterId: string, one: NewPublication): Promise<string> {
  const id = await newId(tx)`
    insert into scam_publications (matter_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
      values (${matterId}, ${one.verdictId}, ${one.verdict}, ${one.slug}, ${one.title}, ${one.summary},
        ${one.proposalId}, ${one.now}) returning id`;
  await sql`insert into scam_published_indicators (publication_id, indicator_id)
      select ${id}::uuid, unnest(${one.indicators}::uuid[])`.execute(tx);
  return id;
}

/** The publication, held until the transaction ends: one person withdraws it. */
export const heldPublication = (tx: Db, id: string) =>
  firstRow<{ matterId: string; slug: string }>(tx)`
    select matter_id "matterId", slug from scam_publications
     where id = ${id} and withdrawn_at is null for update`;

export const withdrawPublication = (tx: Db, id: string, { reasonCode, now }: { reasonCode: string; now: Date }) =>
  sql`update scam_publications set withdrawn_at = ${now}, withdrawn_by = ${whoAsks}, withdrawn_code = ${reasonCode}
     where id = ${id} and withdrawn_at is null`.execute(tx);
