-- Why: the dashboard shows which monthly plan somebody has and when it runs out [000 §2, §3], and a profile may carry
-- the address of a picture. Buying a plan comes with a later migration: until then nobody but the owner writes here.

create table subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  plan text not null constraint plan_known check (plan in ('basic', 'personal', 'professional')),
  -- Pending and active are what the documents name; the other two are how either of them ends.
  status text not null default 'pending'
    constraint subscription_status_known check (status in ('pending', 'active', 'expired', 'rejected')),
  payment_method text not null
    constraint subscription_method_known check (payment_method in ('bank_transfer', 'card', 'crypto')),
  start_date timestamptz,
  end_date timestamptz,
  created_at timestamptz not null default now(),
  constraint active_has_its_time check (status <> 'active' or (start_date is not null and end_date is not null)),
  constraint ends_after_start check (end_date > start_date)
);
-- The newest one that counts, for the dashboard.
create index subscriptions_newest on subscriptions (user_id, created_at desc);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy own_or_staff on subscriptions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
grant select on subscriptions to cryptocommerce_app;

-- The address of a picture elsewhere: shown as text, never fetched by us.
alter table profiles add column avatar_url text
  constraint avatar_is_https check (avatar_url ~ '^https://' and length(avatar_url) <= 500);
-- What people may write about themselves, whatever the grant on the whole table becomes.
grant update (first_name, last_name, display_name, phone_number, avatar_url, date_of_birth, updated_at)
  on profiles to cryptocommerce_app;

-- Whether whoever asks has verified their address. The sign-in tables are closed to the application, so their owner
-- answers, and about nobody else.
create function app.own_email_verified() returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select u."emailVerified" from auth."user" u where u.id = app.user_id()), false)
$$;
revoke all on function app.own_email_verified() from public;
grant execute on function app.own_email_verified() to cryptocommerce_app;
