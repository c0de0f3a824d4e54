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

-- What staff found on the chain. The newest check of the proven wallet counts. Rows never change.
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
create policy staff_or_entered on promo_codes for select to cryptocommerce_app
  using ((select app.bypasses_row_filter()) or exists (select from entered_codes e
    where e.promo_code_id = promo_codes.id and e.user_id = (select app.user_id())));
create policy staff_create on promo_codes for insert to cryptocommerce_app
  with check (author_id = (select app.user_id()) and ended_by is null
    and ((select app.has_role('finance')) or (select app.has_role('admin'))));
create policy staff_end on promo_codes for update to cryptocommerce_app
  using ((select app.has_role('finance')) or (select app.has_role('admin')))
  with check (ended_by = (select app.user_id()));
create policy owner_looks on promo_codes for select to current_user using (true);
grant select, insert on promo_codes to cryptocommerce_app;
grant update (ends_at, ended_by) on promo_codes to cryptocommerce_app;

alter table entered_codes enable row level security;
alter table entered_codes force row level security;
create policy own on entered_codes for select to cryptocommerce_app using (user_id = (select app.user_id()));
create policy own_enters on entered_codes for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_ends on entered_codes for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy owner_erases on entered_codes to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
grant select, insert, delete on entered_codes to cryptocommerce_app;

alter table proven_wallets enable row level security;
alter table proven_wallets force row level security;
create policy own on proven_wallets for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_proves on proven_wallets for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_ends on proven_wallets for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy own_or_staff on proven_wallets for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.bypasses_row_filter()));
create policy owner_erases on proven_wallets to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_looks on proven_wallets for select to current_user using (true);
grant select, insert, delete on proven_wallets to cryptocommerce_app;
grant update (challenge_address, challenge, challenge_expires_at, address, signed_text, signature, proven_at)
  on proven_wallets to cryptocommerce_app;

alter table holding_checks enable row level security;
alter table holding_checks force row level security;
create policy staff_check on holding_checks for insert to cryptocommerce_app
  with check (checked_by = (select app.user_id()) and user_id <> (select app.user_id())
    and ((select app.has_role('finance')) or (select app.has_role('admin'))));
create policy own_or_staff on holding_checks for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.bypasses_row_filter()));
create policy own_ends on holding_checks for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy owner_erases on holding_checks to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_looks on holding_checks for select to current_user using (true);
grant select, insert, delete on holding_checks to cryptocommerce_app;
create trigger own_person before insert on holding_checks for each row execute function app.refuse_own_person();

alter table order_discounts enable row level security;
alter table order_discounts force row level security;
create policy own on order_discounts for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_or_staff on order_discounts for select to cryptocommerce_app
  using ((select app.bypasses_row_filter()) or user_id = (select app.user_id()));
create policy owner_erases on order_discounts to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_looks on order_discounts for select to current_user using (true);
grant select, insert on order_discounts to cryptocommerce_app;

-- Why the signed-in customer cannot use a code, or null. An order that is cancelled or fails gives its use back.
create function app.promo_obstacle(which uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when coalesce(bool_or(d.user_id in (select app.accounts_of(app.user_id()))), false) then 'used'
    when count(*) >= (select p.max_uses from public.promo_codes p where p.id = which) then 'used_up' end
    from public.order_discounts d join public.transactions t on t.id = d.order_id
   where d.promo_code_id = which and t.status not in ('cancelled', 'failed')
$$;

-- Finds a code that applies at a time. Customers cannot list codes.
create function app.find_promo_code(typed text, at timestamptz) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id from public.promo_codes p where p.code = typed and p.starts_at <= at and p.ends_at > at
$$;

-- How many orders use each code, for staff.
create function app.promo_uses(which uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.order_discounts d join public.transactions t on t.id = d.order_id
   where app.bypasses_row_filter() and d.promo_code_id = which and t.status not in ('cancelled', 'failed')
$$;

create function app.check_order_discount() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes the orders with a code, so that each counts the earlier uses.
  perform pg_advisory_xact_lock(hashtextextended('promo ' || new.promo_code_id, 0));
  if app.promo_obstacle(new.promo_code_id) is not null then
    raise exception 'this code cannot be used' using errcode = 'check_violation', constraint = 'promo_code_open';
  end if;
  return new;
end $$;
create trigger check_order_discount before insert on order_discounts for each row
  when (new.promo_code_id is not null) execute function app.check_order_discount();

-- The tier of a customer at a time, while discounts are switched on.
create function app.tier_of(who uuid, at timestamptz) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.tier from (select h.tier, h.ends_at from public.holding_checks h
      join public.proven_wallets w on w.user_id = h.user_id and w.address = h.address
     where h.user_id = who and (app.bypasses_row_filter() or who = app.user_id())
     order by h.checked_at desc, h.id desc limit 1) c
   where c.ends_at > at and (select v.value ->> 'state' from public.setting_versions v where v.key = 'discounts'
     order by v.valid_from desc, v.id desc limit 1) = 'open'
$$;

-- Silver and Gold include the courses of a plan.
create or replace function app.has_active_plan(who uuid, at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (app.bypasses_row_filter() or who = app.user_id()) and (exists (select from public.subscriptions s
    where s.user_id = who and s.status = 'active' and s.start_date <= at and s.end_date > at)
    or coalesce(app.tier_of(who, at) in ('silver', 'gold'), false))
$$;

revoke all on function app.promo_obstacle, app.find_promo_code, app.promo_uses, app.check_order_discount, app.tier_of
  from public;
grant execute on function app.promo_obstacle, app.find_promo_code, app.promo_uses, app.tier_of to cryptocommerce_app;
