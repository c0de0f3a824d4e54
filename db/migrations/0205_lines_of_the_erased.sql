-- Why: whoever paid by a line of a bank's statement could never be erased, since the line held on to their money's; the
-- job that erases failed on them each night.

alter table bank_lines drop constraint bank_line_aside_known,
  add constraint bank_line_aside_known
    check (aside in ('debit', 'own_transfer', 'bank_matter', 'bounced', 'recorded', 'same_line', 'erased'));

-- As before; only while somebody is erased, and by the owner alone, a line leaves the money that goes, for good.
create or replace function app.bank_line_stands() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and app.erasing() and current_user <> 'cryptocommerce_app'
    and new.movement_id is null and new.aside = 'erased' then return new; end if;
  if new.aside = 'erased' or (tg_op = 'UPDATE' and (old.aside = 'erased'
      or (old.movement_id is not null and new.movement_id is distinct from old.movement_id)))
  then raise exception 'bank_line_used' using errcode = 'check_violation'; end if;
  if new.movement_id is not null and not exists (select from public.movements m where m.id = new.movement_id
      and m.direction = 'in' and m.from_id is null and m.rail = 'bank' and m.asset = new.currency and m.amount = new.amount)
  then raise exception 'bank_line_of_another' using errcode = 'check_violation'; end if;
  return new;
end $$;
drop trigger bank_line_stands on bank_lines;
create trigger bank_line_stands before insert or update of movement_id, aside on bank_lines
  for each row execute function app.bank_line_stands();

-- Also where nobody knew whose account it was: the words of the line may say it.
drop trigger bank_line_forgets on movements;
create trigger bank_line_forgets after update of holder on movements
  for each row when (new.holder is null) execute function app.bank_line_forgets();

-- As before, and the lines of what goes are freed first.
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
      union all select 'order', o, who, today - 1, 'erased', now(), now() from unnest(kept) o;
    counts := counts || '{"profiles_without_name": 1}';
  end;
  perform set_config('app.erasing', '', true);
  return counts;
end $$;
