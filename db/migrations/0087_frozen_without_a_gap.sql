-- Why: somebody frozen was frozen a second time, and then two thawed the first freeze, which had done its work. Whoever had
-- come again in between was served, for their account is older than the freeze that stands, and one person could call them a
-- stranger; and whoever came under the name that they bore at the first freeze was not known any more.

-- The freezes of accounts since when one or another has stood without a gap; none where none stands. They go on to say since
-- when the person is frozen, and how they were known then, after they were thawed themselves.
create function app.freezes_without_gap(accounts uuid[])
  returns table (id uuid, user_id uuid, frozen_at timestamptz, known_as jsonb)
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.id, f.user_id, f.frozen_at, f.known_as from public.account_freezes f
     where f.user_id = any (accounts) and f.cause <> 'not_me'
       and f.frozen_at >= (select lower(stood) from unnest((select range_agg(tstzrange(b.frozen_at,
               case when b.lifted_at is not null then greatest(b.frozen_at, b.lifted_at) end))
             from public.account_freezes b where b.user_id = any (accounts) and b.cause <> 'not_me')) stood
           where upper_inf(stood));
  end;
revoke all on function app.freezes_without_gap(uuid[]) from public;

-- What keeps a person frozen: the freezes of an account; of those joined with it; and of the person whom one of theirs
-- seems to follow, opened while that person was frozen, with no gap since, until somebody decided that link. An alarm is
-- about one account alone. Nobody at the desk is stopped by what somebody else did: two take their roles first. What the
-- linked account gave counts as it was when its person was frozen.
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
      join auth."user" u on u.id = theirs.id
      join public.account_links l on theirs.id in (l.one, l.other) and l.state = 'open'
      cross join lateral (select case when l.one = theirs.id then l.other else l.one end id) like_them
      join public.account_freezes f on f.user_id in (select app.accounts_of(like_them.id))
     where f.lifted_at is null and f.cause <> 'not_me' and not app.at_desk(person)
       and exists (select from app.freezes_without_gap(array(select app.accounts_of(like_them.id))) b
         join public.person_marks g on g.user_id = like_them.id and g.found_at <= b.frozen_at
         join public.person_marks m on m.mark = g.mark and m.user_id = theirs.id
         where b.frozen_at < u."createdAt" and g.kind in ('mail', 'name_birth', 'trn', 'id_number'));
  end;

-- How they were known is kept with each of those freezes, also with a thawed one.
create or replace function app.frozen_known_as() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare was jsonb := jsonb_build_array(jsonb_build_object('account', old.id, 'email', old.email,
  'date_of_birth', old.date_of_birth, 'first_name', old.first_name, 'last_name', old.last_name,
  'display_name', old.display_name));
begin
  update public.account_freezes f set known_as = f.known_as || was
   where f.id in (select b.id from app.freezes_without_gap(array(select app.accounts_of(old.id))) b)
     and not f.known_as @> was;
  return null;
end $$;

create or replace function app.gone_accounts() returns table (id uuid, frozen_at timestamptz, known_as jsonb)
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to compare'; end if;
  return query
  select a.id, f.frozen_at, coalesce((select jsonb_agg(k.was order by k.place)
           from jsonb_array_elements(f.known_as) with ordinality k (was, place)
          where coalesce((k.was ->> 'account')::uuid, f.user_id) = a.id), '[]')
    from (select distinct s.user_id from public.account_freezes s where s.lifted_at is null and s.cause <> 'not_me') s
    cross join lateral app.freezes_without_gap(array(select app.accounts_of(s.user_id))) f
    cross join lateral app.accounts_of(f.user_id) a (id)
  union
  select a.id, null, '[]' from public.cases c cross join lateral app.accounts_of(c.user_id) a (id) where c.state <> 'closed';
end $$;

-- A thawed freeze knows nothing yet of the changes since its thaw: those that stay do.
update public.account_freezes f set known_as = f.known_as || (
    select coalesce(jsonb_agg(k.was order by k.frozen_at, k.place), '[]') from (
      select distinct on (w.was) w.was, w.place, b.frozen_at
        from app.freezes_without_gap(array[f.user_id]) b
        cross join lateral jsonb_array_elements(b.known_as) with ordinality w (was, place)
       where b.frozen_at > f.frozen_at and not f.known_as @> jsonb_build_array(w.was)
       order by w.was, b.frozen_at, w.place) k)
 where f.lifted_at is not null and f.id in (select g.id from app.freezes_without_gap(array[f.user_id]) g);

-- And what they are known by counts from the first of them on: a thaw makes nothing everybody's.
create or replace function app.freezes_known_by(account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with asked as (
      select app.account_digits(freezes_known_by.account) digits, freezes_known_by.address place, freezes_known_by.tag tag
       where not app.is_ours(freezes_known_by.account, freezes_known_by.address, freezes_known_by.tag)
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
