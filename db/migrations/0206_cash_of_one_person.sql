-- Why: cash was counted by account, so two accounts of one person passed the ceiling together; and only as far as the
-- first thing that it stood on, so what was taken off one customer's order and attached to another's was nobody's (POCA
-- s.101A). It is kept by part which cash was counted: a sum does not say which, once one of them is taken off.
alter table bank_lines add column cash_parts uuid[] not null default '{}';
grant update (cash_parts) on bank_lines to cryptocommerce_app;
alter policy finance_adds on bank_lines with check (((select app.has_role('finance')) or (select app.has_role('admin')))
  and asked_at is null and cash_seen_at is null and cash_counted = 0 and cash_parts = '{}'
  and recorded_by = (select app.user_id()));

-- What was counted so far were the first parts of each line.
create policy owner_looks on bank_lines for select to current_user using (true);
create policy owner_uncounts on bank_lines for update to current_user using (cash) with check (cash);
update bank_lines l set cash_parts = array(
    select p.id from (select m.id, sum(m.amount) over (order by m.id) until from movements m
      where (m.id = l.movement_id or m.from_id = l.movement_id) and m.user_id is not null) p where p.until <= l.cash_counted)
 where l.cash and l.cash_counted > 0;
update bank_lines l set cash_parts = array(select p from unnest(l.cash_parts) p where not exists (
    select from movements o where o.of_id = p and o.direction = 'off')),
  cash_counted = (select coalesce(sum(m.amount), 0) from movements m where m.id = any(l.cash_parts) and not exists (
    select from movements o where o.of_id = m.id and o.direction = 'off'))
 where l.cash and l.cash_counted > 0;

-- Cash that is taken off what it stood on counts there no more, and is counted anew for whoever it becomes the money of.
create function app.cash_taken_off() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare line uuid;
begin
  with recursive way as (
    select m.id, m.from_id, m.of_id from public.movements m where m.id = new.of_id
    union select m.id, m.from_id, m.of_id from way w join public.movements m on m.id = w.from_id or m.id = w.of_id)
  select l.id into line from way w join public.bank_lines l on l.movement_id = w.id where l.cash;
  if line is null then return null; end if;
  -- Whoever counts in this moment is waited for, and then has counted it.
  perform pg_advisory_xact_lock_shared(hashtextextended('cash is counted', 0));
  update public.bank_lines set cash_counted = cash_counted - new.amount, cash_parts = array_remove(cash_parts, new.of_id)
   where id = line and new.of_id = any(cash_parts);
  return null;
end $$;
revoke all on function app.cash_taken_off() from public;
create trigger cash_taken_off after insert on movements
  for each row when (new.direction = 'off') execute function app.cash_taken_off();
