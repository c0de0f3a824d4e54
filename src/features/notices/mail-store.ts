import { sql } from 'kysely';
import { allRows, type Db, onlyRow } from '../../platform/database.ts';
import type { Mail } from '../../platform/mail.ts';

/** What stands in a mail while it is on its way. */
export type Body = Pick<Mail, 'letter' | 'calendar' | 'stop'>;

type NewMail = {
  readonly person: string | null;
  readonly kind: string;
  readonly to: string;
  readonly body: Body;
  readonly now: Date;
  /** Not before. */
  readonly goesAt: Date;
  readonly key: string | null;
};

/** Puts a mail on its way, once under its key. */
export const insertMail = (tx: Db, { person, kind, to, body, now, goesAt, key }: NewMail) =>
  sql`insert into mails (user_id, kind, to_address, body, at, goes_at, next_at, told_by)
      values (${person}, ${kind}, ${to}, ${JSON.stringify(body)}, ${now}, ${goesAt}, ${goesAt}, ${key})
      on conflict (told_by) do nothing`.execute(tx);

export type DueMail = {
  readonly id: string;
  /** Whose it is; null for whoever has no account. */
  readonly person: string | null;
  readonly kind: string;
  readonly to: string;
  readonly body: Body;
  readonly tries: number;
  readonly goesSince: Date;
};

/** Some of the mails that are due, for whoever asks alone until a moment: another process passes them over. */
export const claimMails = (
  tx: Db,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
) =>
  allRows<DueMail>(tx)`
    update mails set claimed_until = ${until}, tries = tries + 1
     where id in (select id from mails
         where body is not null and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
         order by next_at, id limit ${most} for update skip locked)
     returning id, user_id person, kind, to_address "to", body, tries, goes_at "goesSince"`;

/** It left: nobody sends it again, and what stood in it is gone. */
export const markSent = (tx: Db, id: string, at: Date) =>
  sql`update mails set sent_at = ${at}, body = null, claimed_until = null
     where id = ${id} and sent_at is null and given_up_at is null`.execute(tx);

/** It did not leave: another try later. */
export const tryLater = (tx: Db, id: string, nextAt: Date) =>
  sql`update mails set next_at = ${nextAt}, claimed_until = null where id = ${id} and body is not null`.execute(tx);

/** Nobody tries any more. */
export const giveUp = (tx: Db, id: string, at: Date) =>
  sql`update mails set given_up_at = ${at}, body = null, claimed_until = null
     where id = ${id} and body is not null`.execute(tx);

/** Forgets what left, or was given up, before a moment: to whom, and when. */
export const forgetMails = (tx: Db, before: Date) =>
  sql`delete from mails where body is null and coalesce(sent_at, given_up_at) < ${before}`.execute(tx);

/** How many mails should have left by a moment, and since when the first of them should. */
export const waitingMails = (tx: Db, now: Date) =>
  onlyRow<{ waiting: number; since: Date | null }>(tx)`
    select count(*)::int waiting, min(goes_at) since from mails where body is not null and goes_at <= ${now}`;
