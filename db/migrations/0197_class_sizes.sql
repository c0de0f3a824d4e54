-- Why: of a class of one or two, how many have finished it is what these two did; and thousands of learners were looked at
-- one by one.
create or replace function app.class_sizes(at timestamptz)
  returns table (course_id text, learners integer, finished integer)
  language sql stable security definer set search_path = pg_catalog as $$
  with taking as materialized (
    select e.id, e.user_id, e.course_id, e.version_id from public.user_enrollments e
     where app.teaches() and e.enrollment_status = 'active'
       and case e.granted_by when 'staff' then coalesce(e.granted_until > at, true)
         when 'plan' then exists (select from public.subscriptions s where s.user_id = e.user_id and s.status = 'active'
           and s.start_date <= at and s.end_date > at) else true end),
  asked as (
    select v.id,
        (select count(*) from jsonb_array_elements(v.content -> 'sections') s, jsonb_array_elements(s -> 'units')) units,
        (select count(*) from jsonb_array_elements(v.content -> 'sections') s where s -> 'quiz' <> 'null') quizzes
      from public.course_versions v where v.id in (select t.version_id from taking t)),
  read as (
    select t.id, count(*) n from taking t join public.unit_progress p on p.user_id = t.user_id and p.enrollment_id = t.id
     where p.done_at is not null group by t.id),
  passed as (
    select t.id, count(distinct q.section) n from taking t
      join public.quiz_tries q on q.user_id = t.user_id and q.enrollment_id = t.id
     where q.passed group by t.id)
  select t.course_id, count(*)::integer, case when count(*) >= 5 then (count(*) filter (
        where a.units = coalesce(r.n, 0) and a.quizzes = coalesce(p.n, 0)))::integer end
    from taking t join asked a on a.id = t.version_id left join read r on r.id = t.id left join passed p on p.id = t.id
   group by t.course_id
$$;
