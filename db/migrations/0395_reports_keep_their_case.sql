-- Why: a case ended when it was closed, also where its report to the authority was still being written: an admin sees no
-- drafts and closes. What is kept for seven years was then counted from that closing, and gone before its report was that old.
-- A case is over once it is closed and each of its reports is: no draft, and the newest of them counts. Nobody is told.
create policy owner_counts on str_reports for select to current_user using (true);

create function app.case_over(which uuid) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(c.closed_at, (select max(r.closed_at) from public.str_reports r where r.user_id = c.user_id and r.case_id = c.id))
    from public.cases c where c.id = which and c.state = 'closed' and not exists (select from public.str_reports r
      where r.user_id = c.user_id and r.case_id = c.id and r.state = 'draft')
$$;
revoke all on function app.case_over(uuid) from public;
grant execute on function app.case_over(uuid) to cryptocommerce_app;

create or replace function app.case_rests_on(which uuid, since date) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.cases c join public.transactions t on t.user_id = c.user_id
   where t.id = which and coalesce(app.case_over(c.id), 'infinity') >= since
     and (exists (select from public.case_orders o where o.case_id = c.id and o.order_id = which)
       or exists (select from public.case_alerts l join public.transaction_alerts a on a.id = l.alert_id
                   where l.case_id = c.id and a.transaction_id = which)
       or exists (select from public.str_reports r join public.str_versions v on v.report_id = r.id
                   where r.case_id = c.id and v.content -> 'orders' ? which::text)))
$$;

create or replace function app.may_erase(who uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.profiles p where p.id = who and p.closed_at < today - interval '7 years')
    and exists (select from public.retention_marks m where m.user_id = who and m.subject_type = 'customer')
    and not exists (select from public.retention_marks m where m.user_id = who and m.erased_at is null and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id in (select app.accounts_of(who))
      and coalesce(app.case_over(c.id), 'infinity') >= today - interval '7 years')
    and not exists (select from public.transaction_alerts a where a.user_id in (select app.accounts_of(who)) and a.state <> 'closed')
    and not exists (select from app.freezes_on(who))
    and not exists (select from public.transactions t where t.user_id = who and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing') or app.last_moved(t.id) >= today - interval '7 years'))
    and not exists (select from public.payments p where p.user_id = who and (p.awaits_staff
      or greatest(p.created_at, p.closed_at, app.last_moved(p.id)) >= today - interval '7 years'));
end $$;

create or replace function app.may_erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.transactions t
      join public.retention_marks m on m.subject_type = 'order' and m.subject_id = t.id
     where t.id = which and m.kept_until < today and m.erased_at is null and not t.held and not t.awaits_staff
       and t.status in ('completed', 'failed', 'cancelled')
       and greatest(coalesce(t.closed_at, t.created_at), app.last_moved(t.id)) < today - interval '7 years'
       and not app.case_rests_on(t.id, (today - interval '7 years')::date)
       and not exists (select from app.freezes_on(t.user_id))
       and not exists (select from public.transaction_alerts a where a.transaction_id = t.id and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id in (select app.accounts_of(t.user_id)) and app.case_over(c.id) is null));
end $$;

create or replace function app.may_erase_payment(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
         where a.user_id in (select app.accounts_of(p.user_id)) and a.transaction_id is null and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id in (select app.accounts_of(p.user_id))
         and coalesce(app.case_over(c.id), 'infinity') >= today - interval '7 years'));
end $$;
