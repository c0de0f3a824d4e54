import { sql } from 'kysely';
import { allRows, type Db, firstRow, whoAsks } from '../../platform/database.ts';
import type { Award } from './award.ts';
import type { PlaceStatus } from './session.ts';

const columns = sql`a.id, a.lgm, a.address, a.released_at "releasedAt", a.sent_at "sentAt",
  a.transaction_hash "transactionHash"`;

type Came = {
  readonly id: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly lgm: number;
  readonly now: Date;
};

/** What is to hand out for a place whose owner came; false where they have it for this session already. */
export async function addAward(tx: Db, { id, sessionId, userId, lgm, now }: Came): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into lgm_awards (registration_id, session_id, user_id, lgm, created_at)
      values (${id}, ${sessionId}, ${userId}, ${lgm}, ${now}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export type OwnAward = Award & { readonly title: string; readonly startAt: Date };

/** What whoever asks is given, the newest first. */
export const ownAwards = (tx: Db) =>
  allRows<OwnAward>(tx)`
    select ${columns}, s.title, s.start_at "startAt" from lgm_awards a join workshop_sessions s on s.id = a.session_id
     where a.user_id = ${whoAsks} order by a.created_at desc, a.id limit 50`;

/** One of whoever asks, locked; null where it is not theirs. */
export const ownAward = (tx: Db, id: string) =>
  firstRow<Award>(tx)`
    select ${columns} from lgm_awards a where a.id = ${id} and a.user_id = ${whoAsks} for update`;

export const nameWallet = (tx: Db, id: string, { address, now }: { address: string; now: Date }) =>
  sql`update lgm_awards set address = ${address}, named_at = ${now} where id = ${id}`.execute(tx);

/** As the desk sees it: whose it is by the name on their ticket. */
export type DeskAward = Award & {
  readonly sessionId: string;
  readonly userId: string;
  readonly registrationId: string;
  readonly attendee: string;
  /** How the place stands now: whoever had their money back is given nothing. */
  readonly place: PlaceStatus;
};
const deskColumns = sql`${columns}, a.session_id "sessionId", a.user_id "userId", a.registration_id "registrationId",
  r.attendee, r.status "place"`;
const deskRows = sql`lgm_awards a join workshop_registrations r on r.id = a.registration_id`;

/**
 * What is handed out for a session: what is still to be sent first, then by name, 1,000 at most. With `lock` nobody
 * changes it until the transaction ends.
 */
export const awardsOf = (tx: Db, sessionId: string, lock = false) =>
  allRows<DeskAward>(tx)`
    select ${deskColumns} from ${deskRows} where a.session_id = ${sessionId} order by a.sent_at is not null, r.attendee, a.id limit 1000
      ${lock ? sql`for update of a` : sql``}`;

/** One, locked. */
export const awardById = (tx: Db, id: string) =>
  firstRow<DeskAward>(tx)`
    select ${deskColumns} from ${deskRows} where a.id = ${id} for update of a`;

/** Released by the proposal that two people decided. The database looks at both and at each wallet. */
export const release = (tx: Db, ids: readonly string[], { proposalId, now }: { proposalId: string; now: Date }) =>
  sql`update lgm_awards set proposal_id = ${proposalId}, released_at = ${now} where id = any(${ids})`.execute(tx);

/** Breaks `award_hash_once` where another was sent under this hash. */
export const noteSent = (tx: Db, id: string, { hash, now }: { hash: string; now: Date }) =>
  sql`update lgm_awards set transaction_hash = ${hash}, sent_at = ${now}, sent_by = ${whoAsks}
       where id = ${id}`.execute(tx);
