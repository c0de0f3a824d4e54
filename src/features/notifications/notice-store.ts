import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstValue } from '../../platform/database/database.ts';
import type { NoticeKind } from './kinds.ts';

/** `path` is a path on our site, never an external URL. */
export type NoticeContent = { readonly title: string; readonly path: string };

type NewNotice = {
  readonly person: string;
  readonly kind: NoticeKind;
  readonly content: NoticeContent;
  readonly now: Date;
  readonly key: string | null;
  readonly inDigest: boolean;
};

/** Returns false if the key exists already. */
export async function insertNotice(tx: Db, { person, kind, content, now, key, inDigest }: NewNotice): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notices (user_id, kind, facts, at, source_job_id, waits_for_digest)
      values (${person}, ${kind}, ${JSON.stringify(content)}, ${now}, ${key}, ${inDigest})
      on conflict (source_job_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export type Notice = NoticeContent & {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly at: Date;
  readonly readAt: Date | null;
};
type Cursor = { readonly at: Date; readonly id: string };

export async function findMyNotices(
  tx: Db,
  { before, limit }: { before: Cursor | null; limit: number },
): Promise<Notice[]> {
  const page = before ? sql`and (at, id) < (${before.at}, ${before.id})` : sql``;
  return allRows<Notice>(tx)`
    select id, kind, facts ->> 'title' title, facts ->> 'path' path, at, read_at "readAt"
      from notices where user_id = ${currentUserId} ${page} order by at desc, id desc limit ${limit}`;
}

/** Counts up to 100. */
export const countMyUnread = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int unread from (select from notices
      where user_id = ${currentUserId} and read_at is null limit 100) counted`) ?? 0;

/** Marks one notice, or all, as read and returns how many changed. */
export async function markRead(tx: Db, { id, now }: { id: string | null; now: Date }): Promise<number> {
  const { numAffectedRows } = await sql`
    update notices set read_at = ${now}
     where user_id = ${currentUserId} and read_at is null ${id ? sql`and id = ${id}` : sql``}`.execute(tx);
  return Number(numAffectedRows);
}

export async function findDigestRecipients(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select distinct user_id person from notices where waits_for_digest limit ${limit}`.execute(tx);
  return rows.map(({ person }) => person);
}

export async function claimDigestNotices(tx: Db, person: string): Promise<(NoticeContent & { at: Date })[]> {
  const { rows } = await sql<NoticeContent & { at: Date; id: string }>`
    update notices set waits_for_digest = false where user_id = ${person} and waits_for_digest
      returning facts ->> 'title' title, facts ->> 'path' path, at, id`.execute(tx);
  return rows.toSorted((a, b) => Number(a.at) - Number(b.at));
}
