import { sql } from 'kysely';
import { type Db, firstValue, onlyRow } from '../../platform/database/database.ts';
import type { IpPseudonyms } from '../../platform/http/ip-pseudonyms.ts';

/** `own`: the user's expired holds. `near` and `around`: seats held from this connection and network. */
export type Holds = { readonly own: number; readonly near: number; readonly around: number };

type HoldQuery = { readonly sessionId: string; readonly from: IpPseudonyms; readonly now: Date };

export const countHolds = (tx: Db, { sessionId, from, now }: HoldQuery) =>
  onlyRow<Holds>(tx)`
    select own, near, around from app.seat_hold_counts(${sessionId}, ${from.connection}, ${from.network}, ${now})`;

export const countWaits = (tx: Db, { sessionId, from }: Omit<HoldQuery, 'now'>) =>
  onlyRow<Omit<Holds, 'own'>>(tx)`
    select near, around from app.waitlist_counts(${sessionId}, ${from.connection}, ${from.network})`;

/** True for a customer with an approved identity or a received payment. */
export const isKnownCustomer = async (tx: Db) =>
  (await firstValue<boolean>(tx)`
    select exists (select from kyc_submissions k where k.user_id = app.user_id() and k.status = 'approved')
        or exists (select from payments p where p.user_id = app.user_id() and p.pay_in = 'received') known`) ?? false;

export const insertHold = (tx: Db, placeId: string, { from, now }: Pick<HoldQuery, 'from' | 'now'>) =>
  sql`insert into workshop_holds (registration_id, connection, network, held_at)
      values (${placeId}, ${from.connection}, ${from.network}, ${now}) on conflict do nothing`.execute(tx);

/** Deletes holds older than `before`, except of seats that are offered or on a waiting list. */
export const deleteHolds = (tx: Db, before: Date) =>
  sql`delete from workshop_holds h where held_at < ${before} and not exists (
    select from workshop_registrations r where r.id = h.registration_id
      and (r.status in ('waiting', 'offered') or r.offered_until >= ${before}))`.execute(tx);
