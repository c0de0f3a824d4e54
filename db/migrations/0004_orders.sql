-- Why: orders to buy and sell, with their three tracks (decision A2), what led up to them and what happened to them.

create table files (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  purpose text not null constraint file_purpose_known check (purpose in ('transaction-proof', 'source-of-funds', 'payout-proof')),
  path text not null unique,
  name text not null,
  mime text not null,
  bytes integer not null constraint file_size check (bytes between 1 and 10485760),
  sha256 text not null,
  created_at timestamptz not null default now(),
  -- So that an order can only point at papers of its own customer.
  constraint file_and_owner unique (user_id, id)
);
create index files_owner on files (user_id, created_at);
alter table files enable row level security;
alter table files force row level security;
create policy own_or_staff on files for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy own on files for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
grant select, insert on files to cryptocommerce_app;

-- A price offered to one person for a short time. Copied into the order that takes it, so old ones are swept daily.
create table quotes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  side text not null constraint quote_side_known check (side in ('buy', 'sell')),
  terms jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quotes_owner on quotes (user_id);
create index quotes_expired on quotes (expires_at);
alter table quotes enable row level security;
alter table quotes force row level security;
create policy own on quotes for all to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all())) with check (user_id = (select app.user_id()));
grant select, insert, delete on quotes to cryptocommerce_app;

create table transactions (
  id uuid primary key default uuidv7(),
  reference text not null constraint reference_taken unique,
  user_id uuid not null references auth."user",
  type text not null constraint type_known check (type in ('buy', 'sell')),
  status text not null default 'pending'
    constraint status_known check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  pay_in text not null constraint pay_in_known check (pay_in in ('awaiting', 'claimed', 'received', 'returned')),
  pay_out text not null default 'none' constraint pay_out_known check (pay_out in ('none', 'prepared', 'approved', 'sent', 'failed')),
  held boolean not null default false,
  hold_reason text,
  lapsed boolean not null default false,
  payment_method text not null default 'bank_transfer' constraint method_known check (payment_method in ('bank_transfer', 'card', 'crypto')),

  -- the bargain, frozen from the quote
  fiat_currency text not null constraint currency_known check (fiat_currency in ('JMD', 'USD')),
  fiat_amount numeric(20, 2) not null,
  jmd_amount numeric(20, 2) not null constraint amount_positive check (jmd_amount > 0),
  fee_percent numeric(6, 2) not null,
  fee_amount_jmd numeric(20, 2) not null constraint fee_not_negative check (fee_amount_jmd >= 0),
  net_jmd_amount numeric(20, 2) not null,
  crypto_symbol text not null,
  crypto_amount numeric(40, 18) not null constraint coins_positive check (crypto_amount > 0),
  price_usd_used numeric not null,
  rate_used numeric not null,
  market_rate numeric,
  quote_id uuid not null constraint one_order_per_quote unique,
  -- The request that placed it: sent again it is answered with this order, not with a second one (decision A9).
  idempotency_key uuid,
  request_hash text,
  -- What, how much and where to: two orders alike within minutes are one order from two tabs.
  likeness text not null,

  -- where the coins go, or come from
  network text not null,
  wallet_address text,
  destination_tag bigint constraint tag_is_uint32 check (destination_tag between 0 and 4294967295),
  sender_wallet_address text,
  sender_wallet_type text,
  company_wallet_address text,
  company_wallet_tag text,

  -- where the money goes
  bank_name text,
  account_number text,
  account_holder_name text,
  routing_number text,

  purpose_of_transaction text,
  source_of_funds text,
  source_of_funds_file uuid,
  proof_file uuid,
  payout_reference text,
  payout_proof_file uuid references files,
  received_reference text,
  -- What really arrived, where the order had ended already; null where it was what was asked for.
  received_amount numeric(40, 18) constraint received_amount_positive check (received_amount > 0),
  receipt jsonb not null,

  -- How it was judged when it was placed; for staff alone (decision A7).
  blockchain_screening_id uuid,
  risk_score smallint constraint order_score_in_range check (risk_score between 0 and 100),
  risk_level text constraint order_risk_known check (risk_level in ('low', 'medium', 'high', 'critical')),
  compliance_notes text,

  created_at timestamptz not null,
  updated_at timestamptz not null,
  lapses_at timestamptz,
  claimed_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  waiting_since timestamptz,
  -- A person of ours has the next move: money or coins are said to be, or are, here and the matter is not closed.
  awaits_staff boolean not null generated always as (
    (pay_in in ('claimed', 'received') and status <> 'completed') or (held and status in ('pending', 'processing'))
  ) stored,

  -- Also one person's own list, newest first, paged by id (which grows with time).
  constraint order_and_owner unique (user_id, id),
  constraint one_order_per_request unique (user_id, idempotency_key),
  constraint funds_file_is_own foreign key (user_id, source_of_funds_file) references files (user_id, id),
  constraint proof_file_is_own foreign key (user_id, proof_file) references files (user_id, id),
  constraint fee_and_net_make_amount check (fee_amount_jmd + net_jmd_amount = jmd_amount),
  constraint nothing_paid_out_before_money_in check (pay_out in ('none', 'prepared', 'failed') or pay_in = 'received'),
  constraint nothing_paid_out_while_held check (not held or pay_out <> 'sent'),
  constraint completed_is_paid_both_ways check (status <> 'completed' or (pay_in = 'received' and pay_out = 'sent')),
  constraint buy_has_address check (type <> 'buy' or wallet_address is not null),
  constraint sell_has_bank check (type <> 'sell' or (bank_name is not null and account_number is not null and account_holder_name is not null))
);
-- The same list by status, and the counts above it, which are read from this index alone.
create index transactions_own_status on transactions (user_id, status, id desc);
-- What counts against the month's limit, and what its risk is judged by: read alone from this index when an order is
-- placed, so that an order takes as long after millions of others as after a few.
create index transactions_month on transactions (user_id, created_at) include (status, net_jmd_amount, jmd_amount)
  where status in ('pending', 'processing', 'completed');
create index transactions_queue on transactions (waiting_since, id) where awaits_staff;
create index transactions_lapse on transactions (lapses_at) where status = 'pending' and pay_in = 'awaiting';
-- One bank line or transaction hash belongs to one order.
create unique index received_reference_once on transactions (received_reference) where received_reference is not null;
create unique index payout_reference_once on transactions (payout_reference) where payout_reference is not null;
create index transactions_sof_file on transactions (source_of_funds_file, user_id) where source_of_funds_file is not null;
create index transactions_proof_file on transactions (proof_file, user_id) where proof_file is not null;
create index transactions_payout_file on transactions (payout_proof_file) where payout_proof_file is not null;
alter table transactions enable row level security;
alter table transactions force row level security;
create policy own_or_staff on transactions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
-- A check of the one row that is being written asks without a select of its own, which would be set up each time.
create policy own on transactions for insert to cryptocommerce_app with check (user_id = app.user_id());
create policy own_or_staff_moves on transactions for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()))
  with check (user_id = (select app.user_id()) or (select app.sees_all()));
grant select, insert, update on transactions to cryptocommerce_app;

-- The story of an order after it was placed: one line for each move. Lines that are not public are for staff alone
-- (decision A7).
create table order_events (
  id uuid primary key default uuidv7(),
  order_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  event text not null,
  actor_kind text not null constraint actor_known check (actor_kind in ('customer', 'staff', 'system')),
  actor_id uuid,
  reason_code text,
  note text,
  public boolean not null default true,
  constraint event_of_own_order foreign key (user_id, order_id) references transactions (user_id, id)
);
create index order_events_story on order_events (order_id, user_id, id);
alter table order_events enable row level security;
alter table order_events force row level security;
create policy own_public_or_staff on order_events for select to cryptocommerce_app
  using ((user_id = (select app.user_id()) and public) or (select app.sees_all()));
create policy adds on order_events for insert to cryptocommerce_app
  with check (user_id = app.user_id() or app.sees_all());
grant select, insert on order_events to cryptocommerce_app;

-- What somebody has typed into the sell form so far (decision A2).
create table sell_drafts (
  user_id uuid primary key references auth."user" on delete cascade,
  data jsonb not null,
  updated_at timestamptz not null
);
alter table sell_drafts enable row level security;
alter table sell_drafts force row level security;
create policy own on sell_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert, update, delete on sell_drafts to cryptocommerce_app;
