create table user_roles (
  user_id uuid not null references auth."user" on delete cascade,
  role text not null,
  granted_by uuid references auth."user",
  granted_at timestamptz not null default now(),
  primary key (user_id, role),
  constraint role_known check (role in ('admin', 'compliance', 'finance', 'support', 'instructor'))
);
create index user_roles_granted_by on user_roles (granted_by);
alter table user_roles enable row level security;
alter table user_roles force row level security;
create policy own_or_staff_select on user_roles for select using ((select app.can_access_all_rows())
  or user_id = app.user_id());
create policy owner_while_erasing on user_roles to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
-- Security definer functions read roles during authentication and change them after two people approved.
create policy owner_all on user_roles for all to current_user using (true);
grant select on user_roles to cryptocommerce_app;

-- True for compliance, admins and jobs: finance and support cannot see compliance work (decision A7).
create function app.can_read_compliance() returns boolean
  language sql stable parallel safe
  return app.can_access_all_rows() and (app.user_id() is null
    or exists (select from user_roles r where r.user_id = app.user_id() and r.role in ('compliance', 'admin')));

create function app.is_compliance_staff() returns boolean
  language sql stable parallel safe
  return app.can_read_compliance() and app.user_id() is not null;

create function app.is_staff(account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.user_roles r where r.user_id = account);
end;

create function app.decider_status(decider uuid) returns table (roles text[], frozen boolean)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || decider, 0));
  decider_status.roles := coalesce((select array_agg(held.role order by held.role) from
    (select r.role from public.user_roles r join auth."user" u on u.id = r.user_id and u."emailVerified"
      where r.user_id = decider for share of r) held), '{}');
  decider_status.frozen := exists (select from app.effective_freezes(decider));
  return next;
end $$;
create trigger roles_changed after insert or delete or update on user_roles
  for each row execute function app.notify_access_change('user_id');

revoke all on function app.is_staff, app.decider_status from public;
grant execute on function app.is_staff to cryptocommerce_auth, cryptocommerce_app;
grant execute on function app.decider_status to cryptocommerce_app;
