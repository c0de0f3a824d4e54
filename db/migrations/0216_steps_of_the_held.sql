-- Why: a payment whose money is here and held looks to its customer as if nothing had come, so its page offers to call it
-- off or to say that it was paid; both were refused, which nobody else meets (A7). Both are taken now, as before its money
-- came: called off it begins nothing, and its money waits for two people; claimed it looks claimed, and stays held.
create or replace function app.own_payment_moves() returns trigger
  language plpgsql set search_path = pg_catalog as $$
declare
  looks_due constant boolean := old.held and (old.claimed_at is null or old.reason_code is not null);
  claims constant boolean := (old.pay_in = 'awaiting' and new.pay_in = 'claimed')
    or (looks_due and new.pay_in = old.pay_in and new.claimed_at is distinct from old.claimed_at);
begin
  if (old.pay_in <> new.pay_in and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
    or (old.ended is distinct from new.ended
      and not (old.ended is null and new.ended = 'cancelled' and (old.pay_in = 'awaiting' or looks_due)))
    or (new.reason_code is not null and old.reason_code is distinct from new.reason_code)
    or old.part_agreed <> new.part_agreed
    or ((old.sender_address, old.wallet_type, old.transaction_hash, old.proof_file)
        is distinct from (new.sender_address, new.wallet_type, new.transaction_hash, new.proof_file)
      and not claims)
  then raise exception 'this is not for customers to change' using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;
