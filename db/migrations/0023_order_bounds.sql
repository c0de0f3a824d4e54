-- Nobody floods the desk: how many orders one person may have open, in a day and on one picture, the smallest order,
-- and what the network costs us to send coins are settings. A database that has settings already gets these values,
-- with no network cost until its staff have decided on one; a new one gets them with all the others.
insert into setting_versions (key, value)
  select key, value from (values
    ('order_limits', '{"open": {"none": 3, "tier1": 10, "tier2": 20}, "perDay": 40, "perPicture": 1, "heldBeforeCase": 2}'::jsonb),
    ('order_sizes', '{"smallest": {"buy": 1000, "sell": 1000}, "networkCost":
      {"bitcoin": 0, "erc20": 0, "bep20": 0, "trc20": 0, "solana": 0, "xrp": 0}}'::jsonb)) new (key, value)
   where exists (select from setting_versions);

-- What sending the coins costs, in J$: taken once, from what is changed into coins. Older orders cost nothing.
alter table transactions
  add column network_cost_jmd numeric(20, 2) not null default 0,
  add constraint network_cost_not_negative check (network_cost_jmd >= 0),
  add constraint network_cost_within_net check (network_cost_jmd < net_jmd_amount);

-- How many orders this very picture proves, whoever placed them: one picture is one transfer. Of another person's
-- orders nothing is told but their number, and only to somebody who has the picture.
create index files_content on files (sha256) where purpose = 'transaction-proof';
create policy owner_looks on files for select to current_user using (true);
create function app.orders_proved_by(file uuid, besides uuid) returns integer
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select count(*)::int from public.files mine
      join public.files same on same.sha256 = mine.sha256 and same.purpose = 'transaction-proof'
      join public.transactions t on t.proof_file = same.id
     where mine.id = file and (mine.user_id = app.user_id() or app.sees_all())
       and t.id is distinct from besides;
  end;
revoke all on function app.orders_proved_by(uuid, uuid) from public;
grant execute on function app.orders_proved_by(uuid, uuid) to cryptocommerce_app;
