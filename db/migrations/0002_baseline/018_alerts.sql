-- Alerts that compliance must review by a deadline [001 §3, §9].
create table transaction_alerts (
  id uuid primary key default uuidv7(),
  transaction_id uuid,
  user_id uuid not null references auth."user",
  alert_type text not null,
  priority text not null constraint alert_priority_known check (priority in ('urgent', 'high', 'medium', 'low')),
  risk_score integer not null constraint alert_score_range check (risk_score between 0 and 100),
  description text not null,
  details jsonb not null default '{}',
  triggered_rules text[] not null default '{}',
  sla_deadline timestamptz not null,
  created_at timestamptz not null,
  state text not null default 'open' constraint alert_state_known check (state in ('open', 'taken', 'closed')),
  assignee uuid references auth."user",
  taken_at timestamptz,
  outcome text,
  outcome_note text,
  closed_by uuid references auth."user",
  closed_at timestamptz,
  constraint alert_and_owner unique (user_id, id),
  constraint alert_closed_whole check ((state = 'closed') = (outcome is not null and closed_by is not null
    and closed_at is not null)),
  constraint alert_taken_by_somebody check (state <> 'taken' or assignee is not null),
  constraint alert_type_known check (alert_type in ('high_risk', 'transaction_blocked', 'wallet_blocked',
    'wallet_watched', 'wallet_not_screened', 'name_match', 'account_activity', 'manual', 'charged_back',
    'cash_over_ceiling')),
  constraint nobody_works_their_own_alert check (assignee <> user_id and closed_by <> user_id)
);
create index alerts_assignee on transaction_alerts (assignee, sla_deadline);
create index alerts_closed on transaction_alerts (closed_at desc, id desc) where state = 'closed';
create index alerts_closed_by on transaction_alerts (closed_by);
create index alerts_created on transaction_alerts (created_at);
create index alerts_order on transaction_alerts (user_id, transaction_id);
create index alerts_queue on transaction_alerts (sla_deadline, id) where state <> 'closed';
alter table transaction_alerts enable row level security;
alter table transaction_alerts force row level security;
create policy compliance_select on transaction_alerts for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy compliance_update on transaction_alerts for update to cryptocommerce_app
  using ((select app.is_compliance_staff()) and user_id <> (select app.user_id()))
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id())
    and (state <> 'closed' or closed_by = (select app.user_id())));
create policy not_own_other_account_select on transaction_alerts as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on transaction_alerts as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_update on transaction_alerts for update to current_user using (true) with check (true);
create policy owner_while_erasing on transaction_alerts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on transaction_alerts for select to current_user using (true);
create policy alert_insert on transaction_alerts for insert to cryptocommerce_app
  with check ((user_id = app.user_id() or app.can_read_compliance())
    and state = 'open' and assignee is null and closed_by is null);
grant select, insert on transaction_alerts to cryptocommerce_app;
grant update (state, assignee, taken_at, outcome, outcome_note, closed_by, closed_at) on transaction_alerts
  to cryptocommerce_app;

create table alert_snoozes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  rule text not null,
  until timestamptz not null,
  reason text not null,
  created_by uuid not null references auth."user",
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references auth."user",
  suppressed integer not null default 0,
  last_suppressed_at timestamptz,
  constraint nobody_snoozes_their_own check (created_by <> user_id and ended_by <> user_id),
  constraint snooze_ends_later check (until > created_at),
  constraint snooze_not_of_lists check (rule not in ('wallet_blocked', 'transaction_blocked', 'name_match',
    'sanctions'))
);
create unique index snooze_one_at_a_time on alert_snoozes (user_id, rule) where ended_at is null;
create index snoozes_by on alert_snoozes (created_by);
create index snoozes_customer on alert_snoozes (user_id, created_at desc);
create index snoozes_ended_by on alert_snoozes (ended_by);
alter table alert_snoozes enable row level security;
alter table alert_snoozes force row level security;
create policy compliance_insert on alert_snoozes for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_update on alert_snoozes for update to cryptocommerce_app
  using ((select app.is_compliance_staff()) and user_id <> (select app.user_id()))
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id())
    and ended_by = (select app.user_id()));
create policy compliance_select on alert_snoozes for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on alert_snoozes as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on alert_snoozes as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_all on alert_snoozes for all to current_user using (true) with check (true);
create policy owner_while_erasing on alert_snoozes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on alert_snoozes to cryptocommerce_app;
grant update (ended_at, ended_by) on alert_snoozes to cryptocommerce_app;

create table suppressed_alerts (
  id uuid primary key default uuidv7(),
  snooze_id uuid not null references alert_snoozes,
  user_id uuid not null references auth."user",
  rules text[] not null,
  at timestamptz not null
);
create index suppressed_alerts_at on suppressed_alerts (at);
create index suppressed_alerts_customer on suppressed_alerts (user_id);
create index suppressed_alerts_snooze on suppressed_alerts (snooze_id);
alter table suppressed_alerts enable row level security;
alter table suppressed_alerts force row level security;
create policy compliance_select on suppressed_alerts for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on suppressed_alerts as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on suppressed_alerts as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_all on suppressed_alerts for all to current_user using (true) with check (true);
create policy owner_while_erasing on suppressed_alerts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select on suppressed_alerts to cryptocommerce_app;

create table structuring_alerts (
  person_id uuid primary key,
  notified_at timestamptz not null
);
alter table structuring_alerts enable row level security;
alter table structuring_alerts force row level security;
create policy owner_all on structuring_alerts using (true) with check (true);

create function app.record_repeat_on_open_alert(customer uuid, alert_kind text, wallet text, at_time timestamptz,
  repeat_details jsonb) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare existing_alert uuid;
begin
  if not (coalesce(customer = app.user_id(), false) or app.can_read_compliance()) then raise exception 'only compliance or the user can call this function'; end if;
  perform pg_advisory_xact_lock(hashtextextended('asked again ' || customer, 0));
  select a.id into existing_alert from public.transaction_alerts a
   where a.user_id = customer and a.transaction_id is null and a.alert_type = alert_kind and a.state <> 'closed'
     and a.created_at > at_time - interval '24 hours'
     and (wallet is null or a.details -> 'wallet' ->> 'address' = wallet)
   order by a.created_at desc limit 1;
  update public.transaction_alerts a set details = a.details || jsonb_build_object('askedAgain',
      repeat_details || jsonb_build_object('times', coalesce((a.details -> 'askedAgain' ->> 'times')::integer, 0) + 1))
   where a.id = existing_alert;
  return existing_alert;
end $$;

create function app.suppress_if_snoozed(customer uuid, rules text[], at_time timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare snoozed_rules text[]; first_snooze uuid;
begin
  if customer <> coalesce(app.user_id(), customer) and not app.can_read_compliance() then raise exception 'only compliance or the user can call this function'; end if;
  if cardinality(rules) = 0 then return false; end if;
  select coalesce(array_agg(s.rule), '{}') into snoozed_rules from public.alert_snoozes s
   where s.user_id = customer and s.ended_at is null and s.until > at_time and s.rule = any(rules);
  if not rules <@ snoozed_rules then return false; end if;
  update public.alert_snoozes set suppressed = suppressed + 1, last_suppressed_at = at_time
   where user_id = customer and ended_at is null and until > at_time and rule = any(rules);
  select s.id into first_snooze from public.alert_snoozes s
   where s.user_id = customer and s.ended_at is null and s.until > at_time and s.rule = any(rules)
     order by s.created_at limit 1;
  insert into public.suppressed_alerts (snooze_id, user_id, rules, at) values (first_snooze, customer, rules, at_time);
  return true;
end $$;

-- People whose orders below the threshold reach it together within 24 hours (structuring). One row per person and day.
create function app.claim_structuring(since timestamptz, threshold numeric, at_time timestamptz)
  returns table (user_id uuid, orders integer, amount numeric, refs text[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  delete from public.structuring_alerts t where t.notified_at <= since - interval '1 day';
  return query
  with small_orders as (
    select distinct a.order_id from public.risk_assessments a
     where a.created_at > since - interval '1 day' and a.order_id is not null
       and a.inputs ->> 'reachesThreshold' = 'false'),
  placed_orders as (
    select coalesce(j.person_id, t.user_id) person, t.user_id, t.created_at, t.jmd_amount, t.reference,
           t.jmd_amount / t.rate_used usd
      from small_orders s join public.transactions t on t.id = s.order_id
        left join public.merged_accounts j on j.user_id = t.user_id
     where t.created_at > since - interval '1 day' and t.created_at <= at_time
       and t.status in ('pending', 'processing', 'completed')),
  unreported as (
    select p.* from placed_orders p
     where not exists (select from public.structuring_alerts o where o.person_id = p.person
       and o.notified_at >= p.created_at)),
  day_totals as (
    select u.person, u.user_id newest_account, u.created_at, count(*) over day order_count,
           sum(u.jmd_amount) over day jmd_total, sum(u.usd) over day usd_total,
           array_agg(u.reference) over day order_references
      from unreported u
    window day as (partition by u.person order by u.created_at range between interval '24 hours' preceding and current row)),
  structuring as (
    select distinct on (d.person) d.person, d.newest_account, d.order_count::integer order_count, d.jmd_total,
           d.order_references
      from day_totals d where d.created_at > since and d.order_count > 1 and d.usd_total >= threshold
     order by d.person, d.usd_total desc, d.created_at),
  alerted as (
    insert into public.structuring_alerts as o (person_id, notified_at) select s.person, at_time from structuring s
    on conflict (person_id) do update set notified_at = excluded.notified_at
      where o.notified_at <= excluded.notified_at - interval '1 day'
    returning o.person_id)
  select s.newest_account, s.order_count, s.jmd_total, s.order_references
    from structuring s join alerted on alerted.person_id = s.person;
end $$;
create trigger own_person before update on transaction_alerts for each row execute function app.refuse_own_account();

revoke all on function app.record_repeat_on_open_alert, app.suppress_if_snoozed, app.claim_structuring from public;
grant execute on function app.record_repeat_on_open_alert, app.suppress_if_snoozed, app.claim_structuring to cryptocommerce_app;
