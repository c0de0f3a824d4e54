-- Why: one function of eighty lines erased somebody, and which rows of which table stay for others stood in the midst of a loop. Each
-- part has a name of its own now, and what stays is one list. What is erased, and what is counted of it, is the same.

-- Which of somebody's rows stay, by table: those that others rest on. `$2` holds their orders and payments that are kept.
create function app.rows_that_stay(relation text) returns text language sql immutable set search_path = pg_catalog, pg_temp
  return case relation
    when 'transactions' then 'id = any($2)'
    when 'payments' then 'id = any($2)'
    when 'movements' then 'coalesce(order_id, payment_id) = any($2)'
    when 'files' then 'app.shown_to_others(id)'
    when 'proposals' then 'exists (select from public.movements m where m.proposal_id = proposals.id
      and (m.user_id is null or coalesce(m.order_id, m.payment_id) = any($2)))'
    else 'false' end;

-- Where money went on within the house the books of others rest on the order it came from or went to: such an order loses what is
-- personal, and stays with its lines and what two people decided about them.
create function app.kept_for_others(who uuid) returns uuid[] language sql stable set search_path = pg_catalog, pg_temp
  return array(select distinct coalesce(m.order_id, m.payment_id) from public.movements m where m.user_id = who
    and (m.from_id is not null or exists (select from public.movements u where u.from_id = m.id)));

-- Our banks' lines of money that goes stay for the books, and say no more whose it was.
create function app.blank_bank_lines_of(who uuid, kept uuid[]) returns bigint
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare n bigint;
begin
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = '', movement_id = null, aside = 'erased'
   where movement_id in (select m.id from public.movements m
     where m.user_id = who and coalesce(m.order_id, m.payment_id) <> all(kept));
  get diagnostics n = row_count;
  if n > 0 then perform app.empty_entries_of_lines(); end if;
  return n;
end $$;

-- Deletes what is somebody's in every table with their rows, in whichever order the tables let go of each other: how many, by table.
create function app.delete_rows_of(who uuid, kept uuid[]) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare todo text[]; waiting text[]; entry text; relation text; n bigint; counts jsonb := '{}';
begin
  select array_agg(format('%I:%I', c.relname, a.attname)) into todo
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
     and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%';
  while cardinality(todo) > 0 loop
    waiting := '{}';
    foreach entry in array todo loop
      begin
        relation := split_part(entry, ':', 1);
        execute format('delete from public.%s where %s = $1 and not %s', relation, split_part(entry, ':', 2),
          app.rows_that_stay(relation)) using who, kept;
        get diagnostics n = row_count;
        if n > 0 then counts := counts || jsonb_build_object(relation, n); end if;
      exception when foreign_key_violation then waiting := waiting || entry;
      end;
    end loop;
    if cardinality(waiting) = cardinality(todo) then raise exception 'cannot be erased yet: %', waiting; end if;
    todo := waiting;
  end loop;
  return counts;
end $$;

-- The account itself. Who worked here, or whose order stays, stands in the records of others: the name goes, the row stays.
create function app.erase_name_of(who uuid, kept uuid[], today date) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.profiles where id = who;
  delete from auth."user" where id = who;
  return '{"profiles": 1}';
exception when foreign_key_violation then
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
  return '{"profiles_without_name": 1}';
end $$;

create or replace function app.erase_rows_of(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n bigint; counts jsonb := '{}'; kept uuid[];
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase(who, today) then return null; end if;
  perform app.begin_erasing();
  perform pg_advisory_xact_lock(hashtextextended(who::text, 0));
  kept := app.kept_for_others(who);
  perform app.blank_order(o, today) from unnest(kept) o;
  n := app.blank_bank_lines_of(who, kept);
  if n > 0 then counts := jsonb_build_object('bank_lines', n); end if;
  -- What two people read about them and somebody else is the other's, and says nothing of them any more.
  update public.proposals set payload = jsonb_set(payload, '{note}', '"Erased."')
   where kind = 'split' and who::text = any(string_to_array(subject, ':')) and customer_id is distinct from who;
  counts := counts || app.delete_rows_of(who, kept);
  update public.files set name = 'picture' where user_id = who;
  counts := counts || app.erase_name_of(who, kept, today);
  perform app.end_erasing();
  return counts;
end $$;

revoke execute on function app.rows_that_stay(text), app.kept_for_others(uuid), app.blank_bank_lines_of(uuid, uuid[]),
  app.delete_rows_of(uuid, uuid[]), app.erase_name_of(uuid, uuid[], date) from public;
