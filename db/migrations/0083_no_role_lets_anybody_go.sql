-- Why: an open link to somebody frozen stopped a customer until two of compliance had decided it; a role let them go, since
-- nobody at the desk is stopped by what somebody else did, and who gave it read nothing of that. Nobody who is stopped
-- takes a role.
create or replace function app.change_role(proposal uuid) returns text
  language plpgsql security definer set search_path = pg_catalog as $$
declare asked public.proposals; person uuid; wanted text; act text;
begin
  select p.* into asked from public.proposals p
   where p.id = proposal and p.kind = 'role' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id() and p.customer_id = (p.payload ->> 'userId')::uuid;
  if asked.id is null then raise exception 'no role change was approved here'; end if;
  person := (asked.payload ->> 'userId')::uuid;
  wanted := asked.payload ->> 'role';
  act := asked.payload ->> 'act';
  -- One at a time, so that of two admins who remove each other one stays.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  if act = 'grant' then
    -- A freeze that is being made is waited for.
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0))
      from (select x.id from app.accounts_of(person) x(id) order by 1) a;
    if app.is_stopped(person) then return 'stopped'; end if;
    insert into public.user_roles (user_id, role, granted_by) values (person, wanted, asked.proposed_by);
    return 'changed';
  end if;
  if wanted = 'admin' and not exists (select from public.user_roles r join auth."user" u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> person and u."emailVerified")
  then return 'last_admin'; end if;
  delete from public.user_roles r where r.user_id = person and r.role = wanted;
  return 'changed';
end $$;
