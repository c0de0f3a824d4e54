-- Why: rates, fees, caps, bank accounts, company wallets and switches are facts with a history (decision D1), and a
-- change of them takes two people (decision D2). Proposals hold what the first asked for, frozen, for the second.

create table setting_versions (
  id uuid primary key default uuidv7(),
  key text not null,
  value jsonb not null,
  valid_from timestamptz not null default now(),
  proposed_by uuid references auth."user",
  approved_by uuid references auth."user",
  constraint setting_two_people check (proposed_by is null or proposed_by <> approved_by)
);
create index setting_newest on setting_versions (key, valid_from desc, id desc);
create index setting_proposed_by on setting_versions (proposed_by);
create index setting_approved_by on setting_versions (approved_by);
-- Not customer data: every visitor's quote reads the rates. Rows are only ever added.
grant select, insert on setting_versions to cryptocommerce_app;

create table proposals (
  id uuid primary key default uuidv7(),
  kind text not null constraint proposal_kind_known check (kind in ('setting', 'payout', 'return')),
  subject text not null,
  payload jsonb not null,
  proposed_by uuid not null references auth."user",
  proposed_at timestamptz not null default now(),
  state text not null default 'open' constraint proposal_state_known check (state in ('open', 'approved', 'rejected', 'withdrawn')),
  decided_by uuid references auth."user",
  decided_at timestamptz,
  reason_code text,
  constraint proposal_two_people check (state not in ('approved', 'rejected') or decided_by <> proposed_by)
);
create unique index proposal_one_open on proposals (kind, subject) where state = 'open';
create index proposals_open on proposals (proposed_at) where state = 'open';
create index proposals_proposed_by on proposals (proposed_by);
create index proposals_decided_by on proposals (decided_by);
alter table proposals enable row level security;
alter table proposals force row level security;
create policy staff_only on proposals for all to cryptocommerce_app
  using ((select app.sees_all())) with check ((select app.sees_all()));
grant select, insert, update on proposals to cryptocommerce_app;
