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

-- Accounts that ever had a freeze, an account link or a joined account. All other accounts pass with one lookup.
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

create function app.is_staff_person(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.user_roles r
    where r.role = any ('{admin,compliance,finance,support}') and r.user_id in (
      select person union all
      select o.user_id from public.merged_accounts m join public.merged_accounts o on o.person_id = m.person_id
       where m.user_id = person));
end;

create function app.is_same_person(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from public.merged_accounts a join public.merged_accounts b on b.person_id = a.person_id
                  where a.user_id = one and b.user_id = other and one <> other);
end;

create function app.same_person_accounts(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select person
  union
  select o.user_id from public.merged_accounts m join public.merged_accounts o on o.person_id = m.person_id
   where m.user_id = person;
end;

create function app.list_same_person_accounts(who uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select a.id from app.same_person_accounts(who) a (id) order by a.id;
end $$;

-- Accounts of the same person, including undecided links by ID. Shared wallets, banks and devices are not enough.
create function app.likely_accounts(who uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct a.id
    from app.same_person_accounts(who) mine (id)
    join public.account_links l on mine.id in (l.account_a, l.account_b)
    cross join lateral app.same_person_accounts(case when l.account_a = mine.id then l.account_b else l.account_a end) a (id)
   where l.state <> 'apart' and l.kinds && array['trn', 'id_number', 'mail', 'name_birth'] and a.id <> who
  union
  select x.id from app.same_person_accounts(who) x (id) where x.id <> who;
end;

-- Stores identity hashes of an account and links accounts that share one. Public or widely shared wallets link none.
create function app.link_identity_hashes(who uuid, marks jsonb, moment timestamptz, many integer)
  returns table (sharer uuid, shared text[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare telling text[];
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  insert into public.identity_hashes as p (user_id, kind, hash, found_at)
    select who, g.kind, g.mark, min(coalesce(g.since, moment))
      from jsonb_to_recordset(marks) g (kind text, mark text, since timestamptz) group by g.kind, g.mark
    on conflict (user_id, kind, hash) do update set found_at = excluded.found_at where p.found_at > excluded.found_at;
  telling := array(select m.hash from public.identity_hashes m
    where m.user_id = who and m.kind in ('wallet', 'bank')
      and not exists (select from jsonb_to_recordset(marks) g (mark text, public boolean) where g.mark = m.hash
        and g.public)
      and (m.hash like 'own:%' or app.count_people_sharing(m.hash) <= many));
  -- When the shared wallet or bank no longer counts, an earlier decision applies again.
  with resting as (
    select l.account_a one, l.account_b other, l.decided_by,
        array(select k from unnest(l.kinds) k where k not in ('wallet', 'bank')
          union select m.kind from public.identity_hashes m join public.identity_hashes o on o.hash = m.hash
            where m.user_id = l.account_a and o.user_id = l.account_b and m.hash = any(telling) order by 1) kinds
      from public.account_links l
     where l.state = 'open' and who in (l.account_a, l.account_b) and l.kinds && array['wallet', 'bank']),
  ended as (
    delete from public.account_links l using resting r
      where l.account_a = r.one and l.account_b = r.other and r.kinds = '{}' and r.decided_by is null),
  settled as (
    update public.account_links l set state = 'apart' from resting r
      where l.account_a = r.one and l.account_b = r.other and r.kinds = '{}' and r.decided_by is not null)
  update public.account_links l set kinds = r.kinds from resting r
    where l.account_a = r.one and l.account_b = r.other and r.kinds <> '{}' and r.kinds <> l.kinds;
  return query
  with alike as (
    select least(who, s.user_id) one, greatest(who, s.user_id) other, array_agg(distinct s.kind) kinds
      from (select o.user_id, least(m.kind, o.kind) kind
          from public.identity_hashes m join public.identity_hashes o on o.hash = m.hash and o.user_id <> who
         where m.user_id = who and m.kind not in ('wallet', 'bank') and o.kind not in ('wallet', 'bank')
        union all
        select o.user_id, least(m.kind, o.kind)
          from public.identity_hashes m cross join lateral (
            select f.user_id, f.kind from public.identity_hashes f
             where f.hash = m.hash and f.kind in ('wallet', 'bank') and f.user_id <> who
             order by f.found_at, f.user_id limit 50) o
         where m.user_id = who and m.hash = any(telling)) s group by s.user_id)
  insert into public.account_links as l (account_a, account_b, kinds, found_at)
    select a.one, a.other, a.kinds, moment from alike a
    on conflict (account_a, account_b) do update
      set kinds = array(select distinct unnest(l.kinds || excluded.kinds) order by 1), found_at = excluded.found_at,
          state = case when l.state = 'apart' then 'open' else l.state end
      where not excluded.kinds <@ l.kinds
    returning case when l.account_a = who then l.account_b else l.account_a end, l.kinds;
end $$;

create function app.accounts_sharing_devices(who uuid) returns table (sharer uuid, shared text[])
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query
  select s.user_id, array_agg(distinct s.kind) from (
    select o.user_id, 'device' kind from auth.known_device m
      join auth.known_device o on o.device_hash = m.device_hash where m.user_id = who
    union all
    select o.user_id, 'address' from public.user_sessions m
      join public.user_sessions o on o.ip_address = m.ip_address where m.user_id = who) s
   where s.user_id <> who and s.user_id is distinct from app.user_id() group by s.user_id limit 50;
end $$;

create function app.are_unlinked(account_a uuid, account_b uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return account_a <> account_b and not app.is_same_person(account_a, account_b) and not exists (select
    from public.account_links l
    where l.account_a = least(are_unlinked.account_a, are_unlinked.account_b)
      and l.account_b = greatest(are_unlinked.account_a, are_unlinked.account_b));

create function app.count_open_links(who uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*)::integer from public.account_links l
   where app.can_access_all_rows() and l.state = 'open'
     and exists (select from app.same_person_accounts(who) a (id) where a.id in (l.account_a, l.account_b));
end;

-- Regroups joined accounts. Waits for running payments, because the freezes of one account then apply to all.
create function app.regroup_accounts(first_account uuid, second_account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare seed uuid; members uuid[]; were uuid[];
begin
  if not app.is_compliance_staff() then raise exception 'only compliance can call this function'; end if;
  perform pg_advisory_xact_lock(hashtextextended('joined accounts', 0));
  foreach seed in array array[first_account, second_account] loop
    with recursive part (id) as (
      select seed
      union
      select case when l.account_a = p.id then l.account_b else l.account_a end
        from part p join public.account_links l on l.state = 'joined' and p.id in (l.account_a, l.account_b))
    select array_agg(p.id order by p.id), array_agg(coalesce(j.person_id, p.id) order by p.id) into members, were
      from part p left join public.merged_accounts j on j.user_id = p.id;
    perform app.freeze_lock(m) from unnest(members) m;
    delete from public.merged_accounts where user_id = any(members);
    if cardinality(members) > 1 then
      insert into public.merged_accounts (user_id, person_id) select m, members[1] from unnest(members) m;
      perform app.recount_cash(members, were);
    end if;
  end loop;
end $$;

create function app.report_widely_shared(who uuid, moment timestamptz, many integer)
  returns table (kind text, people integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query
  with crowded as (
    select m.kind, m.hash mark, app.count_people_sharing(m.hash) people from public.identity_hashes m
     where m.user_id = who and m.kind in ('wallet', 'bank') and m.hash !~ '^(key|own):'
       and not exists (select from public.widely_shared w where w.hash = m.hash)),
  reported as (
    insert into public.widely_shared (hash, reported_at) select c.mark, moment from crowded c where c.people > many
      on conflict do nothing returning hash mark)
  select c.kind, c.people from crowded c join reported r on r.mark = c.mark;
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

create policy owner_noted_select on profiles for select to current_user
  using (exists (select from flagged_accounts n where n.id = profiles.id));

revoke all on function
  app.is_staff_person, app.is_same_person, app.same_person_accounts, app.list_same_person_accounts, app.likely_accounts,
    app.link_identity_hashes,
  app.accounts_sharing_devices, app.are_unlinked, app.count_open_links, app.regroup_accounts, app.report_widely_shared,
  app.flag_accounts, app.refuse_own_account
  from public;
grant execute on function
  app.is_staff_person, app.list_same_person_accounts, app.link_identity_hashes, app.accounts_sharing_devices,
    app.count_open_links, app.regroup_accounts,
  app.report_widely_shared
  to cryptocommerce_app;
