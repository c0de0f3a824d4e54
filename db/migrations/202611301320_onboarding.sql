-- An account begins with email, password and date of birth. Its display name is empty until the profile is complete.
create function app.check_profile_complete() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.profiles p where p.id = new.user_id and p.display_name = '') then
    raise exception 'the profile is not complete' using errcode = 'check_violation', constraint = 'profile_is_complete';
  end if;
  return new;
end $$;
revoke all on function app.check_profile_complete from public;
create trigger profile_is_complete before insert on kyc_submissions
  for each row execute function app.check_profile_complete();
-- Coins of a sell may have left already, so sells are refused earlier, before our wallet is shown (decision A2).
create trigger profile_is_complete before insert on transactions
  for each row when (new.type = 'buy') execute function app.check_profile_complete();
create trigger profile_is_complete before insert on payments
  for each row execute function app.check_profile_complete();
create trigger profile_is_complete before insert on payees
  for each row execute function app.check_profile_complete();
create trigger profile_is_complete before insert on launch_submissions
  for each row execute function app.check_profile_complete();

-- The session reads the name of the account, so that it knows without a query whether the profile is complete.
create function app.name_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth."user" set name = new.display_name where id = new.id;
  return new;
end $$;
revoke all on function app.name_account from public;
create trigger first_name_of_account after update of display_name on profiles
  for each row when (old.display_name = '' and new.display_name <> '') execute function app.name_account();
alter table profiles add column passkey_offer_closed_at timestamptz;
grant update (passkey_offer_closed_at, country_of_residence, nationality, occupation, is_pep) on profiles to cryptocommerce_app;

-- What the customer declared at sign-up stays as declared.
create function app.keep_declared_profile() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the declared profile is final' using errcode = 'check_violation', constraint = 'declared_profile_is_final';
end $$;
create trigger declared_profile_is_final
  before update of country_of_residence, nationality, occupation, is_pep on profiles
  for each row when (old.display_name <> '' and current_user = 'cryptocommerce_app')
  execute function app.keep_declared_profile();

-- Unsent identity forms, one per tier. The typed values are encrypted, because they contain TRN and ID number.
create table kyc_drafts (
  user_id uuid not null references auth."user" on delete cascade,
  tier smallint not null constraint kyc_draft_tier_known check (tier between 1 and 3),
  submission_id uuid not null,
  sealed text not null constraint kyc_draft_short check (length(sealed) <= 60000),
  updated_at timestamptz not null,
  primary key (user_id, tier)
);
create index kyc_drafts_by_age on kyc_drafts (updated_at);
alter table kyc_drafts enable row level security;
alter table kyc_drafts force row level security;
create policy own_alone on kyc_drafts to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy product_looks on kyc_drafts for select to cryptocommerce_app using ((select app.is_product()));
create policy product_ends on kyc_drafts for delete to cryptocommerce_app using ((select app.is_product()));
create policy owner_erases on kyc_drafts to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
grant select, insert, delete on kyc_drafts to cryptocommerce_app;
grant update (submission_id, sealed, updated_at) on kyc_drafts to cryptocommerce_app;
