-- Why: seven years after an order or a payment by card its lines say no more who paid, and what the provider had told of the
-- charge said it still, name and masked card, for as long as its customer stays.

-- What was told of a charge forgets whose card it was as soon as its line does, on whatever that stood.
create function app.card_event_forgets() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.card_events set name_on_card = null, card = null where provider || ':' || transaction_id = new.reference;
  return null;
end $$;
revoke all on function app.card_event_forgets() from public;
create trigger card_event_forgets after update of holder on movements
  for each row when (new.holder is null and new.rail = 'card' and new.reference is not null)
  execute function app.card_event_forgets();

-- A card that was declined has no line: it goes with what its page was opened for.
create function app.card_pages_forget(due uuid) returns void
  language sql set search_path = pg_catalog begin atomic
    update public.card_events set name_on_card = null, card = null
     where session_id in (select s.id from public.card_sessions s where s.due_id = due);
  end;
revoke all on function app.card_pages_forget(uuid) from public;

-- As before, and its cards.
create or replace function app.blank_order(which uuid, today date) returns void
  language plpgsql set search_path = pg_catalog as $$
declare customer uuid; wallets text[]; loose uuid[];
begin
  select t.user_id, array_remove(array[t.wallet_address, t.sender_wallet_address]
      || array(select m.address from public.movements m where m.order_id = which), null)
    into customer, wallets from public.transactions t where t.id = which;
  update public.transactions set receipt = '{}', compliance_notes = null, purpose_of_transaction = null,
      source_of_funds = null, source_of_funds_file = null, proof_file = null, payout_proof_file = null,
      wallet_address = case when wallet_address is not null then 'erased' end, destination_tag = null,
      sender_wallet_address = case when sender_wallet_address is not null then 'erased' end, sender_wallet_type = null,
      bank_name = case when bank_name is not null then 'erased' end, routing_number = null,
      account_number = case when account_number is not null then 'erased' end,
      account_holder_name = case when account_holder_name is not null then 'erased' end, likeness = 'erased'
   where id = which;
  -- Unassigned money that went to this order or came off it, once nothing of it is left to be given to anybody.
  select coalesce(array_agg(m.id), '{}') into loose from public.movements m
   where m.user_id is null and m.direction = 'in' and app.money_left(m.id) = 0
     and exists (select from public.movements o where (o.order_id = which or o.payment_id = which) and (o.from_id = m.id or o.id = m.from_id));
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = which or payment_id = which or id = any(loose) or (user_id is null and of_id = any(loose));
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = which::text or subject = any(loose::text[])) and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.payments set proof_file = null, wallet_type = null,
      sender_address = case when sender_address is not null then 'erased' end, transaction_hash = null where id = which;
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.transfer_parties where order_id = which;
  delete from public.compared_payers where due_id = which;
  perform app.card_pages_forget(which);
  -- What a case shows is kept with the case, and a wallet with whatever other order it stands in.
  update public.transaction_alerts a set details = '{}', description = 'Erased.', outcome_note = null
   where a.transaction_id = which and not exists (select from public.case_alerts c where c.alert_id = a.id);
  delete from public.blockchain_screening s
   where s.user_id = customer and s.wallet_address = any(wallets) and s.created_at < today - interval '7 years'
     and not exists (select from public.case_screenings c where c.screening_id = s.id)
     and not exists (select from public.transactions t where t.user_id = customer
       and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
end $$;
