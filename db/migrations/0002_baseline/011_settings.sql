-- Settings with their history (decision D1). Everyone can read them, since every quote needs the rates.
create table setting_versions (
  id uuid primary key default uuidv7(),
  key text not null,
  value jsonb not null,
  valid_from timestamptz not null default now(),
  proposed_by uuid references auth."user",
  approved_by uuid references auth."user",
  constraint setting_two_people check (proposed_by is null or proposed_by <> approved_by)
);
create index setting_approved_by on setting_versions (approved_by);
create index setting_newest on setting_versions (key, valid_from desc, id desc);
create index setting_proposed_by on setting_versions (proposed_by);
grant select on setting_versions to cryptocommerce_app;

-- Single row of version ids, changed in the same transaction as the settings, lists or rules.
-- Never change `reference_key`: new orders would repeat old references.
create table active_versions (
  single boolean primary key default true constraint one_row check (single),
  settings uuid not null default uuidv7(),
  lists uuid not null default uuidv7(),
  rules uuid not null,
  reference_key uuid not null default gen_random_uuid()
);
create index in_force_rules on active_versions (rules);
grant select on active_versions to cryptocommerce_app;

create function app.renew_settings_version() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.active_versions set settings = uuidv7();
  return null;
end $$;
create trigger settings_in_force after insert or update or delete on setting_versions
  for each statement execute function app.renew_settings_version();

create function app.apply_setting(proposal uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'setting' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no setting was approved in this transaction'; end if;
  insert into public.setting_versions (key, value, proposed_by, approved_by)
    values (approved.subject, approved.payload, approved.proposed_by, approved.decided_by);
end $$;

-- US$ amount from which an order requires an approved tier (decision E5).
create function app.kyc_threshold_usd() returns numeric
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (s.value ->> 'gate')::numeric from public.setting_versions s where s.key = 'caps'
   order by s.valid_from desc, s.id desc limit 1
$$;

revoke all on function app.renew_settings_version, app.apply_setting, app.kyc_threshold_usd from public;
grant execute on function app.apply_setting to cryptocommerce_app;
