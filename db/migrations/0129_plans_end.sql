-- Why: a plan does not renew by itself. Its customer is told seven days and one day before the end, each once, and what ended
-- is marked so.

alter table subscriptions
  -- How many days before the end its customer was told last; empty until the first letter.
  add column told_days smallint constraint told_before_the_end check (told_days in (7, 1));
grant update (told_days) on subscriptions to cryptocommerce_app;
