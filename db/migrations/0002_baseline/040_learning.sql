create table user_enrollments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  course_id text not null references courses,
  version_id uuid not null,
  enrollment_status text not null,
  granted_by text not null,
  created_at timestamptz not null,
  active_since timestamptz,
  read_until timestamptz,
  place_unit text,
  place_block smallint,
  also_granted_by text,
  granted_until timestamptz,
  staff_id uuid references auth."user",
  staff_reason text,
  revoked_at timestamptz,
  constraint enrollment_and_owner unique (user_id, id),
  constraint enrollment_of_its_version foreign key (course_id, version_id) references course_versions (course_id, id),
  constraint active_has_begun check (enrollment_status <> 'active' or active_since is not null),
  constraint enrollment_other_way_known check (also_granted_by in ('free', 'plan', 'staff')),
  constraint enrollment_status_known check (enrollment_status in ('pending_payment', 'active', 'ended')),
  constraint enrollment_way_known check (granted_by in ('free', 'plan', 'payment', 'staff')),
  constraint granted_by_somebody_for_a_reason check (case
      when 'staff' in (granted_by, coalesce(also_granted_by, '')) then num_nulls(staff_id, staff_reason) = 0
        and length(staff_reason) between 10 and 500 and staff_id is distinct from user_id and (revoked_at is null
        or granted_until <= revoked_at)
      else num_nonnulls(granted_until, staff_id, staff_reason, revoked_at) = 0
    end),
  constraint other_way_beside_payment check (also_granted_by is null or granted_by = 'payment'),
  constraint place_is_whole check ((place_unit is null) = (place_block is null))
);
create unique index enrollment_once on user_enrollments (user_id, course_id) where enrollment_status <> 'ended';
create index enrollments_of_version on user_enrollments (course_id, version_id);
create index enrollments_staff on user_enrollments (staff_id) where staff_id is not null;
alter table user_enrollments enable row level security;
alter table user_enrollments force row level security;
create policy own_insert on user_enrollments for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and read_until is null and place_unit is null
    and exists (select from courses c where c.id = course_id and c.state = 'published'
      and case granted_by
        when 'free' then enrollment_status = 'active' and c.price_usd = 0
        when 'plan' then enrollment_status = 'active' and app.has_active_plan(user_id, active_since)
        when 'payment' then enrollment_status = 'pending_payment'
        else false end));
create policy own_or_staff_select on user_enrollments for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy own_update on user_enrollments for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy owner_while_erasing on user_enrollments for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on user_enrollments for select to current_user using (true);
create policy system_or_staff_update on user_enrollments for update to cryptocommerce_app
  using ((select app.can_access_all_rows())) with check ((select app.can_access_all_rows()));
create policy staff_insert on user_enrollments for insert to cryptocommerce_app
  with check (granted_by = 'staff' and enrollment_status = 'active' and read_until is null and place_unit is null
    and revoked_at is null and staff_id = (select app.user_id()) and user_id <> (select app.user_id())
    and ((select app.has_role('support')) or (select app.has_role('admin')))
    and exists (select from courses c where c.id = course_id and c.state = 'published'));
grant select, insert on user_enrollments to cryptocommerce_app;
grant update (version_id, enrollment_status, granted_by, active_since, read_until, place_unit, place_block,
  also_granted_by, granted_until, staff_id, staff_reason, revoked_at) on user_enrollments
  to cryptocommerce_app;

create table unit_progress (
  enrollment_id uuid not null,
  user_id uuid not null references auth."user",
  unit text not null,
  opened_at timestamptz not null,
  done_at timestamptz,
  primary key (enrollment_id, unit),
  constraint progress_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id,
    id),
  constraint done_after_it_was_handed_out check (done_at >= opened_at)
);
create index unit_progress_owner on unit_progress (user_id, enrollment_id);
alter table unit_progress enable row level security;
alter table unit_progress force row level security;
create policy own_insert on unit_progress for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_update on unit_progress for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_staff_select on unit_progress for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on unit_progress to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on unit_progress for select to current_user using (true);
grant select, insert on unit_progress to cryptocommerce_app;
grant update (done_at) on unit_progress to cryptocommerce_app;

create table check_answers (
  enrollment_id uuid not null,
  user_id uuid not null references auth."user",
  unit text not null,
  question text not null,
  first_chosen smallint[] not null,
  first_right boolean not null,
  last_chosen smallint[] not null,
  tries integer not null default 1,
  answered_at timestamptz not null,
  primary key (enrollment_id, unit, question),
  constraint answer_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id)
);
create index check_answers_owner on check_answers (user_id, enrollment_id);
alter table check_answers enable row level security;
alter table check_answers force row level security;
create policy own_insert on check_answers for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_update on check_answers for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_staff_select on check_answers for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on check_answers to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on check_answers to cryptocommerce_app;
grant update (last_chosen, tries, answered_at) on check_answers to cryptocommerce_app;

create table quiz_tries (
  id uuid primary key default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null references auth."user",
  section text not null,
  questions text[] not null,
  started_at timestamptz not null,
  submitted_at timestamptz,
  chosen jsonb,
  right_count smallint,
  passed boolean,
  constraint try_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id),
  constraint right_is_of_what_was_asked check (right_count between 0 and cardinality(questions)),
  constraint try_is_whole check (num_nulls(submitted_at, chosen, right_count, passed) in (0, 4))
);
create unique index quiz_one_open_try on quiz_tries (enrollment_id, section) where submitted_at is null;
create index quiz_tries_owner on quiz_tries (user_id, enrollment_id, section);
alter table quiz_tries enable row level security;
alter table quiz_tries force row level security;
create policy own_insert on quiz_tries for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_update on quiz_tries for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_staff_select on quiz_tries for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on quiz_tries to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on quiz_tries for select to current_user using (true);
grant select, insert on quiz_tries to cryptocommerce_app;
grant update (submitted_at, chosen, right_count, passed) on quiz_tries to cryptocommerce_app;

create table reviews (
  id uuid primary key default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null references auth."user",
  section text not null,
  question text not null,
  step smallint not null default 0 constraint review_step_known check (step between 0 and 3),
  due_at timestamptz not null,
  constraint review_once unique (user_id, enrollment_id, question),
  constraint review_of_its_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id, id)
);
create index reviews_due on reviews (user_id, due_at);
alter table reviews enable row level security;
alter table reviews force row level security;
create policy own_insert on reviews for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_update on reviews for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_delete on reviews for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy own_or_staff_select on reviews for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on reviews to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on reviews to cryptocommerce_app;
grant update (step, due_at) on reviews to cryptocommerce_app;

create function app.check_enrollment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed text[];
  staff_columns text[] := array['granted_until', 'staff_id', 'staff_reason', 'revoked_at'];
begin
  if new.enrollment_status = 'active' and new.granted_by = 'payment'
    and (tg_op = 'INSERT' or (old.enrollment_status, old.granted_by) is distinct from (new.enrollment_status, new.granted_by))
    and not exists (select from public.payments p where p.payable = 'course' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'enrollment has no received payment' using errcode = 'check_violation'; end if;
  if tg_op = 'INSERT' and new.also_granted_by is not null then
    raise exception 'enrollment has no earlier grant' using errcode = 'insufficient_privilege'; end if;
  if tg_op = 'INSERT' or (app.can_access_all_rows() and new.user_id is distinct from app.user_id())
    then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if changed <@ array['read_until', 'place_unit', 'place_block']
    or (changed = array['enrollment_status'] and old.enrollment_status = 'pending_payment' and new.enrollment_status = 'ended')
    or (changed <@ (staff_columns || array['enrollment_status', 'granted_by', 'active_since', 'version_id'])
      and new.enrollment_status = 'active' and (old.enrollment_status = 'pending_payment'
        or old.enrollment_status = 'active' and (old.granted_by = 'staff' and old.granted_until <= new.active_since
          or old.granted_by = 'plan' and not app.has_active_plan(old.user_id, new.active_since)))
      and exists (select from public.courses c where c.id = new.course_id and c.state = 'published'
        and case new.granted_by when 'free' then c.price_usd = 0
          when 'plan' then app.has_active_plan(new.user_id, new.active_since) else false end))
  then return new; end if;
  raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege';
end $$;
create trigger check_3_enrollment before insert or update on user_enrollments for each row
  execute function app.check_enrollment();

create function app.check_staff_enrollment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed text[];
  staff_columns text[] := array['granted_until', 'staff_id', 'staff_reason', 'revoked_at'];
begin
  if tg_op = 'INSERT' then
    if new.granted_by = 'staff' and app.is_same_person(new.staff_id, new.user_id) then
      raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
    end if;
    return new;
  end if;
  if old.granted_by = 'payment' and old.enrollment_status = 'active'
    and (new.granted_by, new.enrollment_status) <> ('payment', 'active')
    and exists (select from public.payments p where p.payable = 'course' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'a purchased course cannot be taken back' using errcode = 'check_violation', constraint = 'bought_stays'; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() or changed = '{}' then return new; end if;
  if app.user_id() is null or not changed && staff_columns and 'payment' in (old.granted_by, new.granted_by) then
    if changed && staff_columns then raise exception 'only staff or a plan can grant this enrollment' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if new.granted_by <> 'staff' or new.enrollment_status <> 'active' or new.staff_id is distinct from app.user_id()
    or not (app.has_role('support') or app.has_role('admin'))
    or not changed <@ (staff_columns || array['enrollment_status', 'granted_by', 'active_since', 'version_id'])
    or not (old.granted_by = 'staff' or old.enrollment_status = 'pending_payment'
      or old.granted_by = 'plan' and not app.has_active_plan(old.user_id, new.active_since))
  then raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege'; end if;
  if app.is_same_person(new.staff_id, new.user_id) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;
create trigger check_2_staff_grant before insert or update on user_enrollments for each row
  execute function app.check_staff_enrollment();

create function app.check_enrollment_freeze() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.enrollment_status <> 'active'
    or (old.granted_by <> 'payment' and old.granted_by <> new.granted_by)
    or (old.granted_by = 'staff' and new.granted_by = 'staff'
      and coalesce(new.granted_until, 'infinity') > coalesce(old.granted_until, 'infinity'))
  then perform app.refuse_while_frozen(new.user_id, new.id, 'order'); end if;
  return new;
end $$;
create trigger check_1_freeze before insert or update of enrollment_status, granted_by, granted_until
  on user_enrollments for each row when (new.enrollment_status = 'active' and new.granted_by in ('plan', 'staff'))
  execute function app.check_enrollment_freeze();

create function app.check_completed_once() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'completed work cannot change' using errcode = 'check_violation', constraint = 'learned_once';
end $$;
create trigger check_completed_once before update on quiz_tries for each row
  when (old.submitted_at is not null) execute function app.check_completed_once();
create trigger check_completed_once before update on unit_progress for each row
  when (old.done_at is not null) execute function app.check_completed_once();

create policy instructor_or_learner_select on course_pictures for select to cryptocommerce_app
  using ((select app.can_edit_courses()) or (select app.is_system()) or exists ( select from user_enrollments e
    where ((e.course_id = course_pictures.course_id) and (e.enrollment_status = 'active')
    and (e.user_id = (select app.user_id())) and case e.granted_by when 'plan' then app.has_active_plan(e.user_id,
    now()) when 'staff' then COALESCE((e.granted_until > now()), true) else true end)));

create trigger held_activation before insert or update of enrollment_status, granted_by on user_enrollments
  for each row when (new.enrollment_status = 'active' and new.granted_by = 'payment')
  execute function app.refuse_activation_while_held();

revoke all on function
  app.check_enrollment, app.check_staff_enrollment, app.check_enrollment_freeze, app.check_completed_once
  from public;
