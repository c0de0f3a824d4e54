-- Why: staff confirm money by the bank's own lines. Each line of a statement is kept once, whichever file it came in; one
-- that is used stands on the movement that it became, and is never used again. What grows here is a row for each line
-- that our accounts ever showed; what waits is a small part of it and has an index of its own (decision 027).

create table bank_lines (
  id uuid primary key default uuidv7(),
  currency text not null constraint bank_line_currency_known check (currency in ('JMD', 'USD')),
  moved_on date not null,
  credit boolean not null,
  amount numeric(18, 2) not null constraint bank_line_positive check (amount > 0),
  -- As the bank writes them; what it does not say is empty.
  reference text not null,
  details text not null,
  payer text not null,
  payer_account text not null,
  payer_bank text not null,
  -- Paid in over a counter, by its words.
  cash boolean not null,
  -- What tells it from every other line, and which of several that are alike in all of it.
  fingerprint text not null,
  nth smallint not null constraint bank_line_counted check (nth between 1 and 1000),
  upload_id uuid not null,
  recorded_at timestamptz not null,
  recorded_by uuid not null references auth."user" (id),
  -- What it became; or why it is nothing that anybody waits for.
  movement_id uuid constraint one_line_of_a_movement unique references movements (id),
  aside text constraint bank_line_aside_known
    check (aside in ('debit', 'own_transfer', 'bank_matter', 'bounced', 'recorded')),
  -- When its customer was asked about the name on it.
  asked_at timestamptz,
  -- When it was counted with the other cash of its customer on that day.
  cash_seen_at timestamptz,
  constraint bank_line_once unique (fingerprint, nth),
  constraint bank_line_in_one_place check (movement_id is null or (aside is null and credit)),
  constraint debit_waits_for_nobody check (credit or aside is not null)
);
create index bank_lines_open on bank_lines (moved_on, id) where movement_id is null and aside is null;
create index bank_lines_aside on bank_lines (moved_on, id) where aside is not null;
create index bank_lines_cash on bank_lines (id) where cash and cash_seen_at is null and movement_id is not null;
create index bank_lines_recorded_by on bank_lines (recorded_by);

alter table bank_lines enable row level security;
alter table bank_lines force row level security;
create policy finance_and_compliance_read on bank_lines for select to cryptocommerce_app
  using ((select app.is_product()) or (select app.has_role('finance')) or (select app.has_role('compliance'))
    or (select app.has_role('admin')));
create policy finance_adds on bank_lines for insert to cryptocommerce_app
  with check (((select app.has_role('finance')) or (select app.has_role('admin'))) and asked_at is null
    and cash_seen_at is null and recorded_by = (select app.user_id()));
create policy finance_works on bank_lines for update to cryptocommerce_app
  using ((select app.is_product()) or (select app.has_role('finance')) or (select app.has_role('admin')))
  with check ((select app.is_product()) or (select app.has_role('finance')) or (select app.has_role('admin')));
create policy owner_erases on bank_lines for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
grant select, insert on bank_lines to cryptocommerce_app;
grant update (movement_id, aside, asked_at, cash_seen_at) on bank_lines to cryptocommerce_app;

-- A line is the movement of exactly its amount that came in over the bank, and stays so.
create function app.bank_line_stands() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and old.movement_id is not null and new.movement_id is distinct from old.movement_id
  then raise exception 'bank_line_used' using errcode = 'check_violation'; end if;
  if new.movement_id is not null and not exists (select from public.movements m where m.id = new.movement_id
      and m.direction = 'in' and m.from_id is null and m.rail = 'bank' and m.asset = new.currency and m.amount = new.amount)
  then raise exception 'bank_line_of_another' using errcode = 'check_violation'; end if;
  return new;
end $$;
revoke all on function app.bank_line_stands() from public;
create trigger bank_line_stands before insert or update of movement_id on bank_lines
  for each row execute function app.bank_line_stands();

-- Who paid is erased here when it is erased there.
create function app.bank_line_forgets() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = '' where movement_id = new.id;
  return null;
end $$;
revoke all on function app.bank_line_forgets() from public;
create trigger bank_line_forgets after update of holder on movements
  for each row when (old.holder is not null and new.holder is null) execute function app.bank_line_forgets();

-- How each bank writes its statements: kept by whoever of finance looked over what it makes of the lines.
create table bank_formats (
  name text primary key constraint bank_format_named check (name <> ''),
  format jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid not null references auth."user" (id)
);
create index bank_formats_changed_by on bank_formats (changed_by);
alter table bank_formats enable row level security;
alter table bank_formats force row level security;
create policy staff_reads on bank_formats for select to cryptocommerce_app using ((select app.sees_all()));
create policy finance_adds on bank_formats for insert to cryptocommerce_app
  with check (((select app.has_role('finance')) or (select app.has_role('admin'))) and changed_by = (select app.user_id()));
create policy finance_changes on bank_formats for update to cryptocommerce_app
  using ((select app.has_role('finance')) or (select app.has_role('admin')))
  with check (((select app.has_role('finance')) or (select app.has_role('admin'))) and changed_by = (select app.user_id()));
grant select, insert on bank_formats to cryptocommerce_app;
grant update (format, changed_at, changed_by) on bank_formats to cryptocommerce_app;

-- What is awaited is found by its amount, among thousands.
create index orders_awaited on transactions (fiat_currency, fiat_amount)
  where type = 'buy' and pay_in in ('awaiting', 'claimed');
create index payments_awaited on payments (amount_jmd) where pay_in in ('awaiting', 'claimed');

alter table transaction_alerts drop constraint alert_type_known,
  add constraint alert_type_known check (alert_type in ('high_risk', 'transaction_blocked', 'wallet_blocked',
    'wallet_watched', 'wallet_not_screened', 'name_match', 'account_activity', 'manual', 'charged_back', 'cash_over_ceiling'));

-- Above this nobody may pay in cash (POCA s.101A); a database that has settings already gets it.
insert into setting_versions (key, value)
  select 'cash_deposits', '{"ceiling": 1000000, "words": "CASH DEPOSIT, CASH DEP, CSH DEP, COUNTER DEPOSIT, DEPOSIT-CASH"}'::jsonb
   where exists (select from setting_versions);
