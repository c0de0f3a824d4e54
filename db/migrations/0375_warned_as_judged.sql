-- Why: whoever runs a scam kept its warning from coming, for good. A verdict counted for the whole of its matter until that
-- took another in, and a proposal stood on that very matter: a report of the own site beside any other thing in the house
-- was enough, as often as somebody judged and proposed. A verdict speaks of the things that its matter had when it was given,
-- and counts for them whatever joins since; a proposal goes where its matter went.
create table scam_judged_indicators (
  indicator_id uuid not null references scam_indicators on delete cascade,
  verdict_id uuid not null references scam_verdicts,
  primary key (indicator_id, verdict_id)
);
create index scam_judged_indicators_verdict on scam_judged_indicators (verdict_id);
alter table scam_judged_indicators enable row level security;
alter table scam_judged_indicators force row level security;
create policy owner_keeps on scam_judged_indicators for all to current_user using (true) with check (true);
create policy staff_reads on scam_judged_indicators for select to cryptocommerce_app using ((select app.reads_scams()));
grant select on scam_judged_indicators to cryptocommerce_app;

create function app.verdict_speaks() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.scam_judged_indicators (indicator_id, verdict_id)
    select i.id, new.id from public.scam_indicators i where i.matter_id = new.matter_id and not i.common
    union select i.id, new.id from public.scam_reports r join public.scam_report_indicators l on l.report_id = r.id
      join public.scam_indicators i on i.id = l.indicator_id where r.matter_id = new.matter_id and not i.common;
  return null;
end $$;
create trigger verdict_speaks after insert on scam_verdicts for each row execute function app.verdict_speaks();

-- Of a verdict since whose day nothing joined its matter is known of what it spoke; those before stay history.
insert into scam_judged_indicators (indicator_id, verdict_id)
  select distinct i.id, v.id from scam_verdicts v
    join scam_matters m on m.id = v.matter_id and v.decided_at > coalesce(m.joined_at, '-infinity')
    join scam_reports r on r.matter_id = m.id and r.created_at <= v.decided_at
    join scam_report_indicators l on l.report_id = r.id
    join scam_indicators i on i.id = l.indicator_id and i.first_at <= v.decided_at and not i.common;

-- The verdict that counts for each of some things of a matter: the newest that speaks of it. None does from when a warning
-- about it was withdrawn, be it after an appeal, until it is judged anew.
create function app.scam_verdicts_on(matter uuid, things uuid[]) returns table (thing uuid, verdict uuid)
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select distinct on (j.indicator_id) j.indicator_id, case when not exists (select from public.scam_published_indicators s
        join public.scam_publications w on w.id = s.publication_id
       where s.indicator_id = j.indicator_id and w.withdrawn_at >= v.decided_at) then v.id end
    from public.scam_judged_indicators j join public.scam_verdicts v on v.id = j.verdict_id
   where v.matter_id = matter and j.indicator_id = any(things)
   order by j.indicator_id, v.decided_at desc, v.id desc
$$;
-- The same for all of them together, where it is one.
create function app.scam_verdict_on(matter uuid, things uuid[]) returns uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select (array_agg(o.verdict))[1] from app.scam_verdicts_on(matter, things) o
   having count(o.verdict) = cardinality(things) and count(distinct o.verdict) = 1
$$;

-- What is everybody's was not judged to be anything: should it be one's own after all, it is judged anew.
create or replace function app.mark_indicator_common(which uuid, is_common boolean, word text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.judges_scams() then raise exception 'not theirs to say' using errcode = 'insufficient_privilege'; end if;
  if is_common and exists (select from public.scam_published_indicators s join public.scam_publications p on p.id = s.publication_id
    where s.indicator_id = which and p.withdrawn_at is null)
  then raise exception 'a warning names it' using errcode = 'check_violation', constraint = 'warned_is_not_common'; end if;
  update public.scam_indicators set common = is_common, common_word = case when is_common then word end where id = which;
  delete from public.scam_judged_indicators j where is_common and j.indicator_id = which;
end $$;

-- From which verdict a report is answered: the one that counts for all that it names, names of somebody aside; that of its
-- matter where it names nothing.
create or replace function app.scam_verdict_of(report uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when cardinality(n.things) > 0 then app.scam_verdict_on(r.matter_id, n.things)
      else app.scam_verdict_in_force(r.matter_id) end
    from public.scam_reports r cross join lateral (select array(select i.id from public.scam_report_indicators l
      join public.scam_indicators i on i.id = l.indicator_id
      where l.report_id = r.id and i.kind <> 'name' and not i.common) things) n
   where app.reads_scams() and r.id = report
$$;

-- What two people agreed on is published in the matter that took its own in since, and is still judged so.
create or replace function app.publication_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.proposals p where p.id = new.proposal_id and p.kind = 'scam_warning' and p.state = 'approved'
    and new.matter_id = (select coalesce(m.merged_into, m.id) from public.scam_matters m where m.id = p.subject::uuid)
    and p.payload ->> 'verdictId' = new.verdict_id::text
    and p.payload ->> 'title' = new.title and p.payload ->> 'summary' = new.summary)
  then raise exception 'two people publish' using errcode = 'check_violation', constraint = 'published_by_two'; end if;
  if not exists (select from public.scam_verdicts v where v.id = new.verdict_id and v.matter_id = new.matter_id
    and v.verdict = new.verdict)
  then raise exception 'its verdict says otherwise' using errcode = 'check_violation', constraint = 'published_as_judged'; end if;
  return new;
end $$;

create or replace function app.published_indicator_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare warning public.scam_publications;
begin
  select p.* into warning from public.scam_publications p where p.id = new.publication_id;
  if not exists (select from public.proposals a join public.scam_indicators i on i.id = new.indicator_id
     where a.id = warning.proposal_id and not i.common and a.payload -> 'indicators' ? i.id::text
       and (i.matter_id = warning.matter_id or exists (select from public.scam_report_indicators l
         join public.scam_reports r on r.id = l.report_id where l.indicator_id = i.id and r.matter_id = warning.matter_id)))
  then raise exception 'two people published other things' using errcode = 'check_violation', constraint = 'published_as_frozen'; end if;
  if app.scam_verdict_on(warning.matter_id, array[new.indicator_id]) is distinct from warning.verdict_id
  then raise exception 'it was not judged so' using errcode = 'check_violation', constraint = 'published_as_judged'; end if;
  return new;
end $$;

-- Fifty strangers shut out whoever is really named. Whoever signs in is counted by themselves.
create or replace function app.appeal_scam(which text, given_name text, given_email text, why text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare made uuid;
begin
  insert into public.scam_appeals (publication_id, user_id, name, email, statement, created_at)
    select p.id, app.user_id(), given_name, given_email, why, at from public.scam_publications p
     where p.slug = which and p.withdrawn_at is null
       and (select count(*) from public.scam_appeals a where a.publication_id = p.id and a.state = 'open'
         and a.user_id is not distinct from app.user_id()) < case when app.user_id() is null then 50 else 3 end
    returning id into made;
  return made;
end $$;

revoke all on function app.verdict_speaks(), app.scam_verdicts_on(uuid, uuid[]), app.scam_verdict_on(uuid, uuid[])
  from public;
grant execute on function app.scam_verdicts_on(uuid, uuid[]) to cryptocommerce_app;
