-- Why: a case, an open alert or a case that is kept about one account of a person let what stood on their other accounts be
-- erased: each asked for the one account alone. Joined accounts are one person's (E3), and keep together.

-- As before, over every account of the person.
create or replace function app.may_erase(who uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.profiles p where p.id = who and p.closed_at < today - interval '7 years')
    and exists (select from public.retention_marks m where m.user_id = who and m.subject_type = 'customer')
    and not exists (select from public.retention_marks m where m.user_id = who and m.erased_at is null and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id in (select app.accounts_of(who))
      and (c.state <> 'closed' or c.closed_at >= today - interval '7 years'))
    and not exists (select from public.transaction_alerts a where a.user_id in (select app.accounts_of(who)) and a.state <> 'closed')
    and not exists (select from app.freezes_on(who))
    and not exists (select from public.transactions t where t.user_id = who and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing') or app.last_moved(t.id) >= today - interval '7 years'))
    and not exists (select from public.payments p where p.user_id = who and (p.awaits_staff
      or greatest(p.created_at, p.closed_at, app.last_moved(p.id)) >= today - interval '7 years'));
end $$;

create or replace function app.may_erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
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
       and not exists (select from public.cases c where c.user_id in (select app.accounts_of(t.user_id)) and c.state <> 'closed'));
end $$;

create or replace function app.may_erase_payment(which uuid, today date) returns boolean
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
         where a.user_id in (select app.accounts_of(p.user_id)) and a.transaction_id is null and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id in (select app.accounts_of(p.user_id))
         and (c.state <> 'closed' or c.closed_at >= today - interval '7 years')));
end $$;
