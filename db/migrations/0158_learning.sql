-- Why: courses are taken: which there are, in which version, who takes one, and what the server itself saw them do.

create table courses (
  id text primary key constraint course_id_is_a_word check (id ~ '^[a-z0-9][a-z0-9-]{1,60}$'),
  title text not null,
  -- What taking it costs, in US$; nothing is free.
  price_usd numeric(10, 2) not null default 0 constraint price_is_no_debt check (price_usd >= 0 and price_usd <= 10000),
  state text not null default 'published' constraint course_state_known check (state in ('draft', 'published', 'withdrawn')),
  -- Nobody where it is the house's own.
  made_by uuid references auth."user" (id),
  created_at timestamptz not null
);
create index courses_made_by on courses (made_by) where made_by is not null;

-- What is read and asked in a course, whole. It never changes: what is better is a further version.
create table course_versions (
  id uuid primary key default uuidv7(),
  course_id text not null references courses (id),
  number integer not null constraint version_counts_from_one check (number >= 1),
  content jsonb not null,
  -- Of the content, so that nothing is published twice.
  digest text not null,
  what_changed text not null,
  published_at timestamptz not null,
  published_by uuid references auth."user" (id),
  constraint version_number_once unique (course_id, number),
  constraint version_of_its_course unique (course_id, id)
);
create index course_versions_published_by on course_versions (published_by) where published_by is not null;

-- Who takes a course, and in which version: the one that they began.
create table user_enrollments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id),
  course_id text not null references courses (id),
  version_id uuid not null,
  enrollment_status text not null constraint enrollment_status_known
    check (enrollment_status in ('pending_payment', 'active', 'ended')),
  granted_by text not null constraint enrollment_way_known check (granted_by in ('free', 'plan', 'payment', 'staff')),
  created_at timestamptz not null,
  active_since timestamptz,
  -- Up to when its time went into lessons that are finished: the next one's begins there, or when it was handed out.
  read_until timestamptz,
  -- Where they stopped reading.
  place_unit text,
  place_block smallint,
  constraint enrollment_of_its_version foreign key (course_id, version_id) references course_versions (course_id, id),
  constraint enrollment_and_owner unique (user_id, id),
  constraint active_has_begun check (enrollment_status <> 'active' or active_since is not null),
  constraint place_is_whole check ((place_unit is null) = (place_block is null))
);
create unique index enrollment_once on user_enrollments (user_id, course_id) where enrollment_status <> 'ended';
create index enrollments_of_version on user_enrollments (course_id, version_id);

-- What is kept of learners stands under their enrollment, each with its owner.
create table unit_progress (
  enrollment_id uuid not null,
  user_id uuid not null references auth."user" (id),
  unit text not null,
  handed_out_at timestamptz not null,
  done_at timestamptz,
  primary key (enrollment_id, unit),
  constraint progress_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id),
  constraint done_after_it_was_handed_out check (done_at >= handed_out_at)
);
create index unit_progress_owner on unit_progress (user_id, enrollment_id);

-- Answers within a lesson, by their places in the version's text. The first tells whether a question misleads.
create table check_answers (
  enrollment_id uuid not null,
  user_id uuid not null references auth."user" (id),
  unit text not null,
  question text not null,
  first_chosen smallint[] not null,
  first_right boolean not null,
  last_chosen smallint[] not null,
  tries integer not null default 1,
  answered_at timestamptz not null,
  primary key (enrollment_id, unit, question),
  constraint answer_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id)
);
create index check_answers_owner on check_answers (user_id, enrollment_id);

-- A try at the quiz of a section. Its id is the seed of every order in it.
create table quiz_tries (
  id uuid primary key default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null references auth."user" (id),
  section text not null,
  questions text[] not null,
  begun_at timestamptz not null,
  handed_in_at timestamptz,
  -- For each question what was chosen, by its places in the version's text.
  chosen jsonb,
  right_count smallint,
  passed boolean,
  constraint try_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id),
  constraint try_is_whole check (num_nulls(handed_in_at, chosen, right_count, passed) in (0, 4)),
  constraint right_is_of_what_was_asked check (right_count between 0 and cardinality(questions))
);
create unique index quiz_one_open_try on quiz_tries (enrollment_id, section) where handed_in_at is null;
create index quiz_tries_owner on quiz_tries (user_id, enrollment_id, section);

-- What was answered wrongly and comes back, later each time.
create table reviews (
  id uuid primary key default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null references auth."user" (id),
  section text not null,
  question text not null,
  step smallint not null default 0 constraint review_step_known check (step between 0 and 3),
  due_at timestamptz not null,
  constraint review_once unique (user_id, enrollment_id, question),
  constraint review_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id)
);
create index reviews_due on reviews (user_id, due_at);

alter table courses enable row level security;
alter table courses force row level security;
create policy announced on courses for select to cryptocommerce_app using (state <> 'draft' or (select app.sees_all()));
create policy product_publishes on courses for all to cryptocommerce_app
  using ((select app.sees_all()) and (select app.user_id()) is null)
  with check ((select app.sees_all()) and (select app.user_id()) is null);
grant select, insert on courses to cryptocommerce_app;
grant update (title, price_usd, state) on courses to cryptocommerce_app;

alter table course_versions enable row level security;
alter table course_versions force row level security;
create policy as_its_course on course_versions for select to cryptocommerce_app
  using (exists (select from courses c where c.id = course_id));
create policy product_publishes on course_versions for insert to cryptocommerce_app
  with check ((select app.sees_all()) and (select app.user_id()) is null);
grant select, insert on course_versions to cryptocommerce_app;

alter table user_enrollments enable row level security;
alter table user_enrollments force row level security;
create policy own_or_staff on user_enrollments for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
-- By oneself a course is taken that is free. What is paid for begins with its money.
create policy own_begins on user_enrollments for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and read_until is null and place_unit is null
    and enrollment_status = 'active' and granted_by = 'free'
    and exists (select from courses c where c.id = course_id and c.state = 'published' and c.price_usd = 0));
create policy own_reads_on on user_enrollments for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy owner_erases on user_enrollments for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
grant select, insert on user_enrollments to cryptocommerce_app;
grant update (read_until, place_unit, place_block) on user_enrollments to cryptocommerce_app;

do $$
declare name text;
begin
  foreach name in array '{unit_progress,check_answers,quiz_tries,reviews}'::text[] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_or_staff on %I for select to cryptocommerce_app
      using (user_id = (select app.user_id()) or (select app.sees_all()))', name);
    execute format('create policy own_begins on %I for insert to cryptocommerce_app
      with check (user_id = (select app.user_id()))', name);
    execute format('create policy own_goes_on on %I for update to cryptocommerce_app
      using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()))', name);
    execute format('create policy owner_erases on %I for all to current_user
      using ((select app.erasing())) with check ((select app.erasing()))', name);
    execute format('grant select, insert on %I to cryptocommerce_app', name);
  end loop;
end $$;
create policy own_knows_it on reviews for delete to cryptocommerce_app using (user_id = (select app.user_id()));
grant update (done_at) on unit_progress to cryptocommerce_app;
grant update (last_chosen, tries, answered_at) on check_answers to cryptocommerce_app;
grant update (handed_in_at, chosen, right_count, passed) on quiz_tries to cryptocommerce_app;
grant update (step, due_at) on reviews to cryptocommerce_app;
grant delete on reviews to cryptocommerce_app;

-- A lesson is finished once, a try handed in once.
create function app.learned_once() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  raise exception 'what was finished stays as it was' using errcode = 'check_violation', constraint = 'learned_once';
end $$;
revoke all on function app.learned_once() from public;
create trigger learned_once before update on unit_progress for each row
  when (old.done_at is not null) execute function app.learned_once();
create trigger learned_once before update on quiz_tries for each row
  when (old.handed_in_at is not null) execute function app.learned_once();
