create table scam_drafts (
  user_id uuid primary key references auth."user" on delete cascade,
  data jsonb not null,
  updated_at timestamptz not null
);
alter table scam_drafts enable row level security;
alter table scam_drafts force row level security;
create policy own_all on scam_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy owner_while_erasing on scam_drafts for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, update, delete on scam_drafts to cryptocommerce_app;

-- Groups reports that share an indicator other than a name (decision F7). Counts each person once.
create table scam_cases (
  id uuid primary key default uuidv7(),
  opened_at timestamptz not null,
  last_report_at timestamptz not null,
  reports integer not null default 0 constraint matter_counts_reports check (reports >= 0),
  reporter_count integer not null default 0,
  waits_since timestamptz,
  merged_into uuid references scam_cases,
  joined_at timestamptz,
  constraint matter_counts_people check (reporter_count between 0 and reports),
  constraint merged_is_empty check (merged_into is null or (reports = 0 and waits_since is null
    and merged_into <> id))
);
create index scam_cases_merged on scam_cases (merged_into) where merged_into is not null;
create index scam_cases_newest on scam_cases (last_report_at desc, id) where merged_into is null;
create index scam_cases_waiting on scam_cases (waits_since, id) where waits_since is not null;
alter table scam_cases enable row level security;
alter table scam_cases force row level security;
create policy owner_all on scam_cases to current_user using (true) with check (true);
create policy staff_select on scam_cases for select to cryptocommerce_app using ((select app.can_read_scams()));
create policy staff_update on scam_cases for update to cryptocommerce_app
  using ((select app.can_decide_scams())) with check ((select app.can_decide_scams()));
grant select on scam_cases to cryptocommerce_app;
grant update (waits_since) on scam_cases to cryptocommerce_app;

create table scam_reports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  scam_case_id uuid not null references scam_cases,
  name text not null constraint scam_name_length check (length(name) between 1 and 200),
  website text constraint scam_website_length check (length(website) between 1 and 2048),
  contact_info text constraint scam_contact_length check (length(contact_info) between 1 and 500),
  description text not null constraint scam_description_length check (length(description) between 1 and 5000),
  suspicious_notes text constraint scam_notes_length check (length(suspicious_notes) between 1 and 5000),
  evidence_file uuid,
  evidence_path text,
  report_file uuid references files,
  report_path text,
  status text not null default 'submitted',
  reason_code text,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  idempotency_key uuid not null,
  request_hash text not null,
  -- Keyed hash of the reporter's IP address. Null in the demo.
  connection_hash text,
  created_at timestamptz not null,
  constraint scam_report_and_owner unique (user_id, id),
  constraint scam_report_once unique (user_id, idempotency_key),
  constraint scam_evidence_is_own foreign key (user_id, evidence_file) references files (user_id, id),
  constraint scam_report_decided_whole check ((status in ('completed', 'declined')) = (num_nonnulls(decided_by,
    decided_at) = 2)),
  constraint scam_report_declined_why check ((status = 'declined') = (reason_code is not null)),
  constraint scam_report_not_by_itself check (decided_by <> user_id),
  constraint scam_status_known check (status in ('submitted', 'in_review', 'completed', 'declined'))
);
create unique index report_file_once on scam_reports (report_file) where report_file is not null;
create index scam_reports_by on scam_reports (decided_by) where decided_by is not null;
create index scam_reports_evidence on scam_reports (user_id, evidence_file) where evidence_file is not null;
create index scam_reports_matter on scam_reports (scam_case_id, created_at);
create index scam_reports_newest on scam_reports (created_at desc, id desc);
create index scam_reports_owner on scam_reports (user_id, created_at desc, id);
alter table scam_reports enable row level security;
alter table scam_reports force row level security;
create policy own_insert on scam_reports for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status = 'submitted' and num_nonnulls(report_file, report_path) = 0);
create policy own_or_staff_select on scam_reports for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_scams()));
create policy owner_all on scam_reports to current_user using (true) with check (true);
create policy staff_update on scam_reports for update to cryptocommerce_app
  using ((select app.can_decide_scams()) and user_id is distinct from (select app.user_id()))
  with check ((select app.can_decide_scams()) and (decided_by is null or decided_by = (select app.user_id())));
grant select, insert on scam_reports to cryptocommerce_app;
grant update (report_file, status, reason_code, decided_by, decided_at) on scam_reports to cryptocommerce_app;

-- `is_shared` marks indicators that many people use legitimately, such as a bank's website. They never match.
create table scam_indicators (
  id uuid primary key default uuidv7(),
  kind text not null,
  scope text not null,
  value text not null constraint indicator_value_length check (length(value) between 1 and 320),
  scam_case_id uuid references scam_cases,
  reporter_count integer not null default 0 constraint indicator_counts_people check (reporter_count >= 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  is_shared boolean not null default false,
  shared_reason text constraint common_word_length check (length(shared_reason) between 1 and 500),
  constraint indicator_once unique (kind, scope, value),
  constraint common_says_why check (is_shared or shared_reason is null),
  constraint indicator_kind_known check (kind in ('domain', 'wallet', 'phone', 'handle', 'email', 'name')),
  constraint indicator_scope check ((scope <> '') = (kind in ('wallet', 'handle'))),
  constraint names_join_nothing check ((kind = 'name') = (scam_case_id is null))
);
create index scam_indicators_matter on scam_indicators (scam_case_id) where scam_case_id is not null;
create index scam_indicators_name on scam_indicators (app.name_key(value)) where kind = 'name';
alter table scam_indicators enable row level security;
alter table scam_indicators force row level security;

create table scam_report_indicators (
  report_id uuid not null,
  indicator_id uuid not null references scam_indicators,
  user_id uuid not null references auth."user",
  given text not null constraint indicator_given_length check (length(given) between 1 and 2048),
  primary key (report_id, indicator_id),
  constraint indicator_of_its_report foreign key (user_id, report_id) references scam_reports (user_id, id)
);
create index scam_report_indicators_named on scam_report_indicators (indicator_id, report_id);
create index scam_report_indicators_owner on scam_report_indicators (user_id, report_id);
alter table scam_report_indicators enable row level security;
alter table scam_report_indicators force row level security;
create policy own_report_select on scam_indicators for select to cryptocommerce_app
  using (exists (select from scam_report_indicators l where l.indicator_id = scam_indicators.id
    and l.user_id = (select app.user_id())));
create policy owner_all on scam_indicators to current_user using (true) with check (true);
create policy staff_select on scam_indicators for select to cryptocommerce_app using ((select app.can_read_scams()));
grant select (id, kind, scope, value) on scam_indicators to cryptocommerce_app;
create policy own_or_staff_select on scam_report_indicators for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_scams()));
create policy owner_all on scam_report_indicators to current_user using (true) with check (true);
grant select on scam_report_indicators to cryptocommerce_app;

create table scam_notes (
  id uuid primary key default uuidv7(),
  scam_case_id uuid not null references scam_cases on delete cascade,
  text text not null constraint scam_note_length check (length(text) between 1 and 2000),
  written_by uuid not null references auth."user",
  written_at timestamptz not null
);
create index scam_notes_by on scam_notes (written_by);
create index scam_notes_matter on scam_notes (scam_case_id, written_at);
alter table scam_notes enable row level security;
alter table scam_notes force row level security;
create policy owner_all on scam_notes for all to current_user using (true) with check (true);
create policy staff_insert on scam_notes for insert to cryptocommerce_app
  with check ((select app.can_read_scams()) and written_by = (select app.user_id()));
create policy staff_select on scam_notes for select to cryptocommerce_app using ((select app.can_read_scams()));
grant select, insert on scam_notes to cryptocommerce_app;

create function app.prepare_scam_report() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_erasing() then return new; end if;
  if tg_op = 'INSERT' then
    insert into public.scam_cases (opened_at, last_report_at, reports, reporter_count, waits_since)
      values (new.created_at, new.created_at, 1, 1, new.created_at) returning id into new.scam_case_id;
    new.evidence_path := (select f.path from public.files f where f.id = new.evidence_file);
    if new.evidence_file is not null and not exists (select from public.files f where f.id = new.evidence_file
      and f.user_id = new.user_id and f.purpose = 'scam-evidence' and f.state in ('clean', 'being_checked'))
    then raise exception 'evidence file is missing or unusable' using errcode = 'check_violation', constraint = 'evidence_stands'; end if;
  elsif app.user_id() is not null and app.is_same_person(app.user_id(), new.user_id) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  if new.report_file is not null and not exists (select from public.files f where f.id = new.report_file
    and f.purpose = 'scam-report' and f.state in ('clean', 'being_checked'))
  then raise exception 'report file is missing or unusable' using errcode = 'check_violation', constraint = 'report_file_stands'; end if;
  new.report_path := (select f.path from public.files f where f.id = new.report_file);
  return new;
end $$;
create trigger prepare_scam_report before insert or update of status, report_file, decided_by on scam_reports
  for each row execute function app.prepare_scam_report();

create function app.recount_scam_report() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.recount_scams(array[old.scam_case_id],
    array(select l.indicator_id from public.scam_report_indicators l where l.report_id = old.id));
  return null;
end $$;
create trigger recount_scam_report after update of status or delete on scam_reports
  for each row execute function app.recount_scam_report();

create function app.recount_removed_indicator() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.recount_scams('{}', array[old.indicator_id]);
  return null;
end $$;
create trigger recount_removed_indicator after delete on scam_report_indicators
  for each row execute function app.recount_removed_indicator();

create function app.move_scam_notes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.scam_notes set scam_case_id = new.merged_into where scam_case_id = new.id;
  return null;
end $$;
create trigger move_scam_notes after update of merged_into on scam_cases
  for each row when (new.merged_into is not null) execute function app.move_scam_notes();

create function app.recount_scams_of_merged() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare merged_account uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  perform app.recount_scams(array(select r.scam_case_id from public.scam_reports r where r.user_id = merged_account),
    array(select l.indicator_id from public.scam_report_indicators l where l.user_id = merged_account));
  return null;
end $$;
create trigger recount_scams_of_merged after insert or update or delete on merged_accounts
  for each row execute function app.recount_scams_of_merged();

create function app.assign_scam_report(report uuid, indicators jsonb) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare new_report public.scam_reports; indicator_ids uuid[]; target_case uuid;
begin
  select * into new_report from public.scam_reports r where r.id = report and r.user_id = app.user_id();
  if not found or exists (select from public.scam_report_indicators l where l.report_id = report)
  then raise exception 'only the reporter can assign a new report, and only once' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('scam matters', 0));
  insert into public.scam_indicators (kind, scope, value, scam_case_id, first_at, last_at)
    select f.kind, f.scope, f.value, case when f.kind <> 'name' then new_report.scam_case_id end, new_report.created_at,
      new_report.created_at
      from jsonb_to_recordset(indicators) f (kind text, scope text, value text)
    on conflict (kind, scope, value) do update set last_at = greatest(scam_indicators.last_at, excluded.last_at);
  insert into public.scam_report_indicators (report_id, indicator_id, user_id, given)
    select report, i.id, new_report.user_id, f.given
      from jsonb_to_recordset(indicators) f (kind text, scope text, value text, given text)
        join public.scam_indicators i on (i.kind, i.scope, i.value) = (f.kind, f.scope, f.value);
  indicator_ids := array(select l.indicator_id from public.scam_report_indicators l where l.report_id = report);
  select m.id into target_case from public.scam_cases m
    where m.id = new_report.scam_case_id or m.id in (select i.scam_case_id from public.scam_indicators i
      where i.id = any(indicator_ids) and not i.is_shared)
    -- Prefers a shared case over the report's own case, even if a later report opened the shared case.
    order by m.id = new_report.scam_case_id, m.opened_at, m.id limit 1;
  -- Waits for a concurrent verdict or publication.
  perform from public.scam_cases m where m.id = target_case for update;
  update public.scam_reports set scam_case_id = target_case where id = report;
  update public.scam_indicators set scam_case_id = target_case where scam_case_id = new_report.scam_case_id;
  update public.scam_cases m set last_report_at = greatest(m.last_report_at, new_report.created_at),
      waits_since = least(coalesce(m.waits_since, new_report.created_at), new_report.created_at)
    where m.id = target_case;
  delete from public.scam_cases where id = new_report.scam_case_id and id <> target_case;
  perform app.recount_scams(array[target_case], indicator_ids);
  return target_case;
end $$;

create function app.merge_scam_cases(case_one uuid, case_two uuid, at_time timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare target_case uuid; merged_case uuid;
begin
  if not app.can_decide_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('scam matters', 0));
  perform from public.scam_cases m where m.id in (case_one, case_two) order by m.id for update;
  select m.id into target_case from public.scam_cases m where m.id in (case_one, case_two) and m.merged_into is null
    and m.reports > 0
    order by m.opened_at, m.id limit 1;
  merged_case := case target_case when case_one then case_two else case_one end;
  if target_case is null or merged_case = target_case
    or not exists (select from public.scam_cases m where m.id = merged_case and m.merged_into is null)
  then return null; end if;
  update public.scam_reports set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_indicators set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_verdicts set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_publications set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_cases m set joined_at = at_time, last_report_at = greatest(m.last_report_at, o.last_report_at),
      waits_since = least(m.waits_since, o.waits_since)
    from public.scam_cases o where m.id = target_case and o.id = merged_case;
  update public.scam_cases set reports = 0, reporter_count = 0, waits_since = null, merged_into = target_case
    where id = merged_case or merged_into = merged_case;
  perform app.recount_scams(array[target_case], '{}');
  return target_case;
end $$;

create function app.separate_scam_report(report uuid) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare target_report public.scam_reports; new_case uuid;
begin
  if not app.can_decide_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('scam matters', 0));
  select * into target_report from public.scam_reports r where r.id = report;
  perform from public.scam_cases m where m.id = target_report.scam_case_id for update;
  if not exists (select from public.scam_reports r where r.scam_case_id = target_report.scam_case_id and r.id <> report)
    then return null; end if;
  insert into public.scam_cases (opened_at, last_report_at, reports, reporter_count, waits_since)
    values (target_report.created_at, target_report.created_at, 1, 1,
      case when target_report.status in ('submitted', 'in_review') then target_report.created_at end)
    returning id into new_case;
  update public.scam_reports set scam_case_id = new_case where id = report;
  update public.scam_indicators i set scam_case_id = new_case
    where i.scam_case_id = target_report.scam_case_id and i.id in (select l.indicator_id
      from public.scam_report_indicators l where l.report_id = report)
      and not exists (select from public.scam_published_indicators s join public.scam_publications p on p.id = s.publication_id
        where s.indicator_id = i.id and p.withdrawn_at is null)
      and not exists (select from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
        where l.indicator_id = i.id and r.scam_case_id = target_report.scam_case_id and r.status <> 'declined');
  perform app.recount_scams(array[target_report.scam_case_id, new_case],
    array(select l.indicator_id from public.scam_report_indicators l where l.report_id = report));
  update public.scam_cases m set waits_since = null where m.id = target_report.scam_case_id and not exists (select
    from public.scam_reports r
    where r.scam_case_id = m.id and r.status in ('submitted', 'in_review'));
  return new_case;
end $$;

create function app.related_scam_cases(scam_case uuid) returns table (id uuid, name text, shared integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  return query
  select f.related_case, (select r.name from public.scam_reports r where r.scam_case_id = f.related_case
    order by r.created_at, r.id limit 1),
      count(distinct f.indicator)::integer
    from (select i.scam_case_id related_case, i.id indicator from public.scam_reports r
        join public.scam_report_indicators l on l.report_id = r.id join public.scam_indicators i on i.id = l.indicator_id
       where r.scam_case_id = scam_case and r.status <> 'declined' and not i.is_shared and i.scam_case_id <> scam_case
      union all
      select r.scam_case_id, i.id from public.scam_indicators i join public.scam_report_indicators l
        on l.indicator_id = i.id
        join public.scam_reports r on r.id = l.report_id
       where i.scam_case_id = scam_case and r.status <> 'declined' and not i.is_shared
         and r.scam_case_id <> scam_case) f
    group by f.related_case order by 3 desc, 1 limit 20;
end $$;

create function app.recount_scams(case_ids uuid[], indicator_ids uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.scam_indicators i set reporter_count = (select count(distinct coalesce(j.person_id, r.user_id))
      from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
        left join public.merged_accounts j on j.user_id = r.user_id
     where l.indicator_id = i.id and r.status <> 'declined')
   where i.id = any(indicator_ids);
  delete from public.scam_indicators i where i.id = any(indicator_ids) and not i.is_shared
    and not exists (select from public.scam_report_indicators l where l.indicator_id = i.id)
    and not exists (select from public.scam_published_indicators s where s.indicator_id = i.id);
  update public.scam_cases m set
      reports = (select count(*) from public.scam_reports r where r.scam_case_id = m.id),
      reporter_count = (select count(distinct coalesce(j.person_id, r.user_id)) from public.scam_reports r
        left join public.merged_accounts j on j.user_id = r.user_id where r.scam_case_id = m.id
          and r.status <> 'declined'),
      waits_since = case when exists (select from public.scam_reports r where r.scam_case_id = m.id)
        then m.waits_since end
   where m.id = any(case_ids);
  delete from public.scam_cases m where m.id = any(case_ids) and m.reports = 0
    and not exists (select from public.scam_indicators i where i.scam_case_id = m.id)
    and not exists (select from public.scam_verdicts v where v.scam_case_id = m.id)
    and not exists (select from public.scam_publications p where p.scam_case_id = m.id)
    and not exists (select from public.scam_cases o where o.merged_into = m.id);
end $$;

create function app.has_reported(scam_case uuid, account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.scam_reports r where r.scam_case_id = scam_case and (r.user_id = account
    or app.is_same_person(r.user_id, account)))
$$;

-- Data to weigh at most 20 reporters, without names (decision F7). Linked reporters share a `connection`.
create function app.scam_reporters(indicator uuid) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with reporters as materialized (
    select r.user_id, r.connections, u."createdAt" since, exists (select from public.kyc_submissions k
        where k.user_id = r.user_id and k.tier = 1 and k.status = 'approved') identified
      from (select s.user_id, array_agg(distinct s.connection_hash) connections
              from public.scam_report_indicators l join public.scam_reports s on s.id = l.report_id
             where l.indicator_id = indicator and s.status <> 'declined' group by s.user_id) r
        join auth."user" u on u.id = r.user_id
     order by identified desc, since limit 20),
  grouped as (
    select o.user_id, o.since, o.identified, (select e.user_id from reporters e
        where e.user_id = o.user_id or e.connections && o.connections or app.is_same_person(e.user_id, o.user_id)
          or exists (select from public.account_links l where l.account_a = least(e.user_id, o.user_id)
            and l.account_b = greatest(e.user_id, o.user_id) and l.state <> 'apart')
          or exists (select from auth.known_device m join auth.known_device n on n.device_hash = m.device_hash
            where m.user_id = e.user_id and n.user_id = o.user_id)
          or exists (select from public.user_sessions m join public.user_sessions n on n.ip_address = m.ip_address
            where m.user_id = e.user_id and n.user_id = o.user_id)
        order by e.user_id limit 1) group_id
      from reporters o)
  select coalesce(jsonb_agg(jsonb_build_object('identified', n.identified, 'connection', n.group_number,
      'days', floor(extract(epoch from now() - n.since) / 86400))), '[]')
    from (select n.since, n.identified, dense_rank() over (order by n.group_id) group_number from grouped n) n;
end;

create function app.scam_indicators_of(scam_case uuid)
  returns table (id uuid, kind text, scope text, value text, people integer, first_at timestamptz,
    last_at timestamptz, common boolean, shared_reason text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  return query select i.id, i.kind, i.scope, i.value, i.reporter_count, i.first_at, i.last_at, i.is_shared,
    i.shared_reason
    from public.scam_indicators i
   where i.id in (select x.id from public.scam_indicators x where x.scam_case_id = scam_case
     union select l.indicator_id from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
       where r.scam_case_id = scam_case)
   order by i.kind, i.reporter_count desc, i.id;
end $$;

create policy own_report_select on files for select to cryptocommerce_app
  using (purpose = 'scam-report' and exists (select from scam_reports r where r.report_file = files.id
    and r.user_id = (select app.user_id()) and r.status = 'completed'));
create policy scam_evidence_select on files as restrictive for select to cryptocommerce_app
  using (purpose not in ('scam-evidence', 'scam-report') or user_id = (select app.user_id()) or (select app.can_read_scams())
    or exists (select from scam_reports r where r.report_file = files.id and r.user_id = (select app.user_id())
      and r.status = 'completed'));

create function app.is_shown_to_others(file uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.is_system() and (exists (select from public.course_pictures c where c.file_id = file)
    or exists (select from public.workshop_sessions w where w.flyer_file = file)
    or exists (select from public.scam_reports r where r.report_file = file))
$$;

revoke all on function
  app.prepare_scam_report, app.recount_scam_report, app.recount_removed_indicator, app.move_scam_notes,
  app.recount_scams_of_merged, app.assign_scam_report, app.merge_scam_cases, app.separate_scam_report,
  app.related_scam_cases, app.recount_scams, app.has_reported, app.scam_reporters, app.scam_indicators_of,
  app.is_shown_to_others
  from public;
grant execute on function
  app.assign_scam_report, app.merge_scam_cases, app.separate_scam_report, app.related_scam_cases,
  app.scam_indicators_of, app.is_shown_to_others
  to cryptocommerce_app;
