create table rate_limits (
  key text primary key,
  window_start timestamptz not null,
  tries integer not null
);
create index rate_limits_age on rate_limits (window_start);
grant select, insert, update, delete on rate_limits to cryptocommerce_app, cryptocommerce_auth;
