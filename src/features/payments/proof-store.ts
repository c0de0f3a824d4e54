import { sql } from 'kysely';
import { anyRow, type Db, firstValue, whoAsks } from '../../platform/database.ts';

/** Whether the same bytes prove another payment of whoever asks. */
export async function provesAnother(
  tx: Db,
  { paymentId, proofFile }: { readonly paymentId: string; readonly proofFile: string },
): Promise<boolean> {
  // Of two claims of theirs at once the second sees the proof of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('proofs of ' || ${whoAsks}::text, 0))`.execute(tx);
  return anyRow(tx)`
    select from payments p join files f on f.id = p.proof_file
     where p.user_id = ${whoAsks} and p.id <> ${paymentId}
       and f.sha256 = (select o.sha256 from files o where o.id = ${proofFile} and o.user_id = ${whoAsks})
     limit 1`;
}

/** The kind of a file that this person uploaded as the proof of such a payment, and that is fit to be looked at. */
export const ownProofKind = (tx: Db, file: string, purpose: string) =>
  firstValue<string>(tx)`
    select mime from files where id = ${file} and user_id = ${whoAsks} and purpose = ${purpose}
       and state in ('being_checked', 'clean')`;
