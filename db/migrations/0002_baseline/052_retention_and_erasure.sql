-- Retention ends seven years after the transaction, the case or the relationship (decision A12).
create table retention_deadlines (
  subject_type text not null,
  subject_id uuid not null,
  user_id uuid not null references auth."user",
  kept_until date not null,
  rule text not null,
  set_at timestamptz not null,
  erased_at timestamptz,
  primary key (subject_type, subject_id),
  constraint retention_subject_known check (subject_type in ('order', 'payment', 'case', 'customer'))
);
create index retention_customer on retention_deadlines (user_id);
create index retention_due on retention_deadlines (kept_until);
create index retention_not_erased on retention_deadlines (kept_until) where erased_at is null;
alter table retention_deadlines enable row level security;
alter table retention_deadlines force row level security;
create policy compliance_select on retention_deadlines for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on retention_deadlines as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on retention_deadlines as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on retention_deadlines to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy system_insert on retention_deadlines for insert to cryptocommerce_app
  with check ((select app.is_system()));
create policy system_update on retention_deadlines for update to cryptocommerce_app
  using ((select app.is_system())) with check ((select app.is_system()));
grant select, insert on retention_deadlines to cryptocommerce_app;
grant update (kept_until, rule, set_at) on retention_deadlines to cryptocommerce_app;

create table erasure_reports (
  id uuid primary key default uuidv7(),
  ran_at timestamptz not null,
  people integer not null,
  orders integer not null,
  files integer not null,
  kept_back integer not null,
  counts jsonb not null,
  payments integer not null default 0,
  bank_lines integer not null default 0
);
alter table erasure_reports enable row level security;
alter table erasure_reports force row level security;
create policy compliance_select on erasure_reports for select to cryptocommerce_app using ((select app.can_read_compliance()));
create policy system_insert on erasure_reports for insert to cryptocommerce_app with check ((select app.is_system()));
grant select, insert on erasure_reports to cryptocommerce_app;

-- Checks cases, alerts and freezes of all accounts of the person, and retention of this account (decision E3).
create function app.can_erase_customer(customer uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare erasable boolean; was_erasing boolean := app.is_erasing();
begin
  today := least(today, app.today());
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  perform app.start_erasure();
  erasable := exists (select from public.profiles p where p.id = customer and p.closed_at < today - interval '7 years')
    and exists (select from public.retention_deadlines m where m.user_id = customer and m.subject_type = 'customer')
    and not exists (select from public.retention_deadlines m where m.user_id = customer and m.erased_at is null
      and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id in (select app.same_person_accounts(customer))
      and coalesce(app.case_closed_at(c.id), 'infinity') >= today - interval '7 years')
    and not exists (select from public.transaction_alerts a
      where a.user_id in (select app.same_person_accounts(customer)) and a.state <> 'closed')
    and not exists (select from app.effective_freezes(customer))
    and not exists (select from public.transactions t where t.user_id = customer and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing') or app.last_movement_at(t.id) >= today - interval '7 years'))
    and not exists (select from public.payments p where p.user_id = customer and (p.awaits_staff
      or greatest(p.created_at, p.closed_at, app.last_movement_at(p.id)) >= today - interval '7 years'));
  if not was_erasing then perform app.finish_erasure(); end if;
  return erasable;
end $$;

create function app.can_erase_order(target_order uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare erasable boolean; was_erasing boolean := app.is_erasing();
begin
  today := least(today, app.today());
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  perform app.start_erasure();
  erasable := exists (select from public.transactions t
      join public.retention_deadlines m on m.subject_type = 'order' and m.subject_id = t.id
     where t.id = target_order and m.kept_until < today and m.erased_at is null and not t.held and not t.awaits_staff
       and t.status in ('completed', 'failed', 'cancelled')
       and greatest(coalesce(t.closed_at, t.created_at), app.last_movement_at(t.id)) < today - interval '7 years'
       and not app.has_case_since(t.id, (today - interval '7 years')::date)
       and not exists (select from app.effective_freezes(t.user_id))
       and not exists (select from public.transaction_alerts a where a.transaction_id = t.id and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id in (select app.same_person_accounts(t.user_id)) and app.case_closed_at(c.id) is null));
  if not was_erasing then perform app.finish_erasure(); end if;
  return erasable;
end $$;

create function app.can_erase_payment(target_payment uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare erasable boolean; was_erasing boolean := app.is_erasing();
begin
  today := least(today, app.today());
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  perform app.start_erasure();
  erasable := exists (select from public.payments p
      join public.retention_deadlines m on m.subject_type = 'payment' and m.subject_id = p.id
     where p.id = target_payment and m.kept_until < today and m.erased_at is null and not p.held and not p.awaits_staff
       and (p.ended is not null or p.pay_in = 'received')
       and greatest(p.created_at, p.received_at, p.closed_at, app.last_movement_at(p.id)) < today - interval '7 years'
       and not exists (select from app.effective_freezes(p.user_id))
       and not exists (select from public.transaction_alerts a
         where a.user_id in (select app.same_person_accounts(p.user_id)) and a.transaction_id is null and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id in (select app.same_person_accounts(p.user_id))
         and coalesce(app.case_closed_at(c.id), 'infinity') >= today - interval '7 years'));
  if not was_erasing then perform app.finish_erasure(); end if;
  return erasable;
end $$;

-- Waits for cases, alerts and freezes of the customer that are being written. Check `can_erase_customer` again afterwards.
create function app.lock_for_erasure(customer uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  perform app.start_erasure();
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  perform c.id from public.cases c where c.user_id = customer order by c.id for update;
  perform a.id from public.transaction_alerts a where a.user_id = customer order by a.id for update;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0))
    from (select x.id from app.same_person_accounts(customer) x (id) where x.id <> customer order by 1) a;
  perform u.id from auth."user" u where u.id = customer for update;
  perform app.finish_erasure();
end $$;

create function app.erase_person(customer uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare counts jsonb;
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_customer(customer, today) then return null; end if;
  perform app.lock_for_erasure(customer);
  perform app.start_erasure();
  counts := app.delete_personal_rows(customer, today);
  if counts is null then return null; end if;
  delete from public.account_links where customer in (account_a, account_b);
  update public.merged_accounts
     set person_id = (select o.user_id from public.merged_accounts o where o.person_id = customer order by 1 limit 1)
   where person_id = customer;
  update public.account_freezes f
     set identity_snapshot = (select coalesce(jsonb_agg(k.item order by k.ordinal), '[]')
           from jsonb_array_elements(f.identity_snapshot) with ordinality k (item, ordinal)
          where k.item ->> 'account' is distinct from customer::text)
   where f.identity_snapshot @> jsonb_build_array(jsonb_build_object('account', customer));
  -- Entries about the customer and actions as a customer. Actions as staff concern other people and stay.
  perform app.redact_audit_entries(array(select l.id from public.audit_log l
    where l.about_id = customer or (l.actor_id = customer and l.about_id is null and l.actor_role = 'customer')
      or (l.action = 'identity.link_decided' and l.after ->> 'other' = customer::text)));
  return counts;
end $$;

create function app.erase_order(target_order uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare customer uuid;
begin
  today := least(today, app.today());
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_order(target_order, today) then return false; end if;
  perform app.start_erasure();
  select m.user_id into customer from public.retention_deadlines m where m.subject_type = 'order'
    and m.subject_id = target_order;
  perform app.lock_for_erasure(customer);
  if not app.can_erase_order(target_order, today) then return false; end if;
  perform app.start_erasure();
  perform app.anonymize_order_or_payment(target_order, today);
  update public.retention_deadlines set erased_at = now() where subject_type = 'order' and subject_id = target_order;
  perform app.finish_erasure();
  return true;
end $$;

create function app.erase_payment(target_payment uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare customer uuid;
begin
  today := least(today, app.today());
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_payment(target_payment, today) then return false; end if;
  perform app.start_erasure();
  select m.user_id into customer from public.retention_deadlines m where m.subject_type = 'payment'
    and m.subject_id = target_payment;
  perform app.lock_for_erasure(customer);
  if not app.can_erase_payment(target_payment, today) then return false; end if;
  perform app.start_erasure();
  perform app.anonymize_order_or_payment(target_payment, today);
  update public.retention_deadlines set erased_at = now()
   where subject_type = 'payment' and subject_id = target_payment;
  perform app.finish_erasure();
  return true;
end $$;

create function app.delete_personal_rows(customer uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n bigint; counts jsonb := '{}'; retained uuid[];
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_customer(customer, today) then return null; end if;
  perform app.start_erasure();
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  retained := app.retained_for_others(customer);
  perform app.anonymize_order_or_payment(o, today) from unnest(retained) o;
  n := app.anonymize_bank_lines_of(customer, retained);
  if n > 0 then counts := jsonb_build_object('bank_lines', n); end if;
  -- Keeps proposals that also concern another person, without the data of the erased person.
  update public.proposals set payload = jsonb_set(payload, '{note}', '"Erased."')
   where kind = 'split' and customer::text = any(string_to_array(subject, ':'))
     and customer_id is distinct from customer;
  counts := counts || app.delete_rows_by_table(customer, retained);
  update public.files set name = 'picture' where user_id = customer;
  counts := counts || app.delete_or_anonymize_account(customer, retained, today);
  perform app.finish_erasure();
  return counts;
end $$;

create function app.delete_or_anonymize_account(customer uuid, retained uuid[], today date) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.profiles where id = customer;
  delete from auth."user" where id = customer;
  return '{"profiles": 1}';
exception when foreign_key_violation then
  update public.profiles set email = 'erased-' || customer || '@erased.invalid', first_name = 'Erased', last_name = '',
      display_name = 'Erased', phone_number = '', date_of_birth = '1900-01-01', country_of_residence = '',
      declared_country = '', nationality = '', occupation = '', is_pep = false, avatar_url = null,
      risk_classification = null, monthly_income_declared = null, location_consent = null, location_asked_at = null,
      detected_country = null, detected_country_code = null, detected_city = null, detected_region = null,
      current_ip_address = null, ip_geolocation_data = null, geolocation_updated_at = null
    where id = customer;
  update auth."user" set name = 'Erased', email = 'erased-' || customer || '@erased.invalid' where id = customer;
  insert into public.retention_deadlines (subject_type, subject_id, user_id, kept_until, rule, set_at, erased_at)
    select 'customer', customer, customer, today - 1, 'erased', now(), now()
    union all select case when exists (select from public.payments p where p.id = o) then 'payment' else 'order' end,
      o, customer, today - 1, 'erased', now(), now() from unnest(retained) o;
  return '{"profiles_without_name": 1}';
end $$;

create function app.delete_rows_by_table(customer uuid, retained uuid[]) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare pending text[]; blocked text[]; entry text; relation text; n bigint; counts jsonb := '{}';
begin
  select array_agg(format('%I:%I', c.relname, a.attname)) into pending
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
     and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%';
  while cardinality(pending) > 0 loop
    blocked := '{}';
    foreach entry in array pending loop
      begin
        relation := split_part(entry, ':', 1);
        execute format('delete from public.%s where %s = $1 and not %s', relation, split_part(entry, ':', 2),
          app.retained_rows_condition(relation)) using customer, retained;
        get diagnostics n = row_count;
        if n > 0 then counts := counts || jsonb_build_object(relation, n); end if;
      exception when foreign_key_violation then blocked := blocked || entry;
      end;
    end loop;
    if cardinality(blocked) = cardinality(pending) then raise exception 'rows cannot be erased yet: %', blocked; end if;
    pending := blocked;
  end loop;
  return counts;
end $$;

-- SQL condition for rows to retain because other records need them. `$2` is the array of retained orders and payments.
create function app.retained_rows_condition(relation text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp
  return case relation
    when 'transactions' then 'id = any($2)'
    when 'payments' then 'id = any($2)'
    when 'movements' then 'coalesce(order_id, payment_id) = any($2)'
    when 'files' then 'app.is_shown_to_others(id)'
    when 'proposals' then 'exists (select from public.movements m where m.proposal_id = proposals.id
      and (m.user_id is null or coalesce(m.order_id, m.payment_id) = any($2)))'
    else 'false' end;

create function app.retained_for_others(customer uuid) returns uuid[]
  language sql stable set search_path = pg_catalog, pg_temp
  return array(select distinct coalesce(m.order_id, m.payment_id) from public.movements m where m.user_id = customer
    and (m.source_movement_id is not null or exists (select from public.movements u
      where u.source_movement_id = m.id)));

-- Erases personal data of an order or payment and keeps amounts, dates and references.
create function app.anonymize_order_or_payment(target_due uuid, today date) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare customer uuid; wallets text[]; unallocated uuid[];
begin
  select t.user_id, array_remove(array[t.wallet_address, t.sender_wallet_address]
      || array(select m.address from public.movements m where m.order_id = target_due), null)
    into customer, wallets from public.transactions t where t.id = target_due;
  update public.transactions set receipt = '{}', compliance_notes = null, purpose_of_transaction = null,
      source_of_funds = null, source_of_funds_file = null, proof_file = null, payout_proof_file = null,
      wallet_address = case when wallet_address is not null then 'erased' end, destination_tag = null,
      sender_wallet_address = case when sender_wallet_address is not null then 'erased' end, sender_wallet_type = null,
      bank_name = case when bank_name is not null then 'erased' end, routing_number = null,
      account_number = case when account_number is not null then 'erased' end,
      account_holder_name = case when account_holder_name is not null then 'erased' end, duplicate_key = 'erased'
   where id = target_due;
  -- Unallocated money from this order that no other record needs.
  select coalesce(array_agg(distinct m.id), '{}') into unallocated from public.movements o
    cross join app.related_movements(o.id) w (id) join public.movements m on m.id = w.id
   where (o.order_id = target_due or o.payment_id = target_due) and m.user_id is null
     and app.can_erase_movement(o.id, today);
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = target_due or payment_id = target_due or id = any(unallocated);
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = target_due::text or subject = any(unallocated::text[]))
     and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.payments set proof_file = null, wallet_type = null,
      sender_address = case when sender_address is not null then 'erased' end, transaction_hash = null
   where id = target_due;
  update public.order_events set note = null where order_id = target_due and note is not null;
  delete from public.claimed_proofs where due_id = target_due;
  update public.str_reports r set filed_xml = null
   where r.user_id = customer and r.filed_xml is not null and exists (select from public.str_versions v
     where v.report_id = r.id and v.version = r.version and v.content -> 'orders' ? target_due::text);
  delete from public.transfer_parties where order_id = target_due;
  delete from public.order_warnings where order_id = target_due;
  delete from public.payer_screenings where due_id = target_due;
  perform app.clear_card_names(target_due);
  update public.transaction_alerts a set details = '{}', description = 'Erased.', outcome_note = null
   where a.transaction_id = target_due and not exists (select from public.case_alerts c where c.alert_id = a.id);
  -- Keeps screenings that belong to a case or another order.
  delete from public.blockchain_screening s
   where s.user_id = customer and s.wallet_address = any(wallets) and s.created_at < today - interval '7 years'
     and not exists (select from public.case_screenings c where c.screening_id = s.id)
     and not exists (select from public.transactions t where t.user_id = customer
       and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
  perform app.redact_audit_entries(array(select l.id from public.audit_log l
    where l.subject_type in ('order', 'payment') and l.subject_id = target_due::text
      or l.subject_type = 'movement' and l.subject_id in (select m.id::text from public.movements m
        where m.order_id = target_due or m.payment_id = target_due or m.id = any(unallocated))));
end $$;

create function app.redact_bank_line_entries() returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.redact_audit_entries(array(select l.id from public.audit_log l join public.bank_lines b
    on b.id::text = l.subject_id
    where l.subject_type = 'bank_line' and l.erased_at is null and b.dismissal_reason is not null
      and b.payer = '' and b.payer_account = '' and b.payer_bank = '' and b.details = ''
      and (b.dismissal_reason = 'erased' or b.recorded_at < app.today() - interval '7 years')));
end;

create function app.can_erase_movement(target_movement uuid, today date) returns boolean
  language sql set search_path = pg_catalog, pg_temp as $$
  select not exists (select from app.related_movements(target_movement) w (id) join public.movements m on m.id = w.id
    where case when m.user_id is null then app.unallocated_remaining(m.id) > 0
      else not exists (select from public.retention_deadlines e
          where e.subject_id = coalesce(m.order_id, m.payment_id) and e.erased_at is not null)
        and not app.can_erase_order(m.order_id, today) and not app.can_erase_payment(m.payment_id, today)
        and not app.can_erase_customer(m.user_id, today) end)
$$;

revoke all on function
  app.lock_for_erasure, app.anonymize_order_or_payment, app.can_erase_customer, app.can_erase_order, app.can_erase_payment, app.erase_person, app.erase_order, app.erase_payment,
  app.delete_personal_rows, app.delete_or_anonymize_account, app.delete_rows_by_table, app.retained_rows_condition,
    app.retained_for_others,
  app.redact_bank_line_entries, app.can_erase_movement
  from public;
grant execute on function
  app.can_erase_customer, app.can_erase_order, app.can_erase_payment, app.erase_person, app.erase_order, app.erase_payment
  to cryptocommerce_app;
