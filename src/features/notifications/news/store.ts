import { sql } from 'kysely';
import { allRows, allValues, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import type { NewsEmail } from './emails.ts';

export type SentNews = {
  readonly id: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly path: string;
  readonly why: string;
  readonly approvedAt: Date;
  readonly proposedBy: string;
  readonly approvedBy: string;
  readonly recipientCount: number;
  /** Null while it is being sent. */
  readonly mailedAt: Date | null;
};

/** Newest first, at most 100. */
export const findSentNews = (tx: Db) =>
  allRows<SentNews>(tx)`
    select n.id, n.subject, n.paragraphs, n.path, n.why, n.approved_at "approvedAt", p.display_name "proposedBy",
        a.display_name "approvedBy", n.recipient_count "recipientCount", n.mailed_at "mailedAt"
      from news n join profiles p on p.id = n.proposed_by join profiles a on a.id = n.approved_by
     order by n.approved_at desc, n.id desc limit 100`;

/** The database checks that two people approved in this transaction. */
export const approveNews = (tx: Db, proposalId: string) => sql`select app.apply_news(${proposalId})`.execute(tx);

/** Open accounts with yes as their newest marketing answer. */
const consentingReaders = sql`(select p.id, p.display_name "name", p.email from profiles p
  where p.closed_at is null and (select c.given from marketing_consents c where c.user_id = p.id order by c.id desc limit 1))`;

/** Claims the next readers and stores the progress in the same transaction. */
export async function claimNextReaders(tx: Db, id: string, { now, limit }: { now: Date; limit: number }) {
  const progress = await firstRow<{ upTo: string | null }>(tx)`
    select mailed_up_to "upTo" from news where id = ${id} and mailed_at is null for update`;
  if (!progress) return { readers: [], more: false };
  const readers = await allValues<string>(tx)`
    select id from ${consentingReaders} a where ${progress.upTo}::uuid is null or a.id > ${progress.upTo}::uuid
     order by id limit ${limit}`;
  const more = readers.length === limit;
  await sql`update news set mailed_up_to = coalesce(${readers.at(-1) ?? null}, mailed_up_to),
        recipient_count = recipient_count + ${readers.length}, mailed_at = ${more ? null : now}
          where id = ${id}`.execute(tx);
  return { readers, more };
}

/** Null if consent ended. */
export const findNewsEmail = (tx: Db, { id, userId }: { id: string; userId: string }) =>
  firstRow<NewsEmail>(tx)`
    select a."name", a.email, n.subject, n.paragraphs, n.path from news n, ${consentingReaders} a
     where n.id = ${id} and a.id = ${userId}`;

export const countReaders = async (tx: Db) =>
  (await firstValue<number>(tx)`select app.count_news_recipients() reach`) ?? 0;
