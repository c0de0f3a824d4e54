-- Why: an order's row could be written in every column by whoever it belongs to: a statement slipped into a request of a
-- customer made a hundredfold of the coins, put another account in the place of the one to be paid, or let go what was
-- held. What was agreed stands. The application may write what moves, and nothing of who, what and where to.

revoke update on transactions from cryptocommerce_app;
grant update (status, pay_in, pay_out, held, hold_reason, lapsed, proof_file, extras, choose_until, unjudged,
    fiat_amount, jmd_amount, fee_amount_jmd, net_jmd_amount, crypto_amount, price_usd_used, rate_used, market_rate, receipt,
    blockchain_screening_id, risk_score, risk_level, compliance_notes,
    updated_at, lapses_at, claimed_at, received_at, closed_at, waiting_since)
  on transactions to cryptocommerce_app;

-- Amounts change in one way: money or coins came after the price ended, and the order goes on at a price we had seen,
-- at a rate two people had set, by the fee that was agreed (decision E1). What was given stays; what is got follows from
-- it, never more. Asked only where a statement names these columns: placing and moving an order do not.
create function app.terms_stand() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  sound boolean := old.status = 'pending' and old.pay_in = 'received' and old.pay_out = 'none'
    and old.price_holds_until is not null and new.unjudged
    and new.fee_amount_jmd = round(new.jmd_amount * new.fee_percent / 100, 2)
    and new.net_jmd_amount = new.jmd_amount - new.fee_amount_jmd
    and case new.type
      when 'buy' then new.fiat_amount = old.fiat_amount
        and new.jmd_amount <= new.fiat_amount * case new.fiat_currency when 'USD' then new.rate_used else 1 end
        and new.crypto_amount * new.price_usd_used * new.rate_used <= new.net_jmd_amount - new.network_cost_jmd
      else new.crypto_amount = old.crypto_amount and new.fiat_amount = new.net_jmd_amount
        and new.jmd_amount <= new.crypto_amount * new.price_usd_used * new.rate_used end
    and exists (select from public.setting_versions v where v.key = 'rates'
      and (v.value ->> new.type)::numeric = new.rate_used)
    and (exists (select from public.price_history h where h.symbol = new.crypto_symbol and h.price_usd = new.price_usd_used)
      or exists (select from public.crypto_prices c where c.symbol = new.crypto_symbol and c.price_usd = new.price_usd_used)
      or exists (select from public.setting_versions v where v.key = 'token_prices'
        and (v.value ->> new.crypto_symbol)::numeric = new.price_usd_used));
begin
  if sound is not true then
    raise exception 'these are no terms that an order goes on at' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function app.terms_stand() from public;
create trigger terms_stand before update of fiat_amount, jmd_amount, fee_amount_jmd, net_jmd_amount, crypto_amount,
    price_usd_used, rate_used, market_rate, receipt on transactions
  for each row when (current_user = 'cryptocommerce_app') execute function app.terms_stand();

-- What is held, is let go by staff or the product; what is found out about an order is written by them as well.
create function app.refuse_of_customers() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'this is not for customers to change' using errcode = 'insufficient_privilege';
end $$;
revoke all on function app.refuse_of_customers() from public;
create trigger staff_let_go before update on transactions for each row
  when (current_user = 'cryptocommerce_app' and not app.sees_all() and ((old.held and not new.held)
    or (old.unjudged and not new.unjudged) or old.blockchain_screening_id is distinct from new.blockchain_screening_id
    or old.risk_score is distinct from new.risk_score or old.risk_level is distinct from new.risk_level
    or old.compliance_notes is distinct from new.compliance_notes))
  execute function app.refuse_of_customers();
