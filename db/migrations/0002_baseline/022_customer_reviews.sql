create table customer_reviews (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  at timestamptz not null,
  reviewed_by uuid not null references auth."user",
  risk_level text not null,
  next_review_on date not null,
  note text not null,
  constraint nobody_reviews_themselves check (reviewed_by <> user_id),
  constraint review_level_known check (risk_level in ('low', 'medium', 'high', 'critical'))
);
create index customer_reviews_by on customer_reviews (reviewed_by);
create index customer_reviews_newest on customer_reviews (user_id, id desc);
alter table customer_reviews enable row level security;
alter table customer_reviews force row level security;
create policy compliance_insert on customer_reviews for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_select on customer_reviews for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on customer_reviews as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on customer_reviews as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on customer_reviews to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on customer_reviews to cryptocommerce_app;

create table customer_notes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  at timestamptz not null,
  written_by uuid not null references auth."user",
  note text not null,
  constraint nobody_notes_their_own check (written_by <> user_id)
);
create index customer_notes_about on customer_notes (user_id, id desc);
create index customer_notes_by on customer_notes (written_by);
alter table customer_notes enable row level security;
alter table customer_notes force row level security;
create policy not_own_other_account_select on customer_notes as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on customer_notes as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on customer_notes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy staff_insert on customer_notes for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id())
    and written_by = (select app.user_id()));
create policy staff_select on customer_notes for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) and user_id is distinct from (select app.user_id()));
grant select, insert on customer_notes to cryptocommerce_app;

-- Newest risk score, and newest risk level of assessments and reviews. Triggers maintain both (decision F11).
create table customer_risk_ratings (
  user_id uuid primary key references auth."user",
  score risk_score not null,
  level risk_level not null
);
alter table customer_risk_ratings enable row level security;
alter table customer_risk_ratings force row level security;
create policy compliance_select on customer_risk_ratings for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on customer_risk_ratings as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_all on customer_risk_ratings to current_user using (true) with check (true);
grant select on customer_risk_ratings to cryptocommerce_app;

create function app.update_reviewed_rating() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || new.user_id, 0));
  insert into public.customer_risk_ratings (user_id, score, level) values (new.user_id, 0, new.risk_level)
    on conflict (user_id) do update set level = excluded.level;
  return null;
end $$;
create trigger update_assessed_rating after insert on customer_reviews for each row
  execute function app.update_reviewed_rating();

create function app.update_assessed_rating() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || new.user_id, 0));
  if not exists (select from public.customer_risk_ratings s
      where s.user_id = new.user_id and s.score = new.risk_score and s.level = new.risk_level) then
    insert into public.customer_risk_ratings (user_id, score, level) values (new.user_id, new.risk_score,
      new.risk_level)
      on conflict (user_id) do update set score = excluded.score, level = excluded.level;
  end if;
  return null;
end $$;
create trigger update_assessed_rating after insert on risk_assessments for each row
  execute function app.update_assessed_rating();

revoke all on function app.update_reviewed_rating, app.update_assessed_rating from public;
