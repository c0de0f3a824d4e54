-- Why: three buys of three coins and one transfer that named none of them: nine days later its customer said for which it
-- was, and it was served at the price of the first day, the one whose coin had gone up. Where more orders of a person
-- waited for money than came, which of them it is for is known when somebody says so, and not when it left.

-- Whether others of a person's orders were open when this money or these coins came, which it could have paid as well and
-- does not pay beside this one. `since` leaves out what was placed before.
create function app.looked_back(which uuid, came timestamptz, since timestamptz, money numeric) returns boolean
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
    select coalesce(sum(r.amount) + min(o.amount) > money, false)
      from asked o join asked r on r.id <> o.id and r.amount <= money and r.pay_in in ('awaiting', 'claimed')
       and (r.closed_at is null or r.closed_at > came) and r.created_at >= since
       and r.created_at <= greatest(o.created_at,
           date_trunc('day', came, 'America/Jamaica') + interval '1 day' - interval '1 microsecond')
     where app.sees_all() and o.id = which;
  end;
revoke all on function app.looked_back(uuid, timestamptz, timestamptz, numeric) from public;
grant execute on function app.looked_back(uuid, timestamptz, timestamptz, numeric) to cryptocommerce_app;
