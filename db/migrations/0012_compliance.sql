-- Why: each suspicion ends in a recorded human decision. Alerts, the cases that gather them, reports to the
-- authority, and how long all of it is kept. Nothing here is for customers, not even about themselves (decision A7),
-- and nobody sees or touches what is about themselves; what is told to the authority is for the role `compliance` alone.

-- The product itself: a job, asked for by nobody.
create function app.is_product() returns boolean language sql stable parallel safe
  return app.sees_all() and app.user_id() is null;
-- The people among those who see what compliance works on (app.sees_compliance): what only a person may do.
create function app.is_compliance_person() returns boolean language sql stable parallel safe
  return app.sees_compliance() and app.user_id() is not null;

-- Something that a person must look at by a set time [001 §3, §9]. Grows with the orders, a few for each hundred.
create table transaction_alerts (
  id uuid primary key default uuidv7(),
  transaction_id uuid,
  user_id uuid not null references auth."user",
  alert_type text not null constraint alert_type_known check (alert_type in ('high_risk', 'transaction_blocked',
    'wallet_blocked', 'wallet_not_screened', 'name_match', 'account_activity', 'manual')),
  priority text not null constraint alert_priority_known check (priority in ('urgent', 'high', 'medium', 'low')),
  risk_score integer not null constraint alert_score_range check (risk_score between 0 and 100),
  description text not null,
  -- { riskFactors: [], behavioralFlags: [], ... }
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
  constraint alert_of_own_order foreign key (user_id, transaction_id) references transactions (user_id, id),
  constraint nobody_works_their_own_alert check (assignee <> user_id and closed_by <> user_id),
  constraint alert_taken_by_somebody check (state <> 'taken' or assignee is not null),
  constraint alert_closed_whole check ((state = 'closed') = (outcome is not null and closed_by is not null and closed_at is not null))
);
-- The queue: what is not closed, by what is due first. Holds no closed alert, so it stays small.
create index alerts_queue on transaction_alerts (sla_deadline, id) where state <> 'closed';
create index alerts_closed on transaction_alerts (closed_at desc, id desc) where state = 'closed';
create index alerts_created on transaction_alerts (created_at);
create index alerts_order on transaction_alerts (user_id, transaction_id);
create index alerts_assignee on transaction_alerts (assignee, sla_deadline);
create index alerts_closed_by on transaction_alerts (closed_by);
alter table transaction_alerts enable row level security;
alter table transaction_alerts force row level security;
create policy compliance_reads on transaction_alerts for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()));
-- Raised inside the customer's own act (an order being placed), by the product, or by hand; open and untouched.
create policy raised on transaction_alerts for insert to cryptocommerce_app
  with check ((user_id = app.user_id() or app.sees_compliance())
    and state = 'open' and assignee is null and closed_by is null);
create policy compliance_works on transaction_alerts for update to cryptocommerce_app
  using ((select app.is_compliance_person()) and user_id <> (select app.user_id()))
  with check ((select app.is_compliance_person()) and user_id <> (select app.user_id())
    and (state <> 'closed' or closed_by = (select app.user_id())));
grant select, insert on transaction_alerts to cryptocommerce_app;
grant update (state, assignee, taken_at, outcome, outcome_note, closed_by, closed_at) on transaction_alerts to cryptocommerce_app;

-- What is gathered for one decision about one customer.
create table cases (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity constraint case_number_taken unique,
  user_id uuid not null references auth."user",
  kind text not null constraint case_kind_known check (kind in ('wallet', 'blocked_order', 'held_order', 'name_match', 'activity', 'manual')),
  title text not null,
  state text not null default 'open' constraint case_state_known check (state in ('open', 'under_review', 'closed')),
  assignee uuid references auth."user",
  opened_at timestamptz not null,
  -- Null where the product opened it.
  opened_by uuid references auth."user",
  outcome text,
  outcome_text text,
  closed_at timestamptz,
  closed_by uuid references auth."user",
  updated_at timestamptz not null,
  constraint case_and_owner unique (user_id, id),
  constraint nobody_works_their_own_case check (opened_by <> user_id and assignee <> user_id and closed_by <> user_id),
  constraint case_closed_whole check ((state = 'closed') = (outcome is not null and outcome_text is not null and closed_by is not null and closed_at is not null))
);
-- The product adds to the case that is open already; a person may open as many as they need.
create unique index case_one_open on cases (user_id, kind) where state <> 'closed' and kind <> 'manual';
create index cases_open on cases (opened_at, id) where state <> 'closed';
create index cases_closed on cases (closed_at desc, id desc) where state = 'closed';
create index cases_assignee on cases (assignee);
create index cases_opened_by on cases (opened_by);
create index cases_closed_by on cases (closed_by);
alter table cases enable row level security;
alter table cases force row level security;
create policy compliance_reads on cases for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()));
create policy compliance_opens on cases for insert to cryptocommerce_app
  with check ((select app.is_compliance_person()) and user_id <> (select app.user_id()) and state = 'open');
create policy compliance_works on cases for update to cryptocommerce_app
  using ((select app.is_compliance_person()) and user_id <> (select app.user_id()))
  with check ((select app.is_compliance_person()) and user_id <> (select app.user_id())
    and (state <> 'closed' or closed_by = (select app.user_id())));
grant select, insert on cases to cryptocommerce_app;
grant update (title, state, assignee, outcome, outcome_text, closed_at, closed_by, updated_at) on cases to cryptocommerce_app;

-- What belongs to a case: each link carries the customer, so that nothing of another customer can be put into it.
create table case_alerts (
  alert_id uuid primary key,
  case_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null,
  constraint alert_link_case foreign key (user_id, case_id) references cases (user_id, id),
  constraint alert_link_alert foreign key (user_id, alert_id) references transaction_alerts (user_id, id)
);
create index case_alerts_case on case_alerts (user_id, case_id);
create index case_alerts_alert on case_alerts (user_id, alert_id);

create table case_orders (
  case_id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (case_id, order_id),
  constraint order_link_case foreign key (user_id, case_id) references cases (user_id, id),
  constraint order_link_order foreign key (user_id, order_id) references transactions (user_id, id)
);
create index case_orders_case on case_orders (user_id, case_id);
create index case_orders_order on case_orders (user_id, order_id);

-- Name hits and wallet screenings.
create table case_hits (
  case_id uuid not null,
  hit_id uuid not null references name_hits,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (hit_id, case_id),
  constraint hit_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_hits_case on case_hits (user_id, case_id);
create table case_screenings (
  case_id uuid not null,
  screening_id uuid not null references blockchain_screening,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (screening_id, case_id),
  constraint screening_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_screenings_case on case_screenings (user_id, case_id);

-- Papers of a case are uploaded by staff, so the file belongs to its uploader, not to the customer.
create table case_files (
  file_id uuid primary key references files,
  case_id uuid not null,
  user_id uuid not null,
  added_by uuid not null references auth."user",
  added_at timestamptz not null,
  constraint file_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_files_case on case_files (user_id, case_id);
create index case_files_by on case_files (added_by);

create table case_notes (
  id uuid primary key default uuidv7(),
  case_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  written_by uuid not null references auth."user",
  note text not null,
  constraint note_of_case foreign key (user_id, case_id) references cases (user_id, id),
  constraint nobody_notes_their_own_case check (written_by <> user_id)
);
create index case_notes_case on case_notes (user_id, case_id, id);
create index case_notes_by on case_notes (written_by);

-- The time line. Lines about a report to the authority are `restricted`: for the role `compliance` alone.
create table case_events (
  id uuid primary key default uuidv7(),
  case_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  event text not null,
  actor_id uuid references auth."user",
  reason_code text,
  note text,
  subject_type text,
  subject_id uuid,
  restricted boolean not null default false,
  constraint event_of_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_events_case on case_events (user_id, case_id, id);
create index case_events_actor on case_events (actor_id);

-- A rule that is quiet for one customer until a date, and how often it would have spoken.
create table alert_snoozes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  rule text not null,
  until timestamptz not null,
  reason text not null,
  made_by uuid not null references auth."user",
  made_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references auth."user",
  suppressed integer not null default 0,
  last_suppressed_at timestamptz,
  constraint nobody_snoozes_their_own check (made_by <> user_id and ended_by <> user_id),
  constraint snooze_ends_later check (until > made_at),
  -- What must always be looked at.
  constraint snooze_not_of_lists check (rule not in ('wallet_blocked', 'transaction_blocked', 'name_match', 'sanctions'))
);
create unique index snooze_one_at_a_time on alert_snoozes (user_id, rule) where ended_at is null;
create index snoozes_customer on alert_snoozes (user_id, made_at desc);
create index snoozes_by on alert_snoozes (made_by);
create index snoozes_ended_by on alert_snoozes (ended_by);

-- Each alert that a snooze kept quiet.
create table suppressed_alerts (
  id uuid primary key default uuidv7(),
  snooze_id uuid not null references alert_snoozes,
  user_id uuid not null references auth."user",
  rules text[] not null,
  at timestamptz not null
);
create index suppressed_alerts_snooze on suppressed_alerts (snooze_id);
create index suppressed_alerts_customer on suppressed_alerts (user_id);
create index suppressed_alerts_at on suppressed_alerts (at);

-- A suspicious-transaction report: due 15 days after the suspicion was formed (POCA). For `compliance` alone.
create table str_reports (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity constraint report_number_taken unique,
  case_id uuid not null,
  user_id uuid not null,
  state text not null default 'draft' constraint report_state_known check (state in ('draft', 'filed', 'abandoned')),
  suspicion_formed_on date not null,
  due_on date not null,
  version integer not null default 0,
  fid_reference text constraint fid_reference_once unique,
  filed_on date,
  closed_by uuid references auth."user",
  closed_at timestamptz,
  abandon_reason text,
  created_by uuid not null references auth."user",
  created_at timestamptz not null,
  constraint report_and_owner unique (user_id, id),
  constraint report_of_case foreign key (user_id, case_id) references cases (user_id, id),
  constraint nobody_reports_themselves check (created_by <> user_id and closed_by <> user_id),
  constraint report_filed_whole check ((state = 'filed') = (fid_reference is not null and filed_on is not null))
);
create index reports_case on str_reports (user_id, case_id);
create unique index report_one_draft on str_reports (case_id) where state = 'draft';
create index reports_due on str_reports (due_on, id) where state = 'draft';
create index reports_closed_by on str_reports (closed_by);
create index reports_created_by on str_reports (created_by);

-- Every saved draft stays, as it was.
create table str_versions (
  report_id uuid not null,
  version integer not null,
  user_id uuid not null,
  content jsonb not null,
  written_by uuid not null references auth."user",
  written_at timestamptz not null,
  primary key (report_id, version),
  constraint version_of_report foreign key (user_id, report_id) references str_reports (user_id, id)
);
create index str_versions_report on str_versions (user_id, report_id);
create index str_versions_by on str_versions (written_by);

-- Until which day something must be kept: seven years after a transaction, after a case, after the relationship.
create table retention_marks (
  subject_type text not null constraint retention_subject_known check (subject_type in ('order', 'case', 'customer')),
  subject_id uuid not null,
  user_id uuid not null references auth."user",
  kept_until date not null,
  rule text not null,
  set_at timestamptz not null,
  primary key (subject_type, subject_id)
);
create index retention_customer on retention_marks (user_id);
create index retention_due on retention_marks (kept_until);

-- Somebody looked at a customer as a whole.
create table customer_reviews (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  at timestamptz not null,
  reviewed_by uuid not null references auth."user",
  risk_level text not null constraint review_level_known check (risk_level in ('low', 'medium', 'high', 'critical')),
  next_review_on date not null,
  note text not null,
  constraint nobody_reviews_themselves check (reviewed_by <> user_id)
);
create index customer_reviews_newest on customer_reviews (user_id, id desc);
create index customer_reviews_by on customer_reviews (reviewed_by);

-- The walls of everything above that is compliance's own.
do $$
declare t text;
begin
  foreach t in array array['case_alerts', 'case_orders', 'case_hits', 'case_screenings', 'case_files', 'case_notes',
      'alert_snoozes', 'suppressed_alerts', 'customer_reviews', 'case_events', 'str_reports', 'str_versions', 'retention_marks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert on %I to cryptocommerce_app', t);
  end loop;
  foreach t in array array['case_alerts', 'case_orders', 'case_hits', 'case_screenings', 'case_files', 'case_notes',
      'alert_snoozes', 'customer_reviews'] loop
    execute format('create policy compliance_reads on %I for select to cryptocommerce_app
      using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()))', t);
    execute format($p$create policy compliance_adds on %I for insert to cryptocommerce_app
      with check ((select app.is_compliance_person()) and user_id <> (select app.user_id()))$p$, t);
  end loop;
  foreach t in array array['str_reports', 'str_versions'] loop
    execute format($p$create policy compliance_alone_reads on %I for select to cryptocommerce_app
      using ((select app.has_role('compliance')) and user_id <> (select app.user_id()))$p$, t);
    execute format($p$create policy compliance_alone_adds on %I for insert to cryptocommerce_app
      with check ((select app.has_role('compliance')) and user_id <> (select app.user_id()))$p$, t);
  end loop;
end $$;
create policy compliance_reads on case_events for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id())
    and (not restricted or (select app.has_role('compliance'))));
create policy compliance_adds on case_events for insert to cryptocommerce_app
  with check (((select app.is_compliance_person()) and user_id <> (select app.user_id()) and actor_id = (select app.user_id()))
    or ((select app.is_product()) and actor_id is null));
create policy compliance_reads on suppressed_alerts for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()));
revoke insert on suppressed_alerts from cryptocommerce_app;
create policy compliance_ends on alert_snoozes for update to cryptocommerce_app
  using ((select app.is_compliance_person()) and user_id <> (select app.user_id()))
  with check ((select app.is_compliance_person()) and user_id <> (select app.user_id())
    and ended_by = (select app.user_id()));
grant update (ended_at, ended_by) on alert_snoozes to cryptocommerce_app;
create policy compliance_alone_works on str_reports for update to cryptocommerce_app
  using ((select app.has_role('compliance')) and user_id <> (select app.user_id()))
  with check ((select app.has_role('compliance')) and user_id <> (select app.user_id()));
grant update (state, version, suspicion_formed_on, due_on, fid_reference, filed_on, closed_by, closed_at, abandon_reason)
  on str_reports to cryptocommerce_app;
create policy compliance_reads on retention_marks for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()));
create policy product_marks on retention_marks for insert to cryptocommerce_app with check ((select app.is_product()));
create policy product_marks_anew on retention_marks for update to cryptocommerce_app
  using ((select app.is_product())) with check ((select app.is_product()));
grant update (kept_until, rule, set_at) on retention_marks to cryptocommerce_app;

-- What the product does inside a customer's act without showing the customer anything of it: two functions with their
-- owner's rights, and the policies that let the owner through its own walls.
create policy owner_asks on alert_snoozes for all to current_user using (true) with check (true);
create policy owner_counts on suppressed_alerts for all to current_user using (true) with check (true);
create policy owner_opens on cases for all to current_user using (true) with check (true);
create policy owner_opens on case_alerts for all to current_user using (true) with check (true);
create policy owner_opens on case_orders for all to current_user using (true) with check (true);
create policy owner_opens on case_events for all to current_user using (true) with check (true);
create policy owner_looks on transaction_alerts for select to current_user using (true);

-- Whether every rule of an alert is snoozed for this customer; then it is counted there, and not raised.
create function app.snoozed(who uuid, rules text[], moment timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare quiet text[]; first_snooze uuid;
begin
  if who <> coalesce(app.user_id(), who) and not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  if cardinality(rules) = 0 then return false; end if;
  select coalesce(array_agg(s.rule), '{}') into quiet from public.alert_snoozes s
   where s.user_id = who and s.ended_at is null and s.until > moment and s.rule = any(rules);
  if not rules <@ quiet then return false; end if;
  update public.alert_snoozes set suppressed = suppressed + 1, last_suppressed_at = moment
   where user_id = who and ended_at is null and until > moment and rule = any(rules);
  select s.id into first_snooze from public.alert_snoozes s
   where s.user_id = who and s.ended_at is null and s.until > moment and s.rule = any(rules) order by s.made_at limit 1;
  insert into public.suppressed_alerts (snooze_id, user_id, rules, at) values (first_snooze, who, rules, moment);
  return true;
end $$;
revoke all on function app.snoozed(uuid, text[], timestamptz) from public;
grant execute on function app.snoozed(uuid, text[], timestamptz) to cryptocommerce_app;

-- Opens a case about a customer, or adds to the one of this kind that is open, with its alerts and their orders.
create function app.open_case(who uuid, case_kind text, case_title text, alert_ids uuid[], person uuid, moment timestamptz)
  returns uuid language plpgsql security definer set search_path = pg_catalog as $$
<<opening>>
declare case_id uuid;
begin
  if not (coalesce(who = app.user_id(), false) or app.sees_compliance()) then raise exception 'not theirs to open'; end if;
  if person is not null and (person <> app.user_id() or person = who) then raise exception 'in nobody else''s name'; end if;
  perform pg_advisory_xact_lock(hashtextextended('case:' || who || case_kind, 0));
  -- A case that somebody is just closing is waited for: a closed one takes nothing in.
  select c.id into case_id from public.cases c
   where c.user_id = who and c.kind = case_kind and c.state <> 'closed' and c.kind <> 'manual'
   for update;
  if case_id is null then
    insert into public.cases (user_id, kind, title, opened_at, opened_by, updated_at)
      values (who, case_kind, case_title, moment, person, moment) returning id into case_id;
    insert into public.case_events (case_id, user_id, at, event, actor_id, note)
      values (opening.case_id, who, moment, 'opened', person, case_title);
  end if;
  with added as (
    insert into public.case_alerts (alert_id, case_id, user_id, added_at)
      select a, opening.case_id, who, moment from unnest(alert_ids) a
        where exists (select from public.transaction_alerts t where t.id = a and t.user_id = who)
      on conflict do nothing returning alert_id)
  insert into public.case_events (case_id, user_id, at, event, actor_id, subject_type, subject_id)
    select opening.case_id, who, moment, 'alert_added', person, 'alert', alert_id from added;
  insert into public.case_orders (case_id, order_id, user_id, added_at)
    select distinct opening.case_id, t.transaction_id, who, moment from public.transaction_alerts t
     where t.id = any(alert_ids) and t.user_id = who and t.transaction_id is not null
    on conflict do nothing;
  return case_id;
end $$;
revoke all on function app.open_case(uuid, text, text, uuid[], uuid, timestamptz) from public;
grant execute on function app.open_case(uuid, text, text, uuid[], uuid, timestamptz) to cryptocommerce_app;

-- Nothing is paid out whose wallet was not found clear. Finance has to know that much, and may know no more.
create policy owner_looks on transactions for select to current_user using (true);
create policy owner_looks on blockchain_screening for select to current_user using (true);
create function app.screened_clear(order_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (
      select from public.transactions t join public.blockchain_screening s on s.id = t.blockchain_screening_id
       where t.id = order_id and s.user_id = t.user_id and s.screening_result = 'clear'
         and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
  end;
revoke all on function app.screened_clear(uuid) from public;
grant execute on function app.screened_clear(uuid) to cryptocommerce_app;

-- Papers of cases lie with the other files, but only compliance opens them, and nobody those of their own case: the
-- link is behind the wall of its table.
alter table files
  drop constraint file_purpose_known,
  add constraint file_purpose_known check (purpose in ('transaction-proof', 'source-of-funds', 'payout-proof',
    'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address', 'kyc-income',
    'enhanced-source', 'enhanced-income', 'enhanced-jurisdiction', 'case-file')),
  add constraint case_file_encrypted check (purpose <> 'case-file' or key_id is not null);
-- Papers of identity checks are for their own person and for those who look at submissions; finance does not.
create policy identity_papers_for_reviewers on files as restrictive for select to cryptocommerce_app
  using (purpose !~ '^(kyc|enhanced)-' or user_id = (select app.user_id()) or (select app.is_product())
    or (select app.has_role('support')) or (select app.has_role('compliance')) or (select app.has_role('admin')));
create policy case_files_for_compliance on files as restrictive for select to cryptocommerce_app
  using (purpose <> 'case-file' or (select app.is_product())
    or ((select app.sees_compliance()) and (user_id = (select app.user_id()) or exists (select from case_files c where c.file_id = id))));
create policy case_files_by_compliance on files as restrictive for insert to cryptocommerce_app
  with check (purpose <> 'case-file' or (select app.sees_compliance()));

-- What the review list and the figures of a month read.
create index risk_assessments_newest on risk_assessments (user_id, id desc) include (risk_score, risk_level, created_at);
create index risk_assessments_stopped on risk_assessments (created_at) where outcome <> 'accepted';
create index order_events_holds on order_events (at) where event in ('hold', 'release');

-- The release of a sanctions hold takes two people.
alter table proposals
  drop constraint proposal_kind_known,
  add constraint proposal_kind_known check (kind in ('setting', 'payout', 'return', 'kyc', 'role', 'release', 'rule_set'));
