create table account_links (
  account_a uuid not null references auth."user" on delete cascade,
  account_b uuid not null references auth."user" on delete cascade,
  kinds text[] not null,
  state text not null default 'open' constraint link_state_known check (state in ('open', 'joined', 'apart')),
  found_at timestamptz not null,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  note text,
  primary key (account_a, account_b),
  constraint link_decided_whole check ((state = 'open') or (decided_by is not null and decided_at is not null
    and note is not null)),
  constraint link_in_order check (account_a < account_b),
  constraint nobody_decides_their_own_link check (decided_by <> account_a and decided_by <> account_b)
);
create index account_links_decided_by on account_links (decided_by);
create index account_links_other on account_links (account_b);
alter table account_links enable row level security;
alter table account_links force row level security;
create policy compliance_update on account_links for update to cryptocommerce_app
  using ((select app.is_compliance_staff()) and account_a <> (select app.user_id())
    and account_b <> (select app.user_id()))
  with check (decided_by = (select app.user_id()));
create policy compliance_select on account_links for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and account_a is distinct from (select app.user_id())
    and account_b is distinct from (select app.user_id()));
create policy not_own_other_account_select on account_links as restrictive for select to cryptocommerce_app
  using (account_a <> all ((select app.other_accounts())::uuid[])
    and account_b <> all ((select app.other_accounts())::uuid[]));
create policy owner_all on account_links for all to current_user using (true) with check (true);
grant select on account_links to cryptocommerce_app;
grant update (state, decided_by, decided_at, note) on account_links to cryptocommerce_app;

create table merged_accounts (
  user_id uuid primary key references auth."user" on delete cascade,
  person_id uuid not null
);
create index merged_accounts_person on merged_accounts (person_id);
alter table merged_accounts enable row level security;
alter table merged_accounts force row level security;
create policy owner_while_erasing on merged_accounts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_all on merged_accounts for all to current_user using (true) with check (true);

-- Keyed hashes of identity data. No application role can read them.
create table identity_hashes (
  user_id uuid not null references auth."user" on delete cascade,
  kind text not null,
  hash text not null,
  found_at timestamptz not null,
  primary key (user_id, kind, hash),
  constraint mark_kind_known check (kind in ('trn', 'id_number', 'bank', 'wallet', 'mail', 'name_birth'))
);
create index identity_hashes_first on identity_hashes (hash, found_at, user_id) include (kind)
  where kind in ('wallet', 'bank');
create index identity_hashes_shared on identity_hashes (hash, user_id);
alter table identity_hashes enable row level security;
alter table identity_hashes force row level security;
create policy owner_while_erasing on identity_hashes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_all on identity_hashes for all to current_user using (true) with check (true);

-- Accounts that ever had a freeze, an account link or a joined account. Checks of all other accounts need one lookup.
create table flagged_accounts (
  id uuid primary key references auth."user" on delete cascade
);
alter table flagged_accounts enable row level security;
alter table flagged_accounts force row level security;
create policy owner_all on flagged_accounts for all to current_user using (true) with check (true);

create table link_progress (
  single boolean primary key default true constraint one_progress check (single),
  key_id text not null,
  scanned_until timestamptz not null
);
grant select, insert, update on link_progress to cryptocommerce_app;

create table widely_shared (
  hash text primary key,
  reported_at timestamptz not null
);
alter table widely_shared enable row level security;
alter table widely_shared force row level security;
create policy owner_all on widely_shared for all to current_user using (true) with check (true);

create function app.is_staff_person(account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.user_roles r
    where r.role = any ('{admin,compliance,finance,support}') and r.user_id in (
      select account union all
      select o.user_id from public.merged_accounts m join public.merged_accounts o on o.person_id = m.person_id
       where m.user_id = account));
end;

create function app.is_same_person(first_account uuid, second_account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.merged_accounts a join public.merged_accounts b on b.person_id = a.person_id
                  where a.user_id = first_account and b.user_id = second_account and first_account <> second_account);
end;

create function app.same_person_accounts(account uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select account
  union
  select o.user_id from public.merged_accounts m join public.merged_accounts o on o.person_id = m.person_id
   where m.user_id = account;
end;

create function app.list_same_person_accounts(account uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select a.id from app.same_person_accounts(account) a (id) order by a.id;
end $$;

-- Accounts of the same person, including undecided links by ID, email or name and birth date. Shared wallets, banks and devices are not enough.
create function app.likely_accounts(account uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct a.id
    from app.same_person_accounts(account) own (id)
    join public.account_links l on own.id in (l.account_a, l.account_b)
    cross join lateral app.same_person_accounts(case when l.account_a = own.id then l.account_b else l.account_a end) a (id)
   where l.state <> 'apart' and l.kinds && array['trn', 'id_number', 'mail', 'name_birth'] and a.id <> account
  union
  select x.id from app.same_person_accounts(account) x (id) where x.id <> account;
end;

-- Stores identity hashes of an account and links accounts that share one. Public wallets, and widely shared wallets
-- and bank accounts, do not count.
create function app.link_identity_hashes(account uuid, new_hashes jsonb, at_time timestamptz, max_people integer)
  returns table (sharer uuid, shared text[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

create function app.accounts_sharing_devices(account uuid) returns table (sharer uuid, shared text[])
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

create function app.count_open_links(account uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*)::integer from public.account_links l
   where app.can_access_all_rows() and l.state = 'open'
     and exists (select from app.same_person_accounts(account) a (id) where a.id in (l.account_a, l.account_b));
end;

-- Regroups joined accounts. Waits for running payments, because the freezes of one account then apply to all.
create function app.regroup_accounts(first_account uuid, second_account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

create function app.report_widely_shared(account uuid, at_time timestamptz, max_people integer)
  returns table (kind text, people integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

create function app.flag_accounts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.flagged_accounts
    select distinct (to_jsonb(new) ->> c)::uuid from unnest(tg_argv) c order by 1 on conflict do nothing;
  return null;
end $$;
create trigger noted after insert or update on account_links for each row
  execute function app.flag_accounts('account_a', 'account_b');
create trigger noted after insert or update on merged_accounts for each row
  execute function app.flag_accounts('user_id');

-- Rejects decisions of staff about their own other accounts (decision E3).
create function app.refuse_own_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.can_access_all_rows() and app.user_id() is not null and app.is_same_person(app.user_id(), new.user_id) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;

create policy owner_flagged_select on profiles for select to current_user
  using (exists (select from flagged_accounts n where n.id = profiles.id));

revoke all on function
  app.is_staff_person, app.is_same_person, app.same_person_accounts, app.list_same_person_accounts, app.likely_accounts,
    app.link_identity_hashes,
  app.accounts_sharing_devices, app.count_open_links, app.regroup_accounts, app.report_widely_shared,
  app.flag_accounts, app.refuse_own_account
  from public;
grant execute on function
  app.is_staff_person, app.list_same_person_accounts, app.link_identity_hashes, app.accounts_sharing_devices,
    app.count_open_links, app.regroup_accounts,
  app.report_widely_shared
  to cryptocommerce_app;
