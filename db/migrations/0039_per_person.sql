-- Why: joined accounts shared their caps and not how many orders they may have under way and place in a day (decision
-- E3). And what stands around the lines of money is drawn closer: an order's own comes in once, what leaves goes to whom
-- two people agreed on, and what bounced is what they agreed had bounced.

-- What the other accounts of whoever asks traded in a time, how much of it today, and what of theirs is under way.
drop function app.joined_usage(timestamptz, timestamptz);
create function app.joined_usage(since timestamptz, until timestamptz, today timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare person uuid; others uuid[];
begin
  select j.person_id into person from public.joined_accounts j where j.user_id = app.user_id();
  if person is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
  select array_agg(j.user_id) into others
    from public.joined_accounts j where j.person_id = person and j.user_id <> app.user_id();
  return (select jsonb_build_object(
      'used', coalesce(sum(t.net_jmd_amount) filter (where t.status <> 'pending'), 0)::text,
      'held', coalesce(sum(t.net_jmd_amount) filter (where t.status = 'pending'), 0)::text,
      'gross', coalesce(sum(t.jmd_amount), 0)::text, 'orders', count(t.id),
      'today', count(t.id) filter (where t.created_at >= today),
      'open', (select count(*) from public.transactions o
                where o.user_id = any(others) and o.status in ('pending', 'processing')))
    from public.transactions t
   where t.user_id = any(others) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;
revoke all on function app.joined_usage(timestamptz, timestamptz, timestamptz) from public;
grant execute on function app.joined_usage(timestamptz, timestamptz, timestamptz) to cryptocommerce_app;

create unique index movements_own_pay_in on movements (order_id) where direction = 'in' and not extra;

create or replace function app.movement_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare agreed public.proposals; earlier public.movements; t public.transactions;
begin
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id and order_id = new.order_id;
    if earlier.id is null or (earlier.asset, earlier.amount) is distinct from (new.asset, new.amount)
      or (new.direction = 'back') <> (earlier.direction = 'in')
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  if new.direction = 'in' then return new; end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = new.order_id::text;
  if agreed.id is null or exists (select from public.proposals u
      where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = agreed.id::text)
  then raise exception 'movement_not_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'bounced' then
    if agreed.payload ->> 'left' is distinct from new.of_id::text
    then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
    return new;
  end if;
  perform app.refuse_while_frozen(new.user_id, new.order_id, case new.direction when 'back' then 'return' else 'out' end);
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (agreed.payload ->> 'unit', agreed.payload ->> 'account', agreed.payload ->> 'address', agreed.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and t.pay_in <> 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if exists (select from public.movements m where m.order_id = new.order_id and m.direction = new.direction
      and m.of_id is not distinct from new.of_id
      and not exists (select from public.movements b where b.of_id = m.id and b.direction = 'bounced'))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $$;
