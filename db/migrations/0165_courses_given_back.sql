-- Why: what a plan gave was gone once it was bought besides and given back; a course stayed closed for whoever took it with a
-- plan, or for nothing, while a payment for it was open; and the project of a course that was given back waited for ever.

-- Who gives a course besides the payment: with its money back it is theirs as before.
alter table user_enrollments add column also_granted_by text
  constraint enrollment_other_way_known check (also_granted_by in ('free', 'plan', 'staff')),
  add constraint other_way_beside_payment check (also_granted_by is null or granted_by = 'payment');
grant update (also_granted_by) on user_enrollments to cryptocommerce_app;

-- For the check below, which runs as the owner.
create policy owner_looks on courses for select to current_user using (true);

-- What is paid for is taken once its money is here. By oneself one reads on, calls off what is not paid, or takes it
-- meanwhile as anybody may: for nothing where it is free, or with a plan that runs.
create or replace function app.enrollment_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare changed text[];
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
  if changed <@ array['read_until', 'place_unit', 'place_block']
    or (changed = array['enrollment_status'] and old.enrollment_status = 'pending_payment' and new.enrollment_status = 'ended')
    or (changed <@ array['enrollment_status', 'granted_by', 'active_since', 'version_id']
      and (old.enrollment_status, new.enrollment_status) = ('pending_payment', 'active')
      and exists (select from public.courses c where c.id = new.course_id and c.state = 'published'
        and case new.granted_by when 'free' then c.price_usd = 0
          when 'plan' then app.plan_runs(new.user_id, new.active_since) else false end))
  then return new; end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $$;

-- Whether the course of a project was given back, for whoever marks: they see nothing else of who takes what.
create function app.course_given_back(submission uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select app.marks_projects() and exists (select from public.project_submissions s
    join public.user_enrollments e on e.id = s.enrollment_id where s.id = submission and e.enrollment_status = 'ended')
$$;
revoke all on function app.course_given_back(uuid) from public;
grant execute on function app.course_given_back(uuid) to cryptocommerce_app;

-- As before, and not once the course was given back.
create or replace function app.mark_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
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
  if exists (select from public.project_submissions s join public.user_enrollments e on e.id = s.enrollment_id
    where s.id = new.submission_id and e.enrollment_status = 'ended')
  then raise exception 'its course was given back' using errcode = 'check_violation', constraint = 'mark_of_taken_course'; end if;
  return new;
end $$;
