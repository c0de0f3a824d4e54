-- Why: how far an order's money is was a column that the application could set by itself; it follows the lines now. What
-- compliance decided may go back of a frozen customer's order is what stood there when they decided. And what came in
-- beside a completed order's own can be held.

create function app.money_has_its_line() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare own uuid; here boolean;
begin
  if tg_op = 'INSERT' then raise exception 'money_has_no_line' using errcode = 'check_violation'; end if;
  select m.id into own from public.movements m where m.order_id = new.id and m.direction = 'in' and not m.extra
     and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off');
  here := own in (select app.lines_here(new.id));
  if new.pay_in <> old.pay_in and (case new.pay_in when 'received' then here is not true
      when 'returned' then here is not false else own is not null end)
  then raise exception 'money_has_no_line' using errcode = 'check_violation'; end if;
  if new.pay_out <> old.pay_out and (new.pay_out = 'sent') <> exists (select from public.movements m
      where m.order_id = new.id and m.direction = 'out' and not exists (select from public.movements b where b.of_id = m.id))
  then raise exception 'money_has_no_line' using errcode = 'check_violation'; end if;
  return null;
end $$;
revoke all on function app.money_has_its_line() from public;
create trigger money_has_its_line after update of pay_in, pay_out on transactions for each row
  when (current_user = 'cryptocommerce_app' and (new.pay_in <> old.pay_in or new.pay_out <> old.pay_out))
  execute function app.money_has_its_line();
create trigger money_begins_without_line after insert on transactions for each row
  when (current_user = 'cryptocommerce_app' and (new.pay_in not in ('awaiting', 'claimed') or new.pay_out <> 'none'))
  execute function app.money_has_its_line();

-- A completed order is held for what came in beside its own, and only while something did. Nothing becomes sent while held.
alter table transactions drop constraint nothing_paid_out_while_held,
  add constraint nothing_paid_out_while_held check (not held or pay_out <> 'sent' or extras > 0);
create function app.refuse_sent_while_held() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'nothing is paid out while held'
    using errcode = 'check_violation', constraint = 'nothing_paid_out_while_held';
end $$;
revoke all on function app.refuse_sent_while_held() from public;
create trigger refuse_sent_while_held before update of pay_out on transactions for each row
  when (new.held and new.pay_out = 'sent' and old.pay_out <> 'sent') execute function app.refuse_sent_while_held();

-- What was decided before names what stands on the order today.
update proposals p set payload = p.payload
    || jsonb_build_object('lines', (select coalesce(jsonb_agg(l), '[]') from app.lines_here(p.subject::uuid) l))
 where p.kind = 'frozen_return' and p.state in ('open', 'approved');

-- Whatever came since takes the decision back, as another freeze does: it is taken anew in view of all there is.
create or replace function app.return_decided(order_id uuid, person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (select from public.proposals p
      where p.kind = 'frozen_return' and p.subject = order_id::text and p.customer_id = person and p.state = 'approved'
        and not exists (select from app.freezes_on(person) f where not p.payload->'freezes' ? f::text)
        and not exists (select from app.lines_here(return_decided.order_id) l where not p.payload->'lines' ? l::text));
  end;
