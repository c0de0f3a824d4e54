-- Amounts due for plans, workshops and courses (ADR 14). Title and amount never change (decision B5).
create table payments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  reference text not null constraint payment_reference_taken unique,
  payable text not null constraint payable_known check (payable in ('plan', 'workshop', 'course')),
  payable_id uuid not null,
  title text not null constraint title_says_something check (title <> ''),
  amount_jmd numeric(18,2) not null constraint payment_positive check (amount_jmd > 0),
  method text not null constraint payment_method_known check (method in ('bank_transfer', 'card', 'crypto')),
  pay_in text not null default 'awaiting',
  ended text constraint payment_end_known check (ended in ('lapsed', 'cancelled', 'rejected', 'refunded')),
  reason_code text,
  proof_file uuid,
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
  awaits_staff boolean not null generated always as (
    pay_in = 'claimed' or (pay_in = 'received' and (ended is not null or held or part_agreed))) stored,
  coin_amount numeric(38,18) constraint coin_amount_positive check (coin_amount > 0),
  coin_price_usd numeric(30,12),
  coin_rate numeric(30,12),
  coin_address text,
  held boolean not null default false,
  coin_own boolean not null default false,
  part_agreed boolean not null default false,
  constraint one_payment_per_request unique (user_id, idempotency_key),
  constraint payment_and_owner unique (user_id, id),
  constraint payment_proof_is_own foreign key (user_id, proof_file) references files (user_id, id),
  constraint coins_are_settled check ((method = 'crypto') = (coin_amount is not null)
    and (coin_amount is null) = (coin_price_usd is null) and (coin_amount is null) = (coin_rate is null)
    and (coin_amount is null) = (coin_address is null)),
  constraint coins_name_their_sender check (method <> 'crypto' or pay_in <> 'claimed' or sender_address is not null),
  constraint ended_is_closed check ((ended is null) = (closed_at is null)),
  constraint held_is_here check (not held or (pay_in = 'received' and ended is null)),
  constraint part_is_of_what_goes_on check (not part_agreed or (pay_in = 'received' and ended is null and not held)),
  constraint payment_pay_in_known check (pay_in in ('awaiting', 'claimed', 'received', 'returned')),
  constraint returned_has_ended check (pay_in <> 'returned' or ended is not null),
  constraint work_waits_since_a_moment check (not awaits_staff or waiting_since is not null)
);
create unique index one_amount_one_payment on payments (coin_amount) where coin_own;
create unique index payment_one_open on payments (payable, payable_id) where ended is null;
create index payments_awaited on payments (amount_jmd) where pay_in in ('awaiting', 'claimed');
create index payments_coin_amount on payments (coin_amount) where coin_amount is not null;
create index payments_held on payments (id) where held;
create index payments_lapse on payments (lapses_at) where ended is null and pay_in in ('awaiting', 'claimed');
create index payments_own on payments (user_id, id desc);
create index payments_proof_file on payments (proof_file, user_id) where proof_file is not null;
create index payments_queue on payments (waiting_since, id) where awaits_staff;
alter table payments enable row level security;
alter table payments force row level security;
create policy own_insert on payments for insert to cryptocommerce_app
  with check (user_id = app.user_id() and pay_in = 'awaiting' and ended is null);
create policy own_or_staff_select on payments for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy own_or_staff_update on payments for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id()) with check (user_id = (select app.user_id())
    or (select app.can_access_all_rows()));
create policy owner_while_erasing on payments for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on payments for select to current_user using (true);
grant select, insert on payments to cryptocommerce_app;
grant update (pay_in, ended, reason_code, proof_file, sender_address, wallet_type, transaction_hash, updated_at,
  lapses_at, claimed_at, received_at, closed_at, waiting_since, held, part_agreed) on payments to cryptocommerce_app;

create table claimed_proofs (
  due_id uuid not null,
  file_id uuid not null,
  user_id uuid not null,
  primary key (due_id, file_id),
  constraint claimed_proof_is_own foreign key (user_id, file_id) references files (user_id, id)
);
create index claimed_proofs_file on claimed_proofs (file_id, user_id);
alter table claimed_proofs enable row level security;
alter table claimed_proofs force row level security;
create policy owner_while_erasing on claimed_proofs for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_insert on claimed_proofs for insert to current_user with check (true);
create policy owner_select on claimed_proofs for select to current_user using (true);
create policy staff_select on claimed_proofs for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) and user_id is distinct from (select app.user_id()));
grant select on claimed_proofs to cryptocommerce_app;

-- Customers see a held payment as unpaid (decision A7).
create function app.check_own_payment_update() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  shown_unpaid constant boolean := old.held and (old.claimed_at is null or old.reason_code is not null);
  is_claim constant boolean := (old.pay_in = 'awaiting' and new.pay_in = 'claimed')
    or (shown_unpaid and new.pay_in = old.pay_in and new.claimed_at is distinct from old.claimed_at);
begin
  if (old.pay_in <> new.pay_in and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
    or (old.ended is distinct from new.ended
      and not (old.ended is null and new.ended = 'cancelled' and (old.pay_in = 'awaiting' or shown_unpaid)))
    or (new.reason_code is not null and old.reason_code is distinct from new.reason_code)
    or old.part_agreed <> new.part_agreed
    or ((old.sender_address, old.wallet_type, old.transaction_hash, old.proof_file)
        is distinct from (new.sender_address, new.wallet_type, new.transaction_hash, new.proof_file)
      and not is_claim)
  then raise exception 'customers cannot change this field' using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;
create trigger check_own_update before update on payments for each row
  when (current_user = 'cryptocommerce_app' and not app.can_access_all_rows())
    execute function app.check_own_payment_update();

create function app.unique_coin_amount(price numeric) returns numeric
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('an amount of its own', 0));
  select max(p.coin_amount) into taken from public.payments p where p.coin_amount >= price and p.coin_amount < price + 1;
  return coalesce(taken + 0.000001, price);
end $$;

-- Rejects payments at or above the threshold; only orders may reach it (decision E5).
create function app.check_payment_amount() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.amount_jmd >= app.kyc_threshold_usd() * (select (s.value ->> 'buy')::numeric from public.setting_versions s
    where s.key = 'rates' order by s.valid_from desc, s.id desc limit 1)
  then raise exception 'payment reaches the KYC threshold' using errcode = 'check_violation', constraint = 'stays_below_threshold'; end if;
  return new;
end $$;
create trigger payment_amount_allowed before insert or update of amount_jmd on payments
  for each row execute function app.check_payment_amount();

-- Only movements mark a payment as received (decision A3).
create function app.check_payment_movement() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare pay_in_id uuid; is_available boolean;
begin
  select m.id into pay_in_id from public.movements m where m.payment_id = new.id and m.direction = 'in'
     and not m.is_surplus
     and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off');
  is_available := pay_in_id in (select app.available_movements(new.id));
  if (case new.pay_in when 'received' then is_available is not true when 'returned' then is_available is not false
      else pay_in_id is not null end)
  then raise exception 'status does not match the recorded movements' using errcode = 'check_violation'; end if;
  return null;
end $$;
create constraint trigger after_2_check_movement after insert or update of pay_in on payments
  deferrable initially immediate for each row execute function app.check_payment_movement();

create function app.is_payment_frozen(target_payment uuid, customer uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  begin
    perform app.refuse_while_frozen(customer, target_payment, 'order');
  exception when check_violation then return true; end;
  return exists (select from app.freezes_of_order(target_payment))
    and not app.is_return_decided(target_payment, customer);
end $$;

create function app.is_payment_blocked(target_payment uuid, customer uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return app.is_payment_frozen(target_payment, customer) or not app.are_names_cleared(target_payment, '[]');
end $$;

create function app.check_payment_freeze() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.refuse_while_frozen(new.user_id, new.id, 'order');
    return new;
  end if;
  if new.pay_in <> old.pay_in and new.pay_in = 'returned'
  then perform app.refuse_while_frozen(new.user_id, new.id, 'return'); end if;
  if new.pay_in <> 'received' or new.ended is not null then new.held := false;
  elsif old.pay_in <> 'received' then new.held := app.is_payment_blocked(new.id, new.user_id);
  else new.held := old.held and (new.held or not app.is_system() or app.is_payment_blocked(new.id,
    new.user_id)); end if;
  if new.held then new.waiting_since := coalesce(old.waiting_since, new.updated_at); end if;
  return new;
end $$;
create trigger payment_not_frozen before insert or update of pay_in, ended, held on payments
  for each row execute function app.check_payment_freeze();

create function app.store_proof() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.claimed_proofs (due_id, file_id, user_id) values (new.id, new.proof_file, new.user_id)
    on conflict do nothing;
  return null;
end $$;
create trigger after_1_store_proof after insert or update of proof_file on payments for each row
  when (new.proof_file is not null) execute function app.store_proof();
create trigger after_1_store_proof after insert or update of proof_file on transactions for each row
  when (new.proof_file is not null) execute function app.store_proof();

create function app.is_hash_used(target_payment uuid, hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('reference ' || hash, 0));
  return exists (select from public.payments p where p.transaction_hash = hash and p.id <> target_payment)
    or exists (select from public.movements m where m.reference_key = hash)
    or exists (select from public.lgm_awards a where a.transaction_hash = hash);
end $$;

create function app.expected_payments_by_amount(currency_code text, lows numeric[], highs numeric[])
  returns table (kind text, id uuid)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select 'order', o.id from unnest(lows, highs) s(low, high) cross join lateral (
    select t.id from public.transactions t
     where t.type = 'buy' and t.pay_in in ('awaiting', 'claimed') and t.fiat_currency = currency_code
       and t.fiat_amount between s.low and s.high and (t.closed_at is null or t.closed_at > now() - interval '60 days')
     limit 50) o
   where app.can_access_all_rows()
  union
  select 'payment', p.id from unnest(lows, highs) s(low, high) cross join lateral (
    select t.id from public.payments t
     where t.pay_in in ('awaiting', 'claimed') and currency_code = 'JMD' and t.method <> 'crypto'
       and t.amount_jmd between s.low and s.high and (t.closed_at is null or t.closed_at > now() - interval '60 days')
     limit 50) p
   where app.can_access_all_rows();
end;
create trigger own_person before update on payments for each row execute function app.refuse_own_account();

revoke all on function
  app.check_own_payment_update, app.unique_coin_amount, app.check_payment_amount, app.check_payment_movement,
    app.is_payment_frozen,
  app.is_payment_blocked, app.check_payment_freeze, app.store_proof, app.is_hash_used, app.expected_payments_by_amount
  from public;
grant execute on function
  app.unique_coin_amount, app.is_payment_frozen, app.is_payment_blocked, app.is_hash_used, app.expected_payments_by_amount
  to cryptocommerce_app;
