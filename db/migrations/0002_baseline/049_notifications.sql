create table notices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  kind text not null,
  facts jsonb not null,
  at timestamptz not null,
  read_at timestamptz,
  waits_for_digest boolean not null default false,
  source_job_id uuid constraint notice_told_once unique,
  constraint notice_kind_known check (kind in ('security', 'order', 'payment', 'identity', 'plan', 'workshop',
    'course', 'project', 'certificate', 'launch', 'scam_report', 'news')),
  constraint notice_says_where check (jsonb_typeof(facts) = 'object' and length(facts ->> 'title') between 1
    and 300 and facts ->> 'path' ~ '^/[^/\\]' and length(facts ->> 'path') <= 300)
);
create index notices_of on notices (user_id, at desc, id desc);
create index notices_to_digest on notices (user_id) where waits_for_digest;
create index notices_unread on notices (user_id) where read_at is null;
alter table notices enable row level security;
alter table notices force row level security;
create policy own_or_system_select on notices for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_update on notices for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()))
  with check (user_id = (select app.user_id()) or (select app.is_system()));
create policy owner_while_erasing on notices to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy system_insert on notices for insert to cryptocommerce_app
  with check ((select app.is_system()) and read_at is null);
grant select, insert on notices to cryptocommerce_app;
grant update (read_at, waits_for_digest) on notices to cryptocommerce_app;

create table notice_preferences (
  user_id uuid not null references auth."user" on delete cascade,
  kind text not null,
  channel text not null constraint preference_channel_known check (channel in ('mail', 'push')),
  wanted boolean not null,
  set_at timestamptz not null,
  primary key (user_id, kind, channel),
  constraint preference_of_a_choice check (kind in ('identity', 'plan', 'workshop', 'course', 'project',
    'certificate', 'launch', 'scam_report', 'news'))
);
alter table notice_preferences enable row level security;
alter table notice_preferences force row level security;
create policy own_or_system_all on notice_preferences for all to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()))
  with check (user_id = (select app.user_id()) or (select app.is_system()));
create policy owner_while_erasing on notice_preferences to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on notice_preferences to cryptocommerce_app;
grant update (wanted, set_at) on notice_preferences to cryptocommerce_app;

create table digest_settings (
  user_id uuid primary key references auth."user" on delete cascade,
  digest boolean not null default false,
  quiet boolean not null default true,
  set_at timestamptz not null
);
alter table digest_settings enable row level security;
alter table digest_settings force row level security;
create policy own_update on digest_settings for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_system_select on digest_settings for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_insert on digest_settings for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy owner_while_erasing on digest_settings to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on digest_settings to cryptocommerce_app;
grant update (digest, quiet, set_at) on digest_settings to cryptocommerce_app;

create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  session_id uuid not null references auth.session on delete cascade,
  endpoint text not null constraint push_once unique,
  created_at timestamptz not null,
  constraint push_is_https check (endpoint ~ '^https://' and length(endpoint) <= 1000)
);
create index push_subscriptions_in on push_subscriptions (session_id);
create index push_subscriptions_of on push_subscriptions (user_id);
alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
create policy own_insert on push_subscriptions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_or_system_select on push_subscriptions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_or_system_delete on push_subscriptions for delete to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy owner_while_erasing on push_subscriptions for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on push_subscriptions to cryptocommerce_app;

-- Mail queue. Content is deleted after sending or the last failure. `claimed_until` reserves a mail for one process.
create table mails (
  id uuid primary key default uuidv7(),
  user_id uuid references auth."user" on delete cascade,
  kind text not null,
  to_address text not null,
  body jsonb,
  at timestamptz not null,
  scheduled_for timestamptz not null,
  next_at timestamptz not null,
  tries integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  source_job_id uuid constraint mail_told_once unique,
  constraint mail_ends_once check (num_nonnulls(sent_at, given_up_at) <= 1),
  constraint mail_kept_until_its_end check ((body is null) = (sent_at is not null or given_up_at is not null))
);
create index mails_due on mails (next_at) where body is not null;
create index mails_ended on mails ((coalesce(sent_at, given_up_at))) where body is null;
create index mails_of on mails (user_id);
alter table mails enable row level security;
alter table mails force row level security;
create policy sent_or_expired_delete on mails as restrictive for delete to cryptocommerce_app using (body is null);
create policy owner_while_erasing on mails to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy system_all on mails for all to cryptocommerce_app
  using ((select app.is_system())) with check ((select app.is_system()));
grant select, insert, delete on mails to cryptocommerce_app;
grant update (body, next_at, tries, claimed_until, sent_at, given_up_at) on mails to cryptocommerce_app;

create table mail_delivery_problems (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  kind text not null constraint trouble_known check (kind in ('bounce', 'complaint')),
  event_id text not null constraint trouble_once unique,
  at timestamptz not null,
  constraint trouble_event_is_short check (length(event_id) between 1 and 200)
);
create index mail_delivery_problems_of on mail_delivery_problems (user_id, at desc);
alter table mail_delivery_problems enable row level security;
alter table mail_delivery_problems force row level security;
create policy own_or_system_select on mail_delivery_problems for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy owner_while_erasing on mail_delivery_problems for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy system_insert on mail_delivery_problems for insert to cryptocommerce_app
  with check ((select app.is_system()));
grant select, insert on mail_delivery_problems to cryptocommerce_app;

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
