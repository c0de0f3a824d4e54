-- Why: somebody frozen on one of two joined accounts came again as they were known on the other, with its name and birth,
-- its mail address or its very TRN, and was served; and one officer alone let them go. What keeps an account that seems to
-- follow another from being served was asked of that one account, not of the person whose it is.

-- The accounts of the person whose account this is: it, and those joined with it.
create function app.accounts_of(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select person
    union
    select o.user_id from public.joined_accounts m join public.joined_accounts o on o.person_id = m.person_id
     where m.user_id = person;
  end;
revoke all on function app.accounts_of(uuid) from public;

-- What keeps a person frozen: the freezes of an account; of those joined with it; and of the person whom it seems to
-- follow, opened after the freeze, until somebody decided that link. An alarm is about one account alone. Nobody at the
-- desk is stopped by what somebody else did: two take their roles first. What the linked account gave counts as it was
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
    select f.id from public.account_links l
      cross join lateral (select case when l.one = person then l.other else l.one end id) like_them
      join public.account_freezes f on f.user_id in (select app.accounts_of(like_them.id))
      join auth."user" u on u.id = person and u."createdAt" > f.frozen_at
     where person in (l.one, l.other) and l.state = 'open'
       and f.lifted_at is null and f.cause <> 'not_me' and not app.at_desk(person)
       and exists (select from public.person_marks g join public.person_marks m on m.mark = g.mark and m.user_id = person
         where g.user_id = like_them.id and g.kind in ('mail', 'name_birth', 'trn', 'id_number')
           and g.found_at <= f.frozen_at);
  end;

-- Whether somebody would be let go if these two accounts were found to be two people's. Joined ones pass on whatever stops
-- either; an open link the freezes of these two people alone.
create or replace function app.link_stops(link public.account_links) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select exists (select from public.account_freezes f
      where f.lifted_at is null and f.cause <> 'not_me' and case link.state
        when 'joined' then f.id in (select app.freezes_on(link.one) union select app.freezes_on(link.other))
        when 'open' then
          (f.user_id in (select app.accounts_of(link.one)) and f.id in (select app.freezes_on(link.other)))
          or (f.user_id in (select app.accounts_of(link.other)) and f.id in (select app.freezes_on(link.one)))
        else false end);
  end;

-- Who a frozen customer was before each change since, on each account of theirs. What stands here of old, without an
-- account, is of the one that is frozen.
create or replace function app.frozen_known_as() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare was jsonb := jsonb_build_array(jsonb_build_object('account', old.id, 'email', old.email,
  'date_of_birth', old.date_of_birth, 'first_name', old.first_name, 'last_name', old.last_name,
  'display_name', old.display_name));
begin
  update public.account_freezes f set known_as = f.known_as || was
   where f.user_id in (select app.accounts_of(old.id)) and f.lifted_at is null and f.cause <> 'not_me'
     and not f.known_as @> was;
  return null;
end $$;

-- The accounts of people who are stopped, once for each freeze, and of those about whom a case is open. `frozen_at`: null
-- for the latter. `known_as`: who they were before each change since, the first first.
create function app.gone_accounts() returns table (id uuid, frozen_at timestamptz, known_as jsonb)
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to compare'; end if;
  return query
  select a.id, f.frozen_at, coalesce((select jsonb_agg(k.was order by k.place)
           from jsonb_array_elements(f.known_as) with ordinality k (was, place)
          where coalesce((k.was ->> 'account')::uuid, f.user_id) = a.id), '[]')
    from public.account_freezes f cross join lateral app.accounts_of(f.user_id) a (id)
   where f.lifted_at is null and f.cause <> 'not_me'
  union
  select a.id, null, '[]' from public.cases c cross join lateral app.accounts_of(c.user_id) a (id) where c.state <> 'closed';
end $$;
revoke all on function app.gone_accounts() from public;
grant execute on function app.gone_accounts() to cryptocommerce_app;

create or replace function app.erase_person(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare counts jsonb;
begin
  counts := app.erase_rows_of(who, today);
  if counts is null then return null; end if;
  delete from public.account_links where who in (one, other);
  update public.joined_accounts
     set person_id = (select o.user_id from public.joined_accounts o where o.person_id = who order by 1 limit 1)
   where person_id = who;
  update public.account_freezes f
     set known_as = (select coalesce(jsonb_agg(k.was order by k.place), '[]')
           from jsonb_array_elements(f.known_as) with ordinality k (was, place)
          where k.was ->> 'account' is distinct from who::text)
   where f.known_as @> jsonb_build_array(jsonb_build_object('account', who));
  return counts;
end $$;
