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
  updated_at timestamptz not null default now(),
  enhanced_kyc_completed boolean not null default false,
  risk_classification text,
  monthly_income_declared numeric(20,2),
  income_verification_status text,
  last_risk_assessment_date timestamptz,
  closed_at timestamptz,
  erase_after date,
  detected_country text,
  detected_country_code text constraint detected_country_code_shape check (detected_country_code ~ '^[A-Z]{2}$'),
  detected_city text,
  detected_region text,
  current_ip_address inet,
  ip_geolocation_data jsonb,
  geolocation_updated_at timestamptz,
  location_consent boolean,
  location_asked_at timestamptz,
  avatar_url text constraint avatar_is_https check (avatar_url ~ '^https://' and length(avatar_url) <= 500),
  constraint closed_with_a_date check ((closed_at is null) = (erase_after is null)),
  constraint income_verification_known check (income_verification_status in ('verified', 'pending')),
  constraint location_answer_and_time check ((location_consent is null) = (location_asked_at is null)),
  constraint location_only_with_consent check (location_consent is true or num_nonnulls(detected_country,
    detected_country_code, detected_city, detected_region, current_ip_address, ip_geolocation_data,
    geolocation_updated_at) = 0),
  constraint profile_risk_known check (risk_classification in ('low', 'medium', 'high', 'critical'))
);
create index profiles_by_email on profiles (email);
create index profiles_to_erase on profiles (erase_after) where erase_after is not null;
alter table profiles enable row level security;
alter table profiles force row level security;
create policy own_update on profiles for update to cryptocommerce_app
  using (id = (select app.user_id())) with check (id = (select app.user_id()));
create policy own_or_staff_select on profiles for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or id = app.user_id());
create policy owner_select on profiles for select to current_user using (is_pep);
create policy owner_while_erasing on profiles to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_closed_select on profiles for select to current_user using (closed_at is not null);
create policy sign_up_insert on profiles for insert to cryptocommerce_auth with check (true);
create policy staff_update on profiles for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and id <> (select app.user_id()))
  with check ((select app.can_access_all_rows()) and id <> (select app.user_id()));
grant select on profiles to cryptocommerce_app;
grant insert on profiles to cryptocommerce_auth;
grant update (first_name, last_name, display_name, phone_number, date_of_birth, declared_country, updated_at,
  enhanced_kyc_completed, risk_classification, monthly_income_declared, income_verification_status,
  last_risk_assessment_date, closed_at, erase_after, detected_country, detected_country_code, detected_city,
  detected_region, current_ip_address, ip_geolocation_data, geolocation_updated_at, location_consent,
  location_asked_at, avatar_url) on profiles to cryptocommerce_app;

create table agreements (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  document text not null,
  version text not null constraint agreement_version_short check (length(version) between 1 and 20),
  agreed_at timestamptz not null default now(),
  constraint agreed_once unique (user_id, document, version),
  constraint agreement_document_known check (document in ('terms', 'privacy', 'risk-indemnity'))
);
alter table agreements enable row level security;
alter table agreements force row level security;
create policy own_insert on agreements for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_or_staff_select on agreements for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on agreements to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy sign_up_insert on agreements for insert to cryptocommerce_auth with check (true);
grant select, insert on agreements to cryptocommerce_app;
grant insert on agreements to cryptocommerce_auth;

create function app.check_staff_name() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if app.has_ever_held_role(new.id) then
    raise exception 'staff names cannot change' using errcode = 'check_violation', constraint = 'staff_keep_their_names';
  end if;
  return new;
end $$;
create trigger check_staff_name before update of first_name, last_name, display_name on profiles
  for each row when (current_user = 'cryptocommerce_app'
    and (old.first_name, old.last_name, old.display_name)
      is distinct from (new.first_name, new.last_name, new.display_name))
  execute function app.check_staff_name();

create function app.is_email_verified(account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.can_access_all_rows() and exists (select from auth."user" u where u.id = account and u."emailVerified");
end;

revoke all on function app.check_staff_name, app.is_email_verified from public;
grant execute on function app.is_email_verified to cryptocommerce_app;
