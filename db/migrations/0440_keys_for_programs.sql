-- Why: a customer's own program asks for prices, places orders and reads how they stand, by a key that its owner made. A
-- key comes in as nobody but that customer, never as staff, and only as long as its account has a second factor. What
-- is kept of it is its hash: whoever reads the database comes in by none.

create table auth.program_key (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  name text not null constraint key_has_a_name check (length(name) between 1 and 60),
  scopes text[] not null constraint key_opens_something check (cardinality(scopes) > 0
    and scopes <@ '{prices:read,orders:read,orders:place,receipts:read}'::text[]),
  -- SHA-256 of the whole key, and the signs by which its owner knows it again.
  hash text not null constraint key_hash_once unique constraint key_is_hashed check (hash ~ '^[0-9a-f]{64}$'),
  last_four text not null constraint key_shows_four check (length(last_four) = 4),
  -- The key before it, as long as both are good.
  former_hash text constraint former_hash_once unique constraint former_is_hashed check (former_hash ~ '^[0-9a-f]{64}$'),
  former_until timestamptz,
  -- So many days a key is good, counted from when its owner last proved that it is them.
  lasts_days integer not null constraint key_lasts check (lasts_days between 1 and 365),
  made_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint former_ends check ((former_hash is null) = (former_until is null)),
  constraint former_ends_within_a_day check (former_until <= renewed_at + interval '24 hours 1 minute'),
  constraint what_places_is_proved_often check (not 'orders:place' = any (scopes) or lasts_days <= 90)
);
create index program_key_of on auth.program_key (user_id);
grant select, insert, update, delete on auth.program_key to cryptocommerce_auth;

-- Whose key it is and what it opens; nothing for one that is over or nobody's. It opens nothing by itself.
create function app.key_of(key_hash text)
  returns table (id uuid, user_id uuid, email text, scopes text[], used_ago integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select k.id, k.user_id, u.email, k.scopes, extract(epoch from now() - k.last_used_at)::integer
    from auth.program_key k join auth."user" u on u.id = k.user_id
   where (k.hash = key_hash or k.former_hash = key_hash and k.former_until > now())
     and k.renewed_at + make_interval(days => k.lasts_days) > now() and u."emailVerified" and u.second_factor;
end $$;
revoke all on function app.key_of(text) from public;
grant execute on function app.key_of(text) to cryptocommerce_app;

-- Its last use is written down, as that of a session is.
create function app.note_key_use(key_hash text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.program_key set last_used_at = now() where id = (select k.id from app.key_of(key_hash) k)
     and coalesce(last_used_at not between now() - interval '4 minutes' and now() + interval '1 minute', true);
end $$;
revoke all on function app.note_key_use(text) from public;
grant execute on function app.note_key_use(text) to cryptocommerce_app;

-- Opens the door for a program as app.enter() does for a session: from here on row security answers for the key's owner,
-- as a customer. Whoever is staff has no role here. The proof of being there, which placing an order asks for, was given
-- when the key was made or renewed; so it stands for keys that may place, and for no others.
create function app.enter_by_key(key_hash text, scope text, alone boolean default false)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer,
    factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare found record;
begin
  select * into found from app.key_of(key_hash) k where scope = any (k.scopes);
  if found.id is null then return; end if;
  if alone then
    perform pg_advisory_xact_lock(hashtextextended(found.user_id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
    -- Whoever waited here behind the end of the key is not in any more.
    if not exists (select from app.key_of(key_hash)) then return; end if;
  end if;
  select u.id, u.email, u.name, found.id, '{}'::text[], case when scope = 'orders:place' then 0 else 2000000000 end, 0,
         u.second_factor, false, '{}'::uuid[]
    into enter_by_key.id, enter_by_key.email, enter_by_key.name, session_id, roles, confirmed_ago, used_ago, factor,
         factor_needed, other_accounts
    from auth."user" u where u.id = found.user_id;
  perform set_config('app.user_id', found.user_id::text, true), set_config('app.roles', '', true),
          set_config('app.sees_all', '', true);
  return next;
end $$;
revoke all on function app.enter_by_key(text, text, boolean) from public;
grant execute on function app.enter_by_key(text, text, boolean) to cryptocommerce_app;

-- What ends with the account: keys too.
create function app.keys_end_with_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.program_key where user_id = new.id;
  return null;
end $$;
revoke all on function app.keys_end_with_account() from public;
create trigger keys_end_with_account after update on auth."user"
  for each row when (old."emailVerified" and not new."emailVerified") execute function app.keys_end_with_account();
