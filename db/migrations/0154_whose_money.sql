-- What is given for money is given for the money of whoever gets it, and of no other.
create or replace FUNCTION app.subscription_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if new.status = 'active' then
    perform pg_advisory_xact_lock(hashtextextended('plans of ' || new.user_id, 0));
    if not exists (select from public.payments p where p.payable = 'plan' and p.payable_id = new.id
        and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
    then raise exception 'plan_without_money' using errcode = 'check_violation'; end if;
    if exists (select from public.subscriptions s where s.user_id = new.user_id and s.id <> new.id
        and s.status = 'active' and s.start_date < new.end_date and new.start_date < s.end_date)
    then raise exception 'month_sold_twice' using errcode = 'check_violation'; end if;
  end if;
  return new;
end $function$
;

create or replace FUNCTION app.registration_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare changed text[]; own boolean := new.user_id is not distinct from app.user_id();
begin
  if new.status = 'confirmed' and (tg_op = 'INSERT' or old.status <> 'confirmed')
    and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'place_without_money' using errcode = 'check_violation'; end if;
  if tg_op = 'UPDATE' and new.status = 'offered' and old.status <> 'offered' and (old.status <> 'waiting'
    or exists (select from public.workshop_registrations w where w.session_id = new.session_id
      and w.registration_mode = new.registration_mode and w.status = 'waiting'
      and (w.created_at, w.id) < (new.created_at, new.id)))
  then raise exception 'somebody waits longer'
    using errcode = 'check_violation', constraint = 'first_come_first_served'; end if;
  if tg_op = 'INSERT' or (app.sees_all() and app.user_id() is null) then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if (case
    when changed && array['checked_in_at', 'checked_in_by'] then
      not own and app.runs_workshops() and new.status = 'confirmed' and changed <@ array['checked_in_at', 'checked_in_by']
    when app.sees_all() and not own then true
    when own and old.status <> new.status then
      (old.status = 'offered' and new.status = 'pending')
        or (old.status in ('waiting', 'offered', 'pending') and new.status = 'cancelled')
    when own then old.moved_at is null and new.moved_at is not null and old.status = 'confirmed'
      and old.checked_in_at is null and new.moved_from = old.session_id and new.moved_from_mode = old.registration_mode
      and changed <@ array['session_id', 'registration_mode', 'moved_at', 'moved_from', 'moved_from_mode']
    else false end)
  then return new; end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $function$
;

-- What waits for staff waits since a moment: the desk shows the one that waits longest first.
update payments set waiting_since = coalesce(claimed_at, received_at, updated_at) where awaits_staff and waiting_since is null;
alter table payments add constraint work_waits_since_a_moment check (not awaits_staff or waiting_since is not null);
