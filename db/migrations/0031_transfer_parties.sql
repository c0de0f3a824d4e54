-- Why: from US$1,000 on the travel rule (FATF recommendation 16) wants to be known, beside the customer: who holds the
-- wallet that sends or receives the coins, and with which provider, where it is not their own. Kept with the order and
-- as long as it.
create table transfer_parties (
  order_id uuid primary key,
  user_id uuid not null,
  custody text not null constraint custody_known check (custody in ('self', 'provider')),
  provider text,
  -- Whose wallet it is, where it is not the customer's own.
  holder text,
  recorded_at timestamptz not null,
  constraint parties_of_own_order foreign key (user_id, order_id) references transactions (user_id, id) on delete cascade,
  constraint provider_named check ((custody = 'provider') = (provider is not null))
);
create index transfer_parties_order on transfer_parties (user_id, order_id);
alter table transfer_parties enable row level security;
alter table transfer_parties force row level security;
create policy own_or_staff on transfer_parties for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy own on transfer_parties for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
grant select, insert on transfer_parties to cryptocommerce_app;
