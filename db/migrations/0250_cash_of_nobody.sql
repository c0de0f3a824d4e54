-- Why: cash was counted as soon as it was somebody's. Two million paid in over a counter that stood on nothing went back with
-- nobody of compliance knowing (POCA s.101A). What stands on nothing and came in cash is looked at now, with all that the
-- same payer paid in so on that day; above the ceiling it goes back once two of compliance decided it.

-- Of a line of cash: which money that stands on nothing was looked at, and which of it is above the ceiling.
alter table bank_lines add column loose_seen uuid[] not null default '{}', add column loose_above uuid[] not null default '{}';
grant update (loose_seen, loose_above) on bank_lines to cryptocommerce_app;
alter policy finance_adds on bank_lines with check (((select app.has_role('finance')) or (select app.has_role('admin')))
  and asked_at is null and cash_seen_at is null and cash_counted = 0 and cash_parts = '{}'
  and loose_seen = '{}' and loose_above = '{}' and recorded_by = (select app.user_id()));

-- The line of cash of a bank from which money came, on whatever it stood meanwhile.
create function app.cash_line_of(line uuid) returns uuid
  language sql stable set search_path = pg_catalog as $$
  with recursive way as (
    select m.id, m.from_id, m.of_id from public.movements m where m.id = line
    union select m.id, m.from_id, m.of_id from way w join public.movements m on m.id = w.from_id or m.id = w.of_id)
  select l.id from way w join public.bank_lines l on l.movement_id = w.id where l.cash limit 1
$$;
revoke all on function app.cash_line_of(uuid) from public;
grant execute on function app.cash_line_of(uuid) to cryptocommerce_app;

create or replace function app.stops_of_unassigned(line uuid, found jsonb) returns table (word text, why text)
  language sql stable security definer set search_path = pg_catalog as $$
  select distinct concat_ws(' ', s.source, s.ref, s.hash),
      case s.source when 'by hand' then 'a payer whose name no machine compares'
        else 'a payer like ' || s.source || ' ' || s.ref end
    from public.compared_payers c
      cross join lateral jsonb_to_recordset(c.stopped_by || found) s(source text, ref text, hash text)
   where c.movement_id = line
     and not exists (select from public.name_hits n where n.user_id = c.user_id and n.source = s.source
       and n.party_ref = s.ref and n.pair_hash = s.hash and n.state = 'cleared')
  union all
  select 'cash_over_ceiling', 'more cash on one day than anybody may pay in (POCA s.101A)' from public.bank_lines b
   where b.id = app.cash_line_of(line) and line = any(b.loose_above)
$$;

-- Whether it may go back for the name on its line and for how it was paid in: each was looked at, and two of compliance
-- decided about whatever stops it that they knew of.
create or replace function app.unassigned_payer_let_go(line uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select not exists (select from public.movements m where m.id = line and btrim(m.holder) <> ''
      and not exists (select from public.compared_payers c where c.movement_id = m.id and c.compared_with is not null))
    and not exists (select from public.bank_lines b where b.id = app.cash_line_of(line) and line <> all(b.loose_seen))
    and not exists (select from app.stops_of_unassigned(line, found) s
      where not exists (select from public.proposals p where p.kind = 'frozen_return' and p.subject = line::text
        and p.state = 'approved' and p.payload -> 'stops' ? s.word))
$$;

create or replace function app.what_stops_payer(line uuid)
  returns table (word text, why text, user_id uuid, decided boolean)
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  return query select s.word, s.why, c.user_id, app.unassigned_payer_let_go(line, '[]')
    from app.stops_of_unassigned(line, '[]') s left join public.compared_payers c on c.movement_id = line order by 1;
end $$;
