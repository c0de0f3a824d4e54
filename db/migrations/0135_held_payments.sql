-- Why: money of somebody frozen, or from where they are known, is written down (E6), but a plan began with it all the same,
-- and compliance had no way to give such money back. Now the database holds a payment as its money is written down: what
-- it pays for begins once nothing stops it any more, or its money goes back by two decisions, as that of an order.

alter table payments add column held boolean not null default false,
  add constraint held_is_here check (not held or (pay_in = 'received' and ended is null));
alter table payments alter column awaits_staff set expression as
  (pay_in = 'claimed' or (pay_in = 'received' and (ended is not null or held)));
grant update (held) on payments to cryptocommerce_app;
create index payments_held on payments (id) where held;

-- Whether the money of a payment may not be used: its customer is frozen, or somebody is who is known by where it came
-- from, and two of compliance did not let it move. Of one who is not, what this locks keeps a freeze waiting.
create function app.payment_is_stopped(which uuid, person uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  begin
    perform app.refuse_while_frozen(person, which, 'order');
  exception when check_violation then return true; end;
  return exists (select from app.freezes_around(which)) and not app.return_decided(which, person);
end $$;
revoke all on function app.payment_is_stopped(uuid, uuid) from public;
grant execute on function app.payment_is_stopped(uuid, uuid) to cryptocommerce_app;

-- Nobody frozen begins to pay for anything, and nothing of theirs goes back or is used (E2). The product alone ends a hold.
create or replace function app.payment_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    perform app.refuse_while_frozen(new.user_id, new.id, 'order');
    return new;
  end if;
  if new.pay_in <> old.pay_in and new.pay_in = 'returned'
  then perform app.refuse_while_frozen(new.user_id, new.id, 'return'); end if;
  if new.pay_in <> 'received' or new.ended is not null then new.held := false;
  elsif old.pay_in <> 'received' then new.held := app.payment_is_stopped(new.id, new.user_id);
  else new.held := old.held and (new.held or not app.is_product() or app.payment_is_stopped(new.id, new.user_id)); end if;
  if new.held then new.waiting_since := coalesce(old.waiting_since, new.updated_at); end if;
  return new;
end $$;
drop trigger payment_of_frozen on payments;
create trigger payment_of_frozen before insert or update of pay_in, ended, held on payments
  for each row execute function app.payment_of_frozen();

create function app.held_begins_nothing() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from public.payments p where p.payable_id = new.id and p.user_id = new.user_id and p.held)
  then raise exception 'what is held begins nothing' using errcode = 'check_violation'; end if;
  return new;
end $$;
revoke all on function app.held_begins_nothing() from public;
create trigger held_begins_nothing before update of status on subscriptions
  for each row when (new.status = 'active') execute function app.held_begins_nothing();
create trigger held_begins_nothing before update of status on workshop_registrations
  for each row when (new.status = 'confirmed') execute function app.held_begins_nothing();

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
   WHERE (app.sees_all() AND (m.id IN ( SELECT app.lines_here(lines_to_decide.which) AS lines_here)) AND (m.extra OR coalesce(t.status = ANY (ARRAY['cancelled'::text, 'failed'::text]), p.ended IS NOT NULL OR p.held) OR (NOT app.is_stopped(m.user_id))));
END;
