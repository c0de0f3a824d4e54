-- Why: people pay for places in workshops. A session has seats by mode, and no seat may be sold twice however many ask at
-- once: how many are taken stands on one row for each mode, counted by the database with whatever takes or frees one.

create table workshop_sessions (
  id uuid primary key default uuidv7(),
  title text not null constraint workshop_title_fits check (length(title) between 1 and 120),
  description text not null constraint workshop_description_fits check (length(description) between 1 and 4000),
  -- A public picture, with what it shows in words.
  flyer_file uuid constraint flyer_is_kept references files (id),
  flyer_alt text,
  start_at timestamptz not null,
  end_at timestamptz not null,
  place text not null constraint workshop_place_fits check (length(place) between 1 and 200),
  status text not null default 'draft'
    constraint workshop_status_known check (status in ('draft', 'active', 'cancelled')),
  made_by uuid not null references auth."user" (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint workshop_ends_after_start check (end_at > start_at),
  constraint flyer_is_described check ((flyer_file is null) = (flyer_alt is null) and flyer_alt <> '')
);
create index workshop_sessions_next on workshop_sessions (start_at) where status = 'active';
create index workshop_sessions_flyer on workshop_sessions (flyer_file) where flyer_file is not null;
create index workshop_sessions_made_by on workshop_sessions (made_by);

-- The link of an online session is for whoever has paid, so it stands where others cannot read it.
create table workshop_links (
  session_id uuid primary key references workshop_sessions (id),
  link text not null constraint workshop_link_fits check (link like 'https://%' and length(link) <= 500)
);

create table workshop_seats (
  session_id uuid not null references workshop_sessions (id),
  mode text not null constraint seat_mode_known check (mode in ('in_person', 'online')),
  seats integer not null constraint seats_fit check (seats between 0 and 100000),
  -- Places that are offered, being paid for or paid; and who waits for one.
  taken integer not null default 0,
  waiting integer not null default 0 constraint nobody_waits_less check (waiting >= 0),
  primary key (session_id, mode),
  constraint no_seat_sold_twice check (taken between 0 and seats)
);

create table workshop_registrations (
  id uuid primary key default uuidv7(),
  session_id uuid not null,
  user_id uuid not null references auth."user" (id),
  registration_mode text not null,
  status text not null constraint registration_status_known
    check (status in ('waiting', 'offered', 'pending', 'confirmed', 'cancelled', 'rejected', 'lapsed')),
  -- The name as on a ticket: whoever sees who comes sees no more of a customer.
  attendee text not null,
  -- What is shown at the door.
  code text not null constraint registration_code_once unique,
  payment_method text constraint registration_method_known check (payment_method in ('bank_transfer', 'card', 'crypto')),
  created_at timestamptz not null,
  offered_until timestamptz,
  confirmed_at timestamptz,
  moved_at timestamptz,
  told_at timestamptz,
  reminded_at timestamptz,
  checked_in_at timestamptz,
  checked_in_by uuid references auth."user" (id),
  constraint registration_has_its_seats foreign key (session_id, registration_mode) references workshop_seats (session_id, mode),
  constraint registration_and_owner unique (user_id, id),
  constraint offer_has_its_end check (status <> 'offered' or offered_until is not null),
  constraint pending_is_being_paid check (status not in ('pending', 'confirmed') or payment_method is not null),
  constraint checked_in_by_somebody check ((checked_in_at is null) = (checked_in_by is null)),
  constraint checked_in_is_confirmed check (checked_in_at is null or confirmed_at is not null)
);
-- A place in a mode of a session once for each person [001 §5].
create unique index registration_once on workshop_registrations (session_id, user_id, registration_mode)
  where status in ('waiting', 'offered', 'pending', 'confirmed');
create index registrations_own on workshop_registrations (user_id, created_at desc);
create index registrations_seats on workshop_registrations (session_id, registration_mode, created_at, id);
create index registrations_offered on workshop_registrations (offered_until) where status = 'offered';
create index registrations_to_tell on workshop_registrations (confirmed_at)
  where status = 'confirmed' and (told_at is null or reminded_at is null);
create index registrations_checked_in_by on workshop_registrations (checked_in_by) where checked_in_by is not null;

-- Who makes sessions and stands at the door. An instructor sees no customers beside who comes.
create function app.runs_workshops() returns boolean
  language sql stable parallel safe
  return (app.has_role('instructor') or app.has_role('support') or app.has_role('admin'));
create function app.sees_who_comes() returns boolean
  language sql stable parallel safe
  return (app.has_role('instructor') or app.sees_all());
revoke all on function app.runs_workshops(), app.sees_who_comes() from public;
grant execute on function app.runs_workshops(), app.sees_who_comes() to cryptocommerce_app;

alter table workshop_sessions enable row level security;
alter table workshop_sessions force row level security;
create policy announced_or_theirs on workshop_sessions for select to cryptocommerce_app
  using (status <> 'draft' or (select app.sees_who_comes()));
create policy theirs_to_make on workshop_sessions for insert to cryptocommerce_app
  with check ((select app.runs_workshops()) and made_by = (select app.user_id()));
create policy theirs_to_change on workshop_sessions for update to cryptocommerce_app
  using ((select app.runs_workshops())) with check ((select app.runs_workshops()));
create policy owner_looks on workshop_sessions for select to current_user using (true);
grant select, insert on workshop_sessions to cryptocommerce_app;
grant update (title, description, flyer_file, flyer_alt, start_at, end_at, place, status, updated_at)
  on workshop_sessions to cryptocommerce_app;

alter table workshop_seats enable row level security;
alter table workshop_seats force row level security;
create policy as_its_session on workshop_seats for select to cryptocommerce_app
  using (exists (select from workshop_sessions s where s.id = session_id));
create policy theirs_to_make on workshop_seats for insert to cryptocommerce_app
  with check ((select app.runs_workshops()) and taken = 0 and waiting = 0);
create policy theirs_to_change on workshop_seats for update to cryptocommerce_app
  using ((select app.runs_workshops())) with check ((select app.runs_workshops()));
create policy owner_counts on workshop_seats for all to current_user using (true) with check (true);
grant select, insert on workshop_seats to cryptocommerce_app;
grant update (seats) on workshop_seats to cryptocommerce_app;

alter table workshop_registrations enable row level security;
alter table workshop_registrations force row level security;
create policy own_or_who_sees on workshop_registrations for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_who_comes()));
create policy own_begins on workshop_registrations for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status in ('waiting', 'pending') and confirmed_at is null
    and moved_at is null and told_at is null and reminded_at is null and checked_in_at is null);
create policy own_or_who_moves on workshop_registrations for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_who_comes()))
  with check (user_id = (select app.user_id()) or (select app.sees_who_comes()));
create policy owner_erases on workshop_registrations for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_looks on workshop_registrations for select to current_user using (true);
grant select, insert on workshop_registrations to cryptocommerce_app;
grant update (session_id, registration_mode, status, payment_method, offered_until, confirmed_at, moved_at, told_at,
  reminded_at, checked_in_at, checked_in_by) on workshop_registrations to cryptocommerce_app;

alter table workshop_links enable row level security;
alter table workshop_links force row level security;
create policy confirmed_or_theirs on workshop_links for select to cryptocommerce_app
  using ((select app.sees_who_comes()) or exists (select from workshop_registrations r
    where r.session_id = workshop_links.session_id and r.user_id = (select app.user_id())
      and r.registration_mode = 'online' and r.status = 'confirmed'));
create policy theirs_to_make on workshop_links for insert to cryptocommerce_app with check ((select app.runs_workshops()));
create policy theirs_to_change on workshop_links for update to cryptocommerce_app
  using ((select app.runs_workshops())) with check ((select app.runs_workshops()));
create policy theirs_to_remove on workshop_links for delete to cryptocommerce_app using ((select app.runs_workshops()));
grant select, insert, update (link), delete on workshop_links to cryptocommerce_app;

-- Taken and waiting follow the registrations. Whoever takes a place holds its row to the end, so they come one by one;
-- one more than there are breaks `no_seat_sold_twice`. While somebody waits, a free place is theirs.
create function app.count_seats() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare seat record; waits integer;
begin
  for seat in
    select c.session_id, c.mode, sum(c.taken)::integer taken, sum(c.waiting)::integer waiting from (
      select old.session_id, old.registration_mode mode, -(old.status in ('offered', 'pending', 'confirmed'))::integer taken,
          -(old.status = 'waiting')::integer waiting where tg_op <> 'INSERT'
      union all
      select new.session_id, new.registration_mode, (new.status in ('offered', 'pending', 'confirmed'))::integer,
          (new.status = 'waiting')::integer where tg_op <> 'DELETE') c
     group by c.session_id, c.mode having sum(c.taken) <> 0 or sum(c.waiting) <> 0 order by c.session_id, c.mode
  loop
    update public.workshop_seats s set taken = s.taken + seat.taken, waiting = s.waiting + seat.waiting
     where s.session_id = seat.session_id and s.mode = seat.mode returning s.waiting into waits;
    continue when seat.taken <= 0;
    if not exists (select from public.workshop_sessions s where s.id = seat.session_id and s.status = 'active')
    then raise exception 'no places in what is not announced'
      using errcode = 'check_violation', constraint = 'workshop_takes_registrations'; end if;
    if waits > 0 and seat.waiting = 0 then raise exception 'somebody waits'
      using errcode = 'check_violation', constraint = 'first_come_first_served'; end if;
  end loop;
  return null;
end $$;
revoke all on function app.count_seats() from public;
create trigger count_seats after insert or delete or update of session_id, registration_mode, status
  on workshop_registrations for each row execute function app.count_seats();

-- A place is confirmed by money alone. Its customer takes an offer, calls off what is not paid and moves once; whoever
-- stands at the door notes who came, never themselves.
create function app.registration_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare changed text[]; own boolean := new.user_id is not distinct from app.user_id();
begin
  if new.status = 'confirmed' and (tg_op = 'INSERT' or old.status <> 'confirmed')
    and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = new.id
      and p.pay_in = 'received' and p.ended is null)
  then raise exception 'place_without_money' using errcode = 'check_violation'; end if;
  if tg_op = 'INSERT' or (app.sees_all() and app.user_id() is null) then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if (case
    when changed && array['checked_in_at', 'checked_in_by'] then
      not own and app.runs_workshops() and new.status = 'confirmed' and changed <@ array['checked_in_at', 'checked_in_by']
    when app.sees_all() and not own then true
    when own and old.status <> new.status then
      (old.status = 'offered' and new.status = 'pending')
        or (old.status in ('waiting', 'offered', 'pending') and new.status = 'cancelled')
    when own then old.moved_at is null and new.moved_at is not null and old.status in ('pending', 'confirmed')
      and changed <@ array['session_id', 'registration_mode', 'moved_at']
    else false end)
  then return new; end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $$;
revoke all on function app.registration_stands() from public;
create trigger registration_stands before insert or update on workshop_registrations
  for each row when (current_user = 'cryptocommerce_app') execute function app.registration_stands();
create trigger own_person before update on workshop_registrations
  for each row execute function app.refuse_own_person();

alter table payments drop constraint payable_known,
  add constraint payable_known check (payable in ('plan', 'workshop'));
alter table files drop constraint file_purpose_known,
  add constraint file_purpose_known check (purpose in ('transaction-proof', 'subscription-proof', 'workshop-proof',
    'source-of-funds', 'payout-proof', 'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address', 'kyc-income', 'enhanced-source',
    'enhanced-income', 'enhanced-jurisdiction', 'case-file', 'workshop-flyer'));
