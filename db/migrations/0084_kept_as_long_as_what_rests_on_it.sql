-- An order was erased seven years after it ended, whatever happened to it since. A case that was closed years later
-- rested on it, and its filed report lost wallet and account while the case was kept; and money that came late and went
-- back was erased before its seven years were over. What a record is kept for is kept with it (decision A12).

-- When something last moved of an order: its lines, and what came in without an order and went to it or came off it, with
-- what went back or on to another order of that, since it loses its payer with the first of them.
CREATE OR REPLACE FUNCTION app.last_moved(which uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
  with own as (select m.id, m.from_id, m.recorded_at from public.movements m where m.order_id = which),
  loose as (
    select m.id, m.recorded_at from public.movements m join own on own.from_id = m.id where m.order_id is null
    union select m.id, m.recorded_at from public.movements m join own on m.from_id = own.id where m.order_id is null)
  select max(recorded_at) from (
    select recorded_at from own
    union all select recorded_at from loose
    union all select m.recorded_at from public.movements m join loose on m.of_id = loose.id
    union all select m.recorded_at from public.movements m join loose on m.from_id = loose.id) moved
$function$;

-- Whether a case that is open, or was closed since a day, rests on an order: by itself, by an alert about it, or in a
-- report.
CREATE OR REPLACE FUNCTION app.case_rests_on(which uuid, since date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
  select exists (select from public.cases c join public.transactions t on t.user_id = c.user_id
   where t.id = which and (c.state <> 'closed' or c.closed_at >= since)
     and (exists (select from public.case_orders o where o.case_id = c.id and o.order_id = which)
       or exists (select from public.case_alerts l join public.transaction_alerts a on a.id = l.alert_id
                   where l.case_id = c.id and a.transaction_id = which)
       or exists (select from public.str_reports r join public.str_versions v on v.report_id = r.id
                   where r.case_id = c.id and v.content -> 'orders' ? which::text)))
$function$;

revoke all on function app.last_moved(uuid), app.case_rests_on(uuid, date) from public;
grant execute on function app.last_moved(uuid) to cryptocommerce_app;

CREATE OR REPLACE FUNCTION app.may_erase_order(which uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
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
       and not exists (select from public.cases c where c.user_id = t.user_id and c.state <> 'closed'));
end $function$;

CREATE OR REPLACE FUNCTION app.may_erase(who uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.profiles p where p.id = who and p.closed_at < today - interval '7 years')
    and exists (select from public.retention_marks m where m.user_id = who and m.subject_type = 'customer')
    and not exists (select from public.retention_marks m where m.user_id = who and m.erased_at is null and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id = who and c.state <> 'closed')
    and not exists (select from public.transaction_alerts a where a.user_id = who and a.state <> 'closed')
    and not exists (select from app.freezes_on(who))
    and not exists (select from public.transactions t where t.user_id = who and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing') or app.last_moved(t.id) >= today - interval '7 years'));
end $function$;
