import { sql } from 'kysely';
import { allRows, anyRow, currentUserId, type Db, firstRow, firstValue } from '../../platform/database/database.ts';
import type { NoticeKind, OptionalKind } from './kinds.ts';

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

export type NotificationPreference = {
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

export type DigestSettings = { readonly digest: boolean; readonly quiet: boolean };

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

export type Consent = {
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
  return anyRow(tx)`select from profiles p where p.id = ${person}::uuid and p.closed_at is null`;
}

export const hasConsent = async (tx: Db, person: string) =>
  (await firstValue<boolean>(tx)`select ${newestConsent(sql`${person}::uuid`)} given`) ?? false;
