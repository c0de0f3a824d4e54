-- Why: freezes compared wallets as they were written, and a key writes its wallet in several ways (0493): what was kept from one form
-- went to another of the same key.

-- As in 0420; a wallet is known by every form of its key.
create or replace function app.freezes_known_at(account text, address text, tag text, paid boolean, whose uuid)
  returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with asked as (
    select freezes_known_at.account, app.account_digits(freezes_known_at.account) digits,
        freezes_known_at.address place, app.wallet_forms(freezes_known_at.address) forms, freezes_known_at.tag
      where not app.is_ours(freezes_known_at.account, freezes_known_at.address, freezes_known_at.tag)
  ), causes as (
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
  ), judged as (
    select s.id, s.user_id, s.since, s.user_id in (select p.user_id from person p) sure from stopped s
  ), sure as (
    select s.id, s.user_id, s.since from judged s where s.sure
  ), known as (
    select s.id, s.user_id, s.since, m.account, m.holder, m.address place, m.tag, m.direction = 'out' own,
        m.direction = 'out' and m.tag is null untagged, m.recorded_at at, false named
      from stopped s join public.movements m on m.user_id = s.user_id and m.direction <> 'off'
      where not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
    union all
    select s.id, s.user_id, s.since, n.account, null, n.place, n.tag, n.own, n.own and n.tag is null, t.created_at, true
      from judged s join public.transactions t on t.user_id = s.user_id and t.created_at <= s.since,
        lateral (values
          (t.account_number, case when s.sure then t.wallet_address end, t.destination_tag::text, true),
          (null, case when s.sure then t.sender_wallet_address end, null, false)) n (account, place, tag, own)
    union all
    select s.id, s.user_id, s.since, null, null, p.sender_address, null, false, false, p.claimed_at, true
      from sure s join public.payments p
        on p.user_id = s.user_id and p.sender_address is not null and p.claimed_at <= s.since
    union all
    -- The lists of Enhanced KYC have no place for a tag: that there is none says nothing.
    select s.id, s.user_id, s.since, null, null, w.value ->> 'walletAddress', null, true, false, k.created_at, true
      from sure s join public.kyc_submissions k on k.user_id = s.user_id and k.tier = 3 and k.created_at <= s.since,
        jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
          then k.data -> 'trusted_wallets' end) w
    union all
    select s.id, s.user_id, s.since, null, null, n.address, null, true, false, n.named_at, true
      from sure s join public.lgm_awards w on w.user_id = s.user_id,
        lateral (select w.address, w.named_at
          union all
          select e.address, e.named_at from jsonb_to_recordset(w.earlier) e (address text, named_at timestamptz)) n
      where n.named_at <= s.since
  ), matched as materialized (
    select k.id, k.user_id, k.since, app.account_digits(k.account) digits, k.holder, k.tag, k.own, k.untagged, k.named,
        min(k.at) over (partition by k.user_id) first
      from known k, asked a
      where app.may_be_one_account(k.account, a.account) or k.place = any (a.forms) or lower(k.place) = any (a.forms)
        -- What wraps a key does not tell it; the key tells what wraps it.
        or (a.place like '3%' and (k.place like '1%' or k.place ilike 'bc1q%') and app.wrapped_wallet(k.place) = a.place)
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
        and m.direction <> 'off' and m.user_id is not null and m.user_id not in (select s.user_id from stopped s)
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
