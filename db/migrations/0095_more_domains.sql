-- Why: the conditions of a table are read from their text by every statement anew, those of a domain once a connection
-- (0079). The judgement of a wallet, who judged an order and whom a line of the log is for are domains now as well; each
-- new order writes all three. And whoever nothing ever stood about is let through by two looks without a call between.
create domain screening_result as text
  constraint result_known check (value in ('clear', 'flagged', 'high_risk', 'error'));
create domain assessor as text constraint assessor_known check (value = 'automated');
create domain log_reader as text constraint reader_known check (value = 'compliance');

alter table risk_assessments drop constraint assessor_known, alter column assessor_type type assessor;

drop policy staff_reads on audit_log;
alter table audit_log drop constraint audit_role_known, alter column for_role type log_reader;
create policy staff_reads on audit_log for select to cryptocommerce_app using ((select app.sees_all())
  and about_id is distinct from (select app.user_id())
  and ((select app.user_id()) is null or (select app.has_role('compliance'))
    or (select app.has_role('admin')) and for_role is null));

-- A column that functions read does not change; what they say meanwhile is read by nobody.
create or replace function app.address_clear(customer uuid, address text) returns boolean
  language sql stable security definer set search_path = pg_catalog begin atomic select false; end;
create or replace function app.screened_clear(order_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog begin atomic select false; end;
alter table blockchain_screening drop constraint screening_result_known,
  alter column screening_result type screening_result;
create or replace function app.address_clear(customer uuid, address text) returns boolean
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select app.sees_all() and coalesce((select s.screening_result = 'clear' from public.blockchain_screening s
    where s.user_id = address_clear.customer and s.wallet_address = address_clear.address
    order by s.created_at desc, s.id desc limit 1), false);
end;
create or replace function app.screened_clear(order_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select app.sees_all() and exists (
    select from public.transactions t join public.blockchain_screening s on s.id = t.blockchain_screening_id
     where t.id = screened_clear.order_id and s.user_id = t.user_id and s.screening_result = 'clear'
       and s.wallet_address = coalesce((select m.address from public.movements m
           where m.order_id = t.id and m.direction = 'in' and not m.extra
             and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')),
         t.wallet_address, t.sender_wallet_address));
end;

create or replace function app.refuse_while_frozen(person uuid, order_id uuid, step text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare stopped boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || person, 0))
    where not exists (select from public.noted_accounts n where n.id = person);
  -- Asked again behind the lock: what was decided while this waited is seen.
  if found and not exists (select from public.noted_accounts n where n.id = person) then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0)) from (
    select a.id from app.accounts_of(person) a (id) order by 1) a;
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.id in (select app.freezes_on(person));
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step in ('return', 'release') and stopped and app.return_decided(order_id, person) then return; end if;
  raise exception 'nothing of a frozen customer moves: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;

create or replace function app.person_ground(request uuid, since timestamp with time zone, until timestamp with time zone, today timestamp with time zone, asked timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
as $$
declare me uuid := app.user_id(); people uuid[] := array[me]; person uuid; stopped boolean := false;
  risk json;
begin
  if exists (select from public.noted_accounts n where n.id = me) then
    stopped := app.standstill(me) is not distinct from 'stopped';
    select j.person_id into person from public.joined_accounts j where j.user_id = me;
    if person is not null then
      -- The accounts of one person place one after the other. Who else is one of theirs is asked behind the lock.
      perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
      people := array(select j.user_id from public.joined_accounts j where j.person_id = person);
      -- The worse of what each of them says.
      risk := (select json_build_object('pep', bool_or(coalesce(p.is_pep or e.pep_status, false)),
          'highRiskJurisdiction', bool_or(coalesce(e.high_risk_jurisdiction, false)),
          'dueDiligence', bool_or(coalesce(e.enhanced_due_diligence_required, false)),
          'sanctions', case when bool_or(e.sanctions_check_result = 'flagged') then 'flagged'
            when bool_or(e.sanctions_check_result = 'high_risk') then 'high_risk' end)
        from unnest(people) a (id) left join public.profiles p on p.id = a.id
        left join public.enhanced_kyc_data e on e.user_id = a.id);
    end if;
  end if;
  return (select json_build_object(
      'stopped', stopped,
      'risk', risk,
      'used', coalesce(sum(t.net_jmd_amount) filter (where t.status <> 'pending'), 0)::text,
      'held', coalesce(sum(t.net_jmd_amount) filter (where t.status = 'pending'), 0)::text,
      'gross', coalesce(sum(t.jmd_amount), 0)::text,
      'orders', count(*),
      'today', count(*) filter (where t.created_at >= today),
      'open', (select json_build_object(
            'orders', count(*),
            'overLimit', count(*) filter (where o.held and o.hold_reason = 'limit_exceeded_after_sending'),
            'buy', count(*) filter (where o.type = 'buy' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > asked),
            'sell', count(*) filter (where o.type = 'sell' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > asked))
          from public.transactions o where o.user_id = any(people) and o.status in ('pending', 'processing')),
      'ended', (select json_build_object(
            'buy', count(*) filter (where e.type = 'buy'), 'sell', count(*) filter (where e.type = 'sell'))
          from public.transactions e where e.user_id = any(people) and e.status in ('cancelled', 'failed')
           and e.pay_in in ('awaiting', 'claimed') and e.price_holds_until > asked),
      'before', json_build_object(
        'confirmed', exists (select from public.name_hits h where h.user_id = any(people) and h.state = 'confirmed'),
        'refusedToday', (select count(*) from public.risk_assessments a
            where a.user_id = any(people) and a.idempotency_key is not null and a.created_at >= today),
        'refused', (select json_build_object('outcome', a.outcome, 'requestHash', a.request_hash)
            from public.risk_assessments a where a.user_id = me and a.idempotency_key = request)))
    from public.transactions t
   where t.user_id = any(people) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;
drop function app.nothing_stops(uuid);
