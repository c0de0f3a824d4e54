-- Why: one account laid six hundred urgent alerts in five seconds, by asking for a listed wallet cent by cent. What is asked
-- again while an alert of the last 24 hours waits is counted on that one, and what was refused for good counts among the
-- orders of a day.
create function app.asked_again(who uuid, alert_kind text, wallet text, moment timestamptz, again jsonb) returns uuid
  language plpgsql security definer set search_path = pg_catalog as $$
declare known uuid;
begin
  if not (coalesce(who = app.user_id(), false) or app.sees_compliance()) then raise exception 'not theirs to count'; end if;
  perform pg_advisory_xact_lock(hashtextextended('asked again ' || who, 0));
  select a.id into known from public.transaction_alerts a
   where a.user_id = who and a.transaction_id is null and a.alert_type = alert_kind and a.state <> 'closed'
     and a.created_at > moment - interval '24 hours' and (wallet is null or a.details -> 'wallet' ->> 'address' = wallet)
   order by a.created_at desc limit 1;
  update public.transaction_alerts a set details = a.details || jsonb_build_object('askedAgain',
      again || jsonb_build_object('times', coalesce((a.details -> 'askedAgain' ->> 'times')::integer, 0) + 1))
   where a.id = known;
  return known;
end $$;
revoke all on function app.asked_again(uuid, text, text, timestamptz, jsonb) from public;
grant execute on function app.asked_again(uuid, text, text, timestamptz, jsonb) to cryptocommerce_app;
create policy owner_counts on transaction_alerts for update to current_user using (true) with check (true);

drop function app.judged_before(uuid);
create function app.judged_before(request uuid, today timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return jsonb_build_object(
    'confirmed', exists (select from public.name_hits h where h.user_id = app.user_id() and h.state = 'confirmed'),
    'refusedToday', (select count(*) from public.risk_assessments a
      where a.user_id = app.user_id() and a.idempotency_key is not null and a.created_at >= today),
    'refused', (select jsonb_build_object('outcome', a.outcome, 'requestHash', a.request_hash)
      from public.risk_assessments a where a.user_id = app.user_id() and a.idempotency_key = request));
end $$;
revoke all on function app.judged_before(uuid, timestamptz) from public;
grant execute on function app.judged_before(uuid, timestamptz) to cryptocommerce_app;

-- Why: who holds the wallet was asked and kept and never compared with a list. It is, by every version of the lists, for as
-- long as the order is under way; empty where it was not yet.
alter table transfer_parties add column compared_with text;
create policy product_compares on transfer_parties for update to cryptocommerce_app
  using ((select app.sees_all()) and (select app.user_id()) is null)
  with check ((select app.sees_all()) and (select app.user_id()) is null);
grant update (compared_with) on transfer_parties to cryptocommerce_app;
