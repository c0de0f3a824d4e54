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

create table auth.session (
  id uuid not null default uuidv7(),
  "expiresAt" timestamp with time zone not null,
  token text not null,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null,
  constraint session_token_key UNIQUE (token),
  constraint session_pkey PRIMARY KEY (id),
  constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX session_person ON auth.session USING btree ("userId");
grant delete, insert, select, update on auth.session to cryptocommerce_auth;

create table auth.user (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  "emailVerified" boolean not null default false,
  image text,
  "createdAt" timestamp with time zone not null default now(),
  "updatedAt" timestamp with time zone not null default now(),
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
  constraint file_and_owner UNIQUE (user_id, id),
  constraint files_path_key UNIQUE (path),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id),
  constraint file_purpose_known CHECK ((purpose = ANY (ARRAY['transaction-proof'::text, 'source-of-funds'::text, 'payout-proof'::text]))),
  constraint file_size CHECK (((bytes >= 1) AND (bytes <= 10485760)))
);
CREATE INDEX files_owner ON public.files USING btree (user_id, created_at);
-- row security: enabled and forced
create policy own on public.files for insert to cryptocommerce_app with check ((user_id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff on public.files for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
grant insert, select on public.files to cryptocommerce_app;

create table public.kyc_submissions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  tier smallint not null,
  status text not null default 'pending'::text,
  data jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by uuid,
  constraint kyc_submissions_pkey PRIMARY KEY (id),
  constraint kyc_submissions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth."user"(id),
  constraint kyc_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint kyc_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint tier_known CHECK (((tier >= 1) AND (tier <= 3)))
);
CREATE INDEX kyc_decided_by ON public.kyc_submissions USING btree (decided_by);
CREATE INDEX kyc_newest ON public.kyc_submissions USING btree (user_id, tier, created_at DESC) INCLUDE (status);
-- row security: enabled and forced
create policy own_or_staff on public.kyc_submissions for select to cryptocommerce_app using (((user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
grant select on public.kyc_submissions to cryptocommerce_app;

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
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
-- row security: enabled and forced
create policy own on public.profiles for update to cryptocommerce_app using ((id = ( SELECT app.user_id() AS user_id))) with check ((id = ( SELECT app.user_id() AS user_id)));
create policy own_or_staff on public.profiles for select to cryptocommerce_app using (((id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.sees_all() AS sees_all)));
create policy sign_up on public.profiles for insert to cryptocommerce_auth with check (true);
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
  constraint proposal_kind_known CHECK ((kind = ANY (ARRAY['setting'::text, 'payout'::text, 'return'::text]))),
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

CREATE OR REPLACE FUNCTION app.enter(session_token text, alone boolean DEFAULT false)
 RETURNS TABLE(id uuid, email text, name text, session_id uuid, roles text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}')
    into enter.id, enter.email, enter.name, enter.session_id, enter.roles
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified";
  if enter.id is null then return; end if;
  if alone then perform pg_advisory_xact_lock(hashtextextended(enter.id::text, 0)); end if;
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
