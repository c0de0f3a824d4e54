-- Why: a freeze was about one account, and a person may have two that somebody joined (0030): a customer frozen as listed
-- went on trading with the other. And erasing was written before there were lines of money, links and their papers: what
-- they say of people goes with the order and with the person.

-- What keeps a person frozen: the freezes of an account, and of those joined with it all but an alarm, which is about one
-- account alone. For the owner's own functions.
create function app.freezes_on(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.id from public.account_freezes f where f.user_id = person and f.lifted_at is null
    union all
    select f.id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> m.user_id
      join public.account_freezes f on f.user_id = o.user_id
     where m.user_id = person and f.lifted_at is null and f.cause <> 'not_me';
  end;

-- The same for compliance.
create function app.what_freezes(person uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  return query select app.freezes_on(person);
end $$;

create or replace function app.standstill(person uuid) returns text
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not (app.sees_all() or coalesce(person = app.user_id(), false)) then raise exception 'not theirs to ask'; end if;
  return (select case when bool_or(f.cause <> 'not_me') then 'stopped' when count(*) > 0 then 'alarm' end
    from public.account_freezes f where f.id in (select app.freezes_on(person)));
end $$;

create or replace function app.return_decided(order_id uuid, person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (select from public.proposals p
      where p.kind = 'frozen_return' and p.subject = order_id::text and p.customer_id = person and p.state = 'approved'
        and not exists (select from app.freezes_on(person) f where not p.payload->'freezes' ? f::text));
  end;

-- A move waits for a freeze of whichever account of the person.
create or replace function app.refuse_while_frozen(person uuid, order_id uuid, step text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare stopped boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0)) from (
    select person id union select o.user_id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id where m.user_id = person order by 1) a;
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.id in (select app.freezes_on(person));
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step = 'return' and stopped and app.return_decided(order_id, person) then return; end if;
  raise exception 'nothing of a frozen customer moves: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;

-- To join waits for what moves just now, as a freeze does: from then on the freezes of one count for the other.
create or replace function app.regroup_accounts(first_account uuid, second_account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare seed uuid; members uuid[];
begin
  if not app.is_compliance_person() then raise exception 'not theirs to join'; end if;
  perform pg_advisory_xact_lock(hashtextextended('joined accounts', 0));
  foreach seed in array array[first_account, second_account] loop
    with recursive part (id) as (
      select seed
      union
      select case when l.one = p.id then l.other else l.one end
        from part p join public.account_links l on l.state = 'joined' and p.id in (l.one, l.other))
    select array_agg(id order by id) into members from part;
    perform app.freeze_lock(m) from unnest(members) m;
    delete from public.joined_accounts where user_id = any(members);
    if cardinality(members) > 1 then
      insert into public.joined_accounts (user_id, person_id) select m, members[1] from unnest(members) m;
    end if;
  end loop;
end $$;

-- Tables that came between the policy and today.
do $$
declare t text;
begin
  for t in select distinct c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
      and (a.attname in ('user_id', 'customer_id') or c.relname = 'profiles')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_erases')
  loop
    execute format('create policy owner_erases on public.%I for all to current_user
      using ((select app.erasing())) with check ((select app.erasing()))', t);
  end loop;
end $$;

-- A freeze keeps every account of the person; an alert that nobody closed is unfinished.
create or replace function app.may_erase(who uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.profiles p where p.id = who and p.closed_at is not null)
    and exists (select from public.retention_marks m where m.user_id = who and m.subject_type = 'customer')
    and not exists (select from public.retention_marks m where m.user_id = who and m.erased_at is null and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id = who and c.state <> 'closed')
    and not exists (select from public.transaction_alerts a where a.user_id = who and a.state <> 'closed')
    and not exists (select from app.freezes_on(who))
    and not exists (select from public.transactions t where t.user_id = who and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing')));
end $$;

create or replace function app.may_erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.transactions t
      join public.retention_marks m on m.subject_type = 'order' and m.subject_id = t.id
     where t.id = which and m.kept_until < today and m.erased_at is null and not t.held and not t.awaits_staff
       and t.status in ('completed', 'failed', 'cancelled')
       and not exists (select from app.freezes_on(t.user_id))
       and not exists (select from public.transaction_alerts a where a.transaction_id = t.id and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id = t.user_id and c.state <> 'closed'));
end $$;

-- Rows that stand about two people have no owner: they go too, and whoever was joined through somebody stays together.
alter function app.erase_person(uuid, date) rename to erase_rows_of;
create function app.erase_person(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare counts jsonb;
begin
  counts := app.erase_rows_of(who, today);
  if counts is null then return null; end if;
  delete from public.account_links where who in (one, other);
  update public.joined_accounts
     set person_id = (select o.user_id from public.joined_accounts o where o.person_id = who order by 1 limit 1)
   where person_id = who;
  return counts;
end $$;

-- Figures, days and references are kept, for the books; whose they were is not.
create or replace function app.erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare customer uuid; wallets text[];
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase_order(which, today) then return false; end if;
  select t.user_id, array_remove(array[t.wallet_address, t.sender_wallet_address]
      || array(select m.address from public.movements m where m.order_id = which), null)
    into customer, wallets from public.transactions t where t.id = which;
  update public.transactions set receipt = '{}', compliance_notes = null, purpose_of_transaction = null,
      source_of_funds = null, source_of_funds_file = null, proof_file = null, payout_proof_file = null,
      wallet_address = case when wallet_address is not null then 'erased' end, destination_tag = null,
      sender_wallet_address = case when sender_wallet_address is not null then 'erased' end, sender_wallet_type = null,
      bank_name = case when bank_name is not null then 'erased' end, routing_number = null,
      account_number = case when account_number is not null then 'erased' end,
      account_holder_name = case when account_holder_name is not null then 'erased' end, likeness = 'erased'
   where id = which;
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null
   where order_id = which;
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where subject = which::text and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.transfer_parties where order_id = which;
  -- What a case shows is kept with the case, and a wallet with whatever other order it stands in.
  update public.transaction_alerts a set details = '{}', description = 'Erased.', outcome_note = null
   where a.transaction_id = which and not exists (select from public.case_alerts c where c.alert_id = a.id);
  delete from public.blockchain_screening s
   where s.user_id = customer and s.wallet_address = any(wallets) and s.created_at < today - interval '7 years'
     and not exists (select from public.case_screenings c where c.screening_id = s.id)
     and not exists (select from public.transactions t where t.user_id = customer
       and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
  update public.retention_marks set erased_at = now() where subject_type = 'order' and subject_id = which;
  perform set_config('app.erasing', '', true);
  return true;
end $$;

revoke all on function app.freezes_on(uuid), app.what_freezes(uuid), app.erase_rows_of(uuid, date),
  app.erase_person(uuid, date) from public;
revoke all on function app.erase_rows_of(uuid, date) from cryptocommerce_app;
grant execute on function app.what_freezes(uuid), app.erase_person(uuid, date) to cryptocommerce_app;
