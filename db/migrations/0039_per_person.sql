-- Why: accounts that a person joined are one person's (decision E3), and two things still asked for the account alone:
-- a freeze, so that a listed party traded on and was paid through their second account (E2), and the bounds of orders
-- under way and in a day. And what stands around the lines of money is drawn closer: an order's own comes in once, what
-- leaves goes to whom two people agreed on, what bounced is what they agreed had bounced, and an order without its
-- people keeps no account or address in its lines and proposals either (A12).

-- All accounts of whoever has this one, in order; itself alone for nearly everybody.
create function app.accounts_of_person(account uuid) returns uuid[]
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select coalesce((select array_agg(o.user_id order by o.user_id)
        from public.joined_accounts m join public.joined_accounts o on o.person_id = m.person_id
       where m.user_id = account), array[account]);
  end;
revoke all on function app.accounts_of_person(uuid) from public;

-- The freezes that stop an account: its own, and those of the same person's other accounts but for alarms, which are
-- about a way into one account.
create function app.freezes_of_person(account uuid) returns setof public.account_freezes
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.* from public.account_freezes f
     where f.user_id = any(app.accounts_of_person(account)) and (f.user_id = account or f.cause <> 'not_me');
  end;
revoke all on function app.freezes_of_person(uuid) from public;

-- The same for compliance, who reads and decides on them.
create function app.what_freezes(account uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to see'; end if;
  return query select f.id from app.freezes_of_person(account) f where f.user_id is distinct from app.user_id();
end $$;
revoke all on function app.what_freezes(uuid) from public;
grant execute on function app.what_freezes(uuid) to cryptocommerce_app;

create or replace function app.standstill(person uuid) returns text
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not (app.sees_all() or coalesce(person = app.user_id(), false)) then raise exception 'not theirs to ask'; end if;
  return (select case when bool_or(f.cause <> 'not_me') then 'stopped' when count(*) > 0 then 'alarm' end
    from app.freezes_of_person(person) f where f.lifted_at is null);
end $$;

create or replace function app.return_decided(order_id uuid, person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (select from public.proposals p
      where p.kind = 'frozen_return' and p.subject = order_id::text and p.customer_id = person and p.state = 'approved'
        and not exists (select from app.freezes_of_person(person) f where f.lifted_at is null
          and not p.payload->'freezes' ? f.id::text));
  end;

-- Every account of the person waits: a freeze of any of them is seen, and so is one that is being joined.
create or replace function app.refuse_while_frozen(person uuid, order_id uuid, step text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare stopped boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a, 0))
     from unnest(app.accounts_of_person(person)) a;
  select bool_or(f.cause <> 'not_me') into stopped from app.freezes_of_person(person) f where f.lifted_at is null;
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step = 'return' and stopped and app.return_decided(order_id, person) then return; end if;
  raise exception 'nothing of a frozen customer moves: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;

create or replace function app.regroup_accounts(first_account uuid, second_account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare seed uuid; members uuid[];
begin
  if not app.is_compliance_person() then raise exception 'not theirs to join'; end if;
  perform pg_advisory_xact_lock(hashtextextended('joined accounts', 0));
  -- What moves just now is waited for: one of the two may be frozen.
  perform app.freeze_lock(least(first_account, second_account));
  perform app.freeze_lock(greatest(first_account, second_account));
  foreach seed in array array[first_account, second_account] loop
    with recursive part (id) as (
      select seed
      union
      select case when l.one = p.id then l.other else l.one end
        from part p join public.account_links l on l.state = 'joined' and p.id in (l.one, l.other))
    select array_agg(id) into members from part;
    delete from public.joined_accounts where user_id = any(members);
    if cardinality(members) > 1 then
      insert into public.joined_accounts (user_id, person_id)
        select m, (select x from unnest(members) x order by x limit 1) from unnest(members) m;
    end if;
  end loop;
end $$;

-- What the other accounts of whoever asks traded in a time, how much of it today, and what of theirs is under way.
drop function app.joined_usage(timestamptz, timestamptz);
create function app.joined_usage(since timestamptz, until timestamptz, today timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare person uuid; others uuid[];
begin
  select j.person_id into person from public.joined_accounts j where j.user_id = app.user_id();
  if person is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
  others := array_remove(app.accounts_of_person(app.user_id()), app.user_id());
  return (select jsonb_build_object(
      'used', coalesce(sum(t.net_jmd_amount) filter (where t.status <> 'pending'), 0)::text,
      'held', coalesce(sum(t.net_jmd_amount) filter (where t.status = 'pending'), 0)::text,
      'gross', coalesce(sum(t.jmd_amount), 0)::text, 'orders', count(t.id),
      'today', count(t.id) filter (where t.created_at >= today),
      'open', (select count(*) from public.transactions o
                where o.user_id = any(others) and o.status in ('pending', 'processing')))
    from public.transactions t
   where t.user_id = any(others) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;
revoke all on function app.joined_usage(timestamptz, timestamptz, timestamptz) from public;
grant execute on function app.joined_usage(timestamptz, timestamptz, timestamptz) to cryptocommerce_app;

create unique index movements_own_pay_in on movements (order_id) where direction = 'in' and not extra;

create or replace function app.movement_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare agreed public.proposals; earlier public.movements; t public.transactions;
begin
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id and order_id = new.order_id;
    if earlier.id is null or (earlier.asset, earlier.amount) is distinct from (new.asset, new.amount)
      or (new.direction = 'back') <> (earlier.direction = 'in')
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  if new.direction = 'in' then return new; end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = new.order_id::text;
  if agreed.id is null or exists (select from public.proposals u
      where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = agreed.id::text)
  then raise exception 'movement_not_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'bounced' then
    if agreed.payload ->> 'left' is distinct from new.of_id::text
    then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
    return new;
  end if;
  perform app.refuse_while_frozen(new.user_id, new.order_id, case new.direction when 'back' then 'return' else 'out' end);
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (agreed.payload ->> 'unit', agreed.payload ->> 'account', agreed.payload ->> 'address', agreed.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and t.pay_in <> 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if exists (select from public.movements m where m.order_id = new.order_id and m.direction = new.direction
      and m.of_id is not distinct from new.of_id
      and not exists (select from public.movements b where b.of_id = m.id and b.direction = 'bounced'))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $$;

create or replace function app.erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase_order(which, today) then return false; end if;
  update public.transactions set receipt = '{}', compliance_notes = null, purpose_of_transaction = null,
      source_of_funds = null, source_of_funds_file = null, proof_file = null, payout_proof_file = null,
      wallet_address = case when wallet_address is not null then 'erased' end, destination_tag = null,
      sender_wallet_address = case when sender_wallet_address is not null then 'erased' end, sender_wallet_type = null,
      bank_name = case when bank_name is not null then 'erased' end, routing_number = null,
      account_number = case when account_number is not null then 'erased' end,
      account_holder_name = case when account_holder_name is not null then 'erased' end
   where id = which;
  -- Who was paid and who paid: amounts, days and references are kept.
  update public.movements set bank = case when bank is not null then 'erased' end, tag = null,
      account = case when account is not null then 'erased' end, holder = case when holder is not null then 'erased' end,
      address = case when address is not null then 'erased' end
   where order_id = which;
  update public.proposals
     set payload = payload - array['bank', 'account', 'holder', 'branch', 'address', 'tag', 'evidence', 'note']
   where subject = which::text and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.transfer_parties where order_id = which;
  update public.retention_marks set erased_at = now() where subject_type = 'order' and subject_id = which;
  perform set_config('app.erasing', '', true);
  return true;
end $$;
