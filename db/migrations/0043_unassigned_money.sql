-- Why: a pay-in that was confirmed on the wrong order could not be taken back, and money that belongs to no order had no
-- line. What came in stands on exactly one order or is unassigned, in parts if need be, to the cent: a line that is taken
-- off its order goes on as unassigned money in the same transaction, and from there in parts to orders, or back.

drop index movements_own_pay_in;
alter table movements
  alter column order_id drop not null,
  alter column user_id drop not null,
  -- Whose money this is within the house: of a part the unassigned line it was taken from, of an unassigned line the one
  -- that was taken off an order. What came in from outside has none.
  add column from_id uuid references movements,
  -- Of unassigned money: why nothing is known of it, and what staff remarked.
  add column reason text,
  add column note text,
  drop constraint direction_known,
  -- `off`: an `in` line of this order that was not for it.
  add constraint direction_known check (direction in ('in', 'out', 'back', 'bounced', 'off')),
  drop constraint movement_of_something,
  add constraint movement_of_something check ((of_id is not null) = (direction in ('back', 'bounced', 'off'))),
  drop constraint movement_has_reference,
  -- What moves within the house moves under the reference of what came in, which is used once.
  add constraint movement_has_reference check (case
    when direction in ('bounced', 'off') then true
    when from_id is not null then reference_key is null
    else reference is not null and reference_key is not null end),
  add constraint movement_of_customer_and_order check ((order_id is null) = (user_id is null)),
  add constraint unassigned_is_here check (order_id is not null or (direction in ('in', 'back', 'bounced') and not extra)),
  add constraint within_the_house_comes_in check (from_id is null or direction = 'in'),
  add constraint unassigned_for_a_reason check ((reason is not null) = (order_id is null and direction = 'in')),
  add constraint unassigned_reason_known
    check (reason in ('nothing_known', 'several_orders', 'further_part', 'made_good', 'wrong_order')),
  add constraint note_of_unassigned check (note is null or order_id is null);
create index movements_from on movements (from_id) where from_id is not null;
create unique index movement_taken_off_once on movements (of_id) where direction = 'off';
create unique index movement_goes_on_once on movements (from_id) where order_id is null;
create index movements_unassigned on movements (recorded_at, id) where order_id is null and direction = 'in';

-- What is left of unassigned money: less the parts that went to orders, less what went back and stayed there.
create function app.money_left(line uuid) returns numeric
  language sql stable set search_path = pg_catalog
  begin atomic
    select m.amount
        - coalesce((select sum(p.amount) from public.movements p where p.from_id = m.id), 0)
        - coalesce((select sum(b.amount) from public.movements b where b.of_id = m.id and b.direction = 'back'
            and not exists (select from public.movements c where c.of_id = b.id)), 0)
      from public.movements m where m.id = line and m.order_id is null and m.direction = 'in';
  end;

-- The orders on which this money stood before, and whose they are.
create function app.came_through(line uuid) returns table (user_id uuid, order_id uuid)
  language sql stable set search_path = pg_catalog
  begin atomic
    with recursive way as (
      select m.id, m.from_id, m.of_id, m.user_id, m.order_id from public.movements m where m.id = line
      union
      select m.id, m.from_id, m.of_id, m.user_id, m.order_id
        from way w join public.movements m on m.id in (w.from_id, w.of_id))
    select distinct w.user_id, w.order_id from way w where w.user_id is not null;
  end;

-- Lines of what came in for an order that stand there still: neither taken off nor gone back for good.
create function app.lines_here(which uuid) returns setof uuid
  language sql stable set search_path = pg_catalog
  begin atomic
    select m.id from public.movements m where m.order_id = which and m.direction = 'in'
       and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
       and not exists (select from public.movements b where b.of_id = m.id and b.direction = 'back'
         and not exists (select from public.movements c where c.of_id = b.id));
  end;

-- Somebody frozen is known by this account or address: it stands in an order of theirs, or on a line.
create function app.payer_freezes(account text, address text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with stopped as (
      select f.user_id from public.account_freezes f where f.lifted_at is null
      union
      select o.user_id from public.account_freezes f join public.joined_accounts m on m.user_id = f.user_id
        join public.joined_accounts o on o.person_id = m.person_id where f.lifted_at is null and f.cause <> 'not_me'
    ), asked as (
      select nullif(ltrim(regexp_replace(coalesce(payer_freezes.account, ''), '\D', '', 'g'), '0'), '') digits)
    select exists (
      select from stopped s join public.movements m on m.user_id = s.user_id, asked
       where m.address = payer_freezes.address or ltrim(regexp_replace(m.account, '\D', '', 'g'), '0') = asked.digits
      union all
      select from stopped s join public.transactions t on t.user_id = s.user_id, asked
       where payer_freezes.address in (t.wallet_address, t.sender_wallet_address)
          or ltrim(regexp_replace(t.account_number, '\D', '', 'g'), '0') = asked.digits);
  end;

-- The same as a word for those who send it back; it does not say who.
create function app.payer_stopped(account text, address text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and app.payer_freezes(account, address);
revoke all on function app.payer_freezes(text, text), app.payer_stopped(text, text), app.money_left(uuid),
  app.came_through(uuid), app.lines_here(uuid) from public;
grant execute on function app.payer_stopped(text, text), app.money_left(uuid), app.came_through(uuid),
  app.lines_here(uuid) to cryptocommerce_app;

-- What came in: on an order its own once, and a part of unassigned money no larger than what is left of that.
create function app.came_in_stands(line movements) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare source public.movements;
begin
  if line.order_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lines of ' || line.order_id, 0));
    if not line.extra and exists (select from public.movements m where m.order_id = line.order_id
        and m.direction = 'in' and not m.extra
        and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off'))
    then raise exception 'own_pay_in_once' using errcode = 'check_violation'; end if;
  end if;
  if line.from_id is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || line.from_id, 0));
  select * into source from public.movements where id = line.from_id;
  if (source.asset, source.rail, source.bank, source.account, source.holder, source.address, source.tag,
      date_trunc('milliseconds', source.moved_at), source.day_only)
    is distinct from (line.asset, line.rail, line.bank, line.account, line.holder, line.address, line.tag,
      date_trunc('milliseconds', line.moved_at), line.day_only)
  then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  if line.order_id is null then
    if source.direction <> 'off' or source.amount <> line.amount
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  elsif source.order_id is not null or source.direction <> 'in' or line.amount > app.money_left(source.id)
  then raise exception 'more_than_is_left' using errcode = 'check_violation'; end if;
end $$;

-- What goes back of unassigned money: no more than is left, not to anybody frozen, nor while whoever it was thought to be
-- from is.
create function app.unassigned_goes_back(line movements) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare source public.movements;
begin
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || line.of_id, 0));
  select * into source from public.movements where id = line.of_id;
  if line.amount > app.money_left(line.of_id)
  then raise exception 'more_than_is_left' using errcode = 'check_violation'; end if;
  if (source.account, source.holder, source.address, source.tag)
    is distinct from (line.account, line.holder, line.address, line.tag)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  perform app.refuse_while_frozen(c.user_id, c.order_id, 'return')
    from app.came_through(line.of_id) c order by c.user_id, c.order_id;
  if app.payer_freezes(line.account, line.address) then
    raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
end $$;

create or replace function app.movement_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare agreed public.proposals; earlier public.movements; t public.transactions;
begin
  if new.direction = 'in' then
    perform app.came_in_stands(new);
    return new;
  end if;
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id and order_id is not distinct from new.order_id;
    if earlier.id is null or earlier.asset <> new.asset
      or (earlier.amount <> new.amount and not (new.direction = 'back' and new.order_id is null))
      or (new.direction in ('back', 'off')) <> (earlier.direction = 'in')
      or (new.direction in ('back', 'off') and new.order_id is not null
        and new.of_id not in (select app.lines_here(new.order_id)))
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = coalesce(new.order_id, case new.direction when 'back' then new.of_id else earlier.of_id end)::text;
  if agreed.id is null or exists (select from public.proposals u
      where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = agreed.id::text)
  then raise exception 'movement_not_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'bounced' then
    if agreed.payload ->> 'left' is distinct from new.of_id::text
    then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if new.direction = 'off' then
    if t.held or agreed.payload ->> 'of' is distinct from new.of_id::text
      or (not earlier.extra and t.pay_out not in ('none', 'failed'))
    then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
    perform app.refuse_while_frozen(new.user_id, new.order_id, 'return');
    return new;
  end if;
  if new.order_id is null then
    perform app.unassigned_goes_back(new);
  else
    perform app.refuse_while_frozen(new.user_id, new.order_id,
      case new.direction when 'back' then 'return' else 'out' end);
  end if;
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (agreed.payload ->> 'unit', agreed.payload ->> 'account', agreed.payload ->> 'address', agreed.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and t.pay_in <> 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'out' and exists (select from public.movements m where m.order_id = new.order_id
      and m.direction = 'out' and not exists (select from public.movements b where b.of_id = m.id))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $$;

-- What was taken off an order is unassigned by the end of the same transaction.
create function app.taken_off_goes_on() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from public.movements m where m.from_id = new.id)
  then raise exception 'taken_off_stands_nowhere' using errcode = 'check_violation'; end if;
  return null;
end $$;
create constraint trigger taken_off_goes_on after insert on movements deferrable initially deferred
  for each row when (new.direction = 'off') execute function app.taken_off_goes_on();
revoke all on function app.came_in_stands(movements), app.unassigned_goes_back(movements), app.taken_off_goes_on()
  from public;

-- The sender of a sell is who sent what stands on it now.
create or replace function app.screened_clear(order_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (
      select from public.transactions t join public.blockchain_screening s on s.id = t.blockchain_screening_id
       where t.id = screened_clear.order_id and s.user_id = t.user_id and s.screening_result = 'clear'
         and s.wallet_address = coalesce((select m.address from public.movements m
             where m.order_id = t.id and m.direction = 'in' and not m.extra and not exists (
               select from public.movements o where o.of_id = m.id and o.direction = 'off')),
           t.wallet_address, t.sender_wallet_address));
  end;

-- Figures, days and references are kept, for the books; whose they were is not.
create or replace function app.erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare customer uuid; wallets text[]; loose uuid[];
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
  -- Unassigned money that went to this order or came off it, once nothing of it is left to be given to anybody.
  select coalesce(array_agg(m.id), '{}') into loose from public.movements m
   where m.order_id is null and m.direction = 'in' and app.money_left(m.id) = 0
     and exists (select from public.movements o where o.order_id = which and (o.from_id = m.id or o.id = m.from_id));
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = which or id = any(loose) or (order_id is null and of_id = any(loose));
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = which::text or subject = any(loose::text[])) and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
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
