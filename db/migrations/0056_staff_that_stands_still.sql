-- Why: whoever is stopped, or said that their account is in other hands, went on working at the desk with all roles; one
-- officer could freeze everybody else, and nobody was left to decide; one officer undid a freeze of two people by saying
-- that joined accounts are two people, and emptied our own list. And joined accounts were one person for caps and freezes
-- alone: staff read, and decided on, what is known of another account of theirs.

-- Who asks. Roles do nothing while a freeze of whichever account of the person, or their own alarm, stands. Only whoever
-- has a role is asked about it: a customer's way in is the same as before. Their other accounts are no strangers to them.
drop function app.enter(text, boolean);
create function app.enter(session_token text, alone boolean default false)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer,
    factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         extract(epoch from now() - s.confirmed_at)::integer, extract(epoch from now() - s.used_at)::integer,
         u.second_factor
    into enter.id, enter.email, enter.name, enter.session_id, enter.roles, enter.confirmed_ago, enter.used_ago, enter.factor
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified"
     and not s.waits_for_factor and s.used_at > now() - interval '24 hours';
  if enter.id is null then return; end if;
  -- Acts behind this door run wide statements that find everything by key: one plan suits every person, and planning
  -- anew for each would take longer than running.
  if alone then
    perform pg_advisory_xact_lock(hashtextextended(enter.id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
  end if;
  enter.factor_needed := not enter.factor and enter.roles && '{admin,compliance,finance,support}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  enter.other_accounts := '{}';
  if enter.roles <> '{}' then
    enter.other_accounts := array(select o.user_id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> m.user_id where m.user_id = enter.id);
    perform set_config('app.other_accounts', enter.other_accounts::text, true);
    if enter.factor_needed or exists (select from app.freezes_on(enter.id)) then enter.roles := '{}'; end if;
  end if;
  perform set_config('app.user_id', enter.id::text, true),
          set_config('app.roles', array_to_string(enter.roles, ','), true),
          set_config('app.sees_all', case when enter.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true);
  return next;
end $$;
revoke all on function app.enter(text, boolean) from public;
grant execute on function app.enter(text, boolean) to cryptocommerce_app;

-- The accounts that were joined with that of whoever asks; none for customers, who are never asked.
create function app.other_accounts() returns uuid[]
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.other_accounts', true), ''), '{}')::uuid[];

-- What staff do not read or decide about themselves they do not about another account of theirs. What is written while an
-- order is placed is let in as before.
do $$
declare t text;
begin
  foreach t in array array['alert_snoozes', 'case_alerts', 'case_events', 'case_files', 'case_hits', 'case_notes',
    'case_orders', 'case_screenings', 'cases', 'customer_notes', 'customer_reviews', 'kyc_decisions', 'name_hits',
    'retention_marks', 'risk_assessments', 'str_reports', 'str_versions', 'suppressed_alerts', 'transaction_alerts']
  loop
    execute format('create policy not_another_of_theirs on public.%I as restrictive for select to cryptocommerce_app
      using (user_id <> all ((select app.other_accounts())::uuid[]))', t);
    execute format('create policy not_another_of_theirs_either on public.%I as restrictive for update to cryptocommerce_app
      using (user_id <> all ((select app.other_accounts())::uuid[]))', t);
  end loop;
end $$;
create policy not_another_of_theirs on proposals as restrictive for select to cryptocommerce_app
  using (customer_id is null or customer_id <> all ((select app.other_accounts())::uuid[]));
create policy not_another_of_theirs on account_links as restrictive for select to cryptocommerce_app
  using (one <> all ((select app.other_accounts())::uuid[]) and other <> all ((select app.other_accounts())::uuid[]));
create policy not_another_of_theirs on audit_log as restrictive for select to cryptocommerce_app
  using (about_id is null or about_id <> all ((select app.other_accounts())::uuid[]));

-- The second person is asked about every freeze that stops them, of whichever account.
create or replace function app.standing(person uuid) returns table (roles text[], frozen boolean)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || person, 0));
  standing.roles := coalesce((select array_agg(held.role order by held.role) from
    (select r.role from public.user_roles r where r.user_id = person for share) held), '{}');
  standing.frozen := exists (select from app.freezes_on(person));
  return next;
end $$;

-- Who works at the desk, with whichever account of theirs.
create function app.at_desk(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select exists (select from public.user_roles r
      where r.role = any ('{admin,compliance,finance,support}') and r.user_id in (
        select person union all
        select o.user_id from public.joined_accounts m join public.joined_accounts o on o.person_id = m.person_id
         where m.user_id = person));
  end;
revoke all on function app.at_desk(uuid) from public;
grant execute on function app.at_desk(uuid) to cryptocommerce_app;

-- Nobody who works at the desk is stopped by one person: two take their roles first. Their own alarm is their own.
create or replace function app.freeze_waits() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.freeze_lock(new.user_id);
  if new.cause <> 'not_me' and app.at_desk(new.user_id) then
    raise exception 'whoever works at the desk is not stopped by one person'
      using errcode = 'check_violation', constraint = 'desk_is_not_frozen_by_one';
  end if;
  return new;
end $$;

alter table proposals
  drop constraint proposal_kind_known,
  add constraint proposal_kind_known check (kind in ('setting', 'payout', 'return', 'undo', 'kyc', 'role', 'release',
    'rule_set', 'thaw', 'frozen_return', 'split', 'list'));
create policy compliance_alone_reads on proposals as restrictive for select to cryptocommerce_app
  using (kind not in ('split', 'list') or (select app.user_id()) is null or (select app.has_role('compliance'))
    or (select app.has_role('admin')));

-- Two accounts of one person, of which one is stopped: that they are two people after all lets the other go, so two decide
-- it. And to join somebody at the desk with whom a freeze stops would be to stop them by one.
create function app.link_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if (new.state = 'joined') = (old.state = 'joined') then return new; end if;
  perform app.freeze_lock(new.one), app.freeze_lock(new.other);
  if not exists (select from public.account_freezes f where f.lifted_at is null and f.cause <> 'not_me'
      and f.id in (select app.freezes_on(new.one) union select app.freezes_on(new.other)))
  then return new; end if;
  if new.state = 'joined' then
    if app.at_desk(new.one) or app.at_desk(new.other) then
      raise exception 'whoever works at the desk is not stopped by one person'
        using errcode = 'check_violation', constraint = 'desk_is_not_frozen_by_one';
    end if;
  elsif not exists (select from public.proposals p where p.kind = 'split' and p.state = 'approved'
      and p.subject = new.one || ':' || new.other and p.decided_at = now() and p.decided_by = new.decided_by) then
    raise exception 'two people say that accounts of a frozen customer are two people''s'
      using errcode = 'check_violation', constraint = 'split_by_two_people';
  end if;
  return new;
end $$;
revoke all on function app.link_of_frozen() from public;
create trigger link_of_frozen before update of state on account_links
  for each row execute function app.link_of_frozen();
