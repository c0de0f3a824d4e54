-- Plans of customers to buy weekly or monthly. A job prepares an order on `next_on`. All transfers carry `reference`.
create table recurring_buys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  reference text not null constraint recurring_reference_once unique,
  symbol text not null,
  currency text not null constraint recurring_currency_known check (currency in ('USD', 'JMD')),
  amount numeric(20, 2) not null constraint recurring_amount_positive check (amount > 0),
  network text not null,
  address text not null,
  tag bigint,
  every text not null constraint recurring_every_known check (every in ('week', 'month')),
  -- Weekday from 1 (Monday) to 5, or day of the month up to 28.
  day smallint not null constraint recurring_day_known
    check (case every when 'week' then day between 1 and 5 else day between 1 and 28 end),
  next_on date not null,
  created_at timestamptz not null,
  -- Unpaid orders count from this time. Resuming the plan resets it.
  counted_from timestamptz not null,
  paused_at timestamptz,
  paused_for text constraint recurring_pause_known check (paused_for in ('asked', 'unpaid', 'password')),
  reminded_at timestamptz,
  last_refusal text,
  constraint recurring_pause_has_reason check ((paused_at is null) = (paused_for is null))
);
create index recurring_buys_of on recurring_buys (user_id);
create index recurring_buys_due on recurring_buys (next_on) where paused_at is null;
alter table recurring_buys enable row level security;
alter table recurring_buys force row level security;
create policy own_insert on recurring_buys for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and paused_at is null);
create policy own_or_system_select on recurring_buys for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_or_system_update on recurring_buys for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()))
  with check (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_delete on recurring_buys for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy owner_while_erasing on recurring_buys to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on recurring_buys for select to current_user using (true);
create policy owner_update on recurring_buys for update to current_user using (true);
grant select, insert, delete on recurring_buys to cryptocommerce_app;
grant update (amount, next_on, counted_from, paused_at, paused_for, reminded_at, last_refusal) on recurring_buys
  to cryptocommerce_app;

-- Reference of the recurring buy, for transfers that pay this order. Kept when the customer removes the plan.
alter table transactions add column payment_reference text;
create index transactions_by_payment_reference on transactions (payment_reference, created_at desc)
  where payment_reference is not null;

-- Authenticates as the customer of a due recurring buy, for one order. The customer reauthenticated when setting it up.
create function app.authenticate_recurring_buy(recurring_buy uuid, due_by date)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer,
    used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Takes the lock of the customer's serialized calls, so that each order counts the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended(b.user_id::text, 0)),
          set_config('plan_cache_mode', 'force_generic_plan', true)
    from public.recurring_buys b where b.id = recurring_buy;
  return query select u.id, u.email, u.name, null::uuid, '{}'::text[], 0, 0, u.second_factor, false, '{}'::uuid[]
    from public.recurring_buys b join auth."user" u on u.id = b.user_id
   where b.id = recurring_buy and b.paused_at is null and b.next_on <= due_by and u."emailVerified";
  if not found then return; end if;
  perform set_config('app.user_id', b.user_id::text, true), set_config('app.roles', '', true),
          set_config('app.all_rows', '', true)
    from public.recurring_buys b where b.id = recurring_buy;
end $$;
revoke all on function app.authenticate_recurring_buy from public;
grant execute on function app.authenticate_recurring_buy to cryptocommerce_app;

-- Discounts on the fee of orders, each with a reason and an end (decision F12). The setting `discounts` switches them on.
create table promo_codes (
  id uuid primary key default uuidv7(),
  code text not null constraint promo_code_once unique
    constraint promo_code_form check (code ~ '^[A-Z0-9]{6,20}$'),
  percent smallint not null constraint promo_code_percent check (percent between 1 and 100),
  reason text not null constraint promo_code_reason check (length(reason) between 3 and 60),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  max_uses integer not null constraint promo_code_uses check (max_uses between 1 and 100000),
  author_id uuid not null references auth."user",
  created_at timestamptz not null,
  ended_by uuid references auth."user",
  constraint promo_code_ends check (ends_at > starts_at or ended_by is not null)
);
create index promo_codes_author on promo_codes (author_id);
create index promo_codes_ended_by on promo_codes (ended_by);
create index promo_codes_newest on promo_codes (starts_at desc, id desc);

-- Promo codes that a customer entered. They apply to the customer's orders.
create table entered_codes (
  user_id uuid not null references auth."user" on delete cascade,
  promo_code_id uuid not null references promo_codes,
  entered_at timestamptz not null,
  primary key (user_id, promo_code_id)
);
create index entered_codes_of on entered_codes (promo_code_id);

-- The wallet with Mahoni that a customer proves by a signature, and the text to sign. Each text is signed once.
create table proven_wallets (
  user_id uuid primary key references auth."user" on delete cascade,
  challenge_address text,
  challenge text,
  challenge_expires_at timestamptz,
  address text constraint wallet_proven_once unique,
  signed_text text,
  signature text,
  proven_at timestamptz,
  constraint challenge_is_whole check (num_nulls(challenge_address, challenge, challenge_expires_at) in (0, 3)),
  constraint proof_is_whole check (num_nulls(address, signed_text, signature, proven_at) in (0, 4))
);

-- Holdings that staff found on the chain. The newest check since the wallet was proven counts. Rows never change,
-- but customers can delete them.
create table holding_checks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  address text not null,
  amount numeric(20) not null constraint holding_not_negative check (amount >= 0),
  held_since date not null,
  tier text constraint holding_tier_known check (tier in ('bronze', 'silver', 'gold')),
  ends_at timestamptz,
  checked_by uuid not null references auth."user",
  checked_at timestamptz not null,
  constraint holding_tier_ends check ((tier is null) = (ends_at is null))
);
create index holding_checks_of on holding_checks (user_id, checked_at desc, id desc);
create index holding_checks_by on holding_checks (checked_by);

-- The discount of an order, as shown in its quote. Rows never change.
create table order_discounts (
  order_id uuid primary key,
  user_id uuid not null,
  percent smallint not null constraint order_discount_percent check (percent between 1 and 100),
  standard_fee_percent numeric(6,2) not null,
  reason text not null,
  ends_at timestamptz not null,
  promo_code_id uuid references promo_codes,
  constraint discount_of_own_order foreign key (user_id, order_id) references transactions (user_id, id)
    on delete cascade
);
create index order_discounts_owner on order_discounts (user_id, order_id);
create index order_discounts_code on order_discounts (promo_code_id) where promo_code_id is not null;

alter table promo_codes enable row level security;
alter table promo_codes force row level security;
create policy staff_or_entered_select on promo_codes for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or exists (select from entered_codes e
    where e.promo_code_id = promo_codes.id and e.user_id = (select app.user_id())));
create policy staff_insert on promo_codes for insert to cryptocommerce_app
  with check (author_id = (select app.user_id()) and ended_by is null
    and ((select app.has_role('finance')) or (select app.has_role('admin'))));
create policy staff_update on promo_codes for update to cryptocommerce_app
  using ((select app.has_role('finance')) or (select app.has_role('admin')))
  with check (ended_by = (select app.user_id()));
create policy owner_select on promo_codes for select to current_user using (true);
grant select, insert on promo_codes to cryptocommerce_app;
grant update (ends_at, ended_by) on promo_codes to cryptocommerce_app;

alter table entered_codes enable row level security;
alter table entered_codes force row level security;
create policy own_select on entered_codes for select to cryptocommerce_app using (user_id = (select app.user_id()));
create policy own_insert on entered_codes for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_delete on entered_codes for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy owner_while_erasing on entered_codes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on entered_codes to cryptocommerce_app;

alter table proven_wallets enable row level security;
alter table proven_wallets force row level security;
create policy own_insert on proven_wallets for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_update on proven_wallets for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_delete on proven_wallets for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy own_or_staff_select on proven_wallets for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on proven_wallets to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on proven_wallets for select to current_user using (true);
grant select, insert, delete on proven_wallets to cryptocommerce_app;
grant update (challenge_address, challenge, challenge_expires_at, address, signed_text, signature, proven_at)
  on proven_wallets to cryptocommerce_app;

alter table holding_checks enable row level security;
alter table holding_checks force row level security;
create policy staff_insert on holding_checks for insert to cryptocommerce_app
  with check (checked_by = (select app.user_id()) and user_id <> (select app.user_id())
    and ((select app.has_role('finance')) or (select app.has_role('admin'))));
create policy own_or_staff_select on holding_checks for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy own_delete on holding_checks for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy owner_while_erasing on holding_checks to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on holding_checks for select to current_user using (true);
grant select, insert, delete on holding_checks to cryptocommerce_app;
create trigger own_person before insert on holding_checks for each row execute function app.refuse_own_account();

alter table order_discounts enable row level security;
alter table order_discounts force row level security;
create policy own_insert on order_discounts for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_or_staff_select on order_discounts for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = (select app.user_id()));
create policy owner_while_erasing on order_discounts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on order_discounts for select to current_user using (true);
grant select, insert on order_discounts to cryptocommerce_app;

-- Returns why the signed-in customer cannot use a code, or null. Cancelled and failed orders are no uses.
create function app.promo_refusal(promo_code uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when coalesce(bool_or(d.user_id in (select app.same_person_accounts(app.user_id()))), false) then 'used'
    when count(*) >= (select p.max_uses from public.promo_codes p where p.id = promo_code) then 'used_up' end
    from public.order_discounts d join public.transactions t on t.id = d.order_id
   where d.promo_code_id = promo_code and t.status not in ('cancelled', 'failed')
$$;

-- Finds a code that applies at a time, except one of the same person. Customers cannot list codes.
create function app.find_promo_code(typed_code text, at_time timestamptz) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id from public.promo_codes p where p.code = typed_code and p.starts_at <= at_time and p.ends_at > at_time
     and p.author_id not in (select app.same_person_accounts(app.user_id()))
$$;

-- Counts the orders that use a code. Returns 0 to customers.
create function app.count_promo_uses(promo_code uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.order_discounts d join public.transactions t on t.id = d.order_id
   where app.can_access_all_rows() and d.promo_code_id = promo_code and t.status not in ('cancelled', 'failed')
$$;

create function app.check_order_discount() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes the orders with a code, so that each counts the earlier uses.
  perform pg_advisory_xact_lock(hashtextextended('promo ' || new.promo_code_id, 0));
  if app.promo_refusal(new.promo_code_id) is not null then
    raise exception 'promo code cannot be used' using errcode = 'check_violation', constraint = 'promo_code_open';
  end if;
  return new;
end $$;
create trigger check_order_discount before insert on order_discounts for each row
  when (new.promo_code_id is not null) execute function app.check_order_discount();

-- The tier of a customer at a time, while discounts are switched on.
create function app.discount_tier_at(customer uuid, at_time timestamptz) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.tier from (select h.tier, h.ends_at from public.holding_checks h
      join public.proven_wallets w on w.user_id = h.user_id and w.address = h.address and w.proven_at <= h.checked_at
     where h.user_id = customer and (app.can_access_all_rows() or customer = app.user_id())
     order by h.checked_at desc, h.id desc limit 1) c
   where c.ends_at > at_time and (select v.value ->> 'state' from public.setting_versions v where v.key = 'discounts'
     order by v.valid_from desc, v.id desc limit 1) = 'open'
$$;

-- Silver and Gold include the courses of a plan.
create or replace function app.has_active_plan(customer uuid, at_time timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (app.can_access_all_rows() or customer = app.user_id()) and (exists (select from public.subscriptions s
    where s.user_id = customer and s.status = 'active' and s.start_date <= at_time and s.end_date > at_time)
    or coalesce(app.discount_tier_at(customer, at_time) in ('silver', 'gold'), false))
$$;

revoke all on function app.promo_refusal, app.find_promo_code, app.count_promo_uses, app.check_order_discount, app.discount_tier_at
  from public;
grant execute on function app.promo_refusal, app.find_promo_code, app.count_promo_uses, app.discount_tier_at to cryptocommerce_app;

-- An account begins with email, password and date of birth. Its display name is empty until the profile is complete.
create function app.check_profile_complete() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.profiles p where p.id = new.user_id and p.display_name = '') then
    raise exception 'profile is incomplete' using errcode = 'check_violation', constraint = 'profile_is_complete';
  end if;
  return new;
end $$;
revoke all on function app.check_profile_complete from public;
-- Orders are placed by one function, which checks this with the session (decision A2). A trigger would slow each order.
create trigger profile_is_complete before insert on kyc_submissions
  for each row execute function app.check_profile_complete();
create trigger profile_is_complete before insert on payments
  for each row execute function app.check_profile_complete();
create trigger profile_is_complete before insert on payees
  for each row execute function app.check_profile_complete();
create trigger profile_is_complete before insert on launch_submissions
  for each row execute function app.check_profile_complete();

-- The session reads the name of the account, so that it knows without a query whether the profile is complete.
create function app.copy_display_name() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth."user" set name = new.display_name where id = new.id;
  return new;
end $$;
revoke all on function app.copy_display_name from public;
create trigger set_account_name after update of display_name on profiles
  for each row when (old.display_name = '' and new.display_name <> '') execute function app.copy_display_name();
alter table profiles add column passkey_offer_closed_at timestamptz;
grant update (passkey_offer_closed_at, country_of_residence, nationality, occupation, is_pep) on profiles to cryptocommerce_app;

-- A complete profile is final: what the customer declared stays as declared.
create function app.refuse_declared_profile_change() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'declared profile is final' using errcode = 'check_violation', constraint = 'declared_profile_is_final';
end $$;
create trigger declared_profile_is_final
  before update of country_of_residence, nationality, occupation, is_pep on profiles
  for each row when (old.display_name <> '' and current_user = 'cryptocommerce_app')
  execute function app.refuse_declared_profile_change();

-- Unsent identity forms, one per tier. The typed values are encrypted, because they contain TRN and ID number.
create table kyc_drafts (
  user_id uuid not null references auth."user" on delete cascade,
  tier smallint not null constraint kyc_draft_tier_known check (tier between 1 and 3),
  submission_id uuid not null,
  sealed text not null constraint kyc_draft_short check (length(sealed) <= 60000),
  updated_at timestamptz not null,
  primary key (user_id, tier)
);
create index kyc_drafts_by_age on kyc_drafts (updated_at);
alter table kyc_drafts enable row level security;
alter table kyc_drafts force row level security;
create policy own_all on kyc_drafts to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy system_select on kyc_drafts for select to cryptocommerce_app using ((select app.is_system()));
create policy system_delete on kyc_drafts for delete to cryptocommerce_app using ((select app.is_system()));
create policy owner_while_erasing on kyc_drafts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on kyc_drafts to cryptocommerce_app;
grant update (submission_id, sealed, updated_at) on kyc_drafts to cryptocommerce_app;

-- Webhooks also report new orders and the side of each order (ADR 24).
alter table webhook_deliveries drop constraint webhook_type_known,
  add constraint webhook_type_known check (type in ('order.placed', 'order.status_changed', 'receipt.ready'));
update webhook_deliveries d set facts = facts || jsonb_build_object('side', t.type)
  from transactions t where t.id = (d.facts ->> 'orderId')::uuid;

create or replace function app.queue_webhook_deliveries() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.webhook_deliveries (user_id, endpoint_id, type, facts)
  select new.user_id, e.id, e.type, jsonb_build_object('orderId', new.id, 'side', new.type, 'status', new.status, 'payIn', new.pay_in)
    from (select w.id, t.type from public.webhook_endpoints w
           cross join (values ('order.placed', tg_op = 'INSERT'), ('order.status_changed', tg_op = 'UPDATE'),
             ('receipt.ready', tg_op = 'UPDATE' and new.status = 'completed' and old.status <> 'completed')) t (type, applies)
           where t.applies and w.user_id = new.user_id and w.paused_at is null for key share of w) e;
  return null;
end $$;
create trigger after_3_queue_webhooks_of_placed after insert on transactions
  for each row execute function app.queue_webhook_deliveries();

-- Selling requires its own scope, because keys for buying must not choose a bank account.
alter table auth.api_key drop constraint key_opens_something, drop constraint what_places_is_proved_often,
  add constraint key_opens_something check (cardinality(scopes) > 0
    and scopes <@ '{prices:read,orders:read,orders:place,orders:sell,receipts:read}'::text[]),
  add constraint what_places_is_proved_often check (not scopes && '{orders:place,orders:sell}'::text[] or lasts_days <= 90);
create or replace function app.authenticate_key(key_hash text, scope text, is_serial boolean default false)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer,
    used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare found record;
begin
  select * into found from app.find_api_key(key_hash) k where scope = any (k.scopes);
  if found.id is null then return; end if;
  if is_serial then
    perform pg_advisory_xact_lock(hashtextextended(found.user_id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
    -- The key may have been revoked while this call waited for the lock.
    if not exists (select from app.find_api_key(key_hash)) then return; end if;
  end if;
  select u.id, u.email, u.name, found.id, '{}'::text[], case when scope in ('orders:place', 'orders:sell') then 0 else 2000000000 end, 0,
         u.second_factor, false, '{}'::uuid[]
    into authenticate_key.id, authenticate_key.email, authenticate_key.name, session_id, roles, confirmed_ago,
      used_ago, factor,
         factor_needed, other_accounts
    from auth."user" u where u.id = found.user_id;
  perform set_config('app.user_id', found.user_id::text, true), set_config('app.roles', '', true),
          set_config('app.all_rows', '', true);
  return next;
end $$;

-- The waiting period before large payouts starts at this time. A new password restarts it.
alter table payees add column known_from timestamptz not null default now();
create policy owner_select on payees for select to current_user using (true);
create policy owner_update on payees for update to current_user using (true);
update payees set known_from = created_at;
-- A new password pauses recurring buys and restarts payee waiting periods, because a thief may have set them up.
create function app.pause_standing_instructions(account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.recurring_buys set paused_at = now(), paused_for = 'password'
   where user_id = account and paused_at is null;
  update public.payees set known_from = now() where user_id = account;
end $$;
revoke all on function app.pause_standing_instructions from public;
grant execute on function app.pause_standing_instructions to cryptocommerce_auth;

-- Finds the smallest amount that is at least `price` and belongs to no other payment, not even an ended one.
create or replace function app.unique_coin_amount(price numeric) returns numeric
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  unused_amount numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('an amount of its own', 0));
  select min(c.amount) into unused_amount from (
    select price amount union all
    select p.coin_amount + 0.000001 from public.payments p
     where p.coin_amount >= price and p.coin_amount < price + 1) c
   where not exists (select from public.payments p where p.coin_amount = c.amount);
  return unused_amount;
end $$;

alter table project_submissions drop constraint appeal_says_why,
  add constraint appeal_says_why check (state <> 'appealed' or coalesce(length(appeal), 0) >= 20);

create or replace function app.sealing_lag() returns table (waiting integer, oldest timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_system() then raise exception 'only the system can read the sealing lag'; end if;
  return query select count(*)::integer, min(w.at) from (
    select l.at from public.audit_log l
     where l.xact >= (select s.horizon from public.audit_sealing s)
       and not exists (select from public.audit_seals s where s.audit_id = l.id)
     order by l.xact limit 10000) w;
end $$;
