-- Why: whoever named the wallet of an exchange before anybody sold from it, or had a few dollars sent there, or to the wallet
-- of another customer, and was frozen then, stopped all who sell from it or are paid there. Where coins come from is not
-- where they go: a wallet from which two unrelated people had sent before the freeze is many people's, whatever somebody frozen
-- named or was paid there; and where we had paid somebody before is theirs, whoever is paid there later.

-- A wallet in common relates nobody: anybody reads it off a chain. An account at a bank in common does, which strangers do not know.
create function app.unrelated(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select one <> other and not app.same_person(one, other) and not exists (select from public.account_links l
      where l.one = least(unrelated.one, unrelated.other) and l.other = greatest(unrelated.one, unrelated.other)
        and not l.kinds <@ array['wallet']);
  end;
revoke all on function app.unrelated(uuid, uuid) from public;

-- Whom a place makes known. `paid`: whether something would go there; else it came from there. An account at a bank is its
-- holder's, and stays so; an address may send for thousands.
create function app.freezes_known_at(account text, address text, tag text, paid boolean) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with asked as (
      select app.account_digits(freezes_known_at.account) digits, freezes_known_at.address place, freezes_known_at.tag tag
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
        cross join lateral app.accounts_of(case when l.one = p.user_id then l.other else l.one end) a(id)
    ), stopped as materialized (
      select n.id, n.user_id, min(n.since) over (partition by n.user_id) since
        from near n where n.id in (select app.freezes_on(n.user_id))
    ), known as (
      select s.id, s.user_id, s.since, app.account_digits(m.account) digits, m.address place, m.tag, m.direction = 'out' own,
          m.recorded_at at, false named
        from stopped s join public.movements m on m.user_id = s.user_id and m.direction <> 'off'
       where not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
      union all
      select s.id, s.user_id, s.since, n.digits, n.place, n.tag, n.own, t.created_at, true
        from stopped s join public.transactions t on t.user_id = s.user_id and t.created_at <= s.since,
             lateral (values (app.account_digits(t.account_number), t.wallet_address, t.destination_tag::text, true),
               (null, t.sender_wallet_address, null, false)) n(digits, place, tag, own)
      union all
      select s.id, s.user_id, s.since, null, w.value ->> 'walletAddress', null, true, k.created_at, true
        from stopped s join public.kyc_submissions k on k.user_id = s.user_id and k.tier = 3 and k.created_at <= s.since,
             jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
               then k.data -> 'trusted_wallets' end) w
    ), senders as materialized (
      select m.user_id, min(m.recorded_at) seen from public.movements m, asked a
       where (app.account_digits(m.account) = a.digits or m.address = a.place)
         and (m.direction = 'in' or m.tag is not null) and m.direction <> 'off'
         and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
         and m.user_id is not null and m.user_id not in (select s.user_id from stopped s)
       group by m.user_id
    ), used as materialized (
      select m.user_id, m.tag, m.direction = 'out' paid, min(m.moved_at) seen from public.movements m, asked a
       where (app.account_digits(m.account) = a.digits or m.address = a.place) and m.direction in ('in', 'out')
         and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
         and m.user_id is not null and m.user_id not in (select s.user_id from stopped s)
       group by m.user_id, m.tag, m.direction = 'out'
    ), matched as (
      select k.*, min(k.at) over (partition by k.user_id) first from known k, asked a
       where k.digits = a.digits or k.place = a.place)
    select distinct k.id from matched k, asked a
     where not ((k.named or freezes_known_at.paid) and exists (select from used u
             where u.seen <= k.first and u.tag is not distinct from a.tag and (k.named or u.paid)
               and app.unrelated(u.user_id, k.user_id)))
       and ((k.own or k.tag is not null) and k.tag is not distinct from a.tag
           and (freezes_known_at.paid or k.digits is not null)
         or not exists (select from senders x join senders y on x.user_id < y.user_id
              where x.seen <= k.since and y.seen <= k.since and app.unrelated(x.user_id, k.user_id)
                and app.unrelated(y.user_id, k.user_id) and app.unrelated(x.user_id, y.user_id)));
  end;
revoke all on function app.freezes_known_at(text, text, text, boolean) from public;

create or replace function app.freezes_known_by(account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.freezes_known_at(freezes_known_by.account, freezes_known_by.address, freezes_known_by.tag, false);
  end;

-- All who are known by an order: by where its own goes, and by where what is here of it came from.
create or replace function app.freezes_around(which uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.freezes_known_at(t.account_number, t.wallet_address, t.destination_tag::text, true)
      from public.transactions t where t.id = which
    union
    select app.freezes_of_return(m.id, m.account, m.address, m.tag) from public.movements m
     where m.id in (select app.lines_here(which)) or (m.id = which and m.order_id is null);
  end;
