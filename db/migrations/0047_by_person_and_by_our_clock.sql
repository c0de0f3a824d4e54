-- Whoever loses a session, a role or the second factor is told nothing more from that moment: open live lines end, and the
-- browser asks anew for what it may hear now.
create function app.tell_leave() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_notify('topic', 'leave@' || (to_jsonb(case tg_op when 'DELETE' then old else new end) ->> tg_argv[0]));
  return null;
end $$;
revoke all on function app.tell_leave() from public;
create trigger session_ended after delete or update of "expiresAt" on auth.session
  for each row execute function app.tell_leave('userId');
create trigger roles_changed after insert or delete or update on user_roles
  for each row execute function app.tell_leave('user_id');
create trigger factor_changed after update of second_factor, "emailVerified" on auth."user"
  for each row when (old.second_factor <> new.second_factor or old."emailVerified" <> new."emailVerified")
  execute function app.tell_leave('id');

-- One person's accounts are one person for four eyes as well: nobody of the staff acts on a matter of an account that was
-- joined with theirs, nor is the second person of what another account of theirs proposed.
create function app.same_person(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select exists (select from public.joined_accounts a join public.joined_accounts b on b.person_id = a.person_id
                    where a.user_id = one and b.user_id = other and one <> other);
  end;
revoke all on function app.same_person(uuid, uuid) from public;
create function app.refuse_own_person() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.sees_all() and app.user_id() is not null and app.same_person(app.user_id(), new.user_id) then
    raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;
revoke all on function app.refuse_own_person() from public;
create trigger own_person before update on transactions for each row execute function app.refuse_own_person();
create trigger own_person before update on kyc_submissions for each row execute function app.refuse_own_person();
create trigger own_person before insert or update on cases for each row execute function app.refuse_own_person();
create trigger own_person before update on transaction_alerts for each row execute function app.refuse_own_person();
create trigger own_person before update on name_hits for each row execute function app.refuse_own_person();
create trigger own_person before insert or update on account_freezes for each row execute function app.refuse_own_person();
create function app.refuse_own_proposal() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.same_person(new.proposed_by, new.customer_id) or app.same_person(new.decided_by, new.customer_id)
    or (new.state <> 'withdrawn' and app.same_person(new.decided_by, new.proposed_by))
  then raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;
revoke all on function app.refuse_own_proposal() from public;
create trigger own_person before insert or update on proposals for each row execute function app.refuse_own_proposal();

-- Nothing is erased before its seven years are over by the database's own clock, whatever day it is handed.
create function app.today() returns date
  language sql stable set search_path = pg_catalog
  begin atomic
    select (now() at time zone 'America/Jamaica')::date;
  end;
revoke all on function app.today() from public;
create or replace function app.may_erase(who uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.profiles p where p.id = who and p.closed_at < today - interval '7 years')
    and exists (select from public.retention_marks m where m.user_id = who and m.subject_type = 'customer')
    and not exists (select from public.retention_marks m where m.user_id = who and m.erased_at is null and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id = who and c.state <> 'closed')
    and not exists (select from public.transaction_alerts a where a.user_id = who and a.state <> 'closed')
    and not exists (select from app.freezes_on(who))
    and not exists (select from public.transactions t where t.user_id = who and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing')));
end $$;
create or replace function app.may_erase_order(which uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $$
begin
  today := least(today, app.today());
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  perform set_config('app.erasing', 'yes', true);
  return exists (select from public.transactions t
      join public.retention_marks m on m.subject_type = 'order' and m.subject_id = t.id
     where t.id = which and m.kept_until < today and m.erased_at is null and not t.held and not t.awaits_staff
       and t.status in ('completed', 'failed', 'cancelled')
       and coalesce(t.closed_at, t.created_at) < today - interval '7 years'
       and not exists (select from app.freezes_on(t.user_id))
       and not exists (select from public.transaction_alerts a where a.transaction_id = t.id and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id = t.user_id and c.state <> 'closed'));
end $$;
create or replace function app.erase_order(which uuid, today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare customer uuid; wallets text[]; loose uuid[];
begin
  today := least(today, app.today());
  if not app.is_product() then raise exception 'only the product erases'; end if;
  if not app.may_erase_order(which, today) then return false; end if;
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
   where m.order_id is null and m.direction = 'in' and app.money_left(m.id) = 0
     and exists (select from public.movements o where o.order_id = which and (o.from_id = m.id or o.id = m.from_id));
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = which or id = any(loose) or (order_id is null and of_id = any(loose));
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = which::text or subject = any(loose::text[])) and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.order_events set note = null where order_id = which and note is not null;
  delete from public.transfer_parties where order_id = which;
  -- What a case shows is kept with the case, and a wallet with whatever other order it stands in.
  update public.transaction_alerts a set details = '{}', description = 'Erased.', outcome_note = null
   where a.transaction_id = which and not exists (select from public.case_alerts c where c.alert_id = a.id);
  delete from public.blockchain_screening s
   where s.user_id = customer and s.wallet_address = any(wallets) and s.created_at < today - interval '7 years'
     and not exists (select from public.case_screenings c where c.screening_id = s.id)
     and not exists (select from public.transactions t where t.user_id = customer
       and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
  update public.retention_marks set erased_at = now() where subject_type = 'order' and subject_id = which;
  perform set_config('app.erasing', '', true);
  return true;
end $$;

-- Sells that are held for a limit count for the person, as the limit does.
create or replace function app.joined_usage(since timestamp with time zone, until timestamp with time zone, today timestamp with time zone, asked timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $$
declare person uuid; others uuid[];
begin
  select j.person_id into person from public.joined_accounts j where j.user_id = app.user_id();
  if person is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
  select array_agg(j.user_id) into others
    from public.joined_accounts j where j.person_id = person and j.user_id <> app.user_id();
  return (select jsonb_build_object(
      'used', coalesce(sum(t.net_jmd_amount) filter (where t.status <> 'pending'), 0)::text,
      'held', coalesce(sum(t.net_jmd_amount) filter (where t.status = 'pending'), 0)::text,
      'gross', coalesce(sum(t.jmd_amount), 0)::text, 'orders', count(t.id),
      'today', count(t.id) filter (where t.created_at >= today),
      'heldForLimit', (select count(*) from public.transactions o
                where o.user_id = any(others) and o.held and o.status in ('pending', 'processing')
                  and o.hold_reason = 'limit_exceeded_after_sending'),
      'open', (select count(*) from public.transactions o
                where o.user_id = any(others) and o.status in ('pending', 'processing')),
      'unpaid', (select jsonb_build_object(
            'buy', count(*) filter (where o.type = 'buy'), 'sell', count(*) filter (where o.type = 'sell'))
          from public.transactions o where o.user_id = any(others)
           and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > asked))
    from public.transactions t
   where t.user_id = any(others) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;
