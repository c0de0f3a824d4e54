-- Why: money for one of two orders bought the coin that had risen, at the price of the first day, where its customer had paid
-- for both and let the rest go back, or paid for the other one late under its reference. What it could have been for counts
-- from when it came, and by the whole of it; what was paid since takes no order out of the choice.

-- Whether others of a person's orders waited when this money or these coins came, which it could have paid as well. One that
-- was paid by something else before the price of this one ended did not: which was for which was known then. What came from
-- unassigned money was for it since somebody said so. `since` leaves out what was placed before; `money` is all that came.
create or replace function app.looked_back(which uuid, came timestamptz, since timestamptz, money numeric) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with asked as (
      select t.*, case when t.type = 'sell' then t.crypto_amount when t.fiat_currency = 'JMD' then floor(t.fiat_amount)
          else t.fiat_amount end amount
        from public.transactions t, public.transactions o
       where o.id = which and t.user_id in (select app.accounts_of(o.user_id)) and t.type = o.type
         and case t.type when 'buy' then t.fiat_currency = o.fiat_currency
             else t.crypto_symbol = o.crypto_symbol and t.network = o.network end
    )
    select exists (select from asked o join asked r on r.id <> o.id and r.amount <= money
        and (r.closed_at is null or r.closed_at > came) and r.created_at >= since
        and r.created_at <= greatest(o.created_at,
            date_trunc('day', came, 'America/Jamaica') + interval '1 day' - interval '1 microsecond')
      where app.sees_all() and o.id = which
        and not exists (select from public.movements m
          where m.order_id = r.id and m.direction = 'in'
            and case when m.from_id is null then m.moved_at else m.recorded_at end <= o.price_holds_until
            and not exists (select from public.movements off where off.of_id = m.id and off.direction = 'off')));
  end;
