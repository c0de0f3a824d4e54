-- Whoever had a payment on their order that was somebody else's could not be erased: the line that goes on from there
-- points at theirs, the run broke off, and everybody after them stayed as well. Whoever was paid for by a part of
-- unassigned money took that part along, as if it were left to give away again. Such orders are blanked and stay.

CREATE OR REPLACE FUNCTION app.blank_order(which uuid, today date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
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
   where m.order_id is null and m.direction = 'in' and app.money_left(m.id) = 0
     and exists (select from public.movements o where o.order_id = which and (o.from_id = m.id or o.id = m.from_id));
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = which or id = any(loose) or (order_id is null and of_id = any(loose));
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = which::text or subject = any(loose::text[])) and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.transfer_parties where order_id = which;
  -- What a case shows is kept with the case, and a wallet with whatever other order it stands in.
  update public.transaction_alerts a set details = '{}', description = 'Erased.', outcome_note = null
   where a.transaction_id = which and not exists (select from public.case_alerts c where c.alert_id = a.id);
  delete from public.blockchain_screening s
   where s.user_id = customer and s.wallet_address = any(wallets) and s.created_at < today - interval '7 years'
     and not exists (select from public.case_screenings c where c.screening_id = s.id)
     and not exists (select from public.transactions t where t.user_id = customer
       and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
end $function$;

CREATE OR REPLACE FUNCTION app.erase_order(which uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  today := least(today, app.today());
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase_order(which, today) then return false; end if;
  perform app.blank_order(which, today);
  update public.retention_marks set erased_at = now() where subject_type = 'order' and subject_id = which;
  perform set_config('app.erasing', '', true);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION app.erase_rows_of(who uuid, today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  todo text[]; waiting text[]; entry text; n bigint; counts jsonb := '{}'; kept uuid[]; stays text;
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase(who, today) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(who::text, 0));
  -- Where money went on within the house the books of others rest on the order it came from or went to: such an order
  -- loses what is personal, and stays with its lines and what two people decided about them.
  kept := array(select distinct m.order_id from public.movements m where m.user_id = who
    and (m.from_id is not null or exists (select from public.movements u where u.from_id = m.id)));
  perform app.blank_order(o, today) from unnest(kept) o;
  select array_agg(format('%I:%I', c.relname, a.attname)) into todo
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
     and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%';
  while cardinality(todo) > 0 loop
    waiting := '{}';
    foreach entry in array todo loop
      begin
        stays := case split_part(entry, ':', 1)
          when 'transactions' then 'id = any($2)'
          when 'movements' then 'order_id = any($2)'
          when 'proposals' then 'exists (select from public.movements m where m.proposal_id = proposals.id
            and (m.order_id is null or m.order_id = any($2)))'
          else 'false' end;
        execute format('delete from public.%s where %s = $1 and not %s', split_part(entry, ':', 1),
          split_part(entry, ':', 2), stays) using who, kept;
        get diagnostics n = row_count;
        if n > 0 then counts := counts || jsonb_build_object(split_part(entry, ':', 1), n); end if;
      exception when foreign_key_violation then waiting := waiting || entry;
      end;
    end loop;
    if cardinality(waiting) = cardinality(todo) then raise exception 'cannot be erased yet: %', waiting; end if;
    todo := waiting;
  end loop;
  begin
    delete from public.profiles where id = who;
    delete from auth."user" where id = who;
    counts := counts || '{"profiles": 1}';
  exception when foreign_key_violation then
    -- Who worked here, or whose order stays, stands in the records of others: the name goes, the row stays.
    update public.profiles set email = 'erased-' || who || '@erased.invalid', first_name = 'Erased', last_name = '',
        display_name = 'Erased', phone_number = '', date_of_birth = '1900-01-01', country_of_residence = '',
        declared_country = '', nationality = '', occupation = '', is_pep = false, avatar_url = null,
        risk_classification = null, monthly_income_declared = null, location_consent = null, location_asked_at = null,
        detected_country = null, detected_country_code = null, detected_city = null, detected_region = null,
        current_ip_address = null, ip_geolocation_data = null, geolocation_updated_at = null
      where id = who;
    update auth."user" set name = 'Erased', email = 'erased-' || who || '@erased.invalid' where id = who;
    insert into public.retention_marks (subject_type, subject_id, user_id, kept_until, rule, set_at, erased_at)
      select 'customer', who, who, today - 1, 'erased', now(), now()
      union all select 'order', o, who, today - 1, 'erased', now(), now() from unnest(kept) o;
    counts := counts || '{"profiles_without_name": 1}';
  end;
  perform set_config('app.erasing', '', true);
  return counts;
end $function$;
