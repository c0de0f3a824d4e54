-- Why: records are kept seven years and then erased by a job (decision A12, Data Protection Act: no longer than needed).
-- The marks told until when; nothing was ever erased. What is under an open case, held, frozen or unfinished stays. The
-- audit log stays too: it holds ids and no personal values.

alter table retention_marks add column erased_at timestamptz;

-- What each run of the job erased: counts by table, nobody's data.
create table erasure_reports (
  id uuid primary key default uuidv7(),
  ran_at timestamptz not null,
  people integer not null,
  orders integer not null,
  files integer not null,
  -- Due, and kept all the same.
  kept_back integer not null,
  counts jsonb not null
);
alter table erasure_reports enable row level security;
alter table erasure_reports force row level security;
create policy compliance_reads on erasure_reports for select to cryptocommerce_app using ((select app.sees_compliance()));
create policy product_reports on erasure_reports for insert to cryptocommerce_app with check ((select app.is_product()));
grant select, insert on erasure_reports to cryptocommerce_app;

-- Whether the owner's functions below are at work. The application may set the word; the policies are the owner's alone.
create function app.erasing() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.erasing', true), '') = 'yes';

-- Tables whose rows belong to somebody. A table that comes later needs this policy too; a test looks for it.
do $$
declare t text;
begin
  for t in select distinct c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
      and (a.attname in ('user_id', 'customer_id') or c.relname = 'profiles')
  loop
    execute format('create policy owner_erases on public.%I for all to current_user
      using ((select app.erasing())) with check ((select app.erasing()))', t);
  end loop;
end $$;

-- Whether all of somebody may go: closed, every mark past, and nothing open, held or frozen.
create function app.may_erase(who uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.profiles p where p.id = who and p.closed_at is not null)
    and exists (select from public.retention_marks m where m.user_id = who and m.subject_type = 'customer')
    and not exists (select from public.retention_marks m where m.user_id = who and m.erased_at is null and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id = who and c.state <> 'closed')
    and not exists (select from public.account_freezes f where f.user_id = who and f.lifted_at is null)
    and not exists (select from public.transactions t where t.user_id = who and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing')));
end $$;

-- Whether what is personal of an order may go although its customer stays.
create function app.may_erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.transactions t
      join public.retention_marks m on m.subject_type = 'order' and m.subject_id = t.id
     where t.id = which and m.kept_until < today and m.erased_at is null and not t.held and not t.awaits_staff
       and t.status in ('completed', 'failed', 'cancelled')
       and not exists (select from public.account_freezes f where f.user_id = t.user_id and f.lifted_at is null)
       and not exists (select from public.cases c where c.user_id = t.user_id and c.state <> 'closed'));
end $$;

-- Erases somebody, after their stored files are gone. Tables that others point to wait for those; what is left when
-- nothing moves any more is a fault. Answers how many rows went, by table; null where it may not be.
create function app.erase_person(who uuid, today date) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  todo text[]; waiting text[]; entry text; n bigint; counts jsonb := '{}';
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase(who, today) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(who::text, 0));
  select array_agg(format('%I:%I', c.relname, a.attname)) into todo
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
     and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%';
  while cardinality(todo) > 0 loop
    waiting := '{}';
    foreach entry in array todo loop
      begin
        execute format('delete from public.%s where %s = $1', split_part(entry, ':', 1), split_part(entry, ':', 2)) using who;
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
    -- Who worked here stands in the records of others: the name goes, the row stays.
    update public.profiles set email = 'erased-' || who || '@erased.invalid', first_name = 'Erased', last_name = '',
        display_name = 'Erased', phone_number = '', date_of_birth = '1900-01-01', country_of_residence = '',
        declared_country = '', nationality = '', occupation = '', is_pep = false, avatar_url = null,
        risk_classification = null, monthly_income_declared = null, location_consent = null, location_asked_at = null,
        detected_country = null, detected_country_code = null, detected_city = null, detected_region = null,
        current_ip_address = null, ip_geolocation_data = null, geolocation_updated_at = null
      where id = who;
    update auth."user" set name = 'Erased', email = 'erased-' || who || '@erased.invalid' where id = who;
    insert into public.retention_marks (subject_type, subject_id, user_id, kept_until, rule, set_at, erased_at)
      values ('customer', who, who, today - 1, 'erased', now(), now());
    counts := counts || '{"profiles_without_name": 1}';
  end;
  perform set_config('app.erasing', '', true);
  return counts;
end $$;

-- Takes what is personal out of an order whose customer stays: figures and days are kept, for the books.
create function app.erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase_order(which, today) then return false; end if;
  update public.transactions set receipt = '{}', compliance_notes = null, purpose_of_transaction = null,
      source_of_funds = null, source_of_funds_file = null, proof_file = null, payout_proof_file = null,
      wallet_address = case when wallet_address is not null then 'erased' end, destination_tag = null,
      sender_wallet_address = case when sender_wallet_address is not null then 'erased' end, sender_wallet_type = null,
      bank_name = case when bank_name is not null then 'erased' end, routing_number = null,
      account_number = case when account_number is not null then 'erased' end,
      account_holder_name = case when account_holder_name is not null then 'erased' end
   where id = which;
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.transfer_parties where order_id = which;
  update public.retention_marks set erased_at = now() where subject_type = 'order' and subject_id = which;
  perform set_config('app.erasing', '', true);
  return true;
end $$;

-- Forgets a file whose bytes are gone; one that something still shows stays.
create function app.erase_file(which uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.is_product() then raise exception 'only the product erases'; end if;
  perform set_config('app.erasing', 'yes', true);
  delete from public.files where id = which;
  perform set_config('app.erasing', '', true);
  return true;
end $$;

revoke all on function app.may_erase(uuid, date), app.may_erase_order(uuid, date), app.erase_person(uuid, date),
  app.erase_order(uuid, date), app.erase_file(uuid) from public;
grant execute on function app.may_erase(uuid, date), app.may_erase_order(uuid, date), app.erase_person(uuid, date),
  app.erase_order(uuid, date), app.erase_file(uuid) to cryptocommerce_app;
