import { sql } from 'kysely';
import { allRows, type Db, firstValue, whoAsks } from '../../platform/database.ts';
import type { Kind } from './kinds.ts';
import type { Facts } from './tell.ts';

type NewNotice = {
  readonly person: string;
  readonly kind: Kind;
  readonly facts: Facts;
  readonly now: Date;
  readonly key: string | null;
  readonly inDigest: boolean;
};

/** Whether it is new: false where one was told under its key. */
export async function insertNotice(tx: Db, { person, kind, facts, now, key, inDigest }: NewNotice): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notices (user_id, kind, facts, at, told_by, waits_for_digest)
      values (${person}, ${kind}, ${JSON.stringify(facts)}, ${now}, ${key}, ${inDigest})
      on conflict (told_by) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export type Told = Facts & {
  readonly id: string;
  readonly kind: Kind;
  readonly at: Date;
  readonly readAt: Date | null;
};
type Key = { readonly at: Date; readonly id: string };

/** What whoever asks was told, the newest first. */
export async function ownNotices(tx: Db, { before, limit }: { before: Key | null; limit: number }): Promise<Told[]> {
  const behind = before ? sql`and (at, id) < (${before.at}, ${before.id})` : sql``;
  return allRows<Told>(tx)`
    select id, kind, facts ->> 'title' title, facts ->> 'path' path, at, read_at "readAt"
      from notices where user_id = ${whoAsks} ${behind} order by at desc, id desc limit ${limit}`;
}

/** How many whoever asks did not read yet, counted up to a hundred. */
export const ownUnread = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int unread from (select from notices
      where user_id = ${whoAsks} and read_at is null limit 100) counted`) ?? 0;

/** Marks one of whoever asks as read, or all of them up to now: how many were not. */
export async function markRead(tx: Db, { id, now }: { id: string | null; now: Date }): Promise<number> {
  const { numAffectedRows } = await sql`
    update notices set read_at = ${now}
     where user_id = ${whoAsks} and read_at is null ${id ? sql`and id = ${id}` : sql``}`.execute(tx);
  return Number(numAffectedRows);
}

/** Some of those for whom something waits that goes out once a day. */
export async function waitingForDigest(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select distinct user_id person from notices where waits_for_digest limit ${limit}`.execute(tx);
  return rows.map(({ person }) => person);
}

/** What waits to go out to somebody once a day, taken: nobody takes it again. */
export async function takeForDigest(tx: Db, person: string): Promise<(Facts & { at: Date })[]> {
  const { rows } = await sql<Facts & { at: Date; id: string }>`
    update notices set waits_for_digest = false where user_id = ${person} and waits_for_digest
      returning facts ->> 'title' title, facts ->> 'path' path, at, id`.execute(tx);
  return rows.toSorted((a, b) => Number(a.at) - Number(b.at));
}
