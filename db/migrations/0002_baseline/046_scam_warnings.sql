-- Append-only. The newest verdict applies to the indicators that the case had at that time.
create table scam_verdicts (
  id uuid primary key default uuidv7(),
  scam_case_id uuid not null references scam_cases,
  verdict text not null,
  checklist jsonb not null,
  reason_code text not null,
  note text not null constraint scam_verdict_says_why check (length(note) between 1 and 5000),
  decided_by uuid not null references auth."user",
  decided_at timestamptz not null,
  constraint scam_verdict_known check (verdict in ('scam', 'likely', 'unclear', 'legitimate', 'not_enough'))
);
create index scam_verdicts_by on scam_verdicts (decided_by);
create index scam_verdicts_matter on scam_verdicts (scam_case_id, decided_at desc);
alter table scam_verdicts enable row level security;
alter table scam_verdicts force row level security;
create policy owner_all on scam_verdicts to current_user using (true) with check (true);
create policy staff_insert on scam_verdicts for insert to cryptocommerce_app
  with check ((select app.can_decide_scams()) and decided_by = (select app.user_id()));
create policy staff_select on scam_verdicts for select to cryptocommerce_app using ((select app.can_read_scams()));
grant select, insert on scam_verdicts to cryptocommerce_app;

create table scam_judged_indicators (
  indicator_id uuid not null references scam_indicators on delete cascade,
  verdict_id uuid not null references scam_verdicts,
  primary key (indicator_id, verdict_id)
);
create index scam_judged_indicators_verdict on scam_judged_indicators (verdict_id);
alter table scam_judged_indicators enable row level security;
alter table scam_judged_indicators force row level security;
create policy owner_all on scam_judged_indicators for all to current_user using (true) with check (true);
create policy staff_select on scam_judged_indicators for select to cryptocommerce_app using ((select app.can_read_scams()));
grant select on scam_judged_indicators to cryptocommerce_app;

-- Published warnings. Two people publish, and only indicators of the case (ADR 22).
create table scam_publications (
  id uuid primary key default uuidv7(),
  scam_case_id uuid not null references scam_cases,
  verdict_id uuid not null references scam_verdicts,
  verdict text not null constraint published_verdict_known check (verdict in ('scam', 'likely', 'legitimate')),
  slug text not null constraint publication_once unique,
  title text not null constraint publication_title_length check (length(title) between 1 and 160),
  summary text not null constraint publication_summary_length check (length(summary) between 1 and 3000),
  proposal_id uuid not null constraint publication_of_one_proposal unique references proposals,
  published_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid references auth."user",
  withdrawn_code text,
  constraint publication_withdrawn_whole check (num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_code) in (0, 3)),
  constraint slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80)
);
create index scam_publications_matter on scam_publications (scam_case_id);
create index scam_publications_name on scam_publications (app.name_key(title)) where withdrawn_at is null;
create index scam_publications_newest on scam_publications (published_at desc, id desc) where withdrawn_at is null;
create index scam_publications_verdict on scam_publications (verdict_id);
create index scam_publications_withdrawn_by on scam_publications (withdrawn_by) where withdrawn_by is not null;
alter table scam_publications enable row level security;
alter table scam_publications force row level security;
create policy owner_all on scam_publications to current_user using (true) with check (true);
create policy staff_insert on scam_publications for insert to cryptocommerce_app
  with check ((select app.can_decide_scams()) and withdrawn_at is null);
create policy staff_select on scam_publications for select to cryptocommerce_app using ((select app.can_read_scams()));
create policy staff_update on scam_publications for update to cryptocommerce_app
  using ((select app.can_decide_scams()) and withdrawn_at is null)
  with check ((select app.can_decide_scams()) and withdrawn_by = (select app.user_id()));
grant select, insert on scam_publications to cryptocommerce_app;
grant update (withdrawn_at, withdrawn_by, withdrawn_code) on scam_publications to cryptocommerce_app;

create table scam_published_indicators (
  publication_id uuid not null references scam_publications,
  indicator_id uuid not null references scam_indicators,
  primary key (indicator_id, publication_id)
);
create index scam_published_indicators_publication on scam_published_indicators (publication_id);
alter table scam_published_indicators enable row level security;
alter table scam_published_indicators force row level security;
create policy owner_all on scam_published_indicators to current_user using (true) with check (true);
create policy staff_insert on scam_published_indicators for insert to cryptocommerce_app
  with check ((select app.can_decide_scams()));
create policy staff_select on scam_published_indicators for select to cryptocommerce_app
  using ((select app.can_read_scams()));
grant select, insert on scam_published_indicators to cryptocommerce_app;

create table scam_appeals (
  id uuid primary key default uuidv7(),
  publication_id uuid not null references scam_publications,
  user_id uuid references auth."user",
  name text not null constraint scam_appeal_name_length check (length(name) between 1 and 200),
  email text not null constraint scam_appeal_email_length check (length(email) between 3 and 320),
  statement text not null constraint scam_appeal_says_why check (length(statement) between 20 and 5000),
  state text not null default 'open',
  reason_code text,
  answer text,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint scam_appeal_decided_whole check ((state = 'open') = (num_nonnulls(reason_code, answer, decided_by,
    decided_at) = 0) and num_nonnulls(reason_code, answer, decided_by, decided_at) in (0, 4)),
  constraint scam_appeal_not_own check (decided_by <> user_id),
  constraint scam_appeal_state_known check (state in ('open', 'upheld', 'dismissed'))
);
create index scam_appeals_by on scam_appeals (decided_by) where decided_by is not null;
create index scam_appeals_of_strangers on scam_appeals (decided_at) where user_id is null and state <> 'open';
create index scam_appeals_open on scam_appeals (created_at, id) where state = 'open';
create index scam_appeals_owner on scam_appeals (user_id) where user_id is not null;
create index scam_appeals_publication on scam_appeals (publication_id);
alter table scam_appeals enable row level security;
alter table scam_appeals force row level security;
create policy own_or_staff_select on scam_appeals for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_scams()));
create policy owner_all on scam_appeals to current_user using (true) with check (true);
create policy system_delete on scam_appeals for delete to cryptocommerce_app
  using ((select app.is_system()) and user_id is null and state <> 'open' and decided_at < now() - interval '2 years');
create policy staff_update on scam_appeals for update to cryptocommerce_app
  using ((select app.can_decide_scams()) and state = 'open' and user_id is distinct from (select app.user_id()))
  with check ((select app.can_decide_scams()) and state <> 'open' and decided_by = (select app.user_id()));
grant select, delete on scam_appeals to cryptocommerce_app;
grant update (state, reason_code, answer, decided_by, decided_at) on scam_appeals to cryptocommerce_app;

create table scam_report_documents (
  file_id uuid primary key references files on delete cascade,
  report_id uuid not null references scam_reports on delete cascade,
  verdict_id uuid not null references scam_verdicts on delete cascade,
  generated_by uuid not null references auth."user" on delete cascade,
  generated_at timestamptz not null
);
create index scam_report_documents_by on scam_report_documents (generated_by);
create index scam_report_documents_report on scam_report_documents (report_id, generated_at desc);
create index scam_report_documents_verdict on scam_report_documents (verdict_id);
alter table scam_report_documents enable row level security;
alter table scam_report_documents force row level security;
create policy owner_all on scam_report_documents for all to current_user using (true) with check (true);
create policy staff_insert on scam_report_documents for insert to cryptocommerce_app
  with check ((select app.can_decide_scams()) and generated_by = (select app.user_id()));
create policy staff_select on scam_report_documents for select to cryptocommerce_app using ((select app.can_read_scams()));
grant select, insert on scam_report_documents to cryptocommerce_app;

-- Rejects verdicts of staff on cases that they reported from any of their accounts.
create function app.check_verdict() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.has_reported(new.scam_case_id, new.decided_by) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;
create trigger check_verdict before insert on scam_verdicts for each row execute function app.check_verdict();

create function app.link_verdict_indicators() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.scam_judged_indicators (indicator_id, verdict_id)
    select i.id, new.id from public.scam_indicators i where i.scam_case_id = new.scam_case_id and not i.is_shared
    union select i.id, new.id from public.scam_reports r join public.scam_report_indicators l on l.report_id = r.id
      join public.scam_indicators i on i.id = l.indicator_id where r.scam_case_id = new.scam_case_id
        and not i.is_shared;
  return null;
end $$;
create trigger link_verdict_indicators after insert on scam_verdicts for each row
  execute function app.link_verdict_indicators();

create function app.check_publication() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.proposals p where p.id = new.proposal_id and p.kind = 'scam_warning' and p.state = 'approved'
    and new.scam_case_id = (select coalesce(m.merged_into, m.id) from public.scam_cases m where m.id = p.subject::uuid)
    and p.payload ->> 'verdictId' = new.verdict_id::text
    and p.payload ->> 'title' = new.title and p.payload ->> 'summary' = new.summary)
  then raise exception 'publishing a warning requires two people' using errcode = 'check_violation', constraint = 'published_by_two'; end if;
  if not exists (select from public.scam_verdicts v where v.id = new.verdict_id and v.scam_case_id = new.scam_case_id
    and v.verdict = new.verdict)
  then raise exception 'warning does not match its verdict' using errcode = 'check_violation', constraint = 'published_as_judged'; end if;
  return new;
end $$;
create trigger check_publication before insert on scam_publications for each row
  execute function app.check_publication();

create function app.check_publishers() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.proposals p where p.id = new.proposal_id
    and (app.has_reported(new.scam_case_id, p.proposed_by) or app.has_reported(new.scam_case_id, p.decided_by)))
  then raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $$;
create trigger check_publishers before insert on scam_publications for each row execute function app.check_publishers();

create function app.check_published_indicator() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare warning public.scam_publications;
begin
  select p.* into warning from public.scam_publications p where p.id = new.publication_id;
  if not exists (select from public.proposals a join public.scam_indicators i on i.id = new.indicator_id
     where a.id = warning.proposal_id and not i.is_shared and a.payload -> 'indicators' ? i.id::text
       and (i.scam_case_id = warning.scam_case_id or exists (select from public.scam_report_indicators l
         join public.scam_reports r on r.id = l.report_id where l.indicator_id = i.id
           and r.scam_case_id = warning.scam_case_id)))
  then raise exception 'indicator is not part of the approved warning' using errcode = 'check_violation', constraint = 'published_as_frozen'; end if;
  if app.verdict_of_all_indicators(warning.scam_case_id, array[new.indicator_id]) is distinct from warning.verdict_id
  then raise exception 'verdict does not cover this indicator' using errcode = 'check_violation', constraint = 'published_as_judged'; end if;
  return new;
end $$;
create trigger check_published_indicator before insert on scam_published_indicators
  for each row execute function app.check_published_indicator();

create function app.check_upheld_appeal() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.scam_publications p where p.id = new.publication_id and p.withdrawn_at is null) then
    raise exception 'warning is still published' using errcode = 'check_violation',
      constraint = 'upheld_is_withdrawn';
  end if;
  return new;
end $$;
create trigger check_upheld_appeal before update of state on scam_appeals for each row
  when (new.state = 'upheld') execute function app.check_upheld_appeal();

create function app.appeal_scam(warning_slug text, appellant_name text, appellant_email text, appeal_text text,
  at_time timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare appeal_id uuid;
begin
  insert into public.scam_appeals (publication_id, user_id, name, email, statement, created_at)
    select p.id, app.user_id(), appellant_name, appellant_email, appeal_text, at_time from public.scam_publications p
     where p.slug = warning_slug and p.withdrawn_at is null
       and (select count(*) from public.scam_appeals a where a.publication_id = p.id and a.state = 'open'
         and a.user_id is not distinct from app.user_id()) < case when app.user_id() is null then 50 else 3 end
    returning id into appeal_id;
  return appeal_id;
end $$;

create function app.check_appeal_reviewer() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.state <> 'open' and exists (select from public.scam_publications p join public.scam_verdicts v on v.id = p.verdict_id
      join public.proposals a on a.id = p.proposal_id
     where p.id = new.publication_id and (app.is_same_person(new.decided_by, v.decided_by)
       or new.decided_by in (v.decided_by, a.proposed_by, a.decided_by)
       or app.is_same_person(new.decided_by, a.proposed_by) or app.is_same_person(new.decided_by, a.decided_by)))
  then raise exception 'an appeal requires a person who did not decide before' using errcode = 'check_violation', constraint = 'appeal_by_another'; end if;
  return new;
end $$;
create trigger appeal_by_another before update of state on scam_appeals for each row
  execute function app.check_appeal_reviewer();

create function app.check_appeal_parties() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_same_person(new.decided_by, new.user_id) or exists (select from public.scam_publications p
    where p.id = new.publication_id and app.has_reported(p.scam_case_id, new.decided_by))
  then raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $$;
create trigger appeal_of_others before update of state on scam_appeals for each row
  when (new.state <> 'open') execute function app.check_appeal_parties();

create function app.can_answer_appeal(publication uuid, account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.scam_publications p join public.scam_verdicts v on v.id = p.verdict_id
      join public.proposals a on a.id = p.proposal_id
     where p.id = publication and (account in (v.decided_by, a.proposed_by, a.decided_by)
       or app.is_same_person(account, v.decided_by) or app.is_same_person(account, a.proposed_by)
       or app.is_same_person(account, a.decided_by)))
$$;

create function app.active_scam_verdict(scam_case uuid) returns uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select v.id from public.scam_cases m join public.scam_verdicts v on v.scam_case_id = m.id
   where m.id = scam_case and v.decided_at > coalesce(m.joined_at, '-infinity')
   order by v.decided_at desc, v.id desc limit 1
$$;

create function app.verdicts_by_indicator(scam_case uuid, indicators uuid[]) returns table (thing uuid, verdict uuid)
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select distinct on (j.indicator_id) j.indicator_id, case when not exists (select from public.scam_published_indicators s
        join public.scam_publications w on w.id = s.publication_id
       where s.indicator_id = j.indicator_id and w.withdrawn_at >= v.decided_at) then v.id end
    from public.scam_judged_indicators j join public.scam_verdicts v on v.id = j.verdict_id
   where v.scam_case_id = scam_case and j.indicator_id = any(indicators)
   order by j.indicator_id, v.decided_at desc, v.id desc
$$;

create function app.verdict_of_all_indicators(scam_case uuid, indicators uuid[]) returns uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select (array_agg(o.verdict))[1] from app.verdicts_by_indicator(scam_case, indicators) o
   having count(o.verdict) = cardinality(indicators) and count(distinct o.verdict) = 1
$$;

create function app.verdict_for_report(report uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when cardinality(n.indicators) > 0 then app.verdict_of_all_indicators(r.scam_case_id, n.indicators)
      else app.active_scam_verdict(r.scam_case_id) end
    from public.scam_reports r cross join lateral (select array(select i.id from public.scam_report_indicators l
      join public.scam_indicators i on i.id = l.indicator_id
      where l.report_id = r.id and i.kind <> 'name' and not i.is_shared) indicators) n
   where app.can_read_scams() and r.id = report
$$;

create function app.mark_indicator_shared(indicator uuid, set_shared boolean, new_reason text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_decide_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  if set_shared and exists (select from public.scam_published_indicators s
    join public.scam_publications p on p.id = s.publication_id
    where s.indicator_id = indicator and p.withdrawn_at is null)
  then raise exception 'indicator is part of a published warning' using errcode = 'check_violation', constraint = 'warned_is_not_common'; end if;
  update public.scam_indicators set is_shared = set_shared, shared_reason = case when set_shared then new_reason end
    where id = indicator;
  delete from public.scam_judged_indicators j where set_shared and j.indicator_id = indicator;
end $$;

create function app.count_warning_reporters(publication uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(distinct coalesce(j.person_id, r.user_id))::integer
    from public.scam_published_indicators s join public.scam_report_indicators l on l.indicator_id = s.indicator_id
    join public.scam_reports r on r.id = l.report_id left join public.merged_accounts j on j.user_id = r.user_id
   where s.publication_id = publication and r.status <> 'declined'
$$;

create function app.find_published_scam(warning_slug text)
  returns table (slug text, verdict text, title text, summary text, published_at timestamptz,
    withdrawn_at timestamptz, people integer, indicators jsonb)
  language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select p.slug, case when p.withdrawn_at is null then p.verdict end, case when p.withdrawn_at is null then p.title end,
      case when p.withdrawn_at is null then p.summary end, p.published_at, p.withdrawn_at,
      case when p.withdrawn_at is null then app.count_warning_reporters(p.id) end,
      case when p.withdrawn_at is null then (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope,
          'value', i.value, 'people', i.reporter_count) order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id) else '[]' end
    from public.scam_publications p where p.slug = warning_slug
$$;

create function app.list_published_scams(search_text text, before timestamptz, before_id uuid, max_rows integer)
  returns table (id uuid, slug text, verdict text, title text, summary text, published_at timestamptz,
    people integer, indicators jsonb)
  language sql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
  select p.id, p.slug, p.verdict, p.title, p.summary, p.published_at, app.count_warning_reporters(p.id),
      (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope, 'value', i.value, 'people',
        i.reporter_count)
          order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id)
    from public.scam_publications p
   where p.withdrawn_at is null and (before is null or (p.published_at, p.id) < (before, before_id))
     and (search_text is null or position(lower(search_text) in lower(p.title)) > 0
       or position(nullif(app.name_key(search_text), '') in app.name_key(p.title)) > 0
       or exists (select from public.scam_published_indicators s
       join public.scam_indicators i on i.id = s.indicator_id
      where s.publication_id = p.id and (position(lower(search_text) in lower(i.value)) > 0
        or i.kind = 'name' and position(nullif(app.name_key(search_text), '') in app.name_key(i.value)) > 0)))
   order by p.published_at desc, p.id desc limit least(max_rows, 500)
$$;

create function app.lookup_scams(kinds text[], scopes text[], indicator_values text[])
  returns table (n integer, warning_level text, verdict text, people integer, slug text, first_day date,
    reporters jsonb,
    needed integer)
  language plpgsql stable security definer rows 4 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare enough integer;
begin
  if exists (select from unnest($1, $2, $3) a (kind, scope, value)
      join public.scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value where a.kind <> 'name') then
    select greatest(2, (select (v.value ->> 'warnFrom')::integer from public.setting_versions v
      where v.key = 'scam_reports' order by v.valid_from desc, v.id desc limit 1)) into enough;
    return query
    select a.n::integer, case when p.verdict is null then 'reported' else 'published' end, p.verdict,
        case when p.verdict is not null then i.reporter_count end, p.slug,
        case when p.verdict is not null then (i.first_at at time zone 'America/Jamaica')::date end,
        case when p.verdict is null then app.scam_reporters(i.id) end, enough
      from unnest($1, $2, $3) with ordinality a (kind, scope, value, n)
        join public.scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value
        left join lateral (select w.verdict, w.slug from public.scam_published_indicators s
            join public.scam_publications w on w.id = s.publication_id
           where s.indicator_id = i.id and w.withdrawn_at is null order by w.published_at desc limit 1) p on true
     where a.kind <> 'name'
       and (p.verdict is not null or (app.user_id() is not null and not i.is_shared and i.reporter_count >= enough));
  end if;
  if not 'name' = any ($1) then return; end if;
  -- Names match published warnings only, so no reporters are weighted.
  return query
  select a.n::integer, 'published', p.verdict, app.count_warning_reporters(p.id), p.slug,
      (select (min(i.first_at) at time zone 'America/Jamaica')::date from public.scam_published_indicators s
          join public.scam_indicators i on i.id = s.indicator_id where s.publication_id = p.id), null::jsonb, null::integer
    from unnest($1, $2, $3) with ordinality a (kind, scope, value, n)
      cross join lateral (select w.id, w.verdict, w.slug from public.scam_publications w
         where w.withdrawn_at is null and w.id in (
           select t.id from public.scam_publications t
            where t.withdrawn_at is null and app.name_key(t.title) = app.name_key(a.value)
           union all
           select s.publication_id from public.scam_indicators i
              join public.scam_published_indicators s on s.indicator_id = i.id
            where i.kind = 'name' and app.name_key(i.value) = app.name_key(a.value))
         order by w.published_at desc limit 1) p
   where a.kind = 'name' and app.name_key(a.value) <> '';
end $$;

create function app.check_report_document() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare document public.scam_report_documents;
begin
  select d.* into document from public.scam_report_documents d where d.file_id = new.report_file;
  if document.file_id is not null and (document.report_id <> new.id
    or document.verdict_id is distinct from app.verdict_for_report(new.id)
    or exists (select from public.scam_report_documents n where n.report_id = new.id
      and n.generated_at > document.generated_at))
  then
    raise exception 'report file does not belong to this report' using errcode = 'check_violation', constraint = 'report_file_of_its_report';
  end if;
  return new;
end $$;
create trigger check_report_document before update of report_file on scam_reports for each row
  when (new.report_file is not null and new.report_file is distinct from old.report_file)
  execute function app.check_report_document();

revoke all on function
  app.check_verdict, app.link_verdict_indicators, app.check_publication, app.check_publishers,
  app.check_published_indicator, app.check_upheld_appeal, app.appeal_scam, app.check_appeal_reviewer,
  app.check_appeal_parties, app.can_answer_appeal, app.active_scam_verdict, app.verdicts_by_indicator, app.verdict_of_all_indicators,
  app.verdict_for_report, app.mark_indicator_shared, app.count_warning_reporters, app.find_published_scam, app.list_published_scams,
  app.lookup_scams, app.check_report_document
  from public;
grant execute on function
  app.appeal_scam, app.can_answer_appeal, app.active_scam_verdict, app.verdicts_by_indicator, app.verdict_for_report,
  app.mark_indicator_shared, app.find_published_scam, app.list_published_scams, app.lookup_scams
  to cryptocommerce_app;
