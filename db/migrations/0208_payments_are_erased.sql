-- Why: of a customer who stays, what is personal in an order went seven years after it, and of a payment never; and whom
-- we paid stood on the lines of our banks for ever. A payment now goes the way of an order, and a line that stands on
-- nothing says no more whose it was, once it is as old.

alter table retention_marks drop constraint retention_subject_known,
  add constraint retention_subject_known check (subject_type in ('order', 'payment', 'case', 'customer'));
alter table erasure_reports add column payments integer not null default 0, add column bank_lines integer not null default 0;

-- What stayed of whoever was erased is marked as what it is.
select set_config('app.erasing', 'yes', true);
update retention_marks m set subject_type = 'payment'
 where m.subject_type = 'order' and exists (select from payments p where p.id = m.subject_id);
select set_config('app.erasing', '', true);

-- No case names the payments it rests on: each that is kept about its customer keeps them, and so does each open alert
-- that is about no order.
create function app.may_erase_payment(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.payments p
      join public.retention_marks m on m.subject_type = 'payment' and m.subject_id = p.id
     where p.id = which and m.kept_until < today and m.erased_at is null and not p.held and not p.awaits_staff
       and (p.ended is not null or p.pay_in = 'received')
       and greatest(p.created_at, p.received_at, p.closed_at, app.last_moved(p.id)) < today - interval '7 years'
       and not exists (select from app.freezes_on(p.user_id))
       and not exists (select from public.transaction_alerts a
         where a.user_id = p.user_id and a.transaction_id is null and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id = p.user_id
         and (c.state <> 'closed' or c.closed_at >= today - interval '7 years')));
end $$;

create function app.erase_payment(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  today := least(today, app.today());
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase_payment(which, today) then return false; end if;
  perform app.blank_order(which, today);
  update public.retention_marks set erased_at = now() where subject_type = 'payment' and subject_id = which;
  perform set_config('app.erasing', '', true);
  return true;
end $$;

-- What was set aside, and says still who paid or was paid.
create function app.bank_lines_to_blank(today date) returns setof uuid
  language sql stable set search_path = pg_catalog begin atomic
    select l.id from public.bank_lines l
     where l.aside is not null and l.movement_id is null and (l.payer, l.payer_account, l.payer_bank, l.details) <> ('', '', '', '')
       and l.moved_on < today - interval '7 years' and l.recorded_at < today - interval '7 years';
  end;
create index bank_lines_to_blank on bank_lines (moved_on)
  where aside is not null and movement_id is null and (payer, payer_account, payer_bank, details) <> ('', '', '', '');

create function app.blank_bank_lines(today date) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare n integer;
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  perform set_config('app.erasing', 'yes', true);
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = ''
   where id in (select app.bank_lines_to_blank(least(today, app.today())));
  get diagnostics n = row_count;
  perform set_config('app.erasing', '', true);
  return n;
end $$;

-- How two people told a line from another may name whoever paid.
create function app.bank_line_is_blank() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.proposals set payload = payload - 'note' where kind = 'two_lines' and subject = new.id::text;
  return null;
end $$;
create trigger bank_line_is_blank after update of details on bank_lines for each row
  when (app.erasing() and new.payer = '' and new.details = '') execute function app.bank_line_is_blank();

revoke all on function app.may_erase_payment(uuid, date), app.erase_payment(uuid, date), app.bank_lines_to_blank(date),
  app.blank_bank_lines(date), app.bank_line_is_blank() from public;
grant execute on function app.may_erase_payment(uuid, date), app.erase_payment(uuid, date), app.bank_lines_to_blank(date),
  app.blank_bank_lines(date) to cryptocommerce_app;

-- As before; what stays of a payment is marked as one.
create or replace function app.erase_rows_of(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
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
