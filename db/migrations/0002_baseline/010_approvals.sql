-- Requests of one staff member that a second must approve without changes (decision D2, ADR 20).
create table proposals (
  id uuid primary key default uuidv7(),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  subject_snapshot jsonb,
  customer_id uuid references auth."user",
  proposed_by uuid not null references auth."user",
  proposed_at timestamptz not null default now(),
  state text not null default 'open',
  decided_by uuid references auth."user",
  decided_at timestamptz,
  reason text constraint proposal_reason_length check (length(reason) between 1 and 500),
  constraint proposal_decided_whole check ((state = 'open') = (decided_by is null)
    and (state = 'open') = (decided_at is null)),
  constraint proposal_kind_known check (kind in ('setting', 'payout', 'return', 'undo', 'kyc', 'role', 'release',
    'rule_set', 'thaw', 'frozen_return', 'split', 'list', 'match', 'two_lines', 'award', 'news',
    'scam_warning')),
  constraint proposal_not_by_its_customer check (proposed_by <> customer_id),
  constraint proposal_not_decided_by_its_customer check (decided_by <> customer_id),
  constraint proposal_state_known check (state in ('open', 'approved', 'rejected', 'withdrawn')),
  constraint proposal_two_people check (state not in ('approved', 'rejected') or decided_by <> proposed_by),
  constraint proposal_withdrawn_by_its_proposer check (state <> 'withdrawn' or decided_by = proposed_by)
);
alter table proposals add constraint proposal_rejection_says_why check (state <> 'rejected'
  or reason is not null) not valid;
create unique index approval_undone_once on proposals ((payload ->> 'of')) where kind = 'undo' and state = 'approved';
create unique index proposal_one_open on proposals (kind, subject) where state = 'open';
create index proposals_customer on proposals (customer_id) where customer_id is not null;
create index proposals_decided_by on proposals (decided_by);
create index proposals_of_kind on proposals (kind, proposed_at);
create index proposals_open on proposals (proposed_at) where state = 'open';
create index proposals_proposed_by on proposals (proposed_by);
create index proposals_subject on proposals (subject, kind);
alter table proposals enable row level security;
alter table proposals force row level security;
create policy compliance_only_select on proposals as restrictive for select to cryptocommerce_app
  using (kind not in ('split', 'list', 'match') or (select app.user_id()) is null or (select app.has_role('compliance'))
    or (select app.has_role('admin')));
create policy not_own_other_account_select on proposals as restrictive for select to cryptocommerce_app
  using (customer_id is null or customer_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on proposals to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on proposals for select to current_user using (true);
create policy staff_update on proposals for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and state = 'open')
  with check ((select app.can_access_all_rows()) and state <> 'open' and decided_by = (select app.user_id()));
create policy staff_insert on proposals for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and proposed_by = (select app.user_id()) and state = 'open');
-- Staff cannot read proposals about themselves (decision A7).
create policy staff_select on proposals for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) and customer_id is distinct from (select app.user_id())
    and (kind not in ('release', 'rule_set', 'thaw', 'frozen_return') or (select app.user_id()) is null
      or (select app.has_role('compliance')) or (select app.has_role('admin'))));
grant select, insert on proposals to cryptocommerce_app;
grant update (state, decided_by, decided_at, reason) on proposals to cryptocommerce_app;

create function app.refuse_own_proposal() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_same_person(new.proposed_by, new.customer_id) or app.is_same_person(new.decided_by, new.customer_id)
    or (new.state <> 'withdrawn' and app.is_same_person(new.decided_by, new.proposed_by))
  then raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;
create trigger own_person before insert or update on proposals for each row execute function app.refuse_own_proposal();

-- The session token proves the actor: code cannot act in the name of another user. The check clears the token.
create function app.check_session_proof() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare actor uuid := case tg_op when 'INSERT' then new.proposed_by else new.decided_by end;
begin
  if not exists (select from auth.session s where s.token = current_setting('app.session_word', true)
      and s."userId" = actor and s."expiresAt" > now())
  then raise exception 'no valid session of this user' using errcode = 'insufficient_privilege'; end if;
  perform set_config('app.session_word', '', true);
  return new;
end $$;
create trigger proven_by_session before insert or update on proposals for each row
  when (current_user = 'cryptocommerce_app') execute function app.check_session_proof();

create function app.erase_proposal_reason() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.reason := 'Erased.';
  return new;
end $$;
create trigger reason_erased before update of payload on proposals
  for each row when (new.reason is not null or new.state = 'rejected') execute function app.erase_proposal_reason();

create function app.change_role(proposal uuid) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare approved public.proposals; account uuid; role_name text; operation text;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'role' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id() and p.customer_id = (p.payload ->> 'userId')::uuid;
  if approved.id is null then raise exception 'no role change was approved in this transaction'; end if;
  account := (approved.payload ->> 'userId')::uuid;
  role_name := approved.payload ->> 'role';
  operation := approved.payload ->> 'act';
  -- Serializes role changes: two admins cannot remove each other.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  if operation = 'grant' then
    if not exists (select from auth."user" u where u.id = account and u."emailVerified") then return 'closed'; end if;
    -- Waits for a freeze in progress.
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0))
      from (select x.id from app.same_person_accounts(account) x(id) order by 1) a;
    if app.is_frozen(account) then return 'stopped'; end if;
    -- Without a second factor, a thief with the password could set one up before the owner.
    if current_setting('app.staff_need_factor', true) = 'yes'
        and not (select u.second_factor from auth."user" u where u.id = account) then return 'no_factor'; end if;
    -- One person with two staff accounts could pass as two people.
    if exists (select from public.profiles p join public.profiles other using (date_of_birth)
        join public.user_roles r on r.user_id = other.id and r.role <> 'instructor'
      where p.id = account and other.id <> account
        and lower(other.first_name || other.last_name) = lower(p.first_name || p.last_name))
    then return 'other_account'; end if;
    insert into public.user_roles (user_id, role, granted_by) values (account, role_name, approved.proposed_by);
    return 'changed';
  end if;
  if role_name = 'admin' and not exists (select from public.user_roles r join auth."user" u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> account and u."emailVerified")
  then return 'last_admin'; end if;
  delete from public.user_roles r where r.user_id = account and r.role = role_name;
  return 'changed';
end $$;

create function app.has_ever_held_role(account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.user_roles r where r.user_id = account)
      or exists (select from public.proposals p
          where p.kind = 'role' and p.state = 'approved' and p.customer_id = account);
end;

revoke all on function
  app.refuse_own_proposal, app.check_session_proof, app.change_role, app.has_ever_held_role
  from public;
grant execute on function app.change_role, app.has_ever_held_role to cryptocommerce_app;
