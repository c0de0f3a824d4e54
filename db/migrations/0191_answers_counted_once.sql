-- Why: how questions are answered was taken apart for each answer of each learner: seconds for four thousand of them. Like
-- answers are counted first, and each kind of them is taken apart once.
create or replace function app.course_answers(which_course text, which_version uuid)
  returns table (kind text, place text, question text, asked integer, were_right integer, chosen jsonb)
  language sql stable security definer set search_path = pg_catalog as $$
  with keys as (
    select q ->> 'id' question, array(select (a.n - 1)::smallint from jsonb_array_elements(q -> 'answers') with ordinality a(v, n)
        where (a.v ->> 'right')::boolean order by a.n) right_ones
      from public.course_versions v, jsonb_array_elements(v.content -> 'sections') s,
        jsonb_array_elements(case jsonb_typeof(s -> 'quiz') when 'object' then s -> 'quiz' -> 'questions' else '[]' end) q
     where app.teaches() and v.id = which_version and v.course_id = which_course),
  checked as (
    select a.unit place, a.question, a.first_right is_right, a.first_chosen chosen, count(*) times
      from public.user_enrollments e
      join public.check_answers a on a.user_id = e.user_id and a.enrollment_id = e.id
     where app.teaches() and e.course_id = which_course and e.version_id = which_version
     group by a.unit, a.question, a.first_right, a.first_chosen),
  tried as (
    select t.section place, t.questions[j.n] question, j.v chosen, count(*) times
      from public.user_enrollments e
      join public.quiz_tries t on t.user_id = e.user_id and t.enrollment_id = e.id and t.handed_in_at is not null
      cross join lateral jsonb_array_elements(t.chosen) with ordinality j(v, n)
     where app.teaches() and e.course_id = which_course and e.version_id = which_version
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
