-- Why: a deposit in cash that is split becomes somebody's part by part. A line was counted once, at its first part: what was
-- attached later was never counted, however much it was (POCA s.101A). Now it is kept how much of a line was counted.
alter table bank_lines add column cash_counted numeric(18, 2) not null default 0;
update bank_lines l set cash_counted = (select coalesce(sum(m.amount), 0) from movements m
    where (m.id = l.movement_id or m.from_id = l.movement_id) and m.user_id is not null)
 where l.cash and l.cash_seen_at is not null;
grant update (cash_counted) on bank_lines to cryptocommerce_app;
drop index bank_lines_cash;
create index bank_lines_cash on bank_lines (moved_on) where cash and movement_id is not null and cash_counted < amount;
alter policy finance_adds on bank_lines with check (((select app.has_role('finance')) or (select app.has_role('admin')))
  and asked_at is null and cash_seen_at is null and cash_counted = 0 and recorded_by = (select app.user_id()));
