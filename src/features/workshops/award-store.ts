import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow } from '../../platform/database/database.ts';
import type { Award } from './award.ts';
import type { PlaceStatus } from './session.ts';

const columns = sql`a.id, a.lgm, a.address, a.released_at "releasedAt", a.sent_at "sentAt",
  a.transaction_hash "transactionHash"`;

type Attendance = {
  readonly id: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly lgm: number;
  readonly now: Date;
};

/** Inserts an award. Returns false when the attendee already has an award for this session. */
export async function addAward(tx: Db, { id, sessionId, userId, lgm, now }: Attendance): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into lgm_awards (registration_id, session_id, user_id, lgm, created_at)
      values (${id}, ${sessionId}, ${userId}, ${lgm}, ${now}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export type OwnAward = Award & { readonly title: string; readonly startAt: Date };

export const findOwnAwards = (tx: Db) =>
  allRows<OwnAward>(tx)`
    select ${columns}, s.title, s.start_at "startAt" from lgm_awards a join workshop_sessions s on s.id = a.session_id
     where a.user_id = ${currentUserId} order by a.created_at desc, a.id limit 50`;

export const lockOwnAward = (tx: Db, id: string) =>
  firstRow<Award>(tx)`
    select ${columns} from lgm_awards a where a.id = ${id} and a.user_id = ${currentUserId} for update`;

export const setWallet = (tx: Db, id: string, { address, now }: { address: string; now: Date }) =>
  sql`update lgm_awards set address = ${address}, named_at = ${now} where id = ${id}`.execute(tx);

export type StaffAward = Award & {
  readonly sessionId: string;
  readonly userId: string;
  readonly registrationId: string;
  readonly attendee: string;
  /** An award is void when its seat is refunded. */
  readonly place: PlaceStatus;
};
const deskColumns = sql`${columns}, a.session_id "sessionId", a.user_id "userId", a.registration_id "registrationId",
  r.attendee, r.status "place"`;
const deskRows = sql`lgm_awards a join workshop_registrations r on r.id = a.registration_id`;

/** Finds up to 1,000 awards of a session, unsent first. `lock` locks them until the transaction ends. */
export const findAwards = (tx: Db, sessionId: string, lock = false) =>
  allRows<StaffAward>(tx)`
    select ${deskColumns} from ${deskRows} where a.session_id = ${sessionId} order by a.sent_at is not null, r.attendee, a.id limit 1000
      ${lock ? sql`for update of a` : sql``}`;

export const lockAward = (tx: Db, id: string) =>
  firstRow<StaffAward>(tx)`
    select ${deskColumns} from ${deskRows} where a.id = ${id} for update of a`;

/** Releases awards. Database constraints verify the proposal and the wallets. */
export const releaseAwards = (tx: Db, ids: readonly string[], { proposalId, now }: { proposalId: string; now: Date }) =>
  sql`update lgm_awards set proposal_id = ${proposalId}, released_at = ${now} where id = any(${ids})`.execute(tx);

/** Records the transfer of an award. Violates `award_hash_once` when the hash belongs to another award. */
export const recordSent = (tx: Db, id: string, { hash, now }: { hash: string; now: Date }) =>
  sql`update lgm_awards set transaction_hash = ${hash}, sent_at = ${now}, sent_by = ${currentUserId}
       where id = ${id}`.execute(tx);
