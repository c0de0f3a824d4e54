-- Why: one officer emptied our own list, and what it had stopped went through. What stands on it is taken off, or changed,
-- by two people, who agree on one and the same file; to add to it one is enough.
create function app.taken_off_by_two() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.user_id() is not null and not exists (select from public.proposals p where p.kind = 'list'
      and p.subject = 'local' and p.state = 'approved' and p.decided_at = now() and p.decided_by = app.user_id()) then
    raise exception 'two people take off our own list' using errcode = 'check_violation', constraint = 'list_by_two_people';
  end if;
  return new;
end $$;
revoke all on function app.taken_off_by_two() from public;
create trigger taken_off_by_two before update of until_list on sanctions_parties
  for each row when (new.source = 'local') execute function app.taken_off_by_two();
