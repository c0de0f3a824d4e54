-- A price binds us within a window, fixed when the order is placed and counted to the evidence that money or coins left
-- (decision E1). Afterwards the order is priced anew, and where that is worse for its customer they choose.
insert into setting_versions (key, value)
  select 'price_windows', '{"bankTransfer": 1440, "card": 60, "crypto": 60, "choiceHours": 48, "searchDays": 10, "graceHours": 24}'::jsonb
   where exists (select from setting_versions);

alter table transactions
  -- Null for orders from before there were windows: their price stands, as they were told.
  add column price_holds_until timestamptz,
  -- Until when the customer may say whether they go on at a worse price; null when nothing is asked.
  add column choose_until timestamptz,
  -- Holds even if our code is wrong: nobody works on an order whose price its customer has not taken.
  add constraint no_work_before_the_choice check (choose_until is null or status in ('pending', 'cancelled'));
create index transactions_choice on transactions (choose_until) where choose_until is not null and status = 'pending';

-- Every order has an end: what was claimed is looked for, and then lapses. Those under way begin now.
drop index transactions_lapse;
create index transactions_lapse on transactions (lapses_at) where status = 'pending' and pay_in in ('awaiting', 'claimed');
alter table transactions no force row level security;
update transactions set lapses_at = now() + interval '10 days' where status = 'pending' and pay_in = 'claimed';
alter table transactions force row level security;
