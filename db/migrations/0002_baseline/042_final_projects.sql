create table project_drafts (
  enrollment_id uuid primary key,
  user_id uuid not null references auth."user",
  evidence jsonb not null,
  saved_at timestamptz not null,
  constraint project_draft_of_its_enrollment foreign key (user_id, enrollment_id)
    references user_enrollments (user_id, id)
);
create index project_drafts_owner on project_drafts (user_id, enrollment_id);
alter table project_drafts enable row level security;
alter table project_drafts force row level security;
create policy own_all on project_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy owner_while_erasing on project_drafts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on project_drafts to cryptocommerce_app;
grant update (evidence, saved_at) on project_drafts to cryptocommerce_app;

create table project_submissions (
  id uuid primary key default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null references auth."user",
  course_id text not null,
  version_id uuid not null,
  learner text not null constraint project_names_somebody check (length(learner) between 1 and 200),
  number integer not null constraint project_counts_from_one check (number >= 1),
  evidence jsonb not null,
  submitted_at timestamptz not null,
  state text not null default 'waiting',
  appeal text,
  waits_since timestamptz not null,
  constraint project_and_owner unique (user_id, id),
  constraint project_number_once unique (enrollment_id, number),
  constraint project_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id),
  constraint project_of_its_version foreign key (course_id, version_id) references course_versions (course_id, id),
  constraint appeal_says_why check (state <> 'appealed' or length(appeal) >= 20),
  constraint project_state_known check (state in ('waiting', 'failed', 'passed', 'appealed'))
);
create unique index project_one_open on project_submissions (enrollment_id) where state <> 'failed';
create index project_submissions_by_state on project_submissions (state, waits_since, id);
create index project_submissions_owner on project_submissions (user_id, enrollment_id);
create index project_submissions_version on project_submissions (course_id, version_id);
alter table project_submissions enable row level security;
alter table project_submissions force row level security;
create policy instructor_update on project_submissions for update to cryptocommerce_app
  using ((select app.can_grade_projects()) and state in ('waiting', 'appealed'))
  with check ((select app.can_grade_projects()) and state in ('failed', 'passed'));
create policy own_update on project_submissions for update to cryptocommerce_app
  using (user_id = (select app.user_id()) and state = 'failed')
  with check (user_id = (select app.user_id()) and state = 'appealed');
create policy own_insert on project_submissions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and state = 'waiting' and appeal is null);
create policy own_or_staff_select on project_submissions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_attendees()));
create policy owner_while_erasing on project_submissions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on project_submissions for select to current_user using (true);
grant select, insert on project_submissions to cryptocommerce_app;
grant update (state, appeal, waits_since) on project_submissions to cryptocommerce_app;

create table project_grades (
  submission_id uuid not null,
  round smallint not null constraint mark_round_known check (round in (1, 2)),
  user_id uuid not null references auth."user",
  marked_by uuid not null references auth."user",
  levels jsonb not null,
  comments jsonb not null,
  says text not null,
  points smallint not null constraint mark_of_a_hundred check (points between 0 and 100),
  passed boolean not null,
  marked_at timestamptz not null,
  primary key (submission_id, round),
  constraint mark_of_its_submission foreign key (user_id, submission_id) references project_submissions (user_id, id)
);
create index project_grades_by on project_grades (marked_by);
create index project_grades_owner on project_grades (user_id, submission_id);
alter table project_grades enable row level security;
alter table project_grades force row level security;
create policy instructor_insert on project_grades for insert to cryptocommerce_app
  with check ((select app.can_grade_projects()) and marked_by = (select app.user_id()));
create policy own_or_staff_select on project_grades for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_attendees()));
create policy owner_while_erasing on project_grades to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on project_grades for select to current_user using (true);
grant select, insert on project_grades to cryptocommerce_app;

create function app.check_project_submission() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_erasing() then return new; end if;
  if new.state = 'appealed' then
    if exists (select from public.project_grades m where m.submission_id = new.id and m.round = 2) then
      raise exception 'project has already been graded twice' using errcode = 'check_violation', constraint = 'appeal_once'; end if;
  elsif not exists (select from public.project_grades m where m.submission_id = new.id
    and m.round = case old.state when 'waiting' then 1 else 2 end and m.passed = (new.state = 'passed'))
  then raise exception 'state does not match the grade' using errcode = 'check_violation', constraint = 'state_as_marked'; end if;
  return new;
end $$;
create trigger check_project_submission before update of state on project_submissions for each row
  execute function app.check_project_submission();

create function app.check_project_grade() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.marked_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'graders cannot grade their own work' using errcode = 'check_violation',
      constraint = 'own_matter_of_person';
  end if;
  if new.round = 2 and not exists (select from public.project_grades m
    where m.submission_id = new.submission_id and m.round = 1
      and m.marked_by not in (select app.same_person_accounts(new.marked_by)))
  then raise exception 'the second grade requires another grader' using errcode = 'check_violation', constraint = 'second_marker'; end if;
  if not exists (select from public.project_submissions s where s.id = new.submission_id
    and s.state = case new.round when 1 then 'waiting' else 'appealed' end)
  then raise exception 'project is not waiting for this grade' using errcode = 'check_violation', constraint = 'mark_is_due'; end if;
  if exists (select from public.project_submissions s join public.user_enrollments e on e.id = s.enrollment_id
    where s.id = new.submission_id and e.enrollment_status = 'ended')
  then raise exception 'enrollment has ended' using errcode = 'check_violation', constraint = 'mark_of_taken_course'; end if;
  return new;
end $$;
create trigger check_project_grade before insert on project_grades for each row
  execute function app.check_project_grade();

create function app.is_course_refunded(submission uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.can_grade_projects() and exists (select from public.project_submissions s
    join public.user_enrollments e on e.id = s.enrollment_id where s.id = submission and e.enrollment_status = 'ended')
$$;

revoke all on function app.check_project_submission, app.check_project_grade, app.is_course_refunded from public;
grant execute on function app.is_course_refunded to cryptocommerce_app;
