-- Sign-in locations, stored with consent only (decision A11). Rows outlive their session, so there is no foreign key.
create table user_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  session_id uuid not null,
  session_token text constraint never_a_token check (session_token is null),
  ip_address inet not null,
  detected_country text not null,
  detected_country_code text not null,
  detected_city text,
  detected_region text,
  geolocation_data jsonb not null,
  user_agent text not null default '',
  last_activity_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint one_line_per_session_and_address unique (user_id, session_id, ip_address),
  constraint session_country_code_shape check (detected_country_code ~ '^[A-Z]{2}$')
);
create index user_sessions_address on user_sessions (ip_address);
create index user_sessions_age on user_sessions (last_activity_at);
alter table user_sessions enable row level security;
alter table user_sessions force row level security;
create policy own_update on user_sessions for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_job_delete on user_sessions for delete to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy own_or_staff_select on user_sessions for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy own_with_consent_insert on user_sessions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id())
    and (select p.location_consent from profiles p where p.id = (select app.user_id())));
create policy owner_select on user_sessions for select to current_user using (true);
create policy owner_while_erasing on user_sessions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on user_sessions to cryptocommerce_app;
grant update (last_activity_at) on user_sessions to cryptocommerce_app;

create table geolocation_alerts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  status text not null default 'open' constraint alert_status_known check (status in ('open', 'dismissed')),
  alert_type text not null,
  risk_score smallint not null constraint risk_score_range check (risk_score between 0 and 100),
  previous_location jsonb,
  current_location jsonb not null,
  created_at timestamptz not null,
  dismissed_at timestamptz,
  constraint alert_type_known check (alert_type in ('RAPID_LOCATION_CHANGE', 'HIGH_RISK_LOCATION',
    'LOCATION_CHANGE')),
  constraint dismissed_at_a_time check ((status = 'dismissed') = (dismissed_at is not null))
);
create index geolocation_alerts_age on geolocation_alerts (created_at);
create index geolocation_alerts_newest on geolocation_alerts (user_id, created_at desc);
alter table geolocation_alerts enable row level security;
alter table geolocation_alerts force row level security;
create policy own_update on geolocation_alerts for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_job_delete on geolocation_alerts for delete to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy own_or_staff_select on geolocation_alerts for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy own_with_consent_insert on geolocation_alerts for insert to cryptocommerce_app
  with check (user_id = (select app.user_id())
    and (select p.location_consent from profiles p where p.id = (select app.user_id())));
create policy owner_while_erasing on geolocation_alerts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on geolocation_alerts to cryptocommerce_app;
grant update (status, dismissed_at) on geolocation_alerts to cryptocommerce_app;
