create domain log_reader as text constraint reader_known check (value = 'compliance');

-- Append-only audit log (decision D3, ADR 05). The person in `about_id` cannot read the entry, even as staff.
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  about_id uuid,
  for_role log_reader,
  before jsonb,
  after jsonb,
  reason_code text,
  request_id text,
  xact xid8 not null default pg_current_xact_id(),
  erased_at timestamptz
);
create index audit_about on audit_log (about_id, id) where about_id is not null;
create index audit_action on audit_log (action, id);
create index audit_actor on audit_log (actor_id, id);
create index audit_subject on audit_log (subject_type, subject_id, id);
create index audit_xact on audit_log (xact);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy anyone_insert on audit_log for insert to cryptocommerce_app, cryptocommerce_auth with check (true);
-- Hides erased entries from the application.
create policy not_erased_select on audit_log as restrictive for select to cryptocommerce_app using (erased_at is null);
create policy not_own_other_account_select on audit_log as restrictive for select to cryptocommerce_app
  using (about_id is null or about_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_update on audit_log for update to current_user using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on audit_log for select to current_user using (true);
create policy owner_insert on audit_log for insert to current_user with check (action = 'audit.erased');
create policy sealer_select on audit_log for select to cryptocommerce_sealer using (true);
create policy staff_select on audit_log for select to cryptocommerce_app using ((select app.can_access_all_rows())
  and about_id is distinct from (select app.user_id())
  and ((select app.user_id()) is null or (select app.has_role('compliance'))
    or (select app.has_role('admin')) and for_role is null));
grant select on audit_log to cryptocommerce_app, cryptocommerce_sealer;
grant insert (at, actor_id, actor_role, action, subject_type, subject_id, about_id, for_role, before, after,
  reason_code, request_id) on audit_log to cryptocommerce_app, cryptocommerce_auth;

create table audit_sealing (
  only_row boolean primary key default true constraint one_sealing check (only_row),
  horizon xid8 not null
);
insert into audit_sealing (horizon) values ('0');
alter table audit_sealing enable row level security;
alter table audit_sealing force row level security;
create policy owner_select on audit_sealing for select to current_user using ((select app.is_system()));
create policy sealer_update on audit_sealing for update to cryptocommerce_sealer using (true);
create policy sealer_select on audit_sealing for select to cryptocommerce_sealer using (true);
grant select on audit_sealing to cryptocommerce_sealer;
grant update (horizon) on audit_sealing to cryptocommerce_sealer;

-- Hash chain over audit_log. A foreign key would lock the entries, so the verifier finds missing entries instead.
create table audit_seals (
  seq bigint primary key,
  audit_id uuid not null constraint sealed_once unique,
  previous text not null constraint chain_never_forks unique,
  digest text not null,
  sealed_at timestamptz not null,
  hash text not null
);
alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy owner_select on audit_seals for select to current_user using ((select app.is_system()));
create policy sealer_insert on audit_seals for insert to cryptocommerce_sealer with check (true);
create policy sealer_select on audit_seals for select to cryptocommerce_sealer using (true);
create policy staff_select on audit_seals for select to cryptocommerce_app
  using ((select app.has_role('compliance')) or (select app.has_role('admin')));
grant select, insert on audit_seals to cryptocommerce_sealer;
grant select on audit_seals to cryptocommerce_app;

create function app.audit_entry_exists(entry uuid) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return app.can_access_all_rows() and exists (select from public.audit_log l where l.id = entry);
end $$;

create function app.audit_entry_erased(entry uuid) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return app.can_access_all_rows() and exists (select from public.audit_log l where l.id = entry
    and l.erased_at is not null);
end $$;

create function app.sealing_lag() returns table (waiting integer, oldest timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_system() then raise exception 'only the system can read the sealing lag'; end if;
  return query select count(*)::integer, min(w.at) from (
    select l.at from public.audit_log l
     where l.xact >= (select s.horizon from public.audit_sealing s)
       and not exists (select from public.audit_seals s where s.audit_id = l.id)
     limit 10000) w;
end $$;

-- Erases the content of audit entries. One new entry lists the sequence numbers of the erased sealed entries.
create function app.redact_audit_entries(entry_ids uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare erased_lines bigint[]; erasing_before text := current_setting('app.erasing', true);
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  -- Blocks the sealer, so that no entry changes while it is being sealed.
  perform pg_advisory_xact_lock(hashtextextended('audit seals', 0));
  perform app.start_erasure();
  with erased as (
    update public.audit_log l set before = null, after = null,
        erased_at = case when exists (select from public.audit_seals s where s.audit_id = l.id) then now() end
     where l.id = any(entry_ids) and l.erased_at is null and (l.before is not null or l.after is not null)
     returning l.id, l.erased_at)
  select array_agg(s.seq order by s.seq) into erased_lines
    from erased e join public.audit_seals s on s.audit_id = e.id where e.erased_at is not null;
  if coalesce(erasing_before, '') <> 'yes' then perform app.finish_erasure(); end if;
  if erased_lines is not null then
    insert into public.audit_log (actor_role, action, subject_type, subject_id, after)
      values ('system', 'audit.erased', 'audit_log', 'entries', jsonb_build_object('lines', erased_lines));
  end if;
end $$;

revoke all on function app.audit_entry_exists, app.audit_entry_erased, app.sealing_lag, app.redact_audit_entries
  from public;
grant execute on function app.audit_entry_exists, app.audit_entry_erased, app.sealing_lag to cryptocommerce_app;
