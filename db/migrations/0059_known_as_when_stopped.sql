-- Why: whoever was frozen under the name, or with the TRN, of somebody else and left stopped that person, who was here long
-- before, and took a colleague's roles. One officer alone let a frozen person go on under a new account by saying that the
-- two are strangers. And a frozen customer who took another name before leaving, or opened a second account without
-- leaving, was not known again.

-- What keeps a person frozen: the freezes of an account; of those joined with it; and of those that it seems to follow,
-- opened after the freeze, until somebody decided that link. An alarm is about one account alone. Nobody at the desk is
-- stopped by what somebody else did: two take their roles first.
create or replace function app.freezes_on(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.id from public.account_freezes f where f.user_id = person and f.lifted_at is null
    union all
    select f.id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> m.user_id
      join public.account_freezes f on f.user_id = o.user_id
     where m.user_id = person and f.lifted_at is null and f.cause <> 'not_me'
    union all
    select f.id from public.account_links l
      join public.account_freezes f on f.user_id = case when l.one = person then l.other else l.one end
      join auth."user" u on u.id = person and u."createdAt" > f.frozen_at
     where person in (l.one, l.other) and l.state = 'open' and l.kinds && '{mail,name_birth,trn,id_number}'
       and f.lifted_at is null and f.cause <> 'not_me' and not app.at_desk(person);
  end;

-- Whether somebody would be let go if these two accounts were found to be two people's. Joined ones pass on whatever stops
-- either; an open link the freezes of these two alone.
create function app.link_stops(link public.account_links) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select exists (select from public.account_freezes f
      where f.lifted_at is null and f.cause <> 'not_me' and case link.state
        when 'joined' then f.id in (select app.freezes_on(link.one) union select app.freezes_on(link.other))
        when 'open' then (f.user_id = link.one and f.id in (select app.freezes_on(link.other)))
          or (f.user_id = link.other and f.id in (select app.freezes_on(link.one)))
        else false end);
  end;
revoke all on function app.link_stops(public.account_links) from public;
grant execute on function app.link_stops(public.account_links) to cryptocommerce_app;

-- That two accounts, of which one is stopped, are two people after all lets the other go, so two decide it, whether they
-- were joined or only look alike. And to join somebody at the desk with whom a freeze stops would be to stop them by one.
create or replace function app.link_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.state = old.state then return new; end if;
  perform app.freeze_lock(new.one), app.freeze_lock(new.other);
  if new.state = 'joined' then
    if app.link_stops(new) and (app.at_desk(new.one) or app.at_desk(new.other)) then
      raise exception 'whoever works at the desk is not stopped by one person'
        using errcode = 'check_violation', constraint = 'desk_is_not_frozen_by_one';
    end if;
  elsif app.link_stops(old) and not exists (select from public.proposals p where p.kind = 'split'
      and p.state = 'approved' and p.subject = new.one || ':' || new.other and p.decided_at = now()
      and p.decided_by = new.decided_by) then
    raise exception 'two people say that accounts of a frozen customer are two people''s'
      using errcode = 'check_violation', constraint = 'split_by_two_people';
  end if;
  return new;
end $$;

-- Who a frozen customer was before each change of name, birth or mail address made since.
alter table account_freezes add column known_as jsonb not null default '[]';
create function app.frozen_known_as() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare was jsonb := jsonb_build_array(jsonb_build_object('email', old.email, 'date_of_birth', old.date_of_birth,
  'first_name', old.first_name, 'last_name', old.last_name, 'display_name', old.display_name));
begin
  update public.account_freezes f set known_as = f.known_as || was
   where f.user_id = old.id and f.lifted_at is null and f.cause <> 'not_me' and not f.known_as @> was;
  return null;
end $$;
revoke all on function app.frozen_known_as() from public;
create trigger frozen_known_as
  after update of email, date_of_birth, first_name, last_name, display_name on profiles for each row
  when ((old.email, old.date_of_birth, old.first_name, old.last_name, old.display_name)
    is distinct from (new.email, new.date_of_birth, new.first_name, new.last_name, new.display_name))
  execute function app.frozen_known_as();

-- Who is stopped is looked for from the freezes now.
drop index profiles_closed_mail, profiles_closed_birth;
