-- Why: one line for everything that came in, left, went back or bounced, so that in = kept + sent + returned (decision
-- E6) can be read and not only hoped for; a reference that was used once, in whatever spelling, is used for ever; and
-- what leaves is approved by a second person before it is sent, its reference recorded after (E4).

create table movements (
  id uuid primary key default uuidv7(),
  order_id uuid not null,
  user_id uuid not null,
  -- From our side: `back` is what came in on its way back, `bounced` what had left and came back to us.
  direction text not null constraint direction_known check (direction in ('in', 'out', 'back', 'bounced')),
  -- Came in beside what the order had received already: it waits to go back.
  extra boolean not null default false constraint extra_comes_in check (not extra or direction = 'in'),
  -- The line that goes back, or that bounced.
  of_id uuid references movements,
  -- JMD, USD, or the symbol of a coin.
  asset text not null,
  amount numeric(40, 18) not null constraint movement_positive check (amount > 0),
  -- `bank`, or the network.
  rail text not null constraint rail_known check (rail in ('bank', 'bitcoin', 'erc20', 'bep20', 'trc20', 'solana', 'xrp')),
  -- As the bank or the chain shows it, and in the one form in which references are compared.
  reference text,
  reference_key text constraint movement_reference_once unique,
  -- The other side: who paid, or who is paid.
  bank text,
  account text,
  holder text,
  address text,
  tag text,
  -- When it moved by the evidence: the bank line's day and time, the time of the block. Of a day without a time its end.
  moved_at timestamptz not null,
  day_only boolean not null default false,
  recorded_at timestamptz not null,
  -- Null where it was taken over from before there were lines.
  recorded_by uuid references auth."user",
  -- What two people had agreed on, for whatever left; null where that was before.
  proposal_id uuid references proposals constraint one_movement_of_a_proposal unique,
  constraint movement_of_own_order foreign key (user_id, order_id) references transactions (user_id, id),
  constraint movement_not_in_future check (moved_at <= recorded_at),
  constraint movement_of_something check ((of_id is not null) = (direction in ('back', 'bounced'))),
  constraint movement_has_reference check (direction = 'bounced' or (reference is not null and reference_key is not null)),
  constraint never_recorded_for_oneself check (recorded_by <> user_id)
);
create index movements_order on movements (order_id, id);
create index movements_owner on movements (user_id, order_id);
create index movements_of on movements (of_id) where of_id is not null;
create index movements_recorded_by on movements (recorded_by);

alter table proposals drop constraint proposal_kind_known;
alter table proposals add constraint proposal_kind_known
  check (kind in ('setting', 'payout', 'return', 'undo', 'kyc', 'role', 'release', 'rule_set'));
-- An approval is undone once.
create index proposals_subject on proposals (subject, kind);
create unique index approval_undone_once on proposals ((payload ->> 'of')) where kind = 'undo' and state = 'approved';

-- What was recorded until now. Two spellings of one reference may stand there already: those stay apart by a mark that
-- nobody can type.
with named as (
  select t.*, case when t.type = 'buy' then 'bank' else t.network end rail_in,
         case when t.type = 'buy' then t.network else 'bank' end rail_out
    from transactions t
), taken as (
  select n.id, n.user_id, 'in' direction, n.rail_in rail, coalesce(n.received_reference, 'Order ' || n.reference) reference,
         case when n.type = 'buy' then n.fiat_currency else n.crypto_symbol end asset,
         coalesce(n.received_amount, case when n.type = 'sell' then n.crypto_amount
           when n.fiat_currency = 'JMD' and n.fiat_amount >= 1 then trunc(n.fiat_amount) else n.fiat_amount end) amount,
         null bank, null account, null holder, case when n.type = 'sell' then n.sender_wallet_address end address,
         null tag, coalesce(n.received_at, n.updated_at) at, null::uuid proposal_id
    from named n where n.pay_in in ('received', 'returned')
  union all
  select n.id, n.user_id, 'out', n.rail_out, coalesce(n.payout_reference, 'Order ' || n.reference || ' out'),
         case when n.type = 'buy' then n.crypto_symbol else 'JMD' end,
         case when n.type = 'buy' then n.crypto_amount else n.net_jmd_amount end,
         case when n.type = 'sell' then n.bank_name end, case when n.type = 'sell' then n.account_number end,
         case when n.type = 'sell' then n.account_holder_name end, n.wallet_address, n.destination_tag::text,
         coalesce(n.closed_at, n.updated_at),
         (select p.id from proposals p where p.kind = 'payout' and p.subject = n.id::text and p.state = 'approved'
           order by p.id desc limit 1)
    from named n where n.pay_out = 'sent'
  union all
  select n.id, n.user_id, 'back', n.rail_in, coalesce(n.payout_reference, 'Order ' || n.reference || ' back'),
         case when n.type = 'buy' then n.fiat_currency else n.crypto_symbol end,
         coalesce(n.received_amount, case when n.type = 'sell' then n.crypto_amount
           when n.fiat_currency = 'JMD' and n.fiat_amount >= 1 then trunc(n.fiat_amount) else n.fiat_amount end),
         null, null, null, case when n.type = 'sell' then n.sender_wallet_address end, null,
         coalesce((select max(e.at) from order_events e where e.order_id = n.id and e.event = 'returnMoney'), n.updated_at),
         (select p.id from proposals p where p.kind = 'return' and p.subject = n.id::text and p.state = 'approved'
           order by p.id desc limit 1)
    from named n where n.pay_in = 'returned'
), keyed as (
  select t.*, case
      when rail in ('erc20', 'bep20') and reference ~* '^(0x)?[0-9a-f]{64}$'
        then '0x' || lower(regexp_replace(reference, '^0x', '', 'i'))
      when rail in ('bitcoin', 'trc20') and reference ~* '^(0x)?[0-9a-f]{64}$'
        then lower(regexp_replace(reference, '^0x', '', 'i'))
      when rail = 'xrp' and reference ~* '^(0x)?[0-9a-f]{64}$' then upper(regexp_replace(reference, '^0x', '', 'i'))
      when rail = 'solana' then reference
      else upper(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')) end key
    from taken t
), numbered as (
  select k.*, row_number() over (partition by key order by at, id, direction) turn from keyed k
)
insert into movements (id, order_id, user_id, direction, of_id, asset, amount, rail, reference, reference_key, bank,
    account, holder, address, tag, moved_at, recorded_at, proposal_id)
  select case when direction = 'in' then id else uuidv7() end, id, user_id, direction,
         case when direction = 'back' then id end, asset, amount, rail, reference,
         case when turn = 1 then key else key || ' #' || turn end, bank, account, holder, address, tag, at, at, proposal_id
    from numbered order by at, direction = 'back';

-- What waited for a second person was prepared the old way, with its reference: it is prepared anew.
with reopened as (
  update proposals set state = 'withdrawn', decided_by = proposed_by, decided_at = now()
   where kind in ('payout', 'return') and state = 'open' returning kind, subject
), moved as (
  update transactions t set pay_out = 'none', updated_at = now() from reopened r
   where r.kind = 'payout' and t.id::text = r.subject and t.pay_out = 'prepared' returning t.id, t.user_id
)
insert into order_events (order_id, user_id, at, event, actor_kind, note, public)
  select id, user_id, now(), 'withdrawPreparation', 'system',
         'Prepared before approvals came first: to be prepared again, without a reference.', false from moved;

alter table transactions drop column received_reference, drop column received_amount, drop column payout_reference;
-- How many further payments wait to go back.
alter table transactions add column extras smallint not null default 0 constraint extras_not_negative check (extras >= 0);
drop index transactions_queue;
alter table transactions alter column awaits_staff set expression as (
  (pay_in in ('claimed', 'received') and status <> 'completed') or (held and status in ('pending', 'processing'))
    or extras > 0);
create index transactions_queue on transactions (waiting_since, id) where awaits_staff;

alter table movements enable row level security;
alter table movements force row level security;
create policy own_or_staff on movements for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy staff_records on movements for insert to cryptocommerce_app
  with check ((select app.sees_all()) and user_id is distinct from (select app.user_id()));
create policy owner_looks on movements for select to current_user using (true);
grant select, insert on movements to cryptocommerce_app;

-- Holds even if our code is wrong: nothing leaves without what two people agreed on for exactly that, once, and nothing
-- goes back that did not come in.
create function app.movement_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare agreed public.proposals; earlier public.movements; t public.transactions;
begin
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id and order_id = new.order_id;
    if earlier.id is null or (earlier.asset, earlier.amount) is distinct from (new.asset, new.amount)
      or (new.direction = 'back') <> (earlier.direction = 'in')
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  if new.direction = 'in' then return new; end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = new.order_id::text;
  if agreed.id is null or exists (select from public.proposals u
      where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = agreed.id::text)
  then raise exception 'movement_not_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'bounced' then return new; end if;
  perform app.refuse_while_frozen(new.user_id, new.order_id, case new.direction when 'back' then 'return' else 'out' end);
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (new.direction = 'out' and t.pay_in <> 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if exists (select from public.movements m where m.order_id = new.order_id and m.direction = new.direction
      and m.of_id is not distinct from new.of_id
      and not exists (select from public.movements b where b.of_id = m.id and b.direction = 'bounced'))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $$;
revoke all on function app.movement_stands() from public;
create trigger movement_stands before insert on movements for each row execute function app.movement_stands();

-- The sender of a sell is what really sent, not what was typed: an order rests on the screening of that one.
create or replace function app.screened_clear(order_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (
      select from public.transactions t join public.blockchain_screening s on s.id = t.blockchain_screening_id
       where t.id = screened_clear.order_id and s.user_id = t.user_id and s.screening_result = 'clear'
         and s.wallet_address = coalesce((select m.address from public.movements m
             where m.order_id = t.id and m.direction = 'in' and not m.extra), t.wallet_address, t.sender_wallet_address));
  end;

-- Whether an address was found clear for this customer when it was last screened, and no more than that: for those who
-- pay out and may not see screenings.
create function app.address_clear(customer uuid, address text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and coalesce((
      select s.screening_result = 'clear' from public.blockchain_screening s
       where s.user_id = address_clear.customer and s.wallet_address = address_clear.address
       order by s.created_at desc, s.id desc limit 1), false);
  end;
revoke all on function app.address_clear(uuid, text) from public;
grant execute on function app.address_clear(uuid, text) to cryptocommerce_app;
