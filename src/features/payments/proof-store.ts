import { sql } from 'kysely';
import { currentUserId, type Db, firstValue, hasRow } from '../../platform/database/database.ts';

/** True if another payment of the customer has a proof with the same file contents. */
export async function isProofOfAnother(
  tx: Db,
  { paymentId, proofFile }: { readonly paymentId: string; readonly proofFile: string },
): Promise<boolean> {
  // Serializes the customer's claims, so that each sees the proofs of the others.
  await sql`select pg_advisory_xact_lock(hashtextextended('proofs of ' || ${currentUserId}::text, 0))`.execute(tx);
  return hasRow(tx)`
    select from payments p join files f on f.id = p.proof_file
     where p.user_id = ${currentUserId} and p.id <> ${paymentId}
       and f.sha256 = (select o.sha256 from files o where o.id = ${proofFile} and o.user_id = ${currentUserId})
     limit 1`;
}

export const findProofMime = (tx: Db, file: string, purpose: string) =>
  firstValue<string>(tx)`
    select mime from files where id = ${file} and user_id = ${currentUserId} and purpose = ${purpose}
       and state in ('being_checked', 'clean')`;
