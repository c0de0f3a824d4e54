-- Why: support gives a course to somebody, until a day or without one, and takes back what was given; nothing of it was
-- possible, and nothing kept staff from ending a course that somebody had bought.

alter table user_enrollments
  -- Until when staff give it; nothing for as long as nobody takes it back.
  add column granted_until timestamptz,
  -- Who of staff gave it, moved its end or took it back, and why: the last of them; all of them are in the audit log.
  add column staff_id uuid references auth."user" (id),
  add column staff_reason text,
  add column revoked_at timestamptz,
  add constraint granted_by_somebody_for_a_reason check (case when 'staff' in (granted_by, coalesce(also_granted_by, ''))
    then num_nulls(staff_id, staff_reason) = 0 and length(staff_reason) between 10 and 500
      and staff_id is distinct from user_id and (revoked_at is null or granted_until <= revoked_at)
    else num_nonnulls(granted_until, staff_id, staff_reason, revoked_at) = 0 end);
create index enrollments_staff on user_enrollments (staff_id) where staff_id is not null;
grant update (granted_until, staff_id, staff_reason, revoked_at) on user_enrollments to cryptocommerce_app;

create policy staff_enrols on user_enrollments for insert to cryptocommerce_app
  with check (granted_by = 'staff' and enrollment_status = 'active' and read_until is null and place_unit is null
    and revoked_at is null and staff_id = (select app.user_id()) and user_id <> (select app.user_id())
    and ((select app.has_role('support')) or (select app.has_role('admin')))
    and exists (select from courses c where c.id = course_id and c.state = 'published'));

-- Staff give what somebody has not, move its end and take it back: in their own name, and in no matter of their own. Other
-- hands move what is paid for, which stands for as long as its money does.
create function app.enrollment_by_staff() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed text[];
  by_staff text[] := array['granted_until', 'staff_id', 'staff_reason', 'revoked_at'];
begin
  if tg_op = 'INSERT' then
    if new.granted_by = 'staff' and app.same_person(new.staff_id, new.user_id) then
      raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person';
    end if;
    return new;
  end if;
  if old.granted_by = 'payment' and old.enrollment_status = 'active'
    and (new.granted_by, new.enrollment_status) <> ('payment', 'active')
    and exists (select from public.payments p where p.payable = 'course' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'it was bought' using errcode = 'check_violation', constraint = 'bought_stays'; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() or changed = '{}' then return new; end if;
  if app.user_id() is null or not changed && by_staff and 'payment' in (old.granted_by, new.granted_by) then
    if changed && by_staff then raise exception 'nobody gave it' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if new.granted_by <> 'staff' or new.enrollment_status <> 'active' or new.staff_id is distinct from app.user_id()
    or not (app.has_role('support') or app.has_role('admin'))
    or not changed <@ (by_staff || array['enrollment_status', 'granted_by', 'active_since', 'version_id'])
    or not (old.granted_by = 'staff' or old.enrollment_status = 'pending_payment'
      or old.granted_by = 'plan' and not app.plan_runs(old.user_id, new.active_since))
  then raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege'; end if;
  if app.same_person(new.staff_id, new.user_id) then
    raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;
revoke all on function app.enrollment_by_staff() from public;
create trigger enrollment_by_staff before insert or update on user_enrollments for each row
  execute function app.enrollment_by_staff();

-- As before; and what a plan or staff gave until now is taken anew as anybody may take it.
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
  if changed <@ array['read_until', 'place_unit', 'place_block']
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
