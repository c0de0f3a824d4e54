-- Nobody looks back for free: who places many orders, pays the cheapest and calls the others off has an option that
-- costs nothing (decision E1). How many orders of a side that brought nothing may hold their price at once is a setting;
-- called off ones count until their price ends. Older values and open proposals get it as well: each is read whole.
update setting_versions set value = value || '{"unpaid": 3}' where key = 'order_limits';
alter table proposals no force row level security;
update proposals set payload = payload || '{"unpaid": 3}', stood = stood || '{"unpaid": 3}'
 where kind = 'setting' and subject = 'order_limits';
alter table proposals force row level security;

-- Few orders ever are in it, and none when it is placed.
create index transactions_ended_unpaid on transactions (user_id, price_holds_until)
  where status in ('cancelled', 'failed') and pay_in in ('awaiting', 'claimed');

-- An order that goes on at another price is judged anew; until then nothing of it leaves.
alter table transactions add column unjudged boolean not null default false;
create index transactions_unjudged on transactions (id) where unjudged;

-- What the other accounts of whoever asks traded in a time, how much of it today, what of theirs is under way, and how
-- many of their orders hold a price unpaid.
drop function app.joined_usage(timestamptz, timestamptz, timestamptz);
create function app.joined_usage(since timestamptz, until timestamptz, today timestamptz, asked timestamptz) returns jsonb
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
                where o.user_id = any(others) and o.status in ('pending', 'processing')),
      'unpaid', (select jsonb_build_object(
            'buy', count(*) filter (where o.type = 'buy'), 'sell', count(*) filter (where o.type = 'sell'))
          from public.transactions o where o.user_id = any(others)
           and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > asked))
    from public.transactions t
   where t.user_id = any(others) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;
revoke all on function app.joined_usage(timestamptz, timestamptz, timestamptz, timestamptz) from public;
grant execute on function app.joined_usage(timestamptz, timestamptz, timestamptz, timestamptz) to cryptocommerce_app;
