-- Why: an order asked about its customer in three places, each with its own plan, walls and doors: what they used, what their
-- joined accounts used, how they were judged before. One function asks once, for the person: the accounts that were joined
-- with one's own are counted in the same place, also the requests that were refused today.
create function app.person_ground(request uuid, since timestamptz, until timestamptz, today timestamptz, asked timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
declare me uuid := app.user_id(); people uuid[] := array[me]; person uuid; stopped boolean := false;
begin
  if not app.nothing_stops(me) then
    stopped := app.standstill(me) is not distinct from 'stopped';
    select j.person_id into person from public.joined_accounts j where j.user_id = me;
    if person is not null then
      -- The accounts of one person place one after the other. Who else is one of theirs is asked behind the lock.
      perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
      people := array(select j.user_id from public.joined_accounts j where j.person_id = person);
    end if;
  end if;
  return (select jsonb_build_object(
      'stopped', stopped,
      'used', coalesce(sum(t.net_jmd_amount) filter (where t.status <> 'pending'), 0)::text,
      'held', coalesce(sum(t.net_jmd_amount) filter (where t.status = 'pending'), 0)::text,
      'gross', coalesce(sum(t.jmd_amount), 0)::text,
      'orders', count(*),
      'today', count(*) filter (where t.created_at >= today),
      'open', (select jsonb_build_object(
            'orders', count(*),
            'overLimit', count(*) filter (where o.held and o.hold_reason = 'limit_exceeded_after_sending'),
            'buy', count(*) filter (where o.type = 'buy' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > asked),
            'sell', count(*) filter (where o.type = 'sell' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > asked))
          from public.transactions o where o.user_id = any(people) and o.status in ('pending', 'processing')),
      'ended', (select jsonb_build_object(
            'buy', count(*) filter (where e.type = 'buy'), 'sell', count(*) filter (where e.type = 'sell'))
          from public.transactions e where e.user_id = any(people) and e.status in ('cancelled', 'failed')
           and e.pay_in in ('awaiting', 'claimed') and e.price_holds_until > asked),
      'before', jsonb_build_object(
        'confirmed', exists (select from public.name_hits h where h.user_id = any(people) and h.state = 'confirmed'),
        'refusedToday', (select count(*) from public.risk_assessments a
            where a.user_id = any(people) and a.idempotency_key is not null and a.created_at >= today),
        'refused', (select jsonb_build_object('outcome', a.outcome, 'requestHash', a.request_hash)
            from public.risk_assessments a where a.user_id = me and a.idempotency_key = request)))
    from public.transactions t
   where t.user_id = any(people) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;
revoke all on function app.person_ground(uuid, timestamptz, timestamptz, timestamptz, timestamptz) from public;
grant execute on function app.person_ground(uuid, timestamptz, timestamptz, timestamptz, timestamptz) to cryptocommerce_app;
drop function app.beside_own(timestamptz, timestamptz, timestamptz, timestamptz);
drop function app.joined_usage(timestamptz, timestamptz, timestamptz, timestamptz);
drop function app.judged_before(uuid, timestamptz);

-- A new order of the application has no money yet: a wall like its others, where a trigger had to be prepared for each order.
drop trigger money_begins_without_line on transactions;
alter policy own on transactions
  with check (user_id = app.user_id() and pay_in in ('awaiting', 'claimed') and pay_out = 'none');
create or replace function app.money_has_its_line() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare own uuid; here boolean;
begin
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

-- One's own rows are found by key. Who asks stands in the row's own condition: asked as a question of its own for each table,
-- it had to be laid out and cleared away with each statement. Staff are asked first, once, so that a long list asks no more.
do $$
declare p record;
begin
  for p in select c.relname, o.polname, a.key from pg_policy o join pg_class c on c.oid = o.polrelid,
      lateral (select case c.relname when 'profiles' then 'id' else 'user_id' end key) a
     where pg_get_expr(o.polqual, o.polrelid) = format(
       '((%s = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all))', a.key)
  loop
    execute format('alter policy %I on public.%I using ((select app.sees_all()) or %I = app.user_id())', p.polname, p.relname, p.key);
  end loop;
end $$;
