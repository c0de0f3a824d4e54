-- Why: a stranger's payment was noted on the wrong order and taken off it; the customer of that order was frozen since, and
-- the money had no way out. It became nobody else's and did not go back, and where the order had its own by then it could
-- not be attached there again, to be decided about. Two of compliance decide about it where it stands: it goes back then, to
-- where it came from.

-- Whose freezes stop open unassigned money, for compliance, who decides about it.
create or replace function app.what_stops_unassigned(line uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  return query select app.freezes_around(line)
    where exists (select from public.unassigned_open o where o.movement_id = line);
end $$;

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
  -- A freeze waits for what has begun, and is asked about behind the lock.
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || w.id, 0)) from (select distinct a.id
    from app.came_through(line.of_id) c cross join lateral app.accounts_of(c.user_id) a(id) order by 1) w;
  -- Their own alarm is nobody's to decide about.
  perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
    from (select * from app.came_through(line.of_id) order by user_id, order_id) c
   where not (app.is_stopped(c.user_id) and app.unassigned_let_go(line.of_id));
  if exists (select from app.freezes_known_by(line.account, line.address, line.tag))
    and not app.unassigned_let_go(line.of_id) then
    raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
end $$;
