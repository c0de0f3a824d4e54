-- Freezes are lifted, never deleted (ADR 18). `identity_snapshot` stores names, email and birth date that changed during the freeze.
create table account_freezes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  frozen_at timestamptz not null default now(),
  cause text not null,
  lifted_at timestamptz,
  lifted_by uuid references auth."user",
  lift_reason text,
  frozen_by uuid references auth."user",
  hit_id uuid,
  case_id uuid,
  reason text,
  unfreeze_proposal_id uuid references proposals,
  identity_snapshot jsonb not null default '[]',
  constraint freeze_of_own_case foreign key (user_id, case_id) references cases (user_id, id),
  constraint freeze_of_own_hit foreign key (user_id, hit_id) references name_hits (user_id, id),
  constraint freeze_cause_known check (cause in ('not_me', 'listed', 'relationship_ends', 'by_hand')),
  constraint freeze_rests_on_its_cause check (case cause
      when 'not_me' then num_nonnulls(frozen_by, hit_id, case_id, reason) = 0
      when 'listed' then frozen_by is not null and reason is null and num_nonnulls(hit_id, case_id) = 1
      when 'relationship_ends' then frozen_by is not null and reason is null and hit_id is null
        and case_id is not null
      else frozen_by is not null and reason is not null and num_nonnulls(hit_id, case_id) = 0
    end),
  constraint lifted_by_somebody_for_a_reason check ((lifted_at is null) = (lifted_by is null)
    and (lifted_at is null) = (lift_reason is null)),
  constraint nobody_freezes_themselves check (frozen_by <> user_id),
  constraint thawed_by_two_people check (lifted_at is null or (cause = 'not_me') = (unfreeze_proposal_id is null))
);
create index freeze_case on account_freezes (user_id, case_id);
create index freeze_frozen_by on account_freezes (frozen_by);
create index freeze_hit on account_freezes (user_id, hit_id);
create index freeze_lifted_by on account_freezes (lifted_by);
create index freeze_owner on account_freezes (user_id);
create index freeze_thaw on account_freezes (unfreeze_proposal_id);
create unique index one_freeze_for_one_cause on account_freezes (user_id, cause, coalesce(hit_id, case_id))
  nulls not distinct where lifted_at is null;
alter table account_freezes enable row level security;
alter table account_freezes force row level security;
-- The authentication role freezes an account when its owner opens an alarm link.
create policy alarm_insert on account_freezes for insert to cryptocommerce_auth with check (true);
create policy compliance_insert on account_freezes for insert to cryptocommerce_app
  with check (cause = 'by_hand' and (select app.is_compliance_staff()) and frozen_by = (select app.user_id())
    and lifted_at is null);
create policy compliance_alarm_update on account_freezes for update to cryptocommerce_app
  using (cause = 'not_me' and (select app.is_compliance_staff()) and user_id <> (select app.user_id()))
  with check (cause = 'not_me' and (select app.is_compliance_staff()) and lifted_by = (select app.user_id()));
create policy compliance_select on account_freezes for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy own_alarm_or_staff_select on account_freezes for select to cryptocommerce_app
  using (cause = 'not_me' and (user_id = (select app.user_id()) or (select app.can_access_all_rows())));
create policy owner_while_erasing on account_freezes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_all on account_freezes to current_user using (true) with check (true);
grant select on account_freezes to cryptocommerce_app;
grant insert on account_freezes to cryptocommerce_auth;
grant insert (user_id, frozen_at, cause, frozen_by, reason) on account_freezes to cryptocommerce_app;
grant update (lifted_at, lifted_by, lift_reason) on account_freezes to cryptocommerce_app;

create function app.lock_freezes(account uuid) returns void
  language sql
begin atomic select pg_advisory_xact_lock(hashtextextended('standing ' || account, 0)); end;

-- Freezes of the current unbroken frozen period, including freezes that were lifted since.
create function app.continuous_freezes(accounts uuid[])
  returns table (id uuid, user_id uuid, frozen_at timestamptz, identity_snapshot jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.id, f.user_id, f.frozen_at, f.identity_snapshot from public.account_freezes f
   where f.user_id = any (accounts) and f.cause <> 'not_me'
     and f.frozen_at >= (select lower(frozen_period) from unnest((select range_agg(tstzrange(b.frozen_at,
             case when b.lifted_at is not null then greatest(b.frozen_at, b.lifted_at) end))
           from public.account_freezes b where b.user_id = any (accounts) and b.cause <> 'not_me')) frozen_period
         where upper_inf(frozen_period));
end;

-- Freezes of likely owners: the account was opened during their freeze and has an undecided link by
-- ID, email or name and birth date (decision E3).
create function app.inherited_freezes(account uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.id from app.same_person_accounts(account) same_person(id)
    join auth."user" u on u.id = same_person.id
    join public.account_links l on same_person.id in (l.account_a, l.account_b) and l.state = 'open'
    cross join lateral (select case when l.account_a = same_person.id then l.account_b else l.account_a end id) linked
    join public.account_freezes f on f.user_id in (select app.same_person_accounts(linked.id))
   where f.lifted_at is null and f.cause <> 'not_me'
     and exists (select from app.continuous_freezes(array(select app.same_person_accounts(linked.id))) b
       join public.identity_hashes g on g.user_id = linked.id and g.found_at <= b.frozen_at
       join public.identity_hashes m on m.hash = g.hash and m.user_id = same_person.id
       where b.frozen_at < u."createdAt" and g.kind in ('mail', 'name_birth', 'trn', 'id_number'));
end;

-- Freezes of an account and of its joined and linked accounts. Staff inherit none. A freeze that the customer
-- reported covers one account only (decision E2).
create function app.effective_freezes(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.id from public.account_freezes f where f.user_id = person and f.lifted_at is null
  union
  select f.id from public.merged_accounts m
    join public.merged_accounts o on o.person_id = m.person_id and o.user_id <> m.user_id
    join public.account_freezes f on f.user_id = o.user_id
   where m.user_id = person and f.lifted_at is null and f.cause <> 'not_me'
  union
  select x.id from app.inherited_freezes(person) x(id)
   where not exists (select from public.user_roles r
     where r.user_id = person and r.role in ('admin', 'compliance', 'finance', 'support'));
end;

create function app.is_frozen(account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.account_freezes f
    where f.cause <> 'not_me' and f.id in (select app.effective_freezes(account)));

-- Returns `stopped`, `alarm` or null, but never the reason (decision A7).
create function app.freeze_status(account uuid) returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (app.can_access_all_rows() or coalesce(account = app.user_id(), false))
    then raise exception 'only staff or the user can call this function'; end if;
  return (select case when bool_or(f.cause <> 'not_me') then 'stopped' when count(*) > 0 then 'alarm' end
    from public.account_freezes f where f.id in (select app.effective_freezes(account)));
end $$;

create function app.list_effective_freezes(account uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select app.effective_freezes(account);
end $$;

create function app.has_shared_freeze(link account_links) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.account_freezes f
    where f.lifted_at is null and f.cause <> 'not_me' and case link.state
      when 'joined' then f.id in (select app.effective_freezes(link.account_a) union select app.effective_freezes(link.account_b))
      when 'open' then
        (f.user_id in (select app.same_person_accounts(link.account_a))
          and f.id in (select app.effective_freezes(link.account_b) union select app.inherited_freezes(link.account_b)))
        or (f.user_id in (select app.same_person_accounts(link.account_b))
          and f.id in (select app.effective_freezes(link.account_a) union select app.inherited_freezes(link.account_a)))
      else false end);
end;

-- Requires two people to separate accounts if that would end a freeze, and refuses joining that would freeze staff.
create function app.check_link_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = old.state then return new; end if;
  perform app.lock_freezes(new.account_a), app.lock_freezes(new.account_b);
  if new.state = 'joined' then
    if app.has_shared_freeze(new) and (app.is_staff_person(new.account_a) or app.is_staff_person(new.account_b)) then
      raise exception 'staff roles must be removed before this person is frozen'
        using errcode = 'check_violation', constraint = 'desk_is_not_frozen_by_one';
    end if;
  elsif app.has_shared_freeze(old) and not exists (select from public.proposals p where p.kind = 'split'
      and p.state = 'approved' and p.subject = new.account_a || ':' || new.account_b and p.decided_at = now()
      and p.decided_by = new.decided_by) then
    raise exception 'separating accounts of a frozen customer requires two people'
      using errcode = 'check_violation', constraint = 'split_by_two_people';
  end if;
  return new;
end $$;
create trigger check_link_of_frozen before update of state on account_links
  for each row execute function app.check_link_of_frozen();

-- Rejects a freeze of staff: two people must first remove their roles.
create function app.check_freeze_of_staff() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.lock_freezes(new.user_id);
  if new.cause <> 'not_me' and app.is_staff_person(new.user_id) then
    raise exception 'staff roles must be removed before this person is frozen'
      using errcode = 'check_violation', constraint = 'desk_is_not_frozen_by_one';
  end if;
  return new;
end $$;
create trigger check_freeze_of_staff before insert on account_freezes for each row
  execute function app.check_freeze_of_staff();

create function app.apply_decided_freeze() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'name_hits' then
    insert into public.account_freezes (user_id, cause, frozen_by, hit_id, frozen_at)
      values (new.user_id, 'listed', new.decided_by, new.id, new.decided_at) on conflict do nothing;
  else
    insert into public.account_freezes (user_id, cause, frozen_by, case_id, frozen_at)
      values (new.user_id, case new.outcome when 'list_hit_confirmed' then 'listed' else new.outcome end,
        new.closed_by, new.id, new.closed_at) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger ended_freezes after insert or update of state on cases
  for each row when (new.state = 'closed' and new.outcome in ('relationship_ends', 'list_hit_confirmed'))
  execute function app.apply_decided_freeze();
create trigger confirmed_freezes after insert or update of state on name_hits
  for each row when (new.state = 'confirmed') execute function app.apply_decided_freeze();

create function app.unfreeze(proposal uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'thaw' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no unfreeze was approved in this transaction'; end if;
  update public.account_freezes f
     set lifted_at = now(), lifted_by = approved.decided_by, lift_reason = 'thawed',
       unfreeze_proposal_id = approved.id
   where f.id = approved.subject::uuid and f.user_id = approved.customer_id and f.cause <> 'not_me'
     and f.lifted_at is null;
  return found;
end $$;

create function app.watchlist_accounts() returns table (id uuid, frozen_at timestamptz, identity_snapshot jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query
  select a.id, f.frozen_at, coalesce((select jsonb_agg(k.snapshot order by k.ordinal)
           from jsonb_array_elements(f.identity_snapshot) with ordinality k (snapshot, ordinal)
          where coalesce((k.snapshot ->> 'account')::uuid, f.user_id) = a.id), '[]')
    from (select distinct s.user_id from public.account_freezes s where s.lifted_at is null and s.cause <> 'not_me') s
    cross join lateral app.continuous_freezes(array(select app.same_person_accounts(s.user_id))) f
    cross join lateral app.same_person_accounts(f.user_id) a (id)
  union
  select a.id, null, '[]' from public.cases c cross join lateral app.same_person_accounts(c.user_id) a (id) where c.state <> 'closed';
end $$;

create function app.record_identity_snapshot() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare old_identity jsonb := jsonb_build_array(jsonb_build_object('account', old.id, 'email', old.email,
  'date_of_birth', old.date_of_birth, 'first_name', old.first_name, 'last_name', old.last_name,
  'display_name', old.display_name));
begin
  update public.account_freezes f set identity_snapshot = f.identity_snapshot || old_identity
   where f.id in (select b.id from app.continuous_freezes(array(select app.same_person_accounts(old.id))) b)
     and not f.identity_snapshot @> old_identity;
  return null;
end $$;
create trigger record_identity_snapshot
  after update of email, date_of_birth, first_name, last_name, display_name on profiles for each row
  when ((old.email, old.date_of_birth, old.first_name, old.last_name, old.display_name)
    is distinct from (new.email, new.date_of_birth, new.first_name, new.last_name, new.display_name))
  execute function app.record_identity_snapshot();

create function app.person_names(account uuid) returns setof text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with own_accounts as (select a.id from app.same_person_accounts(person_names.account) a (id)),
  names as (
    select p.first_name, p.last_name, p.display_name from public.profiles p
      where p.id in (select m.id from own_accounts m)
    union all
    select k.first_name, k.last_name, k.display_name from public.account_freezes f,
        jsonb_to_recordset(f.identity_snapshot) k (first_name text, last_name text, display_name text)
      where f.user_id in (select m.id from own_accounts m))
  select app.name_words(coalesce(nullif(btrim(concat_ws(' ', n.first_name, n.last_name)), ''), n.display_name)) from names n
  union
  select app.name_words(k.data ->> 'full_name') from public.kyc_submissions k
    where k.user_id in (select m.id from own_accounts m) and k.tier = 1 and k.status = 'approved';
end;
create trigger noted after insert or update on account_freezes for each row
  execute function app.flag_accounts('user_id');
create trigger own_person before insert or update on account_freezes for each row execute function app.refuse_own_account();

revoke all on function
  app.continuous_freezes, app.inherited_freezes, app.effective_freezes, app.is_frozen, app.freeze_status,
    app.list_effective_freezes,
  app.has_shared_freeze, app.check_link_of_frozen, app.check_freeze_of_staff, app.apply_decided_freeze, app.unfreeze,
    app.watchlist_accounts,
  app.record_identity_snapshot, app.person_names
  from public;
grant execute on function app.lock_freezes to cryptocommerce_auth;
grant execute on function
  app.freeze_status, app.list_effective_freezes, app.has_shared_freeze, app.unfreeze, app.watchlist_accounts
  to cryptocommerce_app;
