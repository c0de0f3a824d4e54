-- An alert for a price ends when it fires. An alert for a daily move fires at most once a day in Jamaica.
create table price_alerts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  symbol text not null,
  direction text not null constraint price_alert_direction_known check (direction in ('above', 'below', 'move')),
  currency text constraint price_alert_currency_known check (currency in ('USD', 'JMD')),
  target numeric not null constraint price_alert_target_positive check (target > 0),
  created_at timestamptz not null,
  fired_at timestamptz,
  fired_value numeric,
  constraint price_alert_has_unit check ((currency is null) = (direction = 'move')),
  constraint price_alert_fires_with_value check ((fired_at is null) = (fired_value is null))
);
create unique index price_alert_once on price_alerts (user_id, symbol, direction, currency, target)
  nulls not distinct where fired_at is null or direction = 'move';
create index price_alerts_active on price_alerts (symbol, direction) where fired_at is null or direction = 'move';
create index price_alerts_done on price_alerts (fired_at) where fired_at is not null and direction <> 'move';
create index price_alerts_of on price_alerts (user_id);
alter table price_alerts enable row level security;
alter table price_alerts force row level security;
create policy own_insert on price_alerts for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and fired_at is null);
create policy own_or_system_select on price_alerts for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_or_system_delete on price_alerts for delete to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy owner_while_erasing on price_alerts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy system_update on price_alerts for update to cryptocommerce_app
  using ((select app.is_system())) with check ((select app.is_system()));
grant select, insert, delete on price_alerts to cryptocommerce_app;
grant update (fired_at, fired_value) on price_alerts to cryptocommerce_app;

alter table notices drop constraint notice_kind_known;
alter table notices add constraint notice_kind_known check (kind in ('security', 'order', 'payment', 'identity', 'plan',
  'workshop', 'course', 'project', 'certificate', 'launch', 'scam_report', 'help', 'price_alert', 'news'));
alter table notice_preferences drop constraint preference_of_a_choice;
alter table notice_preferences add constraint preference_of_a_choice check (kind in ('identity', 'plan', 'workshop',
  'course', 'project', 'certificate', 'launch', 'scam_report', 'help', 'price_alert', 'news'));
