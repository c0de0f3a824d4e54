-- Why: two of compliance read that J$50 had come in beside the order of somebody frozen, and decided to give that back;
-- finance stopped the order then, and its million went back with it, for the decision named every line of the order. It is
-- about the lines that were shown, and holds while they are all there is to decide about. That an order of somebody who is
-- not frozen may move is another decision than to give back what is somebody frozen's. What was decided before this does
-- not say which of them it was: where something has not left yet, two decide anew.

create function app.is_stopped(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return exists (select from public.account_freezes f
    where f.cause <> 'not_me' and f.id in (select app.freezes_on(person)));
revoke all on function app.is_stopped(uuid) from public;

-- What is here of an order and waits to be decided about: all of it, unless its customer is stopped and it goes on, or
-- went through; then what came in beside its own.
create function app.lines_to_decide(which uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select m.id from public.movements m join public.transactions t on t.id = m.order_id
     where app.sees_all() and m.id in (select app.lines_here(which))
       and (m.extra or t.status in ('cancelled', 'failed') or not app.is_stopped(t.user_id));
  end;
revoke all on function app.lines_to_decide(uuid) from public;
grant execute on function app.lines_to_decide(uuid) to cryptocommerce_app;

-- Whether two people decided that this order may move, or this line of it go back, although somebody is frozen: by those
-- freezes, about all that there is to decide about it, and the line among it.
drop function app.return_decided(uuid, uuid);
create function app.return_decided(order_id uuid, person uuid, line uuid default null) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and exists (select from public.proposals p
    where p.kind = 'frozen_return' and p.subject = return_decided.order_id::text
      and p.customer_id = return_decided.person and p.state = 'approved'
      and (p.payload ->> 'stopped')::boolean = app.is_stopped(return_decided.person)
      and not exists (select from (select app.freezes_on(return_decided.person)
            union select app.freezes_around(return_decided.order_id)) f (id)
          where not p.payload -> 'freezes' ? f.id::text)
      and not exists (select from (select app.lines_to_decide(return_decided.order_id)
            union select return_decided.line where return_decided.line is not null) l (id)
          where not p.payload -> 'lines' ? l.id::text));
revoke all on function app.return_decided(uuid, uuid, uuid) from public;
grant execute on function app.return_decided(uuid, uuid, uuid) to cryptocommerce_app;

create or replace function app.movement_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare agreed public.proposals; earlier public.movements; t public.transactions;
begin
  if new.direction = 'in' then
    perform app.came_in_stands(new);
    return new;
  end if;
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id and order_id is not distinct from new.order_id;
    if earlier.id is null or earlier.asset <> new.asset
      or (earlier.amount <> new.amount and not (new.direction = 'back' and new.order_id is null))
      or (new.direction in ('back', 'off')) <> (earlier.direction = 'in')
      or (new.direction in ('back', 'off') and new.order_id is not null
        and new.of_id not in (select app.lines_here(new.order_id)))
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = coalesce(new.order_id, case new.direction when 'back' then new.of_id else earlier.of_id end)::text;
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
    perform app.refuse_while_frozen(new.user_id, new.order_id, 'out');
    return new;
  end if;
  if new.order_id is null then
    perform app.unassigned_goes_back(new);
  else
    if not app.return_decided(new.order_id, new.user_id, case new.direction when 'back' then new.of_id end)
      and (case new.direction
        when 'back' then app.is_stopped(new.user_id)
          or exists (select from app.freezes_known_by(new.account, new.address, new.tag))
        else exists (select from app.freezes_around(new.order_id)) end)
    then raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen'; end if;
    perform app.refuse_while_frozen(new.user_id, new.order_id,
      case new.direction when 'back' then 'return' else 'out' end);
  end if;
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (agreed.payload ->> 'unit', agreed.payload ->> 'account', agreed.payload ->> 'address', agreed.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and t.pay_in <> 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'out' and exists (select from public.movements m where m.order_id = new.order_id
      and m.direction = 'out' and not exists (select from public.movements b where b.of_id = m.id))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $$;
