-- Why: what a coin is worth, where the figure came from and when, and how it was checked. Public figures: no row security.

create table crypto_prices (
  symbol text primary key,
  price_usd numeric not null constraint price_positive check (price_usd > 0),
  percent_change_24h numeric,
  volume_24h_usd numeric,
  source text not null,
  demo boolean not null default false,
  observed_at timestamptz not null,
  last_updated timestamptz not null
);
-- Grows by six rows each quarter of an hour, about 210,000 a year; pruned after 400 days.
create table price_history (
  symbol text not null,
  at timestamptz not null,
  price_usd numeric not null constraint history_price_positive check (price_usd > 0),
  source text not null,
  demo boolean not null default false,
  primary key (symbol, at)
);
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
-- One row: when prices were last asked for by hand, whoever asked.
create table price_refreshes (
  only_row boolean primary key default true constraint one_row check (only_row),
  attempted_at timestamptz not null
);
grant select, insert, update, delete on crypto_prices, price_history, price_checks, price_refreshes to cryptocommerce_app;
