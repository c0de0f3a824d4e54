-- Why: whether somebody has other accounts was asked once more for their risk, by a function of its own that every order
-- ran; what asks about the person knows it already.
create or replace function app.person_ground(request uuid, since timestamptz, until timestamptz, today timestamptz, asked timestamptz)
  returns json language plpgsql security definer set search_path = pg_catalog as $$
declare me uuid := app.user_id(); people uuid[] := array[me]; person uuid; stopped boolean := false;
  risk json;
begin
  if not app.nothing_stops(me) then
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
drop function app.joined_risk();
