import { sql } from 'kysely';
import { allRows, allValues, type Db, firstRow, firstValue, requireRow } from '../../platform/database/database.ts';
import { customerLabel } from '../../platform/database/rows.ts';
import type { Network } from '../assets/networks.ts';
import type { ProfileName } from '../ledger/names.ts';
import { type LinkKind, maxSharers } from './identity-hashes.ts';
import type { Data } from './submission-data.ts';
import type { LinkView } from './views.ts';

export type Evidence = {
  readonly papers: { readonly since: string; readonly data: Data }[];
  readonly wallets: { network: Network; address: string; tag: string | null; sender: string | null }[];
  readonly accounts: string[];
  readonly name: ProfileName | null;
  readonly payers: { readonly account: string; readonly holder: string }[];
};

/** SQL condition: movement `m` is an unreversed pay-in for this account. */
const isIncomingFor = (userId: string) =>
  sql`m.user_id = ${userId} and m.direction = 'in'
    and not exists (select from movements o where o.reverses_id = m.id and o.direction = 'off')`;

export const loadEvidence = (tx: Db, userId: string) =>
  requireRow<Evidence>(tx)`
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
             -- Training coins are Solana tokens.
             select jsonb_build_object('network', 'solana', 'tag', null, 'address', n.address, 'sender', null)
               from lgm_awards a cross join lateral (select a.address
                 union all select e ->> 'address' from jsonb_array_elements(a.earlier) e) n
              where a.user_id = ${userId} and n.address is not null
             union all
             -- Payments in coins, other than orders, are Mahoni on Solana.
             select jsonb_build_object('network', 'solana', 'tag', null, 'address', d.sender_address,
                 'sender', d.wallet_type)
               from payments d where d.user_id = ${userId} and d.sender_address is not null
             union all
             select jsonb_build_object('network', m.rail, 'tag', m.tag, 'address', m.address,
                 'sender', coalesce(t.sender_wallet_type, d.wallet_type))
               from movements m left join transactions t on t.id = m.order_id left join payments d on d.id = m.payment_id
              where ${isIncomingFor(userId)} and m.address is not null) all_of
              where w ->> 'address' <> 'erased'),
             '[]') wallets,
           (select jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name, 'displayName', p.display_name)
              from profiles p where p.id = ${userId}) "name",
           coalesce((select jsonb_agg(distinct jsonb_build_object('account', m.account, 'holder', m.holder))
             from movements m where ${isIncomingFor(userId)} and m.rail = 'bank' and m.account is not null
               and m.holder is not null), '[]') payers,
           array(select distinct t.account_number from transactions t
             where t.user_id = ${userId} and t.account_number is not null) accounts`;

/** A frozen account, or one closed during a case. `since`: freeze date, null if the data came after the freeze. */
export type ClosedAccountMatch = ProfileName & {
  readonly id: string;
  readonly email: string;
  readonly birth: string;
  readonly since: string | null;
};
export type ClosedMatches = { readonly names: string[]; readonly email: string; readonly gone: ClosedAccountMatch[] };

/** Finds frozen customers and open cases with the email address or date of birth of this account. */
export const findClosedMatches = (tx: Db, userId: string) =>
  firstRow<ClosedMatches>(tx)`
    with gone as (select * from app.watchlist_accounts()),
    stopped as (
      select p.id, p.email, p.date_of_birth, p.first_name, p.last_name, p.display_name,
             case when g.identity_snapshot = '[]' then g.frozen_at end since
        from gone g join profiles p on p.id = g.id where g.frozen_at is not null or p.closed_at is not null
      union
      -- The first snapshot holds the identity at the time of the freeze.
      select g.id, k.email, k.date_of_birth, k.first_name, k.last_name, k.display_name,
             case when k.place = 1 then g.frozen_at end
        from gone g, rows from (jsonb_to_recordset(g.identity_snapshot)
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

/** `since`: submission date, default now. `public`: a listed or published wallet, which links no accounts. */
export type IdentityHash = {
  readonly kind: LinkKind;
  readonly mark: string;
  readonly since?: string | null;
  readonly public?: boolean;
};
export type NewLink = { readonly sharer: string; readonly shared: LinkKind[] };

/** Stores the hashes of an account. Returns new links, and links with new shared data. */
export const storeIdentityHashes = (tx: Db, userId: string, of: { marks: readonly IdentityHash[]; at: Date }) =>
  allRows<NewLink>(tx)`
    select * from app.link_identity_hashes(${userId}, ${JSON.stringify(of.marks)}::jsonb, ${of.at}, ${maxSharers})`;

export type WidelyShared = { readonly kind: 'wallet' | 'bank'; readonly people: number };

/** Finds wallets and bank accounts that more than `maxSharers` people use. Returns each wallet or account only once. */
export const reportWidelyShared = (tx: Db, userId: string, at: Date) =>
  allRows<WidelyShared>(tx)`select * from app.report_widely_shared(${userId}, ${at}, ${maxSharers})`;

export const findAccountsOfPerson = (tx: Db, userId: string) =>
  allValues<string>(tx)`select app.list_same_person_accounts(${userId}) id`;

export const countUndecidedLinks = async (tx: Db, userId: string) =>
  (await firstValue<number>(tx)`select app.count_open_links(${userId}) n`) ?? 0;

/** Finds accounts that share data with this account: undecided first, shared devices last. At most 100. */
export const findLinks = (tx: Db, userId: string) =>
  allRows<Omit<LinkView, 'waiting'>>(tx)`
    select p.id "otherId", ${customerLabel('p')} "name", p.email, p.closed_at is not null closed,
           coalesce(l.kinds, '{}') || coalesce(s.shared, '{}') kinds, l.state, w.display_name "decidedBy",
           l.decided_at "decidedAt", l.note
      from (select *, case when account_a = ${userId} then account_b else account_a end sharer from account_links
             where ${userId} in (account_a, account_b)) l
      full join app.accounts_sharing_devices(${userId}) s using (sharer)
      join profiles p on p.id = sharer left join profiles w on w.id = l.decided_by
     order by l.state is distinct from 'open', l.state is null, l.found_at desc limit 100`;

export type Pair = { readonly userId: string; readonly otherId: string };

/** `stops`: the link extends a freeze to one of the accounts. */
export type LockedLink = { readonly state: string; readonly kinds: LinkKind[]; readonly stops: boolean };

export const lockLink = (tx: Db, pair: Pair) =>
  firstRow<LockedLink>(tx)`
    select state, kinds, app.has_shared_freeze(l) stops from account_links l
     where account_a = least(${pair.userId}::uuid, ${pair.otherId}::uuid)
       and account_b = greatest(${pair.userId}::uuid, ${pair.otherId}::uuid) for update`;

export type LinkDecision = { state: 'joined' | 'apart'; by: string; at: Date; note: string };

export async function setLink(tx: Db, { userId, otherId }: Pair, { state, by, at, note }: LinkDecision) {
  await sql`update account_links set state = ${state}, decided_by = ${by}, decided_at = ${at}, note = ${note}
     where account_a = least(${userId}::uuid, ${otherId}::uuid)
       and account_b = greatest(${userId}::uuid, ${otherId}::uuid)`.execute(tx);
  await sql`select app.regroup_accounts(${userId}, ${otherId})`.execute(tx);
}

/** Returns the last scan under this key, null if never, and the database time. */
export const loadScanProgress = (tx: Db, keyId: string) =>
  requireRow<{ until: Date | null; now: Date }>(tx)`
    select (select scanned_until from link_progress where key_id = ${keyId}) "until", now() "now"`;

export const saveScanProgress = (tx: Db, keyId: string, until: Date) =>
  sql`insert into link_progress (key_id, scanned_until) values (${keyId}, ${until})
    on conflict (single) do update set key_id = excluded.key_id, scanned_until = excluded.scanned_until`.execute(tx);

/** Finds the next accounts by id, optionally with orders or payments after `since`, read from their UUIDv7. */
export async function findAccountsAfter(tx: Db, after: string | null, of: { since: Date | null; limit: number }) {
  const { since, limit } = of;
  const first = since && `${since.getTime().toString(16).padStart(12, '0')}`;
  const floor = first && `${first.slice(0, 8)}-${first.slice(8)}-7000-8000-000000000000`;
  const candidates =
    floor === null
      ? sql`select id from profiles`
      : sql`select user_id id from transactions where id >= ${floor}
            union select user_id from movements where id >= ${floor} and user_id is not null`;
  return allValues<string>(tx)`
    select id from (${candidates}) those where ${after === null ? sql`true` : sql`id > ${after}`}
     order by 1 limit ${limit}`;
}
