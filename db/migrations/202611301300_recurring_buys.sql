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
  -- A weekday from 1 (Monday), or a day of the month that each month has.
  every text not null constraint recurring_every_known check (every in ('week', 'month')),
  day smallint not null constraint recurring_day_known
    check (case every when 'week' then day between 1 and 5 else day between 1 and 28 end),
  next_on date not null,
  created_at timestamptz not null,
  -- Unpaid orders count from here. Resuming moves it.
  counted_from timestamptz not null,
  paused_at timestamptz,
  paused_for text constraint recurring_pause_known check (paused_for in ('asked', 'unpaid')),
  reminded_at timestamptz,
  last_refusal text,
  constraint recurring_pause_has_reason check ((paused_at is null) = (paused_for is null))
);
create index recurring_buys_of on recurring_buys (user_id);
create index recurring_buys_due on recurring_buys (next_on) where paused_at is null;
alter table recurring_buys enable row level security;
alter table recurring_buys force row level security;
create policy own_asks on recurring_buys for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and paused_at is null);
create policy own_or_product on recurring_buys for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()));
create policy own_or_product_changes on recurring_buys for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()))
  with check (user_id = (select app.user_id()) or (select app.is_product()));
create policy own_ends on recurring_buys for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy owner_erases on recurring_buys to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_looks on recurring_buys for select to current_user using (true);
grant select, insert, delete on recurring_buys to cryptocommerce_app;
grant update (amount, next_on, counted_from, paused_at, paused_for, reminded_at, last_refusal) on recurring_buys
  to cryptocommerce_app;

-- Reference of a recurring buy that transfers for this order carry. Stays when the customer removes the plan.
alter table transactions add column payment_reference text;
create index transactions_by_payment_reference on transactions (payment_reference, created_at desc)
  where payment_reference is not null;

-- Authenticates as the customer of a plan that is due, for one order. They confirmed their identity to set the plan.
create function app.authenticate_recurring_buy(plan uuid, due_by date)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer,
    used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- The lock of a customer's serialized calls, so that each order counts the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended(b.user_id::text, 0)),
          set_config('plan_cache_mode', 'force_generic_plan', true)
    from public.recurring_buys b where b.id = plan;
  return query select u.id, u.email, u.name, null::uuid, '{}'::text[], 0, 0, u.second_factor, false, '{}'::uuid[]
    from public.recurring_buys b join auth."user" u on u.id = b.user_id
   where b.id = plan and b.paused_at is null and b.next_on <= due_by and u."emailVerified";
  if not found then return; end if;
  perform set_config('app.user_id', b.user_id::text, true), set_config('app.roles', '', true),
          set_config('app.all_rows', '', true)
    from public.recurring_buys b where b.id = plan;
end $$;
revoke all on function app.authenticate_recurring_buy from public;
grant execute on function app.authenticate_recurring_buy to cryptocommerce_app;
