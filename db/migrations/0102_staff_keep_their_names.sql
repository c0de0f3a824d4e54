-- Why: lists, histories and the log show whoever acted by the name of today. An officer who was stopped, or had left the
-- desk, could still take a colleague's name, and what they had prepared then read as the colleague's: a name that stood
-- beside what somebody did for us stays theirs.

-- Whether somebody holds a role or ever did: roles are taken by approved proposals alone.
create function app.ever_held_role(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select exists (select from public.user_roles r where r.user_id = person)
        or exists (select from public.proposals p
            where p.kind = 'role' and p.state = 'approved' and p.customer_id = person);
  end;
revoke all on function app.ever_held_role(uuid) from public;
grant execute on function app.ever_held_role(uuid) to cryptocommerce_app;

create function app.staff_keep_their_names() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if app.ever_held_role(new.id) then
    raise exception 'staff_keep_their_names' using errcode = 'check_violation', constraint = 'staff_keep_their_names';
  end if;
  return new;
end $$;
revoke all on function app.staff_keep_their_names() from public;

-- Of the app alone: erasing somebody, and mending a name by hand, are the owner's.
create trigger staff_keep_their_names before update of first_name, last_name, display_name on public.profiles
  for each row when (current_user = 'cryptocommerce_app'
    and (old.first_name, old.last_name, old.display_name)
      is distinct from (new.first_name, new.last_name, new.display_name))
  execute function app.staff_keep_their_names();
