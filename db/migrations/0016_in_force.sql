-- Why: every order asks which settings, lists and rules are in force. Each answer was put together from its own table,
-- for every order anew. Now one row tells all of them in words that change with what they stand for, in the same
-- transaction; a process reads what stands behind a word when it meets it first.

create table in_force (
  single boolean primary key default true constraint one_row check (single),
  settings uuid not null default uuidv7(),
  lists uuid not null default uuidv7(),
  -- The newest rule set.
  rules uuid not null references risk_rule_sets,
  -- What stirs the references of orders. Never changed: numbers to come would get references that exist.
  reference_key uuid not null default gen_random_uuid()
);
create index in_force_rules on in_force (rules);
alter table risk_rule_sets no force row level security;
insert into in_force (rules, reference_key)
  select (select id from risk_rule_sets order by version desc limit 1), key from order_reference_key;
alter table risk_rule_sets force row level security;
drop table order_reference_key;
-- No data of anybody. Changed by nothing but the triggers below.
grant select on in_force to cryptocommerce_app;

-- That an order was placed stands in the order; what stood in its story beside that goes.
alter table order_events no force row level security;
delete from order_events where event = 'placed';
alter table order_events force row level security;

create function app.settings_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.in_force set settings = uuidv7();
  return null;
end $$;
-- A version is in force from the transaction that adds it, so that nothing has to happen when a moment comes.
revoke insert on setting_versions from cryptocommerce_app;
grant insert (key, value, proposed_by, approved_by) on setting_versions to cryptocommerce_app;
create trigger settings_in_force after insert or update or delete on setting_versions
  for each statement execute function app.settings_changed();

create function app.lists_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.in_force set lists = uuidv7();
  return null;
end $$;
-- A try that brought nothing new (asked_at, failure) changes nothing of what is compared.
create trigger lists_in_force after insert or delete or update of needed, allowed_hours, list_id, as_of
  on sanctions_sources for each statement execute function app.lists_changed();

create function app.rules_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.in_force set rules = (select id from added order by version desc limit 1);
  return null;
end $$;
-- Rule sets are only added, each with a number above all before.
create trigger rules_in_force after insert on risk_rule_sets
  referencing new table as added for each statement execute function app.rules_changed();

revoke all on function app.settings_changed(), app.lists_changed(), app.rules_changed() from public;
