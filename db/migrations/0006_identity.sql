-- Why: identity checks are handed in by customers, item by item, and decided by staff. The newest submission of a tier
-- still speaks for it. What a customer may never do, also if our code is wrong: decide anything, or keep as accepted
-- what nobody accepted. What staff may never do: decide about themselves, or let tier 3 pass alone.

-- TRN and ID number stand in `data` sealed by the application (src/platform/sealed.ts).
alter table kyc_submissions
  add column waits_for text not null default 'staff'
    constraint kyc_waits_known check (waits_for in ('staff', 'customer', 'nobody')),
  add column pep_declaration boolean not null default false,
  add column pep_details text,
  add column enhanced_due_diligence boolean not null default false,
  add column edd_reason text,
  add column source_of_funds_declared text,
  add column high_risk_flags text[] not null default '{}',
  add column risk_level text constraint kyc_risk_known check (risk_level in ('low', 'medium', 'high', 'critical')),
  -- The request that handed it in: sent again it is answered alike.
  add column request_hash text,
  -- Tier 3: who approved first. Gone when the approval is taken back.
  add column first_approver uuid references auth."user",
  add constraint nobody_decides_their_own check (decided_by <> user_id and first_approver <> user_id),
  add constraint kyc_two_people check (first_approver <> decided_by or status <> 'approved'),
  -- So that an item can only belong to its customer's own submission.
  add constraint submission_and_owner unique (user_id, id);
create index kyc_first_approver on kyc_submissions (first_approver) where first_approver is not null;
-- The queue, by tier and age. Holds what is undecided alone, so it does not grow with the customers.
create index kyc_queue on kyc_submissions (tier, created_at, id) where status = 'pending' and waits_for <> 'nobody';
create policy own on kyc_submissions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status = 'pending' and waits_for = 'staff'
    and decided_by is null and decided_at is null and first_approver is null);
-- Only people decide, so the product itself (nobody's id) passes neither condition.
create policy staff_decides on kyc_submissions for update to cryptocommerce_app
  using ((select app.sees_all()) and user_id <> (select app.user_id()))
  with check ((select app.sees_all()) and user_id <> (select app.user_id())
    and (status = 'pending' or decided_by = (select app.user_id()))
    and (status <> 'approved' or tier <> 3 or (first_approver is not null and first_approver <> decided_by)));
grant insert on kyc_submissions to cryptocommerce_app;
grant update (status, waits_for, decided_at, decided_by, first_approver) on kyc_submissions to cryptocommerce_app;

-- What a submission consists of, each part judged by itself (decision D4). Grows with the submissions: five rows each
-- at the most.
create table kyc_items (
  submission_id uuid not null,
  user_id uuid not null,
  item text not null constraint kyc_item_known check (item in ('personal_details', 'id_document', 'trn_document', 'selfie',
    'employment', 'address_proof', 'income_proof', 'declaration', 'source_of_funds_proof', 'jurisdiction_proof', 'wallets')),
  state text not null constraint kyc_item_state_known check (state in ('pending', 'accepted', 'rejected', 'wanted')),
  file_id uuid,
  reason_code text,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  carried_from uuid,
  carried_state text,
  primary key (submission_id, item),
  constraint item_of_own_submission foreign key (user_id, submission_id) references kyc_submissions (user_id, id) on delete cascade,
  constraint item_file_is_own foreign key (user_id, file_id) references files (user_id, id),
  constraint item_as_it_was unique (user_id, submission_id, item, state),
  -- What is carried over stood in this very state before; and what was carried on cannot be judged anew behind it.
  constraint carried_as_it_was foreign key (user_id, carried_from, item, carried_state)
    references kyc_items (user_id, submission_id, item, state) on delete cascade,
  constraint carried_whole check ((carried_from is null) = (carried_state is null)),
  constraint not_carried_from_itself check (carried_from <> submission_id),
  constraint open_item_has_reason check (state in ('pending', 'accepted') or reason_code is not null),
  constraint nobody_judges_their_own check (decided_by <> user_id)
);
create index kyc_items_owner on kyc_items (user_id, submission_id);
create index kyc_items_file on kyc_items (user_id, file_id) where file_id is not null;
create index kyc_items_carried on kyc_items (user_id, carried_from, item, carried_state) where carried_from is not null;
create index kyc_items_decided_by on kyc_items (decided_by);
alter table kyc_items enable row level security;
alter table kyc_items force row level security;
create policy own_or_staff on kyc_items for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy own on kyc_items for insert to cryptocommerce_app
  with check (user_id = (select app.user_id())
    and (state = 'pending' or (state = 'accepted' and carried_state = 'accepted')));
-- Something that the customer did not give and that is wanted all the same.
create policy staff_wants on kyc_items for insert to cryptocommerce_app
  with check ((select app.sees_all()) and user_id <> (select app.user_id()) and state = 'wanted'
    and decided_by = (select app.user_id()));
create policy staff_judges on kyc_items for update to cryptocommerce_app
  using ((select app.sees_all()) and user_id <> (select app.user_id()))
  with check ((select app.sees_all()) and user_id <> (select app.user_id()) and decided_by = (select app.user_id()));
grant select, insert on kyc_items to cryptocommerce_app;
grant update (state, reason_code, decided_by, decided_at) on kyc_items to cryptocommerce_app;

-- Every decision, for good. Staff alone read it, and nobody the lines about themselves (decision A7).
create table kyc_decisions (
  id uuid primary key default uuidv7(),
  submission_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  decided_by uuid not null references auth."user",
  act text not null constraint kyc_act_known check (act in ('accept', 'reject_item', 'want', 'first_approval', 'approval_back', 'approve', 'reject', 'ask_more')),
  item text,
  reason_code text,
  note text,
  constraint decision_of_submission foreign key (user_id, submission_id) references kyc_submissions (user_id, id) on delete cascade,
  constraint nobody_records_their_own check (decided_by <> user_id)
);
create index kyc_decisions_story on kyc_decisions (submission_id, id);
create index kyc_decisions_owner on kyc_decisions (user_id, submission_id);
create index kyc_decisions_by on kyc_decisions (decided_by);
alter table kyc_decisions enable row level security;
alter table kyc_decisions force row level security;
create policy staff_reads on kyc_decisions for select to cryptocommerce_app
  using ((select app.sees_all()) and user_id is distinct from (select app.user_id()));
create policy staff_adds on kyc_decisions for insert to cryptocommerce_app
  with check ((select app.sees_all()) and user_id <> (select app.user_id()) and decided_by = (select app.user_id()));
grant select, insert on kyc_decisions to cryptocommerce_app;

-- What Enhanced KYC says of a customer now: one row each, rewritten by the newest tier-3 submission.
create table enhanced_kyc_data (
  user_id uuid primary key references auth."user" on delete cascade,
  pep_status boolean not null,
  pep_details jsonb,
  source_of_funds_verified boolean not null default false,
  source_of_funds_details jsonb not null,
  occupation_risk_level text not null
    constraint occupation_risk_known check (occupation_risk_level in ('low', 'medium', 'high', 'critical')),
  high_risk_jurisdiction boolean not null,
  sanctions_check_result text,
  enhanced_due_diligence_required boolean not null,
  edd_triggers text[] not null default '{}',
  last_reviewed_at timestamptz,
  updated_at timestamptz not null
);
alter table enhanced_kyc_data enable row level security;
alter table enhanced_kyc_data force row level security;
create policy own_or_staff on enhanced_kyc_data for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy own on enhanced_kyc_data for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and not source_of_funds_verified);
create policy own_anew on enhanced_kyc_data for update to cryptocommerce_app
  using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()) and not source_of_funds_verified);
create policy staff_reviews on enhanced_kyc_data for update to cryptocommerce_app
  using ((select app.sees_all()) and user_id <> (select app.user_id()))
  with check ((select app.sees_all()) and user_id <> (select app.user_id()));
grant select, insert, update on enhanced_kyc_data to cryptocommerce_app;

-- What staff write down about a customer. Never shown to the customer, whatever else they are.
create table customer_notes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  at timestamptz not null,
  written_by uuid not null references auth."user",
  note text not null,
  constraint nobody_notes_their_own check (written_by <> user_id)
);
create index customer_notes_about on customer_notes (user_id, id desc);
create index customer_notes_by on customer_notes (written_by);
alter table customer_notes enable row level security;
alter table customer_notes force row level security;
create policy staff_reads on customer_notes for select to cryptocommerce_app
  using ((select app.sees_all()) and user_id is distinct from (select app.user_id()));
create policy staff_adds on customer_notes for insert to cryptocommerce_app
  with check ((select app.sees_all()) and user_id <> (select app.user_id()) and written_by = (select app.user_id()));
grant select, insert on customer_notes to cryptocommerce_app;

alter table profiles
  add column enhanced_kyc_completed boolean not null default false,
  add column risk_classification text
    constraint profile_risk_known check (risk_classification in ('low', 'medium', 'high', 'critical')),
  add column monthly_income_declared numeric(20, 2),
  add column income_verification_status text
    constraint income_verification_known check (income_verification_status in ('verified', 'pending')),
  add column last_risk_assessment_date timestamptz;
-- A review ends in the profile: staff write there, but never in their own as staff.
create policy staff_assesses on profiles for update to cryptocommerce_app
  using ((select app.sees_all()) and id <> (select app.user_id()))
  with check ((select app.sees_all()) and id <> (select app.user_id()));
