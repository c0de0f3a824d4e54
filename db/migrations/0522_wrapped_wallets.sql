-- Why: whoever asked about a Bitcoin address `3...` had the address worked out that wraps the key of every line known of whoever is
-- stopped, some milliseconds each: who has many lines made each look at an order slow. It is worked out once for a wallet, and kept.

-- What wraps the key of a Bitcoin wallet of whoever is stopped, `3...`, as 0493 works it out. It never changes. Nobody reads it but
-- the functions of the database.
create table wrapped_wallets (
  address text primary key,
  wrapped text not null
);
alter table wrapped_wallets enable row level security;
alter table wrapped_wallets force row level security;
create policy owner_keeps on wrapped_wallets to current_user using (true) with check (true);

-- As it is kept; worked out where nobody kept it yet, by this release or by the one before it. In steps: of a single question the
-- planner would work it out ahead, whatever is kept.
create function app.wrapping(address text) returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare kept text;
begin
  select w.wrapped into kept from public.wrapped_wallets w where w.address = wrapping.address;
  if found then return kept; end if;
  return app.wrapped_wallet(wrapping.address);
end $$;
revoke all on function app.wrapping(text) from public;

-- The next two are planned by themselves, and once: as part of whatever asks for them they would be planned with it each time.

-- Whoever is stopped, each with the freeze and since when: of one person, of the accounts that were joined with theirs, and of those that
-- wait to be looked at as likely theirs; `sure` where nobody has to look any more.
create function app.frozen_people() returns table (id uuid, user_id uuid, since timestamptz, sure boolean)
  language sql stable rows 20 set search_path = pg_catalog, pg_temp
begin atomic
  with causes as (
    select f.id, f.user_id, (select min(b.frozen_at) from app.freezes_without_gap(array[f.user_id]) b) frozen_at
      from public.account_freezes f where f.lifted_at is null and f.cause <> 'not_me'
  ), person as (
    select c.id, c.user_id, c.frozen_at since from causes c
    union all
    select c.id, o.user_id, greatest(c.frozen_at, (select max(l.decided_at) from public.account_links l
        where o.user_id in (l.one, l.other) and l.state = 'joined'))
      from causes c join public.joined_accounts m on m.user_id = c.user_id
      join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> c.user_id
  ), near as (
    select p.id, p.user_id, p.since from person p
    union all
    select p.id, a.id, greatest(p.since, l.found_at, (select max(j.decided_at) from public.account_links j
        where a.id in (j.one, j.other) and j.state = 'joined'))
      from person p join public.account_links l on p.user_id in (l.one, l.other) and l.state = 'open'
      cross join lateral app.accounts_of(case when l.one = p.user_id then l.other else l.one end) a (id)
  ), stopped as materialized (
    select n.id, n.user_id, min(n.since) over (partition by n.user_id) since
      from near n where n.id in (select app.freezes_on(n.user_id))
  )
  select s.id, s.user_id, s.since, s.user_id in (select p.user_id from person p) from stopped s;
end;
revoke all on function app.frozen_people() from public;

-- Where money of theirs was or was to go, as it is known: accounts and wallets, `own` where it went there, `named` where they said it.
create function app.frozen_places() returns table (id uuid, user_id uuid, since timestamptz, account text, holder text, place text,
    tag text, own boolean, untagged boolean, at timestamptz, named boolean)
  language sql stable rows 200 set search_path = pg_catalog, pg_temp
begin atomic
  with stopped as materialized (select p.id, p.user_id, p.since, p.sure from app.frozen_people() p)
  select s.id, s.user_id, s.since, m.account, m.holder, m.address place, m.tag, m.direction = 'out' own,
      m.direction = 'out' and m.tag is null untagged, m.recorded_at at, false named
    from stopped s join public.movements m on m.user_id = s.user_id and m.direction <> 'off'
    where not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
  union all
  select s.id, s.user_id, s.since, n.account, null, n.place, n.tag, n.own, n.own and n.tag is null, t.created_at, true
    from stopped s join public.transactions t on t.user_id = s.user_id and t.created_at <= s.since,
      lateral (values
        (t.account_number, case when s.sure then t.wallet_address end, t.destination_tag::text, true),
        (null, case when s.sure then t.sender_wallet_address end, null, false)) n (account, place, tag, own)
  union all
  select s.id, s.user_id, s.since, null, null, p.sender_address, null, false, false, p.claimed_at, true
    from stopped s join public.payments p
      on s.sure and p.user_id = s.user_id and p.sender_address is not null and p.claimed_at <= s.since
  union all
  -- The lists of Enhanced KYC have no place for a tag: that there is none says nothing.
  select s.id, s.user_id, s.since, null, null, w.value ->> 'walletAddress', null, true, false, k.created_at, true
    from stopped s join public.kyc_submissions k on s.sure and k.user_id = s.user_id and k.tier = 3 and k.created_at <= s.since,
      jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
        then k.data -> 'trusted_wallets' end) w
  union all
  select s.id, s.user_id, s.since, null, null, n.address, null, true, false, n.named_at, true
    from stopped s join public.lgm_awards w on s.sure and w.user_id = s.user_id,
      lateral (select w.address, w.named_at
        union all
        select e.address, e.named_at from jsonb_to_recordset(w.earlier) e (address text, named_at timestamptz)) n
    where n.named_at <= s.since;
end;
revoke all on function app.frozen_places() from public;

-- Keeps it for wallets of whoever is stopped, a bounded number at a time, and forgets it of those who are not any more: how many.
create function app.keep_wrapped() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n integer;
begin
  if not app.is_product() then raise exception 'only the product keeps them'; end if;
  insert into public.wrapped_wallets (address, wrapped)
    select p.place, app.wrapped_wallet(p.place) from (select distinct k.place from app.frozen_places() k
        where (k.place like '1%' or k.place ilike 'bc1q%') and app.bitcoin_key_hash(k.place) is not null
          and not exists (select from public.wrapped_wallets w where w.address = k.place)
        limit 500) p
    on conflict do nothing;
  get diagnostics n = row_count;
  delete from public.wrapped_wallets w where w.address not in (select k.place from app.frozen_places() k where k.place is not null);
  return n;
end $$;
revoke all on function app.keep_wrapped() from public;
grant execute on function app.keep_wrapped() to cryptocommerce_app;

-- As in 0494, out of its parts.
create or replace function app.freezes_known_at(account text, address text, tag text, paid boolean, whose uuid)
  returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with asked as (
    select freezes_known_at.account, app.account_digits(freezes_known_at.account) digits,
        freezes_known_at.address place, app.wallet_forms(freezes_known_at.address) forms, freezes_known_at.tag
      where not app.is_ours(freezes_known_at.account, freezes_known_at.address, freezes_known_at.tag)
  ), known as materialized (
    select * from app.frozen_places()
  ), wraps as materialized (
    -- What wraps a key does not tell it; the key tells what wraps it. Each wallet is asked once, however many lines name it.
    select w.place from asked a, (select distinct k.place from known k
        where k.place like '1%' or k.place ilike 'bc1q%') w
      where a.place like '3%' and app.wrapping(w.place) = a.place
  ), matched as materialized (
    select k.id, k.user_id, k.since, app.account_digits(k.account) digits, k.holder, k.tag, k.own, k.untagged, k.named,
        min(k.at) over (partition by k.user_id) first
      from known k, asked a
      where app.may_be_one_account(k.account, a.account) or k.place = any (a.forms) or lower(k.place) = any (a.forms)
        or k.place in (select w.place from wraps w)
  ), names as materialized (
    select p.user_id, n.words
      from (select distinct m.user_id from matched m) p cross join lateral app.names_of(p.user_id) n (words)
  ), theirs as materialized (
    -- `bears`: whether the line itself says that the account is theirs.
    select distinct k.id, k.user_id, k.since, k.digits, k.tag, k.own, k.untagged, k.named, k.first,
        k.digits is not null and exists (select from names n
          where n.user_id = k.user_id and app.may_be_one_name(app.name_words(k.holder), n.words)) bears
      from matched k
  ), alike as (
    select a.digits from asked a union select k.digits from theirs k
  ), used as materialized (
    select m.user_id, app.account_digits(m.account) digits, m.tag, m.direction, app.name_words(m.holder) words,
        min(m.recorded_at) seen, min(greatest(m.moved_at, m.recorded_at)) used_at
      from public.movements m, asked a
      where (app.account_digits(m.account) = any (array(select l.digits from alike l)) or m.address = any (a.forms)
          or lower(m.address) = any (a.forms))
        and m.direction <> 'off' and m.user_id is not null and m.user_id not in (select s.user_id from app.frozen_people() s)
        and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
        and exists (select from theirs)
      group by m.user_id, app.account_digits(m.account), m.tag, m.direction, app.name_words(m.holder)
  ), vouched as materialized (
    -- Who sent from there, or has a tag there, and when that was so and their papers were approved.
    select u.user_id, u.digits, u.tag, u.words, p.own_words, greatest(u.seen, p.decided_at) seen
      from used u join lateral (select k.decided_at, app.name_words(k.data ->> 'full_name') own_words
        from public.kyc_submissions k
        where k.user_id = u.user_id and k.tier = 1 and k.status = 'approved' and not exists (
          select from public.kyc_submissions r where r.user_id = k.user_id and r.tier = 1 and r.created_at > k.created_at
            and r.status = 'rejected')) p on true
      where u.direction = 'in' or u.tag is not null
  ), others as materialized (
    -- Those of them who are somebody else than whoever is frozen. Of an account that bears the name of whoever is frozen,
    -- those alone whose lines bear their own: so does a collecting account that shows whose money it was.
    select distinct k.user_id whose, k.digits known_as, k.bears, v.user_id, v.tag, v.seen
      from (select distinct t.user_id, t.digits, t.bears from theirs t) k, vouched v, asked a
      where (v.digits is null or v.digits in (a.digits, k.digits))
        and (v.digits is null or not exists (select from names n
          where n.user_id = k.user_id and app.may_be_one_name(v.words, n.words)))
        and (not k.bears or app.may_be_one_name(v.words, v.own_words))
        and app.unrelated(v.user_id, k.user_id)
  )
  select distinct k.id from theirs k, asked a
    where not ((k.named or freezes_known_at.paid) and exists (select from used u
        where u.direction in ('in', 'out') and u.used_at <= k.first
          and (u.digits is null or u.digits in (a.digits, k.digits)) and u.tag is not distinct from a.tag
          and (k.named or u.direction = 'out') and app.unrelated(u.user_id, k.user_id)
          and (u.direction = 'out' or u.digits is null or not exists (select from names n
            where n.user_id = k.user_id and app.may_be_one_name(u.words, n.words)))
          and (freezes_known_at.whose is null or u.user_id = freezes_known_at.whose
            or app.same_person(u.user_id, freezes_known_at.whose))))
      and (((k.own or k.tag is not null) and k.tag is not distinct from a.tag
          and (freezes_known_at.paid or k.digits is not null))
        -- Who has coins sent to a wallet without a tag has all of it, unless others had theirs there before.
        or (k.untagged and freezes_known_at.paid and not exists (
          select from others x join others y on x.user_id < y.user_id and x.tag <> y.tag
            where x.whose = k.user_id and y.whose = k.user_id and x.seen <= k.first and y.seen <= k.first
              and x.known_as is not distinct from k.digits and y.known_as is not distinct from k.digits
              and x.bears = k.bears and y.bears = k.bears and app.unrelated(x.user_id, y.user_id)))
        or not exists (
          select from others x join others y on x.user_id < y.user_id
            where x.whose = k.user_id and y.whose = k.user_id and x.seen <= k.since and y.seen <= k.since
              and x.known_as is not distinct from k.digits and y.known_as is not distinct from k.digits
              and x.bears = k.bears and y.bears = k.bears and app.unrelated(x.user_id, y.user_id)));
end;
