-- Transactions that erase data. Only the erasing functions insert rows; any statement could forge a session setting.
create table app.active_erasures (
  xact xid8 primary key
);

-- Current user, set by app.authenticate_session. Without `set` clauses the planner can inline these functions.
create function app.user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- True for staff and for jobs, which have no user id (ADR 04).
create function app.can_access_all_rows() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.all_rows', true), '') = 'yes';

-- True if the current user has this staff role (decision A7).
create function app.has_role(required_role text) returns boolean
  language sql stable parallel safe
  return required_role = any(string_to_array(coalesce(current_setting('app.roles', true), ''), ','));

create function app.is_system() returns boolean
  language sql stable parallel safe
  return app.can_access_all_rows() and app.user_id() is null;

create function app.other_accounts() returns uuid[]
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.other_accounts', true), ''), '{}')::uuid[];

-- Today in Jamaica by the database clock: a caller cannot end retention early with a later date.
create function app.today() returns date
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select (now() at time zone 'America/Jamaica')::date;
end;

create function app.can_edit_courses() returns boolean
  language sql stable parallel safe
  return app.has_role('instructor') or app.has_role('admin');

create function app.can_grade_projects() returns boolean
  language sql stable parallel safe
  return app.has_role('instructor') or app.has_role('admin');

create function app.can_manage_workshops() returns boolean
  language sql stable parallel safe
  return (app.has_role('instructor') or app.has_role('support') or app.has_role('admin'));

create function app.can_read_attendees() returns boolean
  language sql stable parallel safe
  return (app.has_role('instructor') or app.can_access_all_rows());

create function app.can_read_launches() returns boolean
  language sql stable parallel safe
  return app.is_system() or app.has_role('compliance') or app.has_role('support') or app.has_role('admin');

create function app.can_decide_launches() returns boolean
  language sql stable parallel safe
  return app.has_role('compliance') or app.has_role('admin');

create function app.can_read_scams() returns boolean
  language sql stable parallel safe
  return app.is_system() or app.has_role('support') or app.has_role('compliance') or app.has_role('admin');

create function app.can_decide_scams() returns boolean
  language sql stable parallel safe
  return app.is_system() or app.has_role('compliance') or app.has_role('admin');

create function app.start_erasure() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.active_erasures (xact) values (pg_current_xact_id()) on conflict do nothing;
  perform set_config('app.erasing', 'yes', true);
end $$;

create function app.finish_erasure() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.active_erasures where xact = pg_current_xact_id_if_assigned();
  perform set_config('app.erasing', '', true);
end $$;

create function app.has_active_erasure() returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return exists (select from app.active_erasures e where e.xact = pg_current_xact_id_if_assigned());

-- Reads the cheap setting first: nearly no transaction erases.
create function app.is_erasing() returns boolean
  language sql stable parallel restricted
  return coalesce(current_setting('app.erasing', true), '') = 'yes' and app.has_active_erasure();

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
  app.today, app.can_manage_workshops, app.can_read_attendees, app.can_read_scams, app.can_decide_scams, app.start_erasure,
  app.finish_erasure, app.has_active_erasure, app.notify_access_change
  from public;
grant execute on function
  app.can_manage_workshops, app.can_read_attendees, app.can_read_scams, app.can_decide_scams
  to cryptocommerce_app;
grant execute on function
  app.has_active_erasure
  to cryptocommerce_app, cryptocommerce_auth, cryptocommerce_jobs, cryptocommerce_sealer;
