-- Why: an account can be defended. A second factor beside the password, passkeys, devices that are known, sessions
-- that wait for the second step, end by themselves when nobody uses them and remember when their person last proved to
-- be there; an account that is frozen because its owner says that somebody else got in; accounts that are closed.

alter table auth."user"
  -- Kept beside the factors themselves, so that opening a request's transaction costs no further look.
  add column second_factor boolean not null default false;

alter table auth.session
  -- The right password was given, the second step is still to come: such a session opens nothing.
  add column waits_for_factor boolean not null default false,
  -- When its person last gave a password, a code or a passkey.
  add column confirmed_at timestamptz not null default now(),
  -- Written every few minutes at most.
  add column used_at timestamptz not null default now();
create index session_ends on auth.session ("expiresAt");

create table auth.authenticator (
  user_id uuid primary key references auth."user" on delete cascade,
  -- The secret, sealed with AES-256-GCM; which key sealed it.
  sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  -- Null until a first code has shown that the app and we agree.
  confirmed_at timestamptz,
  -- The newest half minute whose code was taken: none is taken twice.
  last_step bigint not null default 0
);

create table auth.recovery_code (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  hash text not null,
  used_at timestamptz,
  constraint recovery_code_once unique (user_id, hash)
);

create table auth.passkey (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  credential_id text not null constraint passkey_taken unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null constraint passkey_name_length check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_owner on auth.passkey (user_id);

-- What a passkey is asked to sign: drawn by us, taken once, within minutes.
create table auth.challenge (
  hash text primary key,
  purpose text not null constraint challenge_purpose_known check (purpose in ('register', 'sign_in', 'confirm')),
  user_id uuid references auth."user" on delete cascade,
  expires_at timestamptz not null
);
create index challenge_person on auth.challenge (user_id) where user_id is not null;
create index challenge_age on auth.challenge (expires_at);

-- Browsers from which an account was signed in to, each by the hash of the word in its long-lived cookie.
create table auth.known_device (
  user_id uuid not null references auth."user" on delete cascade,
  device_hash text not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- The words behind the links 'This was not me', by hash.
create table auth.alarm (
  hash text primary key,
  user_id uuid not null references auth."user" on delete cascade,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index alarm_person on auth.alarm (user_id);

-- Verification words carry their own proof, so that they were used has to be remembered beside them.
create table auth.used_word (
  hash text primary key,
  used_at timestamptz not null default now()
);

grant select, insert, update, delete on
  auth.authenticator, auth.recovery_code, auth.passkey, auth.challenge, auth.known_device, auth.alarm, auth.used_word
  to cryptocommerce_auth;

-- Pay-outs of a frozen account wait. A freeze is never removed: it is lifted, by staff, with a reason.
create table account_freezes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  frozen_at timestamptz not null default now(),
  cause text not null constraint freeze_cause_known check (cause in ('not_me')),
  lifted_at timestamptz,
  lifted_by uuid references auth."user",
  lift_reason text,
  constraint lifted_by_somebody_for_a_reason check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create unique index one_freeze_at_a_time on account_freezes (user_id) where lifted_at is null;
create index freeze_owner on account_freezes (user_id);
create index freeze_lifted_by on account_freezes (lifted_by);
alter table account_freezes enable row level security;
alter table account_freezes force row level security;
create policy own_or_staff on account_freezes for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy staff_lifts on account_freezes for update to cryptocommerce_app
  using ((select app.sees_all())) with check ((select app.sees_all()));
-- The sign-in part alone freezes, for whoever holds the word from the mail.
create policy alarm_freezes on account_freezes for insert to cryptocommerce_auth with check (true);
grant select on account_freezes to cryptocommerce_app;
grant update (lifted_at, lifted_by, lift_reason) on account_freezes to cryptocommerce_app;
grant insert on account_freezes to cryptocommerce_auth;

-- A closed account: what is kept of it, and until when (seven years from the end of the dealings).
alter table profiles
  add column closed_at timestamptz,
  add column erase_after date,
  add constraint closed_with_a_date check ((closed_at is null) = (erase_after is null));
create index profiles_to_erase on profiles (erase_after) where erase_after is not null;

-- Opens the door, as before, and also tells how long ago the person proved to be there and the session was last used.
-- A session that waits for its second step, or that nobody used for a day, opens nothing. Connections of production say
-- `app.staff_need_factor`: there, staff without a second factor come in without their roles.
drop function app.enter(text, boolean);
create function app.enter(session_token text, alone boolean default false)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer,
                 used_ago integer, factor boolean, factor_needed boolean)
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         extract(epoch from now() - s.confirmed_at)::integer, extract(epoch from now() - s.used_at)::integer,
         u.second_factor
    into enter.id, enter.email, enter.name, enter.session_id, enter.roles, enter.confirmed_ago, enter.used_ago, enter.factor
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified"
     and not s.waits_for_factor and s.used_at > now() - interval '24 hours';
  if enter.id is null then return; end if;
  -- Acts behind this door run wide statements that find everything by key: one plan suits every person, and planning
  -- anew for each would take longer than running.
  if alone then
    perform pg_advisory_xact_lock(hashtextextended(enter.id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
  end if;
  enter.factor_needed := not enter.factor and enter.roles && '{admin,compliance,finance,support}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  if enter.factor_needed then enter.roles := '{}'; end if;
  perform set_config('app.user_id', enter.id::text, true),
          set_config('app.roles', array_to_string(enter.roles, ','), true),
          set_config('app.sees_all', case when enter.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true);
  return next;
end $$;
revoke all on function app.enter(text, boolean) from public;
grant execute on function app.enter(text, boolean) to cryptocommerce_app;

-- Closes the account of whoever asks: nothing of it opens anything any more, and its address is free again. What the
-- law has us keep stays under the profile, which the application marks itself.
create function app.close_account(moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare who uuid := app.user_id();
begin
  if who is null then raise exception 'nobody asks'; end if;
  delete from auth.session where "userId" = who;
  delete from auth.account where "userId" = who;
  delete from auth.authenticator where user_id = who;
  delete from auth.recovery_code where user_id = who;
  delete from auth.passkey where user_id = who;
  delete from auth.challenge where user_id = who;
  -- Words of mails that were asked for before.
  delete from auth.verification where value = who::text;
  delete from auth.known_device where user_id = who;
  delete from auth.alarm where user_id = who;
  update auth."user" set email = 'closed-' || who || '@closed.invalid', "emailVerified" = false, second_factor = false,
         image = null, "updatedAt" = moment
   where id = who;
end $$;
revoke all on function app.close_account(timestamptz) from public;
grant execute on function app.close_account(timestamptz) to cryptocommerce_app;
