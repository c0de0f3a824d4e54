import { sql } from 'kysely';
import { type Db, whoAsks } from '../../platform/database.ts';

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
export async function ownTrouble(tx: Db, since: Date): Promise<Trouble | null> {
  const { rows } = await sql<Trouble>`
    select kind, at from mail_troubles where user_id = ${whoAsks} and at > ${since}
     order by at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Whose address it is: theirs whose account is open, where somebody closed one and came back; null for nobody's. */
export async function personAt(tx: Db, address: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from profiles where email = ${address} order by closed_at desc nulls first limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
