-- Why: refunds in part. A line of a payment could only go back whole, so a part was the whole back and a new charge. Now what
-- goes back of it is at most what is left of it, whoever asks at the same moment, and what was paid for goes on until nothing is.

-- What is left of a line that came in: less what went back of it and stayed away.
create function app.line_left(which uuid) returns numeric
  language sql stable set search_path = pg_catalog
begin atomic
  select case when exists (select from public.movements o where o.of_id = m.id and o.direction = 'off') then 0
    else m.amount - coalesce((select sum(b.amount) from public.movements b where b.of_id = m.id and b.direction = 'back'
      and not exists (select from public.movements c where c.of_id = b.id)), 0) end
    from public.movements m where m.id = which and m.direction = 'in';
end;
revoke all on function app.line_left(uuid) from public;
grant execute on function app.line_left(uuid) to cryptocommerce_app;

-- Of a line of which a part went back the rest is here.
create or replace function app.lines_here(which uuid) returns setof uuid
  language sql stable set search_path = pg_catalog
begin atomic
  select m.id from public.movements m
   where (m.order_id = which or m.payment_id = which) and m.direction = 'in' and app.line_left(m.id) > 0;
end;

-- Two people agreed on a part, and nobody sent it yet: staff have the next move, though what was paid for goes on.
alter table payments add column part_agreed boolean not null default false,
  add constraint part_is_of_what_goes_on check (not part_agreed or (pay_in = 'received' and ended is null and not held));
alter table payments alter column awaits_staff set expression as
  (pay_in = 'claimed' or (pay_in = 'received' and (ended is not null or held or part_agreed)));
grant update (part_agreed) on payments to cryptocommerce_app;

create or replace function app.own_payment_moves() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  if (old.pay_in <> new.pay_in and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
    or (old.ended is distinct from new.ended
      and not (old.ended is null and new.ended = 'cancelled' and old.pay_in = 'awaiting'))
    or (new.reason_code is not null and old.reason_code is distinct from new.reason_code)
    or old.part_agreed <> new.part_agreed
    or ((old.sender_address, old.wallet_type, old.transaction_hash, old.proof_file)
        is distinct from (new.sender_address, new.wallet_type, new.transaction_hash, new.proof_file)
      and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
  then raise exception 'this is not for customers to change' using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;

-- Of a payment the whole goes back once it has ended, and a part while it goes on. Whoever comes second to a line waits, and
-- reads what the first left of it.
create function app.payment_goes_back(line public.movements) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare remains numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('line ' || line.of_id, 0));
  remains := app.line_left(line.of_id);
  if line.amount > remains then raise exception 'more_than_is_left' using errcode = 'check_violation'; end if;
  if (select case when line.amount < remains then p.ended is null and not p.held else p.ended is not null end
      from public.payments p where p.id = line.payment_id) is not true
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
end $$;
revoke all on function app.payment_goes_back(public.movements) from public;

create or replace function app.movement_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare agreed public.proposals; earlier public.movements; t public.transactions; due uuid := coalesce(new.order_id, new.payment_id);
begin
  if new.direction = 'in' then
    perform app.came_in_stands(new);
    return new;
  end if;
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id 
      and coalesce(order_id, payment_id) is not distinct from due;
    if earlier.id is null or earlier.asset <> new.asset
      or (earlier.amount <> new.amount and not (new.direction = 'back' and new.order_id is null))
      or (new.direction in ('back', 'off')) <> (earlier.direction = 'in')
      or (new.direction in ('back', 'off') and due is not null
        and new.of_id not in (select app.lines_here(due)))
      or (new.direction = 'off' and app.line_left(new.of_id) <> new.amount)
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = coalesce(due, case new.direction when 'back' then new.of_id else earlier.of_id end)::text;
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
    perform app.refuse_while_frozen(new.user_id, due, 'out');
    return new;
  end if;
  if due is null then
    perform app.unassigned_goes_back(new);
  else
    if not app.return_decided(due, new.user_id, case new.direction when 'back' then new.of_id end)
      and (case new.direction
        when 'back' then app.is_stopped(new.user_id)
          or exists (select from app.freezes_known_by(new.account, new.address, new.tag))
        else exists (select from app.freezes_around(due)) end)
    then raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen'; end if;
    perform app.refuse_while_frozen(new.user_id, due,
      case new.direction when 'back' then 'return' else 'out' end);
  end if;
  if new.direction = 'back' and new.payment_id is not null then perform app.payment_goes_back(new); end if;
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (agreed.payload ->> 'unit', agreed.payload ->> 'account', agreed.payload ->> 'address', agreed.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and t.pay_in is distinct from 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'out' and exists (select from public.movements m where m.order_id = due
      and m.direction = 'out' and not exists (select from public.movements b where b.of_id = m.id))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $$;
