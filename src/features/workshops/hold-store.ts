import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { PlaceMarks } from '../../platform/place-marks.ts';

/** Unpaid places of a session: those of whoever asks that ended, and those held from where they ask. */
export type Holds = { readonly own: number; readonly near: number; readonly around: number };

type Asked = { readonly sessionId: string; readonly from: PlaceMarks; readonly now: Date };

export async function holdsOf(tx: Db, { sessionId, from, now }: Asked): Promise<Holds> {
  const { rows } = await sql<Holds>`
    select own, near, around from app.place_holds(${sessionId}, ${from.connection}, ${from.network}, ${now})`.execute(
    tx,
  );
  return rows[0] ?? { own: 0, near: 0, around: 0 };
}

/** How many stand in line in a session from where somebody asks. */
export async function waitsFrom(tx: Db, { sessionId, from }: Omit<Asked, 'now'>): Promise<Omit<Holds, 'own'>> {
  const { rows } = await sql<Omit<Holds, 'own'>>`
    select near, around from app.place_waits(${sessionId}, ${from.connection}, ${from.network})`.execute(tx);
  return rows[0] ?? { near: 0, around: 0 };
}

/** Whether whoever asks is no account that is thrown away: their identity was approved, or they paid for something. */
export async function isKnown(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from kyc_submissions k where k.user_id = app.user_id() and k.status = 'approved')
        or exists (select from payments p where p.user_id = app.user_id() and p.pay_in = 'received') known`.execute(tx);
  return rows[0]?.known ?? false;
}

/** Notes from where a place is held, or waited for. */
export const noteHold = (tx: Db, placeId: string, { from, now }: Pick<Asked, 'from' | 'now'>) =>
  sql`insert into workshop_holds (registration_id, connection, network, held_at)
      values (${placeId}, ${from.connection}, ${from.network}, ${now}) on conflict do nothing`.execute(tx);

/** Forgets from where places were held before this moment: of what is waited for or offered not before that is over. */
export const forgetHolds = (tx: Db, before: Date) =>
  sql`delete from workshop_holds h where held_at < ${before} and not exists (
    select from workshop_registrations r where r.id = h.registration_id
      and (r.status in ('waiting', 'offered') or r.offered_until >= ${before}))`.execute(tx);
