-- Why: a wallet that a thousand accounts give made a link of each with every other, half a million, and each new order of one
-- of them took as long as all of them together. A wallet or bank account of so many tells of no one person: whoever gives
-- it is linked with the first fifty who did, and through those with everybody. Papers, names and mail addresses are
-- linked with everybody as before, for a freeze goes by them.
create index person_marks_first on person_marks (mark, found_at, user_id) include (kind) where kind in ('wallet', 'bank');

create or replace function app.mark_person(who uuid, marks jsonb, moment timestamptz)
  returns table (sharer uuid, shared text[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to compare'; end if;
  insert into public.person_marks as p (user_id, kind, mark, found_at)
    select who, m.kind, m.mark, min(coalesce(m.since, moment))
      from jsonb_to_recordset(marks) m (kind text, mark text, since timestamptz) group by m.kind, m.mark
    on conflict (user_id, kind, mark) do update set found_at = excluded.found_at where p.found_at > excluded.found_at;
  return query
  with alike as (
    select least(who, s.user_id) one, greatest(who, s.user_id) other, array_agg(distinct s.kind) kinds
      from (select o.user_id, least(m.kind, o.kind) kind
          from public.person_marks m join public.person_marks o on o.mark = m.mark and o.user_id <> who
         where m.user_id = who and m.kind not in ('wallet', 'bank') and o.kind not in ('wallet', 'bank')
        union all
        select o.user_id, least(m.kind, o.kind)
          from public.person_marks m cross join lateral (
            select f.user_id, f.kind from public.person_marks f
             where f.mark = m.mark and f.kind in ('wallet', 'bank') and f.user_id <> who
             order by f.found_at, f.user_id limit 50) o
         where m.user_id = who and m.kind in ('wallet', 'bank')) s group by s.user_id)
  insert into public.account_links as l (one, other, kinds, found_at)
    select a.one, a.other, a.kinds, moment from alike a
    on conflict (one, other) do update
      set kinds = array(select distinct unnest(l.kinds || excluded.kinds) order by 1), found_at = excluded.found_at,
          state = case when l.state = 'apart' then 'open' else l.state end
      where not excluded.kinds <@ l.kinds
    returning case when l.one = who then l.other else l.one end, l.kinds;
end $$;
