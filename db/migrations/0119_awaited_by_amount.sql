-- Why: what is awaited is looked for by its amount on each page of bank lines. Under row security an amount is compared
-- only after it is known whose the row is, since comparing a numeric could tell of it: so no index helped, and all that
-- is awaited was read for every line. The owner looks it up by index, for staff alone, and tells nothing but ids.

create function app.awaited_by_amount(asked text, lows numeric[], highs numeric[])
  returns table (kind text, id uuid)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select 'order', o.id from unnest(lows, highs) s(low, high) cross join lateral (
    select t.id from public.transactions t
     where t.type = 'buy' and t.pay_in in ('awaiting', 'claimed') and t.fiat_currency = asked
       and t.fiat_amount between s.low and s.high and (t.closed_at is null or t.closed_at > now() - interval '60 days')
     limit 50) o
   where app.sees_all()
  union
  select 'payment', p.id from unnest(lows, highs) s(low, high) cross join lateral (
    select t.id from public.payments t
     where t.pay_in in ('awaiting', 'claimed') and asked = 'JMD' and t.method <> 'crypto'
       and t.amount_jmd between s.low and s.high and (t.closed_at is null or t.closed_at > now() - interval '60 days')
     limit 50) p
   where app.sees_all();
end;
revoke all on function app.awaited_by_amount(text, numeric[], numeric[]) from public;
grant execute on function app.awaited_by_amount(text, numeric[], numeric[]) to cryptocommerce_app;
