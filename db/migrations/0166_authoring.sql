-- Why: instructors write courses themselves: a draft until it is published, then a version like those of the house.

-- Who makes courses and sees how they are learned from.
create function app.teaches() returns boolean language sql stable parallel safe
  return app.has_role('instructor') or app.has_role('admin');

-- What changed since the version before, a line for each thing, and who published it, as they were called.
alter table course_versions add column changes text[] not null default '{}';
alter table course_versions add column published_as text;

-- A course as it is being written. Its number counts the saves: whoever saves says which one they read.
create table course_drafts (
  course_id text primary key references courses (id),
  content jsonb not null,
  number integer not null constraint draft_counts_from_one check (number >= 1),
  saved_at timestamptz not null,
  saved_by uuid not null references auth."user" (id),
  saved_as text not null
);
create index course_drafts_saved_by on course_drafts (saved_by);

-- Pictures that lessons of a course show.
create table course_pictures (
  course_id text not null references courses (id),
  file_id uuid not null constraint course_picture_is_kept references files (id),
  primary key (course_id, file_id)
);
create index course_pictures_file on course_pictures (file_id);

alter table files drop constraint file_purpose_known;
alter table files add constraint file_purpose_known check (purpose in ('transaction-proof', 'subscription-proof',
  'workshop-proof', 'course-proof', 'source-of-funds', 'payout-proof', 'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address',
  'kyc-income', 'enhanced-source', 'enhanced-income', 'enhanced-jurisdiction', 'case-file', 'workshop-flyer',
  'lesson-picture'));

-- Courses of the house (made by nobody) come out of its files alone.
alter policy announced on courses
  using (state <> 'draft' or (select app.sees_all()) or (select app.teaches()));
create policy instructor_makes on courses for insert to cryptocommerce_app
  with check ((select app.teaches()) and made_by = (select app.user_id()) and state = 'draft' and price_usd = 0);
create policy instructor_changes on courses for update to cryptocommerce_app
  using ((select app.teaches()) and made_by is not null) with check ((select app.teaches()) and made_by is not null);
create policy instructor_publishes on course_versions for insert to cryptocommerce_app
  with check ((select app.teaches()) and published_by = (select app.user_id())
    and exists (select from courses c where c.id = course_id and c.made_by is not null));

alter table course_drafts enable row level security;
alter table course_drafts force row level security;
create policy instructors_read on course_drafts for select to cryptocommerce_app using ((select app.teaches()));
create policy instructor_begins on course_drafts for insert to cryptocommerce_app
  with check ((select app.teaches()) and saved_by = (select app.user_id()) and number = 1
    and exists (select from courses c where c.id = course_id and c.made_by is not null));
create policy instructor_saves on course_drafts for update to cryptocommerce_app
  using ((select app.teaches())) with check ((select app.teaches()) and saved_by = (select app.user_id()));
grant select, insert on course_drafts to cryptocommerce_app;
grant update (content, number, saved_at, saved_by, saved_as) on course_drafts to cryptocommerce_app;

alter table course_pictures enable row level security;
alter table course_pictures force row level security;
create policy instructors_or_learners on course_pictures for select to cryptocommerce_app
  using ((select app.teaches()) or exists (select from user_enrollments e
    where e.course_id = course_pictures.course_id and e.user_id = (select app.user_id())));
create policy instructor_adds on course_pictures for insert to cryptocommerce_app with check ((select app.teaches())
  and exists (select from files f where f.id = file_id and f.purpose = 'lesson-picture' and f.state = 'clean'));
grant select, insert on course_pictures to cryptocommerce_app;

-- What a course costs an admin says; it is not shown before there is a version of it, and never a draft again. Of two
-- saves that read the same the second is refused.
create function app.course_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.price_usd <> old.price_usd and app.user_id() is not null and not app.has_role('admin') then
    raise exception 'an admin says what a course costs' using errcode = 'insufficient_privilege'; end if;
  if new.state <> old.state and (new.state = 'draft'
    or not exists (select from public.course_versions v where v.course_id = new.id))
  then raise exception 'nothing of it is published' using errcode = 'check_violation', constraint = 'course_has_a_version'; end if;
  return new;
end $$;
revoke execute on function app.course_stands() from public;
create trigger course_stands before update on courses for each row execute function app.course_stands();

create function app.draft_goes_on() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.number <> old.number + 1 then
    raise exception 'it was saved meanwhile' using errcode = 'check_violation', constraint = 'draft_counts_on'; end if;
  return new;
end $$;
revoke execute on function app.draft_goes_on() from public;
create trigger draft_goes_on before update on course_drafts for each row execute function app.draft_goes_on();

-- How a version is learned from, in numbers alone: nobody who teaches sees who it was.
create policy owner_looks on check_answers for select to current_user using (true);

-- Of each lesson how many opened it, finished it, and stopped in it before a moment; of each quiz how many tried and passed.
create function app.course_ways(which_course text, which_version uuid, quiet_since timestamptz)
  returns table (kind text, place text, came integer, done integer, stopped integer)
  language sql stable security definer set search_path = pg_catalog as $$
  select 'lesson', p.unit, count(*)::integer, count(p.done_at)::integer,
      (count(*) filter (where p.done_at is null and p.handed_out_at < quiet_since and coalesce(e.place_unit, p.unit) = p.unit))::integer
    from public.user_enrollments e
    join public.unit_progress p on p.user_id = e.user_id and p.enrollment_id = e.id
   where app.teaches() and e.course_id = which_course and e.version_id = which_version group by p.unit
  union all
  select 'quiz', t.section, count(*)::integer, (count(*) filter (where t.passed))::integer,
      (count(*) filter (where not t.passed and t.last_at < quiet_since))::integer
    from (select q.section, bool_or(coalesce(q.passed, false)) passed, max(q.begun_at) last_at
        from public.user_enrollments e
        join public.quiz_tries q on q.user_id = e.user_id and q.enrollment_id = e.id
       where app.teaches() and e.course_id = which_course and e.version_id = which_version
       group by q.enrollment_id, q.section) t group by t.section
$$;
revoke all on function app.course_ways(text, uuid, timestamptz) from public;
grant execute on function app.course_ways(text, uuid, timestamptz) to cryptocommerce_app;

-- Of each question how often it was answered, how often rightly, and how often each answer was chosen: within lessons
-- what was said first, in quizzes each time.
create function app.course_answers(which_course text, which_version uuid)
  returns table (kind text, place text, question text, asked integer, were_right integer, chosen jsonb)
  language sql stable security definer set search_path = pg_catalog as $$
  with keys as (
    select q ->> 'id' question, array(select (a.n - 1)::smallint from jsonb_array_elements(q -> 'answers') with ordinality a(v, n)
        where (a.v ->> 'right')::boolean order by a.n) right_ones
      from public.course_versions v, jsonb_array_elements(v.content -> 'sections') s,
        jsonb_array_elements(case jsonb_typeof(s -> 'quiz') when 'object' then s -> 'quiz' -> 'questions' else '[]' end) q
     where app.teaches() and v.id = which_version and v.course_id = which_course),
  given as (
    select 'lesson' kind, a.unit place, a.question, a.first_right is_right, a.first_chosen chosen
      from public.user_enrollments e
      join public.check_answers a on a.user_id = e.user_id and a.enrollment_id = e.id
     where app.teaches() and e.course_id = which_course and e.version_id = which_version
    union all
    select 'quiz', t.section, k.question, c.chosen = k.right_ones, c.chosen
      from public.user_enrollments e
      join public.quiz_tries t on t.user_id = e.user_id and t.enrollment_id = e.id and t.handed_in_at is not null
      cross join lateral (select t.questions[n] question, array(select x::smallint from jsonb_array_elements_text(v) x order by 1) chosen
        from jsonb_array_elements(t.chosen) with ordinality j(v, n)) c
      join keys k on k.question = c.question
     where app.teaches() and e.course_id = which_course and e.version_id = which_version),
  picked as (
    select g.kind, g.place, g.question, p.answer, count(*) times from given g, unnest(g.chosen) p(answer) group by 1, 2, 3, 4)
  select g.kind, g.place, g.question, count(*)::integer, (count(*) filter (where g.is_right))::integer,
      coalesce((select jsonb_object_agg(p.answer, p.times) from picked p
        where (p.kind, p.place, p.question) = (g.kind, g.place, g.question)), '{}')
    from given g group by g.kind, g.place, g.question
$$;
revoke all on function app.course_answers(text, uuid) from public;
grant execute on function app.course_answers(text, uuid) to cryptocommerce_app;
