-- Why: of a version that one or two take, figures are what these two answered; instructors read their names beside projects.

-- Whether so many take a version that its figures are of nobody in particular.
create function app.enough_learn(which_course text, which_version uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select app.teaches() and (select count(*) from (select from public.user_enrollments e
    where e.course_id = which_course and e.version_id = which_version and e.active_since is not null limit 5) few) = 5
$$;
revoke all on function app.enough_learn(text, uuid) from public;
grant execute on function app.enough_learn(text, uuid) to cryptocommerce_app;

-- As before, of five at least.
create or replace function app.course_ways(which_course text, which_version uuid, quiet_since timestamptz)
  returns table (kind text, place text, came integer, done integer, stopped integer)
  language sql stable security definer set search_path = pg_catalog as $$
  select 'lesson', p.unit, count(*)::integer, count(p.done_at)::integer,
      (count(*) filter (where p.done_at is null and p.handed_out_at < quiet_since and coalesce(e.place_unit, p.unit) = p.unit))::integer
    from public.user_enrollments e
    join public.unit_progress p on p.user_id = e.user_id and p.enrollment_id = e.id
   where app.enough_learn(which_course, which_version) and e.course_id = which_course and e.version_id = which_version group by p.unit
  union all
  select 'quiz', t.section, count(*)::integer, (count(*) filter (where t.passed))::integer,
      (count(*) filter (where not t.passed and t.last_at < quiet_since))::integer
    from (select q.section, bool_or(coalesce(q.passed, false)) passed, max(q.begun_at) last_at
        from public.user_enrollments e
        join public.quiz_tries q on q.user_id = e.user_id and q.enrollment_id = e.id
       where app.enough_learn(which_course, which_version) and e.course_id = which_course and e.version_id = which_version
       group by q.enrollment_id, q.section) t group by t.section
$$;

create or replace function app.course_answers(which_course text, which_version uuid)
  returns table (kind text, place text, question text, asked integer, were_right integer, chosen jsonb)
  language sql stable security definer set search_path = pg_catalog as $$
  with keys as (
    select q ->> 'id' question, array(select (a.n - 1)::smallint from jsonb_array_elements(q -> 'answers') with ordinality a(v, n)
        where (a.v ->> 'right')::boolean order by a.n) right_ones
      from public.course_versions v, jsonb_array_elements(v.content -> 'sections') s,
        jsonb_array_elements(case jsonb_typeof(s -> 'quiz') when 'object' then s -> 'quiz' -> 'questions' else '[]' end) q
     where app.enough_learn(which_course, which_version) and v.id = which_version and v.course_id = which_course),
  checked as (
    select a.unit place, a.question, a.first_right is_right, a.first_chosen chosen, count(*) times
      from public.user_enrollments e
      join public.check_answers a on a.user_id = e.user_id and a.enrollment_id = e.id
     where app.enough_learn(which_course, which_version) and e.course_id = which_course and e.version_id = which_version
     group by a.unit, a.question, a.first_right, a.first_chosen),
  tried as (
    select t.section place, t.questions[j.n] question, j.v chosen, count(*) times
      from public.user_enrollments e
      join public.quiz_tries t on t.user_id = e.user_id and t.enrollment_id = e.id and t.handed_in_at is not null
      cross join lateral jsonb_array_elements(t.chosen) with ordinality j(v, n)
     where app.enough_learn(which_course, which_version) and e.course_id = which_course and e.version_id = which_version
     group by t.section, t.questions[j.n], j.v),
  given as (
    select 'lesson' kind, c.place, c.question, c.is_right, c.chosen, c.times from checked c
    union all
    select 'quiz', t.place, t.question, c.chosen = k.right_ones, c.chosen, t.times
      from tried t join keys k on k.question = t.question
      cross join lateral (select array(select x::smallint from jsonb_array_elements_text(t.chosen) x order by 1) chosen) c),
  picked as (
    select g.kind, g.place, g.question, p.answer, sum(g.times) times from given g, unnest(g.chosen) p(answer) group by 1, 2, 3, 4)
  select g.kind, g.place, g.question, sum(g.times)::integer, coalesce(sum(g.times) filter (where g.is_right), 0)::integer,
      coalesce((select jsonb_object_agg(p.answer, p.times) from picked p
        where (p.kind, p.place, p.question) = (g.kind, g.place, g.question)), '{}')
    from given g group by g.kind, g.place, g.question
$$;
