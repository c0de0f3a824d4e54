import { sql } from 'kysely';
import { type Db, firstValue, onlyRow } from '../../platform/database.ts';
import type { PlaceMarks } from '../../platform/place-marks.ts';

/** Unpaid places of a session: those of whoever asks that ended, and those held from where they ask. */
export type Holds = { readonly own: number; readonly near: number; readonly around: number };

type Asked = { readonly sessionId: string; readonly from: PlaceMarks; readonly now: Date };

export const holdsOf = (tx: Db, { sessionId, from, now }: Asked) =>
  onlyRow<Holds>(tx)`
    select own, near, around from app.place_holds(${sessionId}, ${from.connection}, ${from.network}, ${now})`;

/** How many stand in line in a session from where somebody asks. */
export const waitsFrom = (tx: Db, { sessionId, from }: Omit<Asked, 'now'>) =>
  onlyRow<Omit<Holds, 'own'>>(tx)`
    select near, around from app.place_waits(${sessionId}, ${from.connection}, ${from.network})`;

/** Whether whoever asks is no account that is thrown away: their identity was approved, or they paid for something. */
export const isKnown = async (tx: Db) =>
  (await firstValue<boolean>(tx)`
    select exists (select from kyc_submissions k where k.user_id = app.user_id() and k.status = 'approved')
        or exists (select from payments p where p.user_id = app.user_id() and p.pay_in = 'received') known`) ?? false;

/** Notes from where a place is held, or waited for. */
export const noteHold = (tx: Db, placeId: string, { from, now }: Pick<Asked, 'from' | 'now'>) =>
  sql`insert into workshop_holds (registration_id, connection, network, held_at)
      values (${placeId}, ${from.connection}, ${from.network}, ${now}) on conflict do nothing`.execute(tx);

/** Forgets from where places were held before this moment: of what is waited for or offered not before that is over. */
export const forgetHolds = (tx: Db, before: Date) =>
  sql`delete from workshop_holds h where held_at < ${before} and not exists (
    select from workshop_registrations r where r.id = h.registration_id
      and (r.status in ('waiting', 'offered') or r.offered_until >= ${before}))`.execute(tx);
