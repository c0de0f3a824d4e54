create table workshop_sessions (
  id uuid primary key default uuidv7(),
  title text not null constraint workshop_title_fits check (length(title) between 1 and 120),
  description text not null constraint workshop_description_fits check (length(description) between 1 and 4000),
  flyer_file uuid constraint flyer_is_kept references files,
  flyer_alt text,
  start_at timestamptz not null,
  end_at timestamptz not null,
  place text not null constraint workshop_place_fits check (length(place) between 1 and 200),
  status text not null default 'draft',
  created_by uuid not null references auth."user",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  details_at timestamptz not null,
  cancelled_at timestamptz,
  cancel_reason text constraint cancel_reason_fits check (length(cancel_reason) between 1 and 500),
  constraint cancelled_says_why check ((cancelled_at is null) = (cancel_reason is null)),
  constraint flyer_is_described check ((flyer_file is null) = (flyer_alt is null) and flyer_alt <> ''),
  constraint workshop_ends_after_start check (end_at > start_at),
  constraint workshop_status_known check (status in ('draft', 'active', 'cancelled'))
);
create index workshop_sessions_flyer on workshop_sessions (flyer_file) where flyer_file is not null;
create index workshop_sessions_made_by on workshop_sessions (created_by);
create index workshop_sessions_next on workshop_sessions (start_at) where status = 'active';
alter table workshop_sessions enable row level security;
alter table workshop_sessions force row level security;
create policy announced_or_staff_select on workshop_sessions for select to cryptocommerce_app
  using (status <> 'draft' or (select app.can_read_attendees()));
-- Finance can cancel sessions, because cancelling prepares refunds.
create policy finance_cancel_update on workshop_sessions for update to cryptocommerce_app
  using ((select app.has_role('finance'))) with check ((select app.has_role('finance')) and status = 'cancelled');
create policy owner_select on workshop_sessions for select to current_user using (true);
create policy organizer_update on workshop_sessions for update to cryptocommerce_app
  using ((select app.can_manage_workshops())) with check ((select app.can_manage_workshops()));
create policy organizer_insert on workshop_sessions for insert to cryptocommerce_app
  with check ((select app.can_manage_workshops()) and created_by = (select app.user_id()));
grant select, insert on workshop_sessions to cryptocommerce_app;
grant update (title, description, flyer_file, flyer_alt, start_at, end_at, place, status, updated_at, details_at,
  cancelled_at, cancel_reason) on workshop_sessions to cryptocommerce_app;

create table workshop_registrations (
  id uuid primary key default uuidv7(),
  session_id uuid not null,
  user_id uuid not null references auth."user",
  registration_mode text not null,
  status text not null,
  attendee text not null,
  code text not null constraint registration_code_once unique,
  payment_method text,
  created_at timestamptz not null,
  offered_until timestamptz,
  confirmed_at timestamptz,
  moved_at timestamptz,
  notified_at timestamptz,
  reminded_at timestamptz,
  checked_in_at timestamptz,
  checked_in_by uuid references auth."user",
  moved_from uuid constraint registration_moved_from references workshop_sessions,
  moved_from_mode text,
  constraint registration_and_owner unique (user_id, id),
  constraint checked_in_by_somebody check ((checked_in_at is null) = (checked_in_by is null)),
  constraint checked_in_is_confirmed check (checked_in_at is null or confirmed_at is not null),
  constraint moved_from_somewhere check ((moved_from is null) = (moved_from_mode is null)),
  constraint offer_has_its_end check (status <> 'offered' or offered_until is not null),
  constraint pending_is_being_paid check (status not in ('pending', 'confirmed') or payment_method is not null),
  constraint registration_method_known check (payment_method in ('bank_transfer', 'card', 'crypto')),
  constraint registration_status_known check (status in ('waiting', 'offered', 'pending', 'confirmed', 'cancelled',
    'rejected', 'lapsed'))
);
create unique index registration_once on workshop_registrations (session_id, user_id, registration_mode)
  where status in ('waiting', 'offered', 'pending', 'confirmed');
create index registrations_checked_in_by on workshop_registrations (checked_in_by) where checked_in_by is not null;
create index registrations_in_line on workshop_registrations (id) where status in ('waiting', 'offered');
create index registrations_moved_from on workshop_registrations (moved_from) where moved_from is not null;
create index registrations_offered on workshop_registrations (offered_until) where status = 'offered';
create index registrations_own on workshop_registrations (user_id, created_at desc);
create index registrations_seats on workshop_registrations (session_id, registration_mode, created_at, id);
create index registrations_to_tell on workshop_registrations (confirmed_at)
  where status = 'confirmed' and (notified_at is null or reminded_at is null);
create index registrations_waiting on workshop_registrations (session_id, registration_mode, created_at, id)
  where status = 'waiting';
alter table workshop_registrations enable row level security;
alter table workshop_registrations force row level security;

-- Seat counters, one row per session and mode. The row lock prevents selling a seat twice.
create table workshop_seats (
  session_id uuid not null references workshop_sessions,
  mode text not null constraint seat_mode_known check (mode in ('in_person', 'online')),
  seats integer not null constraint seats_fit check (seats between 0 and 100000),
  taken integer not null default 0,
  waiting integer not null default 0 constraint nobody_waits_less check (waiting >= 0),
  primary key (session_id, mode),
  constraint no_seat_sold_twice check (taken between 0 and seats)
);
alter table workshop_seats enable row level security;
alter table workshop_seats force row level security;

alter table workshop_registrations add constraint registration_has_its_seats foreign key (session_id,
  registration_mode) references workshop_seats;

create policy own_insert on workshop_registrations for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status in ('waiting', 'pending') and confirmed_at is null
    and moved_at is null and notified_at is null and reminded_at is null and checked_in_at is null);
create policy own_or_staff_update on workshop_registrations for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_attendees()))
  with check (user_id = (select app.user_id()) or (select app.can_read_attendees()));
create policy own_or_staff_select on workshop_registrations for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_attendees()));
create policy owner_while_erasing on workshop_registrations for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on workshop_registrations for select to current_user using (true);
grant select, insert on workshop_registrations to cryptocommerce_app;
grant update (session_id, registration_mode, status, payment_method, offered_until, confirmed_at, moved_at, notified_at,
  reminded_at, checked_in_at, checked_in_by, moved_from, moved_from_mode) on workshop_registrations
  to cryptocommerce_app;

create table workshop_holds (
  registration_id uuid primary key references workshop_registrations on delete cascade,
  connection text not null,
  network text not null,
  held_at timestamptz not null
);
create index workshop_holds_old on workshop_holds (held_at);
alter table workshop_holds enable row level security;
alter table workshop_holds force row level security;
create policy own_insert on workshop_holds for insert to cryptocommerce_app with check (exists (
  select from workshop_registrations r where r.id = registration_id and r.user_id = (select app.user_id())));
create policy owner_select on workshop_holds for select to current_user using (true);
create policy system_delete on workshop_holds for delete to cryptocommerce_app using ((select app.is_system()));
create policy system_select on workshop_holds for select to cryptocommerce_app using ((select app.is_system()));
grant select, insert, delete on workshop_holds to cryptocommerce_app;

create table workshop_links (
  session_id uuid primary key references workshop_sessions,
  link text not null constraint workshop_link_fits check (link like 'https://%' and length(link) <= 500)
);
alter table workshop_links enable row level security;
alter table workshop_links force row level security;
create policy confirmed_or_staff_select on workshop_links for select to cryptocommerce_app
  using ((select app.can_read_attendees()) or exists (select from workshop_registrations r
    where r.session_id = workshop_links.session_id and r.user_id = (select app.user_id())
      and r.registration_mode = 'online' and r.status = 'confirmed'));
create policy organizer_update on workshop_links for update to cryptocommerce_app
  using ((select app.can_manage_workshops())) with check ((select app.can_manage_workshops()));
create policy organizer_insert on workshop_links for insert to cryptocommerce_app with check ((select app.can_manage_workshops()));
create policy organizer_delete on workshop_links for delete to cryptocommerce_app using ((select app.can_manage_workshops()));
grant select, insert, delete on workshop_links to cryptocommerce_app;
grant update (link) on workshop_links to cryptocommerce_app;
create policy with_session_select on workshop_seats for select to cryptocommerce_app
  using (exists (select from workshop_sessions s where s.id = session_id));
create policy finance_update on workshop_seats for update to cryptocommerce_app
  using ((select app.has_role('finance'))) with check (false);
create policy owner_all on workshop_seats for all to current_user using (true) with check (true);
create policy organizer_update on workshop_seats for update to cryptocommerce_app
  using ((select app.can_manage_workshops())) with check ((select app.can_manage_workshops()));
create policy organizer_insert on workshop_seats for insert to cryptocommerce_app
  with check ((select app.can_manage_workshops()) and taken = 0 and waiting = 0);
grant select, insert on workshop_seats to cryptocommerce_app;
grant update (seats) on workshop_seats to cryptocommerce_app;

-- Only a payment confirms a seat. Customers accept offers, cancel unpaid seats and move once. Staff
-- check in other attendees.
create function app.check_registration() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare changed text[]; is_own boolean := new.user_id is not distinct from app.user_id();
begin
  if new.status = 'confirmed' and (tg_op = 'INSERT' or old.status <> 'confirmed')
    and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'registration has no received payment' using errcode = 'check_violation'; end if;
  if tg_op = 'UPDATE' and new.status = 'offered' and old.status <> 'offered' and (old.status <> 'waiting'
    or exists (select from public.workshop_registrations w where w.session_id = new.session_id
      and w.registration_mode = new.registration_mode and w.status = 'waiting'
      and (w.created_at, w.id) < (new.created_at, new.id)))
  then raise exception 'another registration has waited longer'
    using errcode = 'check_violation', constraint = 'first_come_first_served'; end if;
  if tg_op = 'INSERT' or (app.can_access_all_rows() and app.user_id() is null) then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if (case
    when changed && array['checked_in_at', 'checked_in_by'] then
      not is_own and app.can_manage_workshops() and new.status = 'confirmed'
        and changed <@ array['checked_in_at', 'checked_in_by']
    when app.can_access_all_rows() and not is_own then true
    when is_own and old.status <> new.status then
      (old.status = 'offered' and new.status = 'pending' and changed <@ array['status', 'payment_method'])
        or (old.status in ('waiting', 'offered', 'pending') and new.status = 'cancelled' and changed = array['status'])
    when is_own then old.moved_at is null and new.moved_at is not null and old.status = 'confirmed'
      and old.checked_in_at is null and new.moved_from = old.session_id and new.moved_from_mode = old.registration_mode
      and changed <@ array['session_id', 'registration_mode', 'moved_at', 'moved_from', 'moved_from_mode']
    else false end)
  then return new; end if;
  raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege';
end $$;
create trigger registration_valid before insert or update on workshop_registrations
  for each row when (current_user = 'cryptocommerce_app') execute function app.check_registration();

create function app.check_registration_freeze() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (old.session_id, old.registration_mode) is distinct from (new.session_id, new.registration_mode)
  then perform app.refuse_while_frozen(new.user_id, new.id, 'order'); end if;
  return new;
end $$;
create trigger place_not_frozen before update of session_id, registration_mode on workshop_registrations
  for each row execute function app.check_registration_freeze();

create function app.seat_hold_counts(session uuid, connection text, network text, at_time timestamptz)
  returns table (own integer, near integer, around integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with unpaid as (
    select r.user_id, r.status, h.connection, h.network,
           r.status in ('pending', 'offered') or greatest(h.held_at,
             r.offered_until) > seat_hold_counts.at_time - interval '7 days' is_counted
      from public.workshop_registrations r left join public.workshop_holds h on h.registration_id = r.id
     where r.session_id = seat_hold_counts.session and r.confirmed_at is null
       and (r.payment_method is not null or r.offered_until is not null)
       and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = r.id
         and p.pay_in in ('received', 'returned')))
  select count(*) filter (where u.status in ('cancelled', 'rejected', 'lapsed')
             and u.user_id in (select app.same_person_accounts(app.user_id())))::integer,
         count(*) filter (where u.connection = seat_hold_counts.connection and u.is_counted)::integer,
         count(*) filter (where u.network = seat_hold_counts.network and u.is_counted)::integer
    from unpaid u;
end;

create function app.waitlist_counts(session uuid, connection text, network text)
  returns table (near integer, around integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select (count(*) filter (where h.connection = waitlist_counts.connection))::integer,
         (count(*) filter (where h.network = waitlist_counts.network))::integer
    from public.workshop_registrations r join public.workshop_holds h on h.registration_id = r.id
   where r.session_id = waitlist_counts.session and r.status = 'waiting';
end;

create function app.update_seat_counts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare seat_change record; waitlist_length integer;
begin
  for seat_change in
    select c.session_id, c.mode, sum(c.taken)::integer taken, sum(c.waiting)::integer waiting from (
      select old.session_id, old.registration_mode mode, -(old.status in ('offered', 'pending', 'confirmed'))::integer taken,
          -(old.status = 'waiting')::integer waiting where tg_op <> 'INSERT'
      union all
      select new.session_id, new.registration_mode, (new.status in ('offered', 'pending', 'confirmed'))::integer,
          (new.status = 'waiting')::integer where tg_op <> 'DELETE') c
     group by c.session_id, c.mode having sum(c.taken) <> 0 or sum(c.waiting) <> 0 order by c.session_id, c.mode
  loop
    update public.workshop_seats s set taken = s.taken + seat_change.taken, waiting = s.waiting + seat_change.waiting
     where s.session_id = seat_change.session_id and s.mode = seat_change.mode returning s.waiting into waitlist_length;
    continue when seat_change.taken <= 0;
    if not exists (select from public.workshop_sessions s where s.id = seat_change.session_id and s.status = 'active')
    then raise exception 'session is not open for registration'
      using errcode = 'check_violation', constraint = 'workshop_takes_registrations'; end if;
    if waitlist_length > 0 and seat_change.waiting = 0 then raise exception 'another registration is on the waitlist'
      using errcode = 'check_violation', constraint = 'first_come_first_served'; end if;
  end loop;
  return null;
end $$;
create trigger update_seat_counts after insert or delete or update of session_id, registration_mode, status
  on workshop_registrations for each row execute function app.update_seat_counts();

create function app.payments_in_progress(customer uuid) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.reference from public.payments p
   where p.user_id = customer and (app.can_access_all_rows() or customer = app.user_id())
     and (p.awaits_staff or (p.pay_in = 'received' and p.ended is null and (
       exists (select from public.proposals q where q.kind = 'return' and q.subject = p.id::text and q.state = 'open')
       or exists (select from public.workshop_registrations r join public.workshop_sessions s on s.id = r.session_id
         where p.payable = 'workshop' and r.id = p.payable_id and r.status = 'confirmed'
           and (s.end_at > now() or s.status = 'cancelled')))))
   order by p.id;
end;
create trigger held_activation before update of status on workshop_registrations
  for each row when (new.status = 'confirmed') execute function app.refuse_activation_while_held();
create trigger own_person before update on workshop_registrations
  for each row execute function app.refuse_own_account();

revoke all on function
  app.check_registration, app.check_registration_freeze, app.seat_hold_counts, app.waitlist_counts,
    app.update_seat_counts,
  app.payments_in_progress
  from public;
grant execute on function app.seat_hold_counts, app.waitlist_counts, app.payments_in_progress to cryptocommerce_app;
