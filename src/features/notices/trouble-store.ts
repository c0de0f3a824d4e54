import { sql } from 'kysely';
import { type Db, firstRow, firstValue, whoAsks } from '../../platform/database.ts';

export type TroubleKind = 'bounce' | 'complaint';
export type Trouble = { readonly kind: TroubleKind; readonly at: Date };
type NewTrouble = Trouble & { readonly person: string; readonly eventId: string };

/** Whether it is new: false where it was told before. */
export async function insertTrouble(tx: Db, { person, kind, eventId, at }: NewTrouble): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mail_troubles (user_id, kind, event_id, at) values (${person}, ${kind}, ${eventId}, ${at})
      on conflict (event_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** What became of a mail to whoever asks, the newest since a moment; null where all is well. */
export const ownTrouble = (tx: Db, since: Date) =>
  firstRow<Trouble>(tx)`
    select kind, at from mail_troubles where user_id = ${whoAsks} and at > ${since}
     order by at desc limit 1`;

/** Whose address it is: theirs whose account is open, where somebody closed one and came back; null for nobody's. */
export const personAt = (tx: Db, address: string) =>
  firstValue<string>(tx)`
    select id from profiles where email = ${address} order by closed_at desc nulls first limit 1`;
