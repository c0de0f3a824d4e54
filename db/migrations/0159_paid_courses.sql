-- Why: a course is paid for like a plan or a place, or comes with a plan while that runs.

alter table payments drop constraint payable_known;
alter table payments add constraint payable_known check (payable in ('plan', 'workshop', 'course'));

alter table files drop constraint file_purpose_known;
alter table files add constraint file_purpose_known check (purpose in ('transaction-proof', 'subscription-proof',
  'workshop-proof', 'course-proof', 'source-of-funds', 'payout-proof', 'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address',
  'kyc-income', 'enhanced-source', 'enhanced-income', 'enhanced-jurisdiction', 'case-file', 'workshop-flyer'));

-- Whether a plan runs for somebody at a moment: every plan includes the courses.
create function app.plan_runs(who uuid, at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select (app.sees_all() or who = app.user_id()) and exists (select from public.subscriptions s
    where s.user_id = who and s.status = 'active' and s.start_date <= at and s.end_date > at)
$$;
revoke all on function app.plan_runs(uuid, timestamptz) from public;
grant execute on function app.plan_runs(uuid, timestamptz) to cryptocommerce_app;

-- By oneself a course is taken that is free, or with a plan that runs; what is to be paid for waits for its money.
drop policy own_begins on user_enrollments;
create policy own_begins on user_enrollments for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and read_until is null and place_unit is null
    and exists (select from courses c where c.id = course_id and c.state = 'published'
      and case granted_by
        when 'free' then enrollment_status = 'active' and c.price_usd = 0
        when 'plan' then enrollment_status = 'active' and app.plan_runs(user_id, active_since)
        when 'payment' then enrollment_status = 'pending_payment'
        else false end));
create policy product_or_staff_moves on user_enrollments for update to cryptocommerce_app
  using ((select app.sees_all())) with check ((select app.sees_all()));
grant update (enrollment_status, granted_by, active_since, version_id) on user_enrollments to cryptocommerce_app;

-- What is paid for is taken once its money is here. By oneself one reads on and calls off what is not paid.
create function app.enrollment_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare changed text[];
begin
  if new.enrollment_status = 'active' and new.granted_by = 'payment'
    and (tg_op = 'INSERT' or (old.enrollment_status, old.granted_by) is distinct from (new.enrollment_status, new.granted_by))
    and not exists (select from public.payments p where p.payable = 'course' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'course_without_money' using errcode = 'check_violation'; end if;
  if tg_op = 'INSERT' or (app.sees_all() and new.user_id is distinct from app.user_id()) then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if changed <@ array['read_until', 'place_unit', 'place_block']
    or (changed = array['enrollment_status'] and old.enrollment_status = 'pending_payment' and new.enrollment_status = 'ended')
  then return new; end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $$;
revoke all on function app.enrollment_stands() from public;
create trigger enrollment_stands before insert or update on user_enrollments for each row execute function app.enrollment_stands();
