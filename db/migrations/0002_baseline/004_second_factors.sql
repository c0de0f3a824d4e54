-- TOTP secrets, encrypted with AES-256-GCM. `last_step` is the newest used time step, so no code works twice.
create table auth.authenticator (
  user_id uuid primary key references auth."user" on delete cascade,
  secret_encrypted bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  device_hash text
);
grant select, insert, update, delete on auth.authenticator to cryptocommerce_auth;

create table auth.passkey (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  credential_id text not null constraint passkey_taken unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null constraint passkey_name_length check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  device_hash text
);
create index passkey_owner on auth.passkey (user_id);
grant select, insert, update, delete on auth.passkey to cryptocommerce_auth;

create table auth.recovery_code (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  hash text not null,
  used_at timestamptz,
  device_hash text,
  created_at timestamptz default now(),
  constraint recovery_code_once unique (user_id, hash)
);
grant select, insert, update, delete on auth.recovery_code to cryptocommerce_auth;
