-- Why: an account is not closed while money is under way, and whoever can still be paid or paid back is compared with the
-- lists. Both asked about orders alone; payments are asked about in one place.

-- References of payments of which money is said to have come, or is here and goes back, or is for a place in a workshop
-- that is still to be given or given back.
create function app.payments_under_way(person uuid) returns setof text
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select p.reference from public.payments p
   where p.user_id = person and (app.sees_all() or person = app.user_id())
     and (p.awaits_staff or (p.pay_in = 'received' and p.ended is null and (
       exists (select from public.proposals q where q.kind = 'return' and q.subject = p.id::text and q.state = 'open')
       or exists (select from public.workshop_registrations r join public.workshop_sessions s on s.id = r.session_id
         where p.payable = 'workshop' and r.id = p.payable_id and r.status = 'confirmed'
           and (s.end_at > now() or s.status = 'cancelled')))))
   order by p.id;
end;
revoke all on function app.payments_under_way(uuid) from public;
grant execute on function app.payments_under_way(uuid) to cryptocommerce_app;
