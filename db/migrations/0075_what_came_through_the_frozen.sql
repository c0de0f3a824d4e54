-- Why: what a customer had paid, was taken off their order and attached to somebody else's, bought coins for that one or
-- went back, though the first was frozen meanwhile: only attaching asked about it. And money that nobody knows, from an
-- account that somebody frozen had named before, stayed for good: nobody could decide about it.

-- The freezes of those on whose orders what this line brought stood before. An alarm is about its own account alone.
create function app.freezes_through(line uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.id from app.came_through(line) c, lateral app.freezes_on(c.user_id) x(id)
      join public.account_freezes f on f.id = x.id and f.cause <> 'not_me'
     where c.user_id is distinct from (select m.user_id from public.movements m where m.id = line);
  end;

-- The freezes that keep what a line brought from going back there.
create function app.freezes_of_return(line uuid, account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.freezes_through(line) union select app.freezes_known_by(account, address, tag);
  end;

-- The freezes of whom an order is known, by where what is here of it came from, through whose orders, or by where its own
-- goes: whoever asked for it. Of unassigned money, by where it came from.
create or replace function app.freezes_around(which uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.freezes_known_by(t.account_number, t.wallet_address, t.destination_tag::text)
      from public.transactions t where t.id = which
    union
    select app.freezes_of_return(m.id, m.account, m.address, m.tag)
      from public.movements m where m.id in (select app.lines_here(which)) or (m.id = which and m.order_id is null);
  end;

-- Two people of compliance decided that this unassigned money goes back in spite of the freezes that stood. Another freeze
-- is decided on anew.
create function app.unassigned_let_go(line uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and exists (select from public.proposals p
    where p.kind = 'frozen_return' and p.subject = unassigned_let_go.line::text and p.state = 'approved'
      and not exists (select from app.freezes_around(unassigned_let_go.line) f(id) where not p.payload -> 'freezes' ? f.id::text));

-- As a word for those who send it; it does not say who.
drop function app.party_stopped(text, text, text);
create function app.return_stopped(line uuid, account text, address text, tag text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and exists (select from app.freezes_of_return(line, account, address, tag))
    and not app.unassigned_let_go(line);

-- And for compliance, who decides about it: whose freezes stop open unassigned money that stood on no order of anybody
-- frozen. What did is attached to that order again, and decided about there.
create function app.what_stops_unassigned(line uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  return query select app.freezes_around(line)
    where exists (select from public.unassigned_open o where o.movement_id = line)
      and not exists (select from app.freezes_through(line));
end $$;

revoke all on function app.freezes_through(uuid), app.freezes_of_return(uuid, text, text, text),
  app.unassigned_let_go(uuid), app.return_stopped(uuid, text, text, text), app.what_stops_unassigned(uuid) from public;
grant execute on function app.unassigned_let_go(uuid), app.return_stopped(uuid, text, text, text),
  app.what_stops_unassigned(uuid) to cryptocommerce_app;

-- Beside app.movement_stands, which asks where it goes. A decision names the line (0077).
create function app.returns_through_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from app.freezes_through(new.of_id)) and not app.return_decided(new.order_id, new.user_id, new.of_id) then
    raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
  return new;
end $$;
revoke all on function app.returns_through_frozen() from public;
create trigger returns_through_frozen before insert on movements
  for each row when (new.direction = 'back' and new.order_id is not null) execute function app.returns_through_frozen();

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
  if exists (select from app.freezes_known_by(line.account, line.address, line.tag))
    and not app.unassigned_let_go(line.of_id) then
    raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
end $$;
