-- Why: somebody frozen came again under their name, and was stopped by the open link. Joined with that account, a second one
-- of theirs was served: whom a freeze follows was asked of each account by itself (0076 asked it of the frozen side alone).

-- What keeps a person frozen: the freezes of an account; of those joined with it; and of the person whom one of theirs
-- seems to follow, opened after the freeze, until somebody decided that link. An alarm is about one account alone. Nobody at
-- the desk is stopped by what somebody else did: two take their roles first. What the linked account gave counts as it was
-- when its person was frozen.
create or replace function app.freezes_on(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.id from public.account_freezes f where f.user_id = person and f.lifted_at is null
    union
    select f.id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> m.user_id
      join public.account_freezes f on f.user_id = o.user_id
     where m.user_id = person and f.lifted_at is null and f.cause <> 'not_me'
    union
    select f.id from app.accounts_of(person) theirs(id)
      join public.account_links l on theirs.id in (l.one, l.other) and l.state = 'open'
      cross join lateral (select case when l.one = theirs.id then l.other else l.one end id) like_them
      join public.account_freezes f on f.user_id in (select app.accounts_of(like_them.id))
      join auth."user" u on u.id = theirs.id and u."createdAt" > f.frozen_at
     where f.lifted_at is null and f.cause <> 'not_me' and not app.at_desk(person)
       and exists (select from public.person_marks g join public.person_marks m on m.mark = g.mark and m.user_id = theirs.id
         where g.user_id = like_them.id and g.kind in ('mail', 'name_birth', 'trn', 'id_number')
           and g.found_at <= f.frozen_at);
  end;

-- And where they are known by it, with all accounts of whoever follows.
create or replace function app.freezes_known_by(account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with asked as (
      select app.account_digits(freezes_known_by.account) digits, freezes_known_by.address place, freezes_known_by.tag tag
       where not app.is_ours(freezes_known_by.account, freezes_known_by.address, freezes_known_by.tag)
    ), causes as (
      select f.id, f.user_id, f.frozen_at from public.account_freezes f where f.lifted_at is null and f.cause <> 'not_me'
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
      select s.id, s.user_id, s.since, app.account_digits(m.account) digits, m.address place, m.tag, m.direction = 'out' own
        from stopped s join public.movements m on m.user_id = s.user_id and m.direction <> 'off'
       where not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
      union all
      select s.id, s.user_id, s.since, n.digits, n.place, n.tag, n.own
        from stopped s join public.transactions t on t.user_id = s.user_id and t.created_at <= s.since,
             lateral (values (app.account_digits(t.account_number), t.wallet_address, t.destination_tag::text, true),
               (null, t.sender_wallet_address, null, false)) n(digits, place, tag, own)
      union all
      select s.id, s.user_id, s.since, null, w.value ->> 'walletAddress', null, true
        from stopped s join public.kyc_submissions k on k.user_id = s.user_id and k.tier = 3 and k.created_at <= s.since,
             jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
               then k.data -> 'trusted_wallets' end) w
    ), senders as materialized (
      select m.user_id, min(m.recorded_at) seen from public.movements m, asked a
       where (app.account_digits(m.account) = a.digits or m.address = a.place)
         and (m.direction = 'in' or m.tag is not null) and m.direction <> 'off'
         and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
         and m.user_id is not null and m.user_id not in (select s.user_id from stopped s)
       group by m.user_id)
    select distinct k.id from known k, asked a
     where (k.digits = a.digits or k.place = a.place)
       and ((k.own or k.tag is not null) and k.tag is not distinct from a.tag
         or not exists (select from senders x join senders y on x.user_id < y.user_id
              where x.seen <= k.since and y.seen <= k.since and app.strangers(x.user_id, k.user_id)
                and app.strangers(y.user_id, k.user_id) and app.strangers(x.user_id, y.user_id)));
  end;
