-- Why: who paid was compared with the lists where their money stood on an order or a payment alone. Money of a listed party
-- that stood on nothing, or was taken off its order before anybody had looked, went back to them by two of finance. From now
-- on whoever paid what is unassigned is compared as well, and what a list stops goes back once two of compliance decided it.

-- Whose match it is: the customer's off whose order it came. What came from outside is nobody's.
alter table compared_payers alter column user_id drop not null;
drop policy staff_look on compared_payers;
drop policy staff_compare on compared_payers;
create policy staff_look on compared_payers for select to cryptocommerce_app
  using ((select app.sees_all()) and (user_id is null or user_id is distinct from (select app.user_id())));
create policy staff_compare on compared_payers for update to cryptocommerce_app
  using ((select app.sees_all()) and (user_id is null or user_id is distinct from (select app.user_id())))
  with check ((select app.sees_all()) and (user_id is null or user_id is distinct from (select app.user_id())));

create or replace function app.payer_to_compare() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.compared_payers (movement_id, due_id, user_id)
    values (new.id, coalesce(new.order_id, new.payment_id, new.id),
      coalesce(new.user_id, (select o.user_id from public.movements o where o.id = new.from_id)));
  return null;
end $$;
drop trigger payer_to_compare on movements;
create trigger payer_to_compare after insert on movements for each row
  when (new.direction = 'in' and btrim(new.holder) <> '') execute function app.payer_to_compare();

-- What is here was compared with nothing yet: it is, before any of it goes back. So is what went back and may bounce.
alter table movements no force row level security;
insert into compared_payers (movement_id, due_id, user_id)
  select m.id, m.id, o.user_id from movements m left join movements o on o.id = m.from_id
   where m.direction = 'in' and m.user_id is null and btrim(m.holder) <> '' on conflict do nothing;
alter table movements force row level security;

-- For what unassigned money stops, each by a word that a decision names: what compliance cleared stops nothing more.
create function app.stops_of_unassigned(line uuid, found jsonb) returns table (word text, why text)
  language sql stable security definer set search_path = pg_catalog as $$
  select distinct concat_ws(' ', s.source, s.ref, s.hash),
      case s.source when 'by hand' then 'a payer whose name no machine compares'
        else 'a payer like ' || s.source || ' ' || s.ref end
    from public.compared_payers c
      cross join lateral jsonb_to_recordset(c.stopped_by || found) s(source text, ref text, hash text)
   where c.movement_id = line
     and not exists (select from public.name_hits n where n.user_id = c.user_id and n.source = s.source
       and n.party_ref = s.ref and n.pair_hash = s.hash and n.state = 'cleared')
$$;

-- Whether it may go back for the name on its line, by what was found so far and what is found now: whoever paid was
-- compared, and two of compliance decided about each match that they knew of.
create function app.unassigned_payer_let_go(line uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select not exists (select from public.movements m where m.id = line and btrim(m.holder) <> ''
      and not exists (select from public.compared_payers c where c.movement_id = m.id and c.compared_with is not null))
    and not exists (select from app.stops_of_unassigned(line, found) s
      where not exists (select from public.proposals p where p.kind = 'frozen_return' and p.subject = line::text
        and p.state = 'approved' and p.payload -> 'stops' ? s.word))
$$;
revoke all on function app.stops_of_unassigned(uuid, jsonb), app.unassigned_payer_let_go(uuid, jsonb) from public;

-- The same for staff: whether, and no more.
create function app.unassigned_payer_clear(line uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select app.sees_all() and app.unassigned_payer_let_go(line, found)
$$;

-- And for compliance: by what, of which customer if any, and whether two of them let it go.
create function app.what_stops_payer(line uuid)
  returns table (word text, why text, user_id uuid, decided boolean)
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  return query select s.word, s.why, c.user_id, app.unassigned_payer_let_go(line, '[]')
    from app.stops_of_unassigned(line, '[]') s join public.compared_payers c on c.movement_id = line order by 1;
end $$;
revoke all on function app.unassigned_payer_clear(uuid, jsonb), app.what_stops_payer(uuid) from public;
grant execute on function app.unassigned_payer_clear(uuid, jsonb), app.what_stops_payer(uuid) to cryptocommerce_app;

create or replace function app.unassigned_goes_back(line movements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
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
  if not app.unassigned_payer_let_go(line.of_id, '[]')
  then raise exception 'nothing goes back to whom a list stops'
    using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
end $function$
;

-- What was compared is forgotten with the name, and so is what was decided about it.
create function app.payer_is_forgotten() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from public.compared_payers where movement_id = new.id and due_id = new.id;
  update public.proposals set payload = payload - 'stops' where subject = new.id::text and kind = 'frozen_return';
  return null;
end $$;
revoke all on function app.payer_is_forgotten() from public;
create trigger payer_is_forgotten after update of holder on movements for each row
  when (old.user_id is null and old.holder is not null and new.holder is null)
  execute function app.payer_is_forgotten();
