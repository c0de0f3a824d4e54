-- Why: a program that waits for an order would ask again and again. Its owner names addresses that are told when an order
-- of theirs moves or its receipt is there: its id and how it stands, and nothing else of anybody.

create table webhook_endpoints (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  url text not null constraint webhook_is_https check (url ~ '^https://' and length(url) <= 1000),
  -- What signs, sealed; and what signed before it, as long as both do.
  secret_sealed text not null constraint webhook_secret_sealed check (secret_sealed like 's1.%'),
  former_sealed text constraint webhook_former_sealed check (former_sealed like 's1.%'),
  former_until timestamptz,
  created_at timestamptz not null,
  paused_at timestamptz,
  paused_why text constraint webhook_paused_why check (paused_why in ('failing', 'password', 'owner')),
  constraint webhook_former_ends check ((former_sealed is null) = (former_until is null)),
  constraint webhook_paused_for_a_reason check ((paused_at is null) = (paused_why is null)),
  constraint webhook_of_one_person unique (user_id, id),
  constraint webhook_once unique (user_id, url)
);

-- What was told or is to be told, once for each address. Kept for thirty days.
create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  endpoint_id uuid not null,
  type text not null constraint webhook_type_known check (type in ('order.status_changed', 'receipt.ready')),
  facts jsonb not null constraint webhook_facts_known check (jsonb_typeof(facts) = 'object'),
  at timestamptz not null default now(),
  -- When it was handed to the queue last, and how often it was tried since.
  queued_at timestamptz,
  tries integer not null default 0,
  tried_at timestamptz,
  -- What answered, as a number of HTTP; null where nothing did.
  answered integer,
  delivered_at timestamptz,
  given_up_at timestamptz,
  constraint webhook_of_its_owner foreign key (user_id, endpoint_id) references webhook_endpoints (user_id, id)
    on delete cascade,
  constraint webhook_ends_once check (num_nonnulls(delivered_at, given_up_at) <= 1)
);
create index webhook_deliveries_of on webhook_deliveries (user_id, endpoint_id, id desc);
create index webhook_deliveries_to_queue on webhook_deliveries (id) where queued_at is null;
create index webhook_deliveries_age on webhook_deliveries (at);

do $$
declare name text;
begin
  foreach name in array '{webhook_endpoints,webhook_deliveries}'::text[]
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_keeps on %I for all to current_user using (true) with check (true)', name);
    execute format('create policy own_or_product on %I for select to cryptocommerce_app
      using (user_id = (select app.user_id()) or (select app.is_product()))', name);
    execute format('create policy own_or_product_changes on %I for update to cryptocommerce_app
      using (user_id = (select app.user_id()) or (select app.is_product()))
      with check (user_id = (select app.user_id()) or (select app.is_product()))', name);
  end loop;
end $$;
create policy own_names on webhook_endpoints for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_ends on webhook_endpoints for delete to cryptocommerce_app
  using (user_id = (select app.user_id()));
create policy product_forgets on webhook_deliveries for delete to cryptocommerce_app
  using ((select app.is_product()));
grant select, insert, delete on webhook_endpoints to cryptocommerce_app;
grant update (secret_sealed, former_sealed, former_until, paused_at, paused_why) on webhook_endpoints
  to cryptocommerce_app;
grant select, delete on webhook_deliveries to cryptocommerce_app;
grant update (queued_at, tries, tried_at, answered, delivered_at, given_up_at) on webhook_deliveries
  to cryptocommerce_app;

-- Whatever moves an order, its owner's programs are told, by whichever road. A hold shows nowhere (decision A7), and how
-- far we are with paying out is for people.
create function app.tell_programs() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.webhook_deliveries (user_id, endpoint_id, type, facts)
  select new.user_id, e.id, t.type, jsonb_build_object('orderId', new.id, 'status', new.status, 'payIn', new.pay_in)
    from public.webhook_endpoints e
   cross join (values ('order.status_changed', true), ('receipt.ready', new.status = 'completed' and old.status <> 'completed'))
      t (type, told)
   where e.user_id = new.user_id and e.paused_at is null and t.told;
  return null;
end $$;
revoke all on function app.tell_programs() from public;
create trigger tell_programs after update on transactions
  for each row when (old.status <> new.status or old.pay_in <> new.pay_in) execute function app.tell_programs();

-- Whoever takes the password away from a stranger takes what the stranger set up: keys end, and no address is told any
-- more until its owner says so.
create function app.end_programs(person uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.program_key where user_id = person;
  update public.webhook_endpoints set paused_at = now(), paused_why = 'password'
   where user_id = person and paused_at is null;
end $$;
revoke all on function app.end_programs(uuid) from public;
grant execute on function app.end_programs(uuid) to cryptocommerce_auth;

create or replace function app.keys_end_with_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.program_key where user_id = new.id;
  delete from public.webhook_endpoints where user_id = new.id;
  return null;
end $$;
