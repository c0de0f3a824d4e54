-- A required list that is missing or older than `allowed_hours` makes screening unavailable (decision A4).
create table sanctions_sources (
  source text primary key constraint sanctions_source_known check (source in ('ofac', 'un', 'local', 'demo')),
  needed boolean not null default false,
  allowed_hours integer constraint allowed_hours_positive check (allowed_hours > 0),
  list_id uuid,
  as_of timestamptz,
  asked_at timestamptz,
  failure text,
  constraint version_and_time check ((list_id is null) = (as_of is null))
);
create index sanctions_sources_list on sanctions_sources (list_id);
insert into sanctions_sources (source) values ('ofac'), ('un'), ('local'), ('demo');
alter table sanctions_sources enable row level security;
alter table sanctions_sources force row level security;

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
  diff jsonb not null
);
create index sanctions_lists_imported_by on sanctions_lists (imported_by);
create index sanctions_lists_newest on sanctions_lists (source, id desc);
alter table sanctions_lists enable row level security;
alter table sanctions_lists force row level security;

alter table sanctions_sources add constraint version_in_force foreign key (list_id) references sanctions_lists;

create policy compliance_insert on sanctions_sources for insert to cryptocommerce_app
  with check ((select app.can_read_compliance()));
create policy compliance_update on sanctions_sources for update to cryptocommerce_app
  using ((select app.can_read_compliance())) with check ((select app.can_read_compliance()));
create policy everyone_select on sanctions_sources for select to cryptocommerce_app using (true);
create policy owner_all on sanctions_sources to current_user using (true) with check (true);
grant select on sanctions_sources to cryptocommerce_app;
grant update (needed, allowed_hours, list_id, as_of, asked_at, failure) on sanctions_sources to cryptocommerce_app;
create policy compliance_insert on sanctions_lists for insert to cryptocommerce_app
  with check ((select app.can_read_compliance()));
create policy compliance_update on sanctions_lists for update to cryptocommerce_app
  using ((select app.can_read_compliance())) with check ((select app.can_read_compliance()));
create policy everyone_select on sanctions_lists for select to cryptocommerce_app using (true);
create policy owner_all on sanctions_lists to current_user using (true) with check (true);
grant select, insert on sanctions_lists to cryptocommerce_app;

-- Listed parties with the list versions that added and removed them. `until_list` is null for current parties.
create table sanctions_parties (
  id uuid primary key default uuidv7(),
  source text not null references sanctions_sources,
  party_ref text not null,
  kind text not null,
  category text not null default 'sanctioned',
  name text not null,
  facts jsonb not null,
  facts_hash text not null,
  since_list uuid not null references sanctions_lists deferrable initially deferred,
  until_list uuid references sanctions_lists deferrable initially deferred,
  constraint category_known check (category in ('sanctioned', 'high_risk', 'watch')),
  constraint party_kind_known check (kind in ('person', 'organisation', 'vessel', 'aircraft', 'other'))
);
create unique index one_party_in_force on sanctions_parties (source, party_ref) where until_list is null;
create index sanctions_parties_since on sanctions_parties (since_list);
create index sanctions_parties_source on sanctions_parties (source, party_ref);
create index sanctions_parties_until on sanctions_parties (until_list);
alter table sanctions_parties enable row level security;
alter table sanctions_parties force row level security;
create policy compliance_insert on sanctions_parties for insert to cryptocommerce_app
  with check ((select app.can_read_compliance()));
create policy compliance_update on sanctions_parties for update to cryptocommerce_app
  using ((select app.can_read_compliance())) with check ((select app.can_read_compliance()));
create policy everyone_select on sanctions_parties for select to cryptocommerce_app using (true);
create policy owner_all on sanctions_parties to current_user using (true) with check (true);
grant select, insert on sanctions_parties to cryptocommerce_app;
grant update (until_list) on sanctions_parties to cryptocommerce_app;

create table sanctions_addresses (
  party_id uuid not null references sanctions_parties on delete cascade,
  address text not null,
  shown text not null,
  tag text not null,
  primary key (party_id, address, tag)
);
alter table sanctions_addresses enable row level security;
alter table sanctions_addresses force row level security;
create policy compliance_insert on sanctions_addresses for insert to cryptocommerce_app
  with check ((select app.can_read_compliance()));
create policy compliance_update on sanctions_addresses for update to cryptocommerce_app
  using ((select app.can_read_compliance())) with check ((select app.can_read_compliance()));
create policy everyone_select on sanctions_addresses for select to cryptocommerce_app using (true);
create policy owner_all on sanctions_addresses to current_user using (true) with check (true);
grant select, insert on sanctions_addresses to cryptocommerce_app;

create table sanctions_names (
  id uuid primary key default uuidv7(),
  party_id uuid not null references sanctions_parties on delete cascade,
  name text not null,
  weak boolean not null,
  blocks text[] not null
);
create index sanctions_names_blocks on sanctions_names using gin (blocks);
create index sanctions_names_party on sanctions_names (party_id);
alter table sanctions_names enable row level security;
alter table sanctions_names force row level security;
create policy compliance_insert on sanctions_names for insert to cryptocommerce_app
  with check ((select app.can_read_compliance()));
create policy compliance_update on sanctions_names for update to cryptocommerce_app
  using ((select app.can_read_compliance())) with check ((select app.can_read_compliance()));
create policy everyone_select on sanctions_names for select to cryptocommerce_app using (true);
create policy owner_all on sanctions_names to current_user using (true) with check (true);
grant select, insert on sanctions_names to cryptocommerce_app;

create unlogged table sanctions_staging (
  import_id uuid not null,
  party_ref text not null,
  kind text not null,
  category text not null,
  name text not null,
  facts jsonb not null,
  programmes jsonb not null default '[]',
  names jsonb not null,
  addresses jsonb not null,
  primary key (import_id, party_ref)
);
alter table sanctions_staging enable row level security;
alter table sanctions_staging force row level security;
create policy compliance_insert on sanctions_staging for insert to cryptocommerce_app
  with check ((select app.can_read_compliance()));
create policy compliance_update on sanctions_staging for update to cryptocommerce_app
  using ((select app.can_read_compliance())) with check ((select app.can_read_compliance()));
create policy compliance_delete on sanctions_staging for delete to cryptocommerce_app
  using ((select app.can_read_compliance()));
create policy everyone_select on sanctions_staging for select to cryptocommerce_app using (true);
create policy owner_all on sanctions_staging to current_user using (true) with check (true);
grant select, insert, delete on sanctions_staging to cryptocommerce_app;
grant update (programmes) on sanctions_staging to cryptocommerce_app;

create function app.renew_lists_version() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.active_versions set lists = uuidv7();
  return null;
end $$;
create trigger lists_in_force after insert or delete or update of needed, allowed_hours, list_id, as_of
  on sanctions_sources for each statement execute function app.renew_lists_version();

-- Requires two people to remove or change an entry of our own list. Adding an entry takes one person.
create function app.check_list_removal_approval() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.user_id() is not null and not exists (select from public.proposals p where p.kind = 'list'
      and p.subject = 'local' and p.state = 'approved' and p.decided_at = now() and p.decided_by = app.user_id()) then
    raise exception 'removing an entry of our own list requires two people' using errcode = 'check_violation', constraint = 'list_by_two_people';
  end if;
  return new;
end $$;
create trigger check_list_removal_approval before update of until_list on sanctions_parties
  for each row when (new.source = 'local') execute function app.check_list_removal_approval();

revoke all on function app.renew_lists_version, app.check_list_removal_approval from public;
