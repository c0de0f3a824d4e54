import { sql } from 'kysely';
import { allRows, allValues, type Db, firstRow, firstValue } from '../../platform/database.ts';
import type { NewsLetter } from './letters.ts';

export type SentNews = {
  readonly id: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly path: string;
  readonly why: string;
  readonly approvedAt: Date;
  readonly proposedBy: string;
  readonly approvedBy: string;
  /** To how many it got until now. */
  readonly writtenTo: number;
  /** When it had got to all; null while it is on its way. */
  readonly mailedAt: Date | null;
};

/** What was sent, newest first, with the people behind it: at most 100. */
export const sentNews = (tx: Db) =>
  allRows<SentNews>(tx)`
    select n.id, n.subject, n.paragraphs, n.path, n.why, n.approved_at "approvedAt", p.display_name "proposedBy",
        a.display_name "approvedBy", n.written_to "writtenTo", n.mailed_at "mailedAt"
      from news n join profiles p on p.id = n.proposed_by join profiles a on a.id = n.approved_by
     order by n.approved_at desc, n.id desc limit 100`;

/** Has the database send what was approved in this transaction, with both people. */
export const putNews = (tx: Db, proposalId: string) => sql`select app.put_news(${proposalId})`.execute(tx);

/** Whose newest answer about marketing is yes, and whose account is open, by their ids. */
const agreeing = sql`(select p.id, p.display_name "name", p.email from profiles p
  where p.closed_at is null and (select c.given from marketing_consents c where c.user_id = p.id order by c.id desc limit 1))`;

/** The next readers of news, once: it is written down, in the same transaction, up to whom it got. */
export async function nextReaders(tx: Db, id: string, { now, most }: { now: Date; most: number }) {
  const held = await firstRow<{ up: string | null }>(tx)`
    select mailed_up_to up from news where id = ${id} and mailed_at is null for update`;
  if (!held) return { readers: [], more: false };
  const readers = await allValues<string>(tx)`
    select id from ${agreeing} a where ${held.up}::uuid is null or a.id > ${held.up}::uuid
     order by id limit ${most}`;
  const more = readers.length === most;
  await sql`update news set mailed_up_to = coalesce(${readers.at(-1) ?? null}, mailed_up_to),
        written_to = written_to + ${readers.length}, mailed_at = ${more ? null : now} where id = ${id}`.execute(tx);
  return { readers, more };
}

/** The mail of one of them, if they agree to it still. */
export const newsTo = (tx: Db, { id, userId }: { id: string; userId: string }) =>
  firstRow<NewsLetter>(tx)`
    select a."name", a.email, n.subject, n.paragraphs, n.path from news n, ${agreeing} a
     where n.id = ${id} and a.id = ${userId}`;

/** How many agree to news now. Staff learn the number, and nobody's name. */
export const reachOfNews = async (tx: Db) => (await firstValue<number>(tx)`select app.reach_of_news() reach`) ?? 0;
