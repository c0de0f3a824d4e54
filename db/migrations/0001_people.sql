-- Why: who people are to us, and the walls between them. Three roles share the database: the owner of the objects,
-- which only migrations use; the application, which owns nothing and stands behind row security; and the sign-in
-- part, which alone may read password hashes and sessions.

do $$ begin
  create role cryptocommerce_app nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  create role cryptocommerce_auth nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

revoke create on schema public from public;
create schema auth;
create schema app;
grant usage on schema app to cryptocommerce_app, cryptocommerce_auth;
grant usage on schema auth to cryptocommerce_auth;

-- The tables of the sign-in library, in the shape that it asks for (hence the quoted names).
create table auth."user" (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null constraint user_email_taken unique,
  "emailVerified" boolean not null default false,
  image text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create table auth.session (
  id uuid primary key default uuidv7(),
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" on delete cascade
);
create index session_person on auth.session ("userId");
create table auth.account (
  id uuid primary key default uuidv7(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index account_person on auth.account ("userId");
create table auth.verification (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_identifier on auth.verification (identifier);
grant select, insert, update, delete on all tables in schema auth to cryptocommerce_auth;

-- Who is asking. Set for one transaction at a time by the functions below, read by every policy. Without settings of
-- their own, so that the planner can put them in place; their names are bound when they are made.
create function app.user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;
create function app.sees_all() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.sees_all', true), '') = 'yes';
-- Whether whoever asks holds this role. What is for one role alone (decision A7) asks this, beside app.sees_all().
create function app.has_role(wanted text) returns boolean language sql stable parallel safe
  return wanted = any(string_to_array(coalesce(current_setting('app.roles', true), ''), ','));

create table user_roles (
  user_id uuid not null references auth."user" on delete cascade,
  role text not null constraint role_known check (role in ('admin', 'compliance', 'finance', 'support', 'instructor')),
  granted_by uuid references auth."user",
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_granted_by on user_roles (granted_by);
alter table user_roles enable row level security;
alter table user_roles force row level security;
create policy own_or_staff on user_roles for select
  using (user_id = (select app.user_id()) or (select app.sees_all()));
-- The owner's own functions see roles before anybody is known (app.enter), hold them still while something is decided
-- and change them once two people agreed (0013).
create policy owner_keeps on user_roles for all to current_user using (true);
grant select on user_roles to cryptocommerce_app;

-- Opens the door: who holds this session, and from here on row security answers for that person. The one function
-- that reads sessions for the application; it runs with its owner's rights, with a fixed search path. Acts that must not
-- overlap with others of the same person (limits) come in alone: they wait for each other here.
create function app.enter(session_token text, alone boolean default false)
  returns table (id uuid, email text, name text, session_id uuid, roles text[])
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}')
    into enter.id, enter.email, enter.name, enter.session_id, enter.roles
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified";
  if enter.id is null then return; end if;
  if alone then perform pg_advisory_xact_lock(hashtextextended(enter.id::text, 0)); end if;
  perform set_config('app.user_id', enter.id::text, true),
          set_config('app.roles', array_to_string(enter.roles, ','), true),
          set_config('app.sees_all', case when enter.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true);
  return next;
end $$;
revoke all on function app.enter(text, boolean) from public;
grant execute on function app.enter(text, boolean) to cryptocommerce_app;

-- What customers told us about themselves at sign-up and since.
create table profiles (
  id uuid primary key references auth."user" on delete cascade,
  email text not null,
  first_name text not null,
  last_name text not null,
  display_name text not null,
  phone_number text not null,
  date_of_birth date not null,
  country_of_residence text not null,
  declared_country text not null,
  nationality text not null,
  occupation text not null,
  is_pep boolean not null default false,
  consented_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table profiles enable row level security;
alter table profiles force row level security;
create policy own_or_staff on profiles for select to cryptocommerce_app
  using (id = (select app.user_id()) or (select app.sees_all()));
create policy own on profiles for update to cryptocommerce_app
  using (id = (select app.user_id())) with check (id = (select app.user_id()));
create policy sign_up on profiles for insert to cryptocommerce_auth with check (true);
grant select, update on profiles to cryptocommerce_app;
grant insert on profiles to cryptocommerce_auth;

-- Identity checks. The status of a tier is that of its newest submission.
create table kyc_submissions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  tier smallint not null constraint tier_known check (tier between 1 and 3),
  status text not null default 'pending' constraint kyc_status_known check (status in ('pending', 'approved', 'rejected')),
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references auth."user"
);
create index kyc_newest on kyc_submissions (user_id, tier, created_at desc) include (status);
create index kyc_decided_by on kyc_submissions (decided_by);
alter table kyc_submissions enable row level security;
alter table kyc_submissions force row level security;
create policy own_or_staff on kyc_submissions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
grant select on kyc_submissions to cryptocommerce_app;

-- Tries per key and window, so that guessing and flooding are slowed on every machine alike.
create table rate_limits (
  key text primary key,
  window_start timestamptz not null,
  tries integer not null
);
create index rate_limits_age on rate_limits (window_start);
grant select, insert, update, delete on rate_limits to cryptocommerce_app, cryptocommerce_auth;

-- Who did what, for good. Everything may add, compliance and admin read, nobody but the owner may ever change a line, and
-- that would be seen (0013). The role of sign-in adds and reads nothing.
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  -- The customer whose matter it is, where that is not the actor: nobody reads what staff did about themselves.
  about_id uuid,
  -- Set where one role alone may read it (decision A7).
  for_role text constraint audit_role_known check (for_role in ('compliance')),
  before jsonb,
  after jsonb,
  reason_code text,
  request_id text,
  -- Which transaction wrote it: says when everything older is in, so that sealing leaves nothing out.
  xact xid8 not null default pg_current_xact_id()
);
create index audit_subject on audit_log (subject_type, subject_id, id);
create index audit_actor on audit_log (actor_id, id);
create index audit_about on audit_log (about_id, id) where about_id is not null;
create index audit_action on audit_log (action, id);
create index audit_xact on audit_log (xact);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy anyone_adds on audit_log for insert to cryptocommerce_app, cryptocommerce_auth with check (true);
-- Jobs of the product (nobody's id) read all of it.
create policy staff_reads on audit_log for select to cryptocommerce_app
  using ((select app.sees_all()) and about_id is distinct from (select app.user_id())
    and ((select app.user_id()) is null or (select app.has_role('compliance'))
      or ((select app.has_role('admin')) and for_role is null)));
grant insert (at, actor_id, actor_role, action, subject_type, subject_id, about_id, for_role, before, after, reason_code, request_id)
  on audit_log to cryptocommerce_app, cryptocommerce_auth;
grant select on audit_log to cryptocommerce_app;

-- The mails that the demo would have sent; read by /dev/mailbox, empty in production.
create table demo_mails (
  id uuid primary key default uuidv7(),
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  links text[] not null,
  sent_at timestamptz not null default now()
);
create index demo_mails_to on demo_mails (to_address, id desc);
grant select, insert on demo_mails to cryptocommerce_app;

-- For /readyz: the newest migration that was applied. The list itself belongs to the owner.
create function app.newest_migration() returns text
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return (select max(name) from public.kysely_migration);
end $$;
revoke all on function app.newest_migration() from public;
grant execute on function app.newest_migration() to cryptocommerce_app;
