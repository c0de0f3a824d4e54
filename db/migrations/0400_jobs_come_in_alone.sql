-- Why: whoever fetches jobs came in as the application, which may read customers' rows, and so could a login that was only
-- meant for the queue. The queue has a login of its own: the tables of jobs, which the job library lays down, and nothing else.
do $$ begin
  create role cryptocommerce_jobs nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

-- A process that never had the owner's login asks as the application whether this is a demo's database or a real one.
create function app.born_as() returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$ select mode from public.born_as $$;
revoke all on function app.born_as() from public;
grant execute on function app.born_as() to cryptocommerce_app;
