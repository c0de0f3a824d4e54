-- Written by `node tools/run.mjs schema` from the migrations. To read, not to run.

create table auth.account (
  id uuid not null default uuidv7(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamp with time zone,
  "refreshTokenExpiresAt" timestamp with time zone,
  scope text,
  password text,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
  constraint account_pkey PRIMARY KEY (id),
  constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX account_person ON auth.account USING btree ("userId");
grant delete, insert, select, update on auth.account to cryptocommerce_auth;

create table auth.alarm (
  hash text not null,
  user_id uuid not null,
  signed_in_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint alarm_pkey PRIMARY KEY (hash),
  constraint alarm_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX alarm_person ON auth.alarm USING btree (user_id);
grant delete, insert, select, update on auth.alarm to cryptocommerce_auth;

create table auth.authenticator (
  user_id uuid not null,
  sealed bytea not null,
  key_id text not null,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint authenticator_pkey PRIMARY KEY (user_id),
  constraint authenticator_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.authenticator to cryptocommerce_auth;

create table auth.challenge (
  hash text not null,
  purpose text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint challenge_pkey PRIMARY KEY (hash),
  constraint challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint challenge_purpose_known CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'confirm'::text])))
);
CREATE INDEX challenge_age ON auth.challenge USING btree (expires_at);
CREATE INDEX challenge_person ON auth.challenge USING btree (user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on auth.challenge to cryptocommerce_auth;

create table auth.known_device (
  user_id uuid not null,
  device_hash text not null,
  first_seen timestamp with time zone not null default now(),
  last_seen timestamp with time zone not null default now(),
  constraint known_device_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.known_device to cryptocommerce_auth;

create table auth.passkey (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint passkey_taken UNIQUE (credential_id),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint passkey_name_length CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX passkey_owner ON auth.passkey USING btree (user_id);
grant delete, insert, select, update on auth.passkey to cryptocommerce_auth;

create table auth.recovery_code (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  hash text not null,
  used_at timestamp with time zone,
  constraint recovery_code_once UNIQUE (user_id, hash),
  constraint recovery_code_pkey PRIMARY KEY (id),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.recovery_code to cryptocommerce_auth;

create table auth.session (
  id uuid not null default uuidv7(),
  "expiresAt" timestamp with time zone not null,
  token text not null,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null,
  waits_for_factor boolean not null default false,
  confirmed_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  constraint session_token_key UNIQUE (token),
  constraint session_pkey PRIMARY KEY (id),
  constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX session_ends ON auth.session USING btree ("expiresAt");
CREATE INDEX session_person ON auth.session USING btree ("userId");
grant delete, insert, select, update on auth.session to cryptocommerce_auth;

create table auth.used_word (
  hash text not null,
  used_at timestamp with time zone not null default now(),
  constraint used_word_pkey PRIMARY KEY (hash)
);
grant delete, insert, select, update on auth.used_word to cryptocommerce_auth;

create table auth.user (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  "emailVerified" boolean not null default false,
  image text,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
  second_factor boolean not null default false,
  constraint user_email_taken UNIQUE (email),
  constraint user_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on auth.user to cryptocommerce_auth;

create table auth.verification (
  id uuid not null default uuidv7(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamp with time zone not null,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
  constraint verification_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_identifier ON auth.verification USING btree (identifier);
grant delete, insert, select, update on auth.verification to cryptocommerce_auth;

create table public.account_freezes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  frozen_at timestamp with time zone not null default now(),
  cause text not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lift_reason text,
  constraint account_freezes_pkey PRIMARY KEY (id),
  constraint account_freezes_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES auth."user"(id),
  constraint account_freezes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint freeze_cause_known CHECK ((cause = 'not_me'::text)),
  constraint lifted_by_somebody_for_a_reason CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NULL) = (lift_reason IS NULL))))
);
CREATE INDEX freeze_lifted_by ON public.account_freezes USING btree (lifted_by);
CREATE INDEX freeze_owner ON public.account_freezes USING btree (user_id);
CREATE UNIQUE INDEX one_freeze_at_a_time ON public.account_freezes USING btree (user_id) WHERE (lifted_at IS NULL);
-- row security: enabled and forced
create policy alarm_freezes on public.account_freezes for insert to cryptocommerce_auth with check (true);
create policy own_or_staff on public.account_freezes for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy staff_lifts on public.account_freezes for update to cryptocommerce_app using (( SELECT app.sees_all() AS sees_all)) with check (( SELECT app.sees_all() AS sees_all));
grant insert on public.account_freezes to cryptocommerce_auth;
grant select on public.account_freezes to cryptocommerce_app;

create table public.audit_log (
  id uuid not null default uuidv7(),
  at timestamp with time zone not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason_code text,
  request_id text,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_subject ON public.audit_log USING btree (subject_type, subject_id, id);
-- row security: enabled and forced
create policy anyone_adds on public.audit_log for insert to cryptocommerce_app, cryptocommerce_auth with check (true);
create policy staff_reads on public.audit_log for select to cryptocommerce_app using (( SELECT app.sees_all() AS sees_all));
grant insert on public.audit_log to cryptocommerce_auth;
grant insert, select on public.audit_log to cryptocommerce_app;

create table public.crypto_prices (
  symbol text not null,
  price_usd numeric not null,
  percent_change_24h numeric,
  volume_24h_usd numeric,
  source text not null,
  demo boolean not null default false,
  observed_at timestamp with time zone not null,
  last_updated timestamp with time zone not null,
  constraint crypto_prices_pkey PRIMARY KEY (symbol),
  constraint price_positive CHECK ((price_usd > (0)::numeric))
);
grant delete, insert, select, update on public.crypto_prices to cryptocommerce_app;

create table public.customer_notes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  at timestamp with time zone not null,
  written_by uuid not null,
  note text not null,
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint customer_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES auth."user"(id),
  constraint nobody_notes_their_own CHECK ((written_by <> user_id))
);
CREATE INDEX customer_notes_about ON public.customer_notes USING btree (user_id, id DESC);
CREATE INDEX customer_notes_by ON public.customer_notes USING btree (written_by);
-- row security: enabled and forced
create policy staff_adds on public.customer_notes for insert to cryptocommerce_app with check ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (written_by = ( SELECT app.user_id() AS user_id))));
create policy staff_reads on public.customer_notes for select to cryptocommerce_app using ((( SELECT app.sees_all() AS sees_all) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
grant insert, select on public.customer_notes to cryptocommerce_app;

create table public.demo_mails (
  id uuid not null default uuidv7(),
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  links text[] not null,
  sent_at timestamp with time zone not null default now(),
  constraint demo_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX demo_mails_to ON public.demo_mails USING btree (to_address, id DESC);
grant insert, select on public.demo_mails to cryptocommerce_app;

create table public.enhanced_kyc_data (
  user_id uuid not null,
  pep_status boolean not null,
  pep_details jsonb,
  source_of_funds_verified boolean not null default false,
  source_of_funds_details jsonb not null,
  occupation_risk_level text not null,
  high_risk_jurisdiction boolean not null,
  sanctions_check_result text,
  enhanced_due_diligence_required boolean not null,
  edd_triggers text[] not null default '{}'::text[],
  last_reviewed_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint enhanced_kyc_data_pkey PRIMARY KEY (user_id),
  constraint enhanced_kyc_data_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint occupation_risk_known CHECK ((occupation_risk_level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
-- row security: enabled and forced
create policy own on public.enhanced_kyc_data for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (NOT source_of_funds_verified)));
create policy own_anew on public.enhanced_kyc_data for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (NOT source_of_funds_verified)));
create policy own_or_staff on public.enhanced_kyc_data for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy staff_reviews on public.enhanced_kyc_data for update to cryptocommerce_app using ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id))));
grant insert, select, update on public.enhanced_kyc_data to cryptocommerce_app;

create table public.files (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  purpose text not null,
  path text not null,
  name text not null,
  mime text not null,
  bytes integer not null,
  sha256 text not null,
  created_at timestamp with time zone not null default now(),
  submission_id uuid,
  state text not null default 'clean'::text,
  key_id text,
  constraint file_and_owner UNIQUE (user_id, id),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint file_purpose_known CHECK ((purpose = ANY (ARRAY['transaction-proof'::text, 'source-of-funds'::text, 'payout-proof'::text, 'kyc-id'::text, 'kyc-trn'::text, 'kyc-selfie'::text, 'kyc-address'::text, 'kyc-income'::text, 'enhanced-source'::text, 'enhanced-income'::text, 'enhanced-jurisdiction'::text]))),
  constraint file_size CHECK (((bytes >= 1) AND (bytes <= 10485760))),
  constraint file_state_known CHECK ((state = ANY (ARRAY['arriving'::text, 'being_checked'::text, 'clean'::text, 'refused'::text, 'replaced'::text]))),
  constraint identity_file_encrypted CHECK (((submission_id IS NULL) OR (key_id IS NOT NULL))),
  constraint identity_file_of_submission CHECK ((((purpose ~~ 'kyc-%'::text) OR (purpose ~~ 'enhanced-%'::text)) = (submission_id IS NOT NULL)))
);
CREATE INDEX files_by_key ON public.files USING btree (key_id, id) WHERE (key_id IS NOT NULL);
CREATE INDEX files_owner ON public.files USING btree (user_id, created_at);
CREATE INDEX files_waiting ON public.files USING btree (created_at) WHERE (state = ANY (ARRAY['arriving'::text, 'being_checked'::text]));
CREATE UNIQUE INDEX file_part_of_submission ON public.files USING btree (user_id, submission_id, purpose) WHERE ((submission_id IS NOT NULL) AND (state = ANY (ARRAY['arriving'::text, 'being_checked'::text, 'clean'::text])));
CREATE UNIQUE INDEX file_place ON public.files USING btree (path) WHERE (state = ANY (ARRAY['arriving'::text, 'being_checked'::text, 'clean'::text]));
-- row security: enabled and forced
create policy own on public.files for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff on public.files for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy own_replaced on public.files for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (state = 'replaced'::text) AND (NOT (EXISTS ( SELECT
   FROM kyc_submissions s
  WHERE (s.id = files.submission_id))))));
create policy product_moves on public.files for update to cryptocommerce_app using ((( SELECT app.sees_all() AS sees_all) AND (( SELECT app.user_id() AS user_id) IS NULL))) with check ((( SELECT app.sees_all() AS sees_all) AND (( SELECT app.user_id() AS user_id) IS NULL)));
grant insert, select on public.files to cryptocommerce_app;

create table public.geolocation_alerts (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  status text not null default 'open'::text,
  alert_type text not null,
  risk_score smallint not null,
  previous_location jsonb,
  current_location jsonb not null,
  created_at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  constraint geolocation_alerts_pkey PRIMARY KEY (id),
  constraint geolocation_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint alert_status_known CHECK ((status = ANY (ARRAY['open'::text, 'dismissed'::text]))),
  constraint alert_type_known CHECK ((alert_type = ANY (ARRAY['RAPID_LOCATION_CHANGE'::text, 'HIGH_RISK_LOCATION'::text, 'LOCATION_CHANGE'::text]))),
  constraint dismissed_at_a_time CHECK (((status = 'dismissed'::text) = (dismissed_at IS NOT NULL))),
  constraint risk_score_range CHECK (((risk_score >= 0) AND (risk_score <= 100)))
);
CREATE INDEX geolocation_alerts_age ON public.geolocation_alerts USING btree (created_at);
CREATE INDEX geolocation_alerts_newest ON public.geolocation_alerts USING btree (user_id, created_at DESC);
-- row security: enabled and forced
create policy own on public.geolocation_alerts for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_job on public.geolocation_alerts for delete to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy own_or_staff on public.geolocation_alerts for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy own_with_consent on public.geolocation_alerts for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND ( SELECT p.location_consent
   FROM profiles p
  WHERE (p.id = ( SELECT app.user_id() AS user_id)))));
grant delete, insert, select on public.geolocation_alerts to cryptocommerce_app;

create table public.kyc_decisions (
  id uuid not null default uuidv7(),
  submission_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  decided_by uuid not null,
  act text not null,
  item text,
  reason_code text,
  note text,
  constraint kyc_decisions_pkey PRIMARY KEY (id),
  constraint decision_of_submission FOREIGN KEY (user_id, submission_id) REFERENCES kyc_submissions(user_id, id) ON DELETE CASCADE,
  constraint kyc_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint kyc_act_known CHECK ((act = ANY (ARRAY['accept'::text, 'reject_item'::text, 'want'::text, 'first_approval'::text, 'approval_back'::text, 'approve'::text, 'reject'::text, 'ask_more'::text]))),
  constraint nobody_records_their_own CHECK ((decided_by <> user_id))
);
CREATE INDEX kyc_decisions_by ON public.kyc_decisions USING btree (decided_by);
CREATE INDEX kyc_decisions_owner ON public.kyc_decisions USING btree (user_id, submission_id);
CREATE INDEX kyc_decisions_story ON public.kyc_decisions USING btree (submission_id, id);
-- row security: enabled and forced
create policy staff_adds on public.kyc_decisions for insert to cryptocommerce_app with check ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (decided_by = ( SELECT app.user_id() AS user_id))));
create policy staff_reads on public.kyc_decisions for select to cryptocommerce_app using ((( SELECT app.sees_all() AS sees_all) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
grant insert, select on public.kyc_decisions to cryptocommerce_app;

create table public.kyc_items (
  submission_id uuid not null,
  user_id uuid not null,
  item text not null,
  state text not null,
  file_id uuid,
  reason_code text,
  decided_by uuid,
  decided_at timestamp with time zone,
  carried_from uuid,
  carried_state text,
  constraint item_as_it_was UNIQUE (user_id, submission_id, item, state),
  constraint kyc_items_pkey PRIMARY KEY (submission_id, item),
  constraint carried_as_it_was FOREIGN KEY (user_id, carried_from, item, carried_state) REFERENCES kyc_items(user_id, submission_id, item, state) ON DELETE CASCADE,
  constraint item_file_is_own FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id),
  constraint item_of_own_submission FOREIGN KEY (user_id, submission_id) REFERENCES kyc_submissions(user_id, id) ON DELETE CASCADE,
  constraint kyc_items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint carried_whole CHECK (((carried_from IS NULL) = (carried_state IS NULL))),
  constraint kyc_item_known CHECK ((item = ANY (ARRAY['personal_details'::text, 'id_document'::text, 'trn_document'::text, 'selfie'::text, 'employment'::text, 'address_proof'::text, 'income_proof'::text, 'declaration'::text, 'source_of_funds_proof'::text, 'jurisdiction_proof'::text, 'wallets'::text]))),
  constraint kyc_item_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'wanted'::text]))),
  constraint nobody_judges_their_own CHECK ((decided_by <> user_id)),
  constraint not_carried_from_itself CHECK ((carried_from <> submission_id)),
  constraint open_item_has_reason CHECK (((state = ANY (ARRAY['pending'::text, 'accepted'::text])) OR (reason_code IS NOT NULL)))
);
CREATE INDEX kyc_items_carried ON public.kyc_items USING btree (user_id, carried_from, item, carried_state) WHERE (carried_from IS NOT NULL);
CREATE INDEX kyc_items_decided_by ON public.kyc_items USING btree (decided_by);
CREATE INDEX kyc_items_file ON public.kyc_items USING btree (user_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX kyc_items_owner ON public.kyc_items USING btree (user_id, submission_id);
-- row security: enabled and forced
create policy own on public.kyc_items for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND ((state = 'pending'::text) OR ((state = 'accepted'::text) AND (carried_state = 'accepted'::text)))));
create policy own_or_staff on public.kyc_items for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy staff_judges on public.kyc_items for update to cryptocommerce_app using ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (decided_by = ( SELECT app.user_id() AS user_id))));
create policy staff_wants on public.kyc_items for insert to cryptocommerce_app with check ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (state = 'wanted'::text) AND (decided_by = ( SELECT app.user_id() AS user_id))));
grant insert, select on public.kyc_items to cryptocommerce_app;

create table public.kyc_submissions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  tier smallint not null,
  status text not null default 'pending'::text,
  data jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by uuid,
  waits_for text not null default 'staff'::text,
  pep_declaration boolean not null default false,
  pep_details text,
  enhanced_due_diligence boolean not null default false,
  edd_reason text,
  source_of_funds_declared text,
  high_risk_flags text[] not null default '{}'::text[],
  risk_level text,
  request_hash text,
  first_approver uuid,
  constraint submission_and_owner UNIQUE (user_id, id),
  constraint kyc_submissions_pkey PRIMARY KEY (id),
  constraint kyc_submissions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint kyc_submissions_first_approver_fkey FOREIGN KEY (first_approver) REFERENCES auth."user"(id),
  constraint kyc_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint kyc_risk_known CHECK ((risk_level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint kyc_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint kyc_two_people CHECK (((first_approver <> decided_by) OR (status <> 'approved'::text))),
  constraint kyc_waits_known CHECK ((waits_for = ANY (ARRAY['staff'::text, 'customer'::text, 'nobody'::text]))),
  constraint nobody_decides_their_own CHECK (((decided_by <> user_id) AND (first_approver <> user_id))),
  constraint tier_known CHECK (((tier >= 1) AND (tier <= 3)))
);
CREATE INDEX kyc_decided_by ON public.kyc_submissions USING btree (decided_by);
CREATE INDEX kyc_first_approver ON public.kyc_submissions USING btree (first_approver) WHERE (first_approver IS NOT NULL);
CREATE INDEX kyc_newest ON public.kyc_submissions USING btree (user_id, tier, created_at DESC) INCLUDE (status);
CREATE INDEX kyc_queue ON public.kyc_submissions USING btree (tier, created_at, id) WHERE ((status = 'pending'::text) AND (waits_for <> 'nobody'::text));
-- row security: enabled and forced
create policy own on public.kyc_submissions for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (status = 'pending'::text) AND (waits_for = 'staff'::text) AND (decided_by IS NULL) AND (decided_at IS NULL) AND (first_approver IS NULL)));
create policy own_or_staff on public.kyc_submissions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy staff_decides on public.kyc_submissions for update to cryptocommerce_app using ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.sees_all() AS sees_all) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND ((status = 'pending'::text) OR (decided_by = ( SELECT app.user_id() AS user_id))) AND ((status <> 'approved'::text) OR (tier <> 3) OR ((first_approver IS NOT NULL) AND (first_approver <> decided_by)))));
grant insert, select on public.kyc_submissions to cryptocommerce_app;

create table public.order_events (
  id uuid not null default uuidv7(),
  order_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  event text not null,
  actor_kind text not null,
  actor_id uuid,
  reason_code text,
  note text,
  public boolean not null default true,
  constraint order_events_pkey PRIMARY KEY (id),
  constraint event_of_own_order FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id),
  constraint actor_known CHECK ((actor_kind = ANY (ARRAY['customer'::text, 'staff'::text, 'system'::text])))
);
CREATE INDEX order_events_story ON public.order_events USING btree (order_id, user_id, id);
-- row security: enabled and forced
create policy adds on public.order_events for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy own_public_or_staff on public.order_events for select to cryptocommerce_app using ((((user_id = ( SELECT app.user_id() AS user_id)) AND public) OR ( SELECT app.sees_all() AS sees_all)));
grant insert, select on public.order_events to cryptocommerce_app;

create table public.price_checks (
  id uuid not null default uuidv7(),
  at timestamp with time zone not null default now(),
  symbol text not null,
  chosen_source text,
  chosen numeric,
  readings jsonb not null,
  verdict text not null,
  constraint price_checks_pkey PRIMARY KEY (id)
);
CREATE INDEX price_checks_age ON public.price_checks USING btree (at);
grant delete, insert, select, update on public.price_checks to cryptocommerce_app;

create table public.price_history (
  symbol text not null,
  at timestamp with time zone not null,
  price_usd numeric not null,
  source text not null,
  demo boolean not null default false,
  constraint price_history_pkey PRIMARY KEY (symbol, at),
  constraint history_price_positive CHECK ((price_usd > (0)::numeric))
);
grant delete, insert, select, update on public.price_history to cryptocommerce_app;

create table public.price_refreshes (
  only_row boolean not null default true,
  attempted_at timestamp with time zone not null,
  constraint price_refreshes_pkey PRIMARY KEY (only_row),
  constraint one_row CHECK (only_row)
);
grant delete, insert, select, update on public.price_refreshes to cryptocommerce_app;

create table public.profiles (
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  display_name text not null,
  phone_number text not null,
  date_of_birth date not null,
  country_of_residence text not null,
  declared_country text not null,
  nationality text not null,
  occupation text not null,
  is_pep boolean not null default false,
  consented_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  enhanced_kyc_completed boolean not null default false,
  risk_classification text,
  monthly_income_declared numeric(20,2),
  income_verification_status text,
  last_risk_assessment_date timestamp with time zone,
  closed_at timestamp with time zone,
  erase_after date,
  detected_country text,
  detected_country_code text,
  detected_city text,
  detected_region text,
  current_ip_address inet,
  ip_geolocation_data jsonb,
  geolocation_updated_at timestamp with time zone,
  location_consent boolean,
  location_asked_at timestamp with time zone,
  avatar_url text,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint avatar_is_https CHECK (((avatar_url ~ '^https://'::text) AND (length(avatar_url) <= 500))),
  constraint closed_with_a_date CHECK (((closed_at IS NULL) = (erase_after IS NULL))),
  constraint detected_country_code_shape CHECK ((detected_country_code ~ '^[A-Z]{2}$'::text)),
  constraint income_verification_known CHECK ((income_verification_status = ANY (ARRAY['verified'::text, 'pending'::text]))),
  constraint location_answer_and_time CHECK (((location_consent IS NULL) = (location_asked_at IS NULL))),
  constraint location_only_with_consent CHECK (((location_consent IS TRUE) OR (num_nonnulls(detected_country, detected_country_code, detected_city, detected_region, current_ip_address, ip_geolocation_data, geolocation_updated_at) = 0))),
  constraint profile_risk_known CHECK ((risk_classification = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
CREATE INDEX profiles_to_erase ON public.profiles USING btree (erase_after) WHERE (erase_after IS NOT NULL);
-- row security: enabled and forced
create policy own on public.profiles for update to cryptocommerce_app using ((id = ( SELECT app.user_id() AS user_id))) with check ((id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff on public.profiles for select to cryptocommerce_app using (((id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy sign_up on public.profiles for insert to cryptocommerce_auth with check (true);
create policy staff_assesses on public.profiles for update to cryptocommerce_app using ((( SELECT app.sees_all() AS sees_all) AND (id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.sees_all() AS sees_all) AND (id <> ( SELECT app.user_id() AS user_id))));
grant insert on public.profiles to cryptocommerce_auth;
grant select, update on public.profiles to cryptocommerce_app;

create table public.proposals (
  id uuid not null default uuidv7(),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null default now(),
  state text not null default 'open'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason_code text,
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES auth."user"(id),
  constraint proposal_kind_known CHECK ((kind = ANY (ARRAY['setting'::text, 'payout'::text, 'return'::text, 'kyc'::text]))),
  constraint proposal_state_known CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint proposal_two_people CHECK (((state <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_by <> proposed_by)))
);
CREATE INDEX proposals_decided_by ON public.proposals USING btree (decided_by);
CREATE INDEX proposals_open ON public.proposals USING btree (proposed_at) WHERE (state = 'open'::text);
CREATE INDEX proposals_proposed_by ON public.proposals USING btree (proposed_by);
CREATE UNIQUE INDEX proposal_one_open ON public.proposals USING btree (kind, subject) WHERE (state = 'open'::text);
-- row security: enabled and forced
create policy staff_only on public.proposals for all to cryptocommerce_app using (( SELECT app.sees_all() AS sees_all)) with check (( SELECT app.sees_all() AS sees_all));
grant insert, select, update on public.proposals to cryptocommerce_app;

create table public.quotes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  side text not null,
  terms jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint quotes_pkey PRIMARY KEY (id),
  constraint quotes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint quote_side_known CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text])))
);
CREATE INDEX quotes_expired ON public.quotes USING btree (expires_at);
CREATE INDEX quotes_owner ON public.quotes USING btree (user_id);
-- row security: enabled and forced
create policy own on public.quotes for all to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
grant delete, insert, select on public.quotes to cryptocommerce_app;

create table public.rate_limits (
  key text not null,
  window_start timestamp with time zone not null,
  tries integer not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_age ON public.rate_limits USING btree (window_start);
grant delete, insert, select, update on public.rate_limits to cryptocommerce_app;
grant delete, insert, select, update on public.rate_limits to cryptocommerce_auth;

create table public.sell_drafts (
  user_id uuid not null,
  data jsonb not null,
  updated_at timestamp with time zone not null,
  constraint sell_drafts_pkey PRIMARY KEY (user_id),
  constraint sell_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy own on public.sell_drafts for all to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
grant delete, insert, select, update on public.sell_drafts to cryptocommerce_app;

create table public.setting_versions (
  id uuid not null default uuidv7(),
  key text not null,
  value jsonb not null,
  valid_from timestamp with time zone not null default now(),
  proposed_by uuid,
  approved_by uuid,
  constraint setting_versions_pkey PRIMARY KEY (id),
  constraint setting_versions_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES auth."user"(id),
  constraint setting_versions_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES auth."user"(id),
  constraint setting_two_people CHECK (((proposed_by IS NULL) OR (proposed_by <> approved_by)))
);
CREATE INDEX setting_approved_by ON public.setting_versions USING btree (approved_by);
CREATE INDEX setting_newest ON public.setting_versions USING btree (key, valid_from DESC, id DESC);
CREATE INDEX setting_proposed_by ON public.setting_versions USING btree (proposed_by);
grant insert, select on public.setting_versions to cryptocommerce_app;

create table public.subscriptions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  plan text not null,
  status text not null default 'pending'::text,
  payment_method text not null,
  start_date timestamp with time zone,
  end_date timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint active_has_its_time CHECK (((status <> 'active'::text) OR ((start_date IS NOT NULL) AND (end_date IS NOT NULL)))),
  constraint ends_after_start CHECK ((end_date > start_date)),
  constraint plan_known CHECK ((plan = ANY (ARRAY['basic'::text, 'personal'::text, 'professional'::text]))),
  constraint subscription_method_known CHECK ((payment_method = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'crypto'::text]))),
  constraint subscription_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'expired'::text, 'rejected'::text])))
);
CREATE INDEX subscriptions_newest ON public.subscriptions USING btree (user_id, created_at DESC);
-- row security: enabled and forced
create policy own_or_staff on public.subscriptions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
grant select on public.subscriptions to cryptocommerce_app;

create table public.transactions (
  id uuid not null default uuidv7(),
  reference text not null,
  user_id uuid not null,
  type text not null,
  status text not null default 'pending'::text,
  pay_in text not null,
  pay_out text not null default 'none'::text,
  held boolean not null default false,
  hold_reason text,
  lapsed boolean not null default false,
  payment_method text not null default 'bank_transfer'::text,
  fiat_currency text not null,
  fiat_amount numeric(20,2) not null,
  jmd_amount numeric(20,2) not null,
  fee_percent numeric(6,2) not null,
  fee_amount_jmd numeric(20,2) not null,
  net_jmd_amount numeric(20,2) not null,
  crypto_symbol text not null,
  crypto_amount numeric(40,18) not null,
  price_usd_used numeric not null,
  rate_used numeric not null,
  market_rate numeric,
  quote_id uuid not null,
  idempotency_key uuid,
  request_hash text,
  likeness text not null,
  network text not null,
  wallet_address text,
  destination_tag bigint,
  sender_wallet_address text,
  sender_wallet_type text,
  company_wallet_address text,
  company_wallet_tag text,
  bank_name text,
  account_number text,
  account_holder_name text,
  routing_number text,
  purpose_of_transaction text,
  source_of_funds text,
  source_of_funds_file uuid,
  proof_file uuid,
  payout_reference text,
  payout_proof_file uuid,
  received_reference text,
  receipt jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  lapses_at timestamp with time zone,
  claimed_at timestamp with time zone,
  received_at timestamp with time zone,
  closed_at timestamp with time zone,
  waiting_since timestamp with time zone,
  awaits_staff boolean not null generated always as ((((pay_in = ANY (ARRAY['claimed'::text, 'received'::text])) AND (status <> 'completed'::text)) OR (held AND (status = ANY (ARRAY['pending'::text, 'processing'::text]))))) stored,
  constraint one_order_per_quote UNIQUE (quote_id),
  constraint one_order_per_request UNIQUE (user_id, idempotency_key),
  constraint order_and_owner UNIQUE (user_id, id),
  constraint reference_taken UNIQUE (reference),
  constraint transactions_pkey PRIMARY KEY (id),
  constraint funds_file_is_own FOREIGN KEY (user_id, source_of_funds_file) REFERENCES files(user_id, id),
  constraint proof_file_is_own FOREIGN KEY (user_id, proof_file) REFERENCES files(user_id, id),
  constraint transactions_payout_proof_file_fkey FOREIGN KEY (payout_proof_file) REFERENCES files(id),
  constraint transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint amount_positive CHECK ((jmd_amount > (0)::numeric)),
  constraint buy_has_address CHECK (((type <> 'buy'::text) OR (wallet_address IS NOT NULL))),
  constraint coins_positive CHECK ((crypto_amount > (0)::numeric)),
  constraint completed_is_paid_both_ways CHECK (((status <> 'completed'::text) OR ((pay_in = 'received'::text) AND (pay_out = 'sent'::text)))),
  constraint currency_known CHECK ((fiat_currency = ANY (ARRAY['JMD'::text, 'USD'::text]))),
  constraint fee_and_net_make_amount CHECK (((fee_amount_jmd + net_jmd_amount) = jmd_amount)),
  constraint fee_not_negative CHECK ((fee_amount_jmd >= (0)::numeric)),
  constraint method_known CHECK ((payment_method = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'crypto'::text]))),
  constraint nothing_paid_out_before_money_in CHECK (((pay_out = ANY (ARRAY['none'::text, 'prepared'::text, 'failed'::text])) OR (pay_in = 'received'::text))),
  constraint nothing_paid_out_while_held CHECK (((NOT held) OR (pay_out <> 'sent'::text))),
  constraint pay_in_known CHECK ((pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text, 'received'::text, 'returned'::text]))),
  constraint pay_out_known CHECK ((pay_out = ANY (ARRAY['none'::text, 'prepared'::text, 'approved'::text, 'sent'::text, 'failed'::text]))),
  constraint sell_has_bank CHECK (((type <> 'sell'::text) OR ((bank_name IS NOT NULL) AND (account_number IS NOT NULL) AND (account_holder_name IS NOT NULL)))),
  constraint status_known CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint tag_is_uint32 CHECK (((destination_tag >= 0) AND (destination_tag <= '4294967295'::bigint))),
  constraint type_known CHECK ((type = ANY (ARRAY['buy'::text, 'sell'::text])))
);
CREATE INDEX transactions_lapse ON public.transactions USING btree (lapses_at) WHERE ((status = 'pending'::text) AND (pay_in = 'awaiting'::text));
CREATE INDEX transactions_month ON public.transactions USING btree (user_id, created_at) INCLUDE (status, net_jmd_amount) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text]));
CREATE INDEX transactions_own_status ON public.transactions USING btree (user_id, status, id DESC);
CREATE INDEX transactions_payout_file ON public.transactions USING btree (payout_proof_file) WHERE (payout_proof_file IS NOT NULL);
CREATE INDEX transactions_proof_file ON public.transactions USING btree (proof_file, user_id) WHERE (proof_file IS NOT NULL);
CREATE INDEX transactions_queue ON public.transactions USING btree (waiting_since, id) WHERE awaits_staff;
CREATE INDEX transactions_received_reference ON public.transactions USING btree (received_reference) WHERE (received_reference IS NOT NULL);
CREATE INDEX transactions_sof_file ON public.transactions USING btree (source_of_funds_file, user_id) WHERE (source_of_funds_file IS NOT NULL);
CREATE UNIQUE INDEX payout_reference_once ON public.transactions USING btree (payout_reference) WHERE (payout_reference IS NOT NULL);
-- row security: enabled and forced
create policy own on public.transactions for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff on public.transactions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy own_or_staff_moves on public.transactions for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
grant insert, select, update on public.transactions to cryptocommerce_app;

create table public.user_roles (
  user_id uuid not null,
  role text not null,
  granted_by uuid,
  granted_at timestamp with time zone not null default now(),
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES auth."user"(id),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint role_known CHECK ((role = ANY (ARRAY['admin'::text, 'compliance'::text, 'finance'::text, 'support'::text, 'instructor'::text])))
);
CREATE INDEX user_roles_granted_by ON public.user_roles USING btree (granted_by);
-- row security: enabled and forced
create policy own_or_staff on public.user_roles for select to public using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy owner_reads on public.user_roles for select to postgres using (true);
grant select on public.user_roles to cryptocommerce_app;

create table public.user_sessions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  session_id uuid not null,
  session_token text,
  ip_address inet not null,
  detected_country text not null,
  detected_country_code text not null,
  detected_city text,
  detected_region text,
  geolocation_data jsonb not null,
  user_agent text not null default ''::text,
  last_activity_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint one_line_per_session_and_address UNIQUE (user_id, session_id, ip_address),
  constraint user_sessions_pkey PRIMARY KEY (id),
  constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint never_a_token CHECK ((session_token IS NULL)),
  constraint session_country_code_shape CHECK ((detected_country_code ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX user_sessions_age ON public.user_sessions USING btree (last_activity_at);
-- row security: enabled and forced
create policy own on public.user_sessions for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_job on public.user_sessions for delete to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy own_or_staff on public.user_sessions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy own_with_consent on public.user_sessions for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND ( SELECT p.location_consent
   FROM profiles p
  WHERE (p.id = ( SELECT app.user_id() AS user_id)))));
grant delete, insert, select on public.user_sessions to cryptocommerce_app;

CREATE OR REPLACE FUNCTION app.close_account(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare who uuid := app.user_id();
begin
  if who is null then raise exception 'nobody asks'; end if;
  delete from auth.session where "userId" = who;
  delete from auth.account where "userId" = who;
  delete from auth.authenticator where user_id = who;
  delete from auth.recovery_code where user_id = who;
  delete from auth.passkey where user_id = who;
  delete from auth.challenge where user_id = who;
  delete from auth.known_device where user_id = who;
  delete from auth.alarm where user_id = who;
  update auth."user" set email = 'closed-' || who || '@closed.invalid', "emailVerified" = false, second_factor = false,
         image = null, "updatedAt" = moment
   where id = who;
end $function$
;

CREATE OR REPLACE FUNCTION app.enter(session_token text, alone boolean DEFAULT false)
 RETURNS TABLE(id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer, factor boolean, factor_needed boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         extract(epoch from now() - s.confirmed_at)::integer, extract(epoch from now() - s.used_at)::integer,
         u.second_factor
    into enter.id, enter.email, enter.name, enter.session_id, enter.roles, enter.confirmed_ago, enter.used_ago, enter.factor
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified"
     and not s.waits_for_factor and s.used_at > now() - interval '24 hours';
  if enter.id is null then return; end if;
  if alone then perform pg_advisory_xact_lock(hashtextextended(enter.id::text, 0)); end if;
  enter.factor_needed := not enter.factor and enter.roles && '{admin,compliance,finance,support}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  if enter.factor_needed then enter.roles := '{}'; end if;
  perform set_config('app.user_id', enter.id::text, true),
          set_config('app.sees_all', case when enter.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true);
  return next;
end $function$
;

CREATE OR REPLACE FUNCTION app.newest_migration()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  return (select max(name) from public.kysely_migration);
end $function$
;

CREATE OR REPLACE FUNCTION app.own_email_verified()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select coalesce((select u."emailVerified" from auth."user" u where u.id = app.user_id()), false)
$function$
;

CREATE OR REPLACE FUNCTION app.sees_all()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.sees_all'::text, true), ''::text) = 'yes'::text)
;

CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid
;
