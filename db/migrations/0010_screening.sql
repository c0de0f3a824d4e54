-- Why: nobody is paid who stands on a sanctions list, and years later it can be shown which list was asked (decision
-- A4, POCA, UN and TPA listings). Lists are versions; of each version only what changed is written, so that a list
-- that comes every day costs what its changes cost, and any past version can still be read.

-- Who may see what compliance works on: its staff and admins, and the product's own jobs. Finance and support do not.
create function app.sees_compliance() returns boolean language sql stable parallel safe
  return app.sees_all() and (app.user_id() is null
    or exists (select from user_roles r where r.user_id = app.user_id() and r.role in ('compliance', 'admin')));

-- Where lists come from. A list that is needed and absent, or too old, counts as down: nothing is clear without it.
create table sanctions_sources (
  source text primary key constraint sanctions_source_known check (source in ('ofac', 'un', 'local', 'demo')),
  needed boolean not null default false,
  -- Older than this counts as down; null for lists of our own, which do not age.
  allowed_hours integer constraint allowed_hours_positive check (allowed_hours > 0),
  -- The version in force, and when it was last known to be its publisher's newest.
  list_id uuid,
  as_of timestamptz,
  -- The last try to renew it, and why it failed; null when it did not.
  asked_at timestamptz,
  failure text,
  constraint version_and_time check ((list_id is null) = (as_of is null))
);
insert into sanctions_sources (source) values ('ofac'), ('un'), ('local'), ('demo');

create table sanctions_lists (
  id uuid primary key default uuidv7(),
  source text not null references sanctions_sources,
  published_on date not null,
  sha256 text not null constraint sha256_shape check (sha256 ~ '^[0-9a-f]{64}$'),
  origin text not null constraint list_origin_known check (origin in ('download', 'file', 'desk', 'demo')),
  file_name text not null,
  imported_at timestamptz not null,
  imported_by uuid references auth."user",
  parties integer not null,
  names integer not null,
  addresses integer not null,
  -- Against the version before: {parties: {added, removed, changed}, addresses: {added, removed}, samples}.
  diff jsonb not null
);
create index sanctions_lists_newest on sanctions_lists (source, id desc);
create index sanctions_lists_imported_by on sanctions_lists (imported_by);
alter table sanctions_sources add constraint version_in_force foreign key (list_id) references sanctions_lists;
create index sanctions_sources_list on sanctions_sources (list_id);

-- A listed party as it stood from one version until another; `until_list` is null for what is in force.
create table sanctions_parties (
  id uuid primary key default uuidv7(),
  source text not null references sanctions_sources,
  party_ref text not null,
  kind text not null constraint party_kind_known check (kind in ('person', 'organisation', 'vessel', 'aircraft', 'other')),
  category text not null default 'sanctioned' constraint category_known check (category in ('sanctioned', 'high_risk', 'watch')),
  name text not null,
  -- {aliases, births, countries, programmes}
  facts jsonb not null,
  facts_hash text not null,
  -- The line of the version itself is written last, when everything about it is known.
  since_list uuid not null references sanctions_lists deferrable initially deferred,
  until_list uuid references sanctions_lists deferrable initially deferred
);
create unique index one_party_in_force on sanctions_parties (source, party_ref) where until_list is null;
create index sanctions_parties_since on sanctions_parties (since_list);
create index sanctions_parties_until on sanctions_parties (until_list);
create index sanctions_parties_source on sanctions_parties (source, party_ref);

create table sanctions_addresses (
  party_id uuid not null references sanctions_parties on delete cascade,
  -- In the one way that addresses are compared, and as the list writes it, with the list's tag (the asset observed).
  address text not null,
  shown text not null,
  tag text not null,
  primary key (party_id, address, tag)
);

create table sanctions_names (
  id uuid primary key default uuidv7(),
  party_id uuid not null references sanctions_parties on delete cascade,
  name text not null,
  weak boolean not null,
  -- What two names must share to be compared at all.
  blocks text[] not null
);
create index sanctions_names_party on sanctions_names (party_id);
create index sanctions_names_blocks on sanctions_names using gin (blocks);

-- What a list holds while it is read, before it is compared with what stands. Empty between imports; not worth a log.
create unlogged table sanctions_staging (
  import_id uuid not null,
  party_ref text not null,
  kind text not null,
  category text not null,
  name text not null,
  facts jsonb not null,
  programmes jsonb not null default '[]',
  -- [{name, weak, blocks}] and [{address, shown, tag}]
  names jsonb not null,
  addresses jsonb not null,
  primary key (import_id, party_ref)
);

-- One judgement of one address for one customer, with the lists it rests on. Written once, never changed.
create table blockchain_screening (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  wallet_address text not null,
  crypto_symbol text not null,
  network text not null,
  risk_score smallint not null constraint screening_score_range check (risk_score between 0 and 100),
  screening_result text not null constraint screening_result_known
    check (screening_result in ('clear', 'flagged', 'high_risk', 'error')),
  risk_categories text[] not null default '{}',
  provider text not null,
  list_versions jsonb not null,
  evidence jsonb not null,
  created_at timestamptz not null
);
create index blockchain_screening_customer on blockchain_screening (user_id, created_at desc);
create index blockchain_screening_address on blockchain_screening (wallet_address, created_at desc);

-- A customer whose name is like a listed one, for a person to decide. One pair in the same facts is raised once.
create table name_hits (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  source text not null,
  party_ref text not null,
  list_id uuid references sanctions_lists,
  score smallint not null constraint hit_score_range check (score between 0 and 100),
  -- Of both sides' facts: when either changes, a pair that was cleared may be raised again.
  pair_hash text not null,
  details jsonb not null,
  state text not null default 'open' constraint hit_state_known check (state in ('open', 'cleared', 'confirmed')),
  alert_id uuid,
  case_id uuid,
  created_at timestamptz not null,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  reason_code text,
  note text,
  constraint decided_by_somebody check ((state = 'open') = (decided_by is null)
    and (decided_by is null) = (decided_at is null) and (decided_by is null) = (reason_code is null)),
  constraint never_about_oneself check (decided_by <> user_id),
  constraint one_hit_per_pair unique (user_id, source, party_ref, pair_hash)
);
create unique index one_open_hit_per_party on name_hits (user_id, source, party_ref) where state = 'open';
create index name_hits_waiting on name_hits (id) where state = 'open';
create index name_hits_list on name_hits (list_id);
create index name_hits_decided_by on name_hits (decided_by);

-- Lists are public; only jobs and the desk write them.
do $$
declare t text;
begin
  foreach t in array '{sanctions_sources,sanctions_lists,sanctions_parties,sanctions_addresses,sanctions_names,sanctions_staging}'::text[] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everybody_reads on %I for select to cryptocommerce_app using (true)', t);
    execute format('create policy compliance_adds on %I for insert to cryptocommerce_app
      with check ((select app.sees_compliance()))', t);
    execute format('create policy compliance_changes on %I for update to cryptocommerce_app
      using ((select app.sees_compliance())) with check ((select app.sees_compliance()))', t);
    execute format('create policy owner_lays_down on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant select, update (needed, allowed_hours, list_id, as_of, asked_at, failure) on sanctions_sources to cryptocommerce_app;
grant select, insert on sanctions_lists, sanctions_addresses, sanctions_names to cryptocommerce_app;
grant select, insert, update (until_list) on sanctions_parties to cryptocommerce_app;
create policy compliance_clears on sanctions_staging for delete to cryptocommerce_app
  using ((select app.sees_compliance()));
grant select, insert, delete, update (programmes) on sanctions_staging to cryptocommerce_app;

-- An order is judged in its customer's own transaction: they may write the line, and never read it (A7).
alter table blockchain_screening enable row level security;
alter table blockchain_screening force row level security;
create policy compliance_reads on blockchain_screening for select to cryptocommerce_app
  using ((select app.sees_compliance()));
create policy own_or_job on blockchain_screening for insert to cryptocommerce_app
  with check (user_id = app.user_id() or app.sees_compliance());
grant select, insert on blockchain_screening to cryptocommerce_app;

alter table name_hits enable row level security;
alter table name_hits force row level security;
create policy compliance_reads on name_hits for select to cryptocommerce_app using ((select app.sees_compliance()));
create policy jobs_add on name_hits for insert to cryptocommerce_app
  with check ((select app.sees_all()) and (select app.user_id()) is null and state = 'open');
create policy compliance_decides on name_hits for update to cryptocommerce_app
  using ((select app.sees_compliance()) and state = 'open')
  with check ((select app.sees_compliance())
    and (state = 'open' or (decided_by = (select app.user_id()) and decided_by <> user_id)));
grant select, insert, update (state, alert_id, case_id, decided_by, decided_at, reason_code, note)
  on name_hits to cryptocommerce_app;
