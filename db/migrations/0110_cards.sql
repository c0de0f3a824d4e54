-- Why: what is due can be paid by card, through whichever provider is in force. A session is one way to a provider's page,
-- opened from the record and for its amount alone; an event is what a provider told us under its signature. An event is
-- written down before anything is made of it and counts once, and what it brought stands on a line of its own: on what
-- it was for, or on nothing (decision 025).

create table card_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id),
  kind text not null constraint card_kind_known check (kind in ('order', 'payment')),
  due_id uuid not null,
  provider text not null constraint card_provider_known check (provider in ('sandbox', 'wipay', 'fygaro')),
  -- What the provider calls it by: the id of the record, or an own word where it wants a short one for each try.
  reference text not null constraint card_reference_short check (length(reference) between 8 and 64),
  amount numeric(18, 2) not null constraint card_amount_positive check (amount > 0),
  currency text not null constraint card_currency_known check (currency in ('JMD', 'USD')),
  url text not null,
  opened_at timestamptz not null,
  -- Until when its customer may come back to the page.
  closes_at timestamptz not null,
  outcome text constraint card_outcome_known
    check (outcome in ('received', 'late', 'again', 'unassigned', 'declined', 'charged_back')),
  decided_at timestamptz,
  constraint card_session_and_owner unique (user_id, id),
  constraint card_decided_whole check ((outcome is null) = (decided_at is null))
);
create index card_sessions_reference on card_sessions (provider, reference, opened_at desc);
create index card_sessions_own on card_sessions (user_id, opened_at desc);
create index card_sessions_open on card_sessions (opened_at) where outcome is null;

alter table card_sessions enable row level security;
alter table card_sessions force row level security;
create policy own_or_staff on card_sessions for select to cryptocommerce_app
  using ((select app.sees_all()) or user_id = app.user_id());
create policy own_opens on card_sessions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and outcome is null);
create policy product_decides on card_sessions for update to cryptocommerce_app
  using ((select app.is_product())) with check ((select app.is_product()));
create policy owner_erases on card_sessions for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
grant select, insert on card_sessions to cryptocommerce_app;
grant update (outcome, decided_at) on card_sessions to cryptocommerce_app;

create table card_events (
  id uuid primary key default uuidv7(),
  provider text not null constraint card_event_provider_known check (provider in ('sandbox', 'wipay', 'fygaro')),
  event_id text not null,
  outcome text not null constraint card_event_known check (outcome in ('approved', 'declined', 'charged_back')),
  -- The provider's own number of the charge.
  transaction_id text not null,
  reference text not null,
  amount numeric(18, 2) not null constraint card_event_positive check (amount > 0),
  currency text not null constraint card_event_currency_known check (currency in ('JMD', 'USD')),
  -- As the provider shows them: evidence, and nothing that anything is decided by.
  name_on_card text,
  card text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  -- What became of it; empty until the job has been there.
  became text constraint card_became_known
    check (became in ('received', 'late', 'again', 'unassigned', 'declined', 'charged_back', 'nothing')),
  handled_at timestamptz,
  user_id uuid references auth."user" (id),
  session_id uuid,
  constraint card_event_once unique (provider, event_id),
  constraint card_event_of_own_session foreign key (user_id, session_id) references card_sessions (user_id, id),
  constraint card_handled_whole check ((became is null) = (handled_at is null)),
  constraint card_session_has_owner check ((session_id is null) = (user_id is null))
);
create index card_events_waiting on card_events (received_at) where became is null;
create index card_events_session on card_events (user_id, session_id) where session_id is not null;
create index card_events_charge on card_events (provider, transaction_id);

alter table card_events enable row level security;
alter table card_events force row level security;
create policy own_or_staff on card_events for select to cryptocommerce_app
  using ((select app.sees_all()) or user_id = app.user_id());
create policy product_writes_down on card_events for insert to cryptocommerce_app
  with check ((select app.is_product()) and became is null and user_id is null);
create policy product_handles on card_events for update to cryptocommerce_app
  using ((select app.is_product())) with check ((select app.is_product()));
create policy owner_erases on card_events for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
grant select, insert on card_events to cryptocommerce_app;
grant update (became, handled_at, user_id, session_id) on card_events to cryptocommerce_app;

alter table movements drop constraint rail_known,
  add constraint rail_known check (rail in ('bank', 'card', 'bitcoin', 'erc20', 'bep20', 'trc20', 'solana', 'xrp')),
  drop constraint unassigned_reason_known,
  add constraint unassigned_reason_known check (reason in ('nothing_known', 'several_orders', 'further_part', 'made_good',
    'wrong_order', 'card_unknown', 'card_differs', 'card_again'));

-- What a card brought and stands on nothing yet is nobody's, and nobody of ours wrote it down.
alter policy staff_records on movements with check ((select app.sees_all())
  and (user_id is distinct from (select app.user_id()) or (select app.is_product())));

alter table transaction_alerts drop constraint alert_type_known,
  add constraint alert_type_known check (alert_type in ('high_risk', 'transaction_blocked', 'wallet_blocked',
    'wallet_watched', 'wallet_not_screened', 'name_match', 'account_activity', 'manual', 'charged_back'));

-- A database that has settings already gets these: the page of the sandbox in a demo, nobody and nothing elsewhere.
insert into setting_versions (key, value)
  select 'cards', case when (select mode from born_as) = 'demo'
      then '{"provider": "sandbox", "forCrypto": "open", "forEverythingElse": "open", "keptHours": 24}'::jsonb
      else '{"provider": "none", "forCrypto": "closed", "forEverythingElse": "closed", "keptHours": 72}'::jsonb end
   where exists (select from setting_versions);
