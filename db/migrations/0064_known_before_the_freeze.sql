-- Why: a frozen customer handed in the TRN of a stranger, or took their name for a day, and that stranger was stopped when
-- they became a customer a year later; to let them go took two. What somebody said of themselves before they were frozen
-- tells who they are; what they say since tells nothing.

-- What keeps a person frozen: the freezes of an account; of those joined with it; and of those that it seems to follow,
-- opened after the freeze, by what was known of the frozen one until then, until somebody decided that link. An alarm is
-- about one account alone. Nobody at the desk is stopped by what somebody else did: two take their roles first.
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
     where person in (l.one, l.other) and l.state = 'open' and f.lifted_at is null and f.cause <> 'not_me'
       and not app.at_desk(person)
       and exists (select from public.person_marks g join public.person_marks m on m.mark = g.mark and m.user_id = person
         where g.user_id = f.user_id and g.kind in ('mail', 'name_birth', 'trn', 'id_number')
           and g.found_at <= f.frozen_at);
  end;

-- Keeps the marks of an account, each since when it was given, which may be long before it is compared, and answers the
-- links that are new, or have grown, by it.
create or replace function app.mark_person(who uuid, marks jsonb, moment timestamptz)
  returns table (sharer uuid, shared text[])
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to compare'; end if;
  insert into public.person_marks as p (user_id, kind, mark, found_at)
    select who, m.kind, m.mark, min(coalesce(m.since, moment))
      from jsonb_to_recordset(marks) m (kind text, mark text, since timestamptz) group by m.kind, m.mark
    on conflict (user_id, kind, mark) do update set found_at = excluded.found_at where p.found_at > excluded.found_at;
  return query
  with alike as (
    select least(who, o.user_id) one, greatest(who, o.user_id) other,
           array_agg(distinct least(m.kind, o.kind)) kinds
      from public.person_marks m join public.person_marks o on o.mark = m.mark and o.user_id <> who
     where m.user_id = who group by o.user_id)
  insert into public.account_links as l (one, other, kinds, found_at)
    select a.one, a.other, a.kinds, moment from alike a
    on conflict (one, other) do update
      set kinds = array(select distinct unnest(l.kinds || excluded.kinds) order by 1), found_at = excluded.found_at,
          state = case when l.state = 'apart' then 'open' else l.state end
      where not excluded.kinds <@ l.kinds
    returning case when l.one = who then l.other else l.one end, l.kinds;
end $$;

-- Until now a mark bore the moment of its comparing. Whom those of somebody frozen stop today they go on stopping, until
-- people decide.
update public.person_marks m set found_at = f.frozen_at
  from (select user_id, min(frozen_at) frozen_at from public.account_freezes
         where lifted_at is null and cause <> 'not_me' group by user_id) f
 where f.user_id = m.user_id and m.found_at > f.frozen_at and m.kind in ('mail', 'name_birth', 'trn', 'id_number');
