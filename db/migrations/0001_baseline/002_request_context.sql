-- Transactions that erase data. Only the erasing functions insert rows; any statement could forge a session setting.
create table app.active_erasures (
  xact xid8 primary key
);

-- Current user, set by app.authenticate_session. Without `set` clauses the planner can inline these functions.
create function app.user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- True for staff and for jobs, which have no user id (ADR 04).
create function app.bypasses_row_filter() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.all_rows', true), '') = 'yes';

-- True if the current user has this staff role (decision A7).
create function app.has_role(wanted text) returns boolean
  language sql stable parallel safe
  return wanted = any(string_to_array(coalesce(current_setting('app.roles', true), ''), ','));

create function app.is_product() returns boolean
  language sql stable parallel safe
  return app.bypasses_row_filter() and app.user_id() is null;

create function app.other_accounts() returns uuid[]
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.other_accounts', true), ''), '{}')::uuid[];

-- Today in Jamaica by the database clock: a caller cannot end retention early with a later date.
create function app.today() returns date
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select (now() at time zone 'America/Jamaica')::date;
end;

create function app.teaches() returns boolean
  language sql stable parallel safe
  return app.has_role('instructor') or app.has_role('admin');

create function app.marks_projects() returns boolean
  language sql stable parallel safe
  return app.has_role('instructor') or app.has_role('admin');

create function app.runs_workshops() returns boolean
  language sql stable parallel safe
  return (app.has_role('instructor') or app.has_role('support') or app.has_role('admin'));

create function app.sees_attendees() returns boolean
  language sql stable parallel safe
  return (app.has_role('instructor') or app.bypasses_row_filter());

create function app.reads_launches() returns boolean
  language sql stable parallel safe
  return app.is_product() or app.has_role('compliance') or app.has_role('support') or app.has_role('admin');

create function app.judges_launches() returns boolean
  language sql stable parallel safe
  return app.has_role('compliance') or app.has_role('admin');

create function app.reads_scams() returns boolean
  language sql stable parallel safe
  return app.is_product() or app.has_role('support') or app.has_role('compliance') or app.has_role('admin');

create function app.judges_scams() returns boolean
  language sql stable parallel safe
  return app.is_product() or app.has_role('compliance') or app.has_role('admin');

create function app.begin_erasing() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.active_erasures (xact) values (pg_current_xact_id()) on conflict do nothing;
  perform set_config('app.erasing', 'yes', true);
end $$;

create function app.end_erasing() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.active_erasures where xact = pg_current_xact_id_if_assigned();
  perform set_config('app.erasing', '', true);
end $$;

create function app.is_erasing() returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return exists (select from app.active_erasures e where e.xact = pg_current_xact_id_if_assigned());

-- Reads the cheap setting first: nearly no transaction erases.
create function app.erasing() returns boolean
  language sql stable parallel restricted
  return coalesce(current_setting('app.erasing', true), '') = 'yes' and app.is_erasing();

create function app.name_key(name text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  return regexp_replace(lower(normalize(name, NFKD) collate pg_c_utf8), '[^[:alnum:]]+', '', 'g');

create function app.notify_access_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('topic', 'leave@' || (to_jsonb(case tg_op when 'DELETE' then old else new end) ->> tg_argv[0]));
  return null;
end $$;

revoke all on function
  app.today, app.runs_workshops, app.sees_attendees, app.reads_scams, app.judges_scams, app.begin_erasing,
  app.end_erasing, app.is_erasing, app.notify_access_change
  from public;
grant execute on function
  app.runs_workshops, app.sees_attendees, app.reads_scams, app.judges_scams
  to cryptocommerce_app;
grant execute on function
  app.is_erasing
  to cryptocommerce_app, cryptocommerce_auth, cryptocommerce_jobs, cryptocommerce_sealer;
