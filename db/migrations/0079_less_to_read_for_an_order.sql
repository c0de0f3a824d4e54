-- Why: each new order paid for a fifth more work of the database than before people, freezes and holders were asked about.
-- Where it went, by counted instructions: the conditions of a table are read from their text by every statement anew, those
-- of a domain once a connection; so what an order's judgement may say is a domain.
create domain risk_level as text constraint level_known check (value in ('low', 'medium', 'high', 'critical'));
create domain risk_score as smallint constraint score_in_range check (value between 0 and 100);
create domain assessment_outcome as text
  constraint outcome_known check (value in ('accepted', 'held', 'wallet_blocked', 'transaction_blocked'));
alter table blockchain_screening drop constraint screening_score_range, alter column risk_score type risk_score;
alter table risk_assessments drop constraint assessment_level_known, drop constraint assessment_outcome_known,
  drop constraint assessment_score_in_range, alter column risk_level type risk_level,
  alter column outcome type assessment_outcome, alter column risk_score type risk_score;

-- What an order asks about its person was built as a tree that is kept sorted, and written out of it as text at once. And
-- to count its person's open orders it read each of them whole, a row of sixty columns, for five: these stand in the index
-- now. None of them makes a change of an order dearer: each is in a condition of another index already.
drop index transactions_own_status;
create index transactions_own_status on transactions (user_id, status, id desc)
  include (type, pay_in, held, hold_reason, price_holds_until);

drop function app.person_ground(uuid, timestamptz, timestamptz, timestamptz, timestamptz);
create function app.person_ground(request uuid, since timestamptz, until timestamptz, today timestamptz, asked timestamptz)
  returns json language plpgsql security definer set search_path = pg_catalog as $$
declare me uuid := app.user_id(); people uuid[] := array[me]; person uuid; stopped boolean := false;
begin
  if not app.nothing_stops(me) then
    stopped := app.standstill(me) is not distinct from 'stopped';
    select j.person_id into person from public.joined_accounts j where j.user_id = me;
    if person is not null then
      -- The accounts of one person place one after the other. Who else is one of theirs is asked behind the lock.
      perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
      people := array(select j.user_id from public.joined_accounts j where j.person_id = person);
    end if;
  end if;
  return (select json_build_object(
      'stopped', stopped,
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
revoke all on function app.person_ground(uuid, timestamptz, timestamptz, timestamptz, timestamptz) from public;
grant execute on function app.person_ground(uuid, timestamptz, timestamptz, timestamptz, timestamptz) to cryptocommerce_app;
