-- Why: what is held begins no plan and no place (0135), but a course began with it for whatever code asked: our own alone
-- did not.
create trigger held_begins_nothing before insert or update of enrollment_status, granted_by on user_enrollments
  for each row when (new.enrollment_status = 'active' and new.granted_by = 'payment')
  execute function app.held_begins_nothing();
