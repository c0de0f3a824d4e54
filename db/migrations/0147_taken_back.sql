-- Why: money of a card that its bank took back again could still be sent back by us, or pay for something else: the event was
-- known by the page that was opened, and not by the line that its money stands on. A part of it bears its reference too.
create function app.taken_back(line uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select exists (select from public.movements m
      join public.card_events e on e.provider = split_part(m.reference, ':', 1)
        and e.transaction_id = substr(m.reference, strpos(m.reference, ':') + 1) and e.outcome = 'charged_back'
     where m.id = line and m.rail = 'card');
end;
revoke all on function app.taken_back(uuid) from public;
grant execute on function app.taken_back(uuid) to cryptocommerce_app;
create index movements_of_card on movements (reference) where rail = 'card';
