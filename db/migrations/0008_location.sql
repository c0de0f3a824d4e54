-- Why: where somebody signs in from, kept only for those who said yes (decision A11), so that they see when their
-- account is used from another country. Consent stands in the database itself: without it nothing can be stored.

alter table profiles
  add column detected_country text,
  add column detected_country_code text constraint detected_country_code_shape check (detected_country_code ~ '^[A-Z]{2}$'),
  add column detected_city text,
  add column detected_region text,
  add column current_ip_address inet,
  add column ip_geolocation_data jsonb,
  add column geolocation_updated_at timestamptz,
  -- The answer to the consent dialog, and when it was first given; null means that nobody asked yet.
  add column location_consent boolean,
  add column location_asked_at timestamptz,
  add constraint location_answer_and_time check ((location_consent is null) = (location_asked_at is null)),
  add constraint location_only_with_consent check (location_consent is true or num_nonnulls(detected_country,
    detected_country_code, detected_city, detected_region, current_ip_address, ip_geolocation_data,
    geolocation_updated_at) = 0);
grant update (detected_country, detected_country_code, detected_city, detected_region, current_ip_address,
  ip_geolocation_data, geolocation_updated_at, location_consent, location_asked_at) on profiles to cryptocommerce_app;

-- One line for each session and address of it. Kept for a year after it was last seen, then removed by a job.
create table user_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  -- The session as the sign-in part knows it. No foreign key: the line outlives the session.
  session_id uuid not null,
  session_token text constraint never_a_token check (session_token is null),
  ip_address inet not null,
  detected_country text not null,
  detected_country_code text not null constraint session_country_code_shape check (detected_country_code ~ '^[A-Z]{2}$'),
  detected_city text,
  detected_region text,
  geolocation_data jsonb not null,
  user_agent text not null default '',
  last_activity_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint one_line_per_session_and_address unique (user_id, session_id, ip_address)
);
create index user_sessions_age on user_sessions (last_activity_at);
alter table user_sessions enable row level security;
alter table user_sessions force row level security;
create policy own_or_staff on user_sessions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy own_with_consent on user_sessions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id())
    and (select p.location_consent from profiles p where p.id = (select app.user_id())));
create policy own on user_sessions for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_job on user_sessions for delete to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
grant select, insert, delete, update (last_activity_at) on user_sessions to cryptocommerce_app;

-- What a customer is told about a change of place. It stops nothing; staff read it as one fact among others.
create table geolocation_alerts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  status text not null default 'open' constraint alert_status_known check (status in ('open', 'dismissed')),
  alert_type text not null constraint alert_type_known
    check (alert_type in ('RAPID_LOCATION_CHANGE', 'HIGH_RISK_LOCATION', 'LOCATION_CHANGE')),
  risk_score smallint not null constraint risk_score_range check (risk_score between 0 and 100),
  previous_location jsonb,
  current_location jsonb not null,
  created_at timestamptz not null,
  dismissed_at timestamptz,
  constraint dismissed_at_a_time check ((status = 'dismissed') = (dismissed_at is not null))
);
create index geolocation_alerts_newest on geolocation_alerts (user_id, created_at desc);
create index geolocation_alerts_age on geolocation_alerts (created_at);
alter table geolocation_alerts enable row level security;
alter table geolocation_alerts force row level security;
create policy own_or_staff on geolocation_alerts for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy own_with_consent on geolocation_alerts for insert to cryptocommerce_app
  with check (user_id = (select app.user_id())
    and (select p.location_consent from profiles p where p.id = (select app.user_id())));
create policy own on geolocation_alerts for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_job on geolocation_alerts for delete to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
grant select, insert, delete, update (status, dismissed_at) on geolocation_alerts to cryptocommerce_app;
