-- Suspicious-transaction reports, due 15 days after the suspicion was formed (POCA).
create table str_reports (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity constraint report_number_taken unique,
  case_id uuid not null,
  user_id uuid not null,
  state text not null default 'draft',
  suspicion_formed_on date not null,
  due_on date not null,
  version integer not null default 0,
  fid_reference text constraint fid_reference_once unique,
  filed_on date,
  closed_by uuid references auth."user",
  closed_at timestamptz,
  abandon_reason text,
  created_by uuid not null references auth."user",
  created_at timestamptz not null,
  filed_xml text,
  filed_sha256 text,
  constraint report_and_owner unique (user_id, id),
  constraint report_of_case foreign key (user_id, case_id) references cases (user_id, id),
  constraint filed_as_a_whole check ((filed_xml is null or filed_sha256 is not null) and (filed_sha256 is null
    or state = 'filed')),
  constraint nobody_reports_themselves check (created_by <> user_id and closed_by <> user_id),
  constraint report_filed_whole check ((state = 'filed') = (fid_reference is not null and filed_on is not null)),
  constraint report_state_known check (state in ('draft', 'filed', 'abandoned'))
);
create unique index report_one_draft on str_reports (case_id) where state = 'draft';
create index reports_case on str_reports (user_id, case_id);
create index reports_closed_by on str_reports (closed_by);
create index reports_created_by on str_reports (created_by);
create index reports_due on str_reports (due_on, id) where state = 'draft';
alter table str_reports enable row level security;
alter table str_reports force row level security;
create policy compliance_only_insert on str_reports for insert to cryptocommerce_app
  with check ((select app.has_role('compliance')) and user_id <> (select app.user_id()));
create policy compliance_only_select on str_reports for select to cryptocommerce_app
  using ((select app.has_role('compliance')) and user_id <> (select app.user_id()));
create policy compliance_only_update on str_reports for update to cryptocommerce_app
  using ((select app.has_role('compliance')) and user_id <> (select app.user_id()))
  with check ((select app.has_role('compliance')) and user_id <> (select app.user_id()));
create policy not_own_other_account_select on str_reports as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on str_reports as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_select on str_reports for select to current_user using (true);
create policy owner_while_erasing on str_reports to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on str_reports to cryptocommerce_app;
grant update (state, suspicion_formed_on, due_on, version, fid_reference, filed_on, closed_by, closed_at,
  abandon_reason, filed_xml, filed_sha256) on str_reports to cryptocommerce_app;

create table str_versions (
  report_id uuid not null,
  version integer not null,
  user_id uuid not null,
  content jsonb not null,
  written_by uuid not null references auth."user",
  written_at timestamptz not null,
  primary key (report_id, version),
  constraint version_of_report foreign key (user_id, report_id) references str_reports (user_id, id)
);
create index str_versions_by on str_versions (written_by);
create index str_versions_report on str_versions (user_id, report_id);
alter table str_versions enable row level security;
alter table str_versions force row level security;
create policy compliance_only_insert on str_versions for insert to cryptocommerce_app
  with check ((select app.has_role('compliance')) and user_id <> (select app.user_id()));
create policy compliance_only_select on str_versions for select to cryptocommerce_app
  using ((select app.has_role('compliance')) and user_id <> (select app.user_id()));
create policy not_own_other_account_select on str_versions as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on str_versions as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on str_versions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on str_versions to cryptocommerce_app;

create function app.check_filed_report() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_erasing() and current_user <> 'cryptocommerce_app' then return new; end if;
  raise exception 'a filed report cannot change' using errcode = 'check_violation', constraint = 'stays_as_filed';
end $$;
create trigger check_filed_report before update on str_reports for each row
  when (old.state <> 'draft' and (old.filed_xml, old.filed_sha256) is distinct from (new.filed_xml, new.filed_sha256))
  execute function app.check_filed_report();

create function app.case_closed_at(target_case uuid) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(c.closed_at, (select max(r.closed_at) from public.str_reports r where r.user_id = c.user_id and r.case_id = c.id))
    from public.cases c where c.id = target_case and c.state = 'closed' and not exists (select from public.str_reports r
      where r.user_id = c.user_id and r.case_id = c.id and r.state = 'draft')
$$;

revoke all on function app.check_filed_report, app.case_closed_at from public;
grant execute on function app.case_closed_at to cryptocommerce_app;
