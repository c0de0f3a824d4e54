-- Wallets and bank accounts that a customer saved and named (decision F8). Saving again restarts the waiting period.
create table payees (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  kind text not null constraint payee_kind_known check (kind in ('wallet', 'bank')),
  label text not null constraint payee_has_a_label check (length(label) between 1 and 60),
  network text,
  address text,
  tag bigint,
  bank_name text,
  branch text,
  account_number text constraint payee_account_digits check (account_number ~ '^\d{5,20}$'),
  account_holder_name text,
  created_at timestamptz not null,
  constraint payee_once unique nulls not distinct (user_id, network, address, tag, account_number, bank_name),
  constraint payee_is_whole check (case kind
    when 'wallet' then num_nonnulls(network, address) = 2
      and num_nonnulls(bank_name, branch, account_number, account_holder_name) = 0
    else num_nonnulls(bank_name, branch, account_number, account_holder_name) = 4
      and num_nonnulls(network, address, tag) = 0 end)
);
alter table payees enable row level security;
alter table payees force row level security;
create policy own_insert on payees for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_delete on payees for delete to cryptocommerce_app using (user_id = (select app.user_id()));
create policy own_or_staff_select on payees for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on payees to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on payees to cryptocommerce_app;
