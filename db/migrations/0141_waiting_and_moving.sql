-- Why: a place that becomes free is offered to whoever waits longest, a place that was paid for moves to another session
-- once, and a session is called off with its reason. Who comes first and what may move the database holds too.

alter table workshop_registrations
  -- From where it moved, for its receipt.
  add column moved_from uuid constraint registration_moved_from references workshop_sessions (id),
  add column moved_from_mode text,
  add constraint moved_from_somewhere check ((moved_from is null) = (moved_from_mode is null));
create index registrations_moved_from on workshop_registrations (moved_from) where moved_from is not null;
create index registrations_waiting on workshop_registrations (session_id, registration_mode, created_at, id)
  where status = 'waiting';
grant update (moved_from, moved_from_mode) on workshop_registrations to cryptocommerce_app;

alter table workshop_sessions
  add column cancelled_at timestamptz,
  -- What everybody reads who had a place.
  add column cancel_reason text constraint cancel_reason_fits check (length(cancel_reason) between 1 and 500),
  add constraint cancelled_says_why check ((cancelled_at is null) = (cancel_reason is null));
grant update (cancelled_at, cancel_reason) on workshop_sessions to cryptocommerce_app;

create or replace function app.registration_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare changed text[]; own boolean := new.user_id is not distinct from app.user_id();
begin
  if new.status = 'confirmed' and (tg_op = 'INSERT' or old.status <> 'confirmed')
    and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = new.id
      and p.pay_in = 'received' and p.ended is null)
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
