-- Why: a report file says what one person handed in. Nothing kept it from being sent to another by mistake: a file answers one
-- report, and one that was drawn answers the report that it was drawn from, as that was judged then (decision 069).

drop index scam_reports_file;
create unique index report_file_once on scam_reports (report_file) where report_file is not null;

create table scam_drawn_files (
  file_id uuid primary key references files (id) on delete cascade,
  report_id uuid not null references scam_reports (id) on delete cascade,
  verdict_id uuid not null references scam_verdicts (id) on delete cascade,
  drawn_by uuid not null references auth."user" (id) on delete cascade,
  drawn_at timestamptz not null
);
create index scam_drawn_files_report on scam_drawn_files (report_id, drawn_at desc);
create index scam_drawn_files_verdict on scam_drawn_files (verdict_id);
create index scam_drawn_files_by on scam_drawn_files (drawn_by);
alter table scam_drawn_files enable row level security;
alter table scam_drawn_files force row level security;
create policy owner_keeps on scam_drawn_files for all to current_user using (true) with check (true);
create policy staff_reads on scam_drawn_files for select to cryptocommerce_app using ((select app.reads_scams()));
create policy staff_draws on scam_drawn_files for insert to cryptocommerce_app
  with check ((select app.judges_scams()) and drawn_by = (select app.user_id()));
grant select, insert on scam_drawn_files to cryptocommerce_app;

create function app.report_file_is_its_own() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare drawn public.scam_drawn_files;
begin
  select d.* into drawn from public.scam_drawn_files d where d.file_id = new.report_file;
  if drawn.file_id is not null and (drawn.report_id <> new.id
    or drawn.verdict_id is distinct from app.scam_verdict_of(new.id)
    or exists (select from public.scam_drawn_files n where n.report_id = new.id and n.drawn_at > drawn.drawn_at))
  then
    raise exception 'drawn from something else' using errcode = 'check_violation', constraint = 'report_file_of_its_report';
  end if;
  return new;
end $$;
revoke all on function app.report_file_is_its_own() from public;
create trigger report_file_is_its_own before update of report_file on scam_reports for each row
  when (new.report_file is not null and new.report_file is distinct from old.report_file)
  execute function app.report_file_is_its_own();
