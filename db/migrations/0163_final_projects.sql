-- Why: a course closes with a project that its learner hands in, an instructor marks by the rubric, and a second
-- instructor marks again where the learner asks for it.

-- What is being written, for its learner alone.
create table project_drafts (
  enrollment_id uuid primary key,
  user_id uuid not null references auth."user" (id),
  evidence jsonb not null,
  saved_at timestamptz not null,
  constraint project_draft_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id)
);
create index project_drafts_owner on project_drafts (user_id, enrollment_id);

create table project_submissions (
  id uuid primary key default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null references auth."user" (id),
  course_id text not null,
  version_id uuid not null,
  -- As they were called when they handed it in: who marks it reads no profiles.
  learner text not null constraint project_names_somebody check (length(learner) between 1 and 200),
  -- The first time it is handed in, the second, ...
  number integer not null constraint project_counts_from_one check (number >= 1),
  evidence jsonb not null,
  handed_in_at timestamptz not null,
  state text not null default 'waiting' constraint project_state_known
    check (state in ('waiting', 'failed', 'passed', 'appealed')),
  appeal text,
  -- When it came to where it waits: handed in, or appealed.
  waits_since timestamptz not null,
  constraint project_number_once unique (enrollment_id, number),
  constraint project_and_owner unique (user_id, id),
  constraint appeal_says_why check (state <> 'appealed' or length(appeal) >= 20),
  constraint project_of_its_enrollment foreign key (user_id, enrollment_id)
    references user_enrollments (user_id, id),
  constraint project_of_its_version foreign key (course_id, version_id) references course_versions (course_id, id)
);
-- One at a time is read, and after the one that passed comes none.
create unique index project_one_open on project_submissions (enrollment_id) where state <> 'failed';
create index project_submissions_owner on project_submissions (user_id, enrollment_id);
create index project_submissions_version on project_submissions (course_id, version_id);
-- The lists of the desk: what waits, the oldest first; what was marked, the newest first.
create index project_submissions_by_state on project_submissions (state, waits_since, id);

-- What an instructor said of one; the second round answers an appeal.
create table project_marks (
  submission_id uuid not null,
  round smallint not null constraint mark_round_known check (round in (1, 2)),
  user_id uuid not null references auth."user" (id),
  marked_by uuid not null references auth."user" (id),
  levels jsonb not null,
  comments jsonb not null,
  says text not null,
  points smallint not null constraint mark_of_a_hundred check (points between 0 and 100),
  passed boolean not null,
  marked_at timestamptz not null,
  primary key (submission_id, round),
  constraint mark_of_its_submission foreign key (user_id, submission_id) references project_submissions (user_id, id)
);
create index project_marks_owner on project_marks (user_id, submission_id);
create index project_marks_by on project_marks (marked_by);

do $$
declare name text;
begin
  foreach name in array '{project_drafts,project_submissions,project_marks}'::text[] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_erases on %I for all to current_user
      using ((select app.erasing())) with check ((select app.erasing()))', name);
  end loop;
end $$;

-- For the checks below, which run as the owner.
create policy owner_looks on project_submissions for select to current_user using (true);
create policy owner_looks on project_marks for select to current_user using (true);

create policy own_alone on project_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert, delete on project_drafts to cryptocommerce_app;
grant update (evidence, saved_at) on project_drafts to cryptocommerce_app;

create function app.marks_projects() returns boolean language sql stable parallel safe
  return app.has_role('instructor') or app.has_role('admin');
create policy own_or_staff on project_submissions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_who_comes()));
create policy own_hands_in on project_submissions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and state = 'waiting' and appeal is null);
create policy own_appeals on project_submissions for update to cryptocommerce_app
  using (user_id = (select app.user_id()) and state = 'failed')
  with check (user_id = (select app.user_id()) and state = 'appealed');
create policy instructor_marks on project_submissions for update to cryptocommerce_app
  using ((select app.marks_projects()) and state in ('waiting', 'appealed'))
  with check ((select app.marks_projects()) and state in ('failed', 'passed'));
grant select, insert on project_submissions to cryptocommerce_app;
grant update (state, appeal, waits_since) on project_submissions to cryptocommerce_app;

create policy own_or_staff on project_marks for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_who_comes()));
create policy instructor_marks on project_marks for insert to cryptocommerce_app
  with check ((select app.marks_projects()) and marked_by = (select app.user_id()));
grant select, insert on project_marks to cryptocommerce_app;

-- Nobody marks their own, by whichever account of theirs; the second round is another person's; a state says what was
-- marked last.
create function app.mark_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.marked_by in (select app.accounts_of(new.user_id)) then
    raise exception 'nobody marks their own' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  if new.round = 2 and not exists (select from public.project_marks m
    where m.submission_id = new.submission_id and m.round = 1
      and m.marked_by not in (select app.accounts_of(new.marked_by)))
  then raise exception 'a second person marks again' using errcode = 'check_violation', constraint = 'second_marker'; end if;
  if not exists (select from public.project_submissions s where s.id = new.submission_id
    and s.state = case new.round when 1 then 'waiting' else 'appealed' end)
  then raise exception 'it does not wait for this mark' using errcode = 'check_violation', constraint = 'mark_is_due'; end if;
  return new;
end $$;
revoke execute on function app.mark_stands() from public;
create trigger mark_stands before insert on project_marks for each row execute function app.mark_stands();

create function app.project_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.erasing() then return new; end if;
  if new.state = 'appealed' then
    if exists (select from public.project_marks m where m.submission_id = new.id and m.round = 2) then
      raise exception 'it was marked twice' using errcode = 'check_violation', constraint = 'appeal_once'; end if;
  elsif not exists (select from public.project_marks m where m.submission_id = new.id
    and m.round = case old.state when 'waiting' then 1 else 2 end and m.passed = (new.state = 'passed'))
  then raise exception 'its mark says otherwise' using errcode = 'check_violation', constraint = 'state_as_marked'; end if;
  return new;
end $$;
revoke execute on function app.project_stands() from public;
create trigger project_stands before update of state on project_submissions for each row
  execute function app.project_stands();

-- Whoever marks a project issues its certificate, once, and so sees whether there is one.
alter policy own_or_staff on certificates
  using (user_id = (select app.user_id()) or (select app.sees_who_comes()));

-- A course with a project gives its certificate once that was passed; else as before.
create or replace function app.certificate_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare content jsonb;
begin
  if tg_op = 'UPDATE' then
    if (new.revoked_at, new.revoked_reason, new.revoked_by) is distinct from (old.revoked_at, old.revoked_reason, old.revoked_by)
      and (app.user_id() is null or app.user_id() = old.user_id)
      or new.shows_name <> old.shows_name and app.user_id() is distinct from old.user_id
    then raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  select v.content into content from public.user_enrollments e join public.course_versions v on v.id = e.version_id
   where e.id = new.enrollment_id and e.version_id = new.version_id and e.course_id = new.course_id
     and e.enrollment_status = 'active'
     and (v.number, v.content ->> 'title', v.content -> 'certificate' ->> 'title')
       = (new.version_number, new.course_title, new.title)
     and (v.content -> 'project' ->> 'passPercent')::smallint is not distinct from new.project_pass;
  if content is null
    or exists (select from jsonb_array_elements(content -> 'sections') s, jsonb_array_elements(s -> 'units') u
        where not exists (select from public.unit_progress p where p.enrollment_id = new.enrollment_id
          and p.user_id = new.user_id and p.unit = u ->> 'id' and p.done_at is not null))
    or exists (select from jsonb_array_elements(content -> 'sections') s
        where s -> 'quiz' <> 'null' and not exists (select from public.quiz_tries t
          where t.enrollment_id = new.enrollment_id and t.user_id = new.user_id and t.section = s ->> 'id' and t.passed))
    or new.project_pass is not null and not exists (select from public.project_submissions p
        where p.enrollment_id = new.enrollment_id and p.user_id = new.user_id and p.state = 'passed')
  then raise exception 'the course is not finished'
    using errcode = 'check_violation', constraint = 'certificate_is_earned'; end if;
  return new;
end $$;
