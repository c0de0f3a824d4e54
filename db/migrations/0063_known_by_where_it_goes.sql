-- Why: what leaves to the account or wallet of somebody frozen was not stopped, once it stood on the order of somebody else;
-- nor was what such an account had paid, where it bought coins for somebody else. Whom a freeze stops under a new account
-- was not known by theirs. And a customer's own alarm, or what somebody frozen had merely typed, stopped what went back to
-- strangers, and nobody could decide otherwise. What two people had decided to give back was taken off and became
-- somebody else's.
drop function app.payer_stopped(text, text);

-- The freezes of whom this account or address is known: it stands in an order of theirs, or on a line, unless that was not
-- for them. How a bank is named says nothing, for people name one in many ways. A wallet from which an exchange sends for
-- thousands is nobody's (the kinds are those of identity/person-marks.ts). Of a shared address the tag tells whose it is;
-- what came or went without one has one owner. An alarm is about its own account alone: anybody raises one.
create function app.freezes_known_by(account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with causes as (
      select f.id, f.user_id from public.account_freezes f where f.lifted_at is null and f.cause <> 'not_me'
    ), near as (
      select c.user_id from causes c
      union
      select o.user_id from causes c join public.joined_accounts m on m.user_id = c.user_id
        join public.joined_accounts o on o.person_id = m.person_id
      union
      select case when l.one = c.user_id then l.other else l.one end from causes c
        join public.account_links l on c.user_id in (l.one, l.other) and l.state = 'open'
    ), stopped as materialized (
      select n.user_id, c.id from near n, lateral app.freezes_on(n.user_id) f(id) join causes c on c.id = f.id
    ), asked as (
      select nullif(ltrim(regexp_replace(coalesce(freezes_known_by.account, ''), '\D', '', 'g'), '0'), '') digits)
    select distinct s.id from stopped s join public.transactions t on t.user_id = s.user_id
        left join public.movements m on m.order_id = t.id and m.direction <> 'off'
          and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off'), asked
     where ltrim(regexp_replace(t.account_number, '\D', '', 'g'), '0') = asked.digits
        or ltrim(regexp_replace(m.account, '\D', '', 'g'), '0') = asked.digits
        or (t.wallet_address = freezes_known_by.address
          and t.destination_tag::text is not distinct from freezes_known_by.tag)
        or (coalesce(t.sender_wallet_type, '') not in ('binance', 'cexio', 'mexc', 'coinbase', 'kucoin')
          and (t.sender_wallet_address = freezes_known_by.address
            or (m.address = freezes_known_by.address and (m.tag is null or m.tag = freezes_known_by.tag))));
  end;
drop function app.payer_freezes(text, text);

-- The freezes of whom an order is known, by where what is here of it came from or by where its own goes: whoever asked for it.
create function app.freezes_around(which uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.freezes_known_by(t.account_number, t.wallet_address, t.destination_tag::text)
      from public.transactions t where t.id = which
    union
    select app.freezes_known_by(m.account, m.address, m.tag)
      from public.movements m where m.id in (select app.lines_here(which));
  end;

-- As words for those who send it; they do not say who.
create function app.party_stopped(account text, address text, tag text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and exists (select from app.freezes_known_by(account, address, tag));
create function app.order_stopped(which uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and exists (select from app.freezes_around(which));
-- And for compliance, who decides about them.
create function app.what_stops_order(which uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  return query select app.freezes_around(which);
end $$;

-- Two people decided that the money of this order moves in spite of the freezes that stood: back, where its customer is
-- frozen; on its way, where somebody else is who is known by it. Another freeze, or another line, is decided on anew.
create or replace function app.return_decided(order_id uuid, person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and exists (select from public.proposals p
    where p.kind = 'frozen_return' and p.subject = return_decided.order_id::text and p.customer_id = return_decided.person
      and p.state = 'approved'
      and not exists (select from (select app.freezes_on(return_decided.person)
          union select app.freezes_around(return_decided.order_id)) f(id) where not p.payload -> 'freezes' ? f.id::text)
      and not exists (select from app.lines_here(return_decided.order_id) l(id)
        where not p.payload -> 'lines' ? l.id::text));

revoke all on function app.freezes_known_by(text, text, text), app.freezes_around(uuid),
  app.party_stopped(text, text, text), app.order_stopped(uuid), app.what_stops_order(uuid) from public;
grant execute on function app.party_stopped(text, text, text), app.order_stopped(uuid), app.what_stops_order(uuid)
  to cryptocommerce_app;

-- What came off the order of somebody frozen becomes nobody else's, whatever was decided of that order.
create or replace function app.came_in_stands(line movements) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare source public.movements;
begin
  if line.order_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lines of ' || line.order_id, 0));
    if not line.extra and exists (select from public.movements m where m.order_id = line.order_id
        and m.direction = 'in' and not m.extra
        and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off'))
    then raise exception 'own_pay_in_once' using errcode = 'check_violation'; end if;
  end if;
  if line.from_id is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || line.from_id, 0));
  select * into source from public.movements where id = line.from_id;
  if (source.asset, source.rail, source.bank, source.account, source.holder, source.address, source.tag,
      date_trunc('milliseconds', source.moved_at), source.day_only)
    is distinct from (line.asset, line.rail, line.bank, line.account, line.holder, line.address, line.tag,
      date_trunc('milliseconds', line.moved_at), line.day_only)
  then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  if line.order_id is null then
    if source.direction <> 'off' or source.amount <> line.amount
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  elsif source.order_id is not null or source.direction <> 'in' or line.amount > app.money_left(source.id)
  then raise exception 'more_than_is_left' using errcode = 'check_violation'; end if;
  if line.order_id is not null then
    perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
      from app.came_through(line.from_id) c where c.user_id <> line.user_id order by c.user_id, c.order_id;
  end if;
end $$;

-- Nor does it go back: it is attached to an order of theirs again, and given back by a decision that names it.
create or replace function app.unassigned_goes_back(line movements) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare source public.movements;
begin
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || line.of_id, 0));
  select * into source from public.movements where id = line.of_id;
  if line.amount > app.money_left(line.of_id)
  then raise exception 'more_than_is_left' using errcode = 'check_violation'; end if;
  if (source.account, source.holder, source.address, source.tag)
    is distinct from (line.account, line.holder, line.address, line.tag)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
    from app.came_through(line.of_id) c order by c.user_id, c.order_id;
  if exists (select from app.freezes_known_by(line.account, line.address, line.tag)) then
    raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
end $$;

-- Nothing leaves to, or was paid by, whom a freeze stops; and two who decided that money goes back did not decide that it
-- is taken off.
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
    if not app.return_decided(new.order_id, new.user_id) and (case new.direction
        when 'back' then exists (select from app.freezes_known_by(new.account, new.address, new.tag))
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
