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
  kind text not null constraint proposal_kind_known
    check (kind in ('setting', 'payout', 'return', 'kyc', 'role', 'release', 'rule_set')),
  subject text not null,
  -- What is asked for; and what stood in its place at that moment, where the kind compares the two.
  payload jsonb not null,
  stood jsonb,
  -- Whose matter it is, where it is somebody's.
  customer_id uuid references auth."user",
  proposed_by uuid not null references auth."user",
  proposed_at timestamptz not null default now(),
  state text not null default 'open' constraint proposal_state_known check (state in ('open', 'approved', 'rejected', 'withdrawn')),
  decided_by uuid references auth."user",
  decided_at timestamptz,
  reason_code text,
  constraint proposal_two_people check (state not in ('approved', 'rejected') or decided_by <> proposed_by),
  constraint proposal_withdrawn_by_its_proposer check (state <> 'withdrawn' or decided_by = proposed_by),
  constraint proposal_decided_whole check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null)),
  constraint proposal_not_by_its_customer check (proposed_by <> customer_id),
  constraint proposal_not_decided_by_its_customer check (decided_by <> customer_id)
);
create unique index proposal_one_open on proposals (kind, subject) where state = 'open';
create index proposals_open on proposals (proposed_at) where state = 'open';
create index proposals_of_kind on proposals (kind, proposed_at);
create index proposals_proposed_by on proposals (proposed_by);
create index proposals_decided_by on proposals (decided_by);
create index proposals_customer on proposals (customer_id) where customer_id is not null;
alter table proposals enable row level security;
alter table proposals force row level security;
-- Staff, but nobody what is about themselves (decision A7); releases and rule sets are for those who work on them.
create policy staff_reads on proposals for select to cryptocommerce_app
  using ((select app.sees_all()) and customer_id is distinct from (select app.user_id())
    and (kind not in ('release', 'rule_set') or (select app.user_id()) is null
      or (select app.has_role('compliance')) or (select app.has_role('admin'))));
-- In one's own name, and nothing about oneself.
create policy staff_proposes on proposals for insert to cryptocommerce_app
  with check ((select app.sees_all()) and proposed_by = (select app.user_id()) and state = 'open');
-- An open one is decided, in one's own name; a decided one stays as it is. What was asked for is never written again.
create policy staff_decides on proposals for update to cryptocommerce_app
  using ((select app.sees_all()) and state = 'open')
  with check ((select app.sees_all()) and state <> 'open' and decided_by = (select app.user_id()));
grant select, insert on proposals to cryptocommerce_app;
grant update (state, decided_by, decided_at, reason_code) on proposals to cryptocommerce_app;
