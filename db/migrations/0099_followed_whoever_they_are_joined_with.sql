-- Why: somebody frozen came again, and was served, since their new account was joined with that of somebody at the desk before
-- it gave what was known of them; one officer could then say that the two are strangers. That nobody at the desk is stopped
-- by what somebody else did is about the account that holds the role, and lends nothing to what it is joined with.

-- The freezes of the person whom one of somebody's accounts seems to follow, opened while that person was frozen, with no gap
-- since, until somebody decided that link. What the linked account gave counts as it was when its person was frozen.
create function app.freezes_followed(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.id from app.accounts_of(person) theirs(id)
      join auth."user" u on u.id = theirs.id
      join public.account_links l on theirs.id in (l.one, l.other) and l.state = 'open'
      cross join lateral (select case when l.one = theirs.id then l.other else l.one end id) like_them
      join public.account_freezes f on f.user_id in (select app.accounts_of(like_them.id))
     where f.lifted_at is null and f.cause <> 'not_me'
       and exists (select from app.freezes_without_gap(array(select app.accounts_of(like_them.id))) b
         join public.person_marks g on g.user_id = like_them.id and g.found_at <= b.frozen_at
         join public.person_marks m on m.mark = g.mark and m.user_id = theirs.id
         where b.frozen_at < u."createdAt" and g.kind in ('mail', 'name_birth', 'trn', 'id_number'));
  end;
revoke all on function app.freezes_followed(uuid) from public;

-- What keeps a person frozen: the freezes of an account; of those joined with it; and of whom it follows. An alarm is about
-- one account alone. Who works at the desk is not stopped by whom they seem to follow: two take their roles first.
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
    select x.id from app.freezes_followed(person) x(id)
     where not exists (select from public.user_roles r
       where r.user_id = person and r.role in ('admin', 'compliance', 'finance', 'support'));
  end;

-- An open link with whom somebody follows is put apart by two, also where their role keeps them from being stopped: it would
-- stop them once two took it.
create or replace function app.link_stops(link public.account_links) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select exists (select from public.account_freezes f
      where f.lifted_at is null and f.cause <> 'not_me' and case link.state
        when 'joined' then f.id in (select app.freezes_on(link.one) union select app.freezes_on(link.other))
        when 'open' then
          (f.user_id in (select app.accounts_of(link.one))
            and f.id in (select app.freezes_on(link.other) union select app.freezes_followed(link.other)))
          or (f.user_id in (select app.accounts_of(link.other))
            and f.id in (select app.freezes_on(link.one) union select app.freezes_followed(link.one)))
        else false end);
  end;
