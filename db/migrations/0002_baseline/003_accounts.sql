-- Quoted column names come from the former authentication library.
create table auth."user" (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null constraint user_email_taken unique,
  "emailVerified" boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  second_factor boolean not null default false,
  first_signed_in_at timestamptz,
  signed_up_in text
);
grant select, insert, update, delete on auth."user" to cryptocommerce_auth;

create table auth.account (
  "userId" uuid primary key references auth."user" on delete cascade,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
grant select, insert, update, delete on auth.account to cryptocommerce_auth;

create table auth.session (
  id uuid primary key default uuidv7(),
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "userAgent" text,
  "userId" uuid not null references auth."user" on delete cascade,
  awaiting_mfa boolean not null default false,
  confirmed_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  device_hash text
);
create index session_ends on auth.session ("expiresAt");
create index session_person on auth.session ("userId");
grant select, insert, update, delete on auth.session to cryptocommerce_auth;

-- Hashes of single-use tokens: mail links, alarm links and WebAuthn challenges. Using a token deletes it (decision F2).
create table auth.one_time_token (
  hash text primary key,
  purpose text not null,
  user_id uuid references auth."user" on delete cascade,
  expires_at timestamptz not null,
  signed_in_at timestamptz,
  device_hash text,
  session_id uuid references auth.session on delete cascade,
  constraint alarm_is_about_a_sign_in check ((purpose = 'not_me') = (signed_in_at is not null)),
  constraint word_of_somebody check (user_id is not null or purpose = 'sign_in'),
  constraint word_purpose_known check (purpose in ('verify', 'reset', 'not_me', 'register', 'sign_in', 'confirm'))
);
create index word_age on auth.one_time_token (expires_at);
create index word_person on auth.one_time_token (user_id, purpose);
create index word_session on auth.one_time_token (session_id) where session_id is not null;
grant select, insert, delete on auth.one_time_token to cryptocommerce_auth;

create table auth.known_device (
  user_id uuid not null references auth."user" on delete cascade,
  device_hash text not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  notification_pending boolean not null default false,
  primary key (user_id, device_hash)
);
create index known_device_hash on auth.known_device (device_hash);
grant select, insert, update, delete on auth.known_device to cryptocommerce_auth;

-- Authenticates a session for one transaction. `is_serial` serializes the calls of one user, so that limits are exact.
-- With app.staff_need_factor set, staff without a second factor get no roles (decision A6).
create function app.authenticate_session(session_token text, is_serial boolean default false)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer,
    used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         extract(epoch from now() - s.confirmed_at)::integer, extract(epoch from now() - s.used_at)::integer,
         u.second_factor
    into authenticate_session.id, authenticate_session.email, authenticate_session.name,
      authenticate_session.session_id, authenticate_session.roles, authenticate_session.confirmed_ago,
      authenticate_session.used_ago, authenticate_session.factor
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified"
     and not s.awaiting_mfa and s.used_at > now() - interval '24 hours';
  if authenticate_session.id is null then return; end if;
  -- Serialized calls run large statements with key lookups, where a generic plan is cheaper than custom plans.
  if is_serial then
    perform pg_advisory_xact_lock(hashtextextended(authenticate_session.id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
  end if;
  authenticate_session.factor_needed := not authenticate_session.factor
    and authenticate_session.roles && '{admin,compliance,finance,support,instructor}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  authenticate_session.other_accounts := '{}';
  if authenticate_session.roles <> '{}' then
    authenticate_session.other_accounts := array(select app.likely_accounts(authenticate_session.id));
    perform set_config('app.other_accounts', authenticate_session.other_accounts::text, true);
    if authenticate_session.factor_needed or exists (select from app.effective_freezes(authenticate_session.id))
      then authenticate_session.roles := '{}'; end if;
  end if;
  perform set_config('app.user_id', authenticate_session.id::text, true),
          set_config('app.roles', array_to_string(authenticate_session.roles, ','), true),
          set_config('app.all_rows', case when authenticate_session.roles && '{admin,compliance,finance,support}'
            then 'yes' else '' end, true)
    -- The session may have ended while this call waited for the lock.
    where not is_serial or exists (select from auth.session s where s.id = authenticate_session.session_id
      and s.token = session_token);
  if found then return next; end if;
end $$;

-- Locks the password and the session until the transaction ends. Returns false if the session has ended.
create function app.lock_credentials(session uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Lock order: password before session, as in every password change.
  perform from auth.account a where a."userId" = app.user_id() for share;
  perform from auth.session s where s.id = session and s."userId" = app.user_id() and s."expiresAt" > now() for share;
  return found;
end $$;

create function app.own_email_verified() returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select u."emailVerified" from auth."user" u where u.id = app.user_id()), false)
$$;

-- Deletes all credentials and frees the email address. The profile stays for the retention period (decision A12).
create function app.close_account(at_time timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare current_user_id uuid := app.user_id();
begin
  if current_user_id is null then raise exception 'no user is signed in'; end if;
  delete from auth.session where "userId" = current_user_id;
  delete from auth.account where "userId" = current_user_id;
  delete from auth.authenticator where user_id = current_user_id;
  delete from auth.recovery_code where user_id = current_user_id;
  delete from auth.passkey where user_id = current_user_id;
  delete from auth.one_time_token where user_id = current_user_id;
  delete from auth.known_device where user_id = current_user_id;
  update auth."user" set email = 'closed-' || current_user_id || '@closed.invalid', "emailVerified" = false,
         second_factor = false, "updatedAt" = at_time
   where id = current_user_id;
end $$;
create trigger session_ended after delete or update of "expiresAt" on auth.session
  for each row execute function app.notify_access_change('userId');
create trigger factor_changed after update of second_factor, "emailVerified" on auth."user"
  for each row when (old.second_factor <> new.second_factor or old."emailVerified" <> new."emailVerified")
  execute function app.notify_access_change('id');

revoke all on function app.authenticate_session, app.lock_credentials, app.own_email_verified, app.close_account
  from public;
grant execute on function app.authenticate_session, app.lock_credentials, app.own_email_verified,
  app.close_account to cryptocommerce_app;
