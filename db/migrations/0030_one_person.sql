-- Why: nothing noticed that two accounts belong to one person, and every cap counted anew for each. TRN and ID numbers
-- are compared by a keyed hash, bank accounts and wallets by value; what coincides holds the approval until a person
-- decided, and caps count per person once accounts are joined (decision E3). Nothing here is for customers.

-- What of somebody can be compared: keyed hashes of numbers (the key is the application's), bank accounts and wallets.
-- Nobody of the application reads it: the functions below do.
create table person_marks (
  user_id uuid not null references auth."user" on delete cascade,
  kind text not null constraint mark_kind_known check (kind in ('trn', 'id_number', 'bank', 'wallet')),
  mark text not null,
  found_at timestamptz not null,
  primary key (user_id, kind, mark)
);
create index person_marks_shared on person_marks (mark, user_id);

-- Two accounts that share something, and what a person made of it.
create table account_links (
  one uuid not null references auth."user" on delete cascade,
  other uuid not null references auth."user" on delete cascade,
  kinds text[] not null,
  state text not null default 'open' constraint link_state_known check (state in ('open', 'joined', 'apart')),
  found_at timestamptz not null,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  note text,
  primary key (one, other),
  constraint link_in_order check (one < other),
  constraint link_decided_whole check ((state = 'open') or (decided_by is not null and decided_at is not null and note is not null)),
  constraint nobody_decides_their_own_link check (decided_by <> one and decided_by <> other)
);
create index account_links_other on account_links (other);
create index account_links_decided_by on account_links (decided_by);

-- Which accounts count as one person: every account that joined links lead to has the same person.
create table joined_accounts (
  user_id uuid primary key references auth."user" on delete cascade,
  person_id uuid not null
);
create index joined_accounts_person on joined_accounts (person_id);

-- How far orders were looked through, and under which key: another key has everything looked through anew.
create table link_progress (
  single boolean primary key default true constraint one_progress check (single),
  key_id text not null,
  looked_until timestamptz not null
);
grant select, insert, update on link_progress to cryptocommerce_app;

alter table person_marks enable row level security;
alter table person_marks force row level security;
alter table joined_accounts enable row level security;
alter table joined_accounts force row level security;
alter table account_links enable row level security;
alter table account_links force row level security;
create policy owner_keeps on person_marks for all to current_user using (true) with check (true);
create policy owner_keeps on joined_accounts for all to current_user using (true) with check (true);
create policy owner_keeps on account_links for all to current_user using (true) with check (true);
create policy compliance_reads on account_links for select to cryptocommerce_app
  using ((select app.sees_compliance()) and one is distinct from (select app.user_id())
    and other is distinct from (select app.user_id()));
create policy compliance_decides on account_links for update to cryptocommerce_app
  using ((select app.is_compliance_person()) and one <> (select app.user_id()) and other <> (select app.user_id()))
  with check (decided_by = (select app.user_id()));
grant select on account_links to cryptocommerce_app;
grant update (state, decided_by, decided_at, note) on account_links to cryptocommerce_app;

-- Keeps marks of an account and links it with whoever shares one. Answers what is new or has grown and waits for a
-- decision. A link that was decided opens again when something else comes to be shared.
create function app.mark_person(who uuid, marks jsonb, moment timestamptz) returns table (sharer uuid, shared text[])
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to compare'; end if;
  insert into public.person_marks (user_id, kind, mark, found_at)
    select who, m.kind, m.mark, moment from jsonb_to_recordset(marks) m (kind text, mark text)
    on conflict do nothing;
  return query
  with alike as (
    select least(who, o.user_id) one, greatest(who, o.user_id) other,
           array_agg(distinct least(m.kind, o.kind)) kinds
      from public.person_marks m join public.person_marks o on o.mark = m.mark and o.user_id <> who
     where m.user_id = who group by o.user_id)
  insert into public.account_links as l (one, other, kinds, found_at)
    select a.one, a.other, a.kinds, moment from alike a
    on conflict (one, other) do update
      set kinds = array(select distinct unnest(l.kinds || excluded.kinds) order by 1), found_at = excluded.found_at,
          state = case when l.state = 'apart' then 'open' else l.state end
      where not excluded.kinds <@ l.kinds
    returning case when l.one = who then l.other else l.one end, l.kinds;
end $$;

-- How many links of an account wait for a decision, also those that whoever asks may not read.
create function app.undecided_links(who uuid) returns integer
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select count(*)::integer from public.account_links l
     where app.sees_all() and who in (l.one, l.other) and l.state = 'open';
  end;

-- Works out anew who belongs together with these two accounts, from the links that people joined.
create function app.regroup_accounts(first_account uuid, second_account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare seed uuid; members uuid[];
begin
  if not app.is_compliance_person() then raise exception 'not theirs to join'; end if;
  perform pg_advisory_xact_lock(hashtextextended('joined accounts', 0));
  foreach seed in array array[first_account, second_account] loop
    with recursive part (id) as (
      select seed
      union
      select case when l.one = p.id then l.other else l.one end
        from part p join public.account_links l on l.state = 'joined' and p.id in (l.one, l.other))
    select array_agg(id) into members from part;
    delete from public.joined_accounts where user_id = any(members);
    if cardinality(members) > 1 then
      insert into public.joined_accounts (user_id, person_id)
        select m, (select x from unnest(members) x order by x limit 1) from unnest(members) m;
    end if;
  end loop;
end $$;

-- What the other accounts of whoever asks traded in a time: null for nearly everybody. Who belongs to one person waits
-- for the others of that person here, so that two accounts at once do not pass a cap that holds for both.
create function app.joined_usage(since timestamptz, until timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare person uuid;
begin
  select j.person_id into person from public.joined_accounts j where j.user_id = app.user_id();
  if person is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('person:' || person, 0));
  return (select jsonb_build_object(
      'used', coalesce(sum(t.net_jmd_amount) filter (where t.status <> 'pending'), 0)::text,
      'held', coalesce(sum(t.net_jmd_amount) filter (where t.status = 'pending'), 0)::text,
      'gross', coalesce(sum(t.jmd_amount), 0)::text, 'orders', count(t.id))
    from public.joined_accounts j join public.transactions t on t.user_id = j.user_id
   where j.person_id = person and j.user_id <> app.user_id() and t.created_at >= since and t.created_at < until
     and t.status in ('pending', 'processing', 'completed'));
end $$;

-- Which accounts were used from the same browser, or seen at the same address where its owner let us store that. Shown,
-- never decided by: families share both.
create function app.seen_together(who uuid) returns table (sharer uuid, shared text[])
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to see'; end if;
  return query
  select s.user_id, array_agg(distinct s.kind) from (
    select o.user_id, 'device' kind from auth.known_device m
      join auth.known_device o on o.device_hash = m.device_hash where m.user_id = who
    union all
    select o.user_id, 'address' from public.user_sessions m
      join public.user_sessions o on o.ip_address = m.ip_address where m.user_id = who) s
   where s.user_id <> who and s.user_id is distinct from app.user_id() group by s.user_id limit 50;
end $$;
create index known_device_hash on auth.known_device (device_hash);
create index user_sessions_address on user_sessions (ip_address);
create policy owner_compares on user_sessions for select to current_user using (true);

revoke all on function app.mark_person(uuid, jsonb, timestamptz), app.undecided_links(uuid),
  app.regroup_accounts(uuid, uuid), app.joined_usage(timestamptz, timestamptz), app.seen_together(uuid) from public;
grant execute on function app.mark_person(uuid, jsonb, timestamptz), app.undecided_links(uuid),
  app.regroup_accounts(uuid, uuid), app.joined_usage(timestamptz, timestamptz), app.seen_together(uuid) to cryptocommerce_app;
