-- Why: staff gave somebody frozen a course, a plan of theirs opened further ones, and their place in a workshop moved: only
-- what is paid for was asked about (0135). Nobody frozen is served anything new (E2); what they have stays as it is, also
-- where what they bought besides goes back by two decisions. What is free for everybody is not asked about.
create function app.course_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' or old.enrollment_status <> 'active'
    or (old.granted_by <> 'payment' and old.granted_by <> new.granted_by)
    or (old.granted_by = 'staff' and new.granted_by = 'staff'
      and coalesce(new.granted_until, 'infinity') > coalesce(old.granted_until, 'infinity'))
  then perform app.refuse_while_frozen(new.user_id, new.id, 'order'); end if;
  return new;
end $$;
revoke all on function app.course_of_frozen() from public;
create trigger course_of_frozen before insert or update of enrollment_status, granted_by, granted_until
  on user_enrollments for each row when (new.enrollment_status = 'active' and new.granted_by in ('plan', 'staff'))
  execute function app.course_of_frozen();

create function app.place_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if (old.session_id, old.registration_mode) is distinct from (new.session_id, new.registration_mode)
  then perform app.refuse_while_frozen(new.user_id, new.id, 'order'); end if;
  return new;
end $$;
revoke all on function app.place_of_frozen() from public;
create trigger place_of_frozen before update of session_id, registration_mode on workshop_registrations
  for each row execute function app.place_of_frozen();
