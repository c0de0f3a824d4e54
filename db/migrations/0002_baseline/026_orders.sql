create sequence order_numbers;
grant usage on sequence order_numbers to cryptocommerce_app;

-- Orders (decision A2). `duplicate_key` finds an order placed twice within minutes, `idempotency_key` finds a repeated
-- request (decision A9).
create table transactions (
  id uuid primary key default uuidv7(),
  reference text not null constraint reference_taken unique,
  user_id uuid not null references auth."user",
  type text not null constraint type_known check (type in ('buy', 'sell')),
  status text not null default 'pending',
  pay_in text not null constraint pay_in_known check (pay_in in ('awaiting', 'claimed', 'received', 'returned')),
  pay_out text not null default 'none',
  held boolean not null default false,
  hold_reason text,
  lapsed boolean not null default false,
  payment_method text not null default 'bank_transfer',
  fiat_currency text not null constraint currency_known check (fiat_currency in ('JMD', 'USD')),
  fiat_amount numeric(20,2) not null,
  jmd_amount numeric(20,2) not null constraint amount_positive check (jmd_amount > 0),
  fee_percent numeric(6,2) not null,
  fee_amount_jmd numeric(20,2) not null constraint fee_not_negative check (fee_amount_jmd >= 0),
  net_jmd_amount numeric(20,2) not null,
  crypto_symbol text not null,
  crypto_amount numeric(40,18) not null constraint coins_positive check (crypto_amount > 0),
  price_usd_used numeric not null,
  rate_used numeric not null,
  market_rate numeric,
  quote_id uuid not null constraint one_order_per_quote unique,
  idempotency_key uuid,
  request_hash text,
  duplicate_key text not null,
  network text not null,
  wallet_address text,
  destination_tag bigint constraint tag_is_uint32 check (destination_tag between 0 and 4294967295),
  sender_wallet_address text,
  sender_wallet_type text,
  company_wallet_address text,
  company_wallet_tag text,
  bank_name text,
  account_number text,
  account_holder_name text,
  routing_number text,
  purpose_of_transaction text,
  source_of_funds text,
  source_of_funds_file uuid,
  proof_file uuid,
  payout_proof_file uuid references files,
  receipt jsonb not null,
  blockchain_screening_id uuid,
  risk_score smallint constraint order_score_in_range check (risk_score between 0 and 100),
  risk_level text constraint order_risk_known check (risk_level in ('low', 'medium', 'high', 'critical')),
  compliance_notes text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lapses_at timestamptz,
  claimed_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  waiting_since timestamptz,
  awaits_staff boolean not null generated always as (
    (pay_in in ('claimed', 'received') and status <> 'completed')
    or (held and status in ('pending', 'processing')) or surplus_count > 0) stored,
  surplus_count smallint not null default 0 constraint extras_not_negative check (surplus_count >= 0),
  network_cost_jmd numeric(20,2) not null default 0,
  price_holds_until timestamptz,
  reprice_choice_until timestamptz,
  assessment_pending boolean not null default false,
  late_notified_for timestamptz,
  placed_letter_due boolean not null default false,
  constraint one_order_per_request unique (user_id, idempotency_key),
  constraint order_and_owner unique (user_id, id),
  constraint funds_file_is_own foreign key (user_id, source_of_funds_file) references files (user_id, id),
  constraint proof_file_is_own foreign key (user_id, proof_file) references files (user_id, id),
  constraint buy_has_address check (type <> 'buy' or wallet_address is not null),
  constraint completed_is_paid_both_ways check (status <> 'completed' or (pay_in = 'received' and pay_out = 'sent')),
  constraint fee_and_net_make_amount check (fee_amount_jmd + net_jmd_amount = jmd_amount),
  constraint method_known check (payment_method in ('bank_transfer', 'card', 'crypto')),
  constraint network_cost_not_negative check (network_cost_jmd >= 0),
  constraint network_cost_within_net check (network_cost_jmd < net_jmd_amount),
  constraint no_work_before_the_choice check (reprice_choice_until is null or status in ('pending', 'cancelled')),
  constraint nothing_paid_out_before_money_in check (pay_out in ('none', 'prepared', 'failed')
    or pay_in = 'received'),
  constraint nothing_paid_out_while_held check (not held or pay_out <> 'sent' or surplus_count > 0),
  constraint pay_out_known check (pay_out in ('none', 'prepared', 'approved', 'sent', 'failed')),
  constraint sell_has_bank check (type <> 'sell' or (bank_name is not null and account_number is not null
    and account_holder_name is not null)),
  constraint status_known check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled'))
);
create index orders_awaited on transactions (fiat_currency, fiat_amount)
  where type = 'buy' and pay_in in ('awaiting', 'claimed');
create index transactions_choice on transactions (reprice_choice_until) where reprice_choice_until is not null
  and status = 'pending';
create index transactions_ended_unpaid on transactions (user_id, price_holds_until)
  where status in ('cancelled', 'failed') and pay_in in ('awaiting', 'claimed');
create index transactions_lapse on transactions (lapses_at) where status = 'pending' and pay_in in ('awaiting', 'claimed');
create index transactions_month on transactions (user_id, created_at) include (status, net_jmd_amount, jmd_amount)
  where status in ('pending', 'processing', 'completed');
create index transactions_own_status on transactions (user_id, status, id desc)
  include (type, pay_in, held, hold_reason, price_holds_until);
create index transactions_payout_file on transactions (payout_proof_file) where payout_proof_file is not null;
create index transactions_placed_letter on transactions (id) where placed_letter_due;
create index transactions_proof_file on transactions (proof_file, user_id) where proof_file is not null;
create index transactions_queue on transactions (waiting_since, id) where awaits_staff;
create index transactions_sof_file on transactions (source_of_funds_file, user_id) where source_of_funds_file is not null;
create index transactions_unjudged on transactions (id) where assessment_pending;
create index transactions_unscreened on transactions (id) where held and hold_reason = 'screening_down';
alter table transactions enable row level security;
alter table transactions force row level security;
create policy own_insert on transactions for insert to cryptocommerce_app
  with check (user_id = app.user_id() and pay_in in ('awaiting', 'claimed') and pay_out = 'none');
create policy own_or_staff_select on transactions for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy own_or_staff_update on transactions for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id()) with check (user_id = (select app.user_id())
    or (select app.can_access_all_rows()));
create policy owner_while_erasing on transactions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on transactions for select to current_user using (true);
grant select, insert on transactions to cryptocommerce_app;
grant update (status, pay_in, pay_out, held, hold_reason, lapsed, fiat_amount, jmd_amount, fee_amount_jmd,
  net_jmd_amount, crypto_amount, price_usd_used, rate_used, market_rate, proof_file, receipt, blockchain_screening_id,
  risk_score, risk_level, compliance_notes, updated_at, lapses_at, claimed_at, received_at, closed_at, waiting_since,
  surplus_count, reprice_choice_until, assessment_pending, late_notified_for, placed_letter_due)
    on transactions to cryptocommerce_app;

-- Order history. Only staff can read entries that are not public (decision A7).
create table order_events (
  id uuid primary key default uuidv7(),
  order_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  event text not null,
  actor_kind text not null constraint actor_known check (actor_kind in ('customer', 'staff', 'system')),
  actor_id uuid,
  reason_code text,
  note text,
  public boolean not null default true,
  constraint event_of_own_order foreign key (user_id, order_id) references transactions (user_id, id)
);
create index order_events_holds on order_events (at) where event in ('hold', 'release');
create index order_events_story on order_events (order_id, user_id, id);
alter table order_events enable row level security;
alter table order_events force row level security;
create policy own_or_staff_insert on order_events for insert to cryptocommerce_app
  with check (user_id = app.user_id() or app.can_access_all_rows());
create policy own_public_or_staff_select on order_events for select to cryptocommerce_app
  using ((user_id = (select app.user_id()) and public) or (select app.can_access_all_rows()));
create policy owner_while_erasing on order_events to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on order_events to cryptocommerce_app;

create function app.own_order_counts() returns table (total integer, completed integer, pending integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*)::integer, (count(*) filter (where t.status = 'completed'))::integer,
         (count(*) filter (where t.status in ('pending', 'processing')))::integer
    from public.transactions t where t.user_id = app.user_id();
end;

create function app.count_orders_proved_by(file uuid, excluded_order uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*)::int from public.files proof
    join public.files duplicate on duplicate.sha256 = proof.sha256 and duplicate.purpose = 'transaction-proof'
    join public.transactions t on t.proof_file = duplicate.id
   where proof.id = file and (proof.user_id = app.user_id() or app.can_access_all_rows())
     and t.id is distinct from excluded_order;
end;

create function app.check_order_freeze() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    -- A sale whose coins were already sent is always accepted, on hold (decision A2).
    if not (new.held and new.type = 'sell' and new.pay_in = 'claimed' and new.pay_out = 'none'
        and new.status = 'pending') then
      perform app.refuse_while_frozen(new.user_id, new.id, 'order');
    end if;
    return new;
  end if;
  if new.user_id <> old.user_id then
    perform app.refuse_while_frozen(old.user_id, old.id, 'order');
  end if;
  if new.pay_in <> old.pay_in and new.pay_in not in ('awaiting', 'claimed', 'received') then
    perform app.refuse_while_frozen(new.user_id, new.id, 'return');
  elsif (new.pay_out <> old.pay_out and new.pay_out not in ('none', 'failed'))
      or (new.status <> old.status and new.status = 'completed') then
    perform app.refuse_while_frozen(new.user_id, new.id, 'out');
    if new.pay_out <> old.pay_out and new.pay_out in ('prepared', 'approved')
      and not app.are_names_cleared(new.id, '[]')
    then raise exception 'payout requires a clear sanctions screening of every payer'
      using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
  elsif new.status <> old.status and new.status in ('pending', 'processing') and old.status <> 'completed' then
    perform app.refuse_while_frozen(new.user_id, new.id, 'order');
  elsif old.held and not new.held then
    perform app.refuse_while_frozen(new.user_id, new.id, 'release');
  end if;
  return new;
end $$;
create trigger check_order_freeze before insert or update of user_id, status, pay_in, pay_out, held
  on transactions for each row execute function app.check_order_freeze();

create function app.refuse_customer_change() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'customers cannot change this field' using errcode = 'insufficient_privilege';
end $$;
create trigger staff_let_go before update on transactions for each row
  when (current_user = 'cryptocommerce_app' and not app.can_access_all_rows() and ((old.held and not new.held)
    or (old.assessment_pending and not new.assessment_pending) or old.blockchain_screening_id is distinct
      from new.blockchain_screening_id
    or old.risk_score is distinct from new.risk_score or old.risk_level is distinct from new.risk_level
    or old.compliance_notes is distinct from new.compliance_notes))
  execute function app.refuse_customer_change();

create function app.refuse_payout_while_held() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a held order cannot be paid out'
    using errcode = 'check_violation', constraint = 'nothing_paid_out_while_held';
end $$;
create trigger refuse_payout_while_held before update of pay_out on transactions for each row
  when (new.held and new.pay_out = 'sent' and old.pay_out <> 'sent') execute function app.refuse_payout_while_held();

-- Terms change only by repricing after the price window, with stored rates and the same fee. The customer never gets
-- more (decision E1, ADR 13).
create function app.check_terms() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_valid boolean := old.status = 'pending' and old.pay_in = 'received' and old.pay_out = 'none'
    and old.price_holds_until is not null and new.assessment_pending
    and new.fee_amount_jmd = round(new.jmd_amount * new.fee_percent / 100, 2)
    and new.net_jmd_amount = new.jmd_amount - new.fee_amount_jmd
    and case new.type
      when 'buy' then new.fiat_amount = old.fiat_amount
        and new.jmd_amount <= new.fiat_amount * case new.fiat_currency when 'USD' then new.rate_used else 1 end
        and new.crypto_amount * new.price_usd_used * new.rate_used <= new.net_jmd_amount - new.network_cost_jmd
      else new.crypto_amount = old.crypto_amount and new.fiat_amount = new.net_jmd_amount
        and new.jmd_amount <= new.crypto_amount * new.price_usd_used * new.rate_used end
    and exists (select from public.setting_versions v where v.key = 'rates'
      and (v.value ->> new.type)::numeric = new.rate_used)
    and (exists (select from public.price_history h where h.symbol = new.crypto_symbol and h.price_usd = new.price_usd_used)
      or exists (select from public.crypto_prices c where c.symbol = new.crypto_symbol and c.price_usd = new.price_usd_used)
      or exists (select from public.setting_versions v where v.key = 'token_prices'
        and (v.value ->> new.crypto_symbol)::numeric = new.price_usd_used));
begin
  if is_valid is not true then
    raise exception 'order terms do not match stored prices and rates' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger terms_valid before update of fiat_amount, jmd_amount, fee_amount_jmd, net_jmd_amount, crypto_amount,
    price_usd_used, rate_used, market_rate, receipt on transactions
  for each row when (current_user = 'cryptocommerce_app') execute function app.check_terms();

create function app.check_order_movement() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare pay_in_id uuid; is_available boolean;
begin
  select m.id into pay_in_id from public.movements m where m.order_id = new.id and m.direction = 'in'
     and not m.is_surplus
     and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off');
  is_available := pay_in_id in (select app.available_movements(new.id));
  if new.pay_in <> old.pay_in and (case new.pay_in when 'received' then is_available is not true
      when 'returned' then is_available is not false else pay_in_id is not null end)
  then raise exception 'status does not match the recorded movements' using errcode = 'check_violation'; end if;
  if new.pay_out <> old.pay_out and (new.pay_out = 'sent') <> exists (select from public.movements m
      where m.order_id = new.id and m.direction = 'out' and not exists (select from public.movements b
        where b.reverses_id = m.id))
  then raise exception 'status does not match the recorded movements' using errcode = 'check_violation'; end if;
  return null;
end $$;
create trigger after_2_check_movement after update of pay_in, pay_out on transactions for each row
  when (current_user = 'cryptocommerce_app' and (new.pay_in <> old.pay_in or new.pay_out <> old.pay_out))
  execute function app.check_order_movement();

-- Loads all customer data for placing an order in one round trip (ADR 03).
create function app.placement_context(request uuid, since timestamptz, until timestamptz, today timestamptz,
  at_time timestamptz)
  returns json
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare customer uuid := app.user_id(); accounts uuid[] := array[customer]; person uuid; stopped boolean := false;
  risk json;
begin
  if exists (select from public.flagged_accounts n where n.id = customer) then
    stopped := app.freeze_status(customer) is not distinct from 'stopped';
    select j.person_id into person from public.merged_accounts j where j.user_id = customer;
    if person is not null then
      -- Serializes the orders of one person. Reads the joined accounts under the lock.
      perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
      accounts := array(select j.user_id from public.merged_accounts j where j.person_id = person);
      risk := (select json_build_object('pep', bool_or(coalesce(p.is_pep or e.pep_status, false)),
          'highRiskJurisdiction', bool_or(coalesce(e.high_risk_jurisdiction, false)),
          'dueDiligence', bool_or(coalesce(e.enhanced_due_diligence_required, false)),
          'sanctions', case when bool_or(e.sanctions_check_result = 'flagged') then 'flagged'
            when bool_or(e.sanctions_check_result = 'high_risk') then 'high_risk' end)
        from unnest(accounts) a (id) left join public.profiles p on p.id = a.id
        left join public.enhanced_kyc_data e on e.user_id = a.id);
    end if;
  end if;
  return (select json_build_object(
      'stopped', stopped,
      'risk', risk,
      'used', coalesce(sum(t.net_jmd_amount) filter (where t.status <> 'pending'), 0)::text,
      'held', coalesce(sum(t.net_jmd_amount) filter (where t.status = 'pending'), 0)::text,
      'gross', coalesce(sum(t.jmd_amount), 0)::text,
      'orders', count(*),
      'today', count(*) filter (where t.created_at >= today),
      'open', (select json_build_object(
            'orders', count(*),
            'overLimit', count(*) filter (where o.held and o.hold_reason = 'limit_exceeded_after_sending'),
            'buy', count(*) filter (where o.type = 'buy' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > at_time),
            'sell', count(*) filter (where o.type = 'sell' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > at_time))
          from public.transactions o where o.user_id = any(accounts) and o.status in ('pending', 'processing')),
      'ended', (select json_build_object(
            'buy', count(*) filter (where e.type = 'buy'), 'sell', count(*) filter (where e.type = 'sell'))
          from public.transactions e where e.user_id = any(accounts) and e.status in ('cancelled', 'failed')
           and e.pay_in in ('awaiting', 'claimed') and e.price_holds_until > at_time),
      'cooling', (select count(*) from (select order_id, user_id, cooling_off_until from public.order_warnings) w
            join public.transactions c on c.id = w.order_id
          where w.user_id = any(accounts) and w.cooling_off_until > at_time and c.pay_in in ('received', 'returned')),
      'before', json_build_object(
        'confirmed', exists (select from public.name_hits h where h.user_id = any(accounts) and h.state = 'confirmed'),
        'refusedToday', (select count(*) from public.risk_assessments a
            where a.user_id = any(accounts) and a.idempotency_key is not null and a.created_at >= today),
        'refused', (select json_build_object('outcome', a.outcome, 'requestHash', a.request_hash)
            from public.risk_assessments a where a.user_id = customer and a.idempotency_key = request)))
    from public.transactions t
   where t.user_id = any(accounts) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;

-- Rejects payments and orders of a frozen customer, except returns and releases that two people approved. A freeze that the customer
-- reported stops only money (decision E2).
create function app.refuse_while_frozen(customer uuid, order_id uuid, step text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare stopped boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || customer, 0))
    where not exists (select from public.flagged_accounts n where n.id = customer);
  -- Checked again under the lock.
  if found and not exists (select from public.flagged_accounts n where n.id = customer) then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0)) from (
    select a.id from app.same_person_accounts(customer) a (id) order by 1) a;
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.id in (select app.effective_freezes(customer));
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step in ('return', 'release') and stopped and app.is_return_decided(order_id, customer) then return; end if;
  raise exception 'money of a frozen customer cannot move: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;

alter table case_orders add constraint order_link_order foreign key (user_id, order_id)
  references transactions (user_id, id);
alter table risk_assessments add constraint assessment_of_own_order foreign key (user_id, order_id)
  references transactions (user_id, id);
alter table transaction_alerts add constraint alert_of_own_order foreign key (user_id, transaction_id)
  references transactions (user_id, id);

create function app.has_case_since(target_order uuid, since date) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.cases c join public.transactions t on t.user_id = c.user_id
   where t.id = target_order and coalesce(app.case_closed_at(c.id), 'infinity') >= since
     and (exists (select from public.case_orders o where o.case_id = c.id and o.order_id = target_order)
       or exists (select from public.case_alerts l join public.transaction_alerts a on a.id = l.alert_id
                   where l.case_id = c.id and a.transaction_id = target_order)
       or exists (select from public.str_reports r join public.str_versions v on v.report_id = r.id
                   where r.case_id = c.id and v.content -> 'orders' ? target_order::text)))
$$;
create trigger own_person before update on transactions for each row execute function app.refuse_own_account();

revoke all on function
  app.own_order_counts, app.count_orders_proved_by, app.check_order_freeze, app.refuse_customer_change,
  app.refuse_payout_while_held, app.check_terms, app.check_order_movement, app.placement_context, app.refuse_while_frozen,
  app.has_case_since
  from public;
grant execute on function app.own_order_counts, app.count_orders_proved_by, app.placement_context to cryptocommerce_app;
