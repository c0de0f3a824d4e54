-- Why: besides orders people pay for plans and workshops. What is due for such a thing is a payment: how much, for what, by
-- which method, how far it is. What came in for it stands on the same lines as what came in for orders, so that every J$
-- stands on one order, one payment, or in unassigned money, and nowhere twice (decisions 013, 024).

create table payments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id),
  reference text not null constraint payment_reference_taken unique,
  -- What it is for: a plan by its row in subscriptions.
  payable text not null constraint payable_known check (payable in ('plan')),
  payable_id uuid not null,
  -- What is charged and for what, as agreed: a price that changes later touches neither (B5).
  title text not null constraint title_says_something check (title <> ''),
  amount_jmd numeric(18, 2) not null constraint payment_positive check (amount_jmd > 0),
  method text not null constraint payment_method_known check (method in ('bank_transfer', 'card', 'crypto')),
  pay_in text not null default 'awaiting'
    constraint payment_pay_in_known check (pay_in in ('awaiting', 'claimed', 'received', 'returned')),
  ended text constraint payment_end_known check (ended in ('lapsed', 'cancelled', 'rejected', 'refunded')),
  -- Why staff sent a proof back, rejected or refund it: a code with a text for the customer (D4).
  reason_code text,
  proof_file uuid,
  -- Of a payment in coins: where they come from, by the customer's word.
  sender_address text,
  wallet_type text,
  transaction_hash text constraint payment_hash_once unique,
  idempotency_key uuid not null,
  request_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lapses_at timestamptz,
  claimed_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  waiting_since timestamptz,
  awaits_staff boolean not null generated always as
    (pay_in = 'claimed' or (pay_in = 'received' and ended is not null)) stored,
  constraint payment_and_owner unique (user_id, id),
  constraint one_payment_per_request unique (user_id, idempotency_key),
  constraint payment_proof_is_own foreign key (user_id, proof_file) references files (user_id, id),
  constraint ended_is_closed check ((ended is null) = (closed_at is null)),
  constraint returned_has_ended check (pay_in <> 'returned' or ended is not null)
);
create unique index payment_one_open on payments (payable, payable_id) where ended is null;
create index payments_own on payments (user_id, id desc);
create index payments_queue on payments (waiting_since, id) where awaits_staff;
create index payments_lapse on payments (lapses_at) where ended is null and pay_in in ('awaiting', 'claimed');
create index payments_proof_file on payments (proof_file, user_id) where proof_file is not null;

alter table payments enable row level security;
alter table payments force row level security;
create policy own_or_staff on payments for select to cryptocommerce_app
  using ((select app.sees_all()) or user_id = app.user_id());
create policy own on payments for insert to cryptocommerce_app
  with check (user_id = app.user_id() and pay_in = 'awaiting' and ended is null);
create policy own_or_staff_moves on payments for update to cryptocommerce_app
  using ((select app.sees_all()) or user_id = app.user_id())
  with check (user_id = (select app.user_id()) or (select app.sees_all()));
create policy owner_erases on payments for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_looks on payments for select to current_user using (true);
grant select, insert on payments to cryptocommerce_app;
grant update (pay_in, ended, reason_code, proof_file, sender_address, wallet_type, transaction_hash, updated_at, lapses_at,
    claimed_at, received_at, closed_at, waiting_since) on payments to cryptocommerce_app;

-- A customer claims, and calls off what nothing came for. Everything else is for staff and the product.
create function app.own_payment_moves() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  if (old.pay_in <> new.pay_in and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
    or (old.ended is distinct from new.ended
      and not (old.ended is null and new.ended = 'cancelled' and old.pay_in = 'awaiting'))
    or (new.reason_code is not null and old.reason_code is distinct from new.reason_code)
  then raise exception 'this is not for customers to change' using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;
revoke all on function app.own_payment_moves() from public;
create trigger own_payment_moves before update on payments for each row
  when (current_user = 'cryptocommerce_app' and not app.sees_all()) execute function app.own_payment_moves();
create trigger own_person before update on payments for each row execute function app.refuse_own_person();

-- Nobody frozen begins to pay for anything, and nothing of theirs goes back or is used (E2).
create function app.payment_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then perform app.refuse_while_frozen(new.user_id, new.id, 'order');
  elsif new.pay_in <> old.pay_in and new.pay_in = 'returned'
  then perform app.refuse_while_frozen(new.user_id, new.id, 'return'); end if;
  return new;
end $$;
revoke all on function app.payment_of_frozen() from public;
create trigger payment_of_frozen before insert or update of pay_in on payments
  for each row execute function app.payment_of_frozen();

alter table movements add column payment_id uuid,
  add constraint movement_of_own_payment foreign key (user_id, payment_id) references payments (user_id, id),
  drop constraint movement_of_customer_and_order,
  add constraint movement_of_customer_and_due check ((user_id is null) = (order_id is null and payment_id is null)),
  add constraint movement_of_one_due check (order_id is null or payment_id is null),
  drop constraint note_of_unassigned,
  add constraint note_of_unassigned check (note is null or user_id is null),
  drop constraint unassigned_for_a_reason,
  add constraint unassigned_for_a_reason check ((reason is not null) = (user_id is null and direction = 'in')),
  drop constraint unassigned_is_here,
  add constraint unassigned_is_here
    check (user_id is not null or (direction in ('in', 'back', 'bounced') and not extra)),
  add constraint nothing_is_paid_out_for_a_payment check (payment_id is null or direction <> 'out');
create index movements_payment on movements (payment_id, user_id) where payment_id is not null;
create index movements_payer on movements (user_id, payment_id) where payment_id is not null;
drop index movements_went_back;
create index movements_went_back on movements (recorded_at) where user_id is null and direction = 'back';
drop index movement_goes_on_once;
create unique index movement_goes_on_once on movements (from_id) where user_id is null;

-- Whether money is here, the lines say alone; what is claimed is not yet here (A3).
create function app.payment_has_its_line() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare own uuid; here boolean;
begin
  select m.id into own from public.movements m where m.payment_id = new.id and m.direction = 'in' and not m.extra
     and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off');
  here := own in (select app.lines_here(new.id));
  if (case new.pay_in when 'received' then here is not true when 'returned' then here is not false
      else own is not null end)
  then raise exception 'money_has_no_line' using errcode = 'check_violation'; end if;
  return null;
end $$;
revoke all on function app.payment_has_its_line() from public;
create constraint trigger payment_has_its_line after insert or update of pay_in on payments
  deferrable initially immediate for each row execute function app.payment_has_its_line();

-- One plan waits at a time, and no month is sold twice.
alter table subscriptions drop constraint subscription_status_known,
  add constraint subscription_status_known check (status in ('pending', 'active', 'expired', 'rejected', 'cancelled'));
create unique index subscription_one_pending on subscriptions (user_id) where status = 'pending';
create index subscriptions_ending on subscriptions (end_date) where status = 'active';
create policy own_begins on subscriptions for insert to cryptocommerce_app
  with check (user_id = app.user_id() and status = 'pending' and start_date is null and end_date is null);
create policy product_or_staff_moves on subscriptions for update to cryptocommerce_app
  using ((select app.sees_all()) or (user_id = (select app.user_id()) and status = 'pending'))
  with check ((select app.sees_all()) or (user_id = (select app.user_id()) and status = 'cancelled'));
grant insert on subscriptions to cryptocommerce_app;
grant update (status, start_date, end_date) on subscriptions to cryptocommerce_app;
create function app.subscription_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.status = 'active' then
    perform pg_advisory_xact_lock(hashtextextended('plans of ' || new.user_id, 0));
    if not exists (select from public.payments p where p.payable = 'plan' and p.payable_id = new.id
        and p.pay_in = 'received' and p.ended is null)
    then raise exception 'plan_without_money' using errcode = 'check_violation'; end if;
    if exists (select from public.subscriptions s where s.user_id = new.user_id and s.id <> new.id
        and s.status = 'active' and s.start_date < new.end_date and new.start_date < s.end_date)
    then raise exception 'month_sold_twice' using errcode = 'check_violation'; end if;
  end if;
  return new;
end $$;
revoke all on function app.subscription_stands() from public;
create trigger subscription_stands before insert or update on subscriptions
  for each row when (current_user = 'cryptocommerce_app') execute function app.subscription_stands();

alter table files drop constraint file_purpose_known,
  add constraint file_purpose_known check (purpose in ('transaction-proof', 'subscription-proof', 'source-of-funds',
    'payout-proof', 'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address', 'kyc-income', 'enhanced-source', 'enhanced-income',
    'enhanced-jurisdiction', 'case-file'));

-- What the lines say is asked of what they stand on, order or payment.

create or replace function app.lines_here(which uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 SELECT m.id
    FROM public.movements m
   WHERE (((m.order_id = lines_here.which) OR (m.payment_id = lines_here.which)) AND (m.direction = 'in'::text) AND (NOT (EXISTS ( SELECT
            FROM public.movements o
           WHERE ((o.of_id = m.id) AND (o.direction = 'off'::text))))) AND (NOT (EXISTS ( SELECT
            FROM public.movements b
           WHERE ((b.of_id = m.id) AND (b.direction = 'back'::text) AND (NOT (EXISTS ( SELECT
                    FROM public.movements c
                   WHERE (c.of_id = b.id)))))))));
END;

create or replace function app.money_left(line uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 SELECT ((m.amount - COALESCE(( SELECT sum(p.amount) AS sum
            FROM public.movements p
           WHERE (p.from_id = m.id)), (0)::numeric)) - COALESCE(( SELECT sum(b.amount) AS sum
            FROM public.movements b
           WHERE ((b.of_id = m.id) AND (b.direction = 'back'::text) AND (NOT (EXISTS ( SELECT
                    FROM public.movements c
                   WHERE (c.of_id = b.id)))))), (0)::numeric))
    FROM public.movements m
   WHERE ((m.id = money_left.line) AND (m.user_id IS NULL) AND (m.direction = 'in'::text));
END;

create or replace function app.unassigned_of(line movements)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (((line).direction = 'in'::text) AND ((line).user_id IS NULL)) THEN (line).id
             WHEN ((line).direction = 'in'::text) THEN (line).from_id
             WHEN (((line).user_id IS NULL) AND ((line).direction = 'back'::text)) THEN (line).of_id
             WHEN (((line).user_id IS NULL) AND ((line).direction = 'bounced'::text)) THEN ( SELECT b.of_id
                FROM public.movements b
               WHERE (b.id = (unassigned_of.line).of_id))
             ELSE NULL::uuid
         END AS "case";
END;

create or replace function app.came_through(line uuid)
 RETURNS TABLE(user_id uuid, order_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 WITH RECURSIVE way AS (
          SELECT m.id,
             m.from_id,
             m.of_id,
             m.user_id,
             coalesce(m.order_id, m.payment_id) order_id
            FROM public.movements m
           WHERE (m.id = came_through.line)
         UNION
          SELECT m.id,
             m.from_id,
             m.of_id,
             m.user_id,
             coalesce(m.order_id, m.payment_id)
            FROM (way w_1
              JOIN public.movements m ON (((m.id = w_1.from_id) OR (m.id = w_1.of_id))))
         )
  SELECT DISTINCT w.user_id,
     w.order_id
    FROM way w
   WHERE (w.user_id IS NOT NULL);
END;

create or replace function app.last_moved(which uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
  with own as (select m.id, m.from_id, m.recorded_at from public.movements m where m.order_id = which or m.payment_id = which),
  loose as (
    select m.id, m.recorded_at from public.movements m join own on own.from_id = m.id where m.user_id is null
    union select m.id, m.recorded_at from public.movements m join own on m.from_id = own.id where m.user_id is null)
  select max(recorded_at) from (
    select recorded_at from own
    union all select recorded_at from loose
    union all select m.recorded_at from public.movements m join loose on m.of_id = loose.id
    union all select m.recorded_at from public.movements m join loose on m.from_id = loose.id) moved
$function$;

create or replace function app.lines_to_decide(which uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 SELECT m.id
    FROM public.movements m
      LEFT JOIN public.transactions t ON t.id = m.order_id
      LEFT JOIN public.payments p ON p.id = m.payment_id
   WHERE (app.sees_all() AND (m.id IN ( SELECT app.lines_here(lines_to_decide.which) AS lines_here)) AND (m.extra OR coalesce(t.status = ANY (ARRAY['cancelled'::text, 'failed'::text]), p.ended IS NOT NULL) OR (NOT app.is_stopped(m.user_id))));
END;

create or replace function app.freezes_around(which uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 SELECT app.freezes_known_at(t.account_number, t.wallet_address, (t.destination_tag)::text, true) AS freezes_known_at
    FROM transactions t
   WHERE (t.id = freezes_around.which)
 UNION
  SELECT app.freezes_of_return(m.id, m.account, m.address, m.tag) AS freezes_of_return
    FROM public.movements m
   WHERE ((m.id IN ( SELECT app.lines_here(freezes_around.which) AS lines_here)) OR ((m.id = freezes_around.which) AND (m.user_id IS NULL)));
END;

create or replace function app.came_in_stands(line movements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare source public.movements; first public.movements; due uuid := coalesce(line.order_id, line.payment_id);
begin
  if due is not null then
    perform pg_advisory_xact_lock(hashtextextended('lines of ' || due, 0));
    if not line.extra and exists (select from public.movements m where (m.order_id = due or m.payment_id = due)
        and m.direction = 'in' and not m.extra
        and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off'))
    then raise exception 'own_pay_in_once' using errcode = 'check_violation'; end if;
  end if;
  if line.from_id is null then
    if line.reference_key like '% /%' then
      select * into first from public.movements m
       where m.reference_key = split_part(line.reference_key, ' /', 1) and m.direction = 'in';
      -- A line of before we noted who paid has neither account nor address.
      if first.id is null or first.rail <> line.rail or ((first.account, first.address) is distinct from
        (line.account, line.address) and not (first.account is null and first.address is null))
      then raise exception 'part_of_another' using errcode = 'check_violation'; end if;
    end if;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || line.from_id, 0));
  select * into source from public.movements where id = line.from_id;
  if (source.asset, source.rail, source.bank, source.account, source.holder, source.address, source.tag,
      date_trunc('milliseconds', source.moved_at), source.day_only)
    is distinct from (line.asset, line.rail, line.bank, line.account, line.holder, line.address, line.tag,
      date_trunc('milliseconds', line.moved_at), line.day_only)
  then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  if due is null then
    if source.direction <> 'off' or source.amount <> line.amount
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  elsif source.user_id is not null or source.direction <> 'in' or line.amount > app.money_left(source.id)
  then raise exception 'more_than_is_left' using errcode = 'check_violation';
  elsif source.reference_key like '% /%'
    and (line.recorded_by = source.recorded_by or app.same_person(line.recorded_by, source.recorded_by))
  then raise exception 'part_by_another' using errcode = 'check_violation'; end if;
  if due is not null then
    perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
      from app.came_through(line.from_id) c where c.user_id <> line.user_id order by c.user_id, c.order_id;
  end if;
end $function$;

create or replace function app.movement_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare agreed public.proposals; earlier public.movements; t public.transactions; due uuid := coalesce(new.order_id, new.payment_id);
begin
  if new.direction = 'in' then
    perform app.came_in_stands(new);
    return new;
  end if;
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id 
      and coalesce(order_id, payment_id) is not distinct from due;
    if earlier.id is null or earlier.asset <> new.asset
      or (earlier.amount <> new.amount and not (new.direction = 'back' and due is null))
      or (new.direction in ('back', 'off')) <> (earlier.direction = 'in')
      or (new.direction in ('back', 'off') and due is not null
        and new.of_id not in (select app.lines_here(due)))
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = coalesce(due, case new.direction when 'back' then new.of_id else earlier.of_id end)::text;
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
    perform app.refuse_while_frozen(new.user_id, due, 'out');
    return new;
  end if;
  if due is null then
    perform app.unassigned_goes_back(new);
  else
    if not app.return_decided(due, new.user_id, case new.direction when 'back' then new.of_id end)
      and (case new.direction
        when 'back' then app.is_stopped(new.user_id)
          or exists (select from app.freezes_known_by(new.account, new.address, new.tag))
        else exists (select from app.freezes_around(due)) end)
    then raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen'; end if;
    perform app.refuse_while_frozen(new.user_id, due,
      case new.direction when 'back' then 'return' else 'out' end);
  end if;
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (agreed.payload ->> 'unit', agreed.payload ->> 'account', agreed.payload ->> 'address', agreed.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and t.pay_in is distinct from 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'out' and exists (select from public.movements m where m.order_id = due
      and m.direction = 'out' and not exists (select from public.movements b where b.of_id = m.id))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $function$;

create or replace function app.returns_through_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if exists (select from app.freezes_through(new.of_id)) and not app.return_decided(coalesce(new.order_id, new.payment_id), new.user_id, new.of_id) then
    raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
  return new;
end $function$;

create or replace function app.blank_order(which uuid, today date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare customer uuid; wallets text[]; loose uuid[];
begin
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
   where m.user_id is null and m.direction = 'in' and app.money_left(m.id) = 0
     and exists (select from public.movements o where (o.order_id = which or o.payment_id = which) and (o.from_id = m.id or o.id = m.from_id));
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = which or payment_id = which or id = any(loose) or (user_id is null and of_id = any(loose));
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = which::text or subject = any(loose::text[])) and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.payments set proof_file = null, wallet_type = null,
      sender_address = case when sender_address is not null then 'erased' end, transaction_hash = null where id = which;
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
end $function$;

create or replace function app.erase_rows_of(who uuid, today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  todo text[]; waiting text[]; entry text; n bigint; counts jsonb := '{}'; kept uuid[]; stays text;
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase(who, today) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(who::text, 0));
  -- Where money went on within the house the books of others rest on the order it came from or went to: such an order
  -- loses what is personal, and stays with its lines and what two people decided about them.
  kept := array(select distinct coalesce(m.order_id, m.payment_id) from public.movements m where m.user_id = who
    and (m.from_id is not null or exists (select from public.movements u where u.from_id = m.id)));
  perform app.blank_order(o, today) from unnest(kept) o;
  select array_agg(format('%I:%I', c.relname, a.attname)) into todo
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
     and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%';
  while cardinality(todo) > 0 loop
    waiting := '{}';
    foreach entry in array todo loop
      begin
        stays := case split_part(entry, ':', 1)
          when 'transactions' then 'id = any($2)'
          when 'payments' then 'id = any($2)'
          when 'movements' then 'coalesce(order_id, payment_id) = any($2)'
          when 'proposals' then 'exists (select from public.movements m where m.proposal_id = proposals.id
            and (m.user_id is null or coalesce(m.order_id, m.payment_id) = any($2)))'
          else 'false' end;
        execute format('delete from public.%s where %s = $1 and not %s', split_part(entry, ':', 1),
          split_part(entry, ':', 2), stays) using who, kept;
        get diagnostics n = row_count;
        if n > 0 then counts := counts || jsonb_build_object(split_part(entry, ':', 1), n); end if;
      exception when foreign_key_violation then waiting := waiting || entry;
      end;
    end loop;
    if cardinality(waiting) = cardinality(todo) then raise exception 'cannot be erased yet: %', waiting; end if;
    todo := waiting;
  end loop;
  begin
    delete from public.profiles where id = who;
    delete from auth."user" where id = who;
    counts := counts || '{"profiles": 1}';
  exception when foreign_key_violation then
    -- Who worked here, or whose order stays, stands in the records of others: the name goes, the row stays.
    update public.profiles set email = 'erased-' || who || '@erased.invalid', first_name = 'Erased', last_name = '',
        display_name = 'Erased', phone_number = '', date_of_birth = '1900-01-01', country_of_residence = '',
        declared_country = '', nationality = '', occupation = '', is_pep = false, avatar_url = null,
        risk_classification = null, monthly_income_declared = null, location_consent = null, location_asked_at = null,
        detected_country = null, detected_country_code = null, detected_city = null, detected_region = null,
        current_ip_address = null, ip_geolocation_data = null, geolocation_updated_at = null
      where id = who;
    update auth."user" set name = 'Erased', email = 'erased-' || who || '@erased.invalid' where id = who;
    insert into public.retention_marks (subject_type, subject_id, user_id, kept_until, rule, set_at, erased_at)
      select 'customer', who, who, today - 1, 'erased', now(), now()
      union all select 'order', o, who, today - 1, 'erased', now(), now() from unnest(kept) o;
    counts := counts || '{"profiles_without_name": 1}';
  end;
  perform set_config('app.erasing', '', true);
  return counts;
end $function$;

create or replace function app.may_erase(who uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.profiles p where p.id = who and p.closed_at < today - interval '7 years')
    and exists (select from public.retention_marks m where m.user_id = who and m.subject_type = 'customer')
    and not exists (select from public.retention_marks m where m.user_id = who and m.erased_at is null and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id = who and c.state <> 'closed')
    and not exists (select from public.transaction_alerts a where a.user_id = who and a.state <> 'closed')
    and not exists (select from app.freezes_on(who))
    and not exists (select from public.transactions t where t.user_id = who and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing') or app.last_moved(t.id) >= today - interval '7 years'))
    and not exists (select from public.payments p where p.user_id = who and (p.awaits_staff
      or greatest(p.created_at, p.closed_at, app.last_moved(p.id)) >= today - interval '7 years'));
end $function$;
