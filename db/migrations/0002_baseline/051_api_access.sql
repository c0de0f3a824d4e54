-- API keys act as their customer, never as staff, and only while the customer has a second factor (ADR 24).
create table auth.api_key (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  name text not null constraint key_has_a_name check (length(name) between 1 and 60),
  scopes text[] not null,
  hash text not null constraint key_hash_once unique constraint key_is_hashed check (hash ~ '^[0-9a-f]{64}$'),
  last_four text not null constraint key_shows_four check (length(last_four) = 4),
  previous_hash text constraint former_hash_once unique,
  previous_valid_until timestamptz,
  lasts_days integer not null constraint key_lasts check (lasts_days between 1 and 365),
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint former_ends check ((previous_hash is null) = (previous_valid_until is null)),
  constraint former_ends_within_a_day check (previous_valid_until <= renewed_at + interval '24 hours 1 minute'),
  constraint former_is_hashed check (previous_hash ~ '^[0-9a-f]{64}$'),
  constraint key_opens_something check (cardinality(scopes) > 0
    and scopes <@ '{prices:read,orders:read,orders:place,receipts:read}'::text[]),
  constraint what_places_is_proved_often check (not 'orders:place' = any (scopes) or lasts_days <= 90)
);
create index api_key_of on auth.api_key (user_id);
grant select, insert, update, delete on auth.api_key to cryptocommerce_auth;

create table webhook_endpoints (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  url text not null constraint webhook_is_https check (url ~ '^https://' and length(url) <= 1000),
  secret_encrypted text not null constraint webhook_secret_sealed check (secret_encrypted like 's1.%'),
  previous_secret_encrypted text constraint webhook_former_sealed check (previous_secret_encrypted like 's1.%'),
  previous_valid_until timestamptz,
  created_at timestamptz not null,
  paused_at timestamptz,
  paused_reason text constraint webhook_paused_why check (paused_reason in ('failing', 'password', 'owner')),
  constraint webhook_of_one_person unique (user_id, id),
  constraint webhook_once unique (user_id, url),
  constraint webhook_former_ends check ((previous_secret_encrypted is null) = (previous_valid_until is null)),
  constraint webhook_paused_for_a_reason check ((paused_at is null) = (paused_reason is null))
);
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy own_delete on webhook_endpoints for delete to cryptocommerce_app
  using (user_id = (select app.user_id()));
create policy own_insert on webhook_endpoints for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_or_system_select on webhook_endpoints for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_or_system_update on webhook_endpoints for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()))
    with check (user_id = (select app.user_id()) or (select app.is_system()));
create policy owner_all on webhook_endpoints to current_user using (true) with check (true);
grant select, insert, delete on webhook_endpoints to cryptocommerce_app;
grant update (secret_encrypted, previous_secret_encrypted, previous_valid_until, paused_at, paused_reason)
  on webhook_endpoints
  to cryptocommerce_app;

create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  endpoint_id uuid not null,
  type text not null constraint webhook_type_known check (type in ('order.status_changed', 'receipt.ready')),
  facts jsonb not null constraint webhook_facts_known check (jsonb_typeof(facts) = 'object'),
  at timestamptz not null default now(),
  queued_at timestamptz,
  tries integer not null default 0,
  tried_at timestamptz,
  answered integer,
  delivered_at timestamptz,
  given_up_at timestamptz,
  constraint webhook_of_its_owner foreign key (user_id, endpoint_id) references webhook_endpoints (user_id, id)
    on delete cascade,
  constraint webhook_ends_once check (num_nonnulls(delivered_at, given_up_at) <= 1)
);
create index webhook_deliveries_age on webhook_deliveries (at);
create index webhook_deliveries_of on webhook_deliveries (user_id, endpoint_id, id desc);
create index webhook_deliveries_to_queue on webhook_deliveries (id) where queued_at is null;
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy own_or_system_select on webhook_deliveries for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_or_system_update on webhook_deliveries for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()))
    with check (user_id = (select app.user_id()) or (select app.is_system()));
create policy owner_all on webhook_deliveries to current_user using (true) with check (true);
create policy system_delete on webhook_deliveries for delete to cryptocommerce_app
  using ((select app.is_system()));
grant select, delete on webhook_deliveries to cryptocommerce_app;
grant update (queued_at, tries, tried_at, answered, delivered_at, given_up_at) on webhook_deliveries
  to cryptocommerce_app;

create function app.revoke_api_access(account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.api_key where user_id = account;
  update public.webhook_endpoints set paused_at = now(), paused_reason = 'password'
   where user_id = account and paused_at is null;
end $$;

-- The customer reauthenticated when creating a key with the scope orders:place, so its calls need no step-up.
create function app.authenticate_key(key_hash text, scope text, is_serial boolean default false)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer,
    used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare found record;
begin
  select * into found from app.find_api_key(key_hash) k where scope = any (k.scopes);
  if found.id is null then return; end if;
  if is_serial then
    perform pg_advisory_xact_lock(hashtextextended(found.user_id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
    -- The key may have been revoked while this call waited for the lock.
    if not exists (select from app.find_api_key(key_hash)) then return; end if;
  end if;
  select u.id, u.email, u.name, found.id, '{}'::text[], case when scope = 'orders:place' then 0 else 2000000000 end, 0,
         u.second_factor, false, '{}'::uuid[]
    into authenticate_key.id, authenticate_key.email, authenticate_key.name, session_id, roles, confirmed_ago,
      used_ago, factor,
         factor_needed, other_accounts
    from auth."user" u where u.id = found.user_id;
  perform set_config('app.user_id', found.user_id::text, true), set_config('app.roles', '', true),
          set_config('app.all_rows', '', true);
  return next;
end $$;

create function app.find_api_key(key_hash text)
  returns table (id uuid, user_id uuid, email text, scopes text[], used_ago integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select k.id, k.user_id, u.email, k.scopes, extract(epoch from now() - k.last_used_at)::integer
    from auth.api_key k join auth."user" u on u.id = k.user_id
   where (k.hash = key_hash or k.previous_hash = key_hash and k.previous_valid_until > now())
     and k.renewed_at + make_interval(days => k.lasts_days) > now() and u."emailVerified" and u.second_factor;
end $$;

create function app.revoke_keys_with_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.api_key where user_id = new.id;
  delete from public.webhook_endpoints where user_id = new.id;
  return null;
end $$;
create trigger revoke_keys_with_account after update on auth."user"
  for each row when (old."emailVerified" and not new."emailVerified") execute function app.revoke_keys_with_account();

create function app.revoke_keys_with_mfa() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.api_key where user_id = new.id;
  return null;
end $$;
create trigger revoke_keys_with_mfa after update on auth."user"
  for each row when (old.second_factor and not new.second_factor) execute function app.revoke_keys_with_mfa();

create function app.record_api_key_use(key_hash text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.api_key set last_used_at = now() where id = (select k.id from app.find_api_key(key_hash) k)
     and coalesce(last_used_at not between now() - interval '4 minutes' and now() + interval '1 minute', true);
end $$;

create function app.queue_webhook_deliveries() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.webhook_deliveries (user_id, endpoint_id, type, facts)
  select new.user_id, e.id, t.type, jsonb_build_object('orderId', new.id, 'status', new.status, 'payIn', new.pay_in)
    from (select w.id from public.webhook_endpoints w
           where w.user_id = new.user_id and w.paused_at is null for key share) e
   cross join (values ('order.status_changed', true), ('receipt.ready', new.status = 'completed' and old.status <> 'completed'))
      t (type, applies)
   where t.applies;
  return null;
end $$;
create trigger after_3_queue_webhooks after update on transactions
  for each row when (old.status <> new.status or old.pay_in <> new.pay_in)
    execute function app.queue_webhook_deliveries();

revoke all on function
  app.revoke_api_access, app.authenticate_key, app.find_api_key, app.revoke_keys_with_account, app.revoke_keys_with_mfa,
  app.record_api_key_use, app.queue_webhook_deliveries
  from public;
grant execute on function app.revoke_api_access to cryptocommerce_auth;
grant execute on function app.authenticate_key, app.find_api_key, app.record_api_key_use to cryptocommerce_app;
