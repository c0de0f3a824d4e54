-- Why: two people stand behind what matters (decision D2), and the record of it is one that nobody rewrites unseen (D3).

-- The owner's function below looks for freezes without asking whose they are.
create policy owner_reads on account_freezes for select to current_user using (true);

-- The standing of whoever is about to decide: their roles now, held still until the transaction ends, and whether their
-- account is frozen. A demotion that came first is seen; one that comes later waits until the decision is through.
-- A freeze takes the same lock (app.freeze_lock).
create function app.freeze_lock(person uuid) returns void language sql volatile
  begin atomic select pg_advisory_xact_lock(hashtextextended('standing ' || person, 0)); end;
create function app.standing(person uuid) returns table (roles text[], frozen boolean)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || person, 0));
  standing.roles := coalesce((select array_agg(held.role order by held.role) from
    (select r.role from public.user_roles r where r.user_id = person for share) held), '{}');
  standing.frozen := exists (select from public.account_freezes f where f.user_id = person and f.lifted_at is null);
  return next;
end $$;
revoke all on function app.standing(uuid) from public;
grant execute on function app.standing(uuid) to cryptocommerce_app;
grant execute on function app.freeze_lock(uuid) to cryptocommerce_auth;

-- A role change happens by a proposal that two people stand behind, or not at all: the application has no right of its own
-- to write roles. Called in the transaction in which the second person approved; the last admin stays.
create function app.change_role(proposal uuid) returns text
  language plpgsql volatile security definer set search_path = pg_catalog as $$
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
    insert into public.user_roles (user_id, role, granted_by) values (person, wanted, asked.proposed_by);
    return 'changed';
  end if;
  if wanted = 'admin' and not exists (select from public.user_roles r join auth."user" u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> person and u."emailVerified")
  then return 'last_admin'; end if;
  delete from public.user_roles r where r.user_id = person and r.role = wanted;
  return 'changed';
end $$;
revoke all on function app.change_role(uuid) from public;
grant execute on function app.change_role(uuid) to cryptocommerce_app;
create policy owner_reads on proposals for select to current_user using (true);

-- Seals. A role of its own chains what was committed: it reads the log, adds seals, and can do nothing else. What it
-- writes nobody of the application can write, not even sign-in.
do $$ begin
  create role cryptocommerce_sealer nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;
grant usage on schema app to cryptocommerce_sealer;
create policy sealer_reads on audit_log for select to cryptocommerce_sealer using (true);
grant select on audit_log to cryptocommerce_sealer;

-- One line of the chain: what an entry says (digest), under which number, after which line (previous). Written once.
create table audit_seals (
  seq bigint primary key,
  -- No foreign key: it would lock, and so write again, every entry; a missing one is what the verifier finds.
  audit_id uuid not null constraint sealed_once unique,
  previous text not null constraint chain_never_forks unique,
  digest text not null,
  sealed_at timestamptz not null,
  hash text not null
);
alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy sealer_reads on audit_seals for select to cryptocommerce_sealer using (true);
create policy sealer_adds on audit_seals for insert to cryptocommerce_sealer with check (true);
create policy staff_reads on audit_seals for select to cryptocommerce_app
  using ((select app.has_role('compliance')) or (select app.has_role('admin')));
grant select, insert on audit_seals to cryptocommerce_sealer;
grant select on audit_seals to cryptocommerce_app;

-- Up to which transaction everything is sealed. Entries of older ones cannot turn up any more.
create table audit_sealing (
  only_row boolean primary key default true constraint one_sealing check (only_row),
  horizon xid8 not null
);
insert into audit_sealing (horizon) values ('0');
alter table audit_sealing enable row level security;
alter table audit_sealing force row level security;
create policy sealer_reads on audit_sealing for select to cryptocommerce_sealer using (true);
create policy sealer_moves on audit_sealing for update to cryptocommerce_sealer using (true);
grant select, update (horizon) on audit_sealing to cryptocommerce_sealer;

-- Whether an entry that row security hides from somebody is there at all: an export says 'kept back' of the one and
-- 'missing' of the other.
create policy owner_reads on audit_log for select to current_user using (true);
create function app.audit_entry_stands(entry uuid) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return app.sees_all() and exists (select from public.audit_log l where l.id = entry);
end $$;
revoke all on function app.audit_entry_stands(uuid) from public;
grant execute on function app.audit_entry_stands(uuid) to cryptocommerce_app;
