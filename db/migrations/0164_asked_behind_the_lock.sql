-- Why: three walls asked too early or not at all. An account was erased while what keeps it (an alert, a case, a freeze) was
-- just being written; a closed account was given a role; and staff waved another account of their own through the lesson
-- that comes before a first order.

-- Asked first, so that nobody is waited for where the answer is known; then what is being written is waited for, in the
-- order in which its writers take their locks: the person, what of theirs is closed and may be opened again, whoever is
-- one person with them, and last the row that every new line about them points at. Asked again behind that.
create or replace function app.erase_person(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare counts jsonb;
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase(who, today) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(who::text, 0));
  perform c.id from public.cases c where c.user_id = who order by c.id for update;
  perform a.id from public.transaction_alerts a where a.user_id = who order by a.id for update;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0))
    from (select x.id from app.accounts_of(who) x (id) where x.id <> who order by 1) a;
  perform u.id from auth."user" u where u.id = who for update;
  counts := app.erase_rows_of(who, today);
  if counts is null then return null; end if;
  delete from public.account_links where who in (one, other);
  update public.joined_accounts
     set person_id = (select o.user_id from public.joined_accounts o where o.person_id = who order by 1 limit 1)
   where person_id = who;
  update public.account_freezes f
     set known_as = (select coalesce(jsonb_agg(k.was order by k.place), '[]')
           from jsonb_array_elements(f.known_as) with ordinality k (was, place)
          where k.was ->> 'account' is distinct from who::text)
   where f.known_as @> jsonb_build_array(jsonb_build_object('account', who));
  return counts;
end $$;

-- An account is closed under the lock under which roles change, so this sees it closed or is waited for by whoever closes.
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
    -- Whoever closed their account, or has not proved its address, comes in no more.
    if not exists (select from auth."user" u where u.id = person and u."emailVerified") then return 'closed'; end if;
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

create trigger own_person before insert or update on appropriateness_outcomes
  for each row execute function app.refuse_own_person();
