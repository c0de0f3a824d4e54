import { sql } from 'kysely';
import { allIds, allRows, type Db, firstRow, firstValue, onlyRow } from '../../platform/database.ts';
import type { Network } from '../coins/networks.ts';
import type { ProfileName } from '../movements/names.ts';
import type { LinkKind } from './person-marks.ts';
import type { Data } from './submission-data.ts';
import type { LinkView } from './views.ts';

/** What an account ever gave that can be compared, as it is stored: numbers sealed, the rest as it was typed. */
export type Given = {
  /** What was handed in, and when. */
  readonly papers: { readonly since: string; readonly data: Data }[];
  readonly wallets: { network: Network; address: string; tag: string | null; sender: string | null }[];
  readonly accounts: string[];
  /** What they go by, and which bank accounts paid for them, as the bank shows it. */
  readonly name: ProfileName | null;
  readonly payers: { readonly account: string; readonly holder: string }[];
};

/** Lines `m` of what came in for an account, and stands. */
const cameFor = (userId: string) =>
  sql`m.user_id = ${userId} and m.direction = 'in'
    and not exists (select from movements o where o.of_id = m.id and o.direction = 'off')`;

export async function givenBy(tx: Db, userId: string): Promise<Given> {
  const { rows } = await sql<Given>`
    select coalesce((select jsonb_agg(distinct jsonb_build_object('since', k.created_at, 'data',
               jsonb_build_object('trn_number', k.data -> 'trn_number', 'id_number', k.data -> 'id_number'))) from kyc_submissions k
             where k.user_id = ${userId} and k.data ?| array['trn_number', 'id_number']), '[]') papers,
           coalesce((select jsonb_agg(distinct w) from (
             select jsonb_build_object('network', t.network, 'tag', t.destination_tag::text,
                 'address', coalesce(t.wallet_address, t.sender_wallet_address), 'sender', t.sender_wallet_type) w
               from transactions t
              where t.user_id = ${userId} and coalesce(t.wallet_address, t.sender_wallet_address) is not null
             union all
             select jsonb_build_object('network', w ->> 'network', 'tag', null, 'address', w ->> 'walletAddress',
                 'sender', null)
               from kyc_submissions k, jsonb_array_elements(k.data -> 'trusted_wallets') w
              where k.user_id = ${userId} and k.tier = 3 and jsonb_typeof(k.data -> 'trusted_wallets') = 'array'
             union all
             -- Training coins are on Solana.
             select jsonb_build_object('network', 'solana', 'tag', null, 'address', n.address, 'sender', null)
               from lgm_awards a cross join lateral (select a.address
                 union all select e ->> 'address' from jsonb_array_elements(a.earlier) e) n
              where a.user_id = ${userId} and n.address is not null
             union all
             -- Coins for anything but an order are Mahoni, on Solana.
             select jsonb_build_object('network', 'solana', 'tag', null, 'address', d.sender_address,
                 'sender', d.wallet_type)
               from payments d where d.user_id = ${userId} and d.sender_address is not null
             union all
             select jsonb_build_object('network', m.rail, 'tag', m.tag, 'address', m.address,
                 'sender', coalesce(t.sender_wallet_type, d.wallet_type))
               from movements m left join transactions t on t.id = m.order_id left join payments d on d.id = m.payment_id
              where ${cameFor(userId)} and m.address is not null) all_of
              where w ->> 'address' <> 'erased'),
             '[]') wallets,
           (select jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name, 'displayName', p.display_name)
              from profiles p where p.id = ${userId}) "name",
           coalesce((select jsonb_agg(distinct jsonb_build_object('account', m.account, 'holder', m.holder))
             from movements m where ${cameFor(userId)} and m.rail = 'bank' and m.account is not null
               and m.holder is not null), '[]') payers,
           array(select distinct t.account_number from transactions t
             where t.user_id = ${userId} and t.account_number is not null) accounts`.execute(tx);
  if (!rows[0]) throw new Error('a query without a row');
  return rows[0];
}

/**
 * An account of somebody frozen, or closed while a case of theirs is open, with what it is or was known by. `since`:
 * when they were frozen, known so; null for what it took later.
 */
export type Gone = ProfileName & {
  readonly id: string;
  readonly email: string;
  readonly birth: string;
  readonly since: string | null;
};
export type GoneLike = { readonly names: string[]; readonly email: string; readonly gone: Gone[] };

/** Who is frozen, or left in an open case, and has or had the mail address, or a date of birth, of this account. */
export const goneLike = (tx: Db, userId: string) =>
  firstRow<GoneLike>(tx)`
    with gone as (select * from app.gone_accounts()),
    stopped as (
      select p.id, p.email, p.date_of_birth, p.first_name, p.last_name, p.display_name,
             case when g.known_as = '[]' then g.frozen_at end since
        from gone g join profiles p on p.id = g.id where g.frozen_at is not null or p.closed_at is not null
      union
      -- The first of them is how they were known when they were frozen.
      select g.id, k.email, k.date_of_birth, k.first_name, k.last_name, k.display_name,
             case when k.place = 1 then g.frozen_at end
        from gone g, rows from (jsonb_to_recordset(g.known_as)
             as (email text, date_of_birth date, first_name text, last_name text, display_name text)) with ordinality
             k (email, date_of_birth, first_name, last_name, display_name, place))
    select me.email, array[me.first_name || ' ' || me.last_name]
             || array(select k.data ->> 'full_name' from kyc_submissions k
                  where k.user_id = me.id and k.data ? 'full_name') names,
           coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'email', p.email, 'birth', p.date_of_birth,
                'firstName', p.first_name, 'lastName', p.last_name, 'displayName', p.display_name, 'since', p.since))
             from stopped p
            where p.id <> me.id and (p.email = me.email or p.date_of_birth = any(
                array[me.date_of_birth] || array(select (k.data ->> 'date_of_birth')::date from kyc_submissions k
                  where k.user_id = me.id and k.data ? 'date_of_birth')))), '[]') gone
      from profiles me where me.id = ${userId}`;

/** `since`: when it was given, if not at the moment of comparing. A freeze goes by what was given before it. */
export type Mark = { readonly kind: LinkKind; readonly mark: string; readonly since?: string | null };
export type Shared = { readonly sharer: string; readonly shared: LinkKind[] };

/** Keeps the marks of an account. Answers the links that are new, or have grown, by it. */
export const markPerson = (tx: Db, userId: string, of: { marks: readonly Mark[]; at: Date }) =>
  allRows<Shared>(tx)`
    select * from app.mark_person(${userId}, ${JSON.stringify(of.marks)}::jsonb, ${of.at})`;

/** The accounts of one person: this one, and those that were joined with it. */
export const accountsOfOne = (tx: Db, userId: string) => allIds(tx)`select app.one_person(${userId}) id`;

/** How many links of an account, and of those joined with it, wait for a decision. */
export const undecidedLinks = async (tx: Db, userId: string) =>
  (await firstValue<number>(tx)`select app.undecided_links(${userId}) n`) ?? 0;

/** The accounts that share something with this one, undecided ones first; last those that were only seen together. */
export const linksOf = (tx: Db, userId: string) =>
  allRows<Omit<LinkView, 'waiting'>>(tx)`
    select p.id "otherId", p.display_name "name", p.email, p.closed_at is not null closed,
           coalesce(l.kinds, '{}') || coalesce(s.shared, '{}') kinds, l.state, w.display_name "decidedBy",
           l.decided_at "decidedAt", l.note
      from (select *, case when one = ${userId} then other else one end sharer from account_links
             where ${userId} in (one, other)) l
      full join app.seen_together(${userId}) s using (sharer)
      join profiles p on p.id = sharer left join profiles w on w.id = l.decided_by
     order by l.state is distinct from 'open', l.state is null, l.found_at desc limit 100`;

export type Pair = { readonly userId: string; readonly otherId: string };

/** A link, and whether to say that it is between two people lets one go whom a freeze stops. */
export type Locked = { readonly state: string; readonly kinds: LinkKind[]; readonly stops: boolean };

/** The link between two accounts, locked, if whoever asks may decide it. */
export const lockLink = (tx: Db, pair: Pair) =>
  firstRow<Locked>(tx)`
    select state, kinds, app.link_stops(l) stops from account_links l
     where one = least(${pair.userId}::uuid, ${pair.otherId}::uuid)
       and other = greatest(${pair.userId}::uuid, ${pair.otherId}::uuid) for update`;

export type LinkDecision = { state: 'joined' | 'apart'; by: string; at: Date; note: string };

/** Sets what a person made of a link, and who counts as one person from now on. */
export async function setLink(tx: Db, { userId, otherId }: Pair, { state, by, at, note }: LinkDecision) {
  await sql`update account_links set state = ${state}, decided_by = ${by}, decided_at = ${at}, note = ${note}
     where one = least(${userId}::uuid, ${otherId}::uuid)
       and other = greatest(${userId}::uuid, ${otherId}::uuid)`.execute(tx);
  await sql`select app.regroup_accounts(${userId}, ${otherId})`.execute(tx);
}

/** How far orders were looked through under this key, and the moment of the database; null when never. */
export const progressUnder = (tx: Db, keyId: string) =>
  onlyRow<{ until: Date | null; now: Date }>(tx)`
    select (select looked_until from link_progress where key_id = ${keyId}) "until", now() "now"`;

export const keepProgress = (tx: Db, keyId: string, until: Date) =>
  sql`insert into link_progress (key_id, looked_until) values (${keyId}, ${until})
    on conflict (single) do update set key_id = excluded.key_id, looked_until = excluded.looked_until`.execute(tx);

/**
 * The next accounts in the order of their ids: all, or those with orders, or money that came in, since a moment (ids
 * grow with time).
 */
export async function accountsAfter(tx: Db, after: string | null, of: { since: Date | null; limit: number }) {
  const { since, limit } = of;
  const first = since && `${since.getTime().toString(16).padStart(12, '0')}`;
  const floor = first && `${first.slice(0, 8)}-${first.slice(8)}-7000-8000-000000000000`;
  const those =
    floor === null
      ? sql`select id from profiles`
      : sql`select user_id id from transactions where id >= ${floor}
            union select user_id from movements where id >= ${floor} and user_id is not null`;
  return allIds(tx)`
    select id from (${those}) those where ${after === null ? sql`true` : sql`id > ${after}`}
     order by 1 limit ${limit}`;
}
