-- Why: a decision acts (decision E2). Whoever a person found to be a listed party, and whoever's case ended with the end
-- of the relationship, is frozen in the very transaction of that decision: no order, pay-out or return of theirs moves,
-- whatever code asks. Two people thaw; giving a frozen customer's money back is a decision of its own. The customer
-- never learns of it (decision A7): what they may read of freezes is their own alarm alone.

alter table name_hits add constraint hit_and_owner unique (user_id, id);

alter table account_freezes
  drop constraint freeze_cause_known,
  add constraint freeze_cause_known check (cause in ('not_me', 'listed', 'relationship_ends', 'by_hand')),
  add column frozen_by uuid references auth."user",
  -- The decision it rests on.
  add column hit_id uuid,
  add column case_id uuid,
  add column reason text,
  -- Two people stand behind the end of every freeze but the customer's own alarm.
  add column thaw_id uuid references proposals,
  add constraint freeze_of_own_hit foreign key (user_id, hit_id) references name_hits (user_id, id),
  add constraint freeze_of_own_case foreign key (user_id, case_id) references cases (user_id, id),
  add constraint freeze_rests_on_its_cause check (case cause
    when 'not_me' then num_nonnulls(frozen_by, hit_id, case_id, reason) = 0
    when 'listed' then frozen_by is not null and reason is null and num_nonnulls(hit_id, case_id) = 1
    when 'relationship_ends' then frozen_by is not null and reason is null and hit_id is null and case_id is not null
    else frozen_by is not null and reason is not null and num_nonnulls(hit_id, case_id) = 0 end),
  add constraint nobody_freezes_themselves check (frozen_by <> user_id),
  add constraint thawed_by_two_people check (lifted_at is null or (cause = 'not_me') = (thaw_id is null));
create index freeze_frozen_by on account_freezes (frozen_by);
create index freeze_hit on account_freezes (user_id, hit_id);
create index freeze_case on account_freezes (user_id, case_id);
create index freeze_thaw on account_freezes (thaw_id);
-- Every decision freezes by itself, so that thawing one leaves the others.
drop index one_freeze_at_a_time;
create unique index one_freeze_for_one_cause on account_freezes (user_id, cause, coalesce(hit_id, case_id))
  nulls not distinct where lifted_at is null;

drop policy owner_reads on account_freezes;
create policy owner_keeps on account_freezes to current_user using (true) with check (true);

-- One's own alarm is for oneself and staff; everything else for those who work on it, and never about themselves.
drop policy own_or_staff on account_freezes;
create policy own_alarm_or_staff on account_freezes for select to cryptocommerce_app
  using (cause = 'not_me' and (user_id = (select app.user_id()) or (select app.sees_all())));
create policy compliance_reads on account_freezes for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()));
drop policy staff_lifts on account_freezes;
create policy compliance_lifts_alarms on account_freezes for update to cryptocommerce_app
  using (cause = 'not_me' and (select app.is_compliance_person()) and user_id <> (select app.user_id()))
  with check (cause = 'not_me' and (select app.is_compliance_person()) and lifted_by = (select app.user_id()));
create policy compliance_freezes on account_freezes for insert to cryptocommerce_app
  with check (cause = 'by_hand' and (select app.is_compliance_person()) and frozen_by = (select app.user_id())
    and lifted_at is null);
grant insert (user_id, cause, frozen_by, frozen_at, reason) on account_freezes to cryptocommerce_app;

-- A freeze waits for what moves just now, and what moves from now on waits for it and sees it.
create function app.freeze_waits() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.freeze_lock(new.user_id);
  return new;
end $$;
create trigger freeze_waits before insert on account_freezes for each row execute function app.freeze_waits();

-- The decisions that freeze.
create function app.decision_freezes() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_table_name = 'name_hits' then
    insert into public.account_freezes (user_id, cause, frozen_by, hit_id, frozen_at)
      values (new.user_id, 'listed', new.decided_by, new.id, new.decided_at) on conflict do nothing;
  else
    insert into public.account_freezes (user_id, cause, frozen_by, case_id, frozen_at)
      values (new.user_id, case new.outcome when 'list_hit_confirmed' then 'listed' else new.outcome end,
        new.closed_by, new.id, new.closed_at) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger confirmed_freezes after insert or update of state on name_hits
  for each row when (new.state = 'confirmed') execute function app.decision_freezes();
create trigger ended_freezes after insert or update of state on cases
  for each row when (new.state = 'closed' and new.outcome in ('relationship_ends', 'list_hit_confirmed'))
  execute function app.decision_freezes();

-- Decided before today, in force from today.
insert into account_freezes (user_id, cause, frozen_by, hit_id)
  select user_id, 'listed', decided_by, id from name_hits where state = 'confirmed';
insert into account_freezes (user_id, cause, frozen_by, case_id)
  select user_id, case outcome when 'list_hit_confirmed' then 'listed' else outcome end, closed_by, id
    from cases where state = 'closed' and outcome in ('relationship_ends', 'list_hit_confirmed');

-- How somebody stands: 'stopped' (nothing of theirs moves), 'alarm' (their own word: nothing is paid out), or null. It
-- does not say why: finance and support may ask it, and the product inside the customer's own act.
create function app.standstill(person uuid) returns text
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not (app.sees_all() or coalesce(person = app.user_id(), false)) then raise exception 'not theirs to ask'; end if;
  return (select case when bool_or(f.cause <> 'not_me') then 'stopped' when count(*) > 0 then 'alarm' end
    from public.account_freezes f where f.user_id = person and f.lifted_at is null);
end $$;
revoke all on function app.standstill(uuid) from public;
grant execute on function app.standstill(uuid) to cryptocommerce_app;

alter table proposals
  drop constraint proposal_kind_known,
  add constraint proposal_kind_known check
    (kind in ('setting', 'payout', 'return', 'undo', 'kyc', 'role', 'release', 'rule_set', 'thaw', 'frozen_return'));
drop policy staff_reads on proposals;
create policy staff_reads on proposals for select to cryptocommerce_app
  using ((select app.sees_all()) and customer_id is distinct from (select app.user_id())
    and (kind not in ('release', 'rule_set', 'thaw', 'frozen_return') or (select app.user_id()) is null
      or (select app.has_role('compliance')) or (select app.has_role('admin'))));

-- Called in the transaction in which the second person approved.
create function app.thaw(proposal uuid) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare asked public.proposals;
begin
  select p.* into asked from public.proposals p
   where p.id = proposal and p.kind = 'thaw' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if asked.id is null then raise exception 'no thaw was approved here'; end if;
  update public.account_freezes f
     set lifted_at = now(), lifted_by = asked.decided_by, lift_reason = 'thawed', thaw_id = asked.id
   where f.id = asked.subject::uuid and f.user_id = asked.customer_id and f.cause <> 'not_me' and f.lifted_at is null;
  return found;
end $$;
revoke all on function app.thaw(uuid) from public;
grant execute on function app.thaw(uuid) to cryptocommerce_app;

-- Whether two people of compliance decided that the money of this order goes back although its customer is frozen.
-- They decided in view of the freezes that stood then: another one since takes it back.
create function app.return_decided(order_id uuid, person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (select from public.proposals p
      where p.kind = 'frozen_return' and p.subject = order_id::text and p.customer_id = person and p.state = 'approved'
        and not exists (select from public.account_freezes f where f.user_id = person and f.lifted_at is null
          and not p.payload->'freezes' ? f.id::text));
  end;
revoke all on function app.return_decided(uuid, uuid) from public;
grant execute on function app.return_decided(uuid, uuid) to cryptocommerce_app;

-- What a customer's money may not do while they are frozen. For whatever table moves money: `step` is 'order' (an order
-- comes to be or goes on), 'release', 'out' (anything on the way out of the house to them) or 'return' (the same, back
-- to where it came from). What comes in, a stop and an end that moves nothing stay possible: it must be known what is
-- here. Their own alarm stops what leaves alone.
create function app.refuse_while_frozen(person uuid, order_id uuid, step text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare stopped boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || person, 0));
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.user_id = person and f.lifted_at is null;
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step = 'return' and stopped and app.return_decided(order_id, person) then return; end if;
  raise exception 'nothing of a frozen customer moves: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;
revoke all on function app.refuse_while_frozen(uuid, uuid, text) from public;

create function app.order_of_frozen() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
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
  -- What had left and came back is here again, and must be known to be.
  elsif new.status <> old.status and new.status in ('pending', 'processing') and old.status <> 'completed' then
    perform app.refuse_while_frozen(new.user_id, new.id, 'order');
  elsif old.held and not new.held then
    perform app.refuse_while_frozen(new.user_id, new.id, 'release');
  end if;
  return new;
end $$;
create trigger order_of_frozen before insert or update of user_id, status, pay_in, pay_out, held
  on transactions for each row execute function app.order_of_frozen();

revoke all on function app.freeze_waits(), app.decision_freezes(), app.order_of_frozen() from public;
