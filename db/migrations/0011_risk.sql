-- Why: each order is judged by rules that staff can read and test [001 §9]. The rules are data with a version; what they
-- made of an order is kept with everything they looked at, so that any score can be explained and worked out again years
-- later. Customers never see any of it (decision A7).

-- Ways of judging. The newest in force counts. Rows are only ever added, each by two people (decision D2); the first came
-- with the product. No customer data: the judgement of every order reads them.
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

create index rule_sets_proposed_by on risk_rule_sets (proposed_by);
create index rule_sets_approved_by on risk_rule_sets (approved_by);
alter table risk_rule_sets enable row level security;
alter table risk_rule_sets force row level security;
create policy judged_by on risk_rule_sets for select to cryptocommerce_app using (true);
create policy compliance_adds on risk_rule_sets for insert to cryptocommerce_app
  with check ((select app.sees_compliance()) and approved_by = (select app.user_id()));
grant select, insert on risk_rule_sets to cryptocommerce_app;

-- Rule sets being written. `revision` grows with each save, so that nobody proposes what somebody else just changed.
create table risk_drafts (
  id uuid primary key default uuidv7(),
  title text not null,
  rules jsonb not null,
  based_on integer not null references risk_rule_sets (version),
  revision integer not null default 1,
  state text not null default 'open'
    constraint risk_draft_state_known check (state in ('open', 'proposed', 'in_force', 'rejected')),
  author uuid not null references auth."user",
  updated_at timestamptz not null
);
create index risk_drafts_newest on risk_drafts (updated_at desc, id desc);
create index risk_drafts_author on risk_drafts (author);
create index risk_drafts_based_on on risk_drafts (based_on);
alter table risk_drafts enable row level security;
alter table risk_drafts force row level security;
create policy compliance_works on risk_drafts for all to cryptocommerce_app
  using ((select app.sees_compliance())) with check ((select app.sees_compliance()));
grant select, insert on risk_drafts to cryptocommerce_app;
grant update (title, rules, based_on, revision, state, author, updated_at) on risk_drafts to cryptocommerce_app;

-- What the rules made of an order, or of one that was refused and so has no row of its own. Written by the transaction
-- of whoever places it, read by compliance alone, and by nobody about themselves; changed by nobody.
create table risk_assessments (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  order_id uuid,
  outcome text not null
    constraint assessment_outcome_known check (outcome in ('accepted', 'held', 'wallet_blocked', 'transaction_blocked')),
  risk_level text not null constraint assessment_level_known check (risk_level in ('low', 'medium', 'high', 'critical')),
  risk_score smallint not null constraint assessment_score_in_range check (risk_score between 0 and 100),
  risk_factors jsonb not null,
  behavioral_flags jsonb not null,
  rules_triggered text[] not null,
  assessor_type text not null default 'automated' constraint assessor_known check (assessor_type in ('automated')),
  -- No foreign key: every order at the same moment would lock the one row in force. Rule sets are never deleted.
  rule_set_id uuid not null,
  inputs jsonb not null,
  -- Of a refused order: what was asked (side, coins, network, wallet) and under which key, so that the request sent again
  -- gets the same answer and leaves one record (decision A9).
  asked jsonb,
  idempotency_key uuid,
  request_hash text,
  created_at timestamptz not null,
  constraint refused_or_ordered check ((order_id is null) = (idempotency_key is not null)),
  constraint refusal_with_request check ((idempotency_key is null) = (request_hash is null)),
  constraint assessment_of_own_order foreign key (user_id, order_id) references transactions (user_id, id)
);
-- Of refused ones alone, so that orders do not pay for it.
create unique index refusal_once on risk_assessments (user_id, idempotency_key) where idempotency_key is not null;
-- Of an order, and of a customer.
create index risk_assessments_of on risk_assessments (user_id, order_id, id);
alter table risk_assessments enable row level security;
alter table risk_assessments force row level security;
create policy own on risk_assessments for insert to cryptocommerce_app
  with check (user_id = app.user_id() or (app.user_id() is null and app.sees_all()));
create policy compliance_reads on risk_assessments for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()));
grant select, insert on risk_assessments to cryptocommerce_app;

alter table proposals
  drop constraint proposal_kind_known,
  add constraint proposal_kind_known check (kind in ('setting', 'payout', 'return', 'kyc', 'rule_set'));

-- What waits for lists that were down when it was placed (decision A4).
create index transactions_unscreened on transactions (id) where held and hold_reason = 'screening_down';

-- What the judgement of an order must know about whoever places it and must not show them: whether a person confirmed
-- them to be a listed one, and whether this very request was refused before. Runs with its owner's rights, for the
-- person of the transaction alone.
create policy owner_asks on risk_assessments for select to current_user using (true);
create policy owner_asks on name_hits for select to current_user using (true);
create function app.judged_before(request uuid) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return jsonb_build_object(
    'confirmed', exists (select from public.name_hits h where h.user_id = app.user_id() and h.state = 'confirmed'),
    'refused', (select jsonb_build_object('outcome', a.outcome, 'requestHash', a.request_hash)
      from public.risk_assessments a where a.user_id = app.user_id() and a.idempotency_key = request));
end $$;
revoke all on function app.judged_before(uuid) from public;
grant execute on function app.judged_before(uuid) to cryptocommerce_app;
