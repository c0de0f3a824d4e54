-- Why: unassigned money has a clock and a name (decision E6). It had an age and nobody: whoever wrote it down looks after it now until
-- somebody of finance takes it over. Both stand with what is open, and go with it.
alter table unassigned_open
  add column keeper uuid references auth."user"(id),
  add column kept_since timestamptz,
  add constraint kept_by_somebody check ((keeper is null) = (kept_since is null));
create index unassigned_open_keeper on unassigned_open (keeper);
-- Nobody hands it to somebody else: who takes it says so themselves.
create policy finance_takes on unassigned_open for update to cryptocommerce_app
  using ((select app.has_role('finance')) or (select app.has_role('admin')))
  with check (keeper = (select app.user_id()));
grant update (keeper, kept_since) on unassigned_open to cryptocommerce_app;
