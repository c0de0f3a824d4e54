-- Written by `node tools/run.mjs schema` from the migrations. To read, not to run.

create domain assessment_outcome as text constraint outcome_known CHECK ((VALUE = ANY (ARRAY['accepted'::text, 'held'::text, 'wallet_blocked'::text, 'transaction_blocked'::text])));
create domain assessor as text constraint assessor_known CHECK ((VALUE = 'automated'::text));
create domain log_reader as text constraint reader_known CHECK ((VALUE = 'compliance'::text));
create domain risk_level as text constraint level_known CHECK ((VALUE = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])));
create domain risk_score as smallint constraint score_in_range CHECK (((VALUE >= 0) AND (VALUE <= 100)));
create domain screening_result as text constraint result_known CHECK ((VALUE = ANY (ARRAY['clear'::text, 'flagged'::text, 'high_risk'::text, 'error'::text])));

create table auth.account (
  "userId" uuid not null,
  password text,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
  constraint account_pkey PRIMARY KEY ("userId"),
  constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.account to cryptocommerce_auth;

create table auth.api_key (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  scopes text[] not null,
  hash text not null,
  last_four text not null,
  previous_hash text,
  previous_valid_until timestamp with time zone,
  lasts_days integer not null,
  created_at timestamp with time zone not null default now(),
  renewed_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint former_hash_once UNIQUE (previous_hash),
  constraint key_hash_once UNIQUE (hash),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint former_ends CHECK (((previous_hash IS NULL) = (previous_valid_until IS NULL))),
  constraint former_ends_within_a_day CHECK ((previous_valid_until <= (renewed_at + '24:01:00'::interval))),
  constraint former_is_hashed CHECK ((previous_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint key_has_a_name CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint key_is_hashed CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint key_lasts CHECK (((lasts_days >= 1) AND (lasts_days <= 365))),
  constraint key_opens_something CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{prices:read,orders:read,orders:place,orders:sell,receipts:read}'::text[]))),
  constraint key_shows_four CHECK ((length(last_four) = 4)),
  constraint what_places_is_proved_often CHECK (((NOT (scopes && '{orders:place,orders:sell}'::text[])) OR (lasts_days <= 90)))
);
CREATE INDEX api_key_of ON auth.api_key USING btree (user_id);
grant delete, insert, select, update on auth.api_key to cryptocommerce_auth;

create table auth.authenticator (
  user_id uuid not null,
  secret_encrypted bytea not null,
  key_id text not null,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  device_hash text,
  constraint authenticator_pkey PRIMARY KEY (user_id),
  constraint authenticator_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.authenticator to cryptocommerce_auth;

create table auth.known_device (
  user_id uuid not null,
  device_hash text not null,
  first_seen timestamp with time zone not null default now(),
  last_seen timestamp with time zone not null default now(),
  notification_pending boolean not null default false,
  constraint known_device_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX known_device_hash ON auth.known_device USING btree (device_hash);
grant delete, insert, select, update on auth.known_device to cryptocommerce_auth;

create table auth.one_time_token (
  hash text not null,
  purpose text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  signed_in_at timestamp with time zone,
  device_hash text,
  session_id uuid,
  constraint one_time_token_pkey PRIMARY KEY (hash),
  constraint one_time_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.session(id) ON DELETE CASCADE,
  constraint one_time_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint alarm_is_about_a_sign_in CHECK (((purpose = 'not_me'::text) = (signed_in_at IS NOT NULL))),
  constraint word_of_somebody CHECK (((user_id IS NOT NULL) OR (purpose = 'sign_in'::text))),
  constraint word_purpose_known CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'not_me'::text, 'register'::text, 'sign_in'::text, 'confirm'::text])))
);
CREATE INDEX word_age ON auth.one_time_token USING btree (expires_at);
CREATE INDEX word_person ON auth.one_time_token USING btree (user_id, purpose);
CREATE INDEX word_session ON auth.one_time_token USING btree (session_id) WHERE (session_id IS NOT NULL);
grant delete, insert, select on auth.one_time_token to cryptocommerce_auth;

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
  device_hash text,
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
  device_hash text,
  created_at timestamp with time zone default now(),
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
  "userAgent" text,
  "userId" uuid not null,
  awaiting_mfa boolean not null default false,
  confirmed_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  device_hash text,
  constraint session_token_key UNIQUE (token),
  constraint session_pkey PRIMARY KEY (id),
  constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX session_ends ON auth.session USING btree ("expiresAt");
CREATE INDEX session_person ON auth.session USING btree ("userId");
grant delete, insert, select, update on auth.session to cryptocommerce_auth;

create table auth.user (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  "emailVerified" boolean not null default false,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
  second_factor boolean not null default false,
  first_signed_in_at timestamp with time zone,
  signed_up_in text,
  constraint user_email_taken UNIQUE (email),
  constraint user_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on auth.user to cryptocommerce_auth;

create table public.account_freezes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  frozen_at timestamp with time zone not null default now(),
  cause text not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lift_reason text,
  frozen_by uuid,
  hit_id uuid,
  case_id uuid,
  reason text,
  unfreeze_proposal_id uuid,
  identity_snapshot jsonb not null default '[]'::jsonb,
  constraint account_freezes_pkey PRIMARY KEY (id),
  constraint account_freezes_frozen_by_fkey FOREIGN KEY (frozen_by) REFERENCES auth."user"(id),
  constraint account_freezes_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES auth."user"(id),
  constraint account_freezes_unfreeze_proposal_id_fkey FOREIGN KEY (unfreeze_proposal_id) REFERENCES proposals(id),
  constraint account_freezes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint freeze_of_own_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  constraint freeze_of_own_hit FOREIGN KEY (user_id, hit_id) REFERENCES name_hits(user_id, id),
  constraint freeze_cause_known CHECK ((cause = ANY (ARRAY['not_me'::text, 'listed'::text, 'relationship_ends'::text, 'by_hand'::text]))),
  constraint freeze_rests_on_its_cause CHECK (
CASE cause
    WHEN 'not_me'::text THEN (num_nonnulls(frozen_by, hit_id, case_id, reason) = 0)
    WHEN 'listed'::text THEN ((frozen_by IS NOT NULL) AND (reason IS NULL) AND (num_nonnulls(hit_id, case_id) = 1))
    WHEN 'relationship_ends'::text THEN ((frozen_by IS NOT NULL) AND (reason IS NULL) AND (hit_id IS NULL) AND (case_id IS NOT NULL))
    ELSE ((frozen_by IS NOT NULL) AND (reason IS NOT NULL) AND (num_nonnulls(hit_id, case_id) = 0))
END),
  constraint lifted_by_somebody_for_a_reason CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NULL) = (lift_reason IS NULL)))),
  constraint nobody_freezes_themselves CHECK ((frozen_by <> user_id)),
  constraint thawed_by_two_people CHECK (((lifted_at IS NULL) OR ((cause = 'not_me'::text) = (unfreeze_proposal_id IS NULL))))
);
CREATE INDEX freeze_case ON public.account_freezes USING btree (user_id, case_id);
CREATE INDEX freeze_frozen_by ON public.account_freezes USING btree (frozen_by);
CREATE INDEX freeze_hit ON public.account_freezes USING btree (user_id, hit_id);
CREATE INDEX freeze_lifted_by ON public.account_freezes USING btree (lifted_by);
CREATE INDEX freeze_owner ON public.account_freezes USING btree (user_id);
CREATE INDEX freeze_thaw ON public.account_freezes USING btree (unfreeze_proposal_id);
CREATE UNIQUE INDEX one_freeze_for_one_cause ON public.account_freezes USING btree (user_id, cause, COALESCE(hit_id, case_id)) NULLS NOT DISTINCT WHERE (lifted_at IS NULL);
-- row security: enabled and forced
create policy alarm_insert on public.account_freezes for insert to cryptocommerce_auth with check (true);
create policy compliance_alarm_update on public.account_freezes for update to cryptocommerce_app using (((cause = 'not_me'::text) AND ( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check (((cause = 'not_me'::text) AND ( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (lifted_by = ( SELECT app.user_id() AS user_id))));
create policy compliance_insert on public.account_freezes for insert to cryptocommerce_app with check (((cause = 'by_hand'::text) AND ( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (frozen_by = ( SELECT app.user_id() AS user_id)) AND (lifted_at IS NULL)));
create policy compliance_select on public.account_freezes for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy own_alarm_or_staff_select on public.account_freezes for select to cryptocommerce_app using (((cause = 'not_me'::text) AND ((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows))));
create policy owner_all on public.account_freezes for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.account_freezes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert on public.account_freezes to cryptocommerce_auth;
grant select on public.account_freezes to cryptocommerce_app;

create table public.account_links (
  account_a uuid not null,
  account_b uuid not null,
  kinds text[] not null,
  state text not null default 'open'::text,
  found_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint account_links_pkey PRIMARY KEY (account_a, account_b),
  constraint account_links_account_a_fkey FOREIGN KEY (account_a) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint account_links_account_b_fkey FOREIGN KEY (account_b) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint account_links_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint link_decided_whole CHECK (((state = 'open'::text) OR ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL) AND (note IS NOT NULL)))),
  constraint link_in_order CHECK ((account_a < account_b)),
  constraint link_state_known CHECK ((state = ANY (ARRAY['open'::text, 'joined'::text, 'apart'::text]))),
  constraint nobody_decides_their_own_link CHECK (((decided_by <> account_a) AND (decided_by <> account_b)))
);
CREATE INDEX account_links_decided_by ON public.account_links USING btree (decided_by);
CREATE INDEX account_links_other ON public.account_links USING btree (account_b);
-- row security: enabled and forced
create policy compliance_select on public.account_links for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (account_a IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) AND (account_b IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy compliance_update on public.account_links for update to cryptocommerce_app using ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (account_a <> ( SELECT app.user_id() AS user_id)) AND (account_b <> ( SELECT app.user_id() AS user_id)))) with check ((decided_by = ( SELECT app.user_id() AS user_id)));
create policy not_own_other_account_select on public.account_links as restrictive for select to cryptocommerce_app using (((account_a <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])) AND (account_b <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[]))));
create policy owner_all on public.account_links for all to postgres using (true) with check (true);
grant select on public.account_links to cryptocommerce_app;

create table public.active_versions (
  single boolean not null default true,
  settings uuid not null default uuidv7(),
  lists uuid not null default uuidv7(),
  rules uuid not null,
  reference_key uuid not null default gen_random_uuid(),
  constraint active_versions_pkey PRIMARY KEY (single),
  constraint active_versions_rules_fkey FOREIGN KEY (rules) REFERENCES risk_rule_sets(id),
  constraint one_row CHECK (single)
);
CREATE INDEX in_force_rules ON public.active_versions USING btree (rules);
grant select on public.active_versions to cryptocommerce_app;

create table public.address_forms (
  address text not null,
  forms text[] not null,
  constraint address_forms_pkey PRIMARY KEY (address),
  constraint forms_include_the_address CHECK ((forms @> ARRAY[address]))
);
CREATE INDEX address_forms_by_form ON public.address_forms USING gin (forms);
-- row security: enabled and forced
create policy app_insert on public.address_forms for insert to cryptocommerce_app with check (true);
create policy owner_delete on public.address_forms for delete to postgres using (( SELECT app.is_system() AS is_system));
create policy owner_select on public.address_forms for select to postgres using (true);
grant insert on public.address_forms to cryptocommerce_app;

create table public.agreements (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  document text not null,
  version text not null,
  agreed_at timestamp with time zone not null default now(),
  constraint agreed_once UNIQUE (user_id, document, version),
  constraint agreements_pkey PRIMARY KEY (id),
  constraint agreements_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint agreement_document_known CHECK ((document = ANY (ARRAY['terms'::text, 'privacy'::text, 'risk-indemnity'::text]))),
  constraint agreement_version_short CHECK (((length(version) >= 1) AND (length(version) <= 20)))
);
-- row security: enabled and forced
create policy own_insert on public.agreements for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.agreements for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_while_erasing on public.agreements for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy sign_up_insert on public.agreements for insert to cryptocommerce_auth with check (true);
grant insert on public.agreements to cryptocommerce_auth;
grant insert, select on public.agreements to cryptocommerce_app;

create table public.alert_snoozes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  rule text not null,
  until timestamp with time zone not null,
  reason text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  suppressed integer not null default 0,
  last_suppressed_at timestamp with time zone,
  constraint alert_snoozes_pkey PRIMARY KEY (id),
  constraint alert_snoozes_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth."user"(id),
  constraint alert_snoozes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES auth."user"(id),
  constraint alert_snoozes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint nobody_snoozes_their_own CHECK (((created_by <> user_id) AND (ended_by <> user_id))),
  constraint snooze_ends_later CHECK ((until > created_at)),
  constraint snooze_not_of_lists CHECK ((rule <> ALL (ARRAY['wallet_blocked'::text, 'transaction_blocked'::text, 'name_match'::text, 'sanctions'::text])))
);
CREATE INDEX snoozes_by ON public.alert_snoozes USING btree (created_by);
CREATE INDEX snoozes_customer ON public.alert_snoozes USING btree (user_id, created_at DESC);
CREATE INDEX snoozes_ended_by ON public.alert_snoozes USING btree (ended_by);
CREATE UNIQUE INDEX snooze_one_at_a_time ON public.alert_snoozes USING btree (user_id, rule) WHERE (ended_at IS NULL);
-- row security: enabled and forced
create policy compliance_insert on public.alert_snoozes for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.alert_snoozes for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy compliance_update on public.alert_snoozes for update to cryptocommerce_app using ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (ended_by = ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.alert_snoozes as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.alert_snoozes as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_all on public.alert_snoozes for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.alert_snoozes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.alert_snoozes to cryptocommerce_app;

create table public.announcements (
  id uuid not null default uuidv7(),
  component text not null,
  level text not null,
  text text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  author_id uuid not null,
  created_at timestamp with time zone not null,
  ended_by uuid,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth."user"(id),
  constraint announcements_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES auth."user"(id),
  constraint announcement_component_known CHECK ((component ~ '^(site|bank|card|(coin|network)-[A-Za-z0-9]{1,20})$'::text)),
  constraint announcement_is_plain_line CHECK ((((length(text) >= 3) AND (length(text) <= 300)) AND (text !~ '[[:cntrl:]<>]'::text))),
  constraint announcement_level_known CHECK ((level = ANY (ARRAY['info'::text, 'slow'::text, 'paused'::text, 'fixed'::text])))
);
CREATE INDEX announcements_author ON public.announcements USING btree (author_id);
CREATE INDEX announcements_ended_by ON public.announcements USING btree (ended_by);
CREATE INDEX announcements_newest ON public.announcements USING btree (starts_at DESC, id DESC);
-- row security: enabled and forced
create policy everyone_select on public.announcements for select to cryptocommerce_app using (true);
create policy staff_insert on public.announcements for insert to cryptocommerce_app with check (((author_id = ( SELECT app.user_id() AS user_id)) AND (ended_by IS NULL) AND (( SELECT app.has_role('support'::text) AS has_role) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))));
create policy staff_update on public.announcements for update to cryptocommerce_app using ((( SELECT app.has_role('support'::text) AS has_role) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))) with check ((ended_by = ( SELECT app.user_id() AS user_id)));
grant insert, select on public.announcements to cryptocommerce_app;

create table public.anonymized_certificates (
  code text not null,
  course_title text not null,
  version_number integer not null,
  title text not null,
  band text not null,
  issued_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint anonymized_certificates_pkey PRIMARY KEY (code)
);
-- row security: enabled and forced
create policy owner_all on public.anonymized_certificates for all to postgres using (true) with check (true);

create table public.appropriateness_outcomes (
  user_id uuid not null,
  content_number integer not null,
  way text not null,
  try_id uuid,
  waived_by uuid,
  reason text,
  at timestamp with time zone not null,
  constraint appropriateness_outcomes_pkey PRIMARY KEY (user_id, content_number),
  constraint appropriateness_outcomes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint appropriateness_outcomes_waived_by_fkey FOREIGN KEY (waived_by) REFERENCES auth."user"(id),
  constraint outcome_of_own_try FOREIGN KEY (user_id, try_id) REFERENCES appropriateness_tries(user_id, id),
  constraint outcome_says_how CHECK (
CASE way
    WHEN 'passed'::text THEN ((try_id IS NOT NULL) AND (num_nonnulls(waived_by, reason) = 0))
    ELSE ((try_id IS NULL) AND (waived_by IS NOT NULL) AND (waived_by <> user_id) AND (length(reason) >= 10))
END),
  constraint outcome_way_known CHECK ((way = ANY (ARRAY['passed'::text, 'waived'::text])))
);
CREATE INDEX appropriateness_outcomes_by ON public.appropriateness_outcomes USING btree (waived_by) WHERE (waived_by IS NOT NULL);
CREATE INDEX appropriateness_outcomes_try ON public.appropriateness_outcomes USING btree (user_id, try_id) WHERE (try_id IS NOT NULL);
-- row security: enabled and forced
create policy own_insert on public.appropriateness_outcomes for insert to cryptocommerce_app with check (((way = 'passed'::text) AND (user_id = ( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM appropriateness_tries t
  WHERE ((t.id = appropriateness_outcomes.try_id) AND t.passed AND (t.content_number = appropriateness_outcomes.content_number))))));
create policy own_or_staff_select on public.appropriateness_outcomes for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_while_erasing on public.appropriateness_outcomes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.appropriateness_outcomes for insert to cryptocommerce_app with check (((way = 'waived'::text) AND (waived_by = ( SELECT app.user_id() AS user_id)) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (( SELECT app.has_role('support'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))));
grant insert, select on public.appropriateness_outcomes to cryptocommerce_app;

create table public.appropriateness_tries (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  content_number integer not null,
  content_digest text not null,
  questions text[] not null,
  started_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  chosen jsonb,
  wrong text[],
  right_count smallint,
  passed boolean,
  constraint try_and_owner UNIQUE (user_id, id),
  constraint appropriateness_tries_pkey PRIMARY KEY (id),
  constraint appropriateness_tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint lesson_counts_from_one CHECK ((content_number >= 1)),
  constraint lesson_right_is_of_asked CHECK (((right_count + cardinality(wrong)) = cardinality(questions))),
  constraint lesson_try_is_whole CHECK ((num_nulls(submitted_at, chosen, wrong, right_count, passed) = ANY (ARRAY[0, 5])))
);
CREATE INDEX appropriateness_tries_newest ON public.appropriateness_tries USING btree (user_id, content_digest, started_at DESC, id DESC);
CREATE UNIQUE INDEX appropriateness_one_open_try ON public.appropriateness_tries USING btree (user_id, content_digest) WHERE (submitted_at IS NULL);
-- row security: enabled and forced
create policy own_insert on public.appropriateness_tries for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (submitted_at IS NULL)));
create policy own_or_staff_select on public.appropriateness_tries for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.appropriateness_tries for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.appropriateness_tries for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.appropriateness_tries to cryptocommerce_app;

create table public.audit_log (
  id uuid not null default uuidv7(),
  at timestamp with time zone not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  about_id uuid,
  for_role log_reader,
  before jsonb,
  after jsonb,
  reason_code text,
  request_id text,
  xact xid8 not null default pg_current_xact_id(),
  erased_at timestamp with time zone,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_about ON public.audit_log USING btree (about_id, id) WHERE (about_id IS NOT NULL);
CREATE INDEX audit_action ON public.audit_log USING btree (action, id);
CREATE INDEX audit_actor ON public.audit_log USING btree (actor_id, id);
CREATE INDEX audit_subject ON public.audit_log USING btree (subject_type, subject_id, id);
CREATE INDEX audit_xact ON public.audit_log USING btree (xact);
-- row security: enabled and forced
create policy anyone_insert on public.audit_log for insert to cryptocommerce_app, cryptocommerce_auth with check (true);
create policy not_erased_select on public.audit_log as restrictive for select to cryptocommerce_app using ((erased_at IS NULL));
create policy not_own_other_account_select on public.audit_log as restrictive for select to cryptocommerce_app using (((about_id IS NULL) OR (about_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[]))));
create policy owner_insert on public.audit_log for insert to postgres with check ((action = 'audit.erased'::text));
create policy owner_select on public.audit_log for select to postgres using (true);
create policy owner_update on public.audit_log for update to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy sealer_select on public.audit_log for select to cryptocommerce_sealer using (true);
create policy staff_select on public.audit_log for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (about_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) AND ((( SELECT app.user_id() AS user_id) IS NULL) OR ( SELECT app.has_role('compliance'::text) AS has_role) OR (( SELECT app.has_role('admin'::text) AS has_role) AND (for_role IS NULL)))));
grant select on public.audit_log to cryptocommerce_app;
grant select on public.audit_log to cryptocommerce_sealer;

create table public.audit_sealing (
  only_row boolean not null default true,
  horizon xid8 not null,
  constraint audit_sealing_pkey PRIMARY KEY (only_row),
  constraint one_sealing CHECK (only_row)
);
-- row security: enabled and forced
create policy owner_select on public.audit_sealing for select to postgres using (( SELECT app.is_system() AS is_system));
create policy sealer_select on public.audit_sealing for select to cryptocommerce_sealer using (true);
create policy sealer_update on public.audit_sealing for update to cryptocommerce_sealer using (true);
grant select on public.audit_sealing to cryptocommerce_sealer;

create table public.audit_seals (
  seq bigint not null,
  audit_id uuid not null,
  previous text not null,
  digest text not null,
  sealed_at timestamp with time zone not null,
  hash text not null,
  constraint chain_never_forks UNIQUE (previous),
  constraint sealed_once UNIQUE (audit_id),
  constraint audit_seals_pkey PRIMARY KEY (seq)
);
-- row security: enabled and forced
create policy owner_select on public.audit_seals for select to postgres using (( SELECT app.is_system() AS is_system));
create policy sealer_insert on public.audit_seals for insert to cryptocommerce_sealer with check (true);
create policy sealer_select on public.audit_seals for select to cryptocommerce_sealer using (true);
create policy staff_select on public.audit_seals for select to cryptocommerce_app using ((( SELECT app.has_role('compliance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
grant insert, select on public.audit_seals to cryptocommerce_sealer;
grant select on public.audit_seals to cryptocommerce_app;

create table public.bank_formats (
  name text not null,
  format jsonb not null,
  changed_at timestamp with time zone not null,
  changed_by uuid not null,
  constraint bank_formats_pkey PRIMARY KEY (name),
  constraint bank_formats_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth."user"(id),
  constraint bank_format_named CHECK ((name <> ''::text))
);
CREATE INDEX bank_formats_changed_by ON public.bank_formats USING btree (changed_by);
-- row security: enabled and forced
create policy finance_insert on public.bank_formats for insert to cryptocommerce_app with check (((( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)) AND (changed_by = ( SELECT app.user_id() AS user_id))));
create policy finance_update on public.bank_formats for update to cryptocommerce_app using ((( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))) with check (((( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)) AND (changed_by = ( SELECT app.user_id() AS user_id))));
create policy staff_select on public.bank_formats for select to cryptocommerce_app using (( SELECT app.can_access_all_rows() AS can_access_all_rows));
grant insert, select on public.bank_formats to cryptocommerce_app;

create table public.bank_line_batch_items (
  batch_id uuid not null,
  place smallint not null,
  line_id uuid not null,
  about_kind text,
  about_id uuid,
  state text not null default 'waiting'::text,
  code text,
  reason text,
  settled_at timestamp with time zone,
  constraint bank_line_batch_items_pkey PRIMARY KEY (batch_id, place),
  constraint bank_line_batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES bank_line_batches(id) ON DELETE CASCADE,
  constraint batch_item_about CHECK ((((about_kind = ANY (ARRAY['order'::text, 'payment'::text])) AND (about_id IS NOT NULL)) OR ((about_kind IS NULL) AND (about_id IS NULL)))),
  constraint batch_item_refusal CHECK (((state = 'refused'::text) = ((code IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint batch_item_settled CHECK (((state = 'waiting'::text) = (settled_at IS NULL))),
  constraint batch_item_state CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text])))
);
-- row security: enabled and forced
create policy own_batch_insert on public.bank_line_batch_items for insert to cryptocommerce_app with check ((EXISTS ( SELECT
   FROM bank_line_batches b
  WHERE ((b.id = bank_line_batch_items.batch_id) AND (b.person_id = ( SELECT app.user_id() AS user_id))))));
create policy own_or_job_update on public.bank_line_batch_items for update to cryptocommerce_app using ((EXISTS ( SELECT
   FROM bank_line_batches b
  WHERE ((b.id = bank_line_batch_items.batch_id) AND ((( SELECT app.user_id() AS user_id) IS NULL) OR (b.person_id = ( SELECT app.user_id() AS user_id)))))));
create policy staff_select on public.bank_line_batch_items for select to cryptocommerce_app using (( SELECT app.can_access_all_rows() AS can_access_all_rows));
grant insert, select on public.bank_line_batch_items to cryptocommerce_app;

create table public.bank_line_batches (
  id uuid not null default uuidv7(),
  person_id uuid not null,
  act text not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint bank_line_batches_pkey PRIMARY KEY (id),
  constraint batch_act CHECK ((act = ANY (ARRAY['confirm'::text, 'set_aside'::text])))
);
CREATE INDEX bank_line_batches_own ON public.bank_line_batches USING btree (person_id, created_at DESC);
-- row security: enabled and forced
create policy finance_insert on public.bank_line_batches for insert to cryptocommerce_app with check (((person_id = ( SELECT app.user_id() AS user_id)) AND (( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))));
create policy job_update on public.bank_line_batches for update to cryptocommerce_app using (((( SELECT app.user_id() AS user_id) IS NULL) AND ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_delete on public.bank_line_batches for delete to cryptocommerce_app using ((person_id = ( SELECT app.user_id() AS user_id)));
create policy owner_select on public.bank_line_batches for select to postgres using (true);
create policy staff_select on public.bank_line_batches for select to cryptocommerce_app using (( SELECT app.can_access_all_rows() AS can_access_all_rows));
grant delete, insert, select on public.bank_line_batches to cryptocommerce_app;

create table public.bank_line_possible_duplicates (
  line_id uuid not null,
  duplicate_line_id uuid not null,
  noted_at timestamp with time zone not null,
  constraint bank_line_possible_duplicates_pkey PRIMARY KEY (line_id, duplicate_line_id),
  constraint bank_line_possible_duplicates_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id),
  constraint no_line_is_itself_again CHECK ((line_id <> duplicate_line_id))
);
CREATE INDEX bank_line_possible_duplicates_again ON public.bank_line_possible_duplicates USING btree (duplicate_line_id);
-- row security: enabled and forced
create policy finance_insert on public.bank_line_possible_duplicates for insert to cryptocommerce_app with check ((( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
create policy owner_select on public.bank_line_possible_duplicates for select to postgres using (true);
create policy staff_select on public.bank_line_possible_duplicates for select to cryptocommerce_app using (( SELECT app.can_access_all_rows() AS can_access_all_rows));
grant insert, select on public.bank_line_possible_duplicates to cryptocommerce_app;

create table public.bank_lines (
  id uuid not null default uuidv7(),
  currency text not null,
  moved_on date not null,
  credit boolean not null,
  amount numeric(18,2) not null,
  reference text not null,
  details text not null,
  payer text not null,
  payer_account text not null,
  payer_bank text not null,
  cash boolean not null,
  fingerprint text not null,
  ordinal smallint not null,
  upload_id uuid not null,
  recorded_at timestamp with time zone not null,
  recorded_by uuid not null,
  movement_id uuid,
  dismissal_reason text,
  asked_at timestamp with time zone,
  cash_checked_at timestamp with time zone,
  statement_format text not null default ''::text,
  cash_counted numeric(18,2) not null default 0,
  dismissed_by uuid,
  cash_parts uuid[] not null default '{}'::uuid[],
  unallocated_cash_checked uuid[] not null default '{}'::uuid[],
  unallocated_cash_over_limit uuid[] not null default '{}'::uuid[],
  reference_key text generated always as (
CASE
    WHEN (length(regexp_replace(upper(NORMALIZE(reference, NFKC)), '[^A-Z0-9]'::text, ''::text, 'g'::text)) > 3) THEN regexp_replace(upper(NORMALIZE(reference, NFKC)), '[^A-Z0-9]'::text, ''::text, 'g'::text)
    ELSE NULL::text
END) stored,
  constraint bank_line_once UNIQUE (fingerprint, ordinal),
  constraint one_line_of_a_movement UNIQUE (movement_id),
  constraint bank_lines_pkey PRIMARY KEY (id),
  constraint bank_lines_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES auth."user"(id),
  constraint bank_lines_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint bank_lines_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES auth."user"(id),
  constraint bank_line_aside_known CHECK ((dismissal_reason = ANY (ARRAY['debit'::text, 'own_transfer'::text, 'bank_matter'::text, 'bounced'::text, 'recorded'::text, 'same_line'::text, 'erased'::text]))),
  constraint bank_line_counted CHECK (((ordinal >= 1) AND (ordinal <= 1000))),
  constraint bank_line_currency_known CHECK ((currency = ANY (ARRAY['JMD'::text, 'USD'::text]))),
  constraint bank_line_in_one_place CHECK (((movement_id IS NULL) OR ((dismissal_reason IS NULL) AND credit))),
  constraint bank_line_positive CHECK ((amount > (0)::numeric)),
  constraint debit_waits_for_nobody CHECK ((credit OR (dismissal_reason IS NOT NULL)))
);
CREATE INDEX bank_lines_aside ON public.bank_lines USING btree (moved_on, id) WHERE (dismissal_reason IS NOT NULL);
CREATE INDEX bank_lines_aside_by ON public.bank_lines USING btree (dismissed_by) WHERE (dismissed_by IS NOT NULL);
CREATE INDEX bank_lines_cash ON public.bank_lines USING btree (moved_on) WHERE (cash AND (movement_id IS NOT NULL) AND (cash_counted < amount));
CREATE INDEX bank_lines_of_day ON public.bank_lines USING btree (moved_on);
CREATE INDEX bank_lines_open ON public.bank_lines USING btree (moved_on, id) WHERE ((movement_id IS NULL) AND (dismissal_reason IS NULL));
CREATE INDEX bank_lines_recorded_by ON public.bank_lines USING btree (recorded_by);
CREATE INDEX bank_lines_reference ON public.bank_lines USING btree (reference_key) WHERE (reference_key IS NOT NULL);
CREATE INDEX bank_lines_to_blank ON public.bank_lines USING btree (moved_on) WHERE ((dismissal_reason IS NOT NULL) AND (movement_id IS NULL) AND ((payer <> ''::text) OR (payer_account <> ''::text) OR (payer_bank <> ''::text) OR (details <> ''::text)));
-- row security: enabled and forced
create policy finance_and_compliance_select on public.bank_lines for select to cryptocommerce_app using ((( SELECT app.is_system() AS is_system) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('compliance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
create policy finance_insert on public.bank_lines for insert to cryptocommerce_app with check (((( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)) AND (asked_at IS NULL) AND (cash_checked_at IS NULL) AND (cash_counted = (0)::numeric) AND (cash_parts = '{}'::uuid[]) AND (unallocated_cash_checked = '{}'::uuid[]) AND (unallocated_cash_over_limit = '{}'::uuid[]) AND (recorded_by = ( SELECT app.user_id() AS user_id))));
create policy finance_update on public.bank_lines for update to cryptocommerce_app using ((( SELECT app.is_system() AS is_system) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))) with check ((( SELECT app.is_system() AS is_system) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
create policy owner_select on public.bank_lines for select to postgres using (true);
create policy owner_update on public.bank_lines for update to postgres using (cash) with check (cash);
create policy owner_while_erasing on public.bank_lines for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.bank_lines to cryptocommerce_app;

create table public.blockchain_screening (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  wallet_address text not null,
  crypto_symbol text not null,
  network text not null,
  risk_score risk_score not null,
  screening_result screening_result not null,
  risk_categories text[] not null default '{}'::text[],
  provider text not null,
  list_versions jsonb not null,
  evidence jsonb not null,
  created_at timestamp with time zone not null,
  constraint blockchain_screening_pkey PRIMARY KEY (id),
  constraint blockchain_screening_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id)
);
CREATE INDEX blockchain_screening_address ON public.blockchain_screening USING btree (wallet_address, created_at DESC);
CREATE INDEX blockchain_screening_customer ON public.blockchain_screening USING btree (user_id, created_at DESC);
-- row security: enabled and forced
create policy compliance_select on public.blockchain_screening for select to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy own_or_job_insert on public.blockchain_screening for insert to cryptocommerce_app with check (((user_id = app.user_id()) OR app.can_read_compliance()));
create policy owner_select on public.blockchain_screening for select to postgres using (true);
create policy owner_while_erasing on public.blockchain_screening for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.blockchain_screening to cryptocommerce_app;

create table public.breaches (
  id uuid not null default uuidv7(),
  title text not null,
  aware_at timestamp with time zone not null,
  facts text not null,
  subjects text not null,
  consequences text not null,
  measures text not null,
  contact text not null,
  version integer not null default 1,
  commissioner_notified_at timestamp with time zone,
  persons_notified_at timestamp with time zone,
  noted_by uuid not null,
  noted_at timestamp with time zone not null,
  constraint breaches_pkey PRIMARY KEY (id),
  constraint breaches_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES auth."user"(id),
  constraint breach_known_before_noted CHECK ((aware_at <= noted_at)),
  constraint breach_told_once_known CHECK (((commissioner_notified_at >= aware_at) AND (persons_notified_at >= aware_at)))
);
CREATE INDEX breaches_noted_by ON public.breaches USING btree (noted_by);
-- row security: enabled and forced
create policy compliance_insert on public.breaches for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (noted_by = ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.breaches for select to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.breaches for update to cryptocommerce_app using (( SELECT app.is_compliance_staff() AS is_compliance_staff)) with check (( SELECT app.is_compliance_staff() AS is_compliance_staff));
grant insert, select on public.breaches to cryptocommerce_app;

create table public.card_events (
  id uuid not null default uuidv7(),
  provider text not null,
  event_id text not null,
  outcome text not null,
  transaction_id text not null,
  reference text not null,
  amount numeric(18,2) not null,
  currency text not null,
  name_on_card text,
  card text,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  became text,
  handled_at timestamp with time zone,
  user_id uuid,
  session_id uuid,
  constraint card_event_once UNIQUE (provider, event_id),
  constraint card_events_pkey PRIMARY KEY (id),
  constraint card_event_of_own_session FOREIGN KEY (user_id, session_id) REFERENCES card_sessions(user_id, id),
  constraint card_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint card_became_known CHECK ((became = ANY (ARRAY['received'::text, 'late'::text, 'again'::text, 'unassigned'::text, 'declined'::text, 'charged_back'::text, 'nothing'::text]))),
  constraint card_event_currency_known CHECK ((currency = ANY (ARRAY['JMD'::text, 'USD'::text]))),
  constraint card_event_known CHECK ((outcome = ANY (ARRAY['approved'::text, 'declined'::text, 'charged_back'::text]))),
  constraint card_event_positive CHECK ((amount > (0)::numeric)),
  constraint card_event_provider_known CHECK ((provider ~ '^[a-z]{2,20}$'::text)),
  constraint card_handled_whole CHECK (((became IS NULL) = (handled_at IS NULL))),
  constraint card_session_has_owner CHECK (((session_id IS NULL) = (user_id IS NULL)))
);
CREATE INDEX card_events_charge ON public.card_events USING btree (provider, transaction_id);
CREATE INDEX card_events_session ON public.card_events USING btree (user_id, session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX card_events_waiting ON public.card_events USING btree (received_at) WHERE (became IS NULL);
-- row security: enabled and forced
create policy own_or_staff_select on public.card_events for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_select on public.card_events for select to postgres using (true);
create policy owner_while_erasing on public.card_events for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.card_events for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (became IS NULL) AND (user_id IS NULL) AND (outcome = 'approved'::text)));
create policy system_insert on public.card_events for insert to cryptocommerce_app with check ((( SELECT app.is_system() AS is_system) AND (became IS NULL) AND (user_id IS NULL)));
create policy system_update on public.card_events for update to cryptocommerce_app using (( SELECT app.is_system() AS is_system)) with check (( SELECT app.is_system() AS is_system));
grant insert, select on public.card_events to cryptocommerce_app;

create table public.card_sessions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  due_id uuid not null,
  provider text not null,
  reference text not null,
  amount numeric(18,2) not null,
  currency text not null,
  url text not null,
  opened_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  outcome text,
  decided_at timestamp with time zone,
  constraint card_session_and_owner UNIQUE (user_id, id),
  constraint card_sessions_pkey PRIMARY KEY (id),
  constraint card_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint card_amount_positive CHECK ((amount > (0)::numeric)),
  constraint card_currency_known CHECK ((currency = ANY (ARRAY['JMD'::text, 'USD'::text]))),
  constraint card_decided_whole CHECK (((outcome IS NULL) = (decided_at IS NULL))),
  constraint card_kind_known CHECK ((kind = ANY (ARRAY['order'::text, 'payment'::text]))),
  constraint card_outcome_known CHECK ((outcome = ANY (ARRAY['received'::text, 'late'::text, 'again'::text, 'unassigned'::text, 'declined'::text, 'charged_back'::text]))),
  constraint card_provider_known CHECK ((provider ~ '^[a-z]{2,20}$'::text)),
  constraint card_reference_short CHECK (((length(reference) >= 8) AND (length(reference) <= 64)))
);
CREATE INDEX card_sessions_open ON public.card_sessions USING btree (opened_at) WHERE (outcome IS NULL);
CREATE INDEX card_sessions_own ON public.card_sessions USING btree (user_id, opened_at DESC);
CREATE INDEX card_sessions_reference ON public.card_sessions USING btree (provider, reference, opened_at DESC);
-- row security: enabled and forced
create policy own_insert on public.card_sessions for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (outcome IS NULL) AND app.is_valid_card_page(card_sessions.*)));
create policy own_or_staff_select on public.card_sessions for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_select on public.card_sessions for select to postgres using (true);
create policy owner_while_erasing on public.card_sessions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_update on public.card_sessions for update to cryptocommerce_app using (( SELECT app.is_system() AS is_system)) with check (( SELECT app.is_system() AS is_system));
grant insert, select on public.card_sessions to cryptocommerce_app;

create table public.case_alerts (
  alert_id uuid not null,
  case_id uuid not null,
  user_id uuid not null,
  added_at timestamp with time zone not null,
  constraint case_alerts_pkey PRIMARY KEY (alert_id),
  constraint alert_link_alert FOREIGN KEY (user_id, alert_id) REFERENCES transaction_alerts(user_id, id),
  constraint alert_link_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id)
);
CREATE INDEX case_alerts_alert ON public.case_alerts USING btree (user_id, alert_id);
CREATE INDEX case_alerts_case ON public.case_alerts USING btree (user_id, case_id);
-- row security: enabled and forced
create policy compliance_insert on public.case_alerts for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.case_alerts for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.case_alerts as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.case_alerts as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_all on public.case_alerts for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.case_alerts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.case_alerts to cryptocommerce_app;

create table public.case_events (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  event text not null,
  actor_id uuid,
  reason_code text,
  note text,
  subject_type text,
  subject_id uuid,
  restricted boolean not null default false,
  constraint case_events_pkey PRIMARY KEY (id),
  constraint case_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth."user"(id),
  constraint event_of_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id)
);
CREATE INDEX case_events_actor ON public.case_events USING btree (actor_id);
CREATE INDEX case_events_case ON public.case_events USING btree (user_id, case_id, id);
-- row security: enabled and forced
create policy compliance_insert on public.case_events for insert to cryptocommerce_app with check (((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (actor_id = ( SELECT app.user_id() AS user_id))) OR (( SELECT app.is_system() AS is_system) AND (actor_id IS NULL))));
create policy compliance_select on public.case_events for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) AND ((NOT restricted) OR ( SELECT app.has_role('compliance'::text) AS has_role))));
create policy not_own_other_account_select on public.case_events as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.case_events as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_all on public.case_events for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.case_events for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.case_events to cryptocommerce_app;

create table public.case_files (
  file_id uuid not null,
  case_id uuid not null,
  user_id uuid not null,
  added_by uuid not null,
  added_at timestamp with time zone not null,
  constraint case_files_pkey PRIMARY KEY (file_id),
  constraint case_files_added_by_fkey FOREIGN KEY (added_by) REFERENCES auth."user"(id),
  constraint case_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint file_link_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id)
);
CREATE INDEX case_files_by ON public.case_files USING btree (added_by);
CREATE INDEX case_files_case ON public.case_files USING btree (user_id, case_id);
-- row security: enabled and forced
create policy compliance_insert on public.case_files for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.case_files for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.case_files as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.case_files as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.case_files for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.case_files to cryptocommerce_app;

create table public.case_hits (
  case_id uuid not null,
  hit_id uuid not null,
  user_id uuid not null,
  added_at timestamp with time zone not null,
  constraint case_hits_pkey PRIMARY KEY (hit_id, case_id),
  constraint case_hits_hit_id_fkey FOREIGN KEY (hit_id) REFERENCES name_hits(id),
  constraint hit_link_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id)
);
CREATE INDEX case_hits_case ON public.case_hits USING btree (user_id, case_id);
-- row security: enabled and forced
create policy compliance_insert on public.case_hits for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.case_hits for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.case_hits as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.case_hits as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.case_hits for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.case_hits to cryptocommerce_app;

create table public.case_notes (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  written_by uuid not null,
  note text not null,
  constraint case_notes_pkey PRIMARY KEY (id),
  constraint case_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES auth."user"(id),
  constraint note_of_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  constraint nobody_notes_their_own_case CHECK ((written_by <> user_id))
);
CREATE INDEX case_notes_by ON public.case_notes USING btree (written_by);
CREATE INDEX case_notes_case ON public.case_notes USING btree (user_id, case_id, id);
-- row security: enabled and forced
create policy compliance_insert on public.case_notes for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.case_notes for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.case_notes as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.case_notes as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.case_notes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.case_notes to cryptocommerce_app;

create table public.case_orders (
  case_id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  added_at timestamp with time zone not null,
  constraint case_orders_pkey PRIMARY KEY (case_id, order_id),
  constraint order_link_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  constraint order_link_order FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id)
);
CREATE INDEX case_orders_case ON public.case_orders USING btree (user_id, case_id);
CREATE INDEX case_orders_order ON public.case_orders USING btree (user_id, order_id);
-- row security: enabled and forced
create policy compliance_insert on public.case_orders for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.case_orders for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.case_orders as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.case_orders as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_all on public.case_orders for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.case_orders for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.case_orders to cryptocommerce_app;

create table public.case_screenings (
  case_id uuid not null,
  screening_id uuid not null,
  user_id uuid not null,
  added_at timestamp with time zone not null,
  constraint case_screenings_pkey PRIMARY KEY (screening_id, case_id),
  constraint case_screenings_screening_id_fkey FOREIGN KEY (screening_id) REFERENCES blockchain_screening(id),
  constraint screening_link_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id)
);
CREATE INDEX case_screenings_case ON public.case_screenings USING btree (user_id, case_id);
-- row security: enabled and forced
create policy compliance_insert on public.case_screenings for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.case_screenings for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.case_screenings as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.case_screenings as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.case_screenings for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.case_screenings to cryptocommerce_app;

create table public.cases (
  id uuid not null default uuidv7(),
  number bigint not null,
  user_id uuid not null,
  kind text not null,
  title text not null,
  state text not null default 'open'::text,
  assignee uuid,
  opened_at timestamp with time zone not null,
  opened_by uuid,
  outcome text,
  outcome_text text,
  closed_at timestamp with time zone,
  closed_by uuid,
  updated_at timestamp with time zone not null,
  constraint case_and_owner UNIQUE (user_id, id),
  constraint case_number_taken UNIQUE (number),
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_assignee_fkey FOREIGN KEY (assignee) REFERENCES auth."user"(id),
  constraint cases_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES auth."user"(id),
  constraint cases_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES auth."user"(id),
  constraint cases_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint case_closed_whole CHECK (((state = 'closed'::text) = ((outcome IS NOT NULL) AND (outcome_text IS NOT NULL) AND (closed_by IS NOT NULL) AND (closed_at IS NOT NULL)))),
  constraint case_kind_known CHECK ((kind = ANY (ARRAY['wallet'::text, 'blocked_order'::text, 'held_order'::text, 'name_match'::text, 'activity'::text, 'manual'::text]))),
  constraint case_state_known CHECK ((state = ANY (ARRAY['open'::text, 'under_review'::text, 'closed'::text]))),
  constraint nobody_works_their_own_case CHECK (((opened_by <> user_id) AND (assignee <> user_id) AND (closed_by <> user_id)))
);
CREATE INDEX cases_assignee ON public.cases USING btree (assignee);
CREATE INDEX cases_closed ON public.cases USING btree (closed_at DESC, id DESC) WHERE (state = 'closed'::text);
CREATE INDEX cases_closed_by ON public.cases USING btree (closed_by);
CREATE INDEX cases_open ON public.cases USING btree (opened_at, id) WHERE (state <> 'closed'::text);
CREATE INDEX cases_opened_by ON public.cases USING btree (opened_by);
CREATE UNIQUE INDEX case_one_open ON public.cases USING btree (user_id, kind) WHERE ((state <> 'closed'::text) AND (kind <> 'manual'::text));
-- row security: enabled and forced
create policy compliance_insert on public.cases for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (state = 'open'::text)));
create policy compliance_select on public.cases for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy compliance_update on public.cases for update to cryptocommerce_app using ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND ((state <> 'closed'::text) OR (closed_by = ( SELECT app.user_id() AS user_id)))));
create policy not_own_other_account_select on public.cases as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.cases as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_all on public.cases for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.cases for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.cases to cryptocommerce_app;

create table public.certificates (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  enrollment_id uuid not null,
  course_id text not null,
  version_id uuid not null,
  course_title text not null,
  version_number integer not null,
  title text not null,
  quiz_pass smallint not null,
  project_pass smallint,
  name text not null,
  shows_name boolean not null default true,
  band text not null,
  code text not null,
  issued_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  revoked_by uuid,
  constraint certificate_code_once UNIQUE (code),
  constraint certificate_once UNIQUE (enrollment_id),
  constraint certificates_pkey PRIMARY KEY (id),
  constraint certificate_of_its_version FOREIGN KEY (course_id, version_id) REFERENCES course_versions(course_id, id),
  constraint certificate_of_own_enrollment FOREIGN KEY (user_id, enrollment_id) REFERENCES user_enrollments(user_id, id),
  constraint certificates_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES auth."user"(id),
  constraint certificates_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint certificate_band_known CHECK ((band = ANY (ARRAY['pass'::text, 'merit'::text, 'distinction'::text]))),
  constraint certificate_code_is_one CHECK ((code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text)),
  constraint certificate_names_somebody CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint revoked_by_somebody_for_a_reason CHECK (((num_nulls(revoked_at, revoked_reason, revoked_by) = ANY (ARRAY[0, 3])) AND (revoked_by IS DISTINCT FROM user_id) AND (length(revoked_reason) >= 10)))
);
CREATE INDEX certificates_owner ON public.certificates USING btree (user_id, enrollment_id);
CREATE INDEX certificates_revoked_by ON public.certificates USING btree (revoked_by) WHERE (revoked_by IS NOT NULL);
CREATE INDEX certificates_version ON public.certificates USING btree (course_id, version_id);
-- row security: enabled and forced
create policy admin_update on public.certificates for update to cryptocommerce_app using (((user_id <> ( SELECT app.user_id() AS user_id)) AND ( SELECT app.has_role('admin'::text) AS has_role))) with check (((user_id <> ( SELECT app.user_id() AS user_id)) AND ( SELECT app.has_role('admin'::text) AS has_role)));
create policy instructor_insert on public.certificates for insert to cryptocommerce_app with check (((user_id <> ( SELECT app.user_id() AS user_id)) AND shows_name AND (revoked_at IS NULL) AND (( SELECT app.has_role('instructor'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))));
create policy own_insert on public.certificates for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (project_pass IS NULL) AND shows_name AND (revoked_at IS NULL)));
create policy own_or_staff_select on public.certificates for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_attendees() AS can_read_attendees)));
create policy own_update on public.certificates for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_select on public.certificates for select to postgres using (true);
create policy owner_while_erasing on public.certificates for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.certificates to cryptocommerce_app;

create table public.check_answers (
  enrollment_id uuid not null,
  user_id uuid not null,
  unit text not null,
  question text not null,
  first_chosen smallint[] not null,
  first_right boolean not null,
  last_chosen smallint[] not null,
  tries integer not null default 1,
  answered_at timestamp with time zone not null,
  constraint check_answers_pkey PRIMARY KEY (enrollment_id, unit, question),
  constraint answer_of_its_enrollment FOREIGN KEY (user_id, enrollment_id) REFERENCES user_enrollments(user_id, id),
  constraint check_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id)
);
CREATE INDEX check_answers_owner ON public.check_answers USING btree (user_id, enrollment_id);
-- row security: enabled and forced
create policy own_insert on public.check_answers for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.check_answers for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.check_answers for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.check_answers for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.check_answers to cryptocommerce_app;

create table public.claimed_proofs (
  due_id uuid not null,
  file_id uuid not null,
  user_id uuid not null,
  constraint claimed_proofs_pkey PRIMARY KEY (due_id, file_id),
  constraint claimed_proof_is_own FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id)
);
CREATE INDEX claimed_proofs_file ON public.claimed_proofs USING btree (file_id, user_id);
-- row security: enabled and forced
create policy owner_insert on public.claimed_proofs for insert to postgres with check (true);
create policy owner_select on public.claimed_proofs for select to postgres using (true);
create policy owner_while_erasing on public.claimed_proofs for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_select on public.claimed_proofs for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
grant select on public.claimed_proofs to cryptocommerce_app;

create table public.complaint_decisions (
  conversation_id uuid not null,
  stage text not null,
  user_id uuid not null,
  decided_by uuid not null,
  outcome text not null,
  reasons text not null,
  decided_at timestamp with time zone not null,
  constraint complaint_decisions_pkey PRIMARY KEY (conversation_id, stage),
  constraint complaint_decision_of_its_own FOREIGN KEY (user_id, conversation_id) REFERENCES help_conversations(user_id, id),
  constraint complaint_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint complaint_decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint complaint_has_reasons CHECK (((length(reasons) >= 20) AND (length(reasons) <= 4000))),
  constraint complaint_outcome_known CHECK ((outcome = ANY (ARRAY['upheld'::text, 'partly_upheld'::text, 'not_upheld'::text]))),
  constraint complaint_stage_known CHECK ((stage = ANY (ARRAY['first'::text, 'review'::text])))
);
CREATE INDEX complaint_decisions_by ON public.complaint_decisions USING btree (decided_by);
CREATE INDEX complaint_decisions_of ON public.complaint_decisions USING btree (user_id, conversation_id);
-- row security: enabled and forced
create policy compliance_insert on public.complaint_decisions for insert to cryptocommerce_app with check (((( SELECT app.has_role('compliance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)) AND (decided_by = ( SELECT app.user_id() AS user_id)) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy own_or_staff_select on public.complaint_decisions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_select on public.complaint_decisions for select to postgres using (true);
create policy owner_while_erasing on public.complaint_decisions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.complaint_decisions to cryptocommerce_app;

create table public.course_drafts (
  course_id text not null,
  content jsonb not null,
  number integer not null,
  saved_at timestamp with time zone not null,
  saved_by uuid not null,
  saved_as text not null,
  constraint course_drafts_pkey PRIMARY KEY (course_id),
  constraint course_drafts_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint course_drafts_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES auth."user"(id),
  constraint draft_counts_from_one CHECK ((number >= 1))
);
CREATE INDEX course_drafts_saved_by ON public.course_drafts USING btree (saved_by);
-- row security: enabled and forced
create policy instructor_insert on public.course_drafts for insert to cryptocommerce_app with check ((( SELECT app.can_edit_courses() AS can_edit_courses) AND (saved_by = ( SELECT app.user_id() AS user_id)) AND (number = 1) AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.id = course_drafts.course_id) AND (c.created_by IS NOT NULL))))));
create policy instructor_select on public.course_drafts for select to cryptocommerce_app using (( SELECT app.can_edit_courses() AS can_edit_courses));
create policy instructor_update on public.course_drafts for update to cryptocommerce_app using (( SELECT app.can_edit_courses() AS can_edit_courses)) with check ((( SELECT app.can_edit_courses() AS can_edit_courses) AND (saved_by = ( SELECT app.user_id() AS user_id))));
create policy owner_while_erasing on public.course_drafts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.course_drafts to cryptocommerce_app;

create table public.course_pictures (
  course_id text not null,
  file_id uuid not null,
  constraint course_pictures_pkey PRIMARY KEY (course_id, file_id),
  constraint course_picture_is_kept FOREIGN KEY (file_id) REFERENCES files(id),
  constraint course_pictures_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id)
);
CREATE INDEX course_pictures_file ON public.course_pictures USING btree (file_id);
-- row security: enabled and forced
create policy instructor_insert on public.course_pictures for insert to cryptocommerce_app with check ((( SELECT app.can_edit_courses() AS can_edit_courses) AND (EXISTS ( SELECT
   FROM files f
  WHERE ((f.id = course_pictures.file_id) AND (f.purpose = 'lesson-picture'::text) AND (f.state = 'clean'::text))))));
create policy instructor_or_learner_select on public.course_pictures for select to cryptocommerce_app using ((( SELECT app.can_edit_courses() AS can_edit_courses) OR ( SELECT app.is_system() AS is_system) OR (EXISTS ( SELECT
   FROM user_enrollments e
  WHERE ((e.course_id = course_pictures.course_id) AND (e.enrollment_status = 'active'::text) AND (e.user_id = ( SELECT app.user_id() AS user_id)) AND
        CASE e.granted_by
            WHEN 'plan'::text THEN app.has_active_plan(e.user_id, now())
            WHEN 'staff'::text THEN COALESCE((e.granted_until > now()), true)
            ELSE true
        END)))));
create policy owner_select on public.course_pictures for select to postgres using (true);
grant insert, select on public.course_pictures to cryptocommerce_app;

create table public.course_versions (
  id uuid not null default uuidv7(),
  course_id text not null,
  number integer not null,
  content jsonb not null,
  digest text not null,
  what_changed text not null,
  published_at timestamp with time zone not null,
  published_by uuid,
  changes text[] not null default '{}'::text[],
  published_as text,
  constraint version_number_once UNIQUE (course_id, number),
  constraint version_of_its_course UNIQUE (course_id, id),
  constraint course_versions_pkey PRIMARY KEY (id),
  constraint course_versions_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint course_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth."user"(id),
  constraint version_counts_from_one CHECK ((number >= 1))
);
CREATE INDEX course_versions_published_by ON public.course_versions USING btree (published_by) WHERE (published_by IS NOT NULL);
-- row security: enabled and forced
create policy instructor_insert on public.course_versions for insert to cryptocommerce_app with check ((( SELECT app.can_edit_courses() AS can_edit_courses) AND (published_by = ( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.id = course_versions.course_id) AND (c.created_by IS NOT NULL))))));
create policy owner_select on public.course_versions for select to postgres using (true);
create policy owner_while_erasing on public.course_versions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_insert on public.course_versions for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL)));
create policy with_course_select on public.course_versions for select to cryptocommerce_app using ((EXISTS ( SELECT
   FROM courses c
  WHERE (c.id = course_versions.course_id))));
grant insert, select on public.course_versions to cryptocommerce_app;

create table public.courses (
  id text not null,
  title text not null,
  price_usd numeric(10,2) not null default 0,
  state text not null default 'published'::text,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint courses_pkey PRIMARY KEY (id),
  constraint courses_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth."user"(id),
  constraint course_id_is_a_word CHECK ((id ~ '^[a-z0-9][a-z0-9-]{1,60}$'::text)),
  constraint course_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text]))),
  constraint price_is_no_debt CHECK ((price_usd >= (0)::numeric))
);
CREATE INDEX courses_made_by ON public.courses USING btree (created_by) WHERE (created_by IS NOT NULL);
-- row security: enabled and forced
create policy instructor_insert on public.courses for insert to cryptocommerce_app with check ((( SELECT app.can_edit_courses() AS can_edit_courses) AND (created_by = ( SELECT app.user_id() AS user_id)) AND (state = 'draft'::text) AND (price_usd = (0)::numeric)));
create policy instructor_update on public.courses for update to cryptocommerce_app using ((( SELECT app.can_edit_courses() AS can_edit_courses) AND (created_by IS NOT NULL))) with check ((( SELECT app.can_edit_courses() AS can_edit_courses) AND (created_by IS NOT NULL)));
create policy owner_select on public.courses for select to postgres using (true);
create policy published_select on public.courses for select to cryptocommerce_app using (((state <> 'draft'::text) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows) OR ( SELECT app.can_edit_courses() AS can_edit_courses)));
create policy system_all on public.courses for all to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL)));
grant insert, select on public.courses to cryptocommerce_app;

create table public.crypto_prices (
  symbol text not null,
  price_usd numeric not null,
  percent_change_24h numeric,
  volume_24h_usd numeric,
  source text not null,
  demo boolean not null default false,
  observed_at timestamp with time zone not null,
  last_updated timestamp with time zone not null,
  jump_price numeric,
  jump_source text,
  jump_observed_at timestamp with time zone,
  constraint crypto_prices_pkey PRIMARY KEY (symbol),
  constraint jump_is_whole CHECK ((num_nonnulls(jump_price, jump_source, jump_observed_at) = ANY (ARRAY[0, 3]))),
  constraint jump_positive CHECK ((jump_price > (0)::numeric)),
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
create policy not_own_other_account_select on public.customer_notes as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.customer_notes as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.customer_notes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.customer_notes for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (written_by = ( SELECT app.user_id() AS user_id))));
create policy staff_select on public.customer_notes for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
grant insert, select on public.customer_notes to cryptocommerce_app;

create table public.customer_reviews (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  at timestamp with time zone not null,
  reviewed_by uuid not null,
  risk_level text not null,
  next_review_on date not null,
  note text not null,
  constraint customer_reviews_pkey PRIMARY KEY (id),
  constraint customer_reviews_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES auth."user"(id),
  constraint customer_reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint nobody_reviews_themselves CHECK ((reviewed_by <> user_id)),
  constraint review_level_known CHECK ((risk_level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
CREATE INDEX customer_reviews_by ON public.customer_reviews USING btree (reviewed_by);
CREATE INDEX customer_reviews_newest ON public.customer_reviews USING btree (user_id, id DESC);
-- row security: enabled and forced
create policy compliance_insert on public.customer_reviews for insert to cryptocommerce_app with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_select on public.customer_reviews for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.customer_reviews as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.customer_reviews as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.customer_reviews for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.customer_reviews to cryptocommerce_app;

create table public.customer_risk_ratings (
  user_id uuid not null,
  score risk_score not null,
  level risk_level not null,
  constraint customer_risk_ratings_pkey PRIMARY KEY (user_id),
  constraint customer_risk_ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id)
);
-- row security: enabled and forced
create policy compliance_select on public.customer_risk_ratings for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.customer_risk_ratings as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_all on public.customer_risk_ratings for all to postgres using (true) with check (true);
grant select on public.customer_risk_ratings to cryptocommerce_app;

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

create table public.deployment_mode (
  only_row boolean not null default true,
  mode text not null,
  at timestamp with time zone not null default now(),
  constraint deployment_mode_pkey PRIMARY KEY (only_row),
  constraint born_mode_known CHECK ((mode = ANY (ARRAY['demo'::text, 'production'::text]))),
  constraint born_once CHECK (only_row)
);

create table public.digest_settings (
  user_id uuid not null,
  digest boolean not null default false,
  quiet boolean not null default true,
  set_at timestamp with time zone not null,
  constraint digest_settings_pkey PRIMARY KEY (user_id),
  constraint digest_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy own_insert on public.digest_settings for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_system_select on public.digest_settings for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy own_update on public.digest_settings for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.digest_settings for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.digest_settings to cryptocommerce_app;

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
create policy own_insert on public.enhanced_kyc_data for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (NOT source_of_funds_verified)));
create policy own_or_staff_select on public.enhanced_kyc_data for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_update on public.enhanced_kyc_data for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (NOT source_of_funds_verified)));
create policy owner_select on public.enhanced_kyc_data for select to postgres using ((pep_status OR high_risk_jurisdiction OR enhanced_due_diligence_required OR (sanctions_check_result = ANY (ARRAY['flagged'::text, 'high_risk'::text]))));
create policy owner_while_erasing on public.enhanced_kyc_data for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_update on public.enhanced_kyc_data for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id))));
grant insert, select on public.enhanced_kyc_data to cryptocommerce_app;

create table public.entered_codes (
  user_id uuid not null,
  promo_code_id uuid not null,
  entered_at timestamp with time zone not null,
  constraint entered_codes_pkey PRIMARY KEY (user_id, promo_code_id),
  constraint entered_codes_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id),
  constraint entered_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX entered_codes_of ON public.entered_codes USING btree (promo_code_id);
-- row security: enabled and forced
create policy own_delete on public.entered_codes for delete to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_insert on public.entered_codes for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_select on public.entered_codes for select to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.entered_codes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.entered_codes to cryptocommerce_app;

create table public.erasure_reports (
  id uuid not null default uuidv7(),
  ran_at timestamp with time zone not null,
  people integer not null,
  orders integer not null,
  files integer not null,
  kept_back integer not null,
  counts jsonb not null,
  payments integer not null default 0,
  bank_lines integer not null default 0,
  constraint erasure_reports_pkey PRIMARY KEY (id)
);
-- row security: enabled and forced
create policy compliance_select on public.erasure_reports for select to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy system_insert on public.erasure_reports for insert to cryptocommerce_app with check (( SELECT app.is_system() AS is_system));
grant insert, select on public.erasure_reports to cryptocommerce_app;

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
  upload_id uuid,
  constraint file_and_owner UNIQUE (user_id, id),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint case_file_encrypted CHECK (((purpose <> 'case-file'::text) OR (key_id IS NOT NULL))),
  constraint file_purpose_known CHECK ((purpose = ANY (ARRAY['transaction-proof'::text, 'subscription-proof'::text, 'workshop-proof'::text, 'course-proof'::text, 'source-of-funds'::text, 'payout-proof'::text, 'kyc-id'::text, 'kyc-trn'::text, 'kyc-selfie'::text, 'kyc-address'::text, 'kyc-income'::text, 'enhanced-source'::text, 'enhanced-income'::text, 'enhanced-jurisdiction'::text, 'case-file'::text, 'workshop-flyer'::text, 'lesson-picture'::text, 'launch-whitepaper'::text, 'scam-evidence'::text, 'scam-report'::text, 'help-file'::text]))),
  constraint file_size CHECK (((bytes >= 1) AND (bytes <= 10485760))),
  constraint file_state_known CHECK ((state = ANY (ARRAY['arriving'::text, 'being_checked'::text, 'clean'::text, 'refused'::text, 'replaced'::text]))),
  constraint identity_file_encrypted CHECK (((submission_id IS NULL) OR (key_id IS NOT NULL))),
  constraint identity_file_of_submission CHECK ((((purpose ~~ 'kyc-%'::text) OR (purpose ~~ 'enhanced-%'::text)) = (submission_id IS NOT NULL)))
);
CREATE INDEX files_by_key ON public.files USING btree (key_id, id) WHERE (key_id IS NOT NULL);
CREATE INDEX files_content ON public.files USING btree (sha256) WHERE (purpose = 'transaction-proof'::text);
CREATE INDEX files_old ON public.files USING btree (created_at);
CREATE INDEX files_owner ON public.files USING btree (user_id, created_at);
CREATE INDEX files_plain ON public.files USING btree (id) WHERE ((key_id IS NULL) AND (state = ANY (ARRAY['being_checked'::text, 'clean'::text])));
CREATE INDEX files_upload ON public.files USING btree (user_id, upload_id) WHERE (upload_id IS NOT NULL);
CREATE INDEX files_waiting ON public.files USING btree (created_at) WHERE (state = ANY (ARRAY['arriving'::text, 'being_checked'::text]));
CREATE UNIQUE INDEX file_part_of_submission ON public.files USING btree (user_id, submission_id, purpose) WHERE ((submission_id IS NOT NULL) AND (state = ANY (ARRAY['arriving'::text, 'being_checked'::text, 'clean'::text])));
CREATE UNIQUE INDEX file_place ON public.files USING btree (path) WHERE (state = ANY (ARRAY['arriving'::text, 'being_checked'::text, 'clean'::text]));
-- row security: enabled and forced
create policy case_files_insert on public.files as restrictive for insert to cryptocommerce_app with check (((purpose <> 'case-file'::text) OR ( SELECT app.can_read_compliance() AS can_read_compliance)));
create policy case_files_select on public.files as restrictive for select to cryptocommerce_app using (((purpose <> 'case-file'::text) OR ( SELECT app.is_system() AS is_system) OR (( SELECT app.can_read_compliance() AS can_read_compliance) AND ((user_id = ( SELECT app.user_id() AS user_id)) OR (EXISTS ( SELECT
   FROM case_files c
  WHERE (c.file_id = files.id)))))));
create policy encrypted_insert on public.files as restrictive for insert to cryptocommerce_app with check ((key_id IS NOT NULL));
create policy identity_documents_select on public.files as restrictive for select to cryptocommerce_app using (((purpose !~ '^(kyc|enhanced)-'::text) OR (user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system) OR ( SELECT app.has_role('compliance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
create policy own_insert on public.files for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.files for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_report_select on public.files for select to cryptocommerce_app using (((purpose = 'scam-report'::text) AND (EXISTS ( SELECT
   FROM scam_reports r
  WHERE ((r.report_file = files.id) AND (r.user_id = ( SELECT app.user_id() AS user_id)) AND (r.status = 'completed'::text))))));
create policy own_update on public.files for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (state = 'replaced'::text) AND (NOT (EXISTS ( SELECT
   FROM kyc_submissions s
  WHERE (s.id = files.submission_id))))));
create policy owner_select on public.files for select to postgres using (true);
create policy owner_while_erasing on public.files for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy scam_evidence_select on public.files as restrictive for select to cryptocommerce_app using (((purpose <> ALL (ARRAY['scam-evidence'::text, 'scam-report'::text])) OR (user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_scams() AS can_read_scams) OR (EXISTS ( SELECT
   FROM scam_reports r
  WHERE ((r.report_file = files.id) AND (r.user_id = ( SELECT app.user_id() AS user_id)) AND (r.status = 'completed'::text))))));
create policy system_delete on public.files for delete to cryptocommerce_app using (( SELECT app.is_system() AS is_system));
create policy system_update on public.files for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL)));
create policy whitepapers_select on public.files as restrictive for select to cryptocommerce_app using (((purpose <> 'launch-whitepaper'::text) OR (user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_launches() AS can_read_launches)));
create policy whitepapers_update on public.files as restrictive for update to cryptocommerce_app using (((purpose <> 'launch-whitepaper'::text) OR ( SELECT app.is_system() AS is_system)));
grant delete, insert, select on public.files to cryptocommerce_app;

create table public.flagged_accounts (
  id uuid not null,
  constraint flagged_accounts_pkey PRIMARY KEY (id),
  constraint flagged_accounts_id_fkey FOREIGN KEY (id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy owner_all on public.flagged_accounts for all to postgres using (true) with check (true);

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
create policy own_or_job_delete on public.geolocation_alerts for delete to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_or_staff_select on public.geolocation_alerts for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_update on public.geolocation_alerts for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_with_consent_insert on public.geolocation_alerts for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND ( SELECT p.location_consent
   FROM profiles p
  WHERE (p.id = ( SELECT app.user_id() AS user_id)))));
create policy owner_while_erasing on public.geolocation_alerts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.geolocation_alerts to cryptocommerce_app;

create table public.help_conversations (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  reference text not null default ('H-'::text || upper("left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 8))),
  category text not null,
  order_id uuid,
  payment_id uuid,
  submission_id uuid,
  state text not null default 'open'::text,
  opened_at timestamp with time zone not null,
  waits_since timestamp with time zone not null,
  due_at timestamp with time zone,
  owner_id uuid,
  complained_at timestamp with time zone,
  acknowledge_by timestamp with time zone,
  decide_by timestamp with time zone,
  acknowledged_at timestamp with time zone,
  review_requested_at timestamp with time zone,
  review_by timestamp with time zone,
  constraint help_and_owner UNIQUE (user_id, id),
  constraint help_reference_once UNIQUE (reference),
  constraint help_conversations_pkey PRIMARY KEY (id),
  constraint help_conversations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth."user"(id),
  constraint help_conversations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint help_order_is_own FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id),
  constraint help_payment_is_own FOREIGN KEY (user_id, payment_id) REFERENCES payments(user_id, id),
  constraint help_submission_is_own FOREIGN KEY (user_id, submission_id) REFERENCES kyc_submissions(user_id, id),
  constraint complaint_acknowledged CHECK (((acknowledged_at IS NULL) OR (complained_at IS NOT NULL))),
  constraint complaint_has_deadlines CHECK ((num_nulls(complained_at, acknowledge_by, decide_by) = ANY (ARRAY[0, 3]))),
  constraint complaint_review_dated CHECK (((num_nulls(review_requested_at, review_by) = ANY (ARRAY[0, 2])) AND ((review_requested_at IS NULL) OR (complained_at IS NOT NULL)))),
  constraint help_about_one CHECK ((num_nonnulls(order_id, payment_id, submission_id) <= 1)),
  constraint help_category_known CHECK ((category = ANY (ARRAY['not_arrived'::text, 'wrong_amount'::text, 'refund'::text, 'verification'::text, 'account'::text, 'plan_or_course'::text, 'website'::text, 'other'::text]))),
  constraint help_state_known CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX help_complaints ON public.help_conversations USING btree (complained_at, id) WHERE (complained_at IS NOT NULL);
CREATE INDEX help_conversations_due ON public.help_conversations USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX help_conversations_in_state ON public.help_conversations USING btree (state, waits_since, id);
CREATE INDEX help_conversations_kept_by ON public.help_conversations USING btree (owner_id);
CREATE INDEX help_conversations_on_order ON public.help_conversations USING btree (user_id, order_id);
CREATE INDEX help_conversations_on_payment ON public.help_conversations USING btree (user_id, payment_id);
CREATE INDEX help_conversations_on_submission ON public.help_conversations USING btree (user_id, submission_id);
-- row security: enabled and forced
create policy own_insert on public.help_conversations for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (state = 'open'::text) AND (owner_id IS NULL) AND (acknowledged_at IS NULL) AND (review_requested_at IS NULL)));
create policy own_or_staff_select on public.help_conversations for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.help_conversations for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (state = 'open'::text)));
create policy owner_select on public.help_conversations for select to postgres using (true);
create policy owner_while_erasing on public.help_conversations for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.help_conversations for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (state = 'open'::text) AND (owner_id IS NULL) AND (acknowledged_at IS NULL) AND (review_requested_at IS NULL)));
create policy staff_update on public.help_conversations for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id))));
grant insert, select on public.help_conversations to cryptocommerce_app;

create table public.help_files (
  message_id uuid not null,
  file_id uuid not null,
  user_id uuid not null,
  constraint help_files_pkey PRIMARY KEY (message_id, file_id),
  constraint help_file_is_own FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id),
  constraint help_file_of_its_message FOREIGN KEY (user_id, message_id) REFERENCES help_messages(user_id, id),
  constraint help_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id)
);
CREATE INDEX help_files_of ON public.help_files USING btree (user_id, message_id);
CREATE INDEX help_files_owner ON public.help_files USING btree (user_id, file_id);
-- row security: enabled and forced
create policy own_insert on public.help_files for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.help_files for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_while_erasing on public.help_files for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.help_files to cryptocommerce_app;

create table public.help_messages (
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  user_id uuid not null,
  author_id uuid not null,
  text text not null,
  internal boolean not null default false,
  written_at timestamp with time zone not null,
  idempotency_key uuid not null,
  request_hash text not null,
  constraint help_message_and_owner UNIQUE (user_id, id),
  constraint help_message_once UNIQUE (author_id, idempotency_key),
  constraint help_messages_pkey PRIMARY KEY (id),
  constraint help_message_of_its_own FOREIGN KEY (user_id, conversation_id) REFERENCES help_conversations(user_id, id),
  constraint help_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth."user"(id),
  constraint help_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint help_message_size CHECK (((length(text) >= 1) AND (length(text) <= 4000))),
  constraint help_note_by_staff CHECK (((NOT internal) OR (author_id <> user_id)))
);
CREATE INDEX help_messages_of ON public.help_messages USING btree (user_id, conversation_id);
-- row security: enabled and forced
create policy author_insert on public.help_messages for insert to cryptocommerce_app with check (((author_id = ( SELECT app.user_id() AS user_id)) AND ((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows))));
create policy internal_notes_select on public.help_messages as restrictive for select to cryptocommerce_app using (((NOT internal) OR (( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) AND (user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])))));
create policy own_or_staff_select on public.help_messages for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_while_erasing on public.help_messages for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.help_messages to cryptocommerce_app;

create table public.holding_checks (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  address text not null,
  amount numeric(20,0) not null,
  held_since date not null,
  tier text,
  ends_at timestamp with time zone,
  checked_by uuid not null,
  checked_at timestamp with time zone not null,
  constraint holding_checks_pkey PRIMARY KEY (id),
  constraint holding_checks_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES auth."user"(id),
  constraint holding_checks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint holding_not_negative CHECK ((amount >= (0)::numeric)),
  constraint holding_tier_ends CHECK (((tier IS NULL) = (ends_at IS NULL))),
  constraint holding_tier_known CHECK ((tier = ANY (ARRAY['bronze'::text, 'silver'::text, 'gold'::text])))
);
CREATE INDEX holding_checks_by ON public.holding_checks USING btree (checked_by);
CREATE INDEX holding_checks_of ON public.holding_checks USING btree (user_id, checked_at DESC, id DESC);
-- row security: enabled and forced
create policy own_delete on public.holding_checks for delete to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.holding_checks for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_select on public.holding_checks for select to postgres using (true);
create policy owner_while_erasing on public.holding_checks for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.holding_checks for insert to cryptocommerce_app with check (((checked_by = ( SELECT app.user_id() AS user_id)) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))));
grant delete, insert, select on public.holding_checks to cryptocommerce_app;

create table public.identity_hashes (
  user_id uuid not null,
  kind text not null,
  hash text not null,
  found_at timestamp with time zone not null,
  constraint identity_hashes_pkey PRIMARY KEY (user_id, kind, hash),
  constraint identity_hashes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint mark_kind_known CHECK ((kind = ANY (ARRAY['trn'::text, 'id_number'::text, 'bank'::text, 'wallet'::text, 'mail'::text, 'name_birth'::text])))
);
CREATE INDEX identity_hashes_first ON public.identity_hashes USING btree (hash, found_at, user_id) INCLUDE (kind) WHERE (kind = ANY (ARRAY['wallet'::text, 'bank'::text]));
CREATE INDEX identity_hashes_shared ON public.identity_hashes USING btree (hash, user_id);
-- row security: enabled and forced
create policy owner_all on public.identity_hashes for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.identity_hashes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));

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
create policy not_own_other_account_select on public.kyc_decisions as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.kyc_decisions as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.kyc_decisions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.kyc_decisions for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (decided_by = ( SELECT app.user_id() AS user_id))));
create policy staff_select on public.kyc_decisions for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
grant insert, select on public.kyc_decisions to cryptocommerce_app;

create table public.kyc_drafts (
  user_id uuid not null,
  tier smallint not null,
  submission_id uuid not null,
  sealed text not null,
  updated_at timestamp with time zone not null,
  constraint kyc_drafts_pkey PRIMARY KEY (user_id, tier),
  constraint kyc_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint kyc_draft_short CHECK ((length(sealed) <= 60000)),
  constraint kyc_draft_tier_known CHECK (((tier >= 1) AND (tier <= 3)))
);
CREATE INDEX kyc_drafts_by_age ON public.kyc_drafts USING btree (updated_at);
-- row security: enabled and forced
create policy own_all on public.kyc_drafts for all to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.kyc_drafts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_delete on public.kyc_drafts for delete to cryptocommerce_app using (( SELECT app.is_system() AS is_system));
create policy system_select on public.kyc_drafts for select to cryptocommerce_app using (( SELECT app.is_system() AS is_system));
grant delete, insert, select on public.kyc_drafts to cryptocommerce_app;

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
create policy own_insert on public.kyc_items for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND ((state = 'pending'::text) OR ((state = 'accepted'::text) AND (carried_state = 'accepted'::text)))));
create policy own_or_staff_select on public.kyc_items for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_while_erasing on public.kyc_items for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.kyc_items for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (state = 'wanted'::text) AND (decided_by = ( SELECT app.user_id() AS user_id))));
create policy staff_update on public.kyc_items for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (decided_by = ( SELECT app.user_id() AS user_id))));
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
  constraint kyc_waits_known CHECK ((waits_for = ANY (ARRAY['staff'::text, 'customer'::text, 'none'::text]))),
  constraint nobody_decides_their_own CHECK (((decided_by <> user_id) AND (first_approver <> user_id))),
  constraint tier_known CHECK (((tier >= 1) AND (tier <= 3)))
);
CREATE INDEX kyc_decided ON public.kyc_submissions USING btree (decided_at) INCLUDE (tier, created_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX kyc_decided_by ON public.kyc_submissions USING btree (decided_by);
CREATE INDEX kyc_first_approver ON public.kyc_submissions USING btree (first_approver) WHERE (first_approver IS NOT NULL);
CREATE INDEX kyc_newest ON public.kyc_submissions USING btree (user_id, tier, created_at DESC) INCLUDE (status);
CREATE INDEX kyc_queue ON public.kyc_submissions USING btree (tier, created_at, id) WHERE ((status = 'pending'::text) AND (waits_for <> 'none'::text));
-- row security: enabled and forced
create policy own_insert on public.kyc_submissions for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (status = 'pending'::text) AND (waits_for = 'staff'::text) AND (decided_by IS NULL) AND (decided_at IS NULL) AND (first_approver IS NULL)));
create policy own_or_staff_select on public.kyc_submissions for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_all on public.kyc_submissions for all to postgres using (((( SELECT app.user_id() AS user_id) IS NULL) AND ( SELECT app.can_access_all_rows() AS can_access_all_rows))) with check (((( SELECT app.user_id() AS user_id) IS NULL) AND ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_select on public.kyc_submissions for select to postgres using ((tier = ANY (ARRAY[1, 3])));
create policy owner_while_erasing on public.kyc_submissions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_update on public.kyc_submissions for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND ((status = 'pending'::text) OR (decided_by = ( SELECT app.user_id() AS user_id))) AND ((status <> 'approved'::text) OR (tier <> 3) OR ((first_approver IS NOT NULL) AND (first_approver <> decided_by)))));
grant insert, select on public.kyc_submissions to cryptocommerce_app;

create table public.launch_decisions (
  submission_id uuid not null,
  user_id uuid not null,
  decided_by uuid not null,
  outcome text not null,
  reason_code text not null,
  note text not null,
  decided_at timestamp with time zone not null,
  constraint launch_decisions_pkey PRIMARY KEY (submission_id),
  constraint launch_decision_of_its_own FOREIGN KEY (user_id, submission_id) REFERENCES launch_submissions(user_id, id),
  constraint launch_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint launch_decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint launch_decision_note CHECK ((length(note) <= 2000)),
  constraint launch_outcome_known CHECK ((outcome = ANY (ARRAY['accepted'::text, 'declined'::text, 'not_enough'::text])))
);
CREATE INDEX launch_decisions_by ON public.launch_decisions USING btree (decided_by);
CREATE INDEX launch_decisions_of ON public.launch_decisions USING btree (user_id, submission_id);
-- row security: enabled and forced
create policy not_own_other_account_select on public.launch_decisions as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_select on public.launch_decisions for select to postgres using (true);
create policy owner_while_erasing on public.launch_decisions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy reviewer_insert on public.launch_decisions for insert to cryptocommerce_app with check ((( SELECT app.can_decide_launches() AS can_decide_launches) AND (decided_by = ( SELECT app.user_id() AS user_id)) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy staff_select on public.launch_decisions for select to cryptocommerce_app using ((( SELECT app.can_read_launches() AS can_read_launches) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
grant insert, select on public.launch_decisions to cryptocommerce_app;

create table public.launch_drafts (
  user_id uuid not null,
  data jsonb not null,
  updated_at timestamp with time zone not null,
  constraint launch_drafts_pkey PRIMARY KEY (user_id),
  constraint launch_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy own_all on public.launch_drafts for all to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.launch_drafts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.launch_drafts to cryptocommerce_app;

create table public.launch_questions (
  id uuid not null default uuidv7(),
  submission_id uuid not null,
  user_id uuid not null,
  asked_by uuid not null,
  question text not null,
  asked_at timestamp with time zone not null,
  answer text,
  answered_at timestamp with time zone,
  constraint launch_questions_pkey PRIMARY KEY (id),
  constraint launch_question_of_its_own FOREIGN KEY (user_id, submission_id) REFERENCES launch_submissions(user_id, id),
  constraint launch_questions_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth."user"(id),
  constraint launch_questions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint launch_answer_says CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((length(answer) >= 2) AND (length(answer) <= 5000)))),
  constraint launch_question_says CHECK (((length(question) >= 10) AND (length(question) <= 2000)))
);
CREATE INDEX launch_questions_by ON public.launch_questions USING btree (asked_by);
CREATE INDEX launch_questions_of ON public.launch_questions USING btree (user_id, submission_id);
CREATE UNIQUE INDEX launch_one_open_question ON public.launch_questions USING btree (submission_id) WHERE (answered_at IS NULL);
-- row security: enabled and forced
create policy own_or_staff_select on public.launch_questions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_launches() AS can_read_launches)));
create policy own_update on public.launch_questions for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) AND (answered_at IS NULL))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (answered_at IS NOT NULL)));
create policy owner_select on public.launch_questions for select to postgres using (true);
create policy owner_while_erasing on public.launch_questions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.launch_questions for insert to cryptocommerce_app with check ((( SELECT app.can_read_launches() AS can_read_launches) AND (asked_by = ( SELECT app.user_id() AS user_id)) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (answered_at IS NULL)));
grant insert, select on public.launch_questions to cryptocommerce_app;

create table public.launch_submissions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  coin_name text not null,
  idea text not null,
  community_links text[] not null default '{}'::text[],
  whitepaper_file uuid not null,
  status text not null default 'submitted'::text,
  created_at timestamp with time zone not null,
  waits_since timestamp with time zone not null,
  decided_at timestamp with time zone,
  reason_code text,
  idempotency_key uuid not null,
  request_hash text not null,
  constraint launch_and_owner UNIQUE (user_id, id),
  constraint launch_once UNIQUE (user_id, idempotency_key),
  constraint launch_submissions_pkey PRIMARY KEY (id),
  constraint launch_paper_is_own FOREIGN KEY (user_id, whitepaper_file) REFERENCES files(user_id, id),
  constraint launch_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint launch_decided_with_reason CHECK (((status = ANY (ARRAY['accepted'::text, 'declined'::text, 'not_enough'::text])) = ((reason_code IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint launch_is_called CHECK (((length(coin_name) >= 2) AND (length(coin_name) <= 80))),
  constraint launch_links_few CHECK ((cardinality(community_links) <= 10)),
  constraint launch_says_what CHECK (((length(idea) >= 10) AND (length(idea) <= 5000))),
  constraint launch_status_known CHECK ((status = ANY (ARRAY['submitted'::text, 'waiting_for_founder'::text, 'accepted'::text, 'declined'::text, 'not_enough'::text, 'withdrawn'::text])))
);
CREATE INDEX launch_submissions_by_state ON public.launch_submissions USING btree (status, waits_since, id);
CREATE INDEX launch_submissions_paper ON public.launch_submissions USING btree (user_id, whitepaper_file);
-- row security: enabled and forced
create policy own_insert on public.launch_submissions for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (status = 'submitted'::text) AND (decided_at IS NULL)));
create policy own_or_staff_select on public.launch_submissions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_launches() AS can_read_launches)));
create policy own_update on public.launch_submissions for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) AND (status = ANY (ARRAY['submitted'::text, 'waiting_for_founder'::text])))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (status = ANY (ARRAY['submitted'::text, 'withdrawn'::text]))));
create policy owner_select on public.launch_submissions for select to postgres using (true);
create policy owner_while_erasing on public.launch_submissions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_update on public.launch_submissions for update to cryptocommerce_app using ((( SELECT app.can_read_launches() AS can_read_launches) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) AND (status = ANY (ARRAY['submitted'::text, 'waiting_for_founder'::text])))) with check ((( SELECT app.can_read_launches() AS can_read_launches) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) AND ((status = 'waiting_for_founder'::text) OR ( SELECT app.can_decide_launches() AS can_decide_launches))));
grant insert, select on public.launch_submissions to cryptocommerce_app;

create table public.lgm_awards (
  id uuid not null default uuidv7(),
  registration_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  lgm integer not null,
  created_at timestamp with time zone not null,
  address text,
  named_at timestamp with time zone,
  proposal_id uuid,
  released_at timestamp with time zone,
  transaction_hash text,
  sent_at timestamp with time zone,
  sent_by uuid,
  earlier jsonb not null default '[]'::jsonb,
  constraint award_hash_once UNIQUE (transaction_hash),
  constraint award_once_a_place UNIQUE (registration_id),
  constraint award_once_a_session UNIQUE (session_id, user_id),
  constraint lgm_awards_pkey PRIMARY KEY (id),
  constraint lgm_awards_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint lgm_awards_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES workshop_registrations(id),
  constraint lgm_awards_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES auth."user"(id),
  constraint lgm_awards_session_id_fkey FOREIGN KEY (session_id) REFERENCES workshop_sessions(id),
  constraint lgm_awards_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint award_positive CHECK ((lgm > 0)),
  constraint award_released_by_two CHECK ((((proposal_id IS NULL) = (released_at IS NULL)) AND ((proposal_id IS NULL) OR (address IS NOT NULL)))),
  constraint award_sent_is_released CHECK (((sent_at IS NULL) OR (released_at IS NOT NULL))),
  constraint award_sent_whole CHECK ((((transaction_hash IS NULL) = (sent_at IS NULL)) AND ((sent_at IS NULL) = (sent_by IS NULL)))),
  constraint award_wallet_named CHECK (((address IS NULL) = (named_at IS NULL))),
  constraint earlier_is_a_list CHECK ((jsonb_typeof(earlier) = 'array'::text))
);
CREATE INDEX awards_by_proposal ON public.lgm_awards USING btree (proposal_id) WHERE (proposal_id IS NOT NULL);
CREATE INDEX awards_own ON public.lgm_awards USING btree (user_id);
CREATE INDEX awards_sent_by ON public.lgm_awards USING btree (sent_by) WHERE (sent_by IS NOT NULL);
CREATE INDEX awards_waiting ON public.lgm_awards USING btree (session_id) WHERE (sent_at IS NULL);
-- row security: enabled and forced
create policy attendee_insert on public.lgm_awards for insert to cryptocommerce_app with check (( SELECT app.can_manage_workshops() AS can_manage_workshops));
create policy own_or_finance_update on public.lgm_awards for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
create policy own_or_staff_select on public.lgm_awards for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_select on public.lgm_awards for select to postgres using (true);
create policy owner_while_erasing on public.lgm_awards for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.lgm_awards to cryptocommerce_app;

create table public.link_progress (
  single boolean not null default true,
  key_id text not null,
  scanned_until timestamp with time zone not null,
  constraint link_progress_pkey PRIMARY KEY (single),
  constraint one_progress CHECK (single)
);
grant insert, select, update on public.link_progress to cryptocommerce_app;

create table public.mail_delivery_problems (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  event_id text not null,
  at timestamp with time zone not null,
  constraint trouble_once UNIQUE (event_id),
  constraint mail_delivery_problems_pkey PRIMARY KEY (id),
  constraint mail_delivery_problems_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint trouble_event_is_short CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200))),
  constraint trouble_known CHECK ((kind = ANY (ARRAY['bounce'::text, 'complaint'::text])))
);
CREATE INDEX mail_delivery_problems_of ON public.mail_delivery_problems USING btree (user_id, at DESC);
-- row security: enabled and forced
create policy own_or_system_select on public.mail_delivery_problems for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_while_erasing on public.mail_delivery_problems for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_insert on public.mail_delivery_problems for insert to cryptocommerce_app with check (( SELECT app.is_system() AS is_system));
grant insert, select on public.mail_delivery_problems to cryptocommerce_app;

create table public.mails (
  id uuid not null default uuidv7(),
  user_id uuid,
  kind text not null,
  to_address text not null,
  body jsonb,
  at timestamp with time zone not null,
  scheduled_for timestamp with time zone not null,
  next_at timestamp with time zone not null,
  tries integer not null default 0,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  source_job_id uuid,
  constraint mail_told_once UNIQUE (source_job_id),
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint mail_ends_once CHECK ((num_nonnulls(sent_at, given_up_at) <= 1)),
  constraint mail_kept_until_its_end CHECK (((body IS NULL) = ((sent_at IS NOT NULL) OR (given_up_at IS NOT NULL))))
);
CREATE INDEX mails_due ON public.mails USING btree (next_at) WHERE (body IS NOT NULL);
CREATE INDEX mails_ended ON public.mails USING btree (COALESCE(sent_at, given_up_at)) WHERE (body IS NULL);
CREATE INDEX mails_of ON public.mails USING btree (user_id);
-- row security: enabled and forced
create policy owner_while_erasing on public.mails for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy sent_or_expired_delete on public.mails as restrictive for delete to cryptocommerce_app using ((body IS NULL));
create policy system_all on public.mails for all to cryptocommerce_app using (( SELECT app.is_system() AS is_system)) with check (( SELECT app.is_system() AS is_system));
grant delete, insert, select on public.mails to cryptocommerce_app;

create table public.marketing_consents (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  version text not null,
  given boolean not null,
  source text not null,
  at timestamp with time zone not null,
  constraint marketing_consents_pkey PRIMARY KEY (id),
  constraint marketing_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint consent_said_how CHECK ((source = ANY (ARRAY['page'::text, 'link'::text, 'bounce'::text, 'complaint'::text]))),
  constraint consent_to_some_words CHECK (((length(version) >= 1) AND (length(version) <= 40))),
  constraint only_the_page_gives CHECK (((NOT given) OR (source = 'page'::text)))
);
CREATE INDEX marketing_consents_of ON public.marketing_consents USING btree (user_id, id DESC);
-- row security: enabled and forced
create policy own_insert on public.marketing_consents for insert to cryptocommerce_app with check ((((user_id = ( SELECT app.user_id() AS user_id)) AND (source = 'page'::text)) OR (( SELECT app.is_system() AS is_system) AND (NOT given))));
create policy own_or_system_select on public.marketing_consents for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_select on public.marketing_consents for select to postgres using (true);
create policy owner_while_erasing on public.marketing_consents for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.marketing_consents to cryptocommerce_app;

create table public.merged_accounts (
  user_id uuid not null,
  person_id uuid not null,
  constraint merged_accounts_pkey PRIMARY KEY (user_id),
  constraint merged_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX merged_accounts_person ON public.merged_accounts USING btree (person_id);
-- row security: enabled and forced
create policy owner_all on public.merged_accounts for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.merged_accounts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));

create table public.movements (
  id uuid not null default uuidv7(),
  order_id uuid,
  user_id uuid,
  direction text not null,
  is_surplus boolean not null default false,
  reverses_id uuid,
  asset text not null,
  amount numeric(40,18) not null,
  rail text not null,
  reference text,
  reference_key text,
  bank text,
  account text,
  holder text,
  address text,
  tag text,
  moved_at timestamp with time zone not null,
  day_only boolean not null default false,
  recorded_at timestamp with time zone not null,
  recorded_by uuid,
  proposal_id uuid,
  source_movement_id uuid,
  reason text,
  note text,
  payment_id uuid,
  constraint movement_reference_once UNIQUE (reference_key),
  constraint one_movement_of_a_proposal UNIQUE (proposal_id),
  constraint after_4_taken_off TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint movements_pkey PRIMARY KEY (id),
  constraint movement_of_own_order FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id),
  constraint movement_of_own_payment FOREIGN KEY (user_id, payment_id) REFERENCES payments(user_id, id),
  constraint movements_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint movements_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES auth."user"(id),
  constraint movements_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES movements(id),
  constraint movements_source_movement_id_fkey FOREIGN KEY (source_movement_id) REFERENCES movements(id),
  constraint direction_known CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'back'::text, 'bounced'::text, 'off'::text]))),
  constraint extra_comes_in CHECK (((NOT is_surplus) OR (direction = 'in'::text))),
  constraint movement_has_reference CHECK (
CASE
    WHEN (direction = ANY (ARRAY['bounced'::text, 'off'::text])) THEN true
    WHEN (source_movement_id IS NOT NULL) THEN (reference_key IS NULL)
    ELSE ((reference IS NOT NULL) AND (reference_key IS NOT NULL))
END),
  constraint movement_not_in_future CHECK ((moved_at <= recorded_at)),
  constraint movement_of_customer_and_due CHECK (((user_id IS NULL) = ((order_id IS NULL) AND (payment_id IS NULL)))),
  constraint movement_of_one_due CHECK (((order_id IS NULL) OR (payment_id IS NULL))),
  constraint movement_of_something CHECK (((reverses_id IS NOT NULL) = (direction = ANY (ARRAY['back'::text, 'bounced'::text, 'off'::text])))),
  constraint movement_positive CHECK ((amount > (0)::numeric)),
  constraint never_recorded_for_oneself CHECK ((recorded_by <> user_id)),
  constraint note_of_unassigned CHECK (((note IS NULL) OR (user_id IS NULL))),
  constraint nothing_is_paid_out_for_a_payment CHECK (((payment_id IS NULL) OR (direction <> 'out'::text))),
  constraint rail_known CHECK ((rail ~ '^[a-z][a-z0-9]{1,15}$'::text)),
  constraint unassigned_for_a_reason CHECK (((reason IS NOT NULL) = ((user_id IS NULL) AND (direction = 'in'::text)))),
  constraint unassigned_is_here CHECK (((user_id IS NOT NULL) OR ((direction = ANY (ARRAY['in'::text, 'back'::text, 'bounced'::text])) AND (NOT is_surplus)))),
  constraint unassigned_reason_known CHECK ((reason = ANY (ARRAY['nothing_known'::text, 'several_orders'::text, 'further_part'::text, 'made_good'::text, 'wrong_order'::text, 'card_unknown'::text, 'card_differs'::text, 'card_again'::text]))),
  constraint within_the_house_comes_in CHECK (((source_movement_id IS NULL) OR (direction = 'in'::text)))
);
CREATE INDEX movements_by_hand ON public.movements USING btree (moved_at) WHERE ((rail = 'bank'::text) AND (direction = ANY (ARRAY['in'::text, 'bounced'::text])) AND (source_movement_id IS NULL));
CREATE INDEX movements_card_numbers ON public.movements USING btree (upper(regexp_replace(reference_key, '^card:([a-z]+:)?'::text, ''::text))) WHERE (rail = 'card'::text);
CREATE INDEX movements_from ON public.movements USING btree (source_movement_id) WHERE (source_movement_id IS NOT NULL);
CREATE INDEX movements_of ON public.movements USING btree (reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE INDEX movements_of_card ON public.movements USING btree (reference) WHERE (rail = 'card'::text);
CREATE INDEX movements_order ON public.movements USING btree (order_id, id);
CREATE INDEX movements_owner ON public.movements USING btree (user_id, order_id);
CREATE INDEX movements_payer ON public.movements USING btree (user_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX movements_payment ON public.movements USING btree (payment_id, user_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX movements_recorded_by ON public.movements USING btree (recorded_by);
CREATE INDEX movements_went_back ON public.movements USING btree (recorded_at) WHERE ((user_id IS NULL) AND (direction = 'back'::text));
CREATE UNIQUE INDEX movement_goes_on_once ON public.movements USING btree (source_movement_id) WHERE (user_id IS NULL);
CREATE UNIQUE INDEX movement_taken_off_once ON public.movements USING btree (reverses_id) WHERE (direction = 'off'::text);
-- row security: enabled and forced
create policy own_or_staff_select on public.movements for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_select on public.movements for select to postgres using (true);
create policy owner_while_erasing on public.movements for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.movements for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND ((user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system))));
grant insert, select on public.movements to cryptocommerce_app;

create table public.name_hits (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  source text not null,
  party_ref text not null,
  list_id uuid,
  score smallint not null,
  pair_hash text not null,
  details jsonb not null,
  state text not null default 'open'::text,
  alert_id uuid,
  case_id uuid,
  created_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason_code text,
  note text,
  constraint hit_and_owner UNIQUE (user_id, id),
  constraint one_hit_per_pair UNIQUE (user_id, source, party_ref, pair_hash),
  constraint name_hits_pkey PRIMARY KEY (id),
  constraint name_hits_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint name_hits_list_id_fkey FOREIGN KEY (list_id) REFERENCES sanctions_lists(id),
  constraint name_hits_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint decided_by_somebody CHECK ((((state = 'open'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)) AND ((decided_by IS NULL) = (reason_code IS NULL)))),
  constraint hit_score_range CHECK (((score >= 0) AND (score <= 100))),
  constraint hit_state_known CHECK ((state = ANY (ARRAY['open'::text, 'cleared'::text, 'confirmed'::text]))),
  constraint never_about_oneself CHECK ((decided_by <> user_id))
);
CREATE INDEX name_hits_decided_by ON public.name_hits USING btree (decided_by);
CREATE INDEX name_hits_list ON public.name_hits USING btree (list_id);
CREATE INDEX name_hits_waiting ON public.name_hits USING btree (id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX one_open_hit_per_party ON public.name_hits USING btree (user_id, source, party_ref) WHERE (state = 'open'::text);
-- row security: enabled and forced
create policy compliance_select on public.name_hits for select to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.name_hits for update to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (state = 'open'::text))) with check ((( SELECT app.can_read_compliance() AS can_read_compliance) AND ((state = 'open'::text) OR ((decided_by = ( SELECT app.user_id() AS user_id)) AND (decided_by <> user_id)))));
create policy job_insert on public.name_hits for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL) AND (state = 'open'::text)));
create policy not_own_other_account_select on public.name_hits as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.name_hits as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_select on public.name_hits for select to postgres using (true);
create policy owner_while_erasing on public.name_hits for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.name_hits to cryptocommerce_app;

create table public.news (
  id uuid not null,
  subject text not null,
  paragraphs text[] not null,
  path text not null,
  why text not null,
  approved_at timestamp with time zone not null default now(),
  proposal_id uuid not null,
  proposed_by uuid not null,
  approved_by uuid not null,
  mailed_up_to uuid,
  recipient_count integer not null default 0,
  mailed_at timestamp with time zone,
  constraint news_of_one_proposal UNIQUE (proposal_id),
  constraint news_pkey PRIMARY KEY (id),
  constraint news_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES auth."user"(id),
  constraint news_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint news_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES auth."user"(id),
  constraint news_lead_to_us CHECK (((path ~ '^/([a-z][a-z0-9-]*)?$'::text) AND (length(path) <= 100))),
  constraint news_subject_is_a_line CHECK ((((length(subject) >= 1) AND (length(subject) <= 150)) AND (subject !~ '[[:cntrl:]]'::text))),
  constraint news_text_length CHECK (((length(array_to_string(paragraphs, ''::text)) >= 1) AND (length(array_to_string(paragraphs, ''::text)) <= 4000))),
  constraint news_two_people CHECK ((proposed_by <> approved_by)),
  constraint news_why_length CHECK (((length(why) >= 3) AND (length(why) <= 500)))
);
CREATE INDEX news_approved_by ON public.news USING btree (approved_by);
CREATE INDEX news_newest ON public.news USING btree (approved_at DESC, id DESC);
CREATE INDEX news_proposed_by ON public.news USING btree (proposed_by);
-- row security: enabled and forced
create policy owner_all on public.news for all to postgres using (true) with check (true);
create policy system_or_finance_select on public.news for select to cryptocommerce_app using ((( SELECT app.is_system() AS is_system) OR ( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
create policy system_update on public.news for update to cryptocommerce_app using (( SELECT app.is_system() AS is_system)) with check (( SELECT app.is_system() AS is_system));
grant select on public.news to cryptocommerce_app;

create table public.notice_preferences (
  user_id uuid not null,
  kind text not null,
  channel text not null,
  wanted boolean not null,
  set_at timestamp with time zone not null,
  constraint notice_preferences_pkey PRIMARY KEY (user_id, kind, channel),
  constraint notice_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint preference_channel_known CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
  constraint preference_of_a_choice CHECK ((kind = ANY (ARRAY['identity'::text, 'plan'::text, 'workshop'::text, 'course'::text, 'project'::text, 'certificate'::text, 'launch'::text, 'scam_report'::text, 'help'::text, 'price_alert'::text, 'news'::text])))
);
-- row security: enabled and forced
create policy own_or_system_all on public.notice_preferences for all to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_while_erasing on public.notice_preferences for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.notice_preferences to cryptocommerce_app;

create table public.notices (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  facts jsonb not null,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  waits_for_digest boolean not null default false,
  source_job_id uuid,
  constraint notice_told_once UNIQUE (source_job_id),
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint notice_kind_known CHECK ((kind = ANY (ARRAY['security'::text, 'order'::text, 'payment'::text, 'identity'::text, 'plan'::text, 'workshop'::text, 'course'::text, 'project'::text, 'certificate'::text, 'launch'::text, 'scam_report'::text, 'help'::text, 'price_alert'::text, 'news'::text]))),
  constraint notice_says_where CHECK (((jsonb_typeof(facts) = 'object'::text) AND ((length((facts ->> 'title'::text)) >= 1) AND (length((facts ->> 'title'::text)) <= 300)) AND ((facts ->> 'path'::text) ~ '^/[^/\\]'::text) AND (length((facts ->> 'path'::text)) <= 300)))
);
CREATE INDEX notices_of ON public.notices USING btree (user_id, at DESC, id DESC);
CREATE INDEX notices_to_digest ON public.notices USING btree (user_id) WHERE waits_for_digest;
CREATE INDEX notices_unread ON public.notices USING btree (user_id) WHERE (read_at IS NULL);
-- row security: enabled and forced
create policy own_or_system_select on public.notices for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy own_update on public.notices for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_while_erasing on public.notices for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_insert on public.notices for insert to cryptocommerce_app with check ((( SELECT app.is_system() AS is_system) AND (read_at IS NULL)));
grant insert, select on public.notices to cryptocommerce_app;

create table public.order_discounts (
  order_id uuid not null,
  user_id uuid not null,
  percent smallint not null,
  standard_fee_percent numeric(6,2) not null,
  reason text not null,
  ends_at timestamp with time zone not null,
  promo_code_id uuid,
  constraint order_discounts_pkey PRIMARY KEY (order_id),
  constraint discount_of_own_order FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id) ON DELETE CASCADE,
  constraint order_discounts_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id),
  constraint order_discount_percent CHECK (((percent >= 1) AND (percent <= 100)))
);
CREATE INDEX order_discounts_code ON public.order_discounts USING btree (promo_code_id) WHERE (promo_code_id IS NOT NULL);
CREATE INDEX order_discounts_owner ON public.order_discounts USING btree (user_id, order_id);
-- row security: enabled and forced
create policy own_insert on public.order_discounts for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.order_discounts for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy owner_select on public.order_discounts for select to postgres using (true);
create policy owner_while_erasing on public.order_discounts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.order_discounts to cryptocommerce_app;

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
CREATE INDEX order_events_holds ON public.order_events USING btree (at) WHERE (event = ANY (ARRAY['hold'::text, 'release'::text]));
CREATE INDEX order_events_story ON public.order_events USING btree (order_id, user_id, id);
-- row security: enabled and forced
create policy own_or_staff_insert on public.order_events for insert to cryptocommerce_app with check (((user_id = app.user_id()) OR app.can_access_all_rows()));
create policy own_public_or_staff_select on public.order_events for select to cryptocommerce_app using ((((user_id = ( SELECT app.user_id() AS user_id)) AND public) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_while_erasing on public.order_events for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.order_events to cryptocommerce_app;

create table public.order_warnings (
  order_id uuid not null,
  user_id uuid not null,
  scope text not null,
  value text not null,
  warning_level text not null,
  verdict text,
  reporter_count integer,
  slug text,
  publication_id uuid,
  scam_case_id uuid,
  questionnaire_version integer not null,
  instructed_to_pay boolean,
  hurried boolean,
  controls_wallet boolean,
  shown_at timestamp with time zone not null,
  cooling_off_until timestamp with time zone,
  constraint order_warnings_pkey PRIMARY KEY (order_id),
  constraint order_warnings_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES scam_publications(id),
  constraint order_warnings_scam_case_id_fkey FOREIGN KEY (scam_case_id) REFERENCES scam_cases(id) ON DELETE SET NULL,
  constraint warning_of_own_order FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id) ON DELETE CASCADE,
  constraint answered_whole CHECK ((num_nonnulls(instructed_to_pay, hurried, controls_wallet) = ANY (ARRAY[0, 3]))),
  constraint cools_where_published CHECK (((cooling_off_until IS NULL) OR ((warning_level = 'published'::text) AND (cooling_off_until > shown_at)))),
  constraint warned_people CHECK ((reporter_count >= 0)),
  constraint warned_told_known CHECK ((warning_level = ANY (ARRAY['reported'::text, 'published'::text]))),
  constraint warned_value_length CHECK (((length(value) >= 1) AND (length(value) <= 320))),
  constraint warned_verdict_known CHECK ((verdict = ANY (ARRAY['scam'::text, 'likely'::text]))),
  constraint warned_whole CHECK ((((warning_level = 'published'::text) = (num_nonnulls(verdict, reporter_count, slug) = 3)) AND (num_nonnulls(verdict, reporter_count, slug) = ANY (ARRAY[0, 3])))),
  constraint warned_words CHECK ((questionnaire_version > 0))
);
CREATE INDEX order_warnings_matter ON public.order_warnings USING btree (scam_case_id) WHERE (scam_case_id IS NOT NULL);
CREATE INDEX order_warnings_owner ON public.order_warnings USING btree (user_id, order_id);
CREATE INDEX order_warnings_publication ON public.order_warnings USING btree (publication_id) WHERE (publication_id IS NOT NULL);
-- row security: enabled and forced
create policy own_insert on public.order_warnings for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.order_warnings for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_select on public.order_warnings for select to postgres using (true);
create policy owner_while_erasing on public.order_warnings for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.order_warnings to cryptocommerce_app;

create table public.payees (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  label text not null,
  network text,
  address text,
  tag bigint,
  bank_name text,
  branch text,
  account_number text,
  account_holder_name text,
  created_at timestamp with time zone not null,
  known_from timestamp with time zone not null default now(),
  constraint payee_once UNIQUE NULLS NOT DISTINCT (user_id, network, address, tag, account_number, bank_name),
  constraint payees_pkey PRIMARY KEY (id),
  constraint payees_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint payee_account_digits CHECK ((account_number ~ '^\d{5,20}$'::text)),
  constraint payee_has_a_label CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  constraint payee_is_whole CHECK (
CASE kind
    WHEN 'wallet'::text THEN ((num_nonnulls(network, address) = 2) AND (num_nonnulls(bank_name, branch, account_number, account_holder_name) = 0))
    ELSE ((num_nonnulls(bank_name, branch, account_number, account_holder_name) = 4) AND (num_nonnulls(network, address, tag) = 0))
END),
  constraint payee_kind_known CHECK ((kind = ANY (ARRAY['wallet'::text, 'bank'::text])))
);
-- row security: enabled and forced
create policy own_delete on public.payees for delete to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_insert on public.payees for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.payees for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_select on public.payees for select to postgres using (true);
create policy owner_update on public.payees for update to postgres using (true);
create policy owner_while_erasing on public.payees for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.payees to cryptocommerce_app;

create table public.payer_screenings (
  movement_id uuid not null,
  due_id uuid not null,
  user_id uuid,
  list_versions text,
  stopped_by jsonb not null default '[]'::jsonb,
  constraint payer_screenings_pkey PRIMARY KEY (movement_id),
  constraint payer_screenings_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id) ON DELETE CASCADE,
  constraint payer_screenings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id)
);
CREATE INDEX payer_screenings_customer ON public.payer_screenings USING btree (user_id);
CREATE INDEX payer_screenings_due ON public.payer_screenings USING btree (due_id);
-- row security: enabled and forced
create policy owner_insert on public.payer_screenings for insert to postgres with check (true);
create policy owner_select on public.payer_screenings for select to postgres using (true);
create policy owner_while_erasing on public.payer_screenings for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_select on public.payer_screenings for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND ((user_id IS NULL) OR (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)))));
create policy staff_update on public.payer_screenings for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND ((user_id IS NULL) OR (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND ((user_id IS NULL) OR (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)))));
grant select on public.payer_screenings to cryptocommerce_app;

create table public.payments (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  reference text not null,
  payable text not null,
  payable_id uuid not null,
  title text not null,
  amount_jmd numeric(18,2) not null,
  method text not null,
  pay_in text not null default 'awaiting'::text,
  ended text,
  reason_code text,
  proof_file uuid,
  sender_address text,
  wallet_type text,
  transaction_hash text,
  idempotency_key uuid not null,
  request_hash text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  lapses_at timestamp with time zone,
  claimed_at timestamp with time zone,
  received_at timestamp with time zone,
  closed_at timestamp with time zone,
  waiting_since timestamp with time zone,
  awaits_staff boolean not null generated always as (((pay_in = 'claimed'::text) OR ((pay_in = 'received'::text) AND ((ended IS NOT NULL) OR held OR part_agreed)))) stored,
  coin_amount numeric(38,18),
  coin_price_usd numeric(30,12),
  coin_rate numeric(30,12),
  coin_address text,
  held boolean not null default false,
  coin_own boolean not null default false,
  part_agreed boolean not null default false,
  constraint one_payment_per_request UNIQUE (user_id, idempotency_key),
  constraint payment_and_owner UNIQUE (user_id, id),
  constraint payment_hash_once UNIQUE (transaction_hash),
  constraint payment_reference_taken UNIQUE (reference),
  constraint after_2_check_movement TRIGGER DEFERRABLE,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payment_proof_is_own FOREIGN KEY (user_id, proof_file) REFERENCES files(user_id, id),
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint coin_amount_positive CHECK ((coin_amount > (0)::numeric)),
  constraint coins_are_settled CHECK ((((method = 'crypto'::text) = (coin_amount IS NOT NULL)) AND ((coin_amount IS NULL) = (coin_price_usd IS NULL)) AND ((coin_amount IS NULL) = (coin_rate IS NULL)) AND ((coin_amount IS NULL) = (coin_address IS NULL)))),
  constraint coins_name_their_sender CHECK (((method <> 'crypto'::text) OR (pay_in <> 'claimed'::text) OR (sender_address IS NOT NULL))),
  constraint ended_is_closed CHECK (((ended IS NULL) = (closed_at IS NULL))),
  constraint held_is_here CHECK (((NOT held) OR ((pay_in = 'received'::text) AND (ended IS NULL)))),
  constraint part_is_of_what_goes_on CHECK (((NOT part_agreed) OR ((pay_in = 'received'::text) AND (ended IS NULL) AND (NOT held)))),
  constraint payable_known CHECK ((payable = ANY (ARRAY['plan'::text, 'workshop'::text, 'course'::text]))),
  constraint payment_end_known CHECK ((ended = ANY (ARRAY['lapsed'::text, 'cancelled'::text, 'rejected'::text, 'refunded'::text]))),
  constraint payment_method_known CHECK ((method = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'crypto'::text]))),
  constraint payment_pay_in_known CHECK ((pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text, 'received'::text, 'returned'::text]))),
  constraint payment_positive CHECK ((amount_jmd > (0)::numeric)),
  constraint returned_has_ended CHECK (((pay_in <> 'returned'::text) OR (ended IS NOT NULL))),
  constraint title_says_something CHECK ((title <> ''::text)),
  constraint work_waits_since_a_moment CHECK (((NOT awaits_staff) OR (waiting_since IS NOT NULL)))
);
CREATE INDEX payments_awaited ON public.payments USING btree (amount_jmd) WHERE (pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text]));
CREATE INDEX payments_coin_amount ON public.payments USING btree (coin_amount) WHERE (coin_amount IS NOT NULL);
CREATE INDEX payments_held ON public.payments USING btree (id) WHERE held;
CREATE INDEX payments_lapse ON public.payments USING btree (lapses_at) WHERE ((ended IS NULL) AND (pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text])));
CREATE INDEX payments_own ON public.payments USING btree (user_id, id DESC);
CREATE INDEX payments_proof_file ON public.payments USING btree (proof_file, user_id) WHERE (proof_file IS NOT NULL);
CREATE INDEX payments_queue ON public.payments USING btree (waiting_since, id) WHERE awaits_staff;
CREATE UNIQUE INDEX one_amount_one_payment ON public.payments USING btree (coin_amount) WHERE coin_own;
CREATE UNIQUE INDEX payment_one_open ON public.payments USING btree (payable, payable_id) WHERE (ended IS NULL);
-- row security: enabled and forced
create policy own_insert on public.payments for insert to cryptocommerce_app with check (((user_id = app.user_id()) AND (pay_in = 'awaiting'::text) AND (ended IS NULL)));
create policy own_or_staff_select on public.payments for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_or_staff_update on public.payments for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id()))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_select on public.payments for select to postgres using (true);
create policy owner_while_erasing on public.payments for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.payments to cryptocommerce_app;

create table public.price_alerts (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  symbol text not null,
  direction text not null,
  currency text,
  target numeric not null,
  created_at timestamp with time zone not null,
  fired_at timestamp with time zone,
  fired_value numeric,
  constraint price_alerts_pkey PRIMARY KEY (id),
  constraint price_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint price_alert_currency_known CHECK ((currency = ANY (ARRAY['USD'::text, 'JMD'::text]))),
  constraint price_alert_direction_known CHECK ((direction = ANY (ARRAY['above'::text, 'below'::text, 'move'::text]))),
  constraint price_alert_fires_with_value CHECK (((fired_at IS NULL) = (fired_value IS NULL))),
  constraint price_alert_has_unit CHECK (((currency IS NULL) = (direction = 'move'::text))),
  constraint price_alert_target_positive CHECK ((target > (0)::numeric))
);
CREATE INDEX price_alerts_active ON public.price_alerts USING btree (symbol, direction) WHERE ((fired_at IS NULL) OR (direction = 'move'::text));
CREATE INDEX price_alerts_done ON public.price_alerts USING btree (fired_at) WHERE ((fired_at IS NOT NULL) AND (direction <> 'move'::text));
CREATE INDEX price_alerts_of ON public.price_alerts USING btree (user_id);
CREATE UNIQUE INDEX price_alert_once ON public.price_alerts USING btree (user_id, symbol, direction, currency, target) NULLS NOT DISTINCT WHERE ((fired_at IS NULL) OR (direction = 'move'::text));
-- row security: enabled and forced
create policy own_insert on public.price_alerts for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (fired_at IS NULL)));
create policy own_or_system_delete on public.price_alerts for delete to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy own_or_system_select on public.price_alerts for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_while_erasing on public.price_alerts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_update on public.price_alerts for update to cryptocommerce_app using (( SELECT app.is_system() AS is_system)) with check (( SELECT app.is_system() AS is_system));
grant delete, insert, select on public.price_alerts to cryptocommerce_app;

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
  passkey_offer_closed_at timestamp with time zone,
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
CREATE INDEX profiles_by_email ON public.profiles USING btree (email);
CREATE INDEX profiles_to_erase ON public.profiles USING btree (erase_after) WHERE (erase_after IS NOT NULL);
-- row security: enabled and forced
create policy own_or_staff_select on public.profiles for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (id = app.user_id())));
create policy own_update on public.profiles for update to cryptocommerce_app using ((id = ( SELECT app.user_id() AS user_id))) with check ((id = ( SELECT app.user_id() AS user_id)));
create policy owner_closed_select on public.profiles for select to postgres using ((closed_at IS NOT NULL));
create policy owner_flagged_select on public.profiles for select to postgres using ((EXISTS ( SELECT
   FROM flagged_accounts n
  WHERE (n.id = profiles.id))));
create policy owner_select on public.profiles for select to postgres using (is_pep);
create policy owner_while_erasing on public.profiles for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy sign_up_insert on public.profiles for insert to cryptocommerce_auth with check (true);
create policy staff_update on public.profiles for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (id <> ( SELECT app.user_id() AS user_id))));
grant insert on public.profiles to cryptocommerce_auth;
grant select on public.profiles to cryptocommerce_app;

create table public.project_drafts (
  enrollment_id uuid not null,
  user_id uuid not null,
  evidence jsonb not null,
  saved_at timestamp with time zone not null,
  constraint project_drafts_pkey PRIMARY KEY (enrollment_id),
  constraint project_draft_of_its_enrollment FOREIGN KEY (user_id, enrollment_id) REFERENCES user_enrollments(user_id, id),
  constraint project_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id)
);
CREATE INDEX project_drafts_owner ON public.project_drafts USING btree (user_id, enrollment_id);
-- row security: enabled and forced
create policy own_all on public.project_drafts for all to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.project_drafts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.project_drafts to cryptocommerce_app;

create table public.project_grades (
  submission_id uuid not null,
  round smallint not null,
  user_id uuid not null,
  marked_by uuid not null,
  levels jsonb not null,
  comments jsonb not null,
  says text not null,
  points smallint not null,
  passed boolean not null,
  marked_at timestamp with time zone not null,
  constraint project_grades_pkey PRIMARY KEY (submission_id, round),
  constraint mark_of_its_submission FOREIGN KEY (user_id, submission_id) REFERENCES project_submissions(user_id, id),
  constraint project_grades_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES auth."user"(id),
  constraint project_grades_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint mark_of_a_hundred CHECK (((points >= 0) AND (points <= 100))),
  constraint mark_round_known CHECK ((round = ANY (ARRAY[1, 2])))
);
CREATE INDEX project_grades_by ON public.project_grades USING btree (marked_by);
CREATE INDEX project_grades_owner ON public.project_grades USING btree (user_id, submission_id);
-- row security: enabled and forced
create policy instructor_insert on public.project_grades for insert to cryptocommerce_app with check ((( SELECT app.can_grade_projects() AS can_grade_projects) AND (marked_by = ( SELECT app.user_id() AS user_id))));
create policy own_or_staff_select on public.project_grades for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_attendees() AS can_read_attendees)));
create policy owner_select on public.project_grades for select to postgres using (true);
create policy owner_while_erasing on public.project_grades for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.project_grades to cryptocommerce_app;

create table public.project_submissions (
  id uuid not null default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null,
  course_id text not null,
  version_id uuid not null,
  learner text not null,
  number integer not null,
  evidence jsonb not null,
  submitted_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  appeal text,
  waits_since timestamp with time zone not null,
  constraint project_and_owner UNIQUE (user_id, id),
  constraint project_number_once UNIQUE (enrollment_id, number),
  constraint project_submissions_pkey PRIMARY KEY (id),
  constraint project_of_its_enrollment FOREIGN KEY (user_id, enrollment_id) REFERENCES user_enrollments(user_id, id),
  constraint project_of_its_version FOREIGN KEY (course_id, version_id) REFERENCES course_versions(course_id, id),
  constraint project_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint appeal_says_why CHECK (((state <> 'appealed'::text) OR (COALESCE(length(appeal), 0) >= 20))),
  constraint project_counts_from_one CHECK ((number >= 1)),
  constraint project_names_somebody CHECK (((length(learner) >= 1) AND (length(learner) <= 200))),
  constraint project_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'failed'::text, 'passed'::text, 'appealed'::text])))
);
CREATE INDEX project_submissions_by_state ON public.project_submissions USING btree (state, waits_since, id);
CREATE INDEX project_submissions_owner ON public.project_submissions USING btree (user_id, enrollment_id);
CREATE INDEX project_submissions_version ON public.project_submissions USING btree (course_id, version_id);
CREATE UNIQUE INDEX project_one_open ON public.project_submissions USING btree (enrollment_id) WHERE (state <> 'failed'::text);
-- row security: enabled and forced
create policy instructor_update on public.project_submissions for update to cryptocommerce_app using ((( SELECT app.can_grade_projects() AS can_grade_projects) AND (state = ANY (ARRAY['waiting'::text, 'appealed'::text])))) with check ((( SELECT app.can_grade_projects() AS can_grade_projects) AND (state = ANY (ARRAY['failed'::text, 'passed'::text]))));
create policy own_insert on public.project_submissions for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (state = 'waiting'::text) AND (appeal IS NULL)));
create policy own_or_staff_select on public.project_submissions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_attendees() AS can_read_attendees)));
create policy own_update on public.project_submissions for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) AND (state = 'failed'::text))) with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (state = 'appealed'::text)));
create policy owner_select on public.project_submissions for select to postgres using (true);
create policy owner_while_erasing on public.project_submissions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.project_submissions to cryptocommerce_app;

create table public.promo_codes (
  id uuid not null default uuidv7(),
  code text not null,
  percent smallint not null,
  reason text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  max_uses integer not null,
  author_id uuid not null,
  created_at timestamp with time zone not null,
  ended_by uuid,
  constraint promo_code_once UNIQUE (code),
  constraint promo_codes_pkey PRIMARY KEY (id),
  constraint promo_codes_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth."user"(id),
  constraint promo_codes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES auth."user"(id),
  constraint promo_code_ends CHECK (((ends_at > starts_at) OR (ended_by IS NOT NULL))),
  constraint promo_code_form CHECK ((code ~ '^[A-Z0-9]{6,20}$'::text)),
  constraint promo_code_percent CHECK (((percent >= 1) AND (percent <= 100))),
  constraint promo_code_reason CHECK (((length(reason) >= 3) AND (length(reason) <= 60))),
  constraint promo_code_uses CHECK (((max_uses >= 1) AND (max_uses <= 100000)))
);
CREATE INDEX promo_codes_author ON public.promo_codes USING btree (author_id);
CREATE INDEX promo_codes_ended_by ON public.promo_codes USING btree (ended_by);
CREATE INDEX promo_codes_newest ON public.promo_codes USING btree (starts_at DESC, id DESC);
-- row security: enabled and forced
create policy owner_select on public.promo_codes for select to postgres using (true);
create policy staff_insert on public.promo_codes for insert to cryptocommerce_app with check (((author_id = ( SELECT app.user_id() AS user_id)) AND (ended_by IS NULL) AND (( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))));
create policy staff_or_entered_select on public.promo_codes for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (EXISTS ( SELECT
   FROM entered_codes e
  WHERE ((e.promo_code_id = promo_codes.id) AND (e.user_id = ( SELECT app.user_id() AS user_id)))))));
create policy staff_update on public.promo_codes for update to cryptocommerce_app using ((( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))) with check ((ended_by = ( SELECT app.user_id() AS user_id)));
grant insert, select on public.promo_codes to cryptocommerce_app;

create table public.proposals (
  id uuid not null default uuidv7(),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  subject_snapshot jsonb,
  customer_id uuid,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null default now(),
  state text not null default 'open'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth."user"(id),
  constraint proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES auth."user"(id),
  constraint proposal_decided_whole CHECK ((((state = 'open'::text) = (decided_by IS NULL)) AND ((state = 'open'::text) = (decided_at IS NULL)))),
  constraint proposal_kind_known CHECK ((kind = ANY (ARRAY['setting'::text, 'payout'::text, 'return'::text, 'undo'::text, 'kyc'::text, 'role'::text, 'release'::text, 'rule_set'::text, 'thaw'::text, 'frozen_return'::text, 'split'::text, 'list'::text, 'match'::text, 'two_lines'::text, 'award'::text, 'news'::text, 'scam_warning'::text]))),
  constraint proposal_not_by_its_customer CHECK ((proposed_by <> customer_id)),
  constraint proposal_not_decided_by_its_customer CHECK ((decided_by <> customer_id)),
  constraint proposal_reason_length CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint proposal_rejection_says_why CHECK (((state <> 'rejected'::text) OR (reason IS NOT NULL))) NOT VALID,
  constraint proposal_state_known CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint proposal_two_people CHECK (((state <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_by <> proposed_by))),
  constraint proposal_withdrawn_by_its_proposer CHECK (((state <> 'withdrawn'::text) OR (decided_by = proposed_by)))
);
CREATE INDEX proposals_customer ON public.proposals USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX proposals_decided_by ON public.proposals USING btree (decided_by);
CREATE INDEX proposals_of_kind ON public.proposals USING btree (kind, proposed_at);
CREATE INDEX proposals_open ON public.proposals USING btree (proposed_at) WHERE (state = 'open'::text);
CREATE INDEX proposals_proposed_by ON public.proposals USING btree (proposed_by);
CREATE INDEX proposals_subject ON public.proposals USING btree (subject, kind);
CREATE UNIQUE INDEX approval_undone_once ON public.proposals USING btree (((payload ->> 'of'::text))) WHERE ((kind = 'undo'::text) AND (state = 'approved'::text));
CREATE UNIQUE INDEX proposal_one_open ON public.proposals USING btree (kind, subject) WHERE (state = 'open'::text);
-- row security: enabled and forced
create policy compliance_only_select on public.proposals as restrictive for select to cryptocommerce_app using (((kind <> ALL (ARRAY['split'::text, 'list'::text, 'match'::text])) OR (( SELECT app.user_id() AS user_id) IS NULL) OR ( SELECT app.has_role('compliance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)));
create policy not_own_other_account_select on public.proposals as restrictive for select to cryptocommerce_app using (((customer_id IS NULL) OR (customer_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[]))));
create policy owner_select on public.proposals for select to postgres using (true);
create policy owner_while_erasing on public.proposals for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.proposals for insert to cryptocommerce_app with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (proposed_by = ( SELECT app.user_id() AS user_id)) AND (state = 'open'::text)));
create policy staff_select on public.proposals for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (customer_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)) AND ((kind <> ALL (ARRAY['release'::text, 'rule_set'::text, 'thaw'::text, 'frozen_return'::text])) OR (( SELECT app.user_id() AS user_id) IS NULL) OR ( SELECT app.has_role('compliance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))));
create policy staff_update on public.proposals for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (state = 'open'::text))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (state <> 'open'::text) AND (decided_by = ( SELECT app.user_id() AS user_id))));
grant insert, select on public.proposals to cryptocommerce_app;

create table public.proven_wallets (
  user_id uuid not null,
  challenge_address text,
  challenge text,
  challenge_expires_at timestamp with time zone,
  address text,
  signed_text text,
  signature text,
  proven_at timestamp with time zone,
  constraint wallet_proven_once UNIQUE (address),
  constraint proven_wallets_pkey PRIMARY KEY (user_id),
  constraint proven_wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint challenge_is_whole CHECK ((num_nulls(challenge_address, challenge, challenge_expires_at) = ANY (ARRAY[0, 3]))),
  constraint proof_is_whole CHECK ((num_nulls(address, signed_text, signature, proven_at) = ANY (ARRAY[0, 4])))
);
-- row security: enabled and forced
create policy own_delete on public.proven_wallets for delete to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_insert on public.proven_wallets for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.proven_wallets for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.proven_wallets for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_select on public.proven_wallets for select to postgres using (true);
create policy owner_while_erasing on public.proven_wallets for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.proven_wallets to cryptocommerce_app;

create table public.push_subscriptions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  created_at timestamp with time zone not null,
  constraint push_once UNIQUE (endpoint),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.session(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint push_is_https CHECK (((endpoint ~ '^https://'::text) AND (length(endpoint) <= 1000)))
);
CREATE INDEX push_subscriptions_in ON public.push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_of ON public.push_subscriptions USING btree (user_id);
-- row security: enabled and forced
create policy own_insert on public.push_subscriptions for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_system_delete on public.push_subscriptions for delete to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy own_or_system_select on public.push_subscriptions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_while_erasing on public.push_subscriptions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.push_subscriptions to cryptocommerce_app;

create table public.quiz_tries (
  id uuid not null default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null,
  section text not null,
  questions text[] not null,
  started_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  chosen jsonb,
  right_count smallint,
  passed boolean,
  constraint quiz_tries_pkey PRIMARY KEY (id),
  constraint quiz_tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint try_of_its_enrollment FOREIGN KEY (user_id, enrollment_id) REFERENCES user_enrollments(user_id, id),
  constraint right_is_of_what_was_asked CHECK (((right_count >= 0) AND (right_count <= cardinality(questions)))),
  constraint try_is_whole CHECK ((num_nulls(submitted_at, chosen, right_count, passed) = ANY (ARRAY[0, 4])))
);
CREATE INDEX quiz_tries_owner ON public.quiz_tries USING btree (user_id, enrollment_id, section);
CREATE UNIQUE INDEX quiz_one_open_try ON public.quiz_tries USING btree (enrollment_id, section) WHERE (submitted_at IS NULL);
-- row security: enabled and forced
create policy own_insert on public.quiz_tries for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.quiz_tries for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.quiz_tries for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_select on public.quiz_tries for select to postgres using (true);
create policy owner_while_erasing on public.quiz_tries for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.quiz_tries to cryptocommerce_app;

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
create policy own_all on public.quotes for all to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id()))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.quotes for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
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

create table public.recurring_buys (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  reference text not null,
  symbol text not null,
  currency text not null,
  amount numeric(20,2) not null,
  network text not null,
  address text not null,
  tag bigint,
  every text not null,
  day smallint not null,
  next_on date not null,
  created_at timestamp with time zone not null,
  counted_from timestamp with time zone not null,
  paused_at timestamp with time zone,
  paused_for text,
  reminded_at timestamp with time zone,
  last_refusal text,
  constraint recurring_reference_once UNIQUE (reference),
  constraint recurring_buys_pkey PRIMARY KEY (id),
  constraint recurring_buys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint recurring_amount_positive CHECK ((amount > (0)::numeric)),
  constraint recurring_currency_known CHECK ((currency = ANY (ARRAY['USD'::text, 'JMD'::text]))),
  constraint recurring_day_known CHECK (
CASE every
    WHEN 'week'::text THEN ((day >= 1) AND (day <= 5))
    ELSE ((day >= 1) AND (day <= 28))
END),
  constraint recurring_every_known CHECK ((every = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint recurring_pause_has_reason CHECK (((paused_at IS NULL) = (paused_for IS NULL))),
  constraint recurring_pause_known CHECK ((paused_for = ANY (ARRAY['asked'::text, 'unpaid'::text, 'password'::text])))
);
CREATE INDEX recurring_buys_due ON public.recurring_buys USING btree (next_on) WHERE (paused_at IS NULL);
CREATE INDEX recurring_buys_of ON public.recurring_buys USING btree (user_id);
-- row security: enabled and forced
create policy own_delete on public.recurring_buys for delete to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_insert on public.recurring_buys for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (paused_at IS NULL)));
create policy own_or_system_select on public.recurring_buys for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy own_or_system_update on public.recurring_buys for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_select on public.recurring_buys for select to postgres using (true);
create policy owner_update on public.recurring_buys for update to postgres using (true);
create policy owner_while_erasing on public.recurring_buys for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.recurring_buys to cryptocommerce_app;

create table public.retention_deadlines (
  subject_type text not null,
  subject_id uuid not null,
  user_id uuid not null,
  kept_until date not null,
  rule text not null,
  set_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  constraint retention_deadlines_pkey PRIMARY KEY (subject_type, subject_id),
  constraint retention_deadlines_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint retention_subject_known CHECK ((subject_type = ANY (ARRAY['order'::text, 'payment'::text, 'case'::text, 'customer'::text])))
);
CREATE INDEX retention_customer ON public.retention_deadlines USING btree (user_id);
CREATE INDEX retention_due ON public.retention_deadlines USING btree (kept_until);
CREATE INDEX retention_not_erased ON public.retention_deadlines USING btree (kept_until) WHERE (erased_at IS NULL);
-- row security: enabled and forced
create policy compliance_select on public.retention_deadlines for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.retention_deadlines as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.retention_deadlines as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.retention_deadlines for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_insert on public.retention_deadlines for insert to cryptocommerce_app with check (( SELECT app.is_system() AS is_system));
create policy system_update on public.retention_deadlines for update to cryptocommerce_app using (( SELECT app.is_system() AS is_system)) with check (( SELECT app.is_system() AS is_system));
grant insert, select on public.retention_deadlines to cryptocommerce_app;

create table public.reviews (
  id uuid not null default uuidv7(),
  enrollment_id uuid not null,
  user_id uuid not null,
  section text not null,
  question text not null,
  step smallint not null default 0,
  due_at timestamp with time zone not null,
  constraint review_once UNIQUE (user_id, enrollment_id, question),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint review_of_its_enrollment FOREIGN KEY (user_id, enrollment_id) REFERENCES user_enrollments(user_id, id),
  constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint review_step_known CHECK (((step >= 0) AND (step <= 3)))
);
CREATE INDEX reviews_due ON public.reviews USING btree (user_id, due_at);
-- row security: enabled and forced
create policy own_delete on public.reviews for delete to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_insert on public.reviews for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.reviews for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.reviews for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.reviews for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.reviews to cryptocommerce_app;

create table public.risk_assessments (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  order_id uuid,
  outcome assessment_outcome not null,
  risk_level risk_level not null,
  risk_score risk_score not null,
  risk_factors jsonb not null,
  behavioral_flags jsonb not null,
  rules_triggered text[] not null,
  assessor_type assessor not null default 'automated'::text,
  rule_set_id uuid not null,
  inputs jsonb not null,
  asked jsonb,
  idempotency_key uuid,
  request_hash text,
  proof_file uuid,
  created_at timestamp with time zone not null,
  constraint risk_assessments_pkey PRIMARY KEY (id),
  constraint assessment_of_own_order FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id),
  constraint risk_assessments_proof_file_fkey FOREIGN KEY (proof_file) REFERENCES files(id),
  constraint refusal_with_request CHECK (((idempotency_key IS NULL) = (request_hash IS NULL))),
  constraint refused_or_ordered CHECK (((order_id IS NULL) = (idempotency_key IS NOT NULL)))
);
CREATE INDEX risk_assessments_newest ON public.risk_assessments USING btree (user_id, id DESC) INCLUDE (risk_score, risk_level, created_at);
CREATE INDEX risk_assessments_of ON public.risk_assessments USING btree (user_id, order_id, id);
CREATE INDEX risk_assessments_placed ON public.risk_assessments USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX risk_assessments_proof ON public.risk_assessments USING btree (proof_file) WHERE (proof_file IS NOT NULL);
CREATE INDEX risk_assessments_stopped ON public.risk_assessments USING btree (created_at) WHERE ((outcome)::text <> 'accepted'::text);
CREATE UNIQUE INDEX refusal_once ON public.risk_assessments USING btree (user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
-- row security: enabled and forced
create policy compliance_select on public.risk_assessments for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.risk_assessments as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.risk_assessments as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy own_insert on public.risk_assessments for insert to cryptocommerce_app with check (((user_id = app.user_id()) OR ((app.user_id() IS NULL) AND app.can_access_all_rows())));
create policy owner_select on public.risk_assessments for select to postgres using (true);
create policy owner_while_erasing on public.risk_assessments for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.risk_assessments to cryptocommerce_app;

create table public.risk_rule_sets (
  id uuid not null default uuidv7(),
  version integer not null,
  title text not null,
  rules jsonb not null,
  valid_from timestamp with time zone not null default now(),
  proposed_by uuid,
  approved_by uuid,
  constraint rule_set_version_taken UNIQUE (version),
  constraint risk_rule_sets_pkey PRIMARY KEY (id),
  constraint risk_rule_sets_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES auth."user"(id),
  constraint risk_rule_sets_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES auth."user"(id),
  constraint rule_set_two_people CHECK ((((proposed_by IS NULL) = (approved_by IS NULL)) AND (proposed_by <> approved_by)))
);
CREATE INDEX rule_sets_approved_by ON public.risk_rule_sets USING btree (approved_by);
CREATE INDEX rule_sets_proposed_by ON public.risk_rule_sets USING btree (proposed_by);
-- row security: enabled and forced
create policy anyone_select on public.risk_rule_sets for select to cryptocommerce_app using (true);
create policy owner_insert on public.risk_rule_sets for insert to postgres with check ((approved_by = ( SELECT app.user_id() AS user_id)));
grant select on public.risk_rule_sets to cryptocommerce_app;

create table public.sanctions_addresses (
  party_id uuid not null,
  address text not null,
  shown text not null,
  tag text not null,
  constraint sanctions_addresses_pkey PRIMARY KEY (party_id, address, tag),
  constraint sanctions_addresses_party_id_fkey FOREIGN KEY (party_id) REFERENCES sanctions_parties(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy compliance_insert on public.sanctions_addresses for insert to cryptocommerce_app with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.sanctions_addresses for update to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance)) with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy everyone_select on public.sanctions_addresses for select to cryptocommerce_app using (true);
create policy owner_all on public.sanctions_addresses for all to postgres using (true) with check (true);
grant insert, select on public.sanctions_addresses to cryptocommerce_app;

create table public.sanctions_lists (
  id uuid not null default uuidv7(),
  source text not null,
  published_on date not null,
  sha256 text not null,
  origin text not null,
  file_name text not null,
  imported_at timestamp with time zone not null,
  imported_by uuid,
  parties integer not null,
  names integer not null,
  addresses integer not null,
  diff jsonb not null,
  constraint sanctions_lists_pkey PRIMARY KEY (id),
  constraint sanctions_lists_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES auth."user"(id),
  constraint sanctions_lists_source_fkey FOREIGN KEY (source) REFERENCES sanctions_sources(source),
  constraint list_origin_known CHECK ((origin = ANY (ARRAY['download'::text, 'file'::text, 'desk'::text, 'demo'::text]))),
  constraint sha256_shape CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX sanctions_lists_imported_by ON public.sanctions_lists USING btree (imported_by);
CREATE INDEX sanctions_lists_newest ON public.sanctions_lists USING btree (source, id DESC);
-- row security: enabled and forced
create policy compliance_insert on public.sanctions_lists for insert to cryptocommerce_app with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.sanctions_lists for update to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance)) with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy everyone_select on public.sanctions_lists for select to cryptocommerce_app using (true);
create policy owner_all on public.sanctions_lists for all to postgres using (true) with check (true);
grant insert, select on public.sanctions_lists to cryptocommerce_app;

create table public.sanctions_names (
  id uuid not null default uuidv7(),
  party_id uuid not null,
  name text not null,
  weak boolean not null,
  blocks text[] not null,
  constraint sanctions_names_pkey PRIMARY KEY (id),
  constraint sanctions_names_party_id_fkey FOREIGN KEY (party_id) REFERENCES sanctions_parties(id) ON DELETE CASCADE
);
CREATE INDEX sanctions_names_blocks ON public.sanctions_names USING gin (blocks);
CREATE INDEX sanctions_names_party ON public.sanctions_names USING btree (party_id);
-- row security: enabled and forced
create policy compliance_insert on public.sanctions_names for insert to cryptocommerce_app with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.sanctions_names for update to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance)) with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy everyone_select on public.sanctions_names for select to cryptocommerce_app using (true);
create policy owner_all on public.sanctions_names for all to postgres using (true) with check (true);
grant insert, select on public.sanctions_names to cryptocommerce_app;

create table public.sanctions_parties (
  id uuid not null default uuidv7(),
  source text not null,
  party_ref text not null,
  kind text not null,
  category text not null default 'sanctioned'::text,
  name text not null,
  facts jsonb not null,
  facts_hash text not null,
  since_list uuid not null,
  until_list uuid,
  constraint sanctions_parties_pkey PRIMARY KEY (id),
  constraint sanctions_parties_since_list_fkey FOREIGN KEY (since_list) REFERENCES sanctions_lists(id) DEFERRABLE INITIALLY DEFERRED,
  constraint sanctions_parties_source_fkey FOREIGN KEY (source) REFERENCES sanctions_sources(source),
  constraint sanctions_parties_until_list_fkey FOREIGN KEY (until_list) REFERENCES sanctions_lists(id) DEFERRABLE INITIALLY DEFERRED,
  constraint category_known CHECK ((category = ANY (ARRAY['sanctioned'::text, 'high_risk'::text, 'watch'::text]))),
  constraint party_kind_known CHECK ((kind = ANY (ARRAY['person'::text, 'organisation'::text, 'vessel'::text, 'aircraft'::text, 'other'::text])))
);
CREATE INDEX sanctions_parties_since ON public.sanctions_parties USING btree (since_list);
CREATE INDEX sanctions_parties_source ON public.sanctions_parties USING btree (source, party_ref);
CREATE INDEX sanctions_parties_until ON public.sanctions_parties USING btree (until_list);
CREATE UNIQUE INDEX one_party_in_force ON public.sanctions_parties USING btree (source, party_ref) WHERE (until_list IS NULL);
-- row security: enabled and forced
create policy compliance_insert on public.sanctions_parties for insert to cryptocommerce_app with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.sanctions_parties for update to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance)) with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy everyone_select on public.sanctions_parties for select to cryptocommerce_app using (true);
create policy owner_all on public.sanctions_parties for all to postgres using (true) with check (true);
grant insert, select on public.sanctions_parties to cryptocommerce_app;

create table public.sanctions_sources (
  source text not null,
  needed boolean not null default false,
  allowed_hours integer,
  list_id uuid,
  as_of timestamp with time zone,
  asked_at timestamp with time zone,
  failure text,
  constraint sanctions_sources_pkey PRIMARY KEY (source),
  constraint version_in_force FOREIGN KEY (list_id) REFERENCES sanctions_lists(id),
  constraint allowed_hours_positive CHECK ((allowed_hours > 0)),
  constraint sanctions_source_known CHECK ((source = ANY (ARRAY['ofac'::text, 'un'::text, 'local'::text, 'demo'::text]))),
  constraint version_and_time CHECK (((list_id IS NULL) = (as_of IS NULL)))
);
CREATE INDEX sanctions_sources_list ON public.sanctions_sources USING btree (list_id);
-- row security: enabled and forced
create policy compliance_insert on public.sanctions_sources for insert to cryptocommerce_app with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.sanctions_sources for update to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance)) with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy everyone_select on public.sanctions_sources for select to cryptocommerce_app using (true);
create policy owner_all on public.sanctions_sources for all to postgres using (true) with check (true);
grant select on public.sanctions_sources to cryptocommerce_app;

create table public.sanctions_staging (
  import_id uuid not null,
  party_ref text not null,
  kind text not null,
  category text not null,
  name text not null,
  facts jsonb not null,
  programmes jsonb not null default '[]'::jsonb,
  names jsonb not null,
  addresses jsonb not null,
  constraint sanctions_staging_pkey PRIMARY KEY (import_id, party_ref)
);
-- row security: enabled and forced
create policy compliance_delete on public.sanctions_staging for delete to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_insert on public.sanctions_staging for insert to cryptocommerce_app with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy compliance_update on public.sanctions_staging for update to cryptocommerce_app using (( SELECT app.can_read_compliance() AS can_read_compliance)) with check (( SELECT app.can_read_compliance() AS can_read_compliance));
create policy everyone_select on public.sanctions_staging for select to cryptocommerce_app using (true);
create policy owner_all on public.sanctions_staging for all to postgres using (true) with check (true);
grant delete, insert, select on public.sanctions_staging to cryptocommerce_app;

create table public.scam_appeals (
  id uuid not null default uuidv7(),
  publication_id uuid not null,
  user_id uuid,
  name text not null,
  email text not null,
  statement text not null,
  state text not null default 'open'::text,
  reason_code text,
  answer text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint scam_appeals_pkey PRIMARY KEY (id),
  constraint scam_appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint scam_appeals_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES scam_publications(id),
  constraint scam_appeals_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint scam_appeal_decided_whole CHECK ((((state = 'open'::text) = (num_nonnulls(reason_code, answer, decided_by, decided_at) = 0)) AND (num_nonnulls(reason_code, answer, decided_by, decided_at) = ANY (ARRAY[0, 4])))),
  constraint scam_appeal_email_length CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  constraint scam_appeal_name_length CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint scam_appeal_not_own CHECK ((decided_by <> user_id)),
  constraint scam_appeal_says_why CHECK (((length(statement) >= 20) AND (length(statement) <= 5000))),
  constraint scam_appeal_state_known CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'dismissed'::text])))
);
CREATE INDEX scam_appeals_by ON public.scam_appeals USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX scam_appeals_of_strangers ON public.scam_appeals USING btree (decided_at) WHERE ((user_id IS NULL) AND (state <> 'open'::text));
CREATE INDEX scam_appeals_open ON public.scam_appeals USING btree (created_at, id) WHERE (state = 'open'::text);
CREATE INDEX scam_appeals_owner ON public.scam_appeals USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX scam_appeals_publication ON public.scam_appeals USING btree (publication_id);
-- row security: enabled and forced
create policy own_or_staff_select on public.scam_appeals for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_scams() AS can_read_scams)));
create policy owner_all on public.scam_appeals for all to postgres using (true) with check (true);
create policy staff_update on public.scam_appeals for update to cryptocommerce_app using ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (state = 'open'::text) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (state <> 'open'::text) AND (decided_by = ( SELECT app.user_id() AS user_id))));
create policy system_delete on public.scam_appeals for delete to cryptocommerce_app using ((( SELECT app.is_system() AS is_system) AND (user_id IS NULL) AND (state <> 'open'::text) AND (decided_at < (now() - '2 years'::interval))));
grant delete, select on public.scam_appeals to cryptocommerce_app;

create table public.scam_cases (
  id uuid not null default uuidv7(),
  opened_at timestamp with time zone not null,
  last_report_at timestamp with time zone not null,
  reports integer not null default 0,
  reporter_count integer not null default 0,
  waits_since timestamp with time zone,
  merged_into uuid,
  joined_at timestamp with time zone,
  constraint scam_cases_pkey PRIMARY KEY (id),
  constraint scam_cases_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES scam_cases(id),
  constraint matter_counts_people CHECK (((reporter_count >= 0) AND (reporter_count <= reports))),
  constraint matter_counts_reports CHECK ((reports >= 0)),
  constraint merged_is_empty CHECK (((merged_into IS NULL) OR ((reports = 0) AND (waits_since IS NULL) AND (merged_into <> id))))
);
CREATE INDEX scam_cases_merged ON public.scam_cases USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX scam_cases_newest ON public.scam_cases USING btree (last_report_at DESC, id) WHERE (merged_into IS NULL);
CREATE INDEX scam_cases_waiting ON public.scam_cases USING btree (waits_since, id) WHERE (waits_since IS NOT NULL);
-- row security: enabled and forced
create policy owner_all on public.scam_cases for all to postgres using (true) with check (true);
create policy staff_select on public.scam_cases for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));
create policy staff_update on public.scam_cases for update to cryptocommerce_app using (( SELECT app.can_decide_scams() AS can_decide_scams)) with check (( SELECT app.can_decide_scams() AS can_decide_scams));
grant select on public.scam_cases to cryptocommerce_app;

create table public.scam_drafts (
  user_id uuid not null,
  data jsonb not null,
  updated_at timestamp with time zone not null,
  constraint scam_drafts_pkey PRIMARY KEY (user_id),
  constraint scam_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy own_all on public.scam_drafts for all to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.scam_drafts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select, update on public.scam_drafts to cryptocommerce_app;

create table public.scam_indicators (
  id uuid not null default uuidv7(),
  kind text not null,
  scope text not null,
  value text not null,
  scam_case_id uuid,
  reporter_count integer not null default 0,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  is_shared boolean not null default false,
  shared_reason text,
  constraint indicator_once UNIQUE (kind, scope, value),
  constraint scam_indicators_pkey PRIMARY KEY (id),
  constraint scam_indicators_scam_case_id_fkey FOREIGN KEY (scam_case_id) REFERENCES scam_cases(id),
  constraint common_says_why CHECK ((is_shared OR (shared_reason IS NULL))),
  constraint common_word_length CHECK (((length(shared_reason) >= 1) AND (length(shared_reason) <= 500))),
  constraint indicator_counts_people CHECK ((reporter_count >= 0)),
  constraint indicator_kind_known CHECK ((kind = ANY (ARRAY['domain'::text, 'wallet'::text, 'phone'::text, 'handle'::text, 'email'::text, 'name'::text]))),
  constraint indicator_scope CHECK (((scope <> ''::text) = (kind = ANY (ARRAY['wallet'::text, 'handle'::text])))),
  constraint indicator_value_length CHECK (((length(value) >= 1) AND (length(value) <= 320))),
  constraint names_join_nothing CHECK (((kind = 'name'::text) = (scam_case_id IS NULL)))
);
CREATE INDEX scam_indicators_matter ON public.scam_indicators USING btree (scam_case_id) WHERE (scam_case_id IS NOT NULL);
CREATE INDEX scam_indicators_name ON public.scam_indicators USING btree (app.name_key(value)) WHERE (kind = 'name'::text);
-- row security: enabled and forced
create policy own_report_select on public.scam_indicators for select to cryptocommerce_app using ((EXISTS ( SELECT
   FROM scam_report_indicators l
  WHERE ((l.indicator_id = scam_indicators.id) AND (l.user_id = ( SELECT app.user_id() AS user_id))))));
create policy owner_all on public.scam_indicators for all to postgres using (true) with check (true);
create policy staff_select on public.scam_indicators for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));

create table public.scam_judged_indicators (
  indicator_id uuid not null,
  verdict_id uuid not null,
  constraint scam_judged_indicators_pkey PRIMARY KEY (indicator_id, verdict_id),
  constraint scam_judged_indicators_indicator_id_fkey FOREIGN KEY (indicator_id) REFERENCES scam_indicators(id) ON DELETE CASCADE,
  constraint scam_judged_indicators_verdict_id_fkey FOREIGN KEY (verdict_id) REFERENCES scam_verdicts(id)
);
CREATE INDEX scam_judged_indicators_verdict ON public.scam_judged_indicators USING btree (verdict_id);
-- row security: enabled and forced
create policy owner_all on public.scam_judged_indicators for all to postgres using (true) with check (true);
create policy staff_select on public.scam_judged_indicators for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));
grant select on public.scam_judged_indicators to cryptocommerce_app;

create table public.scam_notes (
  id uuid not null default uuidv7(),
  scam_case_id uuid not null,
  text text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null,
  constraint scam_notes_pkey PRIMARY KEY (id),
  constraint scam_notes_scam_case_id_fkey FOREIGN KEY (scam_case_id) REFERENCES scam_cases(id) ON DELETE CASCADE,
  constraint scam_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES auth."user"(id),
  constraint scam_note_length CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
CREATE INDEX scam_notes_by ON public.scam_notes USING btree (written_by);
CREATE INDEX scam_notes_matter ON public.scam_notes USING btree (scam_case_id, written_at);
-- row security: enabled and forced
create policy owner_all on public.scam_notes for all to postgres using (true) with check (true);
create policy staff_insert on public.scam_notes for insert to cryptocommerce_app with check ((( SELECT app.can_read_scams() AS can_read_scams) AND (written_by = ( SELECT app.user_id() AS user_id))));
create policy staff_select on public.scam_notes for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));
grant insert, select on public.scam_notes to cryptocommerce_app;

create table public.scam_publications (
  id uuid not null default uuidv7(),
  scam_case_id uuid not null,
  verdict_id uuid not null,
  verdict text not null,
  slug text not null,
  title text not null,
  summary text not null,
  proposal_id uuid not null,
  published_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  withdrawn_code text,
  constraint publication_of_one_proposal UNIQUE (proposal_id),
  constraint publication_once UNIQUE (slug),
  constraint scam_publications_pkey PRIMARY KEY (id),
  constraint scam_publications_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint scam_publications_scam_case_id_fkey FOREIGN KEY (scam_case_id) REFERENCES scam_cases(id),
  constraint scam_publications_verdict_id_fkey FOREIGN KEY (verdict_id) REFERENCES scam_verdicts(id),
  constraint scam_publications_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES auth."user"(id),
  constraint publication_summary_length CHECK (((length(summary) >= 1) AND (length(summary) <= 3000))),
  constraint publication_title_length CHECK (((length(title) >= 1) AND (length(title) <= 160))),
  constraint publication_withdrawn_whole CHECK ((num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_code) = ANY (ARRAY[0, 3]))),
  constraint published_verdict_known CHECK ((verdict = ANY (ARRAY['scam'::text, 'likely'::text, 'legitimate'::text]))),
  constraint slug_shape CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80)))
);
CREATE INDEX scam_publications_matter ON public.scam_publications USING btree (scam_case_id);
CREATE INDEX scam_publications_name ON public.scam_publications USING btree (app.name_key(title)) WHERE (withdrawn_at IS NULL);
CREATE INDEX scam_publications_newest ON public.scam_publications USING btree (published_at DESC, id DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX scam_publications_verdict ON public.scam_publications USING btree (verdict_id);
CREATE INDEX scam_publications_withdrawn_by ON public.scam_publications USING btree (withdrawn_by) WHERE (withdrawn_by IS NOT NULL);
-- row security: enabled and forced
create policy owner_all on public.scam_publications for all to postgres using (true) with check (true);
create policy staff_insert on public.scam_publications for insert to cryptocommerce_app with check ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (withdrawn_at IS NULL)));
create policy staff_select on public.scam_publications for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));
create policy staff_update on public.scam_publications for update to cryptocommerce_app using ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (withdrawn_at IS NULL))) with check ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (withdrawn_by = ( SELECT app.user_id() AS user_id))));
grant insert, select on public.scam_publications to cryptocommerce_app;

create table public.scam_published_indicators (
  publication_id uuid not null,
  indicator_id uuid not null,
  constraint scam_published_indicators_pkey PRIMARY KEY (indicator_id, publication_id),
  constraint scam_published_indicators_indicator_id_fkey FOREIGN KEY (indicator_id) REFERENCES scam_indicators(id),
  constraint scam_published_indicators_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES scam_publications(id)
);
CREATE INDEX scam_published_indicators_publication ON public.scam_published_indicators USING btree (publication_id);
-- row security: enabled and forced
create policy owner_all on public.scam_published_indicators for all to postgres using (true) with check (true);
create policy staff_insert on public.scam_published_indicators for insert to cryptocommerce_app with check (( SELECT app.can_decide_scams() AS can_decide_scams));
create policy staff_select on public.scam_published_indicators for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));
grant insert, select on public.scam_published_indicators to cryptocommerce_app;

create table public.scam_report_documents (
  file_id uuid not null,
  report_id uuid not null,
  verdict_id uuid not null,
  generated_by uuid not null,
  generated_at timestamp with time zone not null,
  constraint scam_report_documents_pkey PRIMARY KEY (file_id),
  constraint scam_report_documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint scam_report_documents_generated_by_fkey FOREIGN KEY (generated_by) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint scam_report_documents_report_id_fkey FOREIGN KEY (report_id) REFERENCES scam_reports(id) ON DELETE CASCADE,
  constraint scam_report_documents_verdict_id_fkey FOREIGN KEY (verdict_id) REFERENCES scam_verdicts(id) ON DELETE CASCADE
);
CREATE INDEX scam_report_documents_by ON public.scam_report_documents USING btree (generated_by);
CREATE INDEX scam_report_documents_report ON public.scam_report_documents USING btree (report_id, generated_at DESC);
CREATE INDEX scam_report_documents_verdict ON public.scam_report_documents USING btree (verdict_id);
-- row security: enabled and forced
create policy owner_all on public.scam_report_documents for all to postgres using (true) with check (true);
create policy staff_insert on public.scam_report_documents for insert to cryptocommerce_app with check ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (generated_by = ( SELECT app.user_id() AS user_id))));
create policy staff_select on public.scam_report_documents for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));
grant insert, select on public.scam_report_documents to cryptocommerce_app;

create table public.scam_report_indicators (
  report_id uuid not null,
  indicator_id uuid not null,
  user_id uuid not null,
  given text not null,
  constraint scam_report_indicators_pkey PRIMARY KEY (report_id, indicator_id),
  constraint indicator_of_its_report FOREIGN KEY (user_id, report_id) REFERENCES scam_reports(user_id, id),
  constraint scam_report_indicators_indicator_id_fkey FOREIGN KEY (indicator_id) REFERENCES scam_indicators(id),
  constraint scam_report_indicators_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint indicator_given_length CHECK (((length(given) >= 1) AND (length(given) <= 2048)))
);
CREATE INDEX scam_report_indicators_named ON public.scam_report_indicators USING btree (indicator_id, report_id);
CREATE INDEX scam_report_indicators_owner ON public.scam_report_indicators USING btree (user_id, report_id);
-- row security: enabled and forced
create policy own_or_staff_select on public.scam_report_indicators for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_scams() AS can_read_scams)));
create policy owner_all on public.scam_report_indicators for all to postgres using (true) with check (true);
grant select on public.scam_report_indicators to cryptocommerce_app;

create table public.scam_reports (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  scam_case_id uuid not null,
  name text not null,
  website text,
  contact_info text,
  description text not null,
  suspicious_notes text,
  evidence_file uuid,
  evidence_path text,
  report_file uuid,
  report_path text,
  status text not null default 'submitted'::text,
  reason_code text,
  decided_by uuid,
  decided_at timestamp with time zone,
  idempotency_key uuid not null,
  request_hash text not null,
  connection_hash text,
  created_at timestamp with time zone not null,
  constraint scam_report_and_owner UNIQUE (user_id, id),
  constraint scam_report_once UNIQUE (user_id, idempotency_key),
  constraint scam_reports_pkey PRIMARY KEY (id),
  constraint scam_evidence_is_own FOREIGN KEY (user_id, evidence_file) REFERENCES files(user_id, id),
  constraint scam_reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint scam_reports_report_file_fkey FOREIGN KEY (report_file) REFERENCES files(id),
  constraint scam_reports_scam_case_id_fkey FOREIGN KEY (scam_case_id) REFERENCES scam_cases(id),
  constraint scam_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint scam_contact_length CHECK (((length(contact_info) >= 1) AND (length(contact_info) <= 500))),
  constraint scam_description_length CHECK (((length(description) >= 1) AND (length(description) <= 5000))),
  constraint scam_name_length CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint scam_notes_length CHECK (((length(suspicious_notes) >= 1) AND (length(suspicious_notes) <= 5000))),
  constraint scam_report_decided_whole CHECK (((status = ANY (ARRAY['completed'::text, 'declined'::text])) = (num_nonnulls(decided_by, decided_at) = 2))),
  constraint scam_report_declined_why CHECK (((status = 'declined'::text) = (reason_code IS NOT NULL))),
  constraint scam_report_not_by_itself CHECK ((decided_by <> user_id)),
  constraint scam_status_known CHECK ((status = ANY (ARRAY['submitted'::text, 'in_review'::text, 'completed'::text, 'declined'::text]))),
  constraint scam_website_length CHECK (((length(website) >= 1) AND (length(website) <= 2048)))
);
CREATE INDEX scam_reports_by ON public.scam_reports USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX scam_reports_evidence ON public.scam_reports USING btree (user_id, evidence_file) WHERE (evidence_file IS NOT NULL);
CREATE INDEX scam_reports_matter ON public.scam_reports USING btree (scam_case_id, created_at);
CREATE INDEX scam_reports_newest ON public.scam_reports USING btree (created_at DESC, id DESC);
CREATE INDEX scam_reports_owner ON public.scam_reports USING btree (user_id, created_at DESC, id);
CREATE UNIQUE INDEX report_file_once ON public.scam_reports USING btree (report_file) WHERE (report_file IS NOT NULL);
-- row security: enabled and forced
create policy own_insert on public.scam_reports for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (status = 'submitted'::text) AND (num_nonnulls(report_file, report_path) = 0)));
create policy own_or_staff_select on public.scam_reports for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_scams() AS can_read_scams)));
create policy owner_all on public.scam_reports for all to postgres using (true) with check (true);
create policy staff_update on public.scam_reports for update to cryptocommerce_app using ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.can_decide_scams() AS can_decide_scams) AND ((decided_by IS NULL) OR (decided_by = ( SELECT app.user_id() AS user_id)))));
grant insert, select on public.scam_reports to cryptocommerce_app;

create table public.scam_verdicts (
  id uuid not null default uuidv7(),
  scam_case_id uuid not null,
  verdict text not null,
  checklist jsonb not null,
  reason_code text not null,
  note text not null,
  decided_by uuid not null,
  decided_at timestamp with time zone not null,
  constraint scam_verdicts_pkey PRIMARY KEY (id),
  constraint scam_verdicts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint scam_verdicts_scam_case_id_fkey FOREIGN KEY (scam_case_id) REFERENCES scam_cases(id),
  constraint scam_verdict_known CHECK ((verdict = ANY (ARRAY['scam'::text, 'likely'::text, 'unclear'::text, 'legitimate'::text, 'not_enough'::text]))),
  constraint scam_verdict_says_why CHECK (((length(note) >= 1) AND (length(note) <= 5000)))
);
CREATE INDEX scam_verdicts_by ON public.scam_verdicts USING btree (decided_by);
CREATE INDEX scam_verdicts_matter ON public.scam_verdicts USING btree (scam_case_id, decided_at DESC);
-- row security: enabled and forced
create policy owner_all on public.scam_verdicts for all to postgres using (true) with check (true);
create policy staff_insert on public.scam_verdicts for insert to cryptocommerce_app with check ((( SELECT app.can_decide_scams() AS can_decide_scams) AND (decided_by = ( SELECT app.user_id() AS user_id))));
create policy staff_select on public.scam_verdicts for select to cryptocommerce_app using (( SELECT app.can_read_scams() AS can_read_scams));
grant insert, select on public.scam_verdicts to cryptocommerce_app;

create table public.sell_drafts (
  user_id uuid not null,
  data jsonb not null,
  updated_at timestamp with time zone not null,
  constraint sell_drafts_pkey PRIMARY KEY (user_id),
  constraint sell_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy own_all on public.sell_drafts for all to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_while_erasing on public.sell_drafts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
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
grant select on public.setting_versions to cryptocommerce_app;

create table public.str_reports (
  id uuid not null default uuidv7(),
  number bigint not null,
  case_id uuid not null,
  user_id uuid not null,
  state text not null default 'draft'::text,
  suspicion_formed_on date not null,
  due_on date not null,
  version integer not null default 0,
  fid_reference text,
  filed_on date,
  closed_by uuid,
  closed_at timestamp with time zone,
  abandon_reason text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  filed_xml text,
  filed_sha256 text,
  constraint fid_reference_once UNIQUE (fid_reference),
  constraint report_and_owner UNIQUE (user_id, id),
  constraint report_number_taken UNIQUE (number),
  constraint str_reports_pkey PRIMARY KEY (id),
  constraint report_of_case FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  constraint str_reports_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES auth."user"(id),
  constraint str_reports_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth."user"(id),
  constraint filed_as_a_whole CHECK ((((filed_xml IS NULL) OR (filed_sha256 IS NOT NULL)) AND ((filed_sha256 IS NULL) OR (state = 'filed'::text)))),
  constraint nobody_reports_themselves CHECK (((created_by <> user_id) AND (closed_by <> user_id))),
  constraint report_filed_whole CHECK (((state = 'filed'::text) = ((fid_reference IS NOT NULL) AND (filed_on IS NOT NULL)))),
  constraint report_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'filed'::text, 'abandoned'::text])))
);
CREATE INDEX reports_case ON public.str_reports USING btree (user_id, case_id);
CREATE INDEX reports_closed_by ON public.str_reports USING btree (closed_by);
CREATE INDEX reports_created_by ON public.str_reports USING btree (created_by);
CREATE INDEX reports_due ON public.str_reports USING btree (due_on, id) WHERE (state = 'draft'::text);
CREATE UNIQUE INDEX report_one_draft ON public.str_reports USING btree (case_id) WHERE (state = 'draft'::text);
-- row security: enabled and forced
create policy compliance_only_insert on public.str_reports for insert to cryptocommerce_app with check ((( SELECT app.has_role('compliance'::text) AS has_role) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_only_select on public.str_reports for select to cryptocommerce_app using ((( SELECT app.has_role('compliance'::text) AS has_role) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_only_update on public.str_reports for update to cryptocommerce_app using ((( SELECT app.has_role('compliance'::text) AS has_role) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.has_role('compliance'::text) AS has_role) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.str_reports as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.str_reports as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_select on public.str_reports for select to postgres using (true);
create policy owner_while_erasing on public.str_reports for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.str_reports to cryptocommerce_app;

create table public.str_versions (
  report_id uuid not null,
  version integer not null,
  user_id uuid not null,
  content jsonb not null,
  written_by uuid not null,
  written_at timestamp with time zone not null,
  constraint str_versions_pkey PRIMARY KEY (report_id, version),
  constraint str_versions_written_by_fkey FOREIGN KEY (written_by) REFERENCES auth."user"(id),
  constraint version_of_report FOREIGN KEY (user_id, report_id) REFERENCES str_reports(user_id, id)
);
CREATE INDEX str_versions_by ON public.str_versions USING btree (written_by);
CREATE INDEX str_versions_report ON public.str_versions USING btree (user_id, report_id);
-- row security: enabled and forced
create policy compliance_only_insert on public.str_versions for insert to cryptocommerce_app with check ((( SELECT app.has_role('compliance'::text) AS has_role) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy compliance_only_select on public.str_versions for select to cryptocommerce_app using ((( SELECT app.has_role('compliance'::text) AS has_role) AND (user_id <> ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.str_versions as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.str_versions as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_while_erasing on public.str_versions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.str_versions to cryptocommerce_app;

create table public.structuring_alerts (
  person_id uuid not null,
  notified_at timestamp with time zone not null,
  constraint structuring_alerts_pkey PRIMARY KEY (person_id)
);
-- row security: enabled and forced
create policy owner_all on public.structuring_alerts for all to public using (true) with check (true);

create table public.subscriptions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  plan text not null,
  status text not null default 'pending'::text,
  payment_method text not null,
  start_date timestamp with time zone,
  end_date timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  reminder_days smallint,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint active_has_its_time CHECK (((status <> 'active'::text) OR ((start_date IS NOT NULL) AND (end_date IS NOT NULL)))),
  constraint ends_after_start CHECK ((end_date > start_date)),
  constraint plan_known CHECK ((plan = ANY (ARRAY['basic'::text, 'personal'::text, 'professional'::text]))),
  constraint subscription_method_known CHECK ((payment_method = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'crypto'::text]))),
  constraint subscription_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'expired'::text, 'rejected'::text, 'cancelled'::text]))),
  constraint told_before_the_end CHECK ((reminder_days = ANY (ARRAY[7, 1])))
);
CREATE INDEX subscriptions_ending ON public.subscriptions USING btree (end_date) WHERE (status = 'active'::text);
CREATE INDEX subscriptions_newest ON public.subscriptions USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX subscription_one_pending ON public.subscriptions USING btree (user_id) WHERE (status = 'pending'::text);
-- row security: enabled and forced
create policy own_insert on public.subscriptions for insert to cryptocommerce_app with check (((user_id = app.user_id()) AND (status = 'pending'::text) AND (start_date IS NULL) AND (end_date IS NULL)));
create policy own_or_staff_select on public.subscriptions for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_select on public.subscriptions for select to postgres using (true);
create policy owner_while_erasing on public.subscriptions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_or_staff_update on public.subscriptions for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR ((user_id = ( SELECT app.user_id() AS user_id)) AND (status = 'pending'::text)))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR ((user_id = ( SELECT app.user_id() AS user_id)) AND (status = 'cancelled'::text))));
grant insert, select on public.subscriptions to cryptocommerce_app;

create table public.suppressed_alerts (
  id uuid not null default uuidv7(),
  snooze_id uuid not null,
  user_id uuid not null,
  rules text[] not null,
  at timestamp with time zone not null,
  constraint suppressed_alerts_pkey PRIMARY KEY (id),
  constraint suppressed_alerts_snooze_id_fkey FOREIGN KEY (snooze_id) REFERENCES alert_snoozes(id),
  constraint suppressed_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id)
);
CREATE INDEX suppressed_alerts_at ON public.suppressed_alerts USING btree (at);
CREATE INDEX suppressed_alerts_customer ON public.suppressed_alerts USING btree (user_id);
CREATE INDEX suppressed_alerts_snooze ON public.suppressed_alerts USING btree (snooze_id);
-- row security: enabled and forced
create policy compliance_select on public.suppressed_alerts for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy not_own_other_account_select on public.suppressed_alerts as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.suppressed_alerts as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_all on public.suppressed_alerts for all to postgres using (true) with check (true);
create policy owner_while_erasing on public.suppressed_alerts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant select on public.suppressed_alerts to cryptocommerce_app;

create table public.transaction_alerts (
  id uuid not null default uuidv7(),
  transaction_id uuid,
  user_id uuid not null,
  alert_type text not null,
  priority text not null,
  risk_score integer not null,
  description text not null,
  details jsonb not null default '{}'::jsonb,
  triggered_rules text[] not null default '{}'::text[],
  sla_deadline timestamp with time zone not null,
  created_at timestamp with time zone not null,
  state text not null default 'open'::text,
  assignee uuid,
  taken_at timestamp with time zone,
  outcome text,
  outcome_note text,
  closed_by uuid,
  closed_at timestamp with time zone,
  constraint alert_and_owner UNIQUE (user_id, id),
  constraint transaction_alerts_pkey PRIMARY KEY (id),
  constraint alert_of_own_order FOREIGN KEY (user_id, transaction_id) REFERENCES transactions(user_id, id),
  constraint transaction_alerts_assignee_fkey FOREIGN KEY (assignee) REFERENCES auth."user"(id),
  constraint transaction_alerts_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES auth."user"(id),
  constraint transaction_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint alert_closed_whole CHECK (((state = 'closed'::text) = ((outcome IS NOT NULL) AND (closed_by IS NOT NULL) AND (closed_at IS NOT NULL)))),
  constraint alert_priority_known CHECK ((priority = ANY (ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  constraint alert_score_range CHECK (((risk_score >= 0) AND (risk_score <= 100))),
  constraint alert_state_known CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'closed'::text]))),
  constraint alert_taken_by_somebody CHECK (((state <> 'taken'::text) OR (assignee IS NOT NULL))),
  constraint alert_type_known CHECK ((alert_type = ANY (ARRAY['high_risk'::text, 'transaction_blocked'::text, 'wallet_blocked'::text, 'wallet_watched'::text, 'wallet_not_screened'::text, 'name_match'::text, 'account_activity'::text, 'manual'::text, 'charged_back'::text, 'cash_over_ceiling'::text]))),
  constraint nobody_works_their_own_alert CHECK (((assignee <> user_id) AND (closed_by <> user_id)))
);
CREATE INDEX alerts_assignee ON public.transaction_alerts USING btree (assignee, sla_deadline);
CREATE INDEX alerts_closed ON public.transaction_alerts USING btree (closed_at DESC, id DESC) WHERE (state = 'closed'::text);
CREATE INDEX alerts_closed_by ON public.transaction_alerts USING btree (closed_by);
CREATE INDEX alerts_created ON public.transaction_alerts USING btree (created_at);
CREATE INDEX alerts_order ON public.transaction_alerts USING btree (user_id, transaction_id);
CREATE INDEX alerts_queue ON public.transaction_alerts USING btree (sla_deadline, id) WHERE (state <> 'closed'::text);
-- row security: enabled and forced
create policy alert_insert on public.transaction_alerts for insert to cryptocommerce_app with check ((((user_id = app.user_id()) OR app.can_read_compliance()) AND (state = 'open'::text) AND (assignee IS NULL) AND (closed_by IS NULL)));
create policy compliance_select on public.transaction_alerts for select to cryptocommerce_app using ((( SELECT app.can_read_compliance() AS can_read_compliance) AND (user_id IS DISTINCT FROM ( SELECT app.user_id() AS user_id))));
create policy compliance_update on public.transaction_alerts for update to cryptocommerce_app using ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)))) with check ((( SELECT app.is_compliance_staff() AS is_compliance_staff) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND ((state <> 'closed'::text) OR (closed_by = ( SELECT app.user_id() AS user_id)))));
create policy not_own_other_account_select on public.transaction_alerts as restrictive for select to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy not_own_other_account_update on public.transaction_alerts as restrictive for update to cryptocommerce_app using ((user_id <> ALL (( SELECT app.other_accounts() AS other_accounts)::uuid[])));
create policy owner_select on public.transaction_alerts for select to postgres using (true);
create policy owner_update on public.transaction_alerts for update to postgres using (true) with check (true);
create policy owner_while_erasing on public.transaction_alerts for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.transaction_alerts to cryptocommerce_app;

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
  duplicate_key text not null,
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
  payout_proof_file uuid,
  receipt jsonb not null,
  blockchain_screening_id uuid,
  risk_score smallint,
  risk_level text,
  compliance_notes text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  lapses_at timestamp with time zone,
  claimed_at timestamp with time zone,
  received_at timestamp with time zone,
  closed_at timestamp with time zone,
  waiting_since timestamp with time zone,
  awaits_staff boolean not null generated always as ((((pay_in = ANY (ARRAY['claimed'::text, 'received'::text])) AND (status <> 'completed'::text)) OR (held AND (status = ANY (ARRAY['pending'::text, 'processing'::text]))) OR (surplus_count > 0))) stored,
  surplus_count smallint not null default 0,
  network_cost_jmd numeric(20,2) not null default 0,
  price_holds_until timestamp with time zone,
  reprice_choice_until timestamp with time zone,
  assessment_pending boolean not null default false,
  late_notified_for timestamp with time zone,
  placed_letter_due boolean not null default false,
  payment_reference text,
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
  constraint extras_not_negative CHECK ((surplus_count >= 0)),
  constraint fee_and_net_make_amount CHECK (((fee_amount_jmd + net_jmd_amount) = jmd_amount)),
  constraint fee_not_negative CHECK ((fee_amount_jmd >= (0)::numeric)),
  constraint method_known CHECK ((payment_method = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'crypto'::text]))),
  constraint network_cost_not_negative CHECK ((network_cost_jmd >= (0)::numeric)),
  constraint network_cost_within_net CHECK ((network_cost_jmd < net_jmd_amount)),
  constraint no_work_before_the_choice CHECK (((reprice_choice_until IS NULL) OR (status = ANY (ARRAY['pending'::text, 'cancelled'::text])))),
  constraint nothing_paid_out_before_money_in CHECK (((pay_out = ANY (ARRAY['none'::text, 'prepared'::text, 'failed'::text])) OR (pay_in = 'received'::text))),
  constraint nothing_paid_out_while_held CHECK (((NOT held) OR (pay_out <> 'sent'::text) OR (surplus_count > 0))),
  constraint order_risk_known CHECK ((risk_level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint order_score_in_range CHECK (((risk_score >= 0) AND (risk_score <= 100))),
  constraint pay_in_known CHECK ((pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text, 'received'::text, 'returned'::text]))),
  constraint pay_out_known CHECK ((pay_out = ANY (ARRAY['none'::text, 'prepared'::text, 'approved'::text, 'sent'::text, 'failed'::text]))),
  constraint sell_has_bank CHECK (((type <> 'sell'::text) OR ((bank_name IS NOT NULL) AND (account_number IS NOT NULL) AND (account_holder_name IS NOT NULL)))),
  constraint status_known CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint tag_is_uint32 CHECK (((destination_tag >= 0) AND (destination_tag <= '4294967295'::bigint))),
  constraint type_known CHECK ((type = ANY (ARRAY['buy'::text, 'sell'::text])))
);
CREATE INDEX orders_awaited ON public.transactions USING btree (fiat_currency, fiat_amount) WHERE ((type = 'buy'::text) AND (pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text])));
CREATE INDEX transactions_by_payment_reference ON public.transactions USING btree (payment_reference, created_at DESC) WHERE (payment_reference IS NOT NULL);
CREATE INDEX transactions_choice ON public.transactions USING btree (reprice_choice_until) WHERE ((reprice_choice_until IS NOT NULL) AND (status = 'pending'::text));
CREATE INDEX transactions_ended_unpaid ON public.transactions USING btree (user_id, price_holds_until) WHERE ((status = ANY (ARRAY['cancelled'::text, 'failed'::text])) AND (pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text])));
CREATE INDEX transactions_lapse ON public.transactions USING btree (lapses_at) WHERE ((status = 'pending'::text) AND (pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text])));
CREATE INDEX transactions_month ON public.transactions USING btree (user_id, created_at) INCLUDE (status, net_jmd_amount, jmd_amount) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text]));
CREATE INDEX transactions_own_status ON public.transactions USING btree (user_id, status, id DESC) INCLUDE (type, pay_in, held, hold_reason, price_holds_until);
CREATE INDEX transactions_payout_file ON public.transactions USING btree (payout_proof_file) WHERE (payout_proof_file IS NOT NULL);
CREATE INDEX transactions_placed_letter ON public.transactions USING btree (id) WHERE placed_letter_due;
CREATE INDEX transactions_proof_file ON public.transactions USING btree (proof_file, user_id) WHERE (proof_file IS NOT NULL);
CREATE INDEX transactions_queue ON public.transactions USING btree (waiting_since, id) WHERE awaits_staff;
CREATE INDEX transactions_sof_file ON public.transactions USING btree (source_of_funds_file, user_id) WHERE (source_of_funds_file IS NOT NULL);
CREATE INDEX transactions_unjudged ON public.transactions USING btree (id) WHERE assessment_pending;
CREATE INDEX transactions_unscreened ON public.transactions USING btree (id) WHERE (held AND (hold_reason = 'screening_down'::text));
-- row security: enabled and forced
create policy own_insert on public.transactions for insert to cryptocommerce_app with check (((user_id = app.user_id()) AND (pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text])) AND (pay_out = 'none'::text)));
create policy own_or_staff_select on public.transactions for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_or_staff_update on public.transactions for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id()))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy owner_select on public.transactions for select to postgres using (true);
create policy owner_while_erasing on public.transactions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.transactions to cryptocommerce_app;

create table public.transfer_parties (
  order_id uuid not null,
  user_id uuid not null,
  custody text not null,
  provider text,
  holder text,
  recorded_at timestamp with time zone not null,
  list_versions text,
  stopped_by jsonb not null default '[]'::jsonb,
  constraint transfer_parties_pkey PRIMARY KEY (order_id),
  constraint parties_of_own_order FOREIGN KEY (user_id, order_id) REFERENCES transactions(user_id, id) ON DELETE CASCADE,
  constraint custody_known CHECK ((custody = ANY (ARRAY['self'::text, 'provider'::text]))),
  constraint provider_named CHECK (((custody = 'provider'::text) = (provider IS NOT NULL)))
);
CREATE INDEX transfer_parties_order ON public.transfer_parties USING btree (user_id, order_id);
-- row security: enabled and forced
create policy own_insert on public.transfer_parties for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.transfer_parties for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_select on public.transfer_parties for select to postgres using (true);
create policy owner_while_erasing on public.transfer_parties for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy system_update on public.transfer_parties for update to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL))) with check ((( SELECT app.can_access_all_rows() AS can_access_all_rows) AND (( SELECT app.user_id() AS user_id) IS NULL)));
grant insert, select on public.transfer_parties to cryptocommerce_app;

create table public.unallocated_funds (
  movement_id uuid not null,
  since timestamp with time zone not null,
  assignee uuid,
  assigned_at timestamp with time zone,
  constraint unallocated_funds_pkey PRIMARY KEY (movement_id),
  constraint unallocated_funds_assignee_fkey FOREIGN KEY (assignee) REFERENCES auth."user"(id),
  constraint unallocated_funds_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint kept_by_somebody CHECK (((assignee IS NULL) = (assigned_at IS NULL)))
);
CREATE INDEX unallocated_funds_keeper ON public.unallocated_funds USING btree (assignee);
CREATE INDEX unallocated_funds_since ON public.unallocated_funds USING btree (since, movement_id);
-- row security: enabled and forced
create policy finance_update on public.unallocated_funds for update to cryptocommerce_app using ((( SELECT app.has_role('finance'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role))) with check ((assignee = ( SELECT app.user_id() AS user_id)));
create policy owner_all on public.unallocated_funds for all to postgres using (true) with check (true);
create policy staff_select on public.unallocated_funds for select to cryptocommerce_app using (( SELECT app.can_access_all_rows() AS can_access_all_rows));
grant select on public.unallocated_funds to cryptocommerce_app;

create table public.unit_progress (
  enrollment_id uuid not null,
  user_id uuid not null,
  unit text not null,
  opened_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint unit_progress_pkey PRIMARY KEY (enrollment_id, unit),
  constraint progress_of_its_enrollment FOREIGN KEY (user_id, enrollment_id) REFERENCES user_enrollments(user_id, id),
  constraint unit_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint done_after_it_was_handed_out CHECK ((done_at >= opened_at))
);
CREATE INDEX unit_progress_owner ON public.unit_progress USING btree (user_id, enrollment_id);
-- row security: enabled and forced
create policy own_insert on public.unit_progress for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff_select on public.unit_progress for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.unit_progress for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_select on public.unit_progress for select to postgres using (true);
create policy owner_while_erasing on public.unit_progress for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.unit_progress to cryptocommerce_app;

create table public.user_enrollments (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  course_id text not null,
  version_id uuid not null,
  enrollment_status text not null,
  granted_by text not null,
  created_at timestamp with time zone not null,
  active_since timestamp with time zone,
  read_until timestamp with time zone,
  place_unit text,
  place_block smallint,
  also_granted_by text,
  granted_until timestamp with time zone,
  staff_id uuid,
  staff_reason text,
  revoked_at timestamp with time zone,
  constraint enrollment_and_owner UNIQUE (user_id, id),
  constraint user_enrollments_pkey PRIMARY KEY (id),
  constraint enrollment_of_its_version FOREIGN KEY (course_id, version_id) REFERENCES course_versions(course_id, id),
  constraint user_enrollments_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint user_enrollments_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES auth."user"(id),
  constraint user_enrollments_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint active_has_begun CHECK (((enrollment_status <> 'active'::text) OR (active_since IS NOT NULL))),
  constraint enrollment_other_way_known CHECK ((also_granted_by = ANY (ARRAY['free'::text, 'plan'::text, 'staff'::text]))),
  constraint enrollment_status_known CHECK ((enrollment_status = ANY (ARRAY['pending_payment'::text, 'active'::text, 'ended'::text]))),
  constraint enrollment_way_known CHECK ((granted_by = ANY (ARRAY['free'::text, 'plan'::text, 'payment'::text, 'staff'::text]))),
  constraint granted_by_somebody_for_a_reason CHECK (
CASE
    WHEN (('staff'::text = granted_by) OR ('staff'::text = COALESCE(also_granted_by, ''::text))) THEN ((num_nulls(staff_id, staff_reason) = 0) AND ((length(staff_reason) >= 10) AND (length(staff_reason) <= 500)) AND (staff_id IS DISTINCT FROM user_id) AND ((revoked_at IS NULL) OR (granted_until <= revoked_at)))
    ELSE (num_nonnulls(granted_until, staff_id, staff_reason, revoked_at) = 0)
END),
  constraint other_way_beside_payment CHECK (((also_granted_by IS NULL) OR (granted_by = 'payment'::text))),
  constraint place_is_whole CHECK (((place_unit IS NULL) = (place_block IS NULL)))
);
CREATE INDEX enrollments_of_version ON public.user_enrollments USING btree (course_id, version_id);
CREATE INDEX enrollments_staff ON public.user_enrollments USING btree (staff_id) WHERE (staff_id IS NOT NULL);
CREATE UNIQUE INDEX enrollment_once ON public.user_enrollments USING btree (user_id, course_id) WHERE (enrollment_status <> 'ended'::text);
-- row security: enabled and forced
create policy own_insert on public.user_enrollments for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (read_until IS NULL) AND (place_unit IS NULL) AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.id = user_enrollments.course_id) AND (c.state = 'published'::text) AND
        CASE user_enrollments.granted_by
            WHEN 'free'::text THEN ((user_enrollments.enrollment_status = 'active'::text) AND (c.price_usd = (0)::numeric))
            WHEN 'plan'::text THEN ((user_enrollments.enrollment_status = 'active'::text) AND app.has_active_plan(user_enrollments.user_id, user_enrollments.active_since))
            WHEN 'payment'::text THEN (user_enrollments.enrollment_status = 'pending_payment'::text)
            ELSE false
        END)))));
create policy own_or_staff_select on public.user_enrollments for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_access_all_rows() AS can_access_all_rows)));
create policy own_update on public.user_enrollments for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_select on public.user_enrollments for select to postgres using (true);
create policy owner_while_erasing on public.user_enrollments for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
create policy staff_insert on public.user_enrollments for insert to cryptocommerce_app with check (((granted_by = 'staff'::text) AND (enrollment_status = 'active'::text) AND (read_until IS NULL) AND (place_unit IS NULL) AND (revoked_at IS NULL) AND (staff_id = ( SELECT app.user_id() AS user_id)) AND (user_id <> ( SELECT app.user_id() AS user_id)) AND (( SELECT app.has_role('support'::text) AS has_role) OR ( SELECT app.has_role('admin'::text) AS has_role)) AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.id = user_enrollments.course_id) AND (c.state = 'published'::text))))));
create policy system_or_staff_update on public.user_enrollments for update to cryptocommerce_app using (( SELECT app.can_access_all_rows() AS can_access_all_rows)) with check (( SELECT app.can_access_all_rows() AS can_access_all_rows));
grant insert, select on public.user_enrollments to cryptocommerce_app;

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
create policy own_or_staff_select on public.user_roles for select to public using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy owner_all on public.user_roles for all to postgres using (true);
create policy owner_while_erasing on public.user_roles for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
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
CREATE INDEX user_sessions_address ON public.user_sessions USING btree (ip_address);
CREATE INDEX user_sessions_age ON public.user_sessions USING btree (last_activity_at);
-- row security: enabled and forced
create policy own_or_job_delete on public.user_sessions for delete to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_or_staff_select on public.user_sessions for select to cryptocommerce_app using ((( SELECT app.can_access_all_rows() AS can_access_all_rows) OR (user_id = app.user_id())));
create policy own_update on public.user_sessions for update to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id))) with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_with_consent_insert on public.user_sessions for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND ( SELECT p.location_consent
   FROM profiles p
  WHERE (p.id = ( SELECT app.user_id() AS user_id)))));
create policy owner_select on public.user_sessions for select to postgres using (true);
create policy owner_while_erasing on public.user_sessions for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant delete, insert, select on public.user_sessions to cryptocommerce_app;

create table public.webhook_deliveries (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  endpoint_id uuid not null,
  type text not null,
  facts jsonb not null,
  at timestamp with time zone not null default now(),
  queued_at timestamp with time zone,
  tries integer not null default 0,
  tried_at timestamp with time zone,
  answered integer,
  delivered_at timestamp with time zone,
  given_up_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_of_its_owner FOREIGN KEY (user_id, endpoint_id) REFERENCES webhook_endpoints(user_id, id) ON DELETE CASCADE,
  constraint webhook_ends_once CHECK ((num_nonnulls(delivered_at, given_up_at) <= 1)),
  constraint webhook_facts_known CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint webhook_type_known CHECK ((type = ANY (ARRAY['order.placed'::text, 'order.status_changed'::text, 'receipt.ready'::text])))
);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_of ON public.webhook_deliveries USING btree (user_id, endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_to_queue ON public.webhook_deliveries USING btree (id) WHERE (queued_at IS NULL);
-- row security: enabled and forced
create policy own_or_system_select on public.webhook_deliveries for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy own_or_system_update on public.webhook_deliveries for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_all on public.webhook_deliveries for all to postgres using (true) with check (true);
create policy system_delete on public.webhook_deliveries for delete to cryptocommerce_app using (( SELECT app.is_system() AS is_system));
grant delete, select on public.webhook_deliveries to cryptocommerce_app;

create table public.webhook_endpoints (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  url text not null,
  secret_encrypted text not null,
  previous_secret_encrypted text,
  previous_valid_until timestamp with time zone,
  created_at timestamp with time zone not null,
  paused_at timestamp with time zone,
  paused_reason text,
  constraint webhook_of_one_person UNIQUE (user_id, id),
  constraint webhook_once UNIQUE (user_id, url),
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint webhook_former_ends CHECK (((previous_secret_encrypted IS NULL) = (previous_valid_until IS NULL))),
  constraint webhook_former_sealed CHECK ((previous_secret_encrypted ~~ 's1.%'::text)),
  constraint webhook_is_https CHECK (((url ~ '^https://'::text) AND (length(url) <= 1000))),
  constraint webhook_paused_for_a_reason CHECK (((paused_at IS NULL) = (paused_reason IS NULL))),
  constraint webhook_paused_why CHECK ((paused_reason = ANY (ARRAY['failing'::text, 'password'::text, 'owner'::text]))),
  constraint webhook_secret_sealed CHECK ((secret_encrypted ~~ 's1.%'::text))
);
-- row security: enabled and forced
create policy own_delete on public.webhook_endpoints for delete to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_insert on public.webhook_endpoints for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_system_select on public.webhook_endpoints for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy own_or_system_update on public.webhook_endpoints for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_system() AS is_system)));
create policy owner_all on public.webhook_endpoints for all to postgres using (true) with check (true);
grant delete, insert, select on public.webhook_endpoints to cryptocommerce_app;

create table public.widely_shared (
  hash text not null,
  reported_at timestamp with time zone not null,
  constraint widely_shared_pkey PRIMARY KEY (hash)
);
-- row security: enabled and forced
create policy owner_all on public.widely_shared for all to postgres using (true) with check (true);

create table public.workshop_holds (
  registration_id uuid not null,
  connection text not null,
  network text not null,
  held_at timestamp with time zone not null,
  constraint workshop_holds_pkey PRIMARY KEY (registration_id),
  constraint workshop_holds_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES workshop_registrations(id) ON DELETE CASCADE
);
CREATE INDEX workshop_holds_old ON public.workshop_holds USING btree (held_at);
-- row security: enabled and forced
create policy own_insert on public.workshop_holds for insert to cryptocommerce_app with check ((EXISTS ( SELECT
   FROM workshop_registrations r
  WHERE ((r.id = workshop_holds.registration_id) AND (r.user_id = ( SELECT app.user_id() AS user_id))))));
create policy owner_select on public.workshop_holds for select to postgres using (true);
create policy system_delete on public.workshop_holds for delete to cryptocommerce_app using (( SELECT app.is_system() AS is_system));
create policy system_select on public.workshop_holds for select to cryptocommerce_app using (( SELECT app.is_system() AS is_system));
grant delete, insert, select on public.workshop_holds to cryptocommerce_app;

create table public.workshop_links (
  session_id uuid not null,
  link text not null,
  constraint workshop_links_pkey PRIMARY KEY (session_id),
  constraint workshop_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES workshop_sessions(id),
  constraint workshop_link_fits CHECK (((link ~~ 'https://%'::text) AND (length(link) <= 500)))
);
-- row security: enabled and forced
create policy confirmed_or_staff_select on public.workshop_links for select to cryptocommerce_app using ((( SELECT app.can_read_attendees() AS can_read_attendees) OR (EXISTS ( SELECT
   FROM workshop_registrations r
  WHERE ((r.session_id = workshop_links.session_id) AND (r.user_id = ( SELECT app.user_id() AS user_id)) AND (r.registration_mode = 'online'::text) AND (r.status = 'confirmed'::text))))));
create policy organizer_delete on public.workshop_links for delete to cryptocommerce_app using (( SELECT app.can_manage_workshops() AS can_manage_workshops));
create policy organizer_insert on public.workshop_links for insert to cryptocommerce_app with check (( SELECT app.can_manage_workshops() AS can_manage_workshops));
create policy organizer_update on public.workshop_links for update to cryptocommerce_app using (( SELECT app.can_manage_workshops() AS can_manage_workshops)) with check (( SELECT app.can_manage_workshops() AS can_manage_workshops));
grant delete, insert, select on public.workshop_links to cryptocommerce_app;

create table public.workshop_registrations (
  id uuid not null default uuidv7(),
  session_id uuid not null,
  user_id uuid not null,
  registration_mode text not null,
  status text not null,
  attendee text not null,
  code text not null,
  payment_method text,
  created_at timestamp with time zone not null,
  offered_until timestamp with time zone,
  confirmed_at timestamp with time zone,
  moved_at timestamp with time zone,
  notified_at timestamp with time zone,
  reminded_at timestamp with time zone,
  checked_in_at timestamp with time zone,
  checked_in_by uuid,
  moved_from uuid,
  moved_from_mode text,
  constraint registration_and_owner UNIQUE (user_id, id),
  constraint registration_code_once UNIQUE (code),
  constraint workshop_registrations_pkey PRIMARY KEY (id),
  constraint registration_has_its_seats FOREIGN KEY (session_id, registration_mode) REFERENCES workshop_seats(session_id, mode),
  constraint registration_moved_from FOREIGN KEY (moved_from) REFERENCES workshop_sessions(id),
  constraint workshop_registrations_checked_in_by_fkey FOREIGN KEY (checked_in_by) REFERENCES auth."user"(id),
  constraint workshop_registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint checked_in_by_somebody CHECK (((checked_in_at IS NULL) = (checked_in_by IS NULL))),
  constraint checked_in_is_confirmed CHECK (((checked_in_at IS NULL) OR (confirmed_at IS NOT NULL))),
  constraint moved_from_somewhere CHECK (((moved_from IS NULL) = (moved_from_mode IS NULL))),
  constraint offer_has_its_end CHECK (((status <> 'offered'::text) OR (offered_until IS NOT NULL))),
  constraint pending_is_being_paid CHECK (((status <> ALL (ARRAY['pending'::text, 'confirmed'::text])) OR (payment_method IS NOT NULL))),
  constraint registration_method_known CHECK ((payment_method = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'crypto'::text]))),
  constraint registration_status_known CHECK ((status = ANY (ARRAY['waiting'::text, 'offered'::text, 'pending'::text, 'confirmed'::text, 'cancelled'::text, 'rejected'::text, 'lapsed'::text])))
);
CREATE INDEX registrations_checked_in_by ON public.workshop_registrations USING btree (checked_in_by) WHERE (checked_in_by IS NOT NULL);
CREATE INDEX registrations_in_line ON public.workshop_registrations USING btree (id) WHERE (status = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE INDEX registrations_moved_from ON public.workshop_registrations USING btree (moved_from) WHERE (moved_from IS NOT NULL);
CREATE INDEX registrations_offered ON public.workshop_registrations USING btree (offered_until) WHERE (status = 'offered'::text);
CREATE INDEX registrations_own ON public.workshop_registrations USING btree (user_id, created_at DESC);
CREATE INDEX registrations_seats ON public.workshop_registrations USING btree (session_id, registration_mode, created_at, id);
CREATE INDEX registrations_to_tell ON public.workshop_registrations USING btree (confirmed_at) WHERE ((status = 'confirmed'::text) AND ((notified_at IS NULL) OR (reminded_at IS NULL)));
CREATE INDEX registrations_waiting ON public.workshop_registrations USING btree (session_id, registration_mode, created_at, id) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX registration_once ON public.workshop_registrations USING btree (session_id, user_id, registration_mode) WHERE (status = ANY (ARRAY['waiting'::text, 'offered'::text, 'pending'::text, 'confirmed'::text]));
-- row security: enabled and forced
create policy own_insert on public.workshop_registrations for insert to cryptocommerce_app with check (((user_id = ( SELECT app.user_id() AS user_id)) AND (status = ANY (ARRAY['waiting'::text, 'pending'::text])) AND (confirmed_at IS NULL) AND (moved_at IS NULL) AND (notified_at IS NULL) AND (reminded_at IS NULL) AND (checked_in_at IS NULL)));
create policy own_or_staff_select on public.workshop_registrations for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_attendees() AS can_read_attendees)));
create policy own_or_staff_update on public.workshop_registrations for update to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_attendees() AS can_read_attendees))) with check (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.can_read_attendees() AS can_read_attendees)));
create policy owner_select on public.workshop_registrations for select to postgres using (true);
create policy owner_while_erasing on public.workshop_registrations for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.workshop_registrations to cryptocommerce_app;

create table public.workshop_seats (
  session_id uuid not null,
  mode text not null,
  seats integer not null,
  taken integer not null default 0,
  waiting integer not null default 0,
  constraint workshop_seats_pkey PRIMARY KEY (session_id, mode),
  constraint workshop_seats_session_id_fkey FOREIGN KEY (session_id) REFERENCES workshop_sessions(id),
  constraint no_seat_sold_twice CHECK (((taken >= 0) AND (taken <= seats))),
  constraint nobody_waits_less CHECK ((waiting >= 0)),
  constraint seat_mode_known CHECK ((mode = ANY (ARRAY['in_person'::text, 'online'::text]))),
  constraint seats_fit CHECK (((seats >= 0) AND (seats <= 100000)))
);
-- row security: enabled and forced
create policy finance_update on public.workshop_seats for update to cryptocommerce_app using (( SELECT app.has_role('finance'::text) AS has_role)) with check (false);
create policy organizer_insert on public.workshop_seats for insert to cryptocommerce_app with check ((( SELECT app.can_manage_workshops() AS can_manage_workshops) AND (taken = 0) AND (waiting = 0)));
create policy organizer_update on public.workshop_seats for update to cryptocommerce_app using (( SELECT app.can_manage_workshops() AS can_manage_workshops)) with check (( SELECT app.can_manage_workshops() AS can_manage_workshops));
create policy owner_all on public.workshop_seats for all to postgres using (true) with check (true);
create policy with_session_select on public.workshop_seats for select to cryptocommerce_app using ((EXISTS ( SELECT
   FROM workshop_sessions s
  WHERE (s.id = workshop_seats.session_id))));
grant insert, select on public.workshop_seats to cryptocommerce_app;

create table public.workshop_sessions (
  id uuid not null default uuidv7(),
  title text not null,
  description text not null,
  flyer_file uuid,
  flyer_alt text,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  place text not null,
  status text not null default 'draft'::text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  details_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  constraint workshop_sessions_pkey PRIMARY KEY (id),
  constraint flyer_is_kept FOREIGN KEY (flyer_file) REFERENCES files(id),
  constraint workshop_sessions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth."user"(id),
  constraint cancel_reason_fits CHECK (((length(cancel_reason) >= 1) AND (length(cancel_reason) <= 500))),
  constraint cancelled_says_why CHECK (((cancelled_at IS NULL) = (cancel_reason IS NULL))),
  constraint flyer_is_described CHECK ((((flyer_file IS NULL) = (flyer_alt IS NULL)) AND (flyer_alt <> ''::text))),
  constraint workshop_description_fits CHECK (((length(description) >= 1) AND (length(description) <= 4000))),
  constraint workshop_ends_after_start CHECK ((end_at > start_at)),
  constraint workshop_place_fits CHECK (((length(place) >= 1) AND (length(place) <= 200))),
  constraint workshop_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'cancelled'::text]))),
  constraint workshop_title_fits CHECK (((length(title) >= 1) AND (length(title) <= 120)))
);
CREATE INDEX workshop_sessions_flyer ON public.workshop_sessions USING btree (flyer_file) WHERE (flyer_file IS NOT NULL);
CREATE INDEX workshop_sessions_made_by ON public.workshop_sessions USING btree (created_by);
CREATE INDEX workshop_sessions_next ON public.workshop_sessions USING btree (start_at) WHERE (status = 'active'::text);
-- row security: enabled and forced
create policy announced_or_staff_select on public.workshop_sessions for select to cryptocommerce_app using (((status <> 'draft'::text) OR ( SELECT app.can_read_attendees() AS can_read_attendees)));
create policy finance_cancel_update on public.workshop_sessions for update to cryptocommerce_app using (( SELECT app.has_role('finance'::text) AS has_role)) with check ((( SELECT app.has_role('finance'::text) AS has_role) AND (status = 'cancelled'::text)));
create policy organizer_insert on public.workshop_sessions for insert to cryptocommerce_app with check ((( SELECT app.can_manage_workshops() AS can_manage_workshops) AND (created_by = ( SELECT app.user_id() AS user_id))));
create policy organizer_update on public.workshop_sessions for update to cryptocommerce_app using (( SELECT app.can_manage_workshops() AS can_manage_workshops)) with check (( SELECT app.can_manage_workshops() AS can_manage_workshops));
create policy owner_select on public.workshop_sessions for select to postgres using (true);
grant insert, select on public.workshop_sessions to cryptocommerce_app;

create table public.year_statements (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  year smallint not null,
  code text not null,
  totals jsonb not null,
  issued_at timestamp with time zone not null,
  constraint year_statement_code_once UNIQUE (code),
  constraint year_statements_pkey PRIMARY KEY (id),
  constraint year_statements_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint year_statement_code_is_one CHECK ((code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text)),
  constraint year_statement_totals_short CHECK ((length((totals)::text) <= 1000)),
  constraint year_statement_year_known CHECK (((year >= 2000) AND (year <= 2099)))
);
CREATE INDEX year_statements_of ON public.year_statements USING btree (user_id, year, issued_at);
-- row security: enabled and forced
create policy own_insert on public.year_statements for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_select on public.year_statements for select to cryptocommerce_app using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_select on public.year_statements for select to postgres using (true);
create policy owner_while_erasing on public.year_statements for all to postgres using (( SELECT app.is_erasing() AS is_erasing)) with check (( SELECT app.is_erasing() AS is_erasing));
grant insert, select on public.year_statements to cryptocommerce_app;

CREATE OR REPLACE FUNCTION app.account_digits(account text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN NULLIF(ltrim(regexp_replace(COALESCE(account, ''::text), '\D'::text, ''::text, 'g'::text), '0'::text), ''::text)
;

CREATE OR REPLACE FUNCTION app.account_suffix(account text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN NULLIF(regexp_replace(regexp_replace(COALESCE(account, ''::text), '\D'::text, ''::text, 'g'::text), '^0+(?=\d{6})'::text, ''::text), '000000'::text)
;

CREATE OR REPLACE FUNCTION app.accounts_sharing_devices(account uuid)
 RETURNS TABLE(sharer uuid, shared text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query
  select s.user_id, array_agg(distinct s.kind) from (
    select o.user_id, 'device' kind from auth.known_device m
      join auth.known_device o on o.device_hash = m.device_hash where m.user_id = account
    union all
    select o.user_id, 'address' from public.user_sessions m
      join public.user_sessions o on o.ip_address = m.ip_address where m.user_id = account) s
   where s.user_id <> account and s.user_id is distinct from app.user_id() group by s.user_id limit 50;
end $function$
;

CREATE OR REPLACE FUNCTION app.active_scam_verdict(scam_case uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select v.id from public.scam_cases m join public.scam_verdicts v on v.scam_case_id = m.id
   where m.id = scam_case and v.decided_at > coalesce(m.joined_at, '-infinity')
   order by v.decided_at desc, v.id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION app.addresses_of_key(wallet text)
 RETURNS text[]
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY( SELECT app.plain_wallet(addresses_of_key.wallet) AS plain_wallet
         UNION
          SELECT unnest(f.forms) AS unnest
            FROM address_forms f
           WHERE (f.address = app.plain_wallet(addresses_of_key.wallet))
         UNION
          SELECT f.address
            FROM address_forms f
           WHERE (f.forms @> ARRAY[app.plain_wallet(addresses_of_key.wallet)])) AS "array";
END
;

CREATE OR REPLACE FUNCTION app.anonymize_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.is_erasing() then return null; end if;
  update public.course_drafts set saved_as = new.display_name, number = number + 1 where saved_by = new.id;
  update public.course_versions set published_as = new.display_name where published_by = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_award()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare redacted_proposals uuid[];
begin
  if not app.is_erasing() then return null; end if;
  with redacted as (
    update public.proposals p set payload = jsonb_set(p.payload, '{awards}', (
        select jsonb_agg(case a.award ->> 'id' when old.id::text then a.award - array['attendee', 'address']
            else a.award end order by a.ordinal)
          from jsonb_array_elements(p.payload -> 'awards') with ordinality a (award, ordinal)))
     where p.kind = 'award' and p.subject = old.session_id::text
       and p.payload -> 'awards' @> jsonb_build_array(jsonb_build_object('id', old.id))
     returning p.id)
  select array_agg(id) into redacted_proposals from redacted;
  perform app.redact_audit_entries(array(select l.id from public.audit_log l
    where l.subject_type = 'workshop' and l.subject_id = old.session_id::text
      and l.action = 'workshops.awards_decided' and l.after ->> 'proposalId' = any(redacted_proposals::text[])));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_bank_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_erase_movement(new.id, app.today()) then return null; end if;
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = ''
   where movement_id in (select app.related_movements(new.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_bank_lines(today date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare n integer;
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  perform app.start_erasure();
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = ''
   where id in (select app.bank_lines_to_anonymize(least(today, app.today())));
  get diagnostics n = row_count;
  if n > 0 then perform app.redact_bank_line_entries(); end if;
  perform app.finish_erasure();
  return n;
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_bank_lines_of(customer uuid, kept_ids uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare n bigint;
begin
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = '', movement_id = null,
    dismissal_reason = 'erased'
   where movement_id in (select m.id from public.movements m
     where m.user_id = customer and coalesce(m.order_id, m.payment_id) <> all(kept_ids));
  get diagnostics n = row_count;
  if n > 0 then perform app.redact_bank_line_entries(); end if;
  return n;
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_card_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_erase_movement(new.id, app.today()) then return null; end if;
  update public.card_events set name_on_card = null, card = null where provider || ':' || transaction_id = new.reference;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_line_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.proposals set payload = payload - 'note' where kind = 'two_lines' and subject = new.id::text;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_order_or_payment(target_due uuid, today date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare customer uuid; wallets text[]; unallocated uuid[];
begin
  select t.user_id, array_remove(array[t.wallet_address, t.sender_wallet_address]
      || array(select m.address from public.movements m where m.order_id = target_due), null)
    into customer, wallets from public.transactions t where t.id = target_due;
  update public.transactions set receipt = '{}', compliance_notes = null, purpose_of_transaction = null,
      source_of_funds = null, source_of_funds_file = null, proof_file = null, payout_proof_file = null,
      wallet_address = case when wallet_address is not null then 'erased' end, destination_tag = null,
      sender_wallet_address = case when sender_wallet_address is not null then 'erased' end, sender_wallet_type = null,
      bank_name = case when bank_name is not null then 'erased' end, routing_number = null,
      account_number = case when account_number is not null then 'erased' end,
      account_holder_name = case when account_holder_name is not null then 'erased' end, duplicate_key = 'erased'
   where id = target_due;
  -- Unallocated money from this order that no other record needs.
  select coalesce(array_agg(distinct m.id), '{}') into unallocated from public.movements o
    cross join app.related_movements(o.id) w (id) join public.movements m on m.id = w.id
   where (o.order_id = target_due or o.payment_id = target_due) and m.user_id is null
     and app.can_erase_movement(o.id, today);
  update public.movements set bank = null, account = null, holder = null, address = null, tag = null, note = null
   where order_id = target_due or payment_id = target_due or id = any(unallocated);
  update public.proposals set payload = payload
      - array['bank', 'account', 'holder', 'address', 'tag', 'branch', 'evidence', 'note']
   where (subject = target_due::text or subject = any(unallocated::text[]))
     and kind in ('payout', 'return', 'undo', 'release', 'frozen_return');
  update public.payments set proof_file = null, wallet_type = null,
      sender_address = case when sender_address is not null then 'erased' end, transaction_hash = null
   where id = target_due;
  update public.order_events set note = null where order_id = target_due and note is not null;
  delete from public.claimed_proofs where due_id = target_due;
  update public.str_reports r set filed_xml = null
   where r.user_id = customer and r.filed_xml is not null and exists (select from public.str_versions v
     where v.report_id = r.id and v.version = r.version and v.content -> 'orders' ? target_due::text);
  delete from public.transfer_parties where order_id = target_due;
  delete from public.order_warnings where order_id = target_due;
  delete from public.payer_screenings where due_id = target_due;
  perform app.clear_card_names(target_due);
  update public.transaction_alerts a set details = '{}', description = 'Erased.', outcome_note = null
   where a.transaction_id = target_due and not exists (select from public.case_alerts c where c.alert_id = a.id);
  -- Keeps screenings that belong to a case or another order.
  delete from public.blockchain_screening s
   where s.user_id = customer and s.wallet_address = any(wallets) and s.created_at < today - interval '7 years'
     and not exists (select from public.case_screenings c where c.screening_id = s.id)
     and not exists (select from public.transactions t where t.user_id = customer
       and s.wallet_address in (t.wallet_address, t.sender_wallet_address));
  perform app.redact_audit_entries(array(select l.id from public.audit_log l
    where l.subject_type in ('order', 'payment') and l.subject_id = target_due::text
      or l.subject_type = 'movement' and l.subject_id in (select m.id::text from public.movements m
        where m.order_id = target_due or m.payment_id = target_due or m.id = any(unallocated))));
end $function$
;

CREATE OR REPLACE FUNCTION app.anonymize_payer_screening()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from public.payer_screenings where movement_id = new.id and due_id = new.id;
  update public.proposals set payload = payload - 'stops' where subject = new.id::text and kind = 'frozen_return';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.appeal_scam(warning_slug text, appellant_name text, appellant_email text, appeal_text text, at_time timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare appeal_id uuid;
begin
  insert into public.scam_appeals (publication_id, user_id, name, email, statement, created_at)
    select p.id, app.user_id(), appellant_name, appellant_email, appeal_text, at_time from public.scam_publications p
     where p.slug = warning_slug and p.withdrawn_at is null
       and (select count(*) from public.scam_appeals a where a.publication_id = p.id and a.state = 'open'
         and a.user_id is not distinct from app.user_id()) < case when app.user_id() is null then 50 else 3 end
    returning id into appeal_id;
  return appeal_id;
end $function$
;

CREATE OR REPLACE FUNCTION app.apply_decided_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'name_hits' then
    insert into public.account_freezes (user_id, cause, frozen_by, hit_id, frozen_at)
      values (new.user_id, 'listed', new.decided_by, new.id, new.decided_at) on conflict do nothing;
  else
    insert into public.account_freezes (user_id, cause, frozen_by, case_id, frozen_at)
      values (new.user_id, case new.outcome when 'list_hit_confirmed' then 'listed' else new.outcome end,
        new.closed_by, new.id, new.closed_at) on conflict do nothing;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.apply_news(proposal uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'news' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no news was approved in this transaction'; end if;
  insert into public.news (id, subject, paragraphs, path, why, proposal_id, proposed_by, approved_by)
    select approved.subject::uuid, w.subject, w.paragraphs, w.path, w.why, approved.id,
        approved.proposed_by, approved.decided_by
      from jsonb_to_record(approved.payload) w (subject text, paragraphs text[], path text, why text);
end $function$
;

CREATE OR REPLACE FUNCTION app.apply_rules(proposal uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'rule_set' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no rule set was approved in this transaction'; end if;
  insert into public.risk_rule_sets (version, title, rules, proposed_by, approved_by)
    values ((approved.payload ->> 'basedOn')::integer + 1, approved.payload ->> 'title', approved.payload -> 'ruleSet',
      approved.proposed_by, approved.decided_by);
end $function$
;

CREATE OR REPLACE FUNCTION app.apply_setting(proposal uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'setting' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no setting was approved in this transaction'; end if;
  insert into public.setting_versions (key, value, proposed_by, approved_by)
    values (approved.subject, approved.payload, approved.proposed_by, approved.decided_by);
end $function$
;

CREATE OR REPLACE FUNCTION app.archive_certificate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.anonymized_certificates (code, course_title, version_number, title, band, issued_at, revoked_at)
    values (old.code, old.course_title, old.version_number, old.title, old.band, old.issued_at, old.revoked_at);
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION app.are_names_cleared(target_due uuid, new_matches jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with payers as (
    select c.user_id, c.stopped_by, app.is_payer_screened(c) screened from public.payer_screenings c
      where c.due_id = target_due
       and not exists (select from public.movements o where o.reverses_id = c.movement_id and o.direction = 'off')),
  names as (
    select h.user_id, h.stopped_by from public.transfer_parties h where h.order_id = target_due
    union all select p.user_id, p.stopped_by from payers p),
  recorded_matches as (
    select n.user_id, s.* from names n
      cross join lateral jsonb_to_recordset(n.stopped_by) s(source text, ref text, hash text, at timestamptz)),
  matches as (
    select s.user_id, s.source, s.ref, s.hash from recorded_matches s
    union select n.user_id, f.* from names n
      cross join jsonb_to_recordset(new_matches) f(source text, ref text, hash text))
  select not exists (select from payers p where not p.screened) and not exists (
    select from matches m
     where not exists (select from public.name_hits n where n.user_id = m.user_id and n.source = m.source
         and n.party_ref = m.ref and n.pair_hash = m.hash and n.state = 'cleared')
       and not exists (select from recorded_matches s
         join public.proposals p on p.kind = 'release' and p.subject = target_due::text and p.state = 'approved'
           and p.decided_at >= s.at
        where s.source = m.source and s.ref = m.ref and s.hash = m.hash))
$function$
;

CREATE OR REPLACE FUNCTION app.are_names_cleared_for_staff(target_due uuid, new_matches jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app.can_access_all_rows() and app.are_names_cleared(target_due, new_matches)
$function$
;

CREATE OR REPLACE FUNCTION app.are_unrelated(account_a uuid, account_b uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ((account_a <> account_b) AND (NOT app.is_same_person(account_a, account_b)) AND (NOT (EXISTS ( SELECT
            FROM account_links l
           WHERE ((l.account_a = LEAST(are_unrelated.account_a, are_unrelated.account_b)) AND (l.account_b = GREATEST(are_unrelated.account_a, are_unrelated.account_b)) AND (NOT (l.kinds <@ ARRAY['wallet'::text, 'bank'::text])))))) AND (NOT ((EXISTS ( SELECT
            FROM (identity_hashes m
              JOIN identity_hashes n ON (((n.hash = m.hash) AND (n.kind = 'bank'::text))))
           WHERE ((m.user_id = are_unrelated.account_a) AND (n.user_id = are_unrelated.account_b) AND (m.kind = 'bank'::text)))) AND ((EXISTS ( SELECT
            FROM (movements a
              JOIN movements b ON ((app.account_digits(b.account) = app.account_digits(a.account))))
           WHERE ((a.user_id = are_unrelated.account_a) AND (b.user_id = are_unrelated.account_b) AND (a.account IS NOT NULL)))) OR (EXISTS ( SELECT
            FROM (transactions a
              JOIN transactions b ON (((app.account_digits(b.account_number) = app.account_digits(a.account_number)) AND (lower(btrim(b.account_holder_name)) = lower(btrim(a.account_holder_name))))))
           WHERE ((a.user_id = are_unrelated.account_a) AND (b.user_id = are_unrelated.account_b) AND (a.account_number <> ''::text))))))));
END
;

CREATE OR REPLACE FUNCTION app.assign_scam_report(report uuid, indicators jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare new_report public.scam_reports; indicator_ids uuid[]; target_case uuid;
begin
  select * into new_report from public.scam_reports r where r.id = report and r.user_id = app.user_id();
  if not found or exists (select from public.scam_report_indicators l where l.report_id = report)
  then raise exception 'only the reporter can assign a new report, and only once' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('scam matters', 0));
  insert into public.scam_indicators (kind, scope, value, scam_case_id, first_at, last_at)
    select f.kind, f.scope, f.value, case when f.kind <> 'name' then new_report.scam_case_id end, new_report.created_at,
      new_report.created_at
      from jsonb_to_recordset(indicators) f (kind text, scope text, value text)
    on conflict (kind, scope, value) do update set last_at = greatest(scam_indicators.last_at, excluded.last_at);
  insert into public.scam_report_indicators (report_id, indicator_id, user_id, given)
    select report, i.id, new_report.user_id, f.given
      from jsonb_to_recordset(indicators) f (kind text, scope text, value text, given text)
        join public.scam_indicators i on (i.kind, i.scope, i.value) = (f.kind, f.scope, f.value);
  indicator_ids := array(select l.indicator_id from public.scam_report_indicators l where l.report_id = report);
  select m.id into target_case from public.scam_cases m
    where m.id = new_report.scam_case_id or m.id in (select i.scam_case_id from public.scam_indicators i
      where i.id = any(indicator_ids) and not i.is_shared)
    -- Prefers a shared case over the report's own case, even if a later report opened the shared case.
    order by m.id = new_report.scam_case_id, m.opened_at, m.id limit 1;
  -- Waits for a concurrent verdict or publication.
  perform from public.scam_cases m where m.id = target_case for update;
  update public.scam_reports set scam_case_id = target_case where id = report;
  update public.scam_indicators set scam_case_id = target_case where scam_case_id = new_report.scam_case_id;
  update public.scam_cases m set last_report_at = greatest(m.last_report_at, new_report.created_at),
      waits_since = least(coalesce(m.waits_since, new_report.created_at), new_report.created_at)
    where m.id = target_case;
  delete from public.scam_cases where id = new_report.scam_case_id and id <> target_case;
  perform app.recount_scams(array[target_case], indicator_ids);
  return target_case;
end $function$
;

CREATE OR REPLACE FUNCTION app.audit_entry_erased(entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return app.can_access_all_rows() and exists (select from public.audit_log l where l.id = entry
    and l.erased_at is not null);
end $function$
;

CREATE OR REPLACE FUNCTION app.audit_entry_exists(entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return app.can_access_all_rows() and exists (select from public.audit_log l where l.id = entry);
end $function$
;

CREATE OR REPLACE FUNCTION app.authenticate_batch(batch uuid)
 RETURNS TABLE(id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  select u.id, u.email, u.name, null::uuid,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         2147483647, 0, u.second_factor
    into authenticate_batch.id, authenticate_batch.email, authenticate_batch.name, authenticate_batch.session_id,
      authenticate_batch.roles,
         authenticate_batch.confirmed_ago, authenticate_batch.used_ago, authenticate_batch.factor
    from public.bank_line_batches b join auth."user" u on u.id = b.person_id
   where b.id = authenticate_batch.batch and b.finished_at is null and b.created_at > now() - interval '1 day'
     and u."emailVerified";
  if authenticate_batch.id is null then return; end if;
  authenticate_batch.factor_needed := not authenticate_batch.factor
    and authenticate_batch.roles && '{admin,compliance,finance,support,instructor}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  authenticate_batch.other_accounts := array(select app.likely_accounts(authenticate_batch.id));
  if authenticate_batch.factor_needed or exists (select from app.effective_freezes(authenticate_batch.id))
    then authenticate_batch.roles := '{}'; end if;
  perform set_config('app.other_accounts', authenticate_batch.other_accounts::text, true),
          set_config('app.user_id', authenticate_batch.id::text, true),
          set_config('app.roles', array_to_string(authenticate_batch.roles, ','), true),
          set_config('app.all_rows',
            case when authenticate_batch.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true);
  return next;
end $function$
;

CREATE OR REPLACE FUNCTION app.authenticate_key(key_hash text, scope text, is_serial boolean DEFAULT false)
 RETURNS TABLE(id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare found record;
begin
  select * into found from app.find_api_key(key_hash) k where scope = any (k.scopes);
  if found.id is null then return; end if;
  if is_serial then
    perform pg_advisory_xact_lock(hashtextextended(found.user_id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
    -- The key may have been revoked while this call waited for the lock.
    if not exists (select from app.find_api_key(key_hash)) then return; end if;
  end if;
  select u.id, u.email, u.name, found.id, '{}'::text[], case when scope in ('orders:place', 'orders:sell') then 0 else 2000000000 end, 0,
         u.second_factor, false, '{}'::uuid[]
    into authenticate_key.id, authenticate_key.email, authenticate_key.name, session_id, roles, confirmed_ago,
      used_ago, factor,
         factor_needed, other_accounts
    from auth."user" u where u.id = found.user_id;
  perform set_config('app.user_id', found.user_id::text, true), set_config('app.roles', '', true),
          set_config('app.all_rows', '', true);
  return next;
end $function$
;

CREATE OR REPLACE FUNCTION app.authenticate_recurring_buy(recurring_buy uuid, due_by date)
 RETURNS TABLE(id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Takes the lock of the customer's serialized calls, so that each order counts the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended(b.user_id::text, 0)),
          set_config('plan_cache_mode', 'force_generic_plan', true)
    from public.recurring_buys b where b.id = recurring_buy;
  return query select u.id, u.email, u.name, null::uuid, '{}'::text[], 0, 0, u.second_factor, false, '{}'::uuid[]
    from public.recurring_buys b join auth."user" u on u.id = b.user_id
   where b.id = recurring_buy and b.paused_at is null and b.next_on <= due_by and u."emailVerified";
  if not found then return; end if;
  perform set_config('app.user_id', b.user_id::text, true), set_config('app.roles', '', true),
          set_config('app.all_rows', '', true)
    from public.recurring_buys b where b.id = recurring_buy;
end $function$
;

CREATE OR REPLACE FUNCTION app.authenticate_session(session_token text, is_serial boolean DEFAULT false)
 RETURNS TABLE(id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         extract(epoch from now() - s.confirmed_at)::integer, extract(epoch from now() - s.used_at)::integer,
         u.second_factor
    into authenticate_session.id, authenticate_session.email, authenticate_session.name,
      authenticate_session.session_id, authenticate_session.roles, authenticate_session.confirmed_ago,
      authenticate_session.used_ago, authenticate_session.factor
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified"
     and not s.awaiting_mfa and s.used_at > now() - interval '24 hours';
  if authenticate_session.id is null then return; end if;
  -- Serialized calls run large statements with key lookups, where a generic plan is cheaper than custom plans.
  if is_serial then
    perform pg_advisory_xact_lock(hashtextextended(authenticate_session.id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
  end if;
  authenticate_session.factor_needed := not authenticate_session.factor
    and authenticate_session.roles && '{admin,compliance,finance,support,instructor}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  authenticate_session.other_accounts := '{}';
  if authenticate_session.roles <> '{}' then
    authenticate_session.other_accounts := array(select app.likely_accounts(authenticate_session.id));
    perform set_config('app.other_accounts', authenticate_session.other_accounts::text, true);
    if authenticate_session.factor_needed or exists (select from app.effective_freezes(authenticate_session.id))
      then authenticate_session.roles := '{}'; end if;
  end if;
  perform set_config('app.user_id', authenticate_session.id::text, true),
          set_config('app.roles', array_to_string(authenticate_session.roles, ','), true),
          set_config('app.all_rows', case when authenticate_session.roles && '{admin,compliance,finance,support}'
            then 'yes' else '' end, true)
    -- The session may have ended while this call waited for the lock.
    where not is_serial or exists (select from auth.session s where s.id = authenticate_session.session_id
      and s.token = session_token);
  if found then return next; end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.available_movements(target_due uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id
    FROM movements m
   WHERE (((m.order_id = available_movements.target_due) OR (m.payment_id = available_movements.target_due)) AND (m.direction = 'in'::text) AND (app.movement_remaining(m.id) > (0)::numeric));
END
;

CREATE OR REPLACE FUNCTION app.bank_lines_to_anonymize(today date)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT l.id
    FROM bank_lines l
   WHERE ((l.dismissal_reason IS NOT NULL) AND (l.movement_id IS NULL) AND ((l.payer <> ''::text) OR (l.payer_account <> ''::text) OR (l.payer_bank <> ''::text) OR (l.details <> ''::text)) AND (l.moved_on < (bank_lines_to_anonymize.today - '7 years'::interval)) AND (l.recorded_at < (bank_lines_to_anonymize.today - '7 years'::interval)));
END
;

CREATE OR REPLACE FUNCTION app.can_access_all_rows()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.all_rows'::text, true), ''::text) = 'yes'::text)
;

CREATE OR REPLACE FUNCTION app.can_answer_appeal(publication uuid, account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select not exists (select from public.scam_publications p join public.scam_verdicts v on v.id = p.verdict_id
      join public.proposals a on a.id = p.proposal_id
     where p.id = publication and (account in (v.decided_by, a.proposed_by, a.decided_by)
       or app.is_same_person(account, v.decided_by) or app.is_same_person(account, a.proposed_by)
       or app.is_same_person(account, a.decided_by)))
$function$
;

CREATE OR REPLACE FUNCTION app.can_decide_launches()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.has_role('compliance'::text) OR app.has_role('admin'::text))
;

CREATE OR REPLACE FUNCTION app.can_decide_scams()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.is_system() OR app.has_role('compliance'::text) OR app.has_role('admin'::text))
;

CREATE OR REPLACE FUNCTION app.can_edit_courses()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.has_role('instructor'::text) OR app.has_role('admin'::text))
;

CREATE OR REPLACE FUNCTION app.can_erase_customer(customer uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare erasable boolean; was_erasing boolean := app.is_erasing();
begin
  today := least(today, app.today());
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  perform app.start_erasure();
  erasable := exists (select from public.profiles p where p.id = customer and p.closed_at < today - interval '7 years')
    and exists (select from public.retention_deadlines m where m.user_id = customer and m.subject_type = 'customer')
    and not exists (select from public.retention_deadlines m where m.user_id = customer and m.erased_at is null
      and m.kept_until >= today)
    and not exists (select from public.cases c where c.user_id in (select app.same_person_accounts(customer))
      and coalesce(app.case_closed_at(c.id), 'infinity') >= today - interval '7 years')
    and not exists (select from public.transaction_alerts a
      where a.user_id in (select app.same_person_accounts(customer)) and a.state <> 'closed')
    and not exists (select from app.effective_freezes(customer))
    and not exists (select from public.transactions t where t.user_id = customer and (t.held or t.awaits_staff
      or t.status in ('pending', 'processing') or app.last_movement_at(t.id) >= today - interval '7 years'))
    and not exists (select from public.payments p where p.user_id = customer and (p.awaits_staff
      or greatest(p.created_at, p.closed_at, app.last_movement_at(p.id)) >= today - interval '7 years'));
  if not was_erasing then perform app.finish_erasure(); end if;
  return erasable;
end $function$
;

CREATE OR REPLACE FUNCTION app.can_erase_movement(target_movement uuid, today date)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select not exists (select from app.related_movements(target_movement) w (id) join public.movements m on m.id = w.id
    where case when m.user_id is null then app.unallocated_remaining(m.id) > 0
      else not exists (select from public.retention_deadlines e
          where e.subject_id = coalesce(m.order_id, m.payment_id) and e.erased_at is not null)
        and not app.can_erase_order(m.order_id, today) and not app.can_erase_payment(m.payment_id, today)
        and not app.can_erase_customer(m.user_id, today) end)
$function$
;

CREATE OR REPLACE FUNCTION app.can_erase_order(target_order uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare erasable boolean; was_erasing boolean := app.is_erasing();
begin
  today := least(today, app.today());
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  perform app.start_erasure();
  erasable := exists (select from public.transactions t
      join public.retention_deadlines m on m.subject_type = 'order' and m.subject_id = t.id
     where t.id = target_order and m.kept_until < today and m.erased_at is null and not t.held and not t.awaits_staff
       and t.status in ('completed', 'failed', 'cancelled')
       and greatest(coalesce(t.closed_at, t.created_at), app.last_movement_at(t.id)) < today - interval '7 years'
       and not app.has_case_since(t.id, (today - interval '7 years')::date)
       and not exists (select from app.effective_freezes(t.user_id))
       and not exists (select from public.transaction_alerts a where a.transaction_id = t.id and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id in (select app.same_person_accounts(t.user_id)) and app.case_closed_at(c.id) is null));
  if not was_erasing then perform app.finish_erasure(); end if;
  return erasable;
end $function$
;

CREATE OR REPLACE FUNCTION app.can_erase_payment(target_payment uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare erasable boolean; was_erasing boolean := app.is_erasing();
begin
  today := least(today, app.today());
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  perform app.start_erasure();
  erasable := exists (select from public.payments p
      join public.retention_deadlines m on m.subject_type = 'payment' and m.subject_id = p.id
     where p.id = target_payment and m.kept_until < today and m.erased_at is null and not p.held and not p.awaits_staff
       and (p.ended is not null or p.pay_in = 'received')
       and greatest(p.created_at, p.received_at, p.closed_at, app.last_movement_at(p.id)) < today - interval '7 years'
       and not exists (select from app.effective_freezes(p.user_id))
       and not exists (select from public.transaction_alerts a
         where a.user_id in (select app.same_person_accounts(p.user_id)) and a.transaction_id is null and a.state <> 'closed')
       and not exists (select from public.cases c where c.user_id in (select app.same_person_accounts(p.user_id))
         and coalesce(app.case_closed_at(c.id), 'infinity') >= today - interval '7 years'));
  if not was_erasing then perform app.finish_erasure(); end if;
  return erasable;
end $function$
;

CREATE OR REPLACE FUNCTION app.can_grade_projects()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.has_role('instructor'::text) OR app.has_role('admin'::text))
;

CREATE OR REPLACE FUNCTION app.can_manage_workshops()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.has_role('instructor'::text) OR app.has_role('support'::text) OR app.has_role('admin'::text))
;

CREATE OR REPLACE FUNCTION app.can_read_attendees()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.has_role('instructor'::text) OR app.can_access_all_rows())
;

CREATE OR REPLACE FUNCTION app.can_read_compliance()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.can_access_all_rows() AND ((app.user_id() IS NULL) OR (EXISTS (SELECT FROM user_roles r WHERE ((r.user_id = app.user_id()) AND (r.role = ANY (ARRAY['compliance'::text, 'admin'::text])))))))
;

CREATE OR REPLACE FUNCTION app.can_read_launches()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.is_system() OR app.has_role('compliance'::text) OR app.has_role('support'::text) OR app.has_role('admin'::text))
;

CREATE OR REPLACE FUNCTION app.can_read_scams()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.is_system() OR app.has_role('support'::text) OR app.has_role('compliance'::text) OR app.has_role('admin'::text))
;

CREATE OR REPLACE FUNCTION app.case_closed_at(target_case uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select greatest(c.closed_at, (select max(r.closed_at) from public.str_reports r where r.user_id = c.user_id and r.case_id = c.id))
    from public.cases c where c.id = target_case and c.state = 'closed' and not exists (select from public.str_reports r
      where r.user_id = c.user_id and r.case_id = c.id and r.state = 'draft')
$function$
;

CREATE OR REPLACE FUNCTION app.cash_line_of(line uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = line
    union select m.id, m.source_movement_id, m.reverses_id from chain w join public.movements m
      on m.id = w.source_movement_id or m.id = w.reverses_id)
  select l.id from chain w join public.bank_lines l on l.movement_id = w.id where l.cash limit 1
$function$
;

CREATE OR REPLACE FUNCTION app.change_role(proposal uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare approved public.proposals; account uuid; role_name text; operation text;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'role' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id() and p.customer_id = (p.payload ->> 'userId')::uuid;
  if approved.id is null then raise exception 'no role change was approved in this transaction'; end if;
  account := (approved.payload ->> 'userId')::uuid;
  role_name := approved.payload ->> 'role';
  operation := approved.payload ->> 'act';
  -- Serializes role changes: two admins cannot remove each other.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  if operation = 'grant' then
    if not exists (select from auth."user" u where u.id = account and u."emailVerified") then return 'closed'; end if;
    -- Waits for a freeze in progress.
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0))
      from (select x.id from app.same_person_accounts(account) x(id) order by 1) a;
    if app.is_frozen(account) then return 'stopped'; end if;
    -- Without a second factor, a thief with the password could set one up before the owner.
    if current_setting('app.staff_need_factor', true) = 'yes'
        and not (select u.second_factor from auth."user" u where u.id = account) then return 'no_factor'; end if;
    -- One person with two staff accounts could pass as two people.
    if exists (select from public.profiles p join public.profiles other using (date_of_birth)
        join public.user_roles r on r.user_id = other.id and r.role <> 'instructor'
      where p.id = account and other.id <> account
        and lower(other.first_name || other.last_name) = lower(p.first_name || p.last_name))
    then return 'other_account'; end if;
    insert into public.user_roles (user_id, role, granted_by) values (account, role_name, approved.proposed_by);
    return 'changed';
  end if;
  if role_name = 'admin' and not exists (select from public.user_roles r join auth."user" u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> account and u."emailVerified")
  then return 'last_admin'; end if;
  delete from public.user_roles r where r.user_id = account and r.role = role_name;
  return 'changed';
end $function$
;

CREATE OR REPLACE FUNCTION app.check_appeal_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_same_person(new.decided_by, new.user_id) or exists (select from public.scam_publications p
    where p.id = new.publication_id and app.has_reported(p.scam_case_id, new.decided_by))
  then raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_appeal_reviewer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.state <> 'open' and exists (select from public.scam_publications p join public.scam_verdicts v on v.id = p.verdict_id
      join public.proposals a on a.id = p.proposal_id
     where p.id = new.publication_id and (app.is_same_person(new.decided_by, v.decided_by)
       or new.decided_by in (v.decided_by, a.proposed_by, a.decided_by)
       or app.is_same_person(new.decided_by, a.proposed_by) or app.is_same_person(new.decided_by, a.decided_by)))
  then raise exception 'an appeal requires a person who did not decide before' using errcode = 'check_violation', constraint = 'appeal_by_another'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_award()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare changed text[]; is_own boolean := app.user_id() in (select app.same_person_accounts(new.user_id));
begin
  if tg_op = 'INSERT' then
    if is_own or new.address is not null or new.released_at is not null or new.sent_at is not null
      or not exists (select from public.workshop_registrations r where r.id = new.registration_id
        and r.user_id = new.user_id and r.session_id = new.session_id and r.checked_in_at is not null)
    then raise exception 'award requires attendance' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if app.is_erasing() then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() and old.released_at is null and changed <@ array['address', 'named_at'] then
    if old.address <> new.address then
      new.earlier := old.earlier || jsonb_build_object('address', old.address, 'named_at', old.named_at);
    end if;
    return new; end if;
  if not is_own and old.released_at is null and changed <@ array['proposal_id', 'released_at'] and exists (
    select from public.proposals p where p.id = new.proposal_id and p.kind = 'award' and p.state = 'approved'
      and p.proposed_by not in (select app.same_person_accounts(new.user_id))
      and p.decided_by not in (select app.same_person_accounts(new.user_id))
      and p.payload -> 'awards' @> jsonb_build_array(
        jsonb_build_object('id', new.id, 'address', new.address, 'lgm', new.lgm)))
  then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  if not is_own and old.sent_at is null and changed <@ array['transaction_hash', 'sent_at', 'sent_by'] then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION app.check_bank_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and app.is_erasing() and current_user <> 'cryptocommerce_app'
    and new.movement_id is null and new.dismissal_reason = 'erased' then return new; end if;
  if new.dismissal_reason = 'erased' or (tg_op = 'UPDATE' and (old.dismissal_reason = 'erased'
      or (old.movement_id is not null and new.movement_id is distinct from old.movement_id)))
  then raise exception 'bank line is already used or erased' using errcode = 'check_violation'; end if;
  if new.movement_id is not null and not exists (select from public.movements m where m.id = new.movement_id
      and m.direction = 'in' and m.source_movement_id is null and m.rail = 'bank' and m.asset = new.currency
        and m.amount = new.amount)
  then raise exception 'bank line does not match the movement' using errcode = 'check_violation'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_certificate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare content jsonb;
begin
  if tg_op = 'UPDATE' then
    if (new.revoked_at, new.revoked_reason, new.revoked_by) is distinct from (old.revoked_at, old.revoked_reason, old.revoked_by)
      and (app.user_id() is null or app.user_id() = old.user_id)
      or new.shows_name <> old.shows_name and app.user_id() is distinct from old.user_id
    then raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  select v.content into content from public.user_enrollments e join public.course_versions v on v.id = e.version_id
   where e.id = new.enrollment_id and e.version_id = new.version_id and e.course_id = new.course_id
     and e.enrollment_status = 'active'
     and (v.number, v.content ->> 'title', v.content -> 'certificate' ->> 'title')
       = (new.version_number, new.course_title, new.title)
     and (v.content -> 'project' ->> 'passPercent')::smallint is not distinct from new.project_pass;
  if content is null
    or exists (select from jsonb_array_elements(content -> 'sections') s, jsonb_array_elements(s -> 'units') u
        where not exists (select from public.unit_progress p where p.enrollment_id = new.enrollment_id
          and p.user_id = new.user_id and p.unit = u ->> 'id' and p.done_at is not null))
    or exists (select from jsonb_array_elements(content -> 'sections') s
        where s -> 'quiz' <> 'null' and not exists (select from public.quiz_tries t
          where t.enrollment_id = new.enrollment_id and t.user_id = new.user_id and t.section = s ->> 'id' and t.passed))
    or new.project_pass is not null and not exists (select from public.project_submissions p
        where p.enrollment_id = new.enrollment_id and p.user_id = new.user_id and p.state = 'passed')
  then raise exception 'course is not completed'
    using errcode = 'check_violation', constraint = 'certificate_is_earned'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_clearing_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from public.proposals p where p.kind = 'match' and p.subject = new.id::text
      and p.state = 'approved' and p.decided_at = now() and p.decided_by = new.decided_by) then
    raise exception 'clearing a close match requires two people'
      using errcode = 'check_violation', constraint = 'match_cleared_by_two';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_complaint_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_erasing() then return new; end if;
  if new.decided_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a complaint of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.help_conversations c where c.id = new.conversation_id and c.complained_at is not null
    and (new.stage = 'first' or c.review_requested_at is not null))
  then raise exception 'nothing to decide' using errcode = 'check_violation', constraint = 'complaint_is_open'; end if;
  if new.stage = 'review' and exists (select from public.complaint_decisions d where d.conversation_id = new.conversation_id
    and d.stage = 'first' and new.decided_by in (select app.same_person_accounts(d.decided_by)))
  then raise exception 'a review requires a second person' using errcode = 'check_violation', constraint = 'complaint_second_person'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_completed_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'completed work cannot change' using errcode = 'check_violation', constraint = 'learned_once';
end $function$
;

CREATE OR REPLACE FUNCTION app.check_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.price_usd <> old.price_usd and app.user_id() is not null and not app.has_role('admin') then
    raise exception 'only an admin can set the price of a course' using errcode = 'insufficient_privilege'; end if;
  if new.state <> old.state and (new.state = 'draft'
    or not exists (select from public.course_versions v where v.course_id = new.id))
  then raise exception 'course has no published version' using errcode = 'check_violation', constraint = 'course_has_a_version'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_course_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (tg_op = 'INSERT' or new.price_usd <> old.price_usd) and new.price_usd >= app.kyc_threshold_usd()
  then raise exception 'course price reaches the KYC threshold' using errcode = 'check_violation', constraint = 'stays_below_threshold'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_declared_risk()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare levels constant text[] := array['low', 'medium', 'high', 'critical'];
begin
  if new.user_id is distinct from app.user_id() then return new; end if;
  if (old.pep_status and not new.pep_status)
     or (old.high_risk_jurisdiction and not new.high_risk_jurisdiction)
     or (old.enhanced_due_diligence_required and not new.enhanced_due_diligence_required)
     or not old.edd_triggers <@ new.edd_triggers
     or array_position(levels, new.occupation_risk_level) < array_position(levels, old.occupation_risk_level)
     or new.sanctions_check_result is distinct from old.sanctions_check_result then
    raise exception 'only an approved review can lower the risk rating'
      using errcode = 'check_violation', constraint = 'declared_risk_not_lowered';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_draft_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.number <> old.number + 1 then
    raise exception 'draft was saved by another request' using errcode = 'check_violation', constraint = 'draft_counts_on'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_enrollment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  changed text[];
  staff_columns text[] := array['granted_until', 'staff_id', 'staff_reason', 'revoked_at'];
begin
  if new.enrollment_status = 'active' and new.granted_by = 'payment'
    and (tg_op = 'INSERT' or (old.enrollment_status, old.granted_by) is distinct from (new.enrollment_status, new.granted_by))
    and not exists (select from public.payments p where p.payable = 'course' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'enrollment has no received payment' using errcode = 'check_violation'; end if;
  if tg_op = 'INSERT' and new.also_granted_by is not null then
    raise exception 'enrollment has no earlier grant' using errcode = 'insufficient_privilege'; end if;
  if tg_op = 'INSERT' or (app.can_access_all_rows() and new.user_id is distinct from app.user_id())
    then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if changed <@ array['read_until', 'place_unit', 'place_block']
    or (changed = array['enrollment_status'] and old.enrollment_status = 'pending_payment' and new.enrollment_status = 'ended')
    or (changed <@ (staff_columns || array['enrollment_status', 'granted_by', 'active_since', 'version_id'])
      and new.enrollment_status = 'active' and (old.enrollment_status = 'pending_payment'
        or old.enrollment_status = 'active' and (old.granted_by = 'staff' and old.granted_until <= new.active_since
          or old.granted_by = 'plan' and not app.has_active_plan(old.user_id, new.active_since)))
      and exists (select from public.courses c where c.id = new.course_id and c.state = 'published'
        and case new.granted_by when 'free' then c.price_usd = 0
          when 'plan' then app.has_active_plan(new.user_id, new.active_since) else false end))
  then return new; end if;
  raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION app.check_enrollment_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' or old.enrollment_status <> 'active'
    or (old.granted_by <> 'payment' and old.granted_by <> new.granted_by)
    or (old.granted_by = 'staff' and new.granted_by = 'staff'
      and coalesce(new.granted_until, 'infinity') > coalesce(old.granted_until, 'infinity'))
  then perform app.refuse_while_frozen(new.user_id, new.id, 'order'); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_filed_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_erasing() and current_user <> 'cryptocommerce_app' then return new; end if;
  raise exception 'a filed report cannot change' using errcode = 'check_violation', constraint = 'stays_as_filed';
end $function$
;

CREATE OR REPLACE FUNCTION app.check_freeze_of_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app.lock_freezes(new.user_id);
  if new.cause <> 'not_me' and app.is_staff_person(new.user_id) then
    raise exception 'staff roles must be removed before this person is frozen'
      using errcode = 'check_violation', constraint = 'desk_is_not_frozen_by_one';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_help_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_erasing() then return new; end if;
  if old.complained_at is not null and (new.complained_at, new.acknowledge_by, new.decide_by)
      is distinct from (old.complained_at, old.acknowledge_by, old.decide_by)
    or old.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at
    or old.review_requested_at is not null and (new.review_requested_at, new.review_by)
      is distinct from (old.review_requested_at, old.review_by)
  then raise exception 'complaint dates are fixed' using errcode = 'check_violation', constraint = 'complaint_dates_fixed'; end if;
  if new.review_requested_at is distinct from old.review_requested_at and (app.user_id() is distinct from new.user_id
    or not exists (select from public.complaint_decisions d where d.conversation_id = new.id and d.stage = 'first'))
  then raise exception 'complaint has no decision to review' using errcode = 'check_violation', constraint = 'complaint_is_decided'; end if;
  if app.user_id() = new.user_id and (new.owner_id, new.acknowledged_at) is distinct from (old.owner_id, old.acknowledged_at)
  then raise exception 'customers cannot change this field' using errcode = 'insufficient_privilege'; end if;
  if new.state = 'closed' and new.complained_at is not null
    and (select count(*) from public.complaint_decisions d where d.conversation_id = new.id)
      < 1 + (new.review_requested_at is not null)::int
  then raise exception 'complaint is not decided' using errcode = 'check_violation', constraint = 'complaint_is_decided'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_help_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from public.files f where f.id = new.file_id and f.user_id = new.user_id
    and f.purpose = 'help-file' and f.state in ('clean', 'being_checked'))
  then raise exception 'help file is missing or unusable' using errcode = 'check_violation', constraint = 'help_file_usable'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_help_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.is_erasing() and new.author_id <> new.user_id and new.author_id in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_incoming_movement(new_movement movements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare source public.movements; first_part public.movements; due_id uuid := coalesce(new_movement.order_id, new_movement.payment_id);
begin
  if due_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lines of ' || due_id, 0));
    if not new_movement.is_surplus and exists (select from public.movements m
        where (m.order_id = due_id or m.payment_id = due_id) and m.direction = 'in' and not m.is_surplus
        and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off'))
    then raise exception 'order or payment already has a pay-in' using errcode = 'check_violation'; end if;
  end if;
  if new_movement.source_movement_id is null then
    if new_movement.reference_key like '% /%' then
      select * into first_part from public.movements m
       where m.reference_key = split_part(new_movement.reference_key, ' /', 1) and m.direction = 'in';
      if first_part.id is null or first_part.rail <> new_movement.rail or ((first_part.account, first_part.address)
        is distinct from (new_movement.account, new_movement.address)
        and not (first_part.account is null and first_part.address is null))
      then raise exception 'part does not match the first part of its bank line' using errcode = 'check_violation'; end if;
    end if;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || new_movement.source_movement_id, 0));
  select * into source from public.movements where id = new_movement.source_movement_id;
  if (source.asset, source.rail, source.bank, source.account, source.holder, source.address, source.tag,
      date_trunc('milliseconds', source.moved_at), source.day_only)
    is distinct from (new_movement.asset, new_movement.rail, new_movement.bank, new_movement.account, new_movement.holder, new_movement.address, new_movement.tag,
      date_trunc('milliseconds', new_movement.moved_at), new_movement.day_only)
  then raise exception 'movement does not match its source movement' using errcode = 'check_violation'; end if;
  if due_id is null then
    if source.direction <> 'off' or source.amount <> new_movement.amount
    then raise exception 'movement does not match its source movement' using errcode = 'check_violation'; end if;
  elsif source.user_id is not null or source.direction <> 'in' or new_movement.amount > app.unallocated_remaining(source.id)
  then raise exception 'amount exceeds the remainder of the movement' using errcode = 'check_violation';
  elsif source.reference_key like '% /%'
    and (new_movement.recorded_by = source.recorded_by or app.is_same_person(new_movement.recorded_by, source.recorded_by))
  then raise exception 'a second person must allocate the next part of this bank line' using errcode = 'check_violation'; end if;
  if due_id is not null then
    perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
      from app.source_accounts(new_movement.source_movement_id) c where c.user_id <> new_movement.user_id order by c.user_id,
        c.order_id;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_launch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare has_open_question boolean;
begin
  if app.is_erasing() then return new; end if;
  has_open_question := exists (select from public.launch_questions q
    where q.submission_id = new.id and q.answered_at is null);
  if old.status not in ('submitted', 'waiting_for_founder') then
    raise exception 'launch is closed' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  if new.status in ('submitted', 'waiting_for_founder')
    and (new.status = 'waiting_for_founder') <> has_open_question then
    raise exception 'status does not match the open questions' using errcode = 'check_violation', constraint = 'launch_waits_as_asked'; end if;
  if new.status = 'withdrawn' and app.user_id() is distinct from new.user_id then
    raise exception 'only the founder can withdraw a launch' using errcode = 'insufficient_privilege'; end if;
  if new.status in ('accepted', 'declined', 'not_enough') then
    if has_open_question then raise exception 'launch has an open question'
      using errcode = 'check_violation', constraint = 'launch_question_open'; end if;
    if not exists (select from public.launch_decisions d where d.submission_id = new.id
      and (d.outcome, d.reason_code, d.decided_at) = (new.status, new.reason_code, new.decided_at))
    then raise exception 'no such decision' using errcode = 'check_violation', constraint = 'launch_as_decided'; end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_launch_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_erasing() then return new; end if;
  if new.decided_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a launch of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.launch_submissions s where s.id = new.submission_id
    and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'launch is already decided' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_launch_question()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' and tg_table_name = 'launch_questions' and new.asked_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.launch_submissions s where s.id = new.submission_id
    and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'launch is already decided' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_launch_whitepaper()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from public.files f where f.id = new.whitepaper_file and f.user_id = new.user_id
    and f.purpose = 'launch-whitepaper' and f.state in ('clean', 'being_checked'))
  then raise exception 'whitepaper file is missing or unusable' using errcode = 'check_violation', constraint = 'launch_paper_is_one'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_link_of_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.state = old.state then return new; end if;
  perform app.lock_freezes(new.account_a), app.lock_freezes(new.account_b);
  if new.state = 'joined' then
    if app.has_shared_freeze(new) and (app.is_staff_person(new.account_a) or app.is_staff_person(new.account_b)) then
      raise exception 'staff roles must be removed before this person is frozen'
        using errcode = 'check_violation', constraint = 'desk_is_not_frozen_by_one';
    end if;
  elsif app.has_shared_freeze(old) and not exists (select from public.proposals p where p.kind = 'split'
      and p.state = 'approved' and p.subject = new.account_a || ':' || new.account_b and p.decided_at = now()
      and p.decided_by = new.decided_by) then
    raise exception 'separating accounts of a frozen customer requires two people'
      using errcode = 'check_violation', constraint = 'split_by_two_people';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_list_removal_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.user_id() is not null and not exists (select from public.proposals p where p.kind = 'list'
      and p.subject = 'local' and p.state = 'approved' and p.decided_at = now() and p.decided_by = app.user_id()) then
    raise exception 'removing an entry of our own list requires two people' using errcode = 'check_violation', constraint = 'list_by_two_people';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_moved_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from public.movements m where m.source_movement_id = new.id)
  then raise exception 'money moved off an order must be recorded elsewhere' using errcode = 'check_violation'; end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare approved public.proposals; reversed_movement public.movements; target_order public.transactions;
  due_id uuid := coalesce(new.order_id, new.payment_id);
begin
  if new.direction = 'in' then
    perform app.check_incoming_movement(new);
    return new;
  end if;
  select * into target_order from public.transactions where id = new.order_id;
  if new.reverses_id is not null then
    select * into reversed_movement from public.movements where id = new.reverses_id 
      and coalesce(order_id, payment_id) is not distinct from due_id;
    if reversed_movement.id is null or reversed_movement.asset <> new.asset
      or (reversed_movement.amount <> new.amount and not (new.direction = 'back' and new.order_id is null))
      or (new.direction in ('back', 'off')) <> (reversed_movement.direction = 'in')
      or (new.direction in ('back', 'off') and due_id is not null
        and new.reverses_id not in (select app.available_movements(due_id)))
      or (new.direction = 'off' and app.movement_remaining(new.reverses_id) <> new.amount)
    then raise exception 'movement does not match the movement that it reverses' using errcode = 'check_violation'; end if;
  end if;
  select * into approved from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = coalesce(due_id, case new.direction when 'back'
      then new.reverses_id else reversed_movement.reverses_id end)::text;
  if approved.id is null or exists (select from public.proposals u
      where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = approved.id::text)
  then raise exception 'movement has no approved proposal' using errcode = 'check_violation'; end if;
  if new.direction = 'bounced' then
    if approved.payload ->> 'left' is distinct from new.reverses_id::text
    then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if new.direction = 'off' then
    if target_order.held or approved.payload ->> 'of' is distinct from new.reverses_id::text
      or (not reversed_movement.is_surplus and target_order.pay_out not in ('none', 'failed'))
    then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
    perform app.refuse_while_frozen(new.user_id, due_id, 'out');
    return new;
  end if;
  if due_id is null then
    perform app.check_unallocated_return(new);
  else
    if not app.is_return_decided(due_id, new.user_id, case new.direction when 'back' then new.reverses_id end)
      and (case new.direction
        when 'back' then app.is_frozen(new.user_id)
          or exists (select from app.freezes_by_source(new.account, new.address, new.tag))
        else exists (select from app.freezes_of_order(due_id)) end)
    then raise exception 'money of a frozen person cannot move'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen'; end if;
    perform app.refuse_while_frozen(new.user_id, due_id,
      case new.direction when 'back' then 'return' else 'out' end);
  end if;
  if new.direction = 'back' and new.payment_id is not null then perform app.check_payment_return(new); end if;
  if target_order.held or (approved.payload ->> 'amount')::numeric <> new.amount
    or (approved.payload ->> 'unit', approved.payload ->> 'account', approved.payload ->> 'address',
      approved.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and target_order.pay_in is distinct from 'received')
    or (new.direction = 'back' and approved.payload ->> 'movementId' is distinct from new.reverses_id::text)
  then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
  if new.direction = 'out' and exists (select from public.movements m where m.order_id = due_id
      and m.direction = 'out' and not exists (select from public.movements b where b.reverses_id = m.id))
  then raise exception 'order already has a payout' using errcode = 'check_violation'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_news_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not coalesce((select c.given from public.marketing_consents c where c.user_id = new.user_id order by c.id desc limit 1), false)
  then raise exception 'recipient has not consented to marketing' using errcode = 'check_violation',
    constraint = 'news_with_consent'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_order_discount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Serializes the orders with a code, so that each counts the earlier uses.
  perform pg_advisory_xact_lock(hashtextextended('promo ' || new.promo_code_id, 0));
  if app.promo_refusal(new.promo_code_id) is not null then
    raise exception 'promo code cannot be used' using errcode = 'check_violation', constraint = 'promo_code_open';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_order_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    -- A sale whose coins were already sent is always accepted, on hold (decision A2).
    if not (new.held and new.type = 'sell' and new.pay_in = 'claimed' and new.pay_out = 'none'
        and new.status = 'pending') then
      perform app.refuse_while_frozen(new.user_id, new.id, 'order');
    end if;
    return new;
  end if;
  if new.user_id <> old.user_id then
    perform app.refuse_while_frozen(old.user_id, old.id, 'order');
  end if;
  if new.pay_in <> old.pay_in and new.pay_in not in ('awaiting', 'claimed', 'received') then
    perform app.refuse_while_frozen(new.user_id, new.id, 'return');
  elsif (new.pay_out <> old.pay_out and new.pay_out not in ('none', 'failed'))
      or (new.status <> old.status and new.status = 'completed') then
    perform app.refuse_while_frozen(new.user_id, new.id, 'out');
    if new.pay_out <> old.pay_out and new.pay_out in ('prepared', 'approved')
      and not app.are_names_cleared(new.id, '[]')
    then raise exception 'payout requires a clear sanctions screening of every payer'
      using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
  elsif new.status <> old.status and new.status in ('pending', 'processing') and old.status <> 'completed' then
    perform app.refuse_while_frozen(new.user_id, new.id, 'order');
  elsif old.held and not new.held then
    perform app.refuse_while_frozen(new.user_id, new.id, 'release');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_order_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare pay_in_id uuid; is_available boolean;
begin
  select m.id into pay_in_id from public.movements m where m.order_id = new.id and m.direction = 'in'
     and not m.is_surplus
     and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off');
  is_available := pay_in_id in (select app.available_movements(new.id));
  if new.pay_in <> old.pay_in and (case new.pay_in when 'received' then is_available is not true
      when 'returned' then is_available is not false else pay_in_id is not null end)
  then raise exception 'status does not match the recorded movements' using errcode = 'check_violation'; end if;
  if new.pay_out <> old.pay_out and (new.pay_out = 'sent') <> exists (select from public.movements m
      where m.order_id = new.id and m.direction = 'out' and not exists (select from public.movements b
        where b.reverses_id = m.id))
  then raise exception 'status does not match the recorded movements' using errcode = 'check_violation'; end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_order_warning()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  new.publication_id := (select p.id from public.scam_publications p where p.slug = new.slug);
  new.scam_case_id := coalesce((select p.scam_case_id from public.scam_publications p where p.slug = new.slug),
    (select i.scam_case_id from public.scam_indicators i where i.kind = 'wallet' and i.scope = new.scope
      and i.value = new.value));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_own_payment_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  shown_unpaid constant boolean := old.held and (old.claimed_at is null or old.reason_code is not null);
  is_claim constant boolean := (old.pay_in = 'awaiting' and new.pay_in = 'claimed')
    or (shown_unpaid and new.pay_in = old.pay_in and new.claimed_at is distinct from old.claimed_at);
begin
  if (old.pay_in <> new.pay_in and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
    or (old.ended is distinct from new.ended
      and not (old.ended is null and new.ended = 'cancelled' and (old.pay_in = 'awaiting' or shown_unpaid)))
    or (new.reason_code is not null and old.reason_code is distinct from new.reason_code)
    or old.part_agreed <> new.part_agreed
    or ((old.sender_address, old.wallet_type, old.transaction_hash, old.proof_file)
        is distinct from (new.sender_address, new.wallet_type, new.transaction_hash, new.proof_file)
      and not is_claim)
  then raise exception 'customers cannot change this field' using errcode = 'insufficient_privilege'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_payment_amount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.amount_jmd >= app.kyc_threshold_usd() * (select (s.value ->> 'buy')::numeric from public.setting_versions s
    where s.key = 'rates' order by s.valid_from desc, s.id desc limit 1)
  then raise exception 'payment reaches the KYC threshold' using errcode = 'check_violation', constraint = 'stays_below_threshold'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_payment_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform app.refuse_while_frozen(new.user_id, new.id, 'order');
    return new;
  end if;
  if new.pay_in <> old.pay_in and new.pay_in = 'returned'
  then perform app.refuse_while_frozen(new.user_id, new.id, 'return'); end if;
  if new.pay_in <> 'received' or new.ended is not null then new.held := false;
  elsif old.pay_in <> 'received' then new.held := app.is_payment_blocked(new.id, new.user_id);
  else new.held := old.held and (new.held or not app.is_system() or app.is_payment_blocked(new.id,
    new.user_id)); end if;
  if new.held then new.waiting_since := coalesce(old.waiting_since, new.updated_at); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_payment_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare pay_in_id uuid; is_available boolean;
begin
  select m.id into pay_in_id from public.movements m where m.payment_id = new.id and m.direction = 'in'
     and not m.is_surplus
     and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off');
  is_available := pay_in_id in (select app.available_movements(new.id));
  if (case new.pay_in when 'received' then is_available is not true when 'returned' then is_available is not false
      else pay_in_id is not null end)
  then raise exception 'status does not match the recorded movements' using errcode = 'check_violation'; end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_payment_return(new_movement movements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare remaining numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('line ' || new_movement.reverses_id, 0));
  remaining := app.movement_remaining(new_movement.reverses_id);
  if new_movement.amount > remaining then raise exception 'amount exceeds the remainder of the movement' using errcode = 'check_violation'; end if;
  if (select case when new_movement.amount < remaining then p.ended is null and not p.held else p.ended is not null end
      from public.payments p where p.id = new_movement.payment_id) is not true
  then raise exception 'refund does not fit the state of its payment' using errcode = 'check_violation'; end if;
  if not app.are_names_cleared(new_movement.payment_id, '[]') and not app.is_return_decided(new_movement.payment_id, new_movement.user_id)
  then raise exception 'refund requires a decision on the sanctions match'
    using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_profile_complete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from public.profiles p where p.id = new.user_id and p.display_name = '') then
    raise exception 'profile is incomplete' using errcode = 'check_violation', constraint = 'profile_is_complete';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_project_grade()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.marked_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'graders cannot grade their own work' using errcode = 'check_violation',
      constraint = 'own_matter_of_person';
  end if;
  if new.round = 2 and not exists (select from public.project_grades m
    where m.submission_id = new.submission_id and m.round = 1
      and m.marked_by not in (select app.same_person_accounts(new.marked_by)))
  then raise exception 'the second grade requires another grader' using errcode = 'check_violation', constraint = 'second_marker'; end if;
  if not exists (select from public.project_submissions s where s.id = new.submission_id
    and s.state = case new.round when 1 then 'waiting' else 'appealed' end)
  then raise exception 'project is not waiting for this grade' using errcode = 'check_violation', constraint = 'mark_is_due'; end if;
  if exists (select from public.project_submissions s join public.user_enrollments e on e.id = s.enrollment_id
    where s.id = new.submission_id and e.enrollment_status = 'ended')
  then raise exception 'enrollment has ended' using errcode = 'check_violation', constraint = 'mark_of_taken_course'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_project_submission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_erasing() then return new; end if;
  if new.state = 'appealed' then
    if exists (select from public.project_grades m where m.submission_id = new.id and m.round = 2) then
      raise exception 'project has already been graded twice' using errcode = 'check_violation', constraint = 'appeal_once'; end if;
  elsif not exists (select from public.project_grades m where m.submission_id = new.id
    and m.round = case old.state when 'waiting' then 1 else 2 end and m.passed = (new.state = 'passed'))
  then raise exception 'state does not match the grade' using errcode = 'check_violation', constraint = 'state_as_marked'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_publication()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from public.proposals p where p.id = new.proposal_id and p.kind = 'scam_warning' and p.state = 'approved'
    and new.scam_case_id = (select coalesce(m.merged_into, m.id) from public.scam_cases m where m.id = p.subject::uuid)
    and p.payload ->> 'verdictId' = new.verdict_id::text
    and p.payload ->> 'title' = new.title and p.payload ->> 'summary' = new.summary)
  then raise exception 'publishing a warning requires two people' using errcode = 'check_violation', constraint = 'published_by_two'; end if;
  if not exists (select from public.scam_verdicts v where v.id = new.verdict_id and v.scam_case_id = new.scam_case_id
    and v.verdict = new.verdict)
  then raise exception 'warning does not match its verdict' using errcode = 'check_violation', constraint = 'published_as_judged'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_published_indicator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare warning public.scam_publications;
begin
  select p.* into warning from public.scam_publications p where p.id = new.publication_id;
  if not exists (select from public.proposals a join public.scam_indicators i on i.id = new.indicator_id
     where a.id = warning.proposal_id and not i.is_shared and a.payload -> 'indicators' ? i.id::text
       and (i.scam_case_id = warning.scam_case_id or exists (select from public.scam_report_indicators l
         join public.scam_reports r on r.id = l.report_id where l.indicator_id = i.id
           and r.scam_case_id = warning.scam_case_id)))
  then raise exception 'indicator is not part of the approved warning' using errcode = 'check_violation', constraint = 'published_as_frozen'; end if;
  if app.verdict_of_all_indicators(warning.scam_case_id, array[new.indicator_id]) is distinct from warning.verdict_id
  then raise exception 'verdict does not cover this indicator' using errcode = 'check_violation', constraint = 'published_as_judged'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_publishers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from public.proposals p where p.id = new.proposal_id
    and (app.has_reported(new.scam_case_id, p.proposed_by) or app.has_reported(new.scam_case_id, p.decided_by)))
  then raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_registration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare changed text[]; is_own boolean := new.user_id is not distinct from app.user_id();
begin
  if new.status = 'confirmed' and (tg_op = 'INSERT' or old.status <> 'confirmed')
    and not exists (select from public.payments p where p.payable = 'workshop' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'registration has no received payment' using errcode = 'check_violation'; end if;
  if tg_op = 'UPDATE' and new.status = 'offered' and old.status <> 'offered' and (old.status <> 'waiting'
    or exists (select from public.workshop_registrations w where w.session_id = new.session_id
      and w.registration_mode = new.registration_mode and w.status = 'waiting'
      and (w.created_at, w.id) < (new.created_at, new.id)))
  then raise exception 'another registration has waited longer'
    using errcode = 'check_violation', constraint = 'first_come_first_served'; end if;
  if tg_op = 'INSERT' or (app.can_access_all_rows() and app.user_id() is null) then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if (case
    when changed && array['checked_in_at', 'checked_in_by'] then
      not is_own and app.can_manage_workshops() and new.status = 'confirmed'
        and changed <@ array['checked_in_at', 'checked_in_by']
    when app.can_access_all_rows() and not is_own then true
    when is_own and old.status <> new.status then
      (old.status = 'offered' and new.status = 'pending' and changed <@ array['status', 'payment_method'])
        or (old.status in ('waiting', 'offered', 'pending') and new.status = 'cancelled' and changed = array['status'])
    when is_own then old.moved_at is null and new.moved_at is not null and old.status = 'confirmed'
      and old.checked_in_at is null and new.moved_from = old.session_id and new.moved_from_mode = old.registration_mode
      and changed <@ array['session_id', 'registration_mode', 'moved_at', 'moved_from', 'moved_from_mode']
    else false end)
  then return new; end if;
  raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION app.check_registration_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (old.session_id, old.registration_mode) is distinct from (new.session_id, new.registration_mode)
  then perform app.refuse_while_frozen(new.user_id, new.id, 'order'); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_report_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare document public.scam_report_documents;
begin
  select d.* into document from public.scam_report_documents d where d.file_id = new.report_file;
  if document.file_id is not null and (document.report_id <> new.id
    or document.verdict_id is distinct from app.verdict_for_report(new.id)
    or exists (select from public.scam_report_documents n where n.report_id = new.id
      and n.generated_at > document.generated_at))
  then
    raise exception 'report file does not belong to this report' using errcode = 'check_violation', constraint = 'report_file_of_its_report';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_return_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from app.freezes_of_source_accounts(new.reverses_id))
    and not app.is_return_decided(coalesce(new.order_id, new.payment_id), new.user_id, new.reverses_id) then
    raise exception 'money of a frozen person cannot move'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_second_reviewer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (
    with recursive origin as (
      select m.id, m.source_movement_id source_id, m.recorded_by, false copied
        from public.movements m
        left join public.transactions t on t.id = m.order_id
        left join public.payments p on p.id = m.payment_id
       where m.direction = 'in' and m.address is not null
         and case new.direction when 'back' then m.id = new.reverses_id
           else m.order_id = new.order_id and not m.is_surplus
             and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off') end
         and (m.address <> t.sender_wallet_address or (p.id is not null and p.sender_address is distinct from m.address))
      union
      -- Money moved off another order copies its evidence, so the person who moved it did not enter the evidence.
      select m.id, case m.direction when 'off' then m.reverses_id else m.source_movement_id end, m.recorded_by,
          m.direction = 'off' or (m.source_movement_id is not null and m.order_id is null and m.payment_id is null)
        from origin o join public.movements m on m.id = o.source_id)
    select from origin o join public.proposals p on p.id = new.proposal_id
     where not o.copied and (p.decided_by = o.recorded_by or app.is_same_person(p.decided_by, o.recorded_by)))
  then raise exception 'a second person must check the evidence' using errcode = 'check_violation'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_session_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare actor uuid := case tg_op when 'INSERT' then new.proposed_by else new.decided_by end;
begin
  if not exists (select from auth.session s where s.token = current_setting('app.session_word', true)
      and s."userId" = actor and s."expiresAt" > now())
  then raise exception 'no valid session of this user' using errcode = 'insufficient_privilege'; end if;
  perform set_config('app.session_word', '', true);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_staff_enrollment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  changed text[];
  staff_columns text[] := array['granted_until', 'staff_id', 'staff_reason', 'revoked_at'];
begin
  if tg_op = 'INSERT' then
    if new.granted_by = 'staff' and app.is_same_person(new.staff_id, new.user_id) then
      raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
    end if;
    return new;
  end if;
  if old.granted_by = 'payment' and old.enrollment_status = 'active'
    and (new.granted_by, new.enrollment_status) <> ('payment', 'active')
    and exists (select from public.payments p where p.payable = 'course' and p.payable_id = new.id
      and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
  then raise exception 'a purchased course cannot be taken back' using errcode = 'check_violation', constraint = 'bought_stays'; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() or changed = '{}' then return new; end if;
  if app.user_id() is null or not changed && staff_columns and 'payment' in (old.granted_by, new.granted_by) then
    if changed && staff_columns then raise exception 'only staff or a plan can grant this enrollment' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if new.granted_by <> 'staff' or new.enrollment_status <> 'active' or new.staff_id is distinct from app.user_id()
    or not (app.has_role('support') or app.has_role('admin'))
    or not changed <@ (staff_columns || array['enrollment_status', 'granted_by', 'active_since', 'version_id'])
    or not (old.granted_by = 'staff' or old.enrollment_status = 'pending_payment'
      or old.granted_by = 'plan' and not app.has_active_plan(old.user_id, new.active_since))
  then raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege'; end if;
  if app.is_same_person(new.staff_id, new.user_id) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_staff_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.has_ever_held_role(new.id) then
    raise exception 'staff names cannot change' using errcode = 'check_violation', constraint = 'staff_keep_their_names';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.status = 'active' then
    perform pg_advisory_xact_lock(hashtextextended('plans of ' || new.user_id, 0));
    if not exists (select from public.payments p where p.payable = 'plan' and p.payable_id = new.id
        and p.user_id = new.user_id and p.pay_in = 'received' and p.ended is null)
    then raise exception 'subscription has no received payment' using errcode = 'check_violation'; end if;
    if exists (select from public.subscriptions s where s.user_id = new.user_id and s.id <> new.id
        and s.status = 'active' and s.start_date < new.end_date and new.start_date < s.end_date)
    then raise exception 'subscription overlaps an active subscription' using errcode = 'check_violation'; end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  is_valid boolean := old.status = 'pending' and old.pay_in = 'received' and old.pay_out = 'none'
    and old.price_holds_until is not null and new.assessment_pending
    and new.fee_amount_jmd = round(new.jmd_amount * new.fee_percent / 100, 2)
    and new.net_jmd_amount = new.jmd_amount - new.fee_amount_jmd
    and case new.type
      when 'buy' then new.fiat_amount = old.fiat_amount
        and new.jmd_amount <= new.fiat_amount * case new.fiat_currency when 'USD' then new.rate_used else 1 end
        and new.crypto_amount * new.price_usd_used * new.rate_used <= new.net_jmd_amount - new.network_cost_jmd
      else new.crypto_amount = old.crypto_amount and new.fiat_amount = new.net_jmd_amount
        and new.jmd_amount <= new.crypto_amount * new.price_usd_used * new.rate_used end
    and exists (select from public.setting_versions v where v.key = 'rates'
      and (v.value ->> new.type)::numeric = new.rate_used)
    and (exists (select from public.price_history h where h.symbol = new.crypto_symbol and h.price_usd = new.price_usd_used)
      or exists (select from public.crypto_prices c where c.symbol = new.crypto_symbol and c.price_usd = new.price_usd_used)
      or exists (select from public.setting_versions v where v.key = 'token_prices'
        and (v.value ->> new.crypto_symbol)::numeric = new.price_usd_used));
begin
  if is_valid is not true then
    raise exception 'order terms do not match stored prices and rates' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_unallocated_return(new_movement movements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare source public.movements;
begin
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || new_movement.reverses_id, 0));
  select * into source from public.movements where id = new_movement.reverses_id;
  if new_movement.amount > app.unallocated_remaining(new_movement.reverses_id)
  then raise exception 'amount exceeds the remainder of the movement' using errcode = 'check_violation'; end if;
  if (source.account, source.holder, source.address, source.tag)
    is distinct from (new_movement.account, new_movement.holder, new_movement.address, new_movement.tag)
    and (new_movement.address is not null or new_movement.account is distinct from app.stated_account(new_movement.reverses_id))
  then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
  -- Locks freezes before reading them.
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || w.id, 0)) from (select distinct a.id
    from app.source_accounts(new_movement.reverses_id) c cross join lateral app.same_person_accounts(c.user_id) a(id) order by 1) w;
  -- No proposal overrides a freeze that the customer reported.
  perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
    from (select * from app.source_accounts(new_movement.reverses_id) order by user_id, order_id) c
   where not (app.is_frozen(c.user_id) and app.is_unallocated_return_decided(new_movement.reverses_id));
  if exists (select from app.freezes_by_source(new_movement.account, new_movement.address, new_movement.tag))
    and not app.is_unallocated_return_decided(new_movement.reverses_id) then
    raise exception 'money of a frozen person cannot move'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
  if not app.is_unallocated_payer_decided(new_movement.reverses_id, '[]')
  then raise exception 'refund requires a decision on the sanctions match'
    using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_upheld_appeal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from public.scam_publications p where p.id = new.publication_id and p.withdrawn_at is null) then
    raise exception 'warning is still published' using errcode = 'check_violation',
      constraint = 'upheld_is_withdrawn';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_verdict()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.has_reported(new.scam_case_id, new.decided_by) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.claim_structuring(since timestamp with time zone, threshold numeric, at_time timestamp with time zone)
 RETURNS TABLE(user_id uuid, orders integer, amount numeric, refs text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION app.clear_card_names(target_due uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE card_events SET name_on_card = NULL::text, card = NULL::text
   WHERE (card_events.session_id IN ( SELECT s.id
            FROM card_sessions s
           WHERE (s.due_id = clear_card_names.target_due)));
END
;

CREATE OR REPLACE FUNCTION app.close_account(at_time timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare current_user_id uuid := app.user_id();
begin
  if current_user_id is null then raise exception 'no user is signed in'; end if;
  delete from auth.session where "userId" = current_user_id;
  delete from auth.account where "userId" = current_user_id;
  delete from auth.authenticator where user_id = current_user_id;
  delete from auth.recovery_code where user_id = current_user_id;
  delete from auth.passkey where user_id = current_user_id;
  delete from auth.one_time_token where user_id = current_user_id;
  delete from auth.known_device where user_id = current_user_id;
  update auth."user" set email = 'closed-' || current_user_id || '@closed.invalid', "emailVerified" = false,
         second_factor = false, "updatedAt" = at_time
   where id = current_user_id;
end $function$
;

CREATE OR REPLACE FUNCTION app.continuous_freezes(accounts uuid[])
 RETURNS TABLE(id uuid, user_id uuid, frozen_at timestamp with time zone, identity_snapshot jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT f.id,
     f.user_id,
     f.frozen_at,
     f.identity_snapshot
    FROM account_freezes f
   WHERE ((f.user_id = ANY (continuous_freezes.accounts)) AND (f.cause <> 'not_me'::text) AND (f.frozen_at >= ( SELECT lower(frozen_period.frozen_period) AS lower
            FROM unnest(( SELECT range_agg(tstzrange(b.frozen_at,
                         CASE
                             WHEN (b.lifted_at IS NOT NULL) THEN GREATEST(b.frozen_at, b.lifted_at)
                             ELSE NULL::timestamp with time zone
                         END)) AS range_agg
                    FROM account_freezes b
                   WHERE ((b.user_id = ANY (continuous_freezes.accounts)) AND (b.cause <> 'not_me'::text)))) frozen_period(frozen_period)
           WHERE upper_inf(frozen_period.frozen_period))));
END
;

CREATE OR REPLACE FUNCTION app.copy_display_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update auth."user" set name = new.display_name where id = new.id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.count_news_recipients()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not (app.has_role('finance') or app.has_role('admin')) then
    raise exception 'only finance can call this function' using errcode = 'insufficient_privilege';
  end if;
  return (select count(*) from (select distinct on (c.user_id) c.user_id, c.given from public.marketing_consents c
      order by c.user_id, c.id desc) newest
    where given and not exists (select from public.profiles p where p.id = newest.user_id and p.closed_at is not null));
end $function$
;

CREATE OR REPLACE FUNCTION app.count_open_links(account uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(*))::integer AS count
    FROM account_links l
   WHERE (app.can_access_all_rows() AND (l.state = 'open'::text) AND (EXISTS ( SELECT
            FROM app.same_person_accounts(count_open_links.account) a(id)
           WHERE (a.id = ANY (ARRAY[l.account_a, l.account_b])))));
END
;

CREATE OR REPLACE FUNCTION app.count_orders_proved_by(file uuid, excluded_order uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(*))::integer AS count
    FROM ((files proof
      JOIN files duplicate ON (((duplicate.sha256 = proof.sha256) AND (duplicate.purpose = 'transaction-proof'::text))))
      JOIN transactions t ON ((t.proof_file = duplicate.id)))
   WHERE ((proof.id = count_orders_proved_by.file) AND ((proof.user_id = app.user_id()) OR app.can_access_all_rows()) AND (t.id IS DISTINCT FROM count_orders_proved_by.excluded_order));
END
;

CREATE OR REPLACE FUNCTION app.count_people_sharing(account_hash text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(DISTINCT COALESCE(j.person_id, f.user_id)))::integer AS count
    FROM (( SELECT m.user_id
            FROM identity_hashes m
           WHERE ((m.hash = count_people_sharing.account_hash) AND (m.kind = ANY (ARRAY['wallet'::text, 'bank'::text])) AND ((EXISTS ( SELECT
                    FROM kyc_submissions s
                   WHERE (s.user_id = m.user_id))) OR (EXISTS ( SELECT
                    FROM movements v
                   WHERE ((v.user_id = m.user_id) AND (v.direction = 'in'::text))))))
           ORDER BY m.found_at, m.user_id
          LIMIT 200) f
      LEFT JOIN merged_accounts j ON ((j.user_id = f.user_id)));
END
;

CREATE OR REPLACE FUNCTION app.count_promo_uses(promo_code uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*)::integer from public.order_discounts d join public.transactions t on t.id = d.order_id
   where app.can_access_all_rows() and d.promo_code_id = promo_code and t.status not in ('cancelled', 'failed')
$function$
;

CREATE OR REPLACE FUNCTION app.count_warning_reporters(publication uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(distinct coalesce(j.person_id, r.user_id))::integer
    from public.scam_published_indicators s join public.scam_report_indicators l on l.indicator_id = s.indicator_id
    join public.scam_reports r on r.id = l.report_id left join public.merged_accounts j on j.user_id = r.user_id
   where s.publication_id = publication and r.status <> 'declined'
$function$
;

CREATE OR REPLACE FUNCTION app.decider_status(decider uuid)
 RETURNS TABLE(roles text[], frozen boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || decider, 0));
  decider_status.roles := coalesce((select array_agg(held.role order by held.role) from
    (select r.role from public.user_roles r join auth."user" u on u.id = r.user_id and u."emailVerified"
      where r.user_id = decider for share of r) held), '{}');
  decider_status.frozen := exists (select from app.effective_freezes(decider));
  return next;
end $function$
;

CREATE OR REPLACE FUNCTION app.delete_or_anonymize_account(customer uuid, retained uuid[], today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from public.profiles where id = customer;
  delete from auth."user" where id = customer;
  return '{"profiles": 1}';
exception when foreign_key_violation then
  update public.profiles set email = 'erased-' || customer || '@erased.invalid', first_name = 'Erased', last_name = '',
      display_name = 'Erased', phone_number = '', date_of_birth = '1900-01-01', country_of_residence = '',
      declared_country = '', nationality = '', occupation = '', is_pep = false, avatar_url = null,
      risk_classification = null, monthly_income_declared = null, location_consent = null, location_asked_at = null,
      detected_country = null, detected_country_code = null, detected_city = null, detected_region = null,
      current_ip_address = null, ip_geolocation_data = null, geolocation_updated_at = null
    where id = customer;
  update auth."user" set name = 'Erased', email = 'erased-' || customer || '@erased.invalid' where id = customer;
  insert into public.retention_deadlines (subject_type, subject_id, user_id, kept_until, rule, set_at, erased_at)
    select 'customer', customer, customer, today - 1, 'erased', now(), now()
    union all select case when exists (select from public.payments p where p.id = o) then 'payment' else 'order' end,
      o, customer, today - 1, 'erased', now(), now() from unnest(retained) o;
  return '{"profiles_without_name": 1}';
end $function$
;

CREATE OR REPLACE FUNCTION app.delete_personal_rows(customer uuid, today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare n bigint; counts jsonb := '{}'; retained uuid[];
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_customer(customer, today) then return null; end if;
  perform app.start_erasure();
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  retained := app.retained_for_others(customer);
  perform app.anonymize_order_or_payment(o, today) from unnest(retained) o;
  n := app.anonymize_bank_lines_of(customer, retained);
  if n > 0 then counts := jsonb_build_object('bank_lines', n); end if;
  -- Keeps proposals that also concern another person, without the data of the erased person.
  update public.proposals set payload = jsonb_set(payload, '{note}', '"Erased."')
   where kind = 'split' and customer::text = any(string_to_array(subject, ':'))
     and customer_id is distinct from customer;
  counts := counts || app.delete_rows_by_table(customer, retained);
  update public.files set name = 'picture' where user_id = customer;
  counts := counts || app.delete_or_anonymize_account(customer, retained, today);
  perform app.finish_erasure();
  return counts;
end $function$
;

CREATE OR REPLACE FUNCTION app.delete_rows_by_table(customer uuid, retained uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare pending text[]; blocked text[]; entry text; relation text; n bigint; counts jsonb := '{}';
begin
  select array_agg(format('%I:%I', c.relname, a.attname)) into pending
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not a.attisdropped
     and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%';
  while cardinality(pending) > 0 loop
    blocked := '{}';
    foreach entry in array pending loop
      begin
        relation := split_part(entry, ':', 1);
        execute format('delete from public.%s where %s = $1 and not %s', relation, split_part(entry, ':', 2),
          app.retained_rows_condition(relation)) using customer, retained;
        get diagnostics n = row_count;
        if n > 0 then counts := counts || jsonb_build_object(relation, n); end if;
      exception when foreign_key_violation then blocked := blocked || entry;
      end;
    end loop;
    if cardinality(blocked) = cardinality(pending) then raise exception 'rows cannot be erased yet: %', blocked; end if;
    pending := blocked;
  end loop;
  return counts;
end $function$
;

CREATE OR REPLACE FUNCTION app.deployment_mode()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select mode
    from public.deployment_mode $function$
;

CREATE OR REPLACE FUNCTION app.discount_tier_at(customer uuid, at_time timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.tier from (select h.tier, h.ends_at from public.holding_checks h
      join public.proven_wallets w on w.user_id = h.user_id and w.address = h.address and w.proven_at <= h.checked_at
     where h.user_id = customer and (app.can_access_all_rows() or customer = app.user_id())
     order by h.checked_at desc, h.id desc limit 1) c
   where c.ends_at > at_time and (select v.value ->> 'state' from public.setting_versions v where v.key = 'discounts'
     order by v.valid_from desc, v.id desc limit 1) = 'open'
$function$
;

CREATE OR REPLACE FUNCTION app.effective_freezes(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT f.id
    FROM account_freezes f
   WHERE ((f.user_id = effective_freezes.person) AND (f.lifted_at IS NULL))
 UNION
  SELECT f.id
    FROM ((merged_accounts m
      JOIN merged_accounts o ON (((o.person_id = m.person_id) AND (o.user_id <> m.user_id))))
      JOIN account_freezes f ON ((f.user_id = o.user_id)))
   WHERE ((m.user_id = effective_freezes.person) AND (f.lifted_at IS NULL) AND (f.cause <> 'not_me'::text))
 UNION
  SELECT x.id
    FROM app.inherited_freezes(effective_freezes.person) x(id)
   WHERE (NOT (EXISTS ( SELECT
            FROM user_roles r
           WHERE ((r.user_id = effective_freezes.person) AND (r.role = ANY (ARRAY['admin'::text, 'compliance'::text, 'finance'::text, 'support'::text]))))));
END
;

CREATE OR REPLACE FUNCTION app.erase_file(target_file uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  perform app.start_erasure();
  delete from public.files where id = target_file;
  perform app.finish_erasure();
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION app.erase_order(target_order uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare customer uuid;
begin
  today := least(today, app.today());
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_order(target_order, today) then return false; end if;
  perform app.start_erasure();
  select m.user_id into customer from public.retention_deadlines m where m.subject_type = 'order'
    and m.subject_id = target_order;
  perform app.lock_for_erasure(customer);
  if not app.can_erase_order(target_order, today) then return false; end if;
  perform app.start_erasure();
  perform app.anonymize_order_or_payment(target_order, today);
  update public.retention_deadlines set erased_at = now() where subject_type = 'order' and subject_id = target_order;
  perform app.finish_erasure();
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION app.erase_payment(target_payment uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare customer uuid;
begin
  today := least(today, app.today());
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_payment(target_payment, today) then return false; end if;
  perform app.start_erasure();
  select m.user_id into customer from public.retention_deadlines m where m.subject_type = 'payment'
    and m.subject_id = target_payment;
  perform app.lock_for_erasure(customer);
  if not app.can_erase_payment(target_payment, today) then return false; end if;
  perform app.start_erasure();
  perform app.anonymize_order_or_payment(target_payment, today);
  update public.retention_deadlines set erased_at = now()
   where subject_type = 'payment' and subject_id = target_payment;
  perform app.finish_erasure();
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION app.erase_person(customer uuid, today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare counts jsonb;
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  if not app.can_erase_customer(customer, today) then return null; end if;
  perform app.lock_for_erasure(customer);
  perform app.start_erasure();
  counts := app.delete_personal_rows(customer, today);
  if counts is null then return null; end if;
  delete from public.account_links where customer in (account_a, account_b);
  update public.merged_accounts
     set person_id = (select o.user_id from public.merged_accounts o where o.person_id = customer order by 1 limit 1)
   where person_id = customer;
  update public.account_freezes f
     set identity_snapshot = (select coalesce(jsonb_agg(k.item order by k.ordinal), '[]')
           from jsonb_array_elements(f.identity_snapshot) with ordinality k (item, ordinal)
          where k.item ->> 'account' is distinct from customer::text)
   where f.identity_snapshot @> jsonb_build_array(jsonb_build_object('account', customer));
  -- Entries about the customer and actions as a customer. Actions as staff concern other people and stay.
  perform app.redact_audit_entries(array(select l.id from public.audit_log l
    where l.about_id = customer or (l.actor_id = customer and l.about_id is null and l.actor_role = 'customer')
      or (l.action = 'identity.link_decided' and l.after ->> 'other' = customer::text)));
  return counts;
end $function$
;

CREATE OR REPLACE FUNCTION app.erase_proposal_reason()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  new.reason := 'Erased.';
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.expected_payments_by_amount(currency_code text, lows numeric[], highs numeric[])
 RETURNS TABLE(kind text, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT 'order'::text,
     o.id
    FROM (UNNEST(expected_payments_by_amount.lows, expected_payments_by_amount.highs) s(low, high)
      CROSS JOIN LATERAL ( SELECT t.id
            FROM transactions t
           WHERE ((t.type = 'buy'::text) AND (t.pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text])) AND (t.fiat_currency = expected_payments_by_amount.currency_code) AND ((t.fiat_amount >= s.low) AND (t.fiat_amount <= s.high)) AND ((t.closed_at IS NULL) OR (t.closed_at > (now() - '60 days'::interval))))
          LIMIT 50) o)
   WHERE app.can_access_all_rows()
 UNION
  SELECT 'payment'::text,
     p.id
    FROM (UNNEST(expected_payments_by_amount.lows, expected_payments_by_amount.highs) s(low, high)
      CROSS JOIN LATERAL ( SELECT t.id
            FROM payments t
           WHERE ((t.pay_in = ANY (ARRAY['awaiting'::text, 'claimed'::text])) AND (expected_payments_by_amount.currency_code = 'JMD'::text) AND (t.method <> 'crypto'::text) AND ((t.amount_jmd >= s.low) AND (t.amount_jmd <= s.high)) AND ((t.closed_at IS NULL) OR (t.closed_at > (now() - '60 days'::interval))))
          LIMIT 50) p)
   WHERE app.can_access_all_rows();
END
;

CREATE OR REPLACE FUNCTION app.find_api_key(key_hash text)
 RETURNS TABLE(id uuid, user_id uuid, email text, scopes text[], used_ago integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select k.id, k.user_id, u.email, k.scopes, extract(epoch from now() - k.last_used_at)::integer
    from auth.api_key k join auth."user" u on u.id = k.user_id
   where (k.hash = key_hash or k.previous_hash = key_hash and k.previous_valid_until > now())
     and k.renewed_at + make_interval(days => k.lasts_days) > now() and u."emailVerified" and u.second_factor;
end $function$
;

CREATE OR REPLACE FUNCTION app.find_certificate(certificate_code text)
 RETURNS TABLE(code text, course_title text, version_number integer, title text, band text, issued_at timestamp with time zone, revoked_at timestamp with time zone, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.code, c.course_title, c.version_number, c.title, c.band, c.issued_at, c.revoked_at,
      case when c.shows_name and c.revoked_at is null
        and not exists (select from public.profiles p where p.id = c.user_id and p.closed_at is not null)
      then c.name end
    from public.certificates c where c.code = certificate_code
  union all
  select e.code, e.course_title, e.version_number, e.title, e.band, e.issued_at, e.revoked_at, null
    from public.anonymized_certificates e where e.code = certificate_code
$function$
;

CREATE OR REPLACE FUNCTION app.find_promo_code(typed_code text, at_time timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.id from public.promo_codes p where p.code = typed_code and p.starts_at <= at_time and p.ends_at > at_time
     and p.author_id not in (select app.same_person_accounts(app.user_id()))
$function$
;

CREATE OR REPLACE FUNCTION app.find_published_scam(warning_slug text)
 RETURNS TABLE(slug text, verdict text, title text, summary text, published_at timestamp with time zone, withdrawn_at timestamp with time zone, people integer, indicators jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.slug, case when p.withdrawn_at is null then p.verdict end, case when p.withdrawn_at is null then p.title end,
      case when p.withdrawn_at is null then p.summary end, p.published_at, p.withdrawn_at,
      case when p.withdrawn_at is null then app.count_warning_reporters(p.id) end,
      case when p.withdrawn_at is null then (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope,
          'value', i.value, 'people', i.reporter_count) order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id) else '[]' end
    from public.scam_publications p where p.slug = warning_slug
$function$
;

CREATE OR REPLACE FUNCTION app.find_year_statement(statement_code text)
 RETURNS TABLE(year smallint, totals jsonb, issued_at timestamp with time zone, replaced boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.year, s.totals, s.issued_at, exists (select from public.year_statements n
      where n.user_id = s.user_id and n.year = s.year and (n.issued_at, n.id) > (s.issued_at, s.id))
    from public.year_statements s where s.code = statement_code
$function$
;

CREATE OR REPLACE FUNCTION app.finish_erasure()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app.active_erasures where xact = pg_current_xact_id_if_assigned();
  perform set_config('app.erasing', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION app.flag_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.flagged_accounts
    select distinct (to_jsonb(new) ->> c)::uuid from unnest(tg_argv) c order by 1 on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.freeze_status(account uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not (app.can_access_all_rows() or coalesce(account = app.user_id(), false))
    then raise exception 'only staff or the user can call this function'; end if;
  return (select case when bool_or(f.cause <> 'not_me') then 'stopped' when count(*) > 0 then 'alarm' end
    from public.account_freezes f where f.id in (select app.effective_freezes(account)));
end $function$
;

CREATE OR REPLACE FUNCTION app.freezes_by_counterparty(account text, address text, tag text, is_payout boolean, owner uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH counterparty AS (
          SELECT freezes_by_counterparty.account AS account,
             app.account_digits(freezes_by_counterparty.account) AS digits,
             app.addresses_of_key(freezes_by_counterparty.address) AS forms,
             freezes_by_counterparty.tag AS tag
           WHERE (NOT app.is_company_account(freezes_by_counterparty.account, freezes_by_counterparty.address, freezes_by_counterparty.tag))
         ), known_counterparties AS MATERIALIZED (
          SELECT frozen_accounts_and_wallets.id,
             frozen_accounts_and_wallets.user_id,
             frozen_accounts_and_wallets.since,
             frozen_accounts_and_wallets.account,
             frozen_accounts_and_wallets.holder,
             frozen_accounts_and_wallets.place,
             frozen_accounts_and_wallets.tag,
             frozen_accounts_and_wallets.own,
             frozen_accounts_and_wallets.untagged,
             frozen_accounts_and_wallets.at,
             frozen_accounts_and_wallets.named
            FROM app.frozen_accounts_and_wallets() frozen_accounts_and_wallets(id, user_id, since, account, holder, place, tag, own, untagged, at, named)
         ), matched AS MATERIALIZED (
          SELECT k_1.id,
             k_1.user_id,
             k_1.since,
             app.account_digits(k_1.account) AS digits,
             k_1.holder,
             k_1.tag,
             k_1.own,
             k_1.untagged,
             k_1.named,
             min(k_1.at) OVER (PARTITION BY k_1.user_id) AS first_at
            FROM known_counterparties k_1,
             counterparty a_1
           WHERE (app.is_possible_same_account(k_1.account, a_1.account) OR (k_1.place = ANY (a_1.forms)) OR (lower(k_1.place) = ANY (a_1.forms)))
         ), names AS MATERIALIZED (
          SELECT p.user_id,
             n.words
            FROM (( SELECT DISTINCT m.user_id
                    FROM matched m) p
              CROSS JOIN LATERAL app.person_names(p.user_id) n(words))
         ), candidates AS MATERIALIZED (
          SELECT DISTINCT k_1.id,
             k_1.user_id,
             k_1.since,
             k_1.digits,
             k_1.tag,
             k_1.own,
             k_1.untagged,
             k_1.named,
             k_1.first_at,
             ((k_1.digits IS NOT NULL) AND (EXISTS ( SELECT
                    FROM names n
                   WHERE ((n.user_id = k_1.user_id) AND app.is_possible_same_name(app.name_words(k_1.holder), n.words))))) AS is_holder
            FROM matched k_1
         ), matched_digits AS (
          SELECT a_1.digits
            FROM counterparty a_1
         UNION
          SELECT k_1.digits
            FROM candidates k_1
         ), other_uses AS MATERIALIZED (
          SELECT m.user_id,
             app.account_digits(m.account) AS digits,
             m.tag,
             m.direction,
             app.name_words(m.holder) AS words,
             min(m.recorded_at) AS seen_at,
             min(GREATEST(m.moved_at, m.recorded_at)) AS used_at
            FROM movements m,
             counterparty a_1
           WHERE (((app.account_digits(m.account) = ANY (ARRAY( SELECT l.digits
                    FROM matched_digits l))) OR (m.address = ANY (a_1.forms)) OR (lower(m.address) = ANY (a_1.forms))) AND (m.direction <> 'off'::text) AND (m.user_id IS NOT NULL) AND (NOT (m.user_id IN ( SELECT s.user_id
                    FROM app.frozen_people() s(id, user_id, since, sure)))) AND (NOT (EXISTS ( SELECT
                    FROM movements o
                   WHERE ((o.reverses_id = m.id) AND (o.direction = 'off'::text))))) AND (EXISTS ( SELECT
                    FROM candidates)))
           GROUP BY m.user_id, (app.account_digits(m.account)), m.tag, m.direction, (app.name_words(m.holder))
         ), verified_users AS MATERIALIZED (
          SELECT u.user_id,
             u.digits,
             u.tag,
             u.words,
             p.own_words,
             GREATEST(u.seen_at, p.decided_at) AS seen_at
            FROM (other_uses u
              JOIN LATERAL ( SELECT k_1.decided_at,
                     app.name_words((k_1.data ->> 'full_name'::text)) AS own_words
                    FROM kyc_submissions k_1
                   WHERE ((k_1.user_id = u.user_id) AND (k_1.tier = 1) AND (k_1.status = 'approved'::text) AND (NOT (EXISTS ( SELECT
                            FROM kyc_submissions r
                           WHERE ((r.user_id = k_1.user_id) AND (r.tier = 1) AND (r.created_at > k_1.created_at) AND (r.status = 'rejected'::text))))))) p ON (true))
           WHERE ((u.direction = 'in'::text) OR (u.tag IS NOT NULL))
         ), unrelated_users AS MATERIALIZED (
          SELECT DISTINCT k_1.user_id AS owner_id,
             k_1.digits AS known_digits,
             k_1.is_holder,
             v.user_id,
             v.tag,
             v.seen_at
            FROM ( SELECT DISTINCT t.user_id,
                     t.digits,
                     t.is_holder
                    FROM candidates t) k_1,
             verified_users v,
             counterparty a_1
           WHERE (((v.digits IS NULL) OR ((v.digits = a_1.digits) OR (v.digits = k_1.digits))) AND ((v.digits IS NULL) OR (NOT (EXISTS ( SELECT
                    FROM names n
                   WHERE ((n.user_id = k_1.user_id) AND app.is_possible_same_name(v.words, n.words)))))) AND ((NOT k_1.is_holder) OR app.is_possible_same_name(v.words, v.own_words)) AND app.are_unrelated(v.user_id, k_1.user_id))
         )
  SELECT DISTINCT k.id
    FROM candidates k,
     counterparty a
   WHERE ((NOT ((k.named OR freezes_by_counterparty.is_payout) AND (EXISTS ( SELECT
            FROM other_uses u
           WHERE ((u.direction = ANY (ARRAY['in'::text, 'out'::text])) AND (u.used_at <= k.first_at) AND ((u.digits IS NULL) OR (u.digits = ANY (ARRAY[a.digits, k.digits]))) AND (NOT (u.tag IS DISTINCT FROM a.tag)) AND (k.named OR (u.direction = 'out'::text)) AND app.are_unrelated(u.user_id, k.user_id) AND ((u.direction = 'out'::text) OR (u.digits IS NULL) OR (NOT (EXISTS ( SELECT
                    FROM names n
                   WHERE ((n.user_id = k.user_id) AND app.is_possible_same_name(u.words, n.words)))))) AND ((freezes_by_counterparty.owner IS NULL) OR (u.user_id = freezes_by_counterparty.owner) OR app.is_same_person(u.user_id, freezes_by_counterparty.owner))))))) AND (((k.own OR (k.tag IS NOT NULL)) AND (NOT (k.tag IS DISTINCT FROM a.tag)) AND (freezes_by_counterparty.is_payout OR (k.digits IS NOT NULL))) OR (k.untagged AND freezes_by_counterparty.is_payout AND (NOT (EXISTS ( SELECT
            FROM (unrelated_users x
              JOIN unrelated_users y ON (((x.user_id < y.user_id) AND (x.tag <> y.tag))))
           WHERE ((x.owner_id = k.user_id) AND (y.owner_id = k.user_id) AND (x.seen_at <= k.first_at) AND (y.seen_at <= k.first_at) AND (NOT (x.known_digits IS DISTINCT FROM k.digits)) AND (NOT (y.known_digits IS DISTINCT FROM k.digits)) AND (x.is_holder = k.is_holder) AND (y.is_holder = k.is_holder) AND app.are_unrelated(x.user_id, y.user_id)))))) OR (NOT (EXISTS ( SELECT
            FROM (unrelated_users x
              JOIN unrelated_users y ON ((x.user_id < y.user_id)))
           WHERE ((x.owner_id = k.user_id) AND (y.owner_id = k.user_id) AND (x.seen_at <= k.since) AND (y.seen_at <= k.since) AND (NOT (x.known_digits IS DISTINCT FROM k.digits)) AND (NOT (y.known_digits IS DISTINCT FROM k.digits)) AND (x.is_holder = k.is_holder) AND (y.is_holder = k.is_holder) AND app.are_unrelated(x.user_id, y.user_id)))))));
END
;

CREATE OR REPLACE FUNCTION app.freezes_by_source(account text, address text, tag text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT app.freezes_by_counterparty(account, address, tag, false, NULL::uuid) AS freezes_by_counterparty;
END
;

CREATE OR REPLACE FUNCTION app.freezes_of_order(order_or_movement uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT app.freezes_by_counterparty(t.account_number, t.wallet_address, (t.destination_tag)::text, true, t.user_id) AS freezes_by_counterparty
    FROM transactions t
   WHERE (t.id = freezes_of_order.order_or_movement)
 UNION
  SELECT app.freezes_of_return(m.id, m.account, m.address, m.tag) AS freezes_of_return
    FROM movements m
   WHERE ((m.id IN ( SELECT app.available_movements(freezes_of_order.order_or_movement) AS available_movements)) OR ((m.id = freezes_of_order.order_or_movement) AND (m.user_id IS NULL)));
END
;

CREATE OR REPLACE FUNCTION app.freezes_of_return(target_movement uuid, account text, address text, tag text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT app.freezes_of_source_accounts(freezes_of_return.target_movement) AS freezes_of_source_accounts
 UNION
  SELECT app.freezes_by_source(freezes_of_return.account, freezes_of_return.address, freezes_of_return.tag) AS freezes_by_source
 UNION
  SELECT app.freezes_by_source(app.stated_account(freezes_of_return.target_movement), NULL::text, NULL::text) AS freezes_by_source;
END
;

CREATE OR REPLACE FUNCTION app.freezes_of_source_accounts(target_movement uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT f.id
    FROM app.source_accounts(freezes_of_source_accounts.target_movement) c(user_id, order_id),
     (LATERAL app.effective_freezes(c.user_id) x(id)
      JOIN account_freezes f ON (((f.id = x.id) AND (f.cause <> 'not_me'::text))))
   WHERE (c.user_id IS DISTINCT FROM ( SELECT m.user_id
            FROM movements m
           WHERE (m.id = freezes_of_source_accounts.target_movement)));
END
;

CREATE OR REPLACE FUNCTION app.frozen_accounts_and_wallets()
 RETURNS TABLE(id uuid, user_id uuid, since timestamp with time zone, account text, holder text, place text, tag text, own boolean, untagged boolean, at timestamp with time zone, named boolean)
 LANGUAGE sql
 STABLE ROWS 200
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH frozen AS MATERIALIZED (
          SELECT p.id,
             p.user_id,
             p.since,
             p.sure
            FROM app.frozen_people() p(id, user_id, since, sure)
         )
  SELECT s.id,
     s.user_id,
     s.since,
     m.account,
     m.holder,
     m.address AS place,
     m.tag,
     (m.direction = 'out'::text) AS own,
     ((m.direction = 'out'::text) AND (m.tag IS NULL)) AS untagged,
     m.recorded_at AS at,
     false AS named
    FROM (frozen s
      JOIN movements m ON (((m.user_id = s.user_id) AND (m.direction <> 'off'::text))))
   WHERE (NOT (EXISTS ( SELECT
            FROM movements o
           WHERE ((o.reverses_id = m.id) AND (o.direction = 'off'::text)))))
 UNION ALL
  SELECT s.id,
     s.user_id,
     s.since,
     b.payer_account,
     m.holder,
     NULL::text,
     NULL::text,
     false,
     false,
     m.recorded_at,
     false
    FROM ((frozen s
      JOIN movements m ON (((m.user_id = s.user_id) AND (m.direction = 'in'::text))))
      JOIN bank_lines b ON (((b.movement_id = m.id) AND (b.payer_account IS DISTINCT FROM m.account) AND (b.payer_account <> ''::text))))
   WHERE (NOT (EXISTS ( SELECT
            FROM movements o
           WHERE ((o.reverses_id = m.id) AND (o.direction = 'off'::text)))))
 UNION ALL
  SELECT s.id,
     s.user_id,
     s.since,
     n.account,
     NULL::text,
     n.place,
     n.tag,
     n.own,
     (n.own AND (n.tag IS NULL)),
     t.created_at,
     true
    FROM (frozen s
      JOIN transactions t ON (((t.user_id = s.user_id) AND (t.created_at <= s.since)))),
     LATERAL ( VALUES (t.account_number,
                 CASE
                     WHEN s.sure THEN t.wallet_address
                     ELSE NULL::text
                 END,(t.destination_tag)::text,true), (NULL::text,
                 CASE
                     WHEN s.sure THEN t.sender_wallet_address
                     ELSE NULL::text
                 END,NULL::text,false)) n(account, place, tag, own)
 UNION ALL
  SELECT s.id,
     s.user_id,
     s.since,
     NULL::text,
     NULL::text,
     p.sender_address,
     NULL::text,
     false,
     false,
     p.claimed_at,
     true
    FROM (frozen s
      JOIN payments p ON ((s.sure AND (p.user_id = s.user_id) AND (p.sender_address IS NOT NULL) AND (p.claimed_at <= s.since))))
 UNION ALL
  SELECT s.id,
     s.user_id,
     s.since,
     NULL::text,
     NULL::text,
     (w.value ->> 'walletAddress'::text),
     NULL::text,
     true,
     false,
     k.created_at,
     true
    FROM (frozen s
      JOIN kyc_submissions k ON ((s.sure AND (k.user_id = s.user_id) AND (k.tier = 3) AND (k.created_at <= s.since)))),
     LATERAL jsonb_array_elements(
         CASE jsonb_typeof((k.data -> 'trusted_wallets'::text))
             WHEN 'array'::text THEN (k.data -> 'trusted_wallets'::text)
             ELSE NULL::jsonb
         END) w(value)
 UNION ALL
  SELECT s.id,
     s.user_id,
     s.since,
     NULL::text,
     NULL::text,
     n.address,
     NULL::text,
     true,
     false,
     n.named_at,
     true
    FROM (frozen s
      JOIN lgm_awards w ON ((s.sure AND (w.user_id = s.user_id)))),
     LATERAL ( SELECT w.address,
             w.named_at
         UNION ALL
          SELECT e.address,
             e.named_at
            FROM jsonb_to_recordset(w.earlier) e(address text, named_at timestamp with time zone)) n
   WHERE (n.named_at <= s.since);
END
;

CREATE OR REPLACE FUNCTION app.frozen_people()
 RETURNS TABLE(id uuid, user_id uuid, since timestamp with time zone, sure boolean)
 LANGUAGE sql
 STABLE ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH active_freezes AS (
          SELECT f.id,
             f.user_id,
             ( SELECT min(b.frozen_at) AS min
                    FROM app.continuous_freezes(ARRAY[f.user_id]) b(id, user_id, frozen_at, identity_snapshot)) AS frozen_at
            FROM account_freezes f
           WHERE ((f.lifted_at IS NULL) AND (f.cause <> 'not_me'::text))
         ), person_accounts AS (
          SELECT c.id,
             c.user_id,
             c.frozen_at AS since
            FROM active_freezes c
         UNION ALL
          SELECT c.id,
             o.user_id,
             GREATEST(c.frozen_at, ( SELECT max(l.decided_at) AS max
                    FROM account_links l
                   WHERE (((o.user_id = l.account_a) OR (o.user_id = l.account_b)) AND (l.state = 'joined'::text)))) AS "greatest"
            FROM ((active_freezes c
              JOIN merged_accounts m ON ((m.user_id = c.user_id)))
              JOIN merged_accounts o ON (((o.person_id = m.person_id) AND (o.user_id <> c.user_id))))
         ), linked_accounts AS (
          SELECT p.id,
             p.user_id,
             p.since
            FROM person_accounts p
         UNION ALL
          SELECT p.id,
             a.id,
             GREATEST(p.since, l.found_at, ( SELECT max(j.decided_at) AS max
                    FROM account_links j
                   WHERE (((a.id = j.account_a) OR (a.id = j.account_b)) AND (j.state = 'joined'::text)))) AS "greatest"
            FROM ((person_accounts p
              JOIN account_links l ON ((((p.user_id = l.account_a) OR (p.user_id = l.account_b)) AND (l.state = 'open'::text))))
              CROSS JOIN LATERAL app.same_person_accounts(
                 CASE
                     WHEN (l.account_a = p.user_id) THEN l.account_b
                     ELSE l.account_a
                 END) a(id))
         ), frozen AS MATERIALIZED (
          SELECT n.id,
             n.user_id,
             min(n.since) OVER (PARTITION BY n.user_id) AS since
            FROM linked_accounts n
           WHERE (n.id IN ( SELECT app.effective_freezes(n.user_id) AS effective_freezes))
         )
  SELECT s.id,
     s.user_id,
     s.since,
     (s.user_id IN ( SELECT p.user_id
            FROM person_accounts p))
    FROM frozen s;
END
;

CREATE OR REPLACE FUNCTION app.has_active_erasure()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (EXISTS (SELECT FROM app.active_erasures e WHERE (e.xact = pg_current_xact_id_if_assigned())))
;

CREATE OR REPLACE FUNCTION app.has_active_plan(customer uuid, at_time timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (app.can_access_all_rows() or customer = app.user_id()) and (exists (select from public.subscriptions s
    where s.user_id = customer and s.status = 'active' and s.start_date <= at_time and s.end_date > at_time)
    or coalesce(app.discount_tier_at(customer, at_time) in ('silver', 'gold'), false))
$function$
;

CREATE OR REPLACE FUNCTION app.has_alternative_order(target_order uuid, arrived_at timestamp with time zone, since timestamp with time zone, available_amount numeric)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH candidates AS (
          SELECT t.id,
             t.reference,
             t.user_id,
             t.type,
             t.status,
             t.pay_in,
             t.pay_out,
             t.held,
             t.hold_reason,
             t.lapsed,
             t.payment_method,
             t.fiat_currency,
             t.fiat_amount,
             t.jmd_amount,
             t.fee_percent,
             t.fee_amount_jmd,
             t.net_jmd_amount,
             t.crypto_symbol,
             t.crypto_amount,
             t.price_usd_used,
             t.rate_used,
             t.market_rate,
             t.quote_id,
             t.idempotency_key,
             t.request_hash,
             t.duplicate_key,
             t.network,
             t.wallet_address,
             t.destination_tag,
             t.sender_wallet_address,
             t.sender_wallet_type,
             t.company_wallet_address,
             t.company_wallet_tag,
             t.bank_name,
             t.account_number,
             t.account_holder_name,
             t.routing_number,
             t.purpose_of_transaction,
             t.source_of_funds,
             t.source_of_funds_file,
             t.proof_file,
             t.payout_proof_file,
             t.receipt,
             t.blockchain_screening_id,
             t.risk_score,
             t.risk_level,
             t.compliance_notes,
             t.created_at,
             t.updated_at,
             t.lapses_at,
             t.claimed_at,
             t.received_at,
             t.closed_at,
             t.waiting_since,
             t.awaits_staff,
             t.surplus_count,
             t.network_cost_jmd,
             t.price_holds_until,
             t.reprice_choice_until,
             t.assessment_pending,
             t.late_notified_for,
             t.placed_letter_due,
                 CASE
                     WHEN (t.type = 'sell'::text) THEN t.crypto_amount
                     WHEN (t.fiat_currency = 'JMD'::text) THEN floor(t.fiat_amount)
                     ELSE t.fiat_amount
                 END AS amount
            FROM transactions t,
             transactions o
           WHERE ((o.id = has_alternative_order.target_order) AND (t.user_id IN ( SELECT app.same_person_accounts(o.user_id) AS same_person_accounts)) AND (t.type = o.type) AND
                 CASE t.type
                     WHEN 'buy'::text THEN (t.fiat_currency = o.fiat_currency)
                     ELSE ((t.crypto_symbol = o.crypto_symbol) AND (t.network = o.network))
                 END)
         )
  SELECT (EXISTS ( SELECT
            FROM (candidates o
              JOIN candidates r ON (((r.id <> o.id) AND (r.amount <= has_alternative_order.available_amount) AND ((r.closed_at IS NULL) OR (r.closed_at > has_alternative_order.arrived_at)) AND (r.created_at >= has_alternative_order.since) AND (r.created_at <= GREATEST(o.created_at, ((date_trunc('day'::text, has_alternative_order.arrived_at, 'America/Jamaica'::text) + '1 day'::interval) - '00:00:00.000001'::interval))))))
           WHERE (app.can_access_all_rows() AND (o.id = has_alternative_order.target_order) AND (NOT (EXISTS ( SELECT
                    FROM movements m
                   WHERE ((m.order_id = r.id) AND (m.direction = 'in'::text) AND (
                         CASE
                             WHEN (m.source_movement_id IS NULL) THEN m.moved_at
                             ELSE m.recorded_at
                         END <= o.price_holds_until) AND (NOT (EXISTS ( SELECT
                            FROM movements off
                           WHERE ((off.reverses_id = m.id) AND (off.direction = 'off'::text)))))))))))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION app.has_approved_name(customer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select k.status = 'approved' from public.kyc_submissions k
    where k.user_id = customer and k.tier = 1 order by k.created_at desc limit 1), false)
$function$
;

CREATE OR REPLACE FUNCTION app.has_case_since(target_order uuid, since date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from public.cases c join public.transactions t on t.user_id = c.user_id
   where t.id = target_order and coalesce(app.case_closed_at(c.id), 'infinity') >= since
     and (exists (select from public.case_orders o where o.case_id = c.id and o.order_id = target_order)
       or exists (select from public.case_alerts l join public.transaction_alerts a on a.id = l.alert_id
                   where l.case_id = c.id and a.transaction_id = target_order)
       or exists (select from public.str_reports r join public.str_versions v on v.report_id = r.id
                   where r.case_id = c.id and v.content -> 'orders' ? target_order::text)))
$function$
;

CREATE OR REPLACE FUNCTION app.has_ever_held_role(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ((EXISTS ( SELECT
            FROM user_roles r
           WHERE (r.user_id = has_ever_held_role.account))) OR (EXISTS ( SELECT
            FROM proposals p
           WHERE ((p.kind = 'role'::text) AND (p.state = 'approved'::text) AND (p.customer_id = has_ever_held_role.account)))));
END
;

CREATE OR REPLACE FUNCTION app.has_open_chargeback(target_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (app.can_access_all_rows() AND (EXISTS (SELECT FROM ((movements i JOIN movements m ON (((m.id = COALESCE(i.source_movement_id, i.id)) AND (m.rail = 'card'::text)))) JOIN card_events e ON (((e.provider = split_part(m.reference, ':'::text, 1)) AND (e.transaction_id = substr(m.reference, (strpos(m.reference, ':'::text) + 1))) AND (e.outcome = 'charged_back'::text)))) WHERE ((i.order_id = has_open_chargeback.target_order) AND (i.direction = 'in'::text) AND (NOT (EXISTS (SELECT FROM movements o WHERE ((o.reverses_id = i.id) AND (o.direction = 'off'::text))))) AND (NOT (EXISTS (SELECT FROM proposals p WHERE ((p.kind = 'release'::text) AND (p.subject = (has_open_chargeback.target_order)::text) AND (p.state = 'approved'::text) AND (p.proposed_at > e.received_at)))))))))
;

CREATE OR REPLACE FUNCTION app.has_reported(scam_case uuid, account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from public.scam_reports r where r.scam_case_id = scam_case and (r.user_id = account
    or app.is_same_person(r.user_id, account)))
$function$
;

CREATE OR REPLACE FUNCTION app.has_role(required_role text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (required_role = ANY (string_to_array(COALESCE(current_setting('app.roles'::text, true), ''::text), ','::text)))
;

CREATE OR REPLACE FUNCTION app.has_shared_freeze(link account_links)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM account_freezes f
           WHERE ((f.lifted_at IS NULL) AND (f.cause <> 'not_me'::text) AND
                 CASE (has_shared_freeze.link).state
                     WHEN 'joined'::text THEN (f.id IN ( SELECT app.effective_freezes((has_shared_freeze.link).account_a) AS effective_freezes
                     UNION
                      SELECT app.effective_freezes((has_shared_freeze.link).account_b) AS effective_freezes))
                     WHEN 'open'::text THEN (((f.user_id IN ( SELECT app.same_person_accounts((has_shared_freeze.link).account_a) AS same_person_accounts)) AND (f.id IN ( SELECT app.effective_freezes((has_shared_freeze.link).account_b) AS effective_freezes
                     UNION
                      SELECT app.inherited_freezes((has_shared_freeze.link).account_b) AS inherited_freezes))) OR ((f.user_id IN ( SELECT app.same_person_accounts((has_shared_freeze.link).account_b) AS same_person_accounts)) AND (f.id IN ( SELECT app.effective_freezes((has_shared_freeze.link).account_a) AS effective_freezes
                     UNION
                      SELECT app.inherited_freezes((has_shared_freeze.link).account_a) AS inherited_freezes))))
                     ELSE false
                 END))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION app.inherited_freezes(account uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT f.id
    FROM ((((app.same_person_accounts(inherited_freezes.account) same_person(id)
      JOIN auth."user" u ON ((u.id = same_person.id)))
      JOIN account_links l ON ((((same_person.id = l.account_a) OR (same_person.id = l.account_b)) AND (l.state = 'open'::text))))
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN (l.account_a = same_person.id) THEN l.account_b
                     ELSE l.account_a
                 END AS id) linked)
      JOIN account_freezes f ON ((f.user_id IN ( SELECT app.same_person_accounts(linked.id) AS same_person_accounts))))
   WHERE ((f.lifted_at IS NULL) AND (f.cause <> 'not_me'::text) AND (EXISTS ( SELECT
            FROM ((app.continuous_freezes(ARRAY( SELECT app.same_person_accounts(linked.id) AS same_person_accounts)) b(id, user_id, frozen_at, identity_snapshot)
              JOIN identity_hashes g ON (((g.user_id = linked.id) AND (g.found_at <= b.frozen_at))))
              JOIN identity_hashes m ON (((m.hash = g.hash) AND (m.user_id = same_person.id))))
           WHERE ((b.frozen_at < u."createdAt") AND (g.kind = ANY (ARRAY['mail'::text, 'name_birth'::text, 'trn'::text, 'id_number'::text]))))));
END
;

CREATE OR REPLACE FUNCTION app.is_address_clear(customer uuid, address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (app.can_access_all_rows() AND COALESCE(( SELECT ((s.screening_result)::text = 'clear'::text)
            FROM blockchain_screening s
           WHERE ((s.user_id = is_address_clear.customer) AND (s.wallet_address = is_address_clear.address))
           ORDER BY s.created_at DESC, s.id DESC
          LIMIT 1), false));
END
;

CREATE OR REPLACE FUNCTION app.is_charged_back(target_movement uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (movements m
              JOIN card_events e ON (((e.provider = split_part(m.reference, ':'::text, 1)) AND (e.transaction_id = substr(m.reference, (strpos(m.reference, ':'::text) + 1))) AND (e.outcome = 'charged_back'::text))))
           WHERE ((m.id = is_charged_back.target_movement) AND (m.rail = 'card'::text)))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION app.is_company_account(account text, address text, tag text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (EXISTS (SELECT FROM setting_versions s, LATERAL jsonb_each(s.value) v(key, value) WHERE ((s.key = ANY (ARRAY['bank_accounts'::text, 'company_wallets'::text])) AND ((app.account_digits((v.value ->> 'number'::text)) = app.account_digits(is_company_account.account)) OR (((v.value ->> 'address'::text) = is_company_account.address) AND (NOT ((v.value ->> 'tag'::text) IS DISTINCT FROM is_company_account.tag)))))))
;

CREATE OR REPLACE FUNCTION app.is_compliance_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.can_read_compliance() AND (app.user_id() IS NOT NULL))
;

CREATE OR REPLACE FUNCTION app.is_course_refunded(submission uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app.can_grade_projects() and exists (select from public.project_submissions s
    join public.user_enrollments e on e.id = s.enrollment_id where s.id = submission and e.enrollment_status = 'ended')
$function$
;

CREATE OR REPLACE FUNCTION app.is_duplicate_confirmed_by_others(line uuid, recorder uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (app.can_access_all_rows() AND (EXISTS ( SELECT
            FROM (bank_line_possible_duplicates d
              JOIN bank_lines j ON ((j.id = d.duplicate_line_id)))
           WHERE ((d.line_id = is_duplicate_confirmed_by_others.line) AND (j.dismissal_reason = 'same_line'::text) AND (j.recorded_by <> is_duplicate_confirmed_by_others.recorder) AND (NOT app.is_same_person(j.recorded_by, is_duplicate_confirmed_by_others.recorder)) AND (j.dismissed_by <> is_duplicate_confirmed_by_others.recorder) AND (NOT app.is_same_person(j.dismissed_by, is_duplicate_confirmed_by_others.recorder))))));
END
;

CREATE OR REPLACE FUNCTION app.is_email_verified(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (app.can_access_all_rows() AND (EXISTS ( SELECT
            FROM auth."user" u
           WHERE ((u.id = is_email_verified.account) AND u."emailVerified"))));
END
;

CREATE OR REPLACE FUNCTION app.is_erasing()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
RETURN ((COALESCE(current_setting('app.erasing'::text, true), ''::text) = 'yes'::text) AND app.has_active_erasure())
;

CREATE OR REPLACE FUNCTION app.is_frozen(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (EXISTS (SELECT FROM account_freezes f WHERE ((f.cause <> 'not_me'::text) AND (f.id IN (SELECT app.effective_freezes(is_frozen.account) AS effective_freezes)))))
;

CREATE OR REPLACE FUNCTION app.is_hash_used(target_payment uuid, hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('reference ' || hash, 0));
  return exists (select from public.payments p where p.transaction_hash = hash and p.id <> target_payment)
    or exists (select from public.movements m where m.reference_key = hash)
    or exists (select from public.lgm_awards a where a.transaction_hash = hash);
end $function$
;

CREATE OR REPLACE FUNCTION app.is_order_blocked(order_or_movement uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (app.can_access_all_rows() AND (EXISTS (SELECT FROM app.freezes_of_order(is_order_blocked.order_or_movement) freezes_of_order(freezes_of_order))))
;

CREATE OR REPLACE FUNCTION app.is_payer_screened(payer payer_screenings)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case payer.list_versions when 'own_name'
    then app.has_approved_name(payer.user_id) else payer.list_versions is not null end
$function$
;

CREATE OR REPLACE FUNCTION app.is_payment_blocked(target_payment uuid, customer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return app.is_payment_frozen(target_payment, customer) or not app.are_names_cleared(target_payment, '[]');
end $function$
;

CREATE OR REPLACE FUNCTION app.is_payment_frozen(target_payment uuid, customer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  begin
    perform app.refuse_while_frozen(customer, target_payment, 'order');
  exception when check_violation then return true; end;
  return exists (select from app.freezes_of_order(target_payment))
    and not app.is_return_decided(target_payment, customer);
end $function$
;

CREATE OR REPLACE FUNCTION app.is_possible_same_account(account_one text, account_two text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((app.account_digits(account_one) = app.account_digits(account_two)) OR ((LEAST(length(app.account_suffix(account_one)), length(app.account_suffix(account_two))) >= 6) AND ("right"(app.account_suffix(account_one), length(app.account_suffix(account_two))) = "right"(app.account_suffix(account_two), length(app.account_suffix(account_one))))))
;

CREATE OR REPLACE FUNCTION app.is_possible_same_name(words_a text[], words_b text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((cardinality(words_a) > 0) AND ((words_a = words_b) OR ((LEAST(cardinality(words_a), cardinality(words_b)) > 1) AND ((words_a <@ words_b) OR (words_b <@ words_a)))))
;

CREATE OR REPLACE FUNCTION app.is_repeat_of_settled_duplicate(line uuid, original_line uuid, recorder uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (app.can_access_all_rows() AND (NOT ((l.recorded_by = is_repeat_of_settled_duplicate.recorder) OR app.is_same_person(l.recorded_by, is_repeat_of_settled_duplicate.recorder))) AND ( SELECT (count(*) >= 3)
            FROM bank_lines b
           WHERE ((b.id <> l.id) AND ((b.recorded_by = l.recorded_by) OR app.is_same_person(b.recorded_by, l.recorded_by)) AND ((b.reference_key = l.reference_key) OR (b.id IN ( SELECT d.duplicate_line_id
                    FROM bank_line_possible_duplicates d
                   WHERE (d.line_id = is_repeat_of_settled_duplicate.original_line)))) AND ((EXISTS ( SELECT
                    FROM proposals p
                   WHERE ((p.kind = 'two_lines'::text) AND (p.state = 'approved'::text) AND (((p.subject = (b.id)::text) AND ((p.payload -> 'than'::text) ? (is_repeat_of_settled_duplicate.original_line)::text)) OR ((p.subject = (is_repeat_of_settled_duplicate.original_line)::text) AND ((p.payload -> 'than'::text) ? (b.id)::text)))))) OR ((b.dismissal_reason IS NOT NULL) AND (b.dismissal_reason <> 'erased'::text) AND (b.dismissed_by <> b.recorded_by) AND (b.dismissed_by <> is_repeat_of_settled_duplicate.recorder) AND (NOT app.is_same_person(b.dismissed_by, b.recorded_by)) AND (NOT app.is_same_person(b.dismissed_by, is_repeat_of_settled_duplicate.recorder)) AND (b.id IN ( SELECT d.duplicate_line_id
                    FROM bank_line_possible_duplicates d
                   WHERE (d.line_id = is_repeat_of_settled_duplicate.original_line))))))))
    FROM bank_lines l
   WHERE (l.id = is_repeat_of_settled_duplicate.line);
END
;

CREATE OR REPLACE FUNCTION app.is_return_blocked(target_movement uuid, account text, address text, tag text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (app.can_access_all_rows() AND (EXISTS (SELECT FROM app.freezes_of_return(is_return_blocked.target_movement, is_return_blocked.account, is_return_blocked.address, is_return_blocked.tag) freezes_of_return(freezes_of_return))) AND (NOT app.is_unallocated_return_decided(target_movement)))
;

CREATE OR REPLACE FUNCTION app.is_return_decided(order_id uuid, customer uuid, target_movement uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (app.can_access_all_rows() AND (EXISTS (SELECT FROM proposals p WHERE ((p.kind = 'frozen_return'::text) AND (p.subject = (is_return_decided.order_id)::text) AND (p.customer_id = is_return_decided.customer) AND (p.state = 'approved'::text) AND (((p.payload ->> 'stopped'::text))::boolean = app.is_frozen(is_return_decided.customer)) AND (NOT (EXISTS (SELECT FROM (SELECT app.effective_freezes(is_return_decided.customer) AS effective_freezes UNION SELECT app.freezes_of_order(is_return_decided.order_id) AS freezes_of_order) f(id) WHERE (NOT ((p.payload -> 'freezes'::text) ? (f.id)::text))))) AND (NOT (EXISTS (SELECT FROM (SELECT app.refundable_pay_ins(is_return_decided.order_id) AS refundable_pay_ins UNION SELECT is_return_decided.target_movement AS target_movement WHERE (is_return_decided.target_movement IS NOT NULL)) l(id) WHERE (NOT ((p.payload -> 'lines'::text) ? (l.id)::text)))))))))
;

CREATE OR REPLACE FUNCTION app.is_same_person(first_account uuid, second_account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (merged_accounts a
              JOIN merged_accounts b ON ((b.person_id = a.person_id)))
           WHERE ((a.user_id = is_same_person.first_account) AND (b.user_id = is_same_person.second_account) AND (is_same_person.first_account <> is_same_person.second_account)))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION app.is_screened_clear(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (app.can_access_all_rows() AND (EXISTS ( SELECT
            FROM (transactions t
              JOIN blockchain_screening s ON ((s.id = t.blockchain_screening_id)))
           WHERE ((t.id = is_screened_clear.order_id) AND (s.user_id = t.user_id) AND ((s.screening_result)::text = 'clear'::text) AND (s.wallet_address = COALESCE(( SELECT m.address
                    FROM movements m
                   WHERE ((m.order_id = t.id) AND (m.direction = 'in'::text) AND (NOT m.is_surplus) AND (NOT (EXISTS ( SELECT
                            FROM movements o
                           WHERE ((o.reverses_id = m.id) AND (o.direction = 'off'::text))))))), t.wallet_address, t.sender_wallet_address))))));
END
;

CREATE OR REPLACE FUNCTION app.is_shown_to_others(file uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app.is_system() and (exists (select from public.course_pictures c where c.file_id = file)
    or exists (select from public.workshop_sessions w where w.flyer_file = file)
    or exists (select from public.scam_reports r where r.report_file = file))
$function$
;

CREATE OR REPLACE FUNCTION app.is_staff(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM user_roles r
           WHERE (r.user_id = is_staff.account))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION app.is_staff_person(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM user_roles r
           WHERE ((r.role = ANY ('{admin,compliance,finance,support}'::text[])) AND (r.user_id IN ( SELECT is_staff_person.account AS account
                 UNION ALL
                  SELECT o.user_id
                    FROM (merged_accounts m
                      JOIN merged_accounts o ON ((o.person_id = m.person_id)))
                   WHERE (m.user_id = is_staff_person.account)))))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION app.is_system()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.can_access_all_rows() AND (app.user_id() IS NULL))
;

CREATE OR REPLACE FUNCTION app.is_unallocated_payer_decided(target_movement uuid, new_matches jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select not exists (select from public.movements m where m.id = target_movement and btrim(m.holder) <> ''
      and not exists (select from public.payer_screenings c where c.movement_id = m.id and app.is_payer_screened(c)))
    and not exists (select from public.bank_lines b where b.id = app.cash_line_of(target_movement)
      and target_movement <> all(b.unallocated_cash_checked))
    and not exists (select from app.unallocated_blockers(target_movement, new_matches) s
      where not exists (select from public.proposals p where p.kind = 'frozen_return' and p.subject = target_movement::text
        and p.state = 'approved' and p.payload -> 'stops' ? s.word))
$function$
;

CREATE OR REPLACE FUNCTION app.is_unallocated_payer_decided_for_staff(target_movement uuid, new_matches jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app.can_access_all_rows() and app.is_unallocated_payer_decided(target_movement, new_matches)
$function$
;

CREATE OR REPLACE FUNCTION app.is_unallocated_return_decided(target_movement uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (app.can_access_all_rows() AND (EXISTS (SELECT FROM proposals p WHERE ((p.kind = 'frozen_return'::text) AND (p.subject = (is_unallocated_return_decided.target_movement)::text) AND (p.state = 'approved'::text) AND (NOT (EXISTS (SELECT FROM app.freezes_of_order(is_unallocated_return_decided.target_movement) f(id) WHERE (NOT ((p.payload -> 'freezes'::text) ? (f.id)::text)))))))))
;

CREATE OR REPLACE FUNCTION app.is_valid_card_page(page card_sessions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (
         CASE (page).kind
             WHEN 'order'::text THEN (EXISTS ( SELECT
                FROM transactions t
               WHERE ((t.id = (is_valid_card_page.page).due_id) AND (t.user_id = (is_valid_card_page.page).user_id))))
             ELSE (EXISTS ( SELECT
                FROM payments p
               WHERE ((p.id = (is_valid_card_page.page).due_id) AND (p.user_id = (is_valid_card_page.page).user_id) AND (p.amount_jmd = (is_valid_card_page.page).amount) AND ((is_valid_card_page.page).currency = 'JMD'::text))))
         END AND (NOT (EXISTS ( SELECT
            FROM card_sessions s
           WHERE ((s.provider = (is_valid_card_page.page).provider) AND (s.reference = (is_valid_card_page.page).reference) AND ((s.user_id IS DISTINCT FROM (is_valid_card_page.page).user_id) OR (s.due_id IS DISTINCT FROM (is_valid_card_page.page).due_id)))))));
END
;

CREATE OR REPLACE FUNCTION app.is_wallet_blocked(address text, owner uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (app.can_access_all_rows() AND (EXISTS (SELECT FROM app.freezes_by_counterparty(NULL::text, is_wallet_blocked.address, NULL::text, true, is_wallet_blocked.owner) freezes_by_counterparty(freezes_by_counterparty))))
;

CREATE OR REPLACE FUNCTION app.kyc_threshold_usd()
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (s.value ->> 'gate')::numeric from public.setting_versions s where s.key = 'caps'
   order by s.valid_from desc, s.id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION app.last_movement_at(target_due uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with own as (select m.id, m.source_movement_id, m.recorded_at from public.movements m where m.order_id = target_due
    or m.payment_id = target_due),
  unallocated as (
    select m.id, m.recorded_at from public.movements m join own on own.source_movement_id = m.id where m.user_id is null
    union select m.id, m.recorded_at from public.movements m join own on m.source_movement_id = own.id
      where m.user_id is null)
  select max(recorded_at) from (
    select recorded_at from own
    union all select recorded_at from unallocated
    union all select m.recorded_at from public.movements m join unallocated u on m.reverses_id = u.id
    union all select m.recorded_at from public.movements m join unallocated u on m.source_movement_id = u.id) moved
$function$
;

CREATE OR REPLACE FUNCTION app.likely_accounts(account uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT a.id
    FROM ((app.same_person_accounts(likely_accounts.account) own(id)
      JOIN account_links l ON (((own.id = l.account_a) OR (own.id = l.account_b))))
      CROSS JOIN LATERAL app.same_person_accounts(
         CASE
             WHEN (l.account_a = own.id) THEN l.account_b
             ELSE l.account_a
         END) a(id))
   WHERE ((l.state <> 'apart'::text) AND (l.kinds && ARRAY['trn'::text, 'id_number'::text, 'mail'::text, 'name_birth'::text]) AND (a.id <> likely_accounts.account))
 UNION
  SELECT x.id
    FROM app.same_person_accounts(likely_accounts.account) x(id)
   WHERE (x.id <> likely_accounts.account);
END
;

CREATE OR REPLACE FUNCTION app.link_identity_hashes(account uuid, new_hashes jsonb, at_time timestamp with time zone, max_people integer)
 RETURNS TABLE(sharer uuid, shared text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare counted_hashes text[];
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  insert into public.identity_hashes as p (user_id, kind, hash, found_at)
    select account, g.kind, g.mark, min(coalesce(g.since, at_time))
      from jsonb_to_recordset(new_hashes) g (kind text, mark text, since timestamptz) group by g.kind, g.mark
    on conflict (user_id, kind, hash) do update set found_at = excluded.found_at where p.found_at > excluded.found_at;
  counted_hashes := array(select m.hash from public.identity_hashes m
    where m.user_id = account and m.kind in ('wallet', 'bank')
      and not exists (select from jsonb_to_recordset(new_hashes) g (mark text, public boolean) where g.mark = m.hash
        and g.public)
      and (m.hash like 'own:%' or app.count_people_sharing(m.hash) <= max_people));
  -- When the shared wallet or bank no longer counts, an earlier decision applies again.
  with rechecked_links as (
    select l.account_a, l.account_b, l.decided_by,
        array(select k from unnest(l.kinds) k where k not in ('wallet', 'bank')
          union select m.kind from public.identity_hashes m join public.identity_hashes o on o.hash = m.hash
            where m.user_id = l.account_a and o.user_id = l.account_b and m.hash = any(counted_hashes)
          order by 1) kinds
      from public.account_links l
     where l.state = 'open' and account in (l.account_a, l.account_b) and l.kinds && array['wallet', 'bank']),
  deleted_links as (
    delete from public.account_links l using rechecked_links s
      where l.account_a = s.account_a and l.account_b = s.account_b and s.kinds = '{}' and s.decided_by is null),
  separated_links as (
    update public.account_links l set state = 'apart' from rechecked_links s
      where l.account_a = s.account_a and l.account_b = s.account_b and s.kinds = '{}' and s.decided_by is not null)
  update public.account_links l set kinds = s.kinds from rechecked_links s
    where l.account_a = s.account_a and l.account_b = s.account_b and s.kinds <> '{}' and s.kinds <> l.kinds;
  return query
  with matches as (
    select least(account, s.user_id) account_a, greatest(account, s.user_id) account_b, array_agg(distinct s.kind) kinds
      from (select o.user_id, least(m.kind, o.kind) kind
          from public.identity_hashes m join public.identity_hashes o on o.hash = m.hash and o.user_id <> account
         where m.user_id = account and m.kind not in ('wallet', 'bank') and o.kind not in ('wallet', 'bank')
        union all
        select o.user_id, least(m.kind, o.kind)
          from public.identity_hashes m cross join lateral (
            select f.user_id, f.kind from public.identity_hashes f
             where f.hash = m.hash and f.kind in ('wallet', 'bank') and f.user_id <> account
             order by f.found_at, f.user_id limit 50) o
         where m.user_id = account and m.hash = any(counted_hashes)) s group by s.user_id)
  insert into public.account_links as l (account_a, account_b, kinds, found_at)
    select a.account_a, a.account_b, a.kinds, at_time from matches a
    on conflict (account_a, account_b) do update
      set kinds = array(select distinct unnest(l.kinds || excluded.kinds) order by 1), found_at = excluded.found_at,
          state = case when l.state = 'apart' then 'open' else l.state end
      where not excluded.kinds <@ l.kinds
    returning case when l.account_a = account then l.account_b else l.account_a end, l.kinds;
end $function$
;

CREATE OR REPLACE FUNCTION app.link_verdict_indicators()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.scam_judged_indicators (indicator_id, verdict_id)
    select i.id, new.id from public.scam_indicators i where i.scam_case_id = new.scam_case_id and not i.is_shared
    union select i.id, new.id from public.scam_reports r join public.scam_report_indicators l on l.report_id = r.id
      join public.scam_indicators i on i.id = l.indicator_id where r.scam_case_id = new.scam_case_id
        and not i.is_shared;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.list_effective_freezes(account uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select app.effective_freezes(account);
end $function$
;

CREATE OR REPLACE FUNCTION app.list_published_scams(search_text text, before timestamp with time zone, before_id uuid, max_rows integer)
 RETURNS TABLE(id uuid, slug text, verdict text, title text, summary text, published_at timestamp with time zone, people integer, indicators jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.id, p.slug, p.verdict, p.title, p.summary, p.published_at, app.count_warning_reporters(p.id),
      (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope, 'value', i.value, 'people',
        i.reporter_count)
          order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id)
    from public.scam_publications p
   where p.withdrawn_at is null and (before is null or (p.published_at, p.id) < (before, before_id))
     and (search_text is null or position(lower(search_text) in lower(p.title)) > 0
       or position(nullif(app.name_key(search_text), '') in app.name_key(p.title)) > 0
       or exists (select from public.scam_published_indicators s
       join public.scam_indicators i on i.id = s.indicator_id
      where s.publication_id = p.id and (position(lower(search_text) in lower(i.value)) > 0
        or i.kind = 'name' and position(nullif(app.name_key(search_text), '') in app.name_key(i.value)) > 0)))
   order by p.published_at desc, p.id desc limit least(max_rows, 500)
$function$
;

CREATE OR REPLACE FUNCTION app.list_same_person_accounts(account uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select a.id from app.same_person_accounts(account) a (id) order by a.id;
end $function$
;

CREATE OR REPLACE FUNCTION app.lock_credentials(session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Lock order: password before session, as in every password change.
  perform from auth.account a where a."userId" = app.user_id() for share;
  perform from auth.session s where s.id = session and s."userId" = app.user_id() and s."expiresAt" > now() for share;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION app.lock_for_erasure(customer uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  perform app.start_erasure();
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  perform c.id from public.cases c where c.user_id = customer order by c.id for update;
  perform a.id from public.transaction_alerts a where a.user_id = customer order by a.id for update;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0))
    from (select x.id from app.same_person_accounts(customer) x (id) where x.id <> customer order by 1) a;
  perform u.id from auth."user" u where u.id = customer for update;
  perform app.finish_erasure();
end $function$
;

CREATE OR REPLACE FUNCTION app.lock_freezes(account uuid)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock(hashtextextended(('standing '::text || account), (0)::bigint)) AS pg_advisory_xact_lock;
END
;

CREATE OR REPLACE FUNCTION app.lookup_scams(kinds text[], scopes text[], indicator_values text[])
 RETURNS TABLE(n integer, warning_level text, verdict text, people integer, slug text, first_day date, reporters jsonb, needed integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 4
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare enough integer;
begin
  if exists (select from unnest($1, $2, $3) a (kind, scope, value)
      join public.scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value where a.kind <> 'name') then
    select greatest(2, (select (v.value ->> 'warnFrom')::integer from public.setting_versions v
      where v.key = 'scam_reports' order by v.valid_from desc, v.id desc limit 1)) into enough;
    return query
    select a.n::integer, case when p.verdict is null then 'reported' else 'published' end, p.verdict,
        case when p.verdict is not null then i.reporter_count end, p.slug,
        case when p.verdict is not null then (i.first_at at time zone 'America/Jamaica')::date end,
        case when p.verdict is null then app.scam_reporters(i.id) end, enough
      from unnest($1, $2, $3) with ordinality a (kind, scope, value, n)
        join public.scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value
        left join lateral (select w.verdict, w.slug from public.scam_published_indicators s
            join public.scam_publications w on w.id = s.publication_id
           where s.indicator_id = i.id and w.withdrawn_at is null order by w.published_at desc limit 1) p on true
     where a.kind <> 'name'
       and (p.verdict is not null or (app.user_id() is not null and not i.is_shared and i.reporter_count >= enough));
  end if;
  if not 'name' = any ($1) then return; end if;
  -- Names match published warnings only, so no reporters are weighted.
  return query
  select a.n::integer, 'published', p.verdict, app.count_warning_reporters(p.id), p.slug,
      (select (min(i.first_at) at time zone 'America/Jamaica')::date from public.scam_published_indicators s
          join public.scam_indicators i on i.id = s.indicator_id where s.publication_id = p.id), null::jsonb, null::integer
    from unnest($1, $2, $3) with ordinality a (kind, scope, value, n)
      cross join lateral (select w.id, w.verdict, w.slug from public.scam_publications w
         where w.withdrawn_at is null and w.id in (
           select t.id from public.scam_publications t
            where t.withdrawn_at is null and app.name_key(t.title) = app.name_key(a.value)
           union all
           select s.publication_id from public.scam_indicators i
              join public.scam_published_indicators s on s.indicator_id = i.id
            where i.kind = 'name' and app.name_key(i.value) = app.name_key(a.value))
         order by w.published_at desc limit 1) p
   where a.kind = 'name' and app.name_key(a.value) <> '';
end $function$
;

CREATE OR REPLACE FUNCTION app.maintain_unallocated_funds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare source uuid := app.unallocated_movement_of(new);
begin
  if source is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || source, 0));
  if app.unallocated_remaining(source) > 0 then
    insert into public.unallocated_funds (movement_id, since)
      select id, recorded_at from public.movements where id = source on conflict do nothing;
  else
    delete from public.unallocated_funds where movement_id = source;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.mark_indicator_shared(indicator uuid, set_shared boolean, new_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_decide_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  if set_shared and exists (select from public.scam_published_indicators s
    join public.scam_publications p on p.id = s.publication_id
    where s.indicator_id = indicator and p.withdrawn_at is null)
  then raise exception 'indicator is part of a published warning' using errcode = 'check_violation', constraint = 'warned_is_not_common'; end if;
  update public.scam_indicators set is_shared = set_shared, shared_reason = case when set_shared then new_reason end
    where id = indicator;
  delete from public.scam_judged_indicators j where set_shared and j.indicator_id = indicator;
end $function$
;

CREATE OR REPLACE FUNCTION app.merge_scam_cases(case_one uuid, case_two uuid, at_time timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare target_case uuid; merged_case uuid;
begin
  if not app.can_decide_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('scam matters', 0));
  perform from public.scam_cases m where m.id in (case_one, case_two) order by m.id for update;
  select m.id into target_case from public.scam_cases m where m.id in (case_one, case_two) and m.merged_into is null
    and m.reports > 0
    order by m.opened_at, m.id limit 1;
  merged_case := case target_case when case_one then case_two else case_one end;
  if target_case is null or merged_case = target_case
    or not exists (select from public.scam_cases m where m.id = merged_case and m.merged_into is null)
  then return null; end if;
  update public.scam_reports set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_indicators set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_verdicts set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_publications set scam_case_id = target_case where scam_case_id = merged_case;
  update public.scam_cases m set joined_at = at_time, last_report_at = greatest(m.last_report_at, o.last_report_at),
      waits_since = least(m.waits_since, o.waits_since)
    from public.scam_cases o where m.id = target_case and o.id = merged_case;
  update public.scam_cases set reports = 0, reporter_count = 0, waits_since = null, merged_into = target_case
    where id = merged_case or merged_into = merged_case;
  perform app.recount_scams(array[target_case], '{}');
  return target_case;
end $function$
;

CREATE OR REPLACE FUNCTION app.move_scam_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.scam_notes set scam_case_id = new.merged_into where scam_case_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.movement_remaining(target_movement uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (EXISTS ( SELECT
                FROM movements o
               WHERE ((o.reverses_id = m.id) AND (o.direction = 'off'::text)))) THEN (0)::numeric
             ELSE (m.amount - COALESCE(( SELECT sum(b.amount) AS sum
                FROM movements b
               WHERE ((b.reverses_id = m.id) AND (b.direction = 'back'::text) AND (NOT (EXISTS ( SELECT
                        FROM movements c
                       WHERE (c.reverses_id = b.id)))))), (0)::numeric))
         END AS "case"
    FROM movements m
   WHERE ((m.id = movement_remaining.target_movement) AND (m.direction = 'in'::text));
END
;

CREATE OR REPLACE FUNCTION app.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN regexp_replace(lower((NORMALIZE(name, NFKD) COLLATE pg_c_utf8)), '[^[:alnum:]]+'::text, ''::text, 'g'::text)
;

CREATE OR REPLACE FUNCTION app.name_words(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY(WITH words AS (SELECT s.word, row_number() OVER (ORDER BY s.at) AS place FROM regexp_split_to_table(replace(replace(replace(replace(translate(regexp_replace(lower((NORMALIZE(regexp_replace(COALESCE(name_words.name, ''::text), '[''.`´ʹʻʼʾ‘’′]'::text, ''::text, 'g'::text), NFKD) COLLATE pg_c_utf8)), '[̀-ͯ᪰-᫿᷀-᷿⃐-⃿︠-︯]'::text, ''::text, 'g'::text), 'øłđðħŧı'::text, 'olddhti'::text), 'þ'::text, 'th'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), '[^[:alnum:]]+'::text) WITH ORDINALITY s(word, at) WHERE (s.word <> ALL (ARRAY[''::text, 'mr'::text, 'mrs'::text, 'ms'::text, 'miss'::text, 'mx'::text, 'dr'::text, 'prof'::text, 'rev'::text, 'sir'::text, 'dame'::text]))) SELECT w.word FROM words w UNION SELECT (w.word || n.word) FROM (words w JOIN words n ON ((n.place = (w.place + 1)))) WHERE (w.word = ANY (ARRAY['o'::text, 'mc'::text, 'mac'::text, 'fitz'::text, 'st'::text, 'de'::text, 'du'::text, 'di'::text, 'da'::text, 'la'::text, 'le'::text, 'van'::text, 'von'::text])) ORDER BY 1)
;

CREATE OR REPLACE FUNCTION app.newest_migration()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return (select max(name) from public.kysely_migration);
end $function$
;

CREATE OR REPLACE FUNCTION app.notify_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_notify('topic', 'leave@' || (to_jsonb(case tg_op when 'DELETE' then old else new end) ->> tg_argv[0]));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.open_case(customer uuid, case_kind text, case_title text, alert_ids uuid[], actor uuid, at_time timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
<<opening>>
declare case_id uuid;
begin
  if not (coalesce(customer = app.user_id(), false) or app.can_read_compliance()) then raise exception 'only compliance or the user can call this function'; end if;
  if actor is not null and (actor <> app.user_id() or actor = customer)
    then raise exception 'actor is not the signed-in user'; end if;
  perform pg_advisory_xact_lock(hashtextextended('case:' || customer || case_kind, 0));
  -- Waits for a concurrent closing of the case.
  select c.id into case_id from public.cases c
   where c.user_id = customer and c.kind = case_kind and c.state <> 'closed' and c.kind <> 'manual'
   for update;
  if case_id is null then
    insert into public.cases (user_id, kind, title, opened_at, opened_by, updated_at)
      values (customer, case_kind, case_title, at_time, actor, at_time) returning id into case_id;
    insert into public.case_events (case_id, user_id, at, event, actor_id, note)
      values (opening.case_id, customer, at_time, 'opened', actor, case_title);
  end if;
  with added as (
    insert into public.case_alerts (alert_id, case_id, user_id, added_at)
      select a, opening.case_id, customer, at_time from unnest(alert_ids) a
        where exists (select from public.transaction_alerts t where t.id = a and t.user_id = customer)
      on conflict do nothing returning alert_id)
  insert into public.case_events (case_id, user_id, at, event, actor_id, subject_type, subject_id)
    select opening.case_id, customer, at_time, 'alert_added', actor, 'alert', alert_id from added;
  insert into public.case_orders (case_id, order_id, user_id, added_at)
    select distinct opening.case_id, t.transaction_id, customer, at_time from public.transaction_alerts t
     where t.id = any(alert_ids) and t.user_id = customer and t.transaction_id is not null
    on conflict do nothing;
  return case_id;
end $function$
;

CREATE OR REPLACE FUNCTION app.order_block_reasons(order_or_movement uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select app.freezes_of_order(order_or_movement);
end $function$
;

CREATE OR REPLACE FUNCTION app.other_accounts()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('app.other_accounts'::text, true), ''::text), '{}'::text))::uuid[]
;

CREATE OR REPLACE FUNCTION app.own_email_verified()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select u."emailVerified" from auth."user" u where u.id = app.user_id()), false)
$function$
;

CREATE OR REPLACE FUNCTION app.own_order_counts()
 RETURNS TABLE(total integer, completed integer, pending integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(*))::integer AS count,
     (count(*) FILTER (WHERE (t.status = 'completed'::text)))::integer AS count,
     (count(*) FILTER (WHERE (t.status = ANY (ARRAY['pending'::text, 'processing'::text]))))::integer AS count
    FROM transactions t
   WHERE (t.user_id = app.user_id());
END
;

CREATE OR REPLACE FUNCTION app.pause_standing_instructions(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.recurring_buys set paused_at = now(), paused_for = 'password'
   where user_id = account and paused_at is null;
  update public.payees set known_from = now() where user_id = account;
end $function$
;

CREATE OR REPLACE FUNCTION app.payer_block_reasons(target_movement uuid)
 RETURNS TABLE(word text, why text, user_id uuid, decided boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select s.word, s.why, c.user_id, app.is_unallocated_payer_decided(target_movement, '[]')
    from app.unallocated_blockers(target_movement, '[]') s left join public.payer_screenings c on c.movement_id = target_movement order by 1;
end $function$
;

CREATE OR REPLACE FUNCTION app.payments_in_progress(customer uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT p.reference
    FROM payments p
   WHERE ((p.user_id = payments_in_progress.customer) AND (app.can_access_all_rows() OR (payments_in_progress.customer = app.user_id())) AND (p.awaits_staff OR ((p.pay_in = 'received'::text) AND (p.ended IS NULL) AND ((EXISTS ( SELECT
            FROM proposals q
           WHERE ((q.kind = 'return'::text) AND (q.subject = (p.id)::text) AND (q.state = 'open'::text)))) OR (EXISTS ( SELECT
            FROM (workshop_registrations r
              JOIN workshop_sessions s ON ((s.id = r.session_id)))
           WHERE ((p.payable = 'workshop'::text) AND (r.id = p.payable_id) AND (r.status = 'confirmed'::text) AND ((s.end_at > now()) OR (s.status = 'cancelled'::text)))))))))
   ORDER BY p.id;
END
;

CREATE OR REPLACE FUNCTION app.person_names(account uuid)
 RETURNS SETOF text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH own_accounts AS (
          SELECT a.id
            FROM app.same_person_accounts(person_names.account) a(id)
         ), names AS (
          SELECT p.first_name,
             p.last_name,
             p.display_name
            FROM profiles p
           WHERE (p.id IN ( SELECT m.id
                    FROM own_accounts m))
         UNION ALL
          SELECT k.first_name,
             k.last_name,
             k.display_name
            FROM account_freezes f,
             LATERAL jsonb_to_recordset(f.identity_snapshot) k(first_name text, last_name text, display_name text)
           WHERE (f.user_id IN ( SELECT m.id
                    FROM own_accounts m))
         )
  SELECT app.name_words(COALESCE(NULLIF(btrim(concat_ws(' '::text, n.first_name, n.last_name)), ''::text), n.display_name)) AS name_words
    FROM names n
 UNION
  SELECT app.name_words((k.data ->> 'full_name'::text)) AS name_words
    FROM kyc_submissions k
   WHERE ((k.user_id IN ( SELECT m.id
            FROM own_accounts m)) AND (k.tier = 1) AND (k.status = 'approved'::text));
END
;

CREATE OR REPLACE FUNCTION app.placement_context(request uuid, since timestamp with time zone, until timestamp with time zone, today timestamp with time zone, at_time timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare customer uuid := app.user_id(); accounts uuid[] := array[customer]; person uuid; stopped boolean := false;
  risk json;
begin
  if exists (select from public.flagged_accounts n where n.id = customer) then
    stopped := app.freeze_status(customer) is not distinct from 'stopped';
    select j.person_id into person from public.merged_accounts j where j.user_id = customer;
    if person is not null then
      -- Serializes the orders of one person. Reads the joined accounts under the lock.
      perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
      accounts := array(select j.user_id from public.merged_accounts j where j.person_id = person);
      risk := (select json_build_object('pep', bool_or(coalesce(p.is_pep or e.pep_status, false)),
          'highRiskJurisdiction', bool_or(coalesce(e.high_risk_jurisdiction, false)),
          'dueDiligence', bool_or(coalesce(e.enhanced_due_diligence_required, false)),
          'sanctions', case when bool_or(e.sanctions_check_result = 'flagged') then 'flagged'
            when bool_or(e.sanctions_check_result = 'high_risk') then 'high_risk' end)
        from unnest(accounts) a (id) left join public.profiles p on p.id = a.id
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
            'buy', count(*) filter (where o.type = 'buy' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > at_time),
            'sell', count(*) filter (where o.type = 'sell' and o.pay_in in ('awaiting', 'claimed') and o.price_holds_until > at_time))
          from public.transactions o where o.user_id = any(accounts) and o.status in ('pending', 'processing')),
      'ended', (select json_build_object(
            'buy', count(*) filter (where e.type = 'buy'), 'sell', count(*) filter (where e.type = 'sell'))
          from public.transactions e where e.user_id = any(accounts) and e.status in ('cancelled', 'failed')
           and e.pay_in in ('awaiting', 'claimed') and e.price_holds_until > at_time),
      'cooling', (select count(*) from (select order_id, user_id, cooling_off_until from public.order_warnings) w
            join public.transactions c on c.id = w.order_id
          where w.user_id = any(accounts) and w.cooling_off_until > at_time and c.pay_in in ('received', 'returned')),
      'before', json_build_object(
        'confirmed', exists (select from public.name_hits h where h.user_id = any(accounts) and h.state = 'confirmed'),
        'refusedToday', (select count(*) from public.risk_assessments a
            where a.user_id = any(accounts) and a.idempotency_key is not null and a.created_at >= today),
        'refused', (select json_build_object('outcome', a.outcome, 'requestHash', a.request_hash)
            from public.risk_assessments a where a.user_id = customer and a.idempotency_key = request)))
    from public.transactions t
   where t.user_id = any(accounts) and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $function$
;

CREATE OR REPLACE FUNCTION app.plain_wallet(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (address ~* '^(0x[0-9a-f]{40}|bc1[02-9ac-hj-np-z]{6,})$'::text) THEN lower(address)
             ELSE address
         END AS address;
END
;

CREATE OR REPLACE FUNCTION app.prepare_scam_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_erasing() then return new; end if;
  if tg_op = 'INSERT' then
    insert into public.scam_cases (opened_at, last_report_at, reports, reporter_count, waits_since)
      values (new.created_at, new.created_at, 1, 1, new.created_at) returning id into new.scam_case_id;
    new.evidence_path := (select f.path from public.files f where f.id = new.evidence_file);
    if new.evidence_file is not null and not exists (select from public.files f where f.id = new.evidence_file
      and f.user_id = new.user_id and f.purpose = 'scam-evidence' and f.state in ('clean', 'being_checked'))
    then raise exception 'evidence file is missing or unusable' using errcode = 'check_violation', constraint = 'evidence_stands'; end if;
  elsif app.user_id() is not null and app.is_same_person(app.user_id(), new.user_id) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  if new.report_file is not null and not exists (select from public.files f where f.id = new.report_file
    and f.purpose = 'scam-report' and f.state in ('clean', 'being_checked'))
  then raise exception 'report file is missing or unusable' using errcode = 'check_violation', constraint = 'report_file_stands'; end if;
  new.report_path := (select f.path from public.files f where f.id = new.report_file);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.promo_refusal(promo_code uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when coalesce(bool_or(d.user_id in (select app.same_person_accounts(app.user_id()))), false) then 'used'
    when count(*) >= (select p.max_uses from public.promo_codes p where p.id = promo_code) then 'used_up' end
    from public.order_discounts d join public.transactions t on t.id = d.order_id
   where d.promo_code_id = promo_code and t.status not in ('cancelled', 'failed')
$function$
;

CREATE OR REPLACE FUNCTION app.prune_address_forms()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.is_system() then raise exception 'only the system can prune address forms'; end if;
  delete from public.address_forms f where f.address not in (
    select app.plain_wallet(used_wallet.address) from (
      select m.address from public.movements m
      union select t.wallet_address from public.transactions t
      union select t.sender_wallet_address from public.transactions t
      union select w.value ->> 'walletAddress' from public.kyc_submissions k,
        jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
          then k.data -> 'trusted_wallets' end) w where k.tier = 3) used_wallet (address)
     where used_wallet.address is not null);
end $function$
;

CREATE OR REPLACE FUNCTION app.queue_payer_screening()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.payer_screenings (movement_id, due_id, user_id)
    select new.id, coalesce(new.order_id, new.payment_id, new.id),
        coalesce(new.user_id, (select o.user_id from public.movements o where o.id = new.source_movement_id))
     where btrim(new.holder) <> '' or exists (select from public.transactions t
       where t.id = new.order_id and btrim(t.account_holder_name) <> '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.queue_webhook_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.webhook_deliveries (user_id, endpoint_id, type, facts)
  select new.user_id, e.id, e.type, jsonb_build_object('orderId', new.id, 'side', new.type, 'status', new.status, 'payIn', new.pay_in)
    from (select w.id, t.type from public.webhook_endpoints w
           cross join (values ('order.placed', tg_op = 'INSERT'), ('order.status_changed', tg_op = 'UPDATE'),
             ('receipt.ready', tg_op = 'UPDATE' and new.status = 'completed' and old.status <> 'completed')) t (type, applies)
           where t.applies and w.user_id = new.user_id and w.paused_at is null for key share of w) e;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.record_api_key_use(key_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update auth.api_key set last_used_at = now() where id = (select k.id from app.find_api_key(key_hash) k)
     and coalesce(last_used_at not between now() - interval '4 minutes' and now() + interval '1 minute', true);
end $function$
;

CREATE OR REPLACE FUNCTION app.record_identity_snapshot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare old_identity jsonb := jsonb_build_array(jsonb_build_object('account', old.id, 'email', old.email,
  'date_of_birth', old.date_of_birth, 'first_name', old.first_name, 'last_name', old.last_name,
  'display_name', old.display_name));
begin
  update public.account_freezes f set identity_snapshot = f.identity_snapshot || old_identity
   where f.id in (select b.id from app.continuous_freezes(array(select app.same_person_accounts(old.id))) b)
     and not f.identity_snapshot @> old_identity;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.record_repeat_on_open_alert(customer uuid, alert_kind text, wallet text, at_time timestamp with time zone, repeat_details jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION app.recount_removed_indicator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app.recount_scams('{}', array[old.indicator_id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.recount_scam_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app.recount_scams(array[old.scam_case_id],
    array(select l.indicator_id from public.scam_report_indicators l where l.report_id = old.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.recount_scams(case_ids uuid[], indicator_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.scam_indicators i set reporter_count = (select count(distinct coalesce(j.person_id, r.user_id))
      from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
        left join public.merged_accounts j on j.user_id = r.user_id
     where l.indicator_id = i.id and r.status <> 'declined')
   where i.id = any(indicator_ids);
  delete from public.scam_indicators i where i.id = any(indicator_ids) and not i.is_shared
    and not exists (select from public.scam_report_indicators l where l.indicator_id = i.id)
    and not exists (select from public.scam_published_indicators s where s.indicator_id = i.id);
  update public.scam_cases m set
      reports = (select count(*) from public.scam_reports r where r.scam_case_id = m.id),
      reporter_count = (select count(distinct coalesce(j.person_id, r.user_id)) from public.scam_reports r
        left join public.merged_accounts j on j.user_id = r.user_id where r.scam_case_id = m.id
          and r.status <> 'declined'),
      waits_since = case when exists (select from public.scam_reports r where r.scam_case_id = m.id)
        then m.waits_since end
   where m.id = any(case_ids);
  delete from public.scam_cases m where m.id = any(case_ids) and m.reports = 0
    and not exists (select from public.scam_indicators i where i.scam_case_id = m.id)
    and not exists (select from public.scam_verdicts v where v.scam_case_id = m.id)
    and not exists (select from public.scam_publications p where p.scam_case_id = m.id)
    and not exists (select from public.scam_cases o where o.merged_into = m.id);
end $function$
;

CREATE OR REPLACE FUNCTION app.recount_scams_of_merged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare merged_account uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  perform app.recount_scams(array(select r.scam_case_id from public.scam_reports r where r.user_id = merged_account),
    array(select l.indicator_id from public.scam_report_indicators l where l.user_id = merged_account));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.redact_audit_entries(entry_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare erased_lines bigint[]; erasing_before text := current_setting('app.erasing', true);
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  -- Blocks the sealer, so that no entry changes while it is being sealed.
  perform pg_advisory_xact_lock(hashtextextended('audit seals', 0));
  perform app.start_erasure();
  with erased as (
    update public.audit_log l set before = null, after = null,
        erased_at = case when exists (select from public.audit_seals s where s.audit_id = l.id) then now() end
     where l.id = any(entry_ids) and l.erased_at is null and (l.before is not null or l.after is not null)
     returning l.id, l.erased_at)
  select array_agg(s.seq order by s.seq) into erased_lines
    from erased e join public.audit_seals s on s.audit_id = e.id where e.erased_at is not null;
  if coalesce(erasing_before, '') <> 'yes' then perform app.finish_erasure(); end if;
  if erased_lines is not null then
    insert into public.audit_log (actor_role, action, subject_type, subject_id, after)
      values ('system', 'audit.erased', 'audit_log', 'entries', jsonb_build_object('lines', erased_lines));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.redact_bank_line_entries()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT app.redact_audit_entries(ARRAY( SELECT l.id
            FROM (audit_log l
              JOIN bank_lines b ON (((b.id)::text = l.subject_id)))
           WHERE ((l.subject_type = 'bank_line'::text) AND (l.erased_at IS NULL) AND (b.dismissal_reason IS NOT NULL) AND (b.payer = ''::text) AND (b.payer_account = ''::text) AND (b.payer_bank = ''::text) AND (b.details = ''::text) AND ((b.dismissal_reason = 'erased'::text) OR (b.recorded_at < (app.today() - '7 years'::interval)))))) AS redact_audit_entries;
END
;

CREATE OR REPLACE FUNCTION app.refundable_pay_ins(target_due uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id
    FROM ((movements m
      LEFT JOIN transactions t ON ((t.id = m.order_id)))
      LEFT JOIN payments p ON ((p.id = m.payment_id)))
   WHERE (app.can_access_all_rows() AND (m.id IN ( SELECT app.available_movements(refundable_pay_ins.target_due) AS available_movements)) AND (m.is_surplus OR COALESCE((t.status = ANY (ARRAY['cancelled'::text, 'failed'::text])), ((p.ended IS NOT NULL) OR p.held)) OR (NOT app.is_frozen(m.user_id))));
END
;

CREATE OR REPLACE FUNCTION app.refuse_activation_while_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from public.payments p where p.payable_id = new.id and p.user_id = new.user_id and p.held)
  then raise exception 'a held payment cannot activate anything' using errcode = 'check_violation'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_award_of_frozen(award lgm_awards)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app.refuse_while_frozen(award.user_id, award.id, 'out');
  if exists (select from app.freezes_by_counterparty(null, award.address, null, true, award.user_id)) then
    raise exception 'awards cannot go to a wallet of a frozen customer'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_customer_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'customers cannot change this field' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_declared_profile_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'declared profile is final' using errcode = 'check_violation', constraint = 'declared_profile_is_final';
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_own_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.can_access_all_rows() and app.user_id() is not null and app.is_same_person(app.user_id(), new.user_id) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_own_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.is_same_person(new.proposed_by, new.customer_id) or app.is_same_person(new.decided_by, new.customer_id)
    or (new.state <> 'withdrawn' and app.is_same_person(new.decided_by, new.proposed_by))
  then raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_payout_while_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a held order cannot be paid out'
    using errcode = 'check_violation', constraint = 'nothing_paid_out_while_held';
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_payout_within_cooling_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from public.order_warnings w where w.order_id = new.id
    and w.cooling_off_until > new.updated_at) then
    raise exception 'cooling-off period has not ended' using errcode = 'check_violation', constraint = 'nothing_leaves_while_cooling';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_while_frozen(customer uuid, order_id uuid, step text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare stopped boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || customer, 0))
    where not exists (select from public.flagged_accounts n where n.id = customer);
  -- Checked again under the lock.
  if found and not exists (select from public.flagged_accounts n where n.id = customer) then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0)) from (
    select a.id from app.same_person_accounts(customer) a (id) order by 1) a;
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.id in (select app.effective_freezes(customer));
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step in ('return', 'release') and stopped and app.is_return_decided(order_id, customer) then return; end if;
  raise exception 'money of a frozen customer cannot move: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $function$
;

CREATE OR REPLACE FUNCTION app.regroup_accounts(first_account uuid, second_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seed uuid; members uuid[]; old_person_ids uuid[];
begin
  if not app.is_compliance_staff() then raise exception 'only compliance can call this function'; end if;
  perform pg_advisory_xact_lock(hashtextextended('joined accounts', 0));
  foreach seed in array array[first_account, second_account] loop
    with recursive connected (id) as (
      select seed
      union
      select case when l.account_a = c.id then l.account_b else l.account_a end
        from connected c join public.account_links l on l.state = 'joined' and c.id in (l.account_a, l.account_b))
    select array_agg(c.id order by c.id), array_agg(coalesce(j.person_id, c.id) order by c.id)
      into members, old_person_ids
      from connected c left join public.merged_accounts j on j.user_id = c.id;
    perform app.lock_freezes(m) from unnest(members) m;
    delete from public.merged_accounts where user_id = any(members);
    if cardinality(members) > 1 then
      insert into public.merged_accounts (user_id, person_id) select m, members[1] from unnest(members) m;
      perform app.uncount_cash(members, old_person_ids);
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION app.related_movements(target_movement uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = target_movement
    union select m.id, m.source_movement_id, m.reverses_id from chain w
      join public.movements m on m.id = w.source_movement_id or m.id = w.reverses_id or m.source_movement_id = w.id
        or m.reverses_id = w.id)
  select w.id from chain w
$function$
;

CREATE OR REPLACE FUNCTION app.related_scam_cases(scam_case uuid)
 RETURNS TABLE(id uuid, name text, shared integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  return query
  select f.related_case, (select r.name from public.scam_reports r where r.scam_case_id = f.related_case
    order by r.created_at, r.id limit 1),
      count(distinct f.indicator)::integer
    from (select i.scam_case_id related_case, i.id indicator from public.scam_reports r
        join public.scam_report_indicators l on l.report_id = r.id join public.scam_indicators i on i.id = l.indicator_id
       where r.scam_case_id = scam_case and r.status <> 'declined' and not i.is_shared and i.scam_case_id <> scam_case
      union all
      select r.scam_case_id, i.id from public.scam_indicators i join public.scam_report_indicators l
        on l.indicator_id = i.id
        join public.scam_reports r on r.id = l.report_id
       where i.scam_case_id = scam_case and r.status <> 'declined' and not i.is_shared
         and r.scam_case_id <> scam_case) f
    group by f.related_case order by 3 desc, 1 limit 20;
end $function$
;

CREATE OR REPLACE FUNCTION app.renew_lists_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.active_versions set lists = uuidv7();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.renew_rules_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.active_versions set rules = (select id from added order by version desc limit 1);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.renew_settings_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.active_versions set settings = uuidv7();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.replace_encrypted_number(submission uuid, field text, old_value text, replacement text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app.user_id() is not null or not app.can_access_all_rows() then raise exception 'only the system can replace encrypted numbers'; end if;
  if field not in ('trn_number', 'id_number') or replacement not like 's1.%'
    then raise exception 'replacement is not an encrypted number'; end if;
  update public.kyc_submissions set data = jsonb_set(data, array[field], to_jsonb(replacement))
   where id = submission and data ->> field = old_value;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION app.report_widely_shared(account uuid, at_time timestamp with time zone, max_people integer)
 RETURNS TABLE(kind text, people integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query
  with shared_hashes as (
    select m.kind, m.hash, app.count_people_sharing(m.hash) people from public.identity_hashes m
     where m.user_id = account and m.kind in ('wallet', 'bank') and m.hash !~ '^(key|own):'
       and not exists (select from public.widely_shared w where w.hash = m.hash)),
  reported as (
    insert into public.widely_shared (hash, reported_at)
      select s.hash, at_time from shared_hashes s where s.people > max_people
      on conflict do nothing returning hash)
  select s.kind, s.people from shared_hashes s join reported r on r.hash = s.hash;
end $function$
;

CREATE OR REPLACE FUNCTION app.retained_for_others(customer uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN ARRAY(SELECT DISTINCT COALESCE(m.order_id, m.payment_id) AS "coalesce" FROM movements m WHERE ((m.user_id = retained_for_others.customer) AND ((m.source_movement_id IS NOT NULL) OR (EXISTS (SELECT FROM movements u WHERE (u.source_movement_id = m.id))))))
;

CREATE OR REPLACE FUNCTION app.retained_rows_condition(relation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN CASE relation WHEN 'transactions'::text THEN 'id = any($2)'::text WHEN 'payments'::text THEN 'id = any($2)'::text WHEN 'movements'::text THEN 'coalesce(order_id, payment_id) = any($2)'::text WHEN 'files'::text THEN 'app.is_shown_to_others(id)'::text WHEN 'proposals'::text THEN 'exists (select from public.movements m where m.proposal_id = proposals.id
      and (m.user_id is null or coalesce(m.order_id, m.payment_id) = any($2)))'::text ELSE 'false'::text END
;

CREATE OR REPLACE FUNCTION app.revoke_api_access(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth.api_key where user_id = account;
  update public.webhook_endpoints set paused_at = now(), paused_reason = 'password'
   where user_id = account and paused_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION app.revoke_keys_with_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth.api_key where user_id = new.id;
  delete from public.webhook_endpoints where user_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.revoke_keys_with_mfa()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth.api_key where user_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.same_person_accounts(account uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT same_person_accounts.account AS account
 UNION
  SELECT o.user_id
    FROM (merged_accounts m
      JOIN merged_accounts o ON ((o.person_id = m.person_id)))
   WHERE (m.user_id = same_person_accounts.account);
END
;

CREATE OR REPLACE FUNCTION app.scam_indicators_of(scam_case uuid)
 RETURNS TABLE(id uuid, kind text, scope text, value text, people integer, first_at timestamp with time zone, last_at timestamp with time zone, common boolean, shared_reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  return query select i.id, i.kind, i.scope, i.value, i.reporter_count, i.first_at, i.last_at, i.is_shared,
    i.shared_reason
    from public.scam_indicators i
   where i.id in (select x.id from public.scam_indicators x where x.scam_case_id = scam_case
     union select l.indicator_id from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
       where r.scam_case_id = scam_case)
   order by i.kind, i.reporter_count desc, i.id;
end $function$
;

CREATE OR REPLACE FUNCTION app.scam_reporters(indicator uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH reporters AS MATERIALIZED (
          SELECT r.user_id,
             r.connections,
             u."createdAt" AS since,
             (EXISTS ( SELECT
                    FROM kyc_submissions k
                   WHERE ((k.user_id = r.user_id) AND (k.tier = 1) AND (k.status = 'approved'::text)))) AS identified
            FROM (( SELECT s.user_id,
                     array_agg(DISTINCT s.connection_hash) AS connections
                    FROM (scam_report_indicators l
                      JOIN scam_reports s ON ((s.id = l.report_id)))
                   WHERE ((l.indicator_id = scam_reporters.indicator) AND (s.status <> 'declined'::text))
                   GROUP BY s.user_id) r
              JOIN auth."user" u ON ((u.id = r.user_id)))
           ORDER BY (EXISTS ( SELECT
                    FROM kyc_submissions k
                   WHERE ((k.user_id = r.user_id) AND (k.tier = 1) AND (k.status = 'approved'::text)))) DESC, u."createdAt"
          LIMIT 20
         ), grouped AS (
          SELECT o.user_id,
             o.since,
             o.identified,
             ( SELECT e.user_id
                    FROM reporters e
                   WHERE ((e.user_id = o.user_id) OR (e.connections && o.connections) OR app.is_same_person(e.user_id, o.user_id) OR (EXISTS ( SELECT
                            FROM account_links l
                           WHERE ((l.account_a = LEAST(e.user_id, o.user_id)) AND (l.account_b = GREATEST(e.user_id, o.user_id)) AND (l.state <> 'apart'::text)))) OR (EXISTS ( SELECT
                            FROM (auth.known_device m
                              JOIN auth.known_device n_1 ON ((n_1.device_hash = m.device_hash)))
                           WHERE ((m.user_id = e.user_id) AND (n_1.user_id = o.user_id)))) OR (EXISTS ( SELECT
                            FROM (user_sessions m
                              JOIN user_sessions n_1 ON ((n_1.ip_address = m.ip_address)))
                           WHERE ((m.user_id = e.user_id) AND (n_1.user_id = o.user_id)))))
                   ORDER BY e.user_id
                  LIMIT 1) AS group_id
            FROM reporters o
         )
  SELECT COALESCE(jsonb_agg(jsonb_build_object('identified', n.identified, 'connection', n.group_number, 'days', floor((EXTRACT(epoch FROM (now() - n.since)) / (86400)::numeric)))), '[]'::jsonb) AS "coalesce"
    FROM ( SELECT n_1.since,
             n_1.identified,
             dense_rank() OVER (ORDER BY n_1.group_id) AS group_number
            FROM grouped n_1) n;
END
;

CREATE OR REPLACE FUNCTION app.sealing_lag()
 RETURNS TABLE(waiting integer, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.is_system() then raise exception 'only the system can read the sealing lag'; end if;
  return query select count(*)::integer, min(w.at) from (
    select l.at from public.audit_log l
     where l.xact >= (select s.horizon from public.audit_sealing s)
       and not exists (select from public.audit_seals s where s.audit_id = l.id)
     order by l.xact limit 10000) w;
end $function$
;

CREATE OR REPLACE FUNCTION app.seat_hold_counts(session uuid, connection text, network text, at_time timestamp with time zone)
 RETURNS TABLE(own integer, near integer, around integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH unpaid AS (
          SELECT r.user_id,
             r.status,
             h.connection,
             h.network,
             ((r.status = ANY (ARRAY['pending'::text, 'offered'::text])) OR (GREATEST(h.held_at, r.offered_until) > (seat_hold_counts.at_time - '7 days'::interval))) AS is_counted
            FROM (workshop_registrations r
              LEFT JOIN workshop_holds h ON ((h.registration_id = r.id)))
           WHERE ((r.session_id = seat_hold_counts.session) AND (r.confirmed_at IS NULL) AND ((r.payment_method IS NOT NULL) OR (r.offered_until IS NOT NULL)) AND (NOT (EXISTS ( SELECT
                    FROM payments p
                   WHERE ((p.payable = 'workshop'::text) AND (p.payable_id = r.id) AND (p.pay_in = ANY (ARRAY['received'::text, 'returned'::text])))))))
         )
  SELECT (count(*) FILTER (WHERE ((u.status = ANY (ARRAY['cancelled'::text, 'rejected'::text, 'lapsed'::text])) AND (u.user_id IN ( SELECT app.same_person_accounts(app.user_id()) AS same_person_accounts)))))::integer AS count,
     (count(*) FILTER (WHERE ((u.connection = seat_hold_counts.connection) AND u.is_counted)))::integer AS count,
     (count(*) FILTER (WHERE ((u.network = seat_hold_counts.network) AND u.is_counted)))::integer AS count
    FROM unpaid u;
END
;

CREATE OR REPLACE FUNCTION app.separate_scam_report(report uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare target_report public.scam_reports; new_case uuid;
begin
  if not app.can_decide_scams() then raise exception 'only scam reviewers can call this function' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('scam matters', 0));
  select * into target_report from public.scam_reports r where r.id = report;
  perform from public.scam_cases m where m.id = target_report.scam_case_id for update;
  if not exists (select from public.scam_reports r where r.scam_case_id = target_report.scam_case_id and r.id <> report)
    then return null; end if;
  insert into public.scam_cases (opened_at, last_report_at, reports, reporter_count, waits_since)
    values (target_report.created_at, target_report.created_at, 1, 1,
      case when target_report.status in ('submitted', 'in_review') then target_report.created_at end)
    returning id into new_case;
  update public.scam_reports set scam_case_id = new_case where id = report;
  update public.scam_indicators i set scam_case_id = new_case
    where i.scam_case_id = target_report.scam_case_id and i.id in (select l.indicator_id
      from public.scam_report_indicators l where l.report_id = report)
      and not exists (select from public.scam_published_indicators s join public.scam_publications p on p.id = s.publication_id
        where s.indicator_id = i.id and p.withdrawn_at is null)
      and not exists (select from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
        where l.indicator_id = i.id and r.scam_case_id = target_report.scam_case_id and r.status <> 'declined');
  perform app.recount_scams(array[target_report.scam_case_id, new_case],
    array(select l.indicator_id from public.scam_report_indicators l where l.report_id = report));
  update public.scam_cases m set waits_since = null where m.id = target_report.scam_case_id and not exists (select
    from public.scam_reports r
    where r.scam_case_id = m.id and r.status in ('submitted', 'in_review'));
  return new_case;
end $function$
;

CREATE OR REPLACE FUNCTION app.source_accounts(target_movement uuid)
 RETURNS TABLE(user_id uuid, order_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH RECURSIVE chain AS (
          SELECT m.id,
             m.source_movement_id,
             m.reverses_id,
             m.user_id,
             COALESCE(m.order_id, m.payment_id) AS order_id
            FROM movements m
           WHERE (m.id = source_accounts.target_movement)
         UNION
          SELECT m.id,
             m.source_movement_id,
             m.reverses_id,
             m.user_id,
             COALESCE(m.order_id, m.payment_id) AS "coalesce"
            FROM (chain w
              JOIN movements m ON (((m.id = w.source_movement_id) OR (m.id = w.reverses_id))))
         )
  SELECT w.user_id,
     w.order_id
    FROM chain w
   WHERE (w.user_id IS NOT NULL)
 UNION
  SELECT s.user_id,
     s.due_id
    FROM (((chain w
      JOIN movements m ON (((m.id = w.id) AND (m.rail = 'card'::text) AND (m.user_id IS NULL))))
      JOIN card_events e ON (((e.provider = split_part(m.reference, ':'::text, 1)) AND (e.transaction_id = substr(m.reference, (strpos(m.reference, ':'::text) + 1))) AND (e.outcome = 'approved'::text))))
      JOIN card_sessions s ON ((s.id = e.session_id)));
END
;

CREATE OR REPLACE FUNCTION app.start_erasure()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app.active_erasures (xact) values (pg_current_xact_id()) on conflict do nothing;
  perform set_config('app.erasing', 'yes', true);
end $function$
;

CREATE OR REPLACE FUNCTION app.stated_account(target_movement uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = target_movement
    union select m.id, m.source_movement_id, m.reverses_id from chain w join public.movements m
      on m.id = coalesce(w.source_movement_id, w.reverses_id))
  select b.payer_account from chain w join public.bank_lines b on b.movement_id = w.id where b.payer_account <> ''
$function$
;

CREATE OR REPLACE FUNCTION app.store_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.claimed_proofs (due_id, file_id, user_id) values (new.id, new.proof_file, new.user_id)
    on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.suppress_if_snoozed(customer uuid, rules text[], at_time timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION app.today()
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ((now() AT TIME ZONE 'America/Jamaica'::text))::date AS timezone;
END
;

CREATE OR REPLACE FUNCTION app.unallocated_blockers(target_movement uuid, new_matches jsonb)
 RETURNS TABLE(word text, why text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select distinct concat_ws(' ', s.source, s.ref, s.hash),
      case s.source when 'by hand' then 'a payer with a name that is compared by hand'
        else 'a payer like ' || s.source || ' ' || s.ref end
    from public.payer_screenings c
      cross join lateral jsonb_to_recordset(c.stopped_by || new_matches) s(source text, ref text, hash text)
   where c.movement_id = target_movement
     and not exists (select from public.name_hits n where n.user_id = c.user_id and n.source = s.source
       and n.party_ref = s.ref and n.pair_hash = s.hash and n.state = 'cleared')
  union all
  select 'cash_over_ceiling', 'more cash on one day than anybody may pay in (POCA s.101A)' from public.bank_lines b
   where b.id = app.cash_line_of(target_movement) and target_movement = any(b.unallocated_cash_over_limit)
$function$
;

CREATE OR REPLACE FUNCTION app.unallocated_freezes(target_movement uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select app.freezes_of_order(target_movement)
    where exists (select from public.unallocated_funds o where o.movement_id = target_movement);
end $function$
;

CREATE OR REPLACE FUNCTION app.unallocated_movement_of(new_movement movements)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (((new_movement).direction = 'in'::text) AND ((new_movement).user_id IS NULL)) THEN (new_movement).id
             WHEN ((new_movement).direction = 'in'::text) THEN (new_movement).source_movement_id
             WHEN (((new_movement).user_id IS NULL) AND ((new_movement).direction = 'back'::text)) THEN (new_movement).reverses_id
             WHEN (((new_movement).user_id IS NULL) AND ((new_movement).direction = 'bounced'::text)) THEN ( SELECT b.reverses_id
                FROM movements b
               WHERE (b.id = (unallocated_movement_of.new_movement).reverses_id))
             ELSE NULL::uuid
         END AS "case";
END
;

CREATE OR REPLACE FUNCTION app.unallocated_remaining(target_movement uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ((m.amount - COALESCE(( SELECT sum(p.amount) AS sum
            FROM movements p
           WHERE (p.source_movement_id = m.id)), (0)::numeric)) - COALESCE(( SELECT sum(b.amount) AS sum
            FROM movements b
           WHERE ((b.reverses_id = m.id) AND (b.direction = 'back'::text) AND (NOT (EXISTS ( SELECT
                    FROM movements c
                   WHERE (c.reverses_id = b.id)))))), (0)::numeric))
    FROM movements m
   WHERE ((m.id = unallocated_remaining.target_movement) AND (m.user_id IS NULL) AND (m.direction = 'in'::text));
END
;

CREATE OR REPLACE FUNCTION app.uncount_cash(members uuid[], old_person_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('cash is counted', 0));
  with counted as (
    select l.id line, l.moved_on, m.id part, m.amount, o.person
      from public.bank_lines l join public.movements m on m.id = any(l.cash_parts)
      join unnest(members, old_person_ids) o(account, person) on o.account = m.user_id where l.cash),
  recounted as (
    select c.line, array_agg(c.part) parts, sum(c.amount) amount from counted c
     where c.moved_on in (select d.moved_on from counted d group by d.moved_on having count(distinct d.person) > 1)
     group by c.line)
  update public.bank_lines l set cash_counted = l.cash_counted - a.amount,
      cash_parts = array(select p from unnest(l.cash_parts) p where p <> all(a.parts))
    from recounted a where a.line = l.id;
end $function$
;

CREATE OR REPLACE FUNCTION app.uncount_cash_moved_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare line uuid;
begin
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = new.reverses_id
    union select m.id, m.source_movement_id, m.reverses_id from chain w join public.movements m
      on m.id = w.source_movement_id or m.id = w.reverses_id)
  select l.id into line from chain w join public.bank_lines l on l.movement_id = w.id where l.cash;
  if line is null then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('cash is counted', 0));
  update public.bank_lines set cash_counted = cash_counted - new.amount, cash_parts = array_remove(cash_parts,
    new.reverses_id)
   where id = line and new.reverses_id = any(cash_parts);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.undecided_duplicate_lines(movement uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT l.id
    FROM (((movements w
      JOIN bank_lines o ON ((o.movement_id = w.id)))
      JOIN bank_line_possible_duplicates d ON ((d.line_id = o.id)))
      JOIN bank_lines l ON ((l.id = d.duplicate_line_id)))
   WHERE (app.can_access_all_rows() AND (w.id = undecided_duplicate_lines.movement) AND ((o.recorded_by = w.recorded_by) OR app.is_same_person(o.recorded_by, w.recorded_by)) AND (l.movement_id IS NULL) AND ((l.dismissal_reason IS NULL) OR ((l.dismissal_reason <> 'erased'::text) AND ((l.dismissed_by = w.recorded_by) OR app.is_same_person(l.dismissed_by, w.recorded_by)))) AND (NOT (EXISTS ( SELECT
            FROM proposals p
           WHERE ((p.kind = 'two_lines'::text) AND (p.state = 'approved'::text) AND (((p.subject = (l.id)::text) AND ((p.payload -> 'than'::text) ? (o.id)::text)) OR ((p.subject = (o.id)::text) AND ((p.payload -> 'than'::text) ? (l.id)::text))))))) AND (NOT app.is_duplicate_confirmed_by_others(o.id, w.recorded_by)) AND (NOT app.is_repeat_of_settled_duplicate(l.id, o.id, w.recorded_by)));
END
;

CREATE OR REPLACE FUNCTION app.unfreeze(proposal uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'thaw' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no unfreeze was approved in this transaction'; end if;
  update public.account_freezes f
     set lifted_at = now(), lifted_by = approved.decided_by, lift_reason = 'thawed',
       unfreeze_proposal_id = approved.id
   where f.id = approved.subject::uuid and f.user_id = approved.customer_id and f.cause <> 'not_me'
     and f.lifted_at is null;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION app.unique_coin_amount(price numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  unused_amount numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('an amount of its own', 0));
  select min(c.amount) into unused_amount from (
    select price amount union all
    select p.coin_amount + 0.000001 from public.payments p
     where p.coin_amount >= price and p.coin_amount < price + 1) c
   where not exists (select from public.payments p where p.coin_amount = c.amount);
  return unused_amount;
end $function$
;

CREATE OR REPLACE FUNCTION app.update_assessed_rating()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || new.user_id, 0));
  if not exists (select from public.customer_risk_ratings s
      where s.user_id = new.user_id and s.score = new.risk_score and s.level = new.risk_level) then
    insert into public.customer_risk_ratings (user_id, score, level) values (new.user_id, new.risk_score,
      new.risk_level)
      on conflict (user_id) do update set score = excluded.score, level = excluded.level;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.update_reviewed_rating()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || new.user_id, 0));
  insert into public.customer_risk_ratings (user_id, score, level) values (new.user_id, 0, new.risk_level)
    on conflict (user_id) do update set level = excluded.level;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.update_seat_counts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seat_change record; waitlist_length integer;
begin
  for seat_change in
    select c.session_id, c.mode, sum(c.taken)::integer taken, sum(c.waiting)::integer waiting from (
      select old.session_id, old.registration_mode mode, -(old.status in ('offered', 'pending', 'confirmed'))::integer taken,
          -(old.status = 'waiting')::integer waiting where tg_op <> 'INSERT'
      union all
      select new.session_id, new.registration_mode, (new.status in ('offered', 'pending', 'confirmed'))::integer,
          (new.status = 'waiting')::integer where tg_op <> 'DELETE') c
     group by c.session_id, c.mode having sum(c.taken) <> 0 or sum(c.waiting) <> 0 order by c.session_id, c.mode
  loop
    update public.workshop_seats s set taken = s.taken + seat_change.taken, waiting = s.waiting + seat_change.waiting
     where s.session_id = seat_change.session_id and s.mode = seat_change.mode returning s.waiting into waitlist_length;
    continue when seat_change.taken <= 0;
    if not exists (select from public.workshop_sessions s where s.id = seat_change.session_id and s.status = 'active')
    then raise exception 'session is not open for registration'
      using errcode = 'check_violation', constraint = 'workshop_takes_registrations'; end if;
    if waitlist_length > 0 and seat_change.waiting = 0 then raise exception 'another registration is on the waitlist'
      using errcode = 'check_violation', constraint = 'first_come_first_served'; end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid
;

CREATE OR REPLACE FUNCTION app.verdict_for_report(report uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when cardinality(n.indicators) > 0 then app.verdict_of_all_indicators(r.scam_case_id, n.indicators)
      else app.active_scam_verdict(r.scam_case_id) end
    from public.scam_reports r cross join lateral (select array(select i.id from public.scam_report_indicators l
      join public.scam_indicators i on i.id = l.indicator_id
      where l.report_id = r.id and i.kind <> 'name' and not i.is_shared) indicators) n
   where app.can_read_scams() and r.id = report
$function$
;

CREATE OR REPLACE FUNCTION app.verdict_of_all_indicators(scam_case uuid, indicators uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (array_agg(o.verdict))[1] from app.verdicts_by_indicator(scam_case, indicators) o
   having count(o.verdict) = cardinality(indicators) and count(distinct o.verdict) = 1
$function$
;

CREATE OR REPLACE FUNCTION app.verdicts_by_indicator(scam_case uuid, indicators uuid[])
 RETURNS TABLE(thing uuid, verdict uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select distinct on (j.indicator_id) j.indicator_id, case when not exists (select from public.scam_published_indicators s
        join public.scam_publications w on w.id = s.publication_id
       where s.indicator_id = j.indicator_id and w.withdrawn_at >= v.decided_at) then v.id end
    from public.scam_judged_indicators j join public.scam_verdicts v on v.id = j.verdict_id
   where v.scam_case_id = scam_case and j.indicator_id = any(indicators)
   order by j.indicator_id, v.decided_at desc, v.id desc
$function$
;

CREATE OR REPLACE FUNCTION app.waitlist_counts(session uuid, connection text, network text)
 RETURNS TABLE(near integer, around integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(*) FILTER (WHERE (h.connection = waitlist_counts.connection)))::integer AS count,
     (count(*) FILTER (WHERE (h.network = waitlist_counts.network)))::integer AS count
    FROM (workshop_registrations r
      JOIN workshop_holds h ON ((h.registration_id = r.id)))
   WHERE ((r.session_id = waitlist_counts.session) AND (r.status = 'waiting'::text));
END
;

CREATE OR REPLACE FUNCTION app.watchlist_accounts()
 RETURNS TABLE(id uuid, frozen_at timestamp with time zone, identity_snapshot jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query
  select a.id, f.frozen_at, coalesce((select jsonb_agg(k.snapshot order by k.ordinal)
           from jsonb_array_elements(f.identity_snapshot) with ordinality k (snapshot, ordinal)
          where coalesce((k.snapshot ->> 'account')::uuid, f.user_id) = a.id), '[]')
    from (select distinct s.user_id from public.account_freezes s where s.lifted_at is null and s.cause <> 'not_me') s
    cross join lateral app.continuous_freezes(array(select app.same_person_accounts(s.user_id))) f
    cross join lateral app.same_person_accounts(f.user_id) a (id)
  union
  select a.id, null, '[]' from public.cases c cross join lateral app.same_person_accounts(c.user_id) a (id) where c.state <> 'closed';
end $function$
;
