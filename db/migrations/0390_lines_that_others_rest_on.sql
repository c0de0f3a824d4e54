-- Why: one line of a bank paid for the orders of two, and as soon as seven years of the one were over it said no more who
-- had paid, while a case about the other was open.

-- A line of money with all that it came out of and went on to.
create function app.same_money(line uuid) returns setof uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with recursive way as (
    select m.id, m.from_id, m.of_id from public.movements m where m.id = line
    union select m.id, m.from_id, m.of_id from way w
      join public.movements m on m.id = w.from_id or m.id = w.of_id or m.from_id = w.id or m.of_id = w.id)
  select w.id from way w
$$;

-- Whether nothing of that is left to be given to anybody, and each order and payment that it stood on is erased or may be.
create function app.money_may_go(line uuid, today date) returns boolean
  language sql set search_path = pg_catalog, pg_temp as $$
  select not exists (select from app.same_money(line) w (id) join public.movements m on m.id = w.id
    where case when m.user_id is null then app.money_left(m.id) > 0
      else not exists (select from public.retention_marks e
          where e.subject_id = coalesce(m.order_id, m.payment_id) and e.erased_at is not null)
        and not app.may_erase_order(m.order_id, today) and not app.may_erase_payment(m.payment_id, today)
        and not app.may_erase(m.user_id, today) end)
$$;
revoke all on function app.same_money(uuid), app.money_may_go(uuid, date) from public;

-- Whichever goes last takes along all that was kept for it.
do $$
begin
  execute replace(replace(pg_get_functiondef('app.blank_order(uuid, date)'::regprocedure),
$old$  -- Unassigned money that went to this order or came off it, once nothing of it is left to be given to anybody.
  select coalesce(array_agg(m.id), '{}') into loose from public.movements m
   where m.user_id is null and m.direction = 'in' and app.money_left(m.id) = 0
     and exists (select from public.movements o where (o.order_id = which or o.payment_id = which) and (o.from_id = m.id or o.id = m.from_id));
$old$,
$new$  -- Unassigned money that went to this order or came off it, once nobody else's record rests on any of it.
  select coalesce(array_agg(distinct m.id), '{}') into loose from public.movements o
    cross join app.same_money(o.id) w (id) join public.movements m on m.id = w.id
   where (o.order_id = which or o.payment_id = which) and m.user_id is null and app.money_may_go(o.id, today);
$new$), ' or (user_id is null and of_id = any(loose))', '');
end $$;

create or replace function app.bank_line_forgets() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.money_may_go(new.id, app.today()) then return null; end if;
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = ''
   where movement_id in (select app.same_money(new.id));
  return null;
end $$;

create or replace function app.card_event_forgets() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.money_may_go(new.id, app.today()) then return null; end if;
  update public.card_events set name_on_card = null, card = null where provider || ':' || transaction_id = new.reference;
  return null;
end $$;
