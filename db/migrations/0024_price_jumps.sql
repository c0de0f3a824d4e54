-- A price that one source alone tells, far from the last one, is not traded on: the coin rests until a second source, a
-- second reading or a person of the staff confirms it.
insert into setting_versions (key, value)
  select 'price_guard', '{"jumpPercent": 10, "withinMinutes": 1440, "confirmMinutes": 10}'::jsonb
   where exists (select from setting_versions);

-- What was told and is not believed yet, beside the price that stands.
alter table crypto_prices
  add column jump_price numeric constraint jump_positive check (jump_price > 0),
  add column jump_source text,
  add column jump_observed_at timestamptz,
  add constraint jump_is_whole check (num_nonnulls(jump_price, jump_source, jump_observed_at) in (0, 3));
