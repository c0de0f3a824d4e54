-- Hosted payment pages, each for one order or payment and its exact amount (ADR 17).
create table card_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  kind text not null constraint card_kind_known check (kind in ('order', 'payment')),
  due_id uuid not null,
  provider text not null constraint card_provider_known check (provider ~ '^[a-z]{2,20}$'),
  reference text not null constraint card_reference_short check (length(reference) between 8 and 64),
  amount numeric(18,2) not null constraint card_amount_positive check (amount > 0),
  currency text not null constraint card_currency_known check (currency in ('JMD', 'USD')),
  url text not null,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  outcome text,
  decided_at timestamptz,
  constraint card_session_and_owner unique (user_id, id),
  constraint card_decided_whole check ((outcome is null) = (decided_at is null)),
  constraint card_outcome_known check (outcome in ('received', 'late', 'again', 'unassigned', 'declined',
    'charged_back'))
);
create index card_sessions_open on card_sessions (opened_at) where outcome is null;
create index card_sessions_own on card_sessions (user_id, opened_at desc);
create index card_sessions_reference on card_sessions (provider, reference, opened_at desc);
alter table card_sessions enable row level security;
alter table card_sessions force row level security;

-- True if the page is for an amount due of its customer and no other amount due uses its reference.
create function app.is_valid_card_page(page card_sessions) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select case page.kind
      when 'order' then exists (select from public.transactions t where t.id = page.due_id and t.user_id = page.user_id)
      else exists (select from public.payments p where p.id = page.due_id and p.user_id = page.user_id
        and p.amount_jmd = page.amount and page.currency = 'JMD') end
    and not exists (select from public.card_sessions s where s.provider = page.provider and s.reference = page.reference
      and (s.user_id, s.due_id) is distinct from (page.user_id, page.due_id));
end;

create policy own_insert on card_sessions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and outcome is null and app.is_valid_card_page(card_sessions));
create policy own_or_staff_select on card_sessions for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on card_sessions for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on card_sessions for select to current_user using (true);
create policy system_update on card_sessions for update to cryptocommerce_app
  using ((select app.is_system())) with check ((select app.is_system()));
grant select, insert on card_sessions to cryptocommerce_app;
grant update (outcome, decided_at) on card_sessions to cryptocommerce_app;

-- Signed provider events, stored before they are processed. Each event is stored once.
create table card_events (
  id uuid primary key default uuidv7(),
  provider text not null constraint card_event_provider_known check (provider ~ '^[a-z]{2,20}$'),
  event_id text not null,
  outcome text not null constraint card_event_known check (outcome in ('approved', 'declined', 'charged_back')),
  transaction_id text not null,
  reference text not null,
  amount numeric(18,2) not null constraint card_event_positive check (amount > 0),
  currency text not null constraint card_event_currency_known check (currency in ('JMD', 'USD')),
  name_on_card text,
  card text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  became text,
  handled_at timestamptz,
  user_id uuid references auth."user",
  session_id uuid,
  constraint card_event_once unique (provider, event_id),
  constraint card_event_of_own_session foreign key (user_id, session_id) references card_sessions (user_id, id),
  constraint card_became_known check (became in ('received', 'late', 'again', 'unassigned', 'declined',
    'charged_back', 'nothing')),
  constraint card_handled_whole check ((became is null) = (handled_at is null)),
  constraint card_session_has_owner check ((session_id is null) = (user_id is null))
);
create index card_events_charge on card_events (provider, transaction_id);
create index card_events_session on card_events (user_id, session_id) where session_id is not null;
create index card_events_waiting on card_events (received_at) where became is null;
alter table card_events enable row level security;
alter table card_events force row level security;
create policy own_or_staff_select on card_events for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on card_events for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on card_events for select to current_user using (true);
create policy system_update on card_events for update to cryptocommerce_app
  using ((select app.is_system())) with check ((select app.is_system()));
create policy system_insert on card_events for insert to cryptocommerce_app
  with check ((select app.is_system()) and became is null and user_id is null);
create policy staff_insert on card_events for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and became is null and user_id is null and outcome = 'approved');
grant select, insert on card_events to cryptocommerce_app;
grant update (became, handled_at, user_id, session_id) on card_events to cryptocommerce_app;

create function app.clear_card_names(target_due uuid) returns void
  language sql set search_path = pg_catalog, pg_temp
begin atomic
  update public.card_events set name_on_card = null, card = null
   where session_id in (select s.id from public.card_sessions s where s.due_id = target_due);
end;

create function app.anonymize_card_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_erase_movement(new.id, app.today()) then return null; end if;
  update public.card_events set name_on_card = null, card = null where provider || ':' || transaction_id = new.reference;
  return null;
end $$;
create trigger anonymize_card_event after update of holder on movements
  for each row when (new.holder is null and new.rail = 'card' and new.reference is not null)
  execute function app.anonymize_card_event();

create function app.source_accounts(target_movement uuid) returns table (user_id uuid, order_id uuid)
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id, m.user_id, coalesce(m.order_id, m.payment_id) order_id
      from public.movements m where m.id = target_movement
    union
    select m.id, m.source_movement_id, m.reverses_id, m.user_id, coalesce(m.order_id, m.payment_id)
      from chain w join public.movements m on m.id = w.source_movement_id or m.id = w.reverses_id
  )
  select w.user_id, w.order_id from chain w where w.user_id is not null
  union
  select s.user_id, s.due_id
    from chain w
    join public.movements m on m.id = w.id and m.rail = 'card' and m.user_id is null
    join public.card_events e on e.provider = split_part(m.reference, ':', 1)
      and e.transaction_id = substr(m.reference, strpos(m.reference, ':') + 1) and e.outcome = 'approved'
    join public.card_sessions s on s.id = e.session_id;
end;

create function app.is_charged_back(target_movement uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.movements m
      join public.card_events e on e.provider = split_part(m.reference, ':', 1)
        and e.transaction_id = substr(m.reference, strpos(m.reference, ':') + 1) and e.outcome = 'charged_back'
     where m.id = target_movement and m.rail = 'card');
end;

-- True until two people release an order after a chargeback of its card payment.
create function app.has_open_chargeback(target_order uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return app.can_access_all_rows() and exists (select from public.movements i
      join public.movements m on m.id = coalesce(i.source_movement_id, i.id) and m.rail = 'card'
      join public.card_events e on e.provider = split_part(m.reference, ':', 1)
        and e.transaction_id = substr(m.reference, strpos(m.reference, ':') + 1) and e.outcome = 'charged_back'
    where i.order_id = target_order and i.direction = 'in'
      and not exists (select from public.movements o where o.reverses_id = i.id and o.direction = 'off')
      and not exists (select from public.proposals p where p.kind = 'release' and p.subject = target_order::text
        and p.state = 'approved' and p.proposed_at > e.received_at));

revoke all on function
  app.has_open_chargeback, app.is_valid_card_page, app.clear_card_names, app.anonymize_card_event, app.source_accounts, app.is_charged_back
  from public;
grant execute on function app.has_open_chargeback, app.is_valid_card_page, app.source_accounts, app.is_charged_back to cryptocommerce_app;
