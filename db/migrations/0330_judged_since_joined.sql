-- Why: a matter of reported scams that takes another in took its verdicts too. The newest of them was then answered to
-- whoever had reported the other site, and could be proposed about it, though nobody had judged that: one report that names
-- a scam and a shop made us call the shop a scam. Verdicts stay, and count from when the matter was last joined, for what
-- was named before.
-- And what somebody was deciding at that moment stayed behind on the matter that is none any more, where nobody finds a
-- warning to withdraw it. And a warning was said to be of as many people as its matter, whatever those had named.
alter table scam_matters add column joined_at timestamptz;

-- The verdict that counts: the newest since its matter took another in.
create function app.scam_verdict_in_force(matter uuid) returns uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select v.id from public.scam_matters m join public.scam_verdicts v on v.matter_id = m.id
   where m.id = matter and v.decided_at > coalesce(m.joined_at, '-infinity')
   order by v.decided_at desc, v.id desc limit 1
$$;
-- The same for one of its reports: what it names was known when it was judged.
create function app.scam_verdict_of(report uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.id from public.scam_reports r join public.scam_verdicts v on v.id = app.scam_verdict_in_force(r.matter_id)
   where app.reads_scams() and r.id = report and not exists (select from public.scam_report_indicators l
     join public.scam_indicators i on i.id = l.indicator_id
     where l.report_id = r.id and i.kind <> 'name' and not i.common and i.first_at > v.decided_at)
$$;
revoke all on function app.scam_verdict_in_force(uuid), app.scam_verdict_of(uuid) from public;
grant execute on function app.scam_verdict_in_force(uuid), app.scam_verdict_of(uuid) to cryptocommerce_app;

create or replace function app.place_scam_report(report uuid, facts jsonb) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare one public.scam_reports; named uuid[]; together uuid[]; target uuid; moved uuid[];
begin
  select * into one from public.scam_reports r where r.id = report and r.user_id = app.user_id();
  if not found or exists (select from public.scam_report_indicators l where l.report_id = report)
  then raise exception 'this is not theirs to place' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('scam matters', 0));
  insert into public.scam_indicators (kind, scope, value, matter_id, first_at, last_at)
    select f.kind, f.scope, f.value, case when f.kind <> 'name' then one.matter_id end, one.created_at, one.created_at
      from jsonb_to_recordset(facts) f (kind text, scope text, value text)
    on conflict (kind, scope, value) do update set last_at = greatest(scam_indicators.last_at, excluded.last_at);
  insert into public.scam_report_indicators (report_id, indicator_id, user_id, given)
    select report, i.id, one.user_id, f.given
      from jsonb_to_recordset(facts) f (kind text, scope text, value text, given text)
        join public.scam_indicators i on (i.kind, i.scope, i.value) = (f.kind, f.scope, f.value);
  named := array(select l.indicator_id from public.scam_report_indicators l where l.report_id = report);
  together := array(select i.matter_id from public.scam_indicators i where i.id = any(named) and i.matter_id is not null
      and not i.common union select one.matter_id);
  -- Whoever judges or publishes at this moment is waited for, and what they wrote moves along.
  perform from public.scam_matters m where m.id = any(together) order by m.id for update;
  target := (select m.id from public.scam_matters m where m.id = any(together) order by m.opened_at, m.id limit 1);
  moved := array_remove(together, target);
  update public.scam_reports set matter_id = target where matter_id = any(moved);
  update public.scam_indicators set matter_id = target where matter_id = any(moved);
  update public.scam_verdicts set matter_id = target where matter_id = any(moved);
  update public.scam_publications set matter_id = target where matter_id = any(moved);
  update public.scam_matters m set last_report_at = greatest(m.last_report_at, one.created_at),
      joined_at = case when cardinality(together) > 2 then one.created_at else m.joined_at end,
      waits_since = least(coalesce(m.waits_since, one.created_at),
        (select min(o.waits_since) from public.scam_matters o where o.id = any(moved)))
    where m.id = target;
  update public.scam_matters set reports = 0, people = 0, waits_since = null, merged_into = target
    where id = any(moved) or merged_into = any(moved);
  delete from public.scam_matters where id = one.matter_id and id <> target;
  perform app.recount_scams(array[target], named);
  return target;
end $$;

-- Of how many people a warning is: of those who named something that it warns of.
create function app.people_of_warning(publication uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(distinct coalesce(j.person_id, r.user_id))::integer
    from public.scam_published_indicators s join public.scam_report_indicators l on l.indicator_id = s.indicator_id
    join public.scam_reports r on r.id = l.report_id left join public.joined_accounts j on j.user_id = r.user_id
   where s.publication_id = publication and r.status <> 'declined'
$$;
revoke all on function app.people_of_warning(uuid) from public;

create or replace function app.published_scam(which text) returns table (slug text, verdict text, title text, summary text,
    published_at timestamptz, withdrawn_at timestamptz, people integer, indicators jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp rows 1 as $$
  select p.slug, case when p.withdrawn_at is null then p.verdict end, case when p.withdrawn_at is null then p.title end,
      case when p.withdrawn_at is null then p.summary end, p.published_at, p.withdrawn_at,
      case when p.withdrawn_at is null then app.people_of_warning(p.id) end,
      case when p.withdrawn_at is null then (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope,
          'value', i.value, 'people', i.people) order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id) else '[]' end
    from public.scam_publications p where p.slug = $1
$$;

create or replace function app.published_scams(words text, before timestamptz, before_id uuid, most integer)
  returns table (id uuid, slug text, verdict text, title text, summary text, published_at timestamptz, people integer,
    indicators jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp rows 20 as $$
  select p.id, p.slug, p.verdict, p.title, p.summary, p.published_at, app.people_of_warning(p.id),
      (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope, 'value', i.value, 'people', i.people)
          order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id)
    from public.scam_publications p
   where p.withdrawn_at is null and ($2 is null or (p.published_at, p.id) < ($2, $3))
     and ($1 is null or position(lower($1) in lower(p.title)) > 0 or exists (select from public.scam_published_indicators s
       join public.scam_indicators i on i.id = s.indicator_id
      where s.publication_id = p.id and position(lower($1) in lower(i.value)) > 0))
   order by p.published_at desc, p.id desc limit least($4, 500)
$$;
