import { sql } from 'kysely';
import { allRows, type Db, onlyRow } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/email/mail.ts';

export type MailBody = Pick<Mail, 'letter' | 'calendar' | 'stop'>;

type NewMail = {
  readonly person: string | null;
  readonly kind: string;
  readonly to: string;
  readonly body: MailBody;
  readonly now: Date;
  readonly sendAfter: Date;
  readonly key: string | null;
};

export const insertMail = (tx: Db, { person, kind, to, body, now, sendAfter, key }: NewMail) =>
  sql`insert into mails (user_id, kind, to_address, body, at, scheduled_for, next_at, source_job_id)
      values (${person}, ${kind}, ${to}, ${JSON.stringify(body)}, ${now}, ${sendAfter}, ${sendAfter}, ${key})
      on conflict (source_job_id) do nothing`.execute(tx);

export type DueMail = {
  readonly id: string;
  /** Null for an address without an account. */
  readonly person: string | null;
  readonly kind: string;
  readonly to: string;
  readonly body: MailBody;
  readonly tries: number;
  readonly dueSince: Date;
};

/** Claims due mails until `until`, except mails that another process has claimed. */
export const claimDueMails = (
  tx: Db,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
) =>
  allRows<DueMail>(tx)`
    update mails set claimed_until = ${until}, tries = tries + 1
     where id in (select id from mails
         where body is not null and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
         order by next_at, id limit ${limit} for update skip locked)
     returning id, user_id person, kind, to_address "to", body, tries, scheduled_for "dueSince"`;

/** Marks a mail as sent and deletes its content. */
export const markSent = (tx: Db, id: string, at: Date) =>
  sql`update mails set sent_at = ${at}, body = null, claimed_until = null
     where id = ${id} and sent_at is null and given_up_at is null`.execute(tx);

export const rescheduleMail = (tx: Db, id: string, nextAt: Date) =>
  sql`update mails set next_at = ${nextAt}, claimed_until = null where id = ${id} and body is not null`.execute(tx);

export const abandonMail = (tx: Db, id: string, at: Date) =>
  sql`update mails set given_up_at = ${at}, body = null, claimed_until = null
     where id = ${id} and body is not null`.execute(tx);

export const deleteOldMails = (tx: Db, before: Date) =>
  sql`delete from mails where body is null and coalesce(sent_at, given_up_at) < ${before}`.execute(tx);

export const waitingMails = (tx: Db, now: Date) =>
  onlyRow<{ waiting: number; since: Date | null }>(tx)`
    select count(*)::int waiting, min(scheduled_for) since from mails where body is not null and scheduled_for <= ${now}`;
