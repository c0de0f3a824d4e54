-- Why: people hand in what they take for a scam. Reports that name the same website, wallet, number, account or address
-- are one matter; staff judge it, two of them before anything of it is published, and whoever is named may appeal. A
-- report alone marks nobody, and nobody but staff who may ever learns who reported.

create function app.reads_scams() returns boolean language sql stable parallel safe
  return app.is_product() or app.has_role('support') or app.has_role('compliance') or app.has_role('admin');

-- Kinds and purposes are added to whatever stands there by now.
do $$
declare was text;
begin
  select pg_get_constraintdef(oid) into was from pg_constraint where conname = 'file_purpose_known';
  alter table files drop constraint file_purpose_known;
  execute 'alter table files add constraint file_purpose_known '
    || replace(was, '''lesson-picture''::text', '''lesson-picture''::text, ''scam-evidence''::text, ''scam-report''::text');
  select pg_get_constraintdef(oid) into was from pg_constraint where conname = 'proposal_kind_known';
  alter table proposals drop constraint proposal_kind_known;
  execute 'alter table proposals add constraint proposal_kind_known '
    || replace(was, '''award''::text', '''award''::text, ''scam_warning''::text');
end $$;

-- What is being typed, for whoever types it alone.
create table scam_drafts (
  user_id uuid primary key references auth."user" (id) on delete cascade,
  data jsonb not null,
  updated_at timestamptz not null
);

-- Reports that hang together by what they name. Nobody's name is a reason to join: many people have one.
create table scam_matters (
  id uuid primary key default uuidv7(),
  opened_at timestamptz not null,
  last_report_at timestamptz not null,
  reports integer not null default 0 constraint matter_counts_reports check (reports >= 0),
  -- Several accounts of one person, joined by compliance, count once; declined reports not at all.
  people integer not null default 0 constraint matter_counts_people check (people between 0 and reports),
  -- Since when something of it waits for staff; null: all that came in was looked at.
  waits_since timestamptz,
  -- Where its reports went when another report showed that both are one.
  merged_into uuid references scam_matters (id),
  constraint merged_is_empty check (merged_into is null or (reports = 0 and waits_since is null and merged_into <> id))
);
create index scam_matters_waiting on scam_matters (waits_since, id) where waits_since is not null;
create index scam_matters_newest on scam_matters (last_report_at desc, id) where merged_into is null;
create index scam_matters_merged on scam_matters (merged_into) where merged_into is not null;

create table scam_reports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id),
  matter_id uuid not null references scam_matters (id),
  name text not null constraint scam_name_length check (length(name) between 1 and 200),
  website text constraint scam_website_length check (length(website) between 1 and 2048),
  contact_info text constraint scam_contact_length check (length(contact_info) between 1 and 500),
  description text not null constraint scam_description_length check (length(description) between 1 and 5000),
  suspicious_notes text constraint scam_notes_length check (length(suspicious_notes) between 1 and 5000),
  evidence_file uuid,
  -- Where the file lies, as it says itself; for whoever reads the documented columns.
  evidence_path text,
  report_file uuid references files (id),
  report_path text,
  status text not null default 'submitted' constraint scam_status_known
    check (status in ('submitted', 'in_review', 'completed', 'declined')),
  reason_code text,
  decided_by uuid references auth."user" (id),
  decided_at timestamptz,
  idempotency_key uuid not null,
  request_hash text not null,
  created_at timestamptz not null,
  constraint scam_report_once unique (user_id, idempotency_key),
  constraint scam_report_and_owner unique (user_id, id),
  constraint scam_evidence_is_own foreign key (user_id, evidence_file) references files (user_id, id),
  constraint scam_report_decided_whole check ((status in ('completed', 'declined')) = (num_nonnulls(decided_by, decided_at) = 2)),
  constraint scam_report_declined_why check ((status = 'declined') = (reason_code is not null)),
  constraint scam_report_not_by_itself check (decided_by <> user_id)
);
create index scam_reports_owner on scam_reports (user_id, created_at desc, id);
create index scam_reports_matter on scam_reports (matter_id, created_at);
create index scam_reports_evidence on scam_reports (user_id, evidence_file) where evidence_file is not null;
create index scam_reports_file on scam_reports (report_file) where report_file is not null;
create index scam_reports_by on scam_reports (decided_by) where decided_by is not null;

-- By what a scam is known again, each once in the whole house: what is looked up while somebody types is found here by
-- one row for each thing asked, however many reports there are.
create table scam_indicators (
  id uuid primary key default uuidv7(),
  kind text not null constraint indicator_kind_known
    check (kind in ('domain', 'wallet', 'phone', 'handle', 'email', 'name')),
  -- The family of networks of a wallet, the service of a handle.
  scope text not null,
  value text not null constraint indicator_value_length check (length(value) between 1 and 320),
  matter_id uuid references scam_matters (id),
  people integer not null default 0 constraint indicator_counts_people check (people >= 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Everybody's, such as the site of a bank that a scam named: staff say so, and it joins and tells nothing any more.
  common boolean not null default false,
  constraint indicator_scope check ((scope <> '') = (kind in ('wallet', 'handle'))),
  constraint names_join_nothing check ((kind = 'name') = (matter_id is null)),
  constraint indicator_once unique (kind, scope, value)
);
create index scam_indicators_matter on scam_indicators (matter_id) where matter_id is not null;

-- Who named it.
create table scam_report_indicators (
  report_id uuid not null,
  indicator_id uuid not null references scam_indicators (id),
  user_id uuid not null references auth."user" (id),
  -- As it was typed.
  given text not null constraint indicator_given_length check (length(given) between 1 and 2048),
  primary key (report_id, indicator_id),
  constraint indicator_of_its_report foreign key (user_id, report_id) references scam_reports (user_id, id)
);
create index scam_report_indicators_named on scam_report_indicators (indicator_id, report_id);
create index scam_report_indicators_owner on scam_report_indicators (user_id, report_id);

-- What staff made of a matter; the newest counts, none is changed.
create table scam_verdicts (
  id uuid primary key default uuidv7(),
  matter_id uuid not null references scam_matters (id),
  verdict text not null constraint scam_verdict_known
    check (verdict in ('scam', 'likely', 'unclear', 'legitimate', 'not_enough')),
  checklist jsonb not null,
  reason_code text not null,
  note text not null constraint scam_verdict_says_why check (length(note) between 1 and 5000),
  decided_by uuid not null references auth."user" (id),
  decided_at timestamptz not null
);
create index scam_verdicts_matter on scam_verdicts (matter_id, decided_at desc);
create index scam_verdicts_by on scam_verdicts (decided_by);

-- What everybody may read of a matter, by two people. It is about the indicators that are listed with it and no others:
-- what a later report adds to the matter is not published with it.
create table scam_publications (
  id uuid primary key default uuidv7(),
  matter_id uuid not null references scam_matters (id),
  verdict_id uuid not null references scam_verdicts (id),
  verdict text not null constraint published_verdict_known check (verdict in ('scam', 'likely', 'legitimate')),
  slug text not null constraint publication_once unique constraint slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null constraint publication_title_length check (length(title) between 1 and 160),
  summary text not null constraint publication_summary_length check (length(summary) between 1 and 3000),
  proposal_id uuid not null constraint publication_of_one_proposal unique references proposals (id),
  published_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid references auth."user" (id),
  withdrawn_code text,
  constraint publication_withdrawn_whole check (num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_code) in (0, 3))
);
create index scam_publications_newest on scam_publications (published_at desc, id desc) where withdrawn_at is null;
create index scam_publications_matter on scam_publications (matter_id);
create index scam_publications_verdict on scam_publications (verdict_id);
create index scam_publications_withdrawn_by on scam_publications (withdrawn_by) where withdrawn_by is not null;

create table scam_published_indicators (
  publication_id uuid not null references scam_publications (id),
  indicator_id uuid not null references scam_indicators (id),
  primary key (indicator_id, publication_id)
);
create index scam_published_indicators_publication on scam_published_indicators (publication_id);

-- Whoever is named says why it is wrong. They need no account.
create table scam_appeals (
  id uuid primary key default uuidv7(),
  publication_id uuid not null references scam_publications (id),
  user_id uuid references auth."user" (id),
  name text not null constraint scam_appeal_name_length check (length(name) between 1 and 200),
  email text not null constraint scam_appeal_email_length check (length(email) between 3 and 320),
  statement text not null constraint scam_appeal_says_why check (length(statement) between 20 and 5000),
  state text not null default 'open' constraint scam_appeal_state_known check (state in ('open', 'upheld', 'dismissed')),
  reason_code text,
  answer text,
  decided_by uuid references auth."user" (id),
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint scam_appeal_decided_whole check ((state = 'open') = (num_nonnulls(reason_code, answer, decided_by, decided_at) = 0)
    and num_nonnulls(reason_code, answer, decided_by, decided_at) in (0, 4)),
  constraint scam_appeal_not_own check (decided_by <> user_id)
);
create index scam_appeals_publication on scam_appeals (publication_id);
create index scam_appeals_open on scam_appeals (created_at, id) where state = 'open';
create index scam_appeals_owner on scam_appeals (user_id) where user_id is not null;
create index scam_appeals_by on scam_appeals (decided_by) where decided_by is not null;

do $$
declare name text;
begin
  foreach name in array '{scam_drafts,scam_matters,scam_reports,scam_indicators,scam_report_indicators,scam_verdicts,
    scam_publications,scam_published_indicators,scam_appeals}'::text[] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    -- For the functions below, which join, count and show as the owner; and for whoever is erased.
    execute format('create policy owner_keeps on %I for all to current_user using (true) with check (true)', name);
  end loop;
  foreach name in array '{scam_matters,scam_indicators,scam_verdicts,scam_publications,scam_published_indicators}'::text[] loop
    execute format('create policy staff_reads on %I for select to cryptocommerce_app using ((select app.reads_scams()))', name);
    execute format('grant select on %I to cryptocommerce_app', name);
  end loop;
end $$;

create policy own on scam_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert, update, delete on scam_drafts to cryptocommerce_app;

create policy own_or_staff on scam_reports for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.reads_scams()));
create policy own_hands_in on scam_reports for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status = 'submitted' and num_nonnulls(report_file, report_path) = 0);
create policy staff_decides on scam_reports for update to cryptocommerce_app
  using ((select app.reads_scams()) and user_id is distinct from (select app.user_id()))
  with check ((select app.reads_scams()) and (decided_by is null or decided_by = (select app.user_id())));
grant select, insert on scam_reports to cryptocommerce_app;
grant update (status, reason_code, report_file, decided_by, decided_at) on scam_reports to cryptocommerce_app;

create policy own_or_staff on scam_report_indicators for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.reads_scams()));
grant select on scam_report_indicators to cryptocommerce_app;
-- What a report named is shown to its reporter; of the indicator itself they see no count.
create policy named_by_oneself on scam_indicators for select to cryptocommerce_app
  using (exists (select from scam_report_indicators l where l.indicator_id = scam_indicators.id
    and l.user_id = (select app.user_id())));
revoke select on scam_indicators from cryptocommerce_app;
grant select (id, kind, scope, value) on scam_indicators to cryptocommerce_app;

create policy staff_works on scam_matters for update to cryptocommerce_app
  using ((select app.reads_scams())) with check ((select app.reads_scams()));
grant update (waits_since) on scam_matters to cryptocommerce_app;
create policy staff_judges on scam_verdicts for insert to cryptocommerce_app
  with check ((select app.reads_scams()) and decided_by = (select app.user_id()));
grant insert on scam_verdicts to cryptocommerce_app;
create policy staff_publishes on scam_publications for insert to cryptocommerce_app
  with check ((select app.reads_scams()) and withdrawn_at is null);
create policy staff_withdraws on scam_publications for update to cryptocommerce_app
  using ((select app.reads_scams()) and withdrawn_at is null)
  with check ((select app.reads_scams()) and withdrawn_by = (select app.user_id()));
grant insert on scam_publications to cryptocommerce_app;
grant update (withdrawn_at, withdrawn_by, withdrawn_code) on scam_publications to cryptocommerce_app;
create policy staff_publishes on scam_published_indicators for insert to cryptocommerce_app
  with check ((select app.reads_scams()));
grant insert on scam_published_indicators to cryptocommerce_app;
create policy own_or_staff on scam_appeals for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.reads_scams()));
create policy staff_decides on scam_appeals for update to cryptocommerce_app
  using ((select app.reads_scams()) and state = 'open' and user_id is distinct from (select app.user_id()))
  with check ((select app.reads_scams()) and state <> 'open' and decided_by = (select app.user_id()));
grant select on scam_appeals to cryptocommerce_app;
grant update (state, reason_code, answer, decided_by, decided_at) on scam_appeals to cryptocommerce_app;

-- What is read of an indicator at the desk.
create function app.scam_indicators_of(matter uuid)
  returns table (id uuid, kind text, scope text, value text, people integer, first_at timestamptz, last_at timestamptz, common boolean)
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.reads_scams() then raise exception 'not theirs to see' using errcode = 'insufficient_privilege'; end if;
  return query select i.id, i.kind, i.scope, i.value, i.people, i.first_at, i.last_at, i.common
    from public.scam_indicators i
   where i.id in (select x.id from public.scam_indicators x where x.matter_id = matter
     union select l.indicator_id from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
       where r.matter_id = matter)
   order by i.kind, i.people desc, i.id;
end $$;
create function app.mark_indicator_common(which uuid, is_common boolean) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.reads_scams() then raise exception 'not theirs to say' using errcode = 'insufficient_privilege'; end if;
  update public.scam_indicators set common = is_common where id = which;
end $$;

-- A report begins as a matter of its own and says where its files lie. Staff do not judge a report of their own person.
create function app.scam_report_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.erasing() then return new; end if;
  if tg_op = 'INSERT' then
    insert into public.scam_matters (opened_at, last_report_at, reports, people, waits_since)
      values (new.created_at, new.created_at, 1, 1, new.created_at) returning id into new.matter_id;
    new.evidence_path := (select f.path from public.files f where f.id = new.evidence_file);
    if new.evidence_file is not null and not exists (select from public.files f where f.id = new.evidence_file
      and f.user_id = new.user_id and f.purpose = 'scam-evidence' and f.state in ('clean', 'being_checked'))
    then raise exception 'this is no evidence' using errcode = 'check_violation', constraint = 'evidence_stands'; end if;
  elsif app.user_id() is not null and app.same_person(app.user_id(), new.user_id) then
    raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  if new.report_file is not null and not exists (select from public.files f where f.id = new.report_file
    and f.purpose = 'scam-report' and f.state in ('clean', 'being_checked'))
  then raise exception 'this is no report' using errcode = 'check_violation', constraint = 'report_file_stands'; end if;
  new.report_path := (select f.path from public.files f where f.id = new.report_file);
  return new;
end $$;
create trigger scam_report_stands before insert or update of status, report_file, decided_by on scam_reports
  for each row execute function app.scam_report_stands();

-- How many reports and people stand behind matters and indicators, counted anew; what nothing stands behind any more goes,
-- unless staff said something of it.
create function app.recount_scams(matters uuid[], indicators uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.scam_indicators i set people = (select count(distinct coalesce(j.person_id, r.user_id))
      from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
        left join public.joined_accounts j on j.user_id = r.user_id
     where l.indicator_id = i.id and r.status <> 'declined')
   where i.id = any(indicators);
  delete from public.scam_indicators i where i.id = any(indicators) and not i.common
    and not exists (select from public.scam_report_indicators l where l.indicator_id = i.id)
    and not exists (select from public.scam_published_indicators s where s.indicator_id = i.id);
  update public.scam_matters m set
      reports = (select count(*) from public.scam_reports r where r.matter_id = m.id),
      people = (select count(distinct coalesce(j.person_id, r.user_id)) from public.scam_reports r
        left join public.joined_accounts j on j.user_id = r.user_id where r.matter_id = m.id and r.status <> 'declined'),
      waits_since = case when exists (select from public.scam_reports r where r.matter_id = m.id) then m.waits_since end
   where m.id = any(matters);
  delete from public.scam_matters m where m.id = any(matters) and m.reports = 0
    and not exists (select from public.scam_indicators i where i.matter_id = m.id)
    and not exists (select from public.scam_verdicts v where v.matter_id = m.id)
    and not exists (select from public.scam_publications p where p.matter_id = m.id)
    and not exists (select from public.scam_matters o where o.merged_into = m.id);
end $$;

-- Puts a report that was just handed in where it belongs. One at a time in the whole house: of two that name the same at
-- once the second finds the first. What is common, and names, join nothing. The oldest of several matters takes the others.
create function app.place_scam_report(report uuid, facts jsonb) returns uuid
  language plpgsql security definer set search_path = pg_catalog as $$
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
  target := (select m.id from public.scam_matters m where m.id = any(together) order by m.opened_at, m.id limit 1);
  moved := array_remove(together, target);
  update public.scam_reports set matter_id = target where matter_id = any(moved);
  update public.scam_indicators set matter_id = target where matter_id = any(moved);
  update public.scam_verdicts set matter_id = target where matter_id = any(moved);
  update public.scam_publications set matter_id = target where matter_id = any(moved);
  update public.scam_matters m set last_report_at = greatest(m.last_report_at, one.created_at),
      waits_since = least(coalesce(m.waits_since, one.created_at),
        (select min(o.waits_since) from public.scam_matters o where o.id = any(moved)))
    where m.id = target;
  update public.scam_matters set reports = 0, people = 0, waits_since = null, merged_into = target
    where id = any(moved) or merged_into = any(moved);
  delete from public.scam_matters where id = one.matter_id and id <> target;
  perform app.recount_scams(array[target], named);
  return target;
end $$;

-- What was declined counts no more; what is erased is gone; and once accounts are joined their person counts once.
create function app.scam_report_counts() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.recount_scams(array[old.matter_id],
    array(select l.indicator_id from public.scam_report_indicators l where l.report_id = old.id));
  return null;
end $$;
create trigger scam_report_counts after update of status or delete on scam_reports
  for each row execute function app.scam_report_counts();
create function app.scam_indicator_unnamed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.recount_scams('{}', array[old.indicator_id]);
  return null;
end $$;
create trigger scam_indicator_unnamed after delete on scam_report_indicators
  for each row execute function app.scam_indicator_unnamed();
create function app.scams_of_joined() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare who uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  perform app.recount_scams(array(select r.matter_id from public.scam_reports r where r.user_id = who),
    array(select l.indicator_id from public.scam_report_indicators l where l.user_id = who));
  return null;
end $$;
create trigger scams_of_joined after insert or update or delete on joined_accounts
  for each row execute function app.scams_of_joined();

-- Published by two: what was approved is what its proposal froze, and its verdict says the same of the same matter.
create function app.publication_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from public.proposals p where p.id = new.proposal_id and p.kind = 'scam_warning' and p.state = 'approved'
    and p.subject = new.matter_id::text and p.payload ->> 'verdictId' = new.verdict_id::text
    and p.payload ->> 'title' = new.title and p.payload ->> 'summary' = new.summary)
  then raise exception 'two people publish' using errcode = 'check_violation', constraint = 'published_by_two'; end if;
  if not exists (select from public.scam_verdicts v where v.id = new.verdict_id and v.matter_id = new.matter_id
    and v.verdict = new.verdict)
  then raise exception 'its verdict says otherwise' using errcode = 'check_violation', constraint = 'published_as_judged'; end if;
  return new;
end $$;
create trigger publication_stands before insert on scam_publications for each row execute function app.publication_stands();

-- Looking up, while somebody types and before they pay: exact values alone, so that nobody lists what there is. Of what is
-- published verdict and number of people are told to everybody. Of what nobody judged yet whoever is signed in learns that
-- there is something, from the second person on, and never of a name: one report marks nobody.
create function app.scam_look(kinds text[], scopes text[], vals text[])
  returns table (n integer, told text, verdict text, people integer, slug text, first_day date)
  language sql stable security definer set search_path = pg_catalog rows 4 as $$
  select a.n::integer, case when p.verdict is null then 'reported' else 'published' end, p.verdict,
      case when p.verdict is not null then i.people end, p.slug,
      case when p.verdict is not null then (i.first_at at time zone 'America/Jamaica')::date end
    from unnest($1, $2, $3) with ordinality a (kind, scope, value, n)
      join public.scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value
      left join lateral (select w.verdict, w.slug from public.scam_published_indicators s
          join public.scam_publications w on w.id = s.publication_id
         where s.indicator_id = i.id and w.withdrawn_at is null order by w.published_at desc limit 1) p on true
   where p.verdict is not null
      or (app.user_id() is not null and i.kind <> 'name' and not i.common and i.people >= greatest(2,
        (select (s.value ->> 'toldFrom')::integer from public.setting_versions s where s.key = 'scam_reports'
          order by s.valid_from desc, s.id desc limit 1)))
$$;

-- What everybody may read, the newest first; with words, those in whose title or among whose indicators they stand.
create function app.published_scams(words text, before timestamptz, before_id uuid, most integer)
  returns table (id uuid, slug text, verdict text, title text, summary text, published_at timestamptz, people integer, indicators jsonb)
  language sql stable security definer set search_path = pg_catalog rows 20 as $$
  select p.id, p.slug, p.verdict, p.title, p.summary, p.published_at, m.people,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope, 'value', i.value, 'people', i.people)
          order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id)
    from public.scam_publications p join public.scam_matters m on m.id = p.matter_id
   where p.withdrawn_at is null and ($2 is null or (p.published_at, p.id) < ($2, $3))
     and ($1 is null or position(lower($1) in lower(p.title)) > 0 or exists (select from public.scam_published_indicators s
       join public.scam_indicators i on i.id = s.indicator_id
      where s.publication_id = p.id and position(lower($1) in lower(i.value)) > 0))
   order by p.published_at desc, p.id desc limit least($4, 500)
$$;

revoke all on function app.reads_scams(), app.scam_indicators_of(uuid), app.mark_indicator_common(uuid, boolean),
  app.scam_report_stands(), app.recount_scams(uuid[], uuid[]), app.place_scam_report(uuid, jsonb), app.scam_report_counts(),
  app.scam_indicator_unnamed(), app.scams_of_joined(), app.publication_stands(),
  app.scam_look(text[], text[], text[]), app.published_scams(text, timestamptz, uuid, integer) from public;
grant execute on function app.reads_scams(), app.scam_indicators_of(uuid), app.mark_indicator_common(uuid, boolean),
  app.place_scam_report(uuid, jsonb), app.scam_look(text[], text[], text[]),
  app.published_scams(text, timestamptz, uuid, integer) to cryptocommerce_app;

-- Evidence is for its reporter and for staff who work on scams; a report file for staff, and for the reporter once theirs
-- is completed.
create policy scam_papers on files as restrictive for select to cryptocommerce_app
  using (purpose not in ('scam-evidence', 'scam-report') or user_id = (select app.user_id()) or (select app.reads_scams())
    or exists (select from scam_reports r where r.report_file = files.id and r.user_id = (select app.user_id())
      and r.status = 'completed'));
create policy report_of_reporter on files for select to cryptocommerce_app
  using (purpose = 'scam-report' and exists (select from scam_reports r where r.report_file = files.id
    and r.user_id = (select app.user_id()) and r.status = 'completed'));

-- A report file outlasts the member of staff who wrote it, as long as a reporter has it.
create or replace function app.shown_to_others(picture uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select app.is_product() and (exists (select from public.course_pictures c where c.file_id = picture)
    or exists (select from public.workshop_sessions w where w.flyer_file = picture)
    or exists (select from public.scam_reports r where r.report_file = picture))
$$;

-- A database that has settings already gets it.
insert into setting_versions (key, value)
  select 'scam_reports', '{"perDay": 5, "open": 10, "looksPerHour": 600, "toldFrom": 2}'::jsonb
   where exists (select from setting_versions);
