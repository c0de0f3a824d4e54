-- Why: whoever does not pay loses their place and could hold it again at once, over and over: a workshop would stay full for
-- ever and nobody would pay for it. And many accounts over one line could hold it in turns.

-- From where a place was held, as marks that nobody can be read out of. Forgotten two weeks later.
create table workshop_holds (
  registration_id uuid primary key references workshop_registrations (id) on delete cascade,
  connection text not null,
  network text not null,
  held_at timestamptz not null
);
create index workshop_holds_old on workshop_holds (held_at);
alter table workshop_holds enable row level security;
alter table workshop_holds force row level security;
create policy own_place on workshop_holds for insert to cryptocommerce_app with check (exists (
  select from workshop_registrations r where r.id = registration_id and r.user_id = (select app.user_id())));
create policy owner_looks on workshop_holds for select to current_user using (true);
create policy product_reads on workshop_holds for select to cryptocommerce_app using ((select app.is_product()));
create policy product_forgets on workshop_holds for delete to cryptocommerce_app using ((select app.is_product()));
grant select, insert, delete on workshop_holds to cryptocommerce_app;

-- Of a session: how often whoever asks, on whichever account of theirs, had a place or an offer that ended unpaid; and how
-- many places are held over a connection and a network without money, now or within the last week. Numbers alone.
create function app.place_holds(session uuid, connection text, network text, moment timestamptz)
  returns table (own integer, near integer, around integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with unpaid as (
    select r.id, r.user_id, r.status, h.connection, h.network, h.held_at
      from public.workshop_registrations r left join public.workshop_holds h on h.registration_id = r.id
     where r.session_id = place_holds.session and r.confirmed_at is null
       and (r.payment_method is not null or r.offered_until is not null)
       and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = r.id
         and p.pay_in in ('received', 'returned')))
  select count(*) filter (where u.status in ('cancelled', 'rejected', 'lapsed')
             and u.user_id in (select app.accounts_of(app.user_id())))::integer,
         count(*) filter (where u.connection = place_holds.connection and (u.status = 'pending'
             or u.held_at > place_holds.moment - interval '7 days'))::integer,
         count(*) filter (where u.network = place_holds.network and (u.status = 'pending'
             or u.held_at > place_holds.moment - interval '7 days'))::integer
    from unpaid u;
end;
revoke all on function app.place_holds(uuid, text, text, timestamptz) from public;
grant execute on function app.place_holds(uuid, text, text, timestamptz) to cryptocommerce_app;
