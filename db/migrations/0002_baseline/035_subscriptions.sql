create table subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  plan text not null constraint plan_known check (plan in ('basic', 'personal', 'professional')),
  status text not null default 'pending',
  payment_method text not null,
  start_date timestamptz,
  end_date timestamptz,
  created_at timestamptz not null default now(),
  reminder_days smallint constraint told_before_the_end check (reminder_days in (7, 1)),
  constraint active_has_its_time check (status <> 'active' or (start_date is not null and end_date is not null)),
  constraint ends_after_start check (end_date > start_date),
  constraint subscription_method_known check (payment_method in ('bank_transfer', 'card', 'crypto')),
  constraint subscription_status_known check (status in ('pending', 'active', 'expired', 'rejected', 'cancelled'))
);
create unique index subscription_one_pending on subscriptions (user_id) where status = 'pending';
create index subscriptions_ending on subscriptions (end_date) where status = 'active';
create index subscriptions_newest on subscriptions (user_id, created_at desc);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy own_insert on subscriptions for insert to cryptocommerce_app
  with check (user_id = app.user_id() and status = 'pending' and start_date is null and end_date is null);
create policy own_or_staff_select on subscriptions for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on subscriptions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on subscriptions for select to current_user using (true);
create policy system_or_staff_update on subscriptions for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) or (user_id = (select app.user_id()) and status = 'pending'))
  with check ((select app.can_access_all_rows()) or (user_id = (select app.user_id()) and status = 'cancelled'));
grant select, insert on subscriptions to cryptocommerce_app;
grant update (status, start_date, end_date, reminder_days) on subscriptions to cryptocommerce_app;

create function app.check_subscription() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.status = 'active' then
    perform pg_advisory_xact_lock(hashtextextended('plans of ' || new.user_id, 0));
    if not exists (select from public.payments p where p.payable = 'plan' and p.payable_id = new.id
        and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
    then raise exception 'subscription has no received payment' using errcode = 'check_violation'; end if;
    if exists (select from public.subscriptions s where s.user_id = new.user_id and s.id <> new.id
        and s.status = 'active' and s.start_date < new.end_date and new.start_date < s.end_date)
    then raise exception 'subscription overlaps an active subscription' using errcode = 'check_violation'; end if;
  end if;
  return new;
end $$;
create trigger subscription_valid before insert or update on subscriptions
  for each row when (current_user = 'cryptocommerce_app') execute function app.check_subscription();

create function app.refuse_activation_while_held() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.payments p where p.payable_id = new.id and p.user_id = new.user_id and p.held)
  then raise exception 'a held payment cannot activate anything' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger held_activation before update of status on subscriptions
  for each row when (new.status = 'active') execute function app.refuse_activation_while_held();

create function app.has_active_plan(customer uuid, at_time timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (app.can_access_all_rows() or customer = app.user_id()) and exists (select from public.subscriptions s
    where s.user_id = customer and s.status = 'active' and s.start_date <= at_time and s.end_date > at_time)
$$;

revoke all on function app.check_subscription, app.refuse_activation_while_held, app.has_active_plan from public;
grant execute on function app.has_active_plan to cryptocommerce_app;
