create domain assessment_outcome as text constraint outcome_known check (value in ('accepted', 'held',
  'wallet_blocked', 'transaction_blocked'));

create domain assessor as text constraint assessor_known check (value = 'automated');

create domain risk_level as text constraint level_known check (value in ('low', 'medium', 'high', 'critical'));

create domain risk_score as smallint constraint score_in_range check (value between 0 and 100);

-- Append-only [001 §9, decision B3]. Every assessment stores the id of its rule set.
create table risk_rule_sets (
  id uuid primary key default uuidv7(),
  version integer not null constraint rule_set_version_taken unique,
  title text not null,
  rules jsonb not null,
  valid_from timestamptz not null default now(),
  proposed_by uuid references auth."user",
  approved_by uuid references auth."user",
  constraint rule_set_two_people check ((proposed_by is null) = (approved_by is null) and proposed_by <> approved_by)
);
create index rule_sets_approved_by on risk_rule_sets (approved_by);
create index rule_sets_proposed_by on risk_rule_sets (proposed_by);
insert into risk_rule_sets (version, title, rules) values (1, 'The documented table', '{"rules": [
    {"code":"income_exceeded","kind":"behaviour","fact":"monthTotal","unit":"JMD a month","comparison":"above_declared_income","threshold":null,"points":30,"reason":"This month''s orders exceed the declared monthly income."},
    {"code":"large_amount","kind":"behaviour","fact":"amount","unit":"JMD","comparison":"above","threshold":"500000.00","points":25,"reason":"The order is above J$500,000."},
    {"code":"travel_rule","kind":"behaviour","fact":"amount","unit":"JMD","comparison":"at_least","threshold":"175000.00","points":15,"reason":"The order reaches J$175,000, US$1,000 at 175: the travel rule applies."},
    {"code":"night","kind":"behaviour","fact":"hour","unit":"hour in Jamaica","comparison":"between","threshold":{"from":0,"until":5},"points":10,"reason":"Placed between midnight and 5:59 am in Jamaica."},
    {"code":"many_orders","kind":"behaviour","fact":"ordersThisMonth","unit":"orders a month","comparison":"above","threshold":"10","points":20,"reason":"More than 10 orders this month."},
    {"code":"high_risk_jurisdiction","kind":"customer","fact":"highRiskJurisdiction","unit":"yes or no","comparison":"is_so","threshold":null,"points":50,"reason":"The customer declared ties to a high-risk jurisdiction."},
    {"code":"politically_exposed","kind":"customer","fact":"pep","unit":"yes or no","comparison":"is_so","threshold":null,"points":40,"reason":"The customer is politically exposed."},
    {"code":"sanctions","kind":"customer","fact":"sanctions","unit":"result","comparison":"one_of","threshold":["flagged","high_risk"],"points":50,"reason":"Sanctions screening of customer or wallet says flagged or high risk."},
    {"code":"due_diligence","kind":"customer","fact":"dueDiligence","unit":"yes or no","comparison":"is_so","threshold":null,"points":20,"reason":"Enhanced due diligence is required for the customer."},
    {"code":"wallet","kind":"wallet","fact":"walletScore","unit":"points","comparison":"own_score","threshold":null,"points":100,"reason":"The risk score of the screened wallet itself."}
  ],
  "cap":100,"levels":{"critical":80,"high":50,"medium":25},"blockAt":80,"alert":{"levels":["high","critical"],"score":70}}');
insert into risk_rule_sets (version, title, rules)
  select version + 1, 'One threshold of US$1,000', jsonb_set(rules, '{rules}', (
      select jsonb_agg(case when rule ->> 'code' = 'travel_rule' then rule || '{"fact": "reachesThreshold",
          "unit": "yes or no", "comparison": "is_so", "threshold": null,
          "reason": "The order reaches US$1,000: the travel rule applies."}' else rule end order by place)
        from jsonb_array_elements(rules -> 'rules') with ordinality listed (rule, place)))
    from risk_rule_sets order by version desc limit 1;
alter table active_versions add foreign key (rules) references risk_rule_sets;
insert into active_versions (rules) select id from risk_rule_sets order by version desc limit 1;
alter table risk_rule_sets enable row level security;
alter table risk_rule_sets force row level security;
create policy anyone_select on risk_rule_sets for select to cryptocommerce_app using (true);
create policy owner_insert on risk_rule_sets for insert to current_user with check (approved_by = (select app.user_id()));
grant select on risk_rule_sets to cryptocommerce_app;

-- No foreign key to the rule set: concurrent orders would lock its row. `order_id` is null for a refused order
-- (decision A9).
create table risk_assessments (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  order_id uuid,
  outcome assessment_outcome not null,
  risk_level risk_level not null,
  risk_score risk_score not null,
  risk_factors jsonb not null,
  behavioral_flags jsonb not null,
  rules_triggered text[] not null,
  assessor_type assessor not null default 'automated',
  rule_set_id uuid not null,
  inputs jsonb not null,
  asked jsonb,
  idempotency_key uuid,
  request_hash text,
  -- Proof of source of funds of a refused order, kept as evidence of its case.
  proof_file uuid references files,
  created_at timestamptz not null,
  constraint refusal_with_request check ((idempotency_key is null) = (request_hash is null)),
  constraint refused_or_ordered check ((order_id is null) = (idempotency_key is not null))
);
create unique index refusal_once on risk_assessments (user_id, idempotency_key) where idempotency_key is not null;
create index risk_assessments_newest on risk_assessments (user_id, id desc) include (risk_score, risk_level, created_at);
create index risk_assessments_proof on risk_assessments (proof_file) where proof_file is not null;
create index risk_assessments_of on risk_assessments (user_id, order_id, id);
create index risk_assessments_placed on risk_assessments using brin (created_at) with (pages_per_range = 16);
create index risk_assessments_stopped on risk_assessments (created_at) where outcome <> 'accepted';
alter table risk_assessments enable row level security;
alter table risk_assessments force row level security;
create policy compliance_select on risk_assessments for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on risk_assessments as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on risk_assessments as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy own_insert on risk_assessments for insert to cryptocommerce_app
  with check (user_id = app.user_id() or (app.user_id() is null and app.can_access_all_rows()));
create policy owner_select on risk_assessments for select to current_user using (true);
create policy owner_while_erasing on risk_assessments to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on risk_assessments to cryptocommerce_app;

create function app.apply_rules(proposal uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'rule_set' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no rule set was approved in this transaction'; end if;
  insert into public.risk_rule_sets (version, title, rules, proposed_by, approved_by)
    values ((approved.payload ->> 'basedOn')::integer + 1, approved.payload ->> 'title', approved.payload -> 'ruleSet',
      approved.proposed_by, approved.decided_by);
end $$;

create function app.renew_rules_version() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.active_versions set rules = (select id from added order by version desc limit 1);
  return null;
end $$;
create trigger rules_in_force after insert on risk_rule_sets
  referencing new table as added for each statement execute function app.renew_rules_version();

revoke all on function app.apply_rules, app.renew_rules_version from public;
grant execute on function app.apply_rules to cryptocommerce_app;
