create table courses (
  id text primary key constraint course_id_is_a_word check (id ~ '^[a-z0-9][a-z0-9-]{1,60}$'),
  title text not null,
  price_usd numeric(10,2) not null default 0 constraint price_is_no_debt check (price_usd >= 0),
  state text not null default 'published',
  created_by uuid references auth."user",
  created_at timestamptz not null,
  constraint course_state_known check (state in ('draft', 'published', 'withdrawn'))
);
create index courses_made_by on courses (created_by) where created_by is not null;
alter table courses enable row level security;
alter table courses force row level security;
create policy published_select on courses for select to cryptocommerce_app
  using (state <> 'draft' or (select app.can_access_all_rows()) or (select app.can_edit_courses()));
create policy instructor_update on courses for update to cryptocommerce_app
  using ((select app.can_edit_courses()) and created_by is not null) with check ((select app.can_edit_courses())
    and created_by is not null);
create policy instructor_insert on courses for insert to cryptocommerce_app
  with check ((select app.can_edit_courses()) and created_by = (select app.user_id()) and state = 'draft' and price_usd = 0);
create policy owner_select on courses for select to current_user using (true);
create policy system_all on courses for all to cryptocommerce_app
  using ((select app.can_access_all_rows()) and (select app.user_id()) is null)
  with check ((select app.can_access_all_rows()) and (select app.user_id()) is null);
grant select, insert on courses to cryptocommerce_app;
grant update (title, price_usd, state) on courses to cryptocommerce_app;

create table course_versions (
  id uuid primary key default uuidv7(),
  course_id text not null references courses,
  number integer not null constraint version_counts_from_one check (number >= 1),
  content jsonb not null,
  digest text not null,
  what_changed text not null,
  published_at timestamptz not null,
  published_by uuid references auth."user",
  changes text[] not null default '{}',
  published_as text,
  constraint version_number_once unique (course_id, number),
  constraint version_of_its_course unique (course_id, id)
);
create index course_versions_published_by on course_versions (published_by) where published_by is not null;
alter table course_versions enable row level security;
alter table course_versions force row level security;
create policy with_course_select on course_versions for select to cryptocommerce_app
  using (exists (select from courses c where c.id = course_id));
create policy instructor_insert on course_versions for insert to cryptocommerce_app
  with check ((select app.can_edit_courses()) and published_by = (select app.user_id())
    and exists (select from courses c where c.id = course_id and c.created_by is not null));
create policy owner_while_erasing on course_versions for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on course_versions for select to current_user using (true);
create policy system_insert on course_versions for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and (select app.user_id()) is null);
grant select, insert on course_versions to cryptocommerce_app;

create table course_drafts (
  course_id text primary key references courses,
  content jsonb not null,
  number integer not null constraint draft_counts_from_one check (number >= 1),
  saved_at timestamptz not null,
  saved_by uuid not null references auth."user",
  saved_as text not null
);
create index course_drafts_saved_by on course_drafts (saved_by);
alter table course_drafts enable row level security;
alter table course_drafts force row level security;
create policy instructor_insert on course_drafts for insert to cryptocommerce_app
  with check ((select app.can_edit_courses()) and saved_by = (select app.user_id()) and number = 1
    and exists (select from courses c where c.id = course_id and c.created_by is not null));
create policy instructor_update on course_drafts for update to cryptocommerce_app
  using ((select app.can_edit_courses())) with check ((select app.can_edit_courses()) and saved_by = (select app.user_id()));
create policy instructor_select on course_drafts for select to cryptocommerce_app using ((select app.can_edit_courses()));
create policy owner_while_erasing on course_drafts for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on course_drafts to cryptocommerce_app;
grant update (content, number, saved_at, saved_by, saved_as) on course_drafts to cryptocommerce_app;

create table course_pictures (
  course_id text not null references courses,
  file_id uuid not null constraint course_picture_is_kept references files,
  primary key (course_id, file_id)
);
create index course_pictures_file on course_pictures (file_id);
alter table course_pictures enable row level security;
alter table course_pictures force row level security;
create policy instructor_insert on course_pictures for insert to cryptocommerce_app with check ((select app.can_edit_courses())
  and exists (select from files f where f.id = file_id and f.purpose = 'lesson-picture' and f.state = 'clean'));
create policy owner_select on course_pictures for select to current_user using (true);
grant select, insert on course_pictures to cryptocommerce_app;

create function app.check_course() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.price_usd <> old.price_usd and app.user_id() is not null and not app.has_role('admin') then
    raise exception 'only an admin can set the price of a course' using errcode = 'insufficient_privilege'; end if;
  if new.state <> old.state and (new.state = 'draft'
    or not exists (select from public.course_versions v where v.course_id = new.id))
  then raise exception 'course has no published version' using errcode = 'check_violation', constraint = 'course_has_a_version'; end if;
  return new;
end $$;
create trigger check_2_course before update on courses for each row execute function app.check_course();

create function app.check_course_price() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (tg_op = 'INSERT' or new.price_usd <> old.price_usd) and new.price_usd >= app.kyc_threshold_usd()
  then raise exception 'course price reaches the KYC threshold' using errcode = 'check_violation', constraint = 'stays_below_threshold'; end if;
  return new;
end $$;
create trigger check_1_price before insert or update of price_usd on courses
  for each row execute function app.check_course_price();

create function app.anonymize_author() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_erasing() then return null; end if;
  update public.course_drafts set saved_as = new.display_name, number = number + 1 where saved_by = new.id;
  update public.course_versions set published_as = new.display_name where published_by = new.id;
  return null;
end $$;
create trigger anonymize_author after update of display_name on profiles for each row
  execute function app.anonymize_author();

create function app.check_draft_version() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> old.number + 1 then
    raise exception 'draft was saved by another request' using errcode = 'check_violation', constraint = 'draft_counts_on'; end if;
  return new;
end $$;
create trigger check_draft_version before update on course_drafts for each row
  execute function app.check_draft_version();

revoke all on function
  app.check_course, app.check_course_price, app.anonymize_author, app.check_draft_version
  from public;
