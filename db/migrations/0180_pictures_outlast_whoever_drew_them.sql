-- Why: an instructor whose pictures stand in lessons or on flyers could never be erased; whoever only began to buy a course,
-- or had it given back, was still shown its pictures; and an admin could have another account of theirs counted again.

-- The house shows these to everybody or to learners: they stay when whoever uploaded them is erased.
create function app.shown_to_others(picture uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select app.is_product() and (exists (select from public.course_pictures c where c.file_id = picture)
    or exists (select from public.workshop_sessions w where w.flyer_file = picture))
$$;
revoke all on function app.shown_to_others(uuid) from public;
grant execute on function app.shown_to_others(uuid) to cryptocommerce_app;
create policy owner_looks on course_pictures for select to current_user using (true);

-- The product as well, which asks each night what is in use.
alter policy instructors_or_learners on course_pictures
  using ((select app.teaches()) or (select app.is_product()) or exists (
    select from user_enrollments e where e.course_id = course_pictures.course_id and e.enrollment_status = 'active'
      and e.user_id = (select app.user_id())));

create trigger own_person before update of revoked_at, revoked_reason, revoked_by on certificates
  for each row execute function app.refuse_own_person();

-- As before, but for those pictures, which keep no name that somebody gave them.
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
