import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstRow, firstValue, whoAsks } from '../../platform/database.ts';
import type { ChoiceKind, Kind } from './kinds.ts';

export type Channel = 'mail' | 'push';

/** Somebody who may be told something, and how they want it for one kind. */
export type Reader = {
  readonly person: string;
  readonly name: string;
  readonly mail: boolean;
  readonly digest: boolean;
  readonly quiet: boolean;
  readonly consent: boolean;
  /** Whether browsers of theirs are told of this kind. */
  readonly push: boolean;
};

const newestConsent = (person: ReturnType<typeof sql>) =>
  sql`coalesce((select c.given from marketing_consents c where c.user_id = ${person} order by c.id desc limit 1), false)`;

/** Whose address it is, if their account is open, with their wishes about a kind. */
export const readerAt = (tx: Db, address: string, kind: Kind) =>
  firstRow<Reader>(tx)`
    select p.id person, p.display_name "name", coalesce(w.wanted, true) mail, coalesce(h.digest, false) digest,
        coalesce(h.quiet, true) quiet, ${newestConsent(sql`p.id`)} consent,
        coalesce(u.wanted, true) push
      from profiles p
      left join notice_preferences w on w.user_id = p.id and w.kind = ${kind} and w.channel = 'mail'
      left join notice_preferences u on u.user_id = p.id and u.kind = ${kind} and u.channel = 'push'
      left join notice_habits h on h.user_id = p.id
     where p.email = ${address} and p.closed_at is null`;

/** The address of somebody whose account is open. */
export const addressOf = (tx: Db, person: string) =>
  firstRow<{ email: string; name: string; quiet: boolean }>(tx)`
    select p.email, p.display_name "name", coalesce(h.quiet, true) quiet from profiles p
      left join notice_habits h on h.user_id = p.id where p.id = ${person} and p.closed_at is null`;

export type Wish = { readonly kind: ChoiceKind; readonly channel: Channel; readonly wanted: boolean };

/** What whoever asks wants otherwise than as usual. */
export const ownWishes = (tx: Db) =>
  allRows<Wish>(tx)`
    select kind, channel, wanted from notice_preferences where user_id = ${whoAsks}`;

/** Of somebody who is gone nothing is kept: the links in their mails outlive them. */
export const saveWish = (tx: Db, { kind, channel, wanted }: Wish, { person, now }: { person: string; now: Date }) =>
  sql`insert into notice_preferences (user_id, kind, channel, wanted, set_at)
      select p.id, ${kind}, ${channel}, ${wanted}::boolean, ${now}::timestamptz from profiles p where p.id = ${person}
    on conflict (user_id, kind, channel) do update set wanted = excluded.wanted, set_at = excluded.set_at`.execute(tx);

export type Habits = { readonly digest: boolean; readonly quiet: boolean };

export async function ownHabits(tx: Db): Promise<Habits> {
  const { rows } = await sql<Habits>`select digest, quiet from notice_habits where user_id = ${whoAsks}`.execute(tx);
  return rows[0] ?? { digest: false, quiet: true };
}

type SomeHabits = { readonly [habit in keyof Habits]?: boolean | null | undefined };

/** Changes those that are said. */
export const saveHabits = (tx: Db, { digest = null, quiet = null }: SomeHabits, now: Date) =>
  sql`insert into notice_habits as h (user_id, digest, quiet, set_at)
      values (${whoAsks}, coalesce(${digest}::boolean, false), coalesce(${quiet}::boolean, true), ${now})
    on conflict (user_id) do update set digest = coalesce(${digest}::boolean, h.digest),
      quiet = coalesce(${quiet}::boolean, h.quiet), set_at = excluded.set_at`.execute(tx);

export type Consent = {
  readonly given: boolean;
  readonly version: string;
  readonly saidBy: 'page' | 'link' | 'bounce' | 'complaint';
  readonly at: Date;
};

/** What whoever asks said last of marketing; null where they never did. */
export const ownConsent = (tx: Db) =>
  firstRow<Consent>(tx)`
    select given, version, said_by "saidBy", at from marketing_consents
     where user_id = ${whoAsks} order by id desc limit 1`;

/** Adds an answer about marketing; those before it stay. */
export const addConsent = (tx: Db, person: string, { given, version, saidBy, at }: Consent) =>
  sql`insert into marketing_consents (user_id, version, given, said_by, at)
      values (${person}, ${version}, ${given}, ${saidBy}, ${at})`.execute(tx);

/** Whether marketing may still go to somebody: they consent to it now, and have not closed their account. */
export async function wantsMarketing(tx: Db, person: string): Promise<boolean> {
  if (!(await isConsenting(tx, person))) return false;
  return anyRow(tx)`select from profiles p where p.id = ${person}::uuid and p.closed_at is null`;
}

/** Whether somebody consents to marketing now. */
export const isConsenting = async (tx: Db, person: string) =>
  (await firstValue<boolean>(tx)`select ${newestConsent(sql`${person}::uuid`)} given`) ?? false;
