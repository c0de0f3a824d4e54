-- Why: what staff write about somebody, why they rejected it and what they saw stands in the audit log as well, and stayed there in clear
-- when everything else of it was erased after seven years. The log keeps that something was done; the words go with the rest, and the
-- chain says so itself: a sealed entry that is empty is named by a later one.

alter table audit_log add column erased_at timestamptz;
-- It is kept back from everybody, as from those who may not read it.
create policy erased_is_kept_back on audit_log as restrictive for select to cryptocommerce_app using (erased_at is null);
-- An export says all the same that an entry was erased, to whoever reads the log: so the verifier asks which later one names it.
create function app.audit_entry_erased(entry uuid) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return app.sees_all() and exists (select from public.audit_log l where l.id = entry and l.erased_at is not null);
end $$;
revoke all on function app.audit_entry_erased(uuid) from public;
grant execute on function app.audit_entry_erased(uuid) to cryptocommerce_app;
create policy owner_empties on audit_log for update to current_user using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_tells on audit_log for insert to current_user with check (action = 'audit.erased');

-- Empties entries; those that are sealed are named by their numbers in one entry of its own. What no seal names yet is sealed empty.
create function app.empty_entries(which uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare emptied bigint[]; was text := current_setting('app.erasing', true);
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  -- No entry is between being read and being sealed meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('audit seals', 0));
  perform set_config('app.erasing', 'yes', true);
  with empty as (
    update public.audit_log l set before = null, after = null,
        erased_at = case when exists (select from public.audit_seals s where s.audit_id = l.id) then now() end
     where l.id = any(which) and l.erased_at is null and (l.before is not null or l.after is not null)
     returning l.id, l.erased_at)
  select array_agg(s.seq order by s.seq) into emptied
    from empty e join public.audit_seals s on s.audit_id = e.id where e.erased_at is not null;
  perform set_config('app.erasing', coalesce(was, ''), true);
  if emptied is not null then
    insert into public.audit_log (actor_role, action, subject_type, subject_id, after)
      values ('system', 'audit.erased', 'audit_log', 'entries', jsonb_build_object('lines', emptied));
  end if;
end $$;
revoke all on function app.empty_entries(uuid[]) from public;

-- As in 0207, and what was said in the log when such a release was decided: it is about all who had coins by it.
create or replace function app.award_forgotten() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare blanked uuid[];
begin
  if not app.erasing() then return null; end if;
  with blank as (
    update public.proposals p set payload = jsonb_set(p.payload, '{awards}', (
        select jsonb_agg(case a.one ->> 'id' when old.id::text then a.one - array['attendee', 'address'] else a.one end
            order by a.place) from jsonb_array_elements(p.payload -> 'awards') with ordinality a (one, place)))
     where p.kind = 'award' and p.subject = old.session_id::text
       and p.payload -> 'awards' @> jsonb_build_array(jsonb_build_object('id', old.id))
     returning p.id)
  select array_agg(id) into blanked from blank;
  perform app.empty_entries(array(select l.id from public.audit_log l
    where l.subject_type = 'workshop' and l.subject_id = old.session_id::text
      and l.action = 'workshops.awards_decided' and l.after ->> 'proposalId' = any(blanked::text[])));
  return null;
end $$;

-- As in 0241 and since, and what the log says of them.
create or replace function app.erase_person(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare counts jsonb;
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase(who, today) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(who::text, 0));
  perform c.id from public.cases c where c.user_id = who order by c.id for update;
  perform a.id from public.transaction_alerts a where a.user_id = who order by a.id for update;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0))
    from (select x.id from app.accounts_of(who) x (id) where x.id <> who order by 1) a;
  perform u.id from auth."user" u where u.id = who for update;
  counts := app.erase_rows_of(who, today);
  if counts is null then return null; end if;
  delete from public.account_links where who in (one, other);
  update public.joined_accounts
     set person_id = (select o.user_id from public.joined_accounts o where o.person_id = who order by 1 limit 1)
   where person_id = who;
  update public.account_freezes f
     set known_as = (select coalesce(jsonb_agg(k.was order by k.place), '[]')
           from jsonb_array_elements(f.known_as) with ordinality k (was, place)
          where k.was ->> 'account' is distinct from who::text)
   where f.known_as @> jsonb_build_array(jsonb_build_object('account', who));
  -- What was done about them, also beside somebody else, and what they did as a customer; what they did while they worked
  -- here is about others.
  perform app.empty_entries(array(select l.id from public.audit_log l
    where l.about_id = who or (l.actor_id = who and l.about_id is null and l.actor_role = 'customer')
      or (l.action = 'identity.link_decided' and l.after ->> 'other' = who::text)));
  return counts;
end $$;

-- The same of an order or a payment whose customer stays.
create or replace function app.blank_order(which uuid, today date) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
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
  -- Unassigned money that went to this order or came off it, once nobody else's record rests on any of it.
  select coalesce(array_agg(distinct m.id), '{}') into loose from public.movements o
    cross join app.same_money(o.id) w (id) join public.movements m on m.id = w.id
   where (o.order_id = which or o.payment_id = which) and m.user_id is null and app.money_may_go(o.id, today);
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = which or payment_id = which or id = any(loose);
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = which::text or subject = any(loose::text[])) and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.payments set proof_file = null, wallet_type = null,
      sender_address = case when sender_address is not null then 'erased' end, transaction_hash = null where id = which;
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.claimed_proofs where due_id = which;
  update public.str_reports r set filed_xml = null
   where r.user_id = customer and r.filed_xml is not null and exists (select from public.str_versions v
     where v.report_id = r.id and v.version = r.version and v.content -> 'orders' ? which::text);
  delete from public.transfer_parties where order_id = which;
  delete from public.order_warnings where order_id = which;
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
  perform app.empty_entries(array(select l.id from public.audit_log l
    where l.subject_type in ('order', 'payment') and l.subject_id = which::text
      or l.subject_type = 'movement' and l.subject_id in (select m.id::text from public.movements m
        where m.order_id = which or m.payment_id = which or m.id = any(loose))));
end $$;

-- What the log says of lines of our banks that say no more whom they named.
create function app.empty_entries_of_lines() returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.empty_entries(array(select l.id from public.audit_log l join public.bank_lines b on b.id::text = l.subject_id
    where l.subject_type = 'bank_line' and l.erased_at is null and b.aside is not null
      and b.payer = '' and b.payer_account = '' and b.payer_bank = '' and b.details = ''
      and (b.aside = 'erased' or b.recorded_at < app.today() - interval '7 years')));
end;
revoke all on function app.empty_entries_of_lines() from public;

-- As before, and what the log says of the lines that paid.
create or replace function app.erase_rows_of(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  todo text[]; waiting text[]; entry text; n bigint; counts jsonb := '{}'; kept uuid[]; stays text;
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase(who, today) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(who::text, 0));
  -- Where money went on within the house the books of others rest on the order it came from or went to: such an order
  -- loses what is personal, and stays with its lines and what two people decided about them.
  kept := array(select distinct coalesce(m.order_id, m.payment_id) from public.movements m where m.user_id = who
    and (m.from_id is not null or exists (select from public.movements u where u.from_id = m.id)));
  perform app.blank_order(o, today) from unnest(kept) o;
  -- Our banks' lines of money that goes stay for the books, and say no more whose it was.
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = '', movement_id = null, aside = 'erased'
   where movement_id in (select m.id from public.movements m
     where m.user_id = who and coalesce(m.order_id, m.payment_id) <> all(kept));
  get diagnostics n = row_count;
  if n > 0 then counts := jsonb_build_object('bank_lines', n); end if;
  if n > 0 then perform app.empty_entries_of_lines(); end if;
  -- What two people read about them and somebody else is the other's, and says nothing of them any more.
  update public.proposals set payload = jsonb_set(payload, '{note}', '"Erased."')
   where kind = 'split' and who::text = any(string_to_array(subject, ':')) and customer_id is distinct from who;
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
          when 'payments' then 'id = any($2)'
          when 'movements' then 'coalesce(order_id, payment_id) = any($2)'
          when 'files' then 'app.shown_to_others(id)'
          when 'proposals' then 'exists (select from public.movements m where m.proposal_id = proposals.id
            and (m.user_id is null or coalesce(m.order_id, m.payment_id) = any($2)))'
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
  update public.files set name = 'picture' where user_id = who;
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
      union all select case when exists (select from public.payments p where p.id = o) then 'payment' else 'order' end,
        o, who, today - 1, 'erased', now(), now() from unnest(kept) o;
    counts := counts || '{"profiles_without_name": 1}';
  end;
  perform set_config('app.erasing', '', true);
  return counts;
end $$;

create or replace function app.blank_bank_lines(today date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n integer;
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  perform set_config('app.erasing', 'yes', true);
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = ''
   where id in (select app.bank_lines_to_blank(least(today, app.today())));
  get diagnostics n = row_count;
  if n > 0 then perform app.empty_entries_of_lines(); end if;
  perform set_config('app.erasing', '', true);
  return n;
end $$;
