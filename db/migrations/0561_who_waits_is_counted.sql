-- Why: since 0560 whoever waits in line counts with them who hold a place from there, by the moment at which they began to wait. Who had
-- waited for a week was offered what became free and counted no more: not while it was theirs, and not when they let it go by.

-- Of a session: how often whoever asks, on whichever account of theirs, had a place or an offer that ended unpaid; and how
-- many places are held over a connection and a network without money, now or within the last week. Numbers alone.
create or replace function app.place_holds(session uuid, connection text, network text, moment timestamptz)
  returns table (own integer, near integer, around integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with unpaid as (
    select r.user_id, r.status, h.connection, h.network,
           r.status in ('pending', 'offered') or greatest(h.held_at, r.offered_until) > place_holds.moment - interval '7 days' counts
      from public.workshop_registrations r left join public.workshop_holds h on h.registration_id = r.id
     where r.session_id = place_holds.session and r.confirmed_at is null
       and (r.payment_method is not null or r.offered_until is not null)
       and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = r.id
         and p.pay_in in ('received', 'returned')))
  select count(*) filter (where u.status in ('cancelled', 'rejected', 'lapsed')
             and u.user_id in (select app.accounts_of(app.user_id())))::integer,
         count(*) filter (where u.connection = place_holds.connection and u.counts)::integer,
         count(*) filter (where u.network = place_holds.network and u.counts)::integer
    from unpaid u;
end;
