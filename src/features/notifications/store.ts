import { sql } from 'kysely';
import {
  allRows,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  requireRow,
} from '../../platform/database/database.ts';
import type { Mail } from '../../platform/email/mail.ts';
import type { NoticeKind, OptionalKind } from './kinds.ts';

export type ProblemKind = 'bounce' | 'complaint';
type DeliveryProblem = { readonly kind: ProblemKind; readonly at: Date };
type NewProblem = DeliveryProblem & { readonly person: string; readonly eventId: string };

/** Returns false if the event is recorded already. */
export async function insertProblem(tx: Db, { person, kind, eventId, at }: NewProblem): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mail_delivery_problems (user_id, kind, event_id, at) values (${person}, ${kind}, ${eventId}, ${at})
      on conflict (event_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export const findMyProblem = (tx: Db, since: Date) =>
  firstRow<DeliveryProblem>(tx)`
    select kind, at from mail_delivery_problems where user_id = ${currentUserId} and at > ${since}
     order by at desc limit 1`;

/** Prefers the open account: a closed profile keeps its address. */
export const findUserByAddress = (tx: Db, address: string) =>
  firstValue<string>(tx)`
    select id from profiles where email = ${address} order by closed_at desc nulls first limit 1`;

export type Channel = 'mail' | 'push';

export type Recipient = {
  readonly person: string;
  readonly name: string;
  readonly mail: boolean;
  readonly digest: boolean;
  readonly quiet: boolean;
  readonly consent: boolean;
  readonly push: boolean;
};

const newestConsent = (person: ReturnType<typeof sql>) =>
  sql`coalesce((select c.given from marketing_consents c where c.user_id = ${person} order by c.id desc limit 1), false)`;

/** Finds the open account of an address with its settings for a kind. */
export const findRecipient = (tx: Db, address: string, kind: NoticeKind) =>
  firstRow<Recipient>(tx)`
    select p.id person, p.display_name "name", coalesce(w.wanted, true) mail, coalesce(h.digest, false) digest,
        coalesce(h.quiet, true) quiet, ${newestConsent(sql`p.id`)} consent,
        coalesce(u.wanted, true) push
      from profiles p
      left join notice_preferences w on w.user_id = p.id and w.kind = ${kind} and w.channel = 'mail'
      left join notice_preferences u on u.user_id = p.id and u.kind = ${kind} and u.channel = 'push'
      left join digest_settings h on h.user_id = p.id
     where p.email = ${address} and p.closed_at is null`;

export const findOpenAddress = (tx: Db, person: string) =>
  firstRow<{ email: string; name: string; quiet: boolean }>(tx)`
    select p.email, p.display_name "name", coalesce(h.quiet, true) quiet from profiles p
      left join digest_settings h on h.user_id = p.id where p.id = ${person} and p.closed_at is null`;

type NotificationPreference = {
  readonly kind: OptionalKind;
  readonly channel: Channel;
  readonly wanted: boolean;
};

export const findMyPreferences = (tx: Db) =>
  allRows<NotificationPreference>(tx)`
    select kind, channel, wanted from notice_preferences where user_id = ${currentUserId}`;

/** Writes nothing for an erased user: mail links outlive accounts. */
export const savePreference = (
  tx: Db,
  { kind, channel, wanted }: NotificationPreference,
  { person, now }: { person: string; now: Date },
) =>
  sql`insert into notice_preferences (user_id, kind, channel, wanted, set_at)
      select p.id, ${kind}, ${channel}, ${wanted}::boolean, ${now}::timestamptz from profiles p where p.id = ${person}
    on conflict (user_id, kind, channel) do update set wanted = excluded.wanted, set_at = excluded.set_at`.execute(tx);

type DigestSettings = { readonly digest: boolean; readonly quiet: boolean };

export async function findMyDigestSettings(tx: Db): Promise<DigestSettings> {
  const { rows } =
    await sql<DigestSettings>`select digest, quiet from digest_settings where user_id = ${currentUserId}`.execute(tx);
  return rows[0] ?? { digest: false, quiet: true };
}

type DigestSettingsChange = { readonly [setting in keyof DigestSettings]?: boolean | null | undefined };

export const saveDigestSettings = (tx: Db, { digest = null, quiet = null }: DigestSettingsChange, now: Date) =>
  sql`insert into digest_settings as h (user_id, digest, quiet, set_at)
      values (${currentUserId}, coalesce(${digest}::boolean, false), coalesce(${quiet}::boolean, true), ${now})
    on conflict (user_id) do update set digest = coalesce(${digest}::boolean, h.digest),
      quiet = coalesce(${quiet}::boolean, h.quiet), set_at = excluded.set_at`.execute(tx);

type Consent = {
  readonly given: boolean;
  readonly version: string;
  readonly source: 'page' | 'link' | 'bounce' | 'complaint';
  readonly at: Date;
};

export const findMyConsent = (tx: Db) =>
  firstRow<Consent>(tx)`
    select given, version, source "source", at from marketing_consents
     where user_id = ${currentUserId} order by id desc limit 1`;

export const insertConsent = (tx: Db, person: string, { given, version, source, at }: Consent) =>
  sql`insert into marketing_consents (user_id, version, given, source, at)
      values (${person}, ${version}, ${given}, ${source}, ${at})`.execute(tx);

/** True if the person currently consents and the account is open. */
export async function wantsMarketing(tx: Db, person: string): Promise<boolean> {
  if (!(await hasConsent(tx, person))) return false;
  return hasRow(tx)`select from profiles p where p.id = ${person}::uuid and p.closed_at is null`;
}

export const hasConsent = async (tx: Db, person: string) =>
  (await firstValue<boolean>(tx)`select ${newestConsent(sql`${person}::uuid`)} given`) ?? false;

type MailBody = Pick<Mail, 'letter' | 'calendar' | 'stop'>;

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
  requireRow<{ waiting: number; since: Date | null }>(tx)`
    select count(*)::int waiting, min(scheduled_for) since from mails where body is not null and scheduled_for <= ${now}`;

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
