-- Why: an instructor writes to everybody who takes a course, once a day at most, and is told a number and nobody's name.

create table class_messages (
  id uuid primary key default uuidv7(),
  course_id text not null references courses (id),
  subject text not null constraint class_subject_is_a_line check (length(subject) between 3 and 120 and subject !~ '[[:cntrl:]]'),
  body text not null constraint class_body_is_a_letter check (length(body) between 10 and 2000),
  sent_by uuid not null references auth."user" (id),
  sent_at timestamptz not null,
  -- The day in Jamaica: one message a day for a course.
  day date not null,
  -- Of one press of the button: it sends once.
  key uuid not null,
  -- Up to which enrollment mails were handed on, and how many; then when all were.
  mailed_up_to uuid,
  written_to integer not null default 0,
  mailed_at timestamptz,
  constraint class_message_once_a_day unique (course_id, day),
  constraint class_message_once unique (sent_by, key)
);

-- Whether its learner wants mails of the class. What was written stands on their page all the same.
alter table user_enrollments add column class_mails boolean not null default true;
grant update (class_mails) on user_enrollments to cryptocommerce_app;

alter table class_messages enable row level security;
alter table class_messages force row level security;
create policy class_or_staff_reads on class_messages for select to cryptocommerce_app
  using ((select app.sees_all()) or (select app.teaches()) or exists (select from user_enrollments e
    where e.course_id = class_messages.course_id and e.user_id = (select app.user_id()) and e.enrollment_status = 'active'));
create policy instructor_writes on class_messages for insert to cryptocommerce_app
  with check ((select app.teaches()) and sent_by = (select app.user_id()) and mailed_up_to is null and written_to = 0
    and mailed_at is null and day = (sent_at at time zone 'America/Jamaica')::date
    and exists (select from courses c where c.id = course_id and c.state <> 'draft'));
create policy product_mails on class_messages for update to cryptocommerce_app
  using ((select app.sees_all()) and (select app.user_id()) is null)
  with check ((select app.sees_all()) and (select app.user_id()) is null);
grant select, insert on class_messages to cryptocommerce_app;
grant update (mailed_up_to, written_to, mailed_at) on class_messages to cryptocommerce_app;

-- How many take a course, and how many of them have all of it behind them: numbers alone, for whoever teaches.
create function app.class_sizes(at timestamptz)
  returns table (course_id text, learners integer, finished integer)
  language sql stable security definer set search_path = pg_catalog as $$
  select e.course_id, count(*)::integer,
      (count(*) filter (where v.units = (select count(*) from public.unit_progress p
           where p.enrollment_id = e.id and p.user_id = e.user_id and p.done_at is not null)
         and v.quizzes = (select count(distinct t.section) from public.quiz_tries t
           where t.enrollment_id = e.id and t.user_id = e.user_id and t.passed)))::integer
    from public.user_enrollments e
    join (select w.id,
        (select count(*) from jsonb_array_elements(w.content -> 'sections') s, jsonb_array_elements(s -> 'units')) units,
        (select count(*) from jsonb_array_elements(w.content -> 'sections') s where s -> 'quiz' <> 'null') quizzes
      from public.course_versions w) v on v.id = e.version_id
   where app.teaches() and e.enrollment_status = 'active'
     and case e.granted_by when 'staff' then coalesce(e.granted_until > at, true)
       when 'plan' then exists (select from public.subscriptions s where s.user_id = e.user_id and s.status = 'active'
         and s.start_date <= at and s.end_date > at) else true end
   group by e.course_id
$$;
revoke all on function app.class_sizes(timestamptz) from public;
grant execute on function app.class_sizes(timestamptz) to cryptocommerce_app;

-- As before; and whether they want mails of the class is theirs to say.
create or replace function app.enrollment_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed text[];
  by_staff text[] := array['granted_until', 'staff_id', 'staff_reason', 'revoked_at'];
begin
  if new.enrollment_status = 'active' and new.granted_by = 'payment'
    and (tg_op = 'INSERT' or (old.enrollment_status, old.granted_by) is distinct from (new.enrollment_status, new.granted_by))
    and not exists (select from public.payments p where p.payable = 'course' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'course_without_money' using errcode = 'check_violation'; end if;
  if tg_op = 'INSERT' and new.also_granted_by is not null then
    raise exception 'nobody gave it before' using errcode = 'insufficient_privilege'; end if;
  if tg_op = 'INSERT' or (app.sees_all() and new.user_id is distinct from app.user_id()) then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if changed <@ array['read_until', 'place_unit', 'place_block', 'class_mails']
    or (changed = array['enrollment_status'] and old.enrollment_status = 'pending_payment' and new.enrollment_status = 'ended')
    or (changed <@ (by_staff || array['enrollment_status', 'granted_by', 'active_since', 'version_id'])
      and new.enrollment_status = 'active' and (old.enrollment_status = 'pending_payment'
        or old.enrollment_status = 'active' and (old.granted_by = 'staff' and old.granted_until <= new.active_since
          or old.granted_by = 'plan' and not app.plan_runs(old.user_id, new.active_since)))
      and exists (select from public.courses c where c.id = new.course_id and c.state = 'published'
        and case new.granted_by when 'free' then c.price_usd = 0
          when 'plan' then app.plan_runs(new.user_id, new.active_since) else false end))
  then return new; end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $$;
