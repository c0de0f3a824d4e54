-- Why: a promise that passed stood on the page of its order and nowhere else: whoever did not look heard nothing of it. Its customer is
-- written to now, once for each promise; which one they were told of stands with the order.
alter table transactions add column late_told_for timestamptz;
grant update (late_told_for) on transactions to cryptocommerce_app;
