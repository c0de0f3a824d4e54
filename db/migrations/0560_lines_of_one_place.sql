-- Why: how many places are held unpaid over one connection has a bound (0491), and how many wait in line over it had none. Each of
-- them is offered what becomes free for a day, before everybody who came later, so accounts that pay nothing kept places empty.

-- How many wait in line in a session from over a connection and a network. What is offered counts as held (0491). Numbers alone.
create function app.place_waits(session uuid, connection text, network text)
  returns table (near integer, around integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select (count(*) filter (where h.connection = place_waits.connection))::integer,
         (count(*) filter (where h.network = place_waits.network))::integer
    from public.workshop_registrations r join public.workshop_holds h on h.registration_id = r.id
   where r.session_id = place_waits.session and r.status = 'waiting';
end;
revoke all on function app.place_waits(uuid, text, text) from public;
grant execute on function app.place_waits(uuid, text, text) to cryptocommerce_app;
