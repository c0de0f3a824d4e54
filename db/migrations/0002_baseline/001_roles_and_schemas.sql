-- PostgreSQL fires the triggers of an event in the order of their names; numbers in trigger names set that order.
-- The owner role runs migrations only. Each part of the product logs in with its own role (ADR 04).
do $$
declare name text;
begin
  foreach name in array '{cryptocommerce_app,cryptocommerce_auth,cryptocommerce_sealer,cryptocommerce_jobs}'::text[] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

revoke create on schema public from public;
create schema auth;
create schema app;
grant usage on schema auth to cryptocommerce_auth;
grant usage on schema app to cryptocommerce_app, cryptocommerce_auth, cryptocommerce_sealer;
