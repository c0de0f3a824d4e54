-- Why: whoever paid by bank or card under a name of their own was compared with no list: a listed party paid for somebody
-- else's order or plan, and nothing stopped it. Each line of what came in keeps from now on with which lists the name on it was
-- compared, and what it stopped for. Until then nothing is paid out for it, and what it pays for does not begin. The names
-- themselves stand on the lines alone.

create table compared_payers (
  movement_id uuid primary key references movements (id) on delete cascade,
  -- The order or payment that it paid for.
  due_id uuid not null,
  user_id uuid not null references auth."user" (id),
  -- With which lists in force; 'own_name' where it is the customer's, who is compared by themselves.
  compared_with text,
  stopped_by jsonb not null default '[]'
);
create index compared_payers_due on compared_payers (due_id);
create index compared_payers_customer on compared_payers (user_id);
alter table compared_payers enable row level security;
alter table compared_payers force row level security;
create policy owner_lays_down on compared_payers for insert to current_user with check (true);
create policy owner_looks on compared_payers for select to current_user using (true);
create policy owner_erases on compared_payers for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy staff_look on compared_payers for select to cryptocommerce_app
  using ((select app.sees_all()) and user_id is distinct from (select app.user_id()));
create policy staff_compare on compared_payers for update to cryptocommerce_app
  using ((select app.sees_all()) and user_id is distinct from (select app.user_id()))
  with check ((select app.sees_all()) and user_id is distinct from (select app.user_id()));
grant select, update (compared_with, stopped_by) on compared_payers to cryptocommerce_app;

-- Whoever writes such a line down cannot forget that its name is to be compared.
create function app.payer_to_compare() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.compared_payers (movement_id, due_id, user_id)
    values (new.id, coalesce(new.order_id, new.payment_id), new.user_id);
  return null;
end $$;
revoke all on function app.payer_to_compare() from public;
create trigger payer_to_compare after insert on movements for each row
  when (new.direction = 'in' and new.user_id is not null and btrim(new.holder) <> '')
  execute function app.payer_to_compare();

-- What is under way was compared with nothing yet: it is, before anything more of it moves.
alter table movements no force row level security;
alter table transactions no force row level security;
alter table payments no force row level security;
insert into compared_payers (movement_id, due_id, user_id)
  select m.id, coalesce(m.order_id, m.payment_id), m.user_id from movements m
    left join transactions t on t.id = m.order_id left join payments p on p.id = m.payment_id
   where m.direction = 'in' and m.user_id is not null and btrim(m.holder) <> ''
     and (t.awaits_staff or t.status in ('pending', 'processing') or (p.pay_in = 'received' and (p.held or p.ended is not null)));
alter table movements force row level security;
alter table transactions force row level security;
alter table payments force row level security;

-- Whether people let go what these matches, and those that stopped it before, say against a name of an order or a
-- payment: who holds or keeps its wallet, and who paid for it, once each of these was compared at all.
create function app.names_let_go(which uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  with payers as (
    select c.user_id, c.stopped_by, c.compared_with from public.compared_payers c where c.due_id = which
       and not exists (select from public.movements o where o.of_id = c.movement_id and o.direction = 'off')),
  names as (
    select h.user_id, h.stopped_by from public.transfer_parties h where h.order_id = which
    union all select p.user_id, p.stopped_by from payers p),
  stops as (
    select n.user_id, s.* from names n
      cross join lateral jsonb_to_recordset(n.stopped_by) s(source text, ref text, hash text, at timestamptz)),
  matches as (
    select s.user_id, s.source, s.ref, s.hash from stops s
    union select n.user_id, f.* from names n cross join jsonb_to_recordset(found) f(source text, ref text, hash text))
  select not exists (select from payers p where p.compared_with is null) and not exists (
    select from matches m
     where not exists (select from public.name_hits n where n.user_id = m.user_id and n.source = m.source
         and n.party_ref = m.ref and n.pair_hash = m.hash and n.state = 'cleared')
       and not exists (select from stops s
         join public.proposals p on p.kind = 'release' and p.subject = which::text and p.state = 'approved'
           and p.decided_at >= s.at
        where s.source = m.source and s.ref = m.ref and s.hash = m.hash))
$$;
revoke all on function app.names_let_go(uuid, jsonb) from public;

create or replace function app.holder_clear(which uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select app.sees_all() and app.names_let_go(which, found)
$$;

create or replace function app.order_of_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if tg_op = 'INSERT' then
    -- Coins that were already sent are never met by a bare refusal: the order exists, held (decision A2).
    if not (new.held and new.type = 'sell' and new.pay_in = 'claimed' and new.pay_out = 'none'
        and new.status = 'pending') then
      perform app.refuse_while_frozen(new.user_id, new.id, 'order');
    end if;
    return new;
  end if;
  if new.user_id <> old.user_id then
    perform app.refuse_while_frozen(old.user_id, old.id, 'order');
  end if;
  if new.pay_in <> old.pay_in and new.pay_in not in ('awaiting', 'claimed', 'received') then
    perform app.refuse_while_frozen(new.user_id, new.id, 'return');
  elsif (new.pay_out <> old.pay_out and new.pay_out not in ('none', 'failed'))
      or (new.status <> old.status and new.status = 'completed') then
    perform app.refuse_while_frozen(new.user_id, new.id, 'out');
    if new.pay_out <> old.pay_out and new.pay_out in ('prepared', 'approved')
      and not app.names_let_go(new.id, '[]')
    then raise exception 'nothing is paid out before who paid was compared with the lists'
      using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
  -- What had left and came back is here again, and must be known to be.
  elsif new.status <> old.status and new.status in ('pending', 'processing') and old.status <> 'completed' then
    perform app.refuse_while_frozen(new.user_id, new.id, 'order');
  elsif old.held and not new.held then
    perform app.refuse_while_frozen(new.user_id, new.id, 'release');
  end if;
  return new;
end $function$
;

-- What a freeze stops, of which compliance hears, beside what only waits for a look at a name.
create function app.payment_is_frozen(which uuid, person uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  begin
    perform app.refuse_while_frozen(person, which, 'order');
  exception when check_violation then return true; end;
  return exists (select from app.freezes_around(which)) and not app.return_decided(which, person);
end $$;
revoke all on function app.payment_is_frozen(uuid, uuid) from public;
grant execute on function app.payment_is_frozen(uuid, uuid) to cryptocommerce_app;

create or replace function app.payment_is_stopped(which uuid, person uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  return app.payment_is_frozen(which, person) or not app.names_let_go(which, '[]');
end $$;

create or replace function app.payment_goes_back(line movements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare remains numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('line ' || line.of_id, 0));
  remains := app.line_left(line.of_id);
  if line.amount > remains then raise exception 'more_than_is_left' using errcode = 'check_violation'; end if;
  if (select case when line.amount < remains then p.ended is null and not p.held else p.ended is not null end
      from public.payments p where p.id = line.payment_id) is not true
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if not app.names_let_go(line.payment_id, '[]') and not app.return_decided(line.payment_id, line.user_id)
  then raise exception 'nothing goes back to whom a list stops'
    using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
end $function$
;

-- What was compared is forgotten with whose it was.
create or replace function app.blank_order(which uuid, today date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare customer uuid; wallets text[]; loose uuid[];
begin
  select t.user_id, array_remove(array[t.wallet_address, t.sender_wallet_address]
      || array(select m.address from public.movements m where m.order_id = which), null)
    into customer, wallets from public.transactions t where t.id = which;
  update public.transactions set receipt = '{}', compliance_notes = null, purpose_of_transaction = null,
      source_of_funds = null, source_of_funds_file = null, proof_file = null, payout_proof_file = null,
      wallet_address = case when wallet_address is not null then 'erased' end, destination_tag = null,
      sender_wallet_address = case when sender_wallet_address is not null then 'erased' end, sender_wallet_type = null,
      bank_name = case when bank_name is not null then 'erased' end, routing_number = null,
      account_number = case when account_number is not null then 'erased' end,
      account_holder_name = case when account_holder_name is not null then 'erased' end, likeness = 'erased'
   where id = which;
  -- Unassigned money that went to this order or came off it, once nothing of it is left to be given to anybody.
  select coalesce(array_agg(m.id), '{}') into loose from public.movements m
   where m.user_id is null and m.direction = 'in' and app.money_left(m.id) = 0
     and exists (select from public.movements o where (o.order_id = which or o.payment_id = which) and (o.from_id = m.id or o.id = m.from_id));
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = which or payment_id = which or id = any(loose) or (user_id is null and of_id = any(loose));
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = which::text or subject = any(loose::text[])) and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.payments set proof_file = null, wallet_type = null,
      sender_address = case when sender_address is not null then 'erased' end, transaction_hash = null where id = which;
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.transfer_parties where order_id = which;
  delete from public.compared_payers where due_id = which;
  -- What a case shows is kept with the case, and a wallet with whatever other order it stands in.
  update public.transaction_alerts a set details = '{}', description = 'Erased.', outcome_note = null
   where a.transaction_id = which and not exists (select from public.case_alerts c where c.alert_id = a.id);
  delete from public.blockchain_screening s
   where s.user_id = customer and s.wallet_address = any(wallets) and s.created_at < today - interval '7 years'
     and not exists (select from public.case_screenings c where c.screening_id = s.id)
     and not exists (select from public.transactions t where t.user_id = customer
       and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
end $function$
;
