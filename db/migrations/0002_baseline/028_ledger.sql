-- Ledger (decision E6, ADR 15). Directions: `back` is a refund, `bounced` a refund or payout that returned to us, `off`
-- money moved off an order. `is_surplus`: the order was already paid.
create table movements (
  id uuid primary key default uuidv7(),
  order_id uuid,
  user_id uuid,
  direction text not null,
  is_surplus boolean not null default false,
  reverses_id uuid references movements,
  asset text not null,
  amount numeric(40,18) not null constraint movement_positive check (amount > 0),
  rail text not null,
  reference text,
  reference_key text constraint movement_reference_once unique,
  bank text,
  account text,
  holder text,
  address text,
  tag text,
  moved_at timestamptz not null,
  day_only boolean not null default false,
  recorded_at timestamptz not null,
  recorded_by uuid references auth."user",
  proposal_id uuid references proposals constraint one_movement_of_a_proposal unique,
  source_movement_id uuid references movements,
  reason text,
  note text,
  payment_id uuid,
  constraint movement_of_own_order foreign key (user_id, order_id) references transactions (user_id, id),
  constraint movement_of_own_payment foreign key (user_id, payment_id) references payments (user_id, id),
  constraint direction_known check (direction in ('in', 'out', 'back', 'bounced', 'off')),
  constraint extra_comes_in check (not is_surplus or direction = 'in'),
  constraint movement_has_reference check (case
      when direction in ('bounced', 'off') then true
      when source_movement_id is not null then reference_key is null
      else reference is not null and reference_key is not null
    end),
  constraint movement_not_in_future check (moved_at <= recorded_at),
  constraint movement_of_customer_and_due check ((user_id is null) = (order_id is null and payment_id is null)),
  constraint movement_of_one_due check (order_id is null or payment_id is null),
  constraint movement_of_something check ((reverses_id is not null) = (direction in ('back', 'bounced', 'off'))),
  constraint never_recorded_for_oneself check (recorded_by <> user_id),
  constraint note_of_unassigned check (note is null or user_id is null),
  constraint nothing_is_paid_out_for_a_payment check (payment_id is null or direction <> 'out'),
  constraint rail_known check (rail ~ '^[a-z][a-z0-9]{1,15}$'),
  constraint unassigned_for_a_reason check ((reason is not null) = (user_id is null and direction = 'in')),
  constraint unassigned_is_here check (user_id is not null or (direction in ('in', 'back', 'bounced')
    and not is_surplus)),
  constraint unassigned_reason_known check (reason in ('nothing_known', 'several_orders', 'further_part',
    'made_good', 'wrong_order', 'card_unknown', 'card_differs', 'card_again')),
  constraint within_the_house_comes_in check (source_movement_id is null or direction = 'in')
);
create unique index movement_goes_on_once on movements (source_movement_id) where user_id is null;
create unique index movement_taken_off_once on movements (reverses_id) where direction = 'off';
create index movements_by_hand on movements (moved_at)
  where rail = 'bank' and direction in ('in', 'bounced') and source_movement_id is null;
create index movements_card_numbers on movements (upper(regexp_replace(reference_key, '^card:([a-z]+:)?', ''))) where rail = 'card';
create index movements_from on movements (source_movement_id) where source_movement_id is not null;
create index movements_of on movements (reverses_id) where reverses_id is not null;
create index movements_of_card on movements (reference) where rail = 'card';
create index movements_order on movements (order_id, id);
create index movements_owner on movements (user_id, order_id);
create index movements_payer on movements (user_id, payment_id) where payment_id is not null;
create index movements_payment on movements (payment_id, user_id) where payment_id is not null;
create index movements_recorded_by on movements (recorded_by);
create index movements_went_back on movements (recorded_at) where user_id is null and direction = 'back';
alter table movements enable row level security;
alter table movements force row level security;
create policy own_or_staff_select on movements for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on movements to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on movements for select to current_user using (true);
create policy staff_insert on movements for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and (user_id is distinct from (select app.user_id())
    or (select app.is_system())));
grant select, insert on movements to cryptocommerce_app;

-- Rejects movements of frozen people, and outgoing money without an approved proposal (decisions E2 and E4).
create function app.check_movement() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare approved public.proposals; reversed_movement public.movements; target_order public.transactions;
  due_id uuid := coalesce(new.order_id, new.payment_id);
begin
  if new.direction = 'in' then
    perform app.check_incoming_movement(new);
    return new;
  end if;
  select * into target_order from public.transactions where id = new.order_id;
  if new.reverses_id is not null then
    select * into reversed_movement from public.movements where id = new.reverses_id 
      and coalesce(order_id, payment_id) is not distinct from due_id;
    if reversed_movement.id is null or reversed_movement.asset <> new.asset
      or (reversed_movement.amount <> new.amount and not (new.direction = 'back' and new.order_id is null))
      or (new.direction in ('back', 'off')) <> (reversed_movement.direction = 'in')
      or (new.direction in ('back', 'off') and due_id is not null
        and new.reverses_id not in (select app.available_movements(due_id)))
      or (new.direction = 'off' and app.movement_remaining(new.reverses_id) <> new.amount)
    then raise exception 'movement does not match the movement that it reverses' using errcode = 'check_violation'; end if;
  end if;
  select * into approved from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = coalesce(due_id, case new.direction when 'back'
      then new.reverses_id else reversed_movement.reverses_id end)::text;
  if approved.id is null or exists (select from public.proposals u
      where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = approved.id::text)
  then raise exception 'movement has no approved proposal' using errcode = 'check_violation'; end if;
  if new.direction = 'bounced' then
    if approved.payload ->> 'left' is distinct from new.reverses_id::text
    then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if new.direction = 'off' then
    if target_order.held or approved.payload ->> 'of' is distinct from new.reverses_id::text
      or (not reversed_movement.is_surplus and target_order.pay_out not in ('none', 'failed'))
    then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
    perform app.refuse_while_frozen(new.user_id, due_id, 'out');
    return new;
  end if;
  if due_id is null then
    perform app.check_unallocated_return(new);
  else
    if not app.is_return_decided(due_id, new.user_id, case new.direction when 'back' then new.reverses_id end)
      and (case new.direction
        when 'back' then app.is_frozen(new.user_id)
          or exists (select from app.freezes_by_source(new.account, new.address, new.tag))
        else exists (select from app.freezes_of_order(due_id)) end)
    then raise exception 'money of a frozen person cannot move'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen'; end if;
    perform app.refuse_while_frozen(new.user_id, due_id,
      case new.direction when 'back' then 'return' else 'out' end);
  end if;
  if new.direction = 'back' and new.payment_id is not null then perform app.check_payment_return(new); end if;
  if target_order.held or (approved.payload ->> 'amount')::numeric <> new.amount
    or (approved.payload ->> 'unit', approved.payload ->> 'account', approved.payload ->> 'address',
      approved.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and target_order.pay_in is distinct from 'received')
    or (new.direction = 'back' and approved.payload ->> 'movementId' is distinct from new.reverses_id::text)
  then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
  if new.direction = 'out' and exists (select from public.movements m where m.order_id = due_id
      and m.direction = 'out' and not exists (select from public.movements b where b.reverses_id = m.id))
  then raise exception 'order already has a payout' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger check_2_movement before insert on movements for each row execute function app.check_movement();

-- Rejects a second pay-in, a part that does not match its source, and money of a frozen customer for another.
create function app.check_incoming_movement(new_movement movements) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare source public.movements; first_part public.movements; due_id uuid := coalesce(new_movement.order_id, new_movement.payment_id);
begin
  if due_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lines of ' || due_id, 0));
    if not new_movement.is_surplus and exists (select from public.movements m
        where (m.order_id = due_id or m.payment_id = due_id) and m.direction = 'in' and not m.is_surplus
        and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off'))
    then raise exception 'order or payment already has a pay-in' using errcode = 'check_violation'; end if;
  end if;
  if new_movement.source_movement_id is null then
    if new_movement.reference_key like '% /%' then
      select * into first_part from public.movements m
       where m.reference_key = split_part(new_movement.reference_key, ' /', 1) and m.direction = 'in';
      if first_part.id is null or first_part.rail <> new_movement.rail or ((first_part.account, first_part.address)
        is distinct from (new_movement.account, new_movement.address)
        and not (first_part.account is null and first_part.address is null))
      then raise exception 'part does not match the first part of its bank line' using errcode = 'check_violation'; end if;
    end if;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || new_movement.source_movement_id, 0));
  select * into source from public.movements where id = new_movement.source_movement_id;
  if (source.asset, source.rail, source.bank, source.account, source.holder, source.address, source.tag,
      date_trunc('milliseconds', source.moved_at), source.day_only)
    is distinct from (new_movement.asset, new_movement.rail, new_movement.bank, new_movement.account, new_movement.holder, new_movement.address, new_movement.tag,
      date_trunc('milliseconds', new_movement.moved_at), new_movement.day_only)
  then raise exception 'movement does not match its source movement' using errcode = 'check_violation'; end if;
  if due_id is null then
    if source.direction <> 'off' or source.amount <> new_movement.amount
    then raise exception 'movement does not match its source movement' using errcode = 'check_violation'; end if;
  elsif source.user_id is not null or source.direction <> 'in' or new_movement.amount > app.unallocated_remaining(source.id)
  then raise exception 'amount exceeds the remainder of the movement' using errcode = 'check_violation';
  elsif source.reference_key like '% /%'
    and (new_movement.recorded_by = source.recorded_by or app.is_same_person(new_movement.recorded_by, source.recorded_by))
  then raise exception 'a second person must allocate the next part of this bank line' using errcode = 'check_violation'; end if;
  if due_id is not null then
    perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
      from app.source_accounts(new_movement.source_movement_id) c where c.user_id <> new_movement.user_id order by c.user_id,
        c.order_id;
  end if;
end $$;

create function app.last_movement_at(target_due uuid) returns timestamptz
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with own as (select m.id, m.source_movement_id, m.recorded_at from public.movements m where m.order_id = target_due
    or m.payment_id = target_due),
  unallocated as (
    select m.id, m.recorded_at from public.movements m join own on own.source_movement_id = m.id where m.user_id is null
    union select m.id, m.recorded_at from public.movements m join own on m.source_movement_id = own.id
      where m.user_id is null)
  select max(recorded_at) from (
    select recorded_at from own
    union all select recorded_at from unallocated
    union all select m.recorded_at from public.movements m join unallocated u on m.reverses_id = u.id
    union all select m.recorded_at from public.movements m join unallocated u on m.source_movement_id = u.id) moved
$$;

create function app.movement_remaining(target_movement uuid) returns numeric
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select case when exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off') then 0
    else m.amount - coalesce((select sum(b.amount) from public.movements b where b.reverses_id = m.id
      and b.direction = 'back'
      and not exists (select from public.movements c where c.reverses_id = b.id)), 0) end
    from public.movements m where m.id = target_movement and m.direction = 'in';
end;

create function app.available_movements(target_due uuid) returns setof uuid
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select m.id from public.movements m
   where (m.order_id = target_due or m.payment_id = target_due) and m.direction = 'in'
     and app.movement_remaining(m.id) > 0;
end;

create function app.refundable_pay_ins(target_due uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id
    from public.movements m
    left join public.transactions t on t.id = m.order_id
    left join public.payments p on p.id = m.payment_id
   where app.can_access_all_rows() and m.id in (select app.available_movements(target_due))
     and (m.is_surplus or coalesce(t.status in ('cancelled', 'failed'), p.ended is not null or p.held)
       or not app.is_frozen(m.user_id));
end;

create function app.unallocated_remaining(target_movement uuid) returns numeric
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select m.amount - coalesce((select sum(p.amount) from public.movements p where p.source_movement_id = m.id), 0)
      - coalesce((select sum(b.amount) from public.movements b where b.reverses_id = m.id and b.direction = 'back'
          and not exists (select from public.movements c where c.reverses_id = b.id)), 0)
    from public.movements m
   where m.id = target_movement and m.user_id is null and m.direction = 'in';
end;

create function app.related_movements(target_movement uuid) returns setof uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = target_movement
    union select m.id, m.source_movement_id, m.reverses_id from chain w
      join public.movements m on m.id = w.source_movement_id or m.id = w.reverses_id or m.source_movement_id = w.id
        or m.reverses_id = w.id)
  select w.id from chain w
$$;

create function app.check_payment_return(new_movement movements) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare remaining numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('line ' || new_movement.reverses_id, 0));
  remaining := app.movement_remaining(new_movement.reverses_id);
  if new_movement.amount > remaining then raise exception 'amount exceeds the remainder of the movement' using errcode = 'check_violation'; end if;
  if (select case when new_movement.amount < remaining then p.ended is null and not p.held else p.ended is not null end
      from public.payments p where p.id = new_movement.payment_id) is not true
  then raise exception 'refund does not fit the state of its payment' using errcode = 'check_violation'; end if;
  if not app.are_names_cleared(new_movement.payment_id, '[]') and not app.is_return_decided(new_movement.payment_id, new_movement.user_id)
  then raise exception 'refund requires a decision on the sanctions match'
    using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
end $$;

create function app.check_return_freeze() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app.freezes_of_source_accounts(new.reverses_id))
    and not app.is_return_decided(coalesce(new.order_id, new.payment_id), new.user_id, new.reverses_id) then
    raise exception 'money of a frozen person cannot move'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
  return new;
end $$;
create trigger check_3_return_freeze before insert on movements
  for each row when (new.direction = 'back' and new.order_id is not null) execute function app.check_return_freeze();

-- Money moved off an order must be recorded as unallocated or on another order in the same transaction.
create function app.check_moved_off() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.movements m where m.source_movement_id = new.id)
  then raise exception 'money moved off an order must be recorded elsewhere' using errcode = 'check_violation'; end if;
  return null;
end $$;
create constraint trigger after_4_taken_off after insert on movements deferrable initially deferred
  for each row when (new.direction = 'off') execute function app.check_moved_off();

-- If coins came from an undeclared address, a person other than the recorder approves the payout or refund (decision F5).
create function app.check_second_reviewer() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    with recursive origin as (
      select m.id, m.source_movement_id source_id, m.recorded_by, false copied
        from public.movements m
        left join public.transactions t on t.id = m.order_id
        left join public.payments p on p.id = m.payment_id
       where m.direction = 'in' and m.address is not null
         and case new.direction when 'back' then m.id = new.reverses_id
           else m.order_id = new.order_id and not m.is_surplus
             and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off') end
         and (m.address <> t.sender_wallet_address or (p.id is not null and p.sender_address is distinct from m.address))
      union
      -- Money moved off another order copies its evidence, so the person who moved it did not enter the evidence.
      select m.id, case m.direction when 'off' then m.reverses_id else m.source_movement_id end, m.recorded_by,
          m.direction = 'off' or (m.source_movement_id is not null and m.order_id is null and m.payment_id is null)
        from origin o join public.movements m on m.id = o.source_id)
    select from origin o join public.proposals p on p.id = new.proposal_id
     where not o.copied and (p.decided_by = o.recorded_by or app.is_same_person(p.decided_by, o.recorded_by)))
  then raise exception 'a second person must check the evidence' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger check_1_second_reviewer before insert on movements
  for each row when (new.direction in ('out', 'back')) execute function app.check_second_reviewer();

-- True if the money could also pay another order of the person that was unpaid when the money arrived.
create function app.has_alternative_order(target_order uuid, arrived_at timestamptz, since timestamptz,
  available_amount numeric) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with candidates as (
    select t.*, case when t.type = 'sell' then t.crypto_amount when t.fiat_currency = 'JMD' then floor(t.fiat_amount)
        else t.fiat_amount end amount
      from public.transactions t, public.transactions o
     where o.id = target_order and t.user_id in (select app.same_person_accounts(o.user_id)) and t.type = o.type
       and case t.type when 'buy' then t.fiat_currency = o.fiat_currency
           else t.crypto_symbol = o.crypto_symbol and t.network = o.network end
  )
  select exists (select from candidates o join candidates r on r.id <> o.id and r.amount <= available_amount
      and (r.closed_at is null or r.closed_at > arrived_at) and r.created_at >= since
      and r.created_at <= greatest(o.created_at,
          date_trunc('day', arrived_at, 'America/Jamaica') + interval '1 day' - interval '1 microsecond')
    where app.can_access_all_rows() and o.id = target_order
      and not exists (select from public.movements m
        where m.order_id = r.id and m.direction = 'in'
          and case when m.source_movement_id is null then m.moved_at else m.recorded_at end <= o.price_holds_until
          and not exists (select from public.movements off where off.reverses_id = m.id and off.direction = 'off')));
end;

-- Number of people who share a wallet or bank account, among the first 200 accounts. Counts only accounts with a
-- submission or an incoming payment.
create function app.count_people_sharing(account_hash text) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(distinct coalesce(j.person_id, f.user_id))::integer
    from (select m.user_id from public.identity_hashes m
           where m.hash = count_people_sharing.account_hash and m.kind in ('wallet', 'bank')
             and (exists (select from public.kyc_submissions s where s.user_id = m.user_id)
               or exists (select from public.movements v where v.user_id = m.user_id and v.direction = 'in'))
           order by m.found_at, m.user_id limit 200) f
      left join public.merged_accounts j on j.user_id = f.user_id;
end;

create function app.is_screened_clear(order_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.can_access_all_rows() and exists (
    select from public.transactions t join public.blockchain_screening s on s.id = t.blockchain_screening_id
     where t.id = is_screened_clear.order_id and s.user_id = t.user_id and s.screening_result = 'clear'
       and s.wallet_address = coalesce((select m.address from public.movements m
           where m.order_id = t.id and m.direction = 'in' and not m.is_surplus
             and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off')),
         t.wallet_address, t.sender_wallet_address));
end;

revoke all on function
  app.check_movement, app.check_incoming_movement, app.last_movement_at, app.movement_remaining,
    app.available_movements, app.refundable_pay_ins,
  app.unallocated_remaining, app.related_movements, app.check_payment_return, app.check_return_freeze,
    app.check_moved_off,
  app.check_second_reviewer, app.has_alternative_order, app.count_people_sharing, app.is_screened_clear
  from public;
grant execute on function
  app.last_movement_at, app.movement_remaining, app.available_movements, app.refundable_pay_ins,
    app.unallocated_remaining, app.has_alternative_order,
  app.is_screened_clear
  to cryptocommerce_app;
