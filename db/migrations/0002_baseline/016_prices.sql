create table crypto_prices (
  symbol text primary key,
  price_usd numeric not null constraint price_positive check (price_usd > 0),
  percent_change_24h numeric,
  volume_24h_usd numeric,
  source text not null,
  demo boolean not null default false,
  observed_at timestamptz not null,
  last_updated timestamptz not null,
  jump_price numeric constraint jump_positive check (jump_price > 0),
  jump_source text,
  jump_observed_at timestamptz,
  constraint jump_is_whole check (num_nonnulls(jump_price, jump_source, jump_observed_at) in (0, 3))
);
grant select, insert, update, delete on crypto_prices to cryptocommerce_app;

create table price_history (
  symbol text not null,
  at timestamptz not null,
  price_usd numeric not null constraint history_price_positive check (price_usd > 0),
  source text not null,
  demo boolean not null default false,
  primary key (symbol, at)
);
grant select, insert, update, delete on price_history to cryptocommerce_app;

create table price_checks (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  symbol text not null,
  chosen_source text,
  chosen numeric,
  readings jsonb not null,
  verdict text not null
);
create index price_checks_age on price_checks (at);
grant select, insert, update, delete on price_checks to cryptocommerce_app;

create table price_refreshes (
  only_row boolean primary key default true constraint one_row check (only_row),
  attempted_at timestamptz not null
);
grant select, insert, update, delete on price_refreshes to cryptocommerce_app;
