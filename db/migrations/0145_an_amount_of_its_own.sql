-- Why: what is due in Mahoni was the same for everybody who bought the same plan, and our wallet is public: whoever saw a
-- stranger's transfer named its hash and wallet first, and had their plan. Each payment has an amount of its own now,
-- by millionths of a token; by it alone a transfer is known (decision 029).
alter table payments add column coin_own boolean not null default false;
create index payments_coin_amount on payments (coin_amount) where coin_amount is not null;
create unique index one_amount_one_payment on payments (coin_amount) where coin_own;

create function app.own_amount(price numeric) returns numeric
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  taken numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('an amount of its own', 0));
  select max(p.coin_amount) into taken from public.payments p where p.coin_amount >= price and p.coin_amount < price + 1;
  return coalesce(taken + 0.000001, price);
end $$;
revoke all on function app.own_amount(numeric) from public;
grant execute on function app.own_amount(numeric) to cryptocommerce_app;
