-- The first start sets the mode of a database. A start in the other mode fails (ADR 08).
create table deployment_mode (
  only_row boolean primary key default true constraint born_once check (only_row),
  mode text not null constraint born_mode_known check (mode in ('demo', 'production')),
  at timestamptz not null default now()
);

create function app.newest_migration() returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select max(name) from public.kysely_migration);
end $$;

create function app.deployment_mode() returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$ select mode
    from public.deployment_mode $$;

revoke all on function app.newest_migration, app.deployment_mode from public;
grant execute on function app.newest_migration, app.deployment_mode to cryptocommerce_app;
