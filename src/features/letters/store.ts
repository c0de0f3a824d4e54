import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database.ts';

/** Words that came into force: null where the house's came back. */
export type LetterVersion = {
  readonly id: string;
  readonly subject: string | null;
  readonly paragraphs: readonly string[] | null;
  readonly why: string;
  readonly validFrom: Date;
  readonly proposedBy: string;
  readonly approvedBy: string;
};

/** What a letter was worded as, newest first, with the people behind each change: at most 100. */
export const letterHistory = (tx: Db, letter: string) =>
  allRows<LetterVersion>(tx)`
    select v.id, v.subject, v.paragraphs, v.why, v.valid_from "validFrom", p.display_name "proposedBy",
        a.display_name "approvedBy"
      from letter_versions v join profiles p on p.id = v.proposed_by join profiles a on a.id = v.approved_by
     where v.letter = ${letter} order by v.id desc limit 100`;

/** Has the database put in force what was approved in this transaction, with both people. */
export const putLetter = (tx: Db, proposalId: string) => sql`select app.put_letter(${proposalId})`.execute(tx);
