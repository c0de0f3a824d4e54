-- Why: orders of one person in slices below US$1,000, each asked nothing that the law asks from there on, raised nothing
-- however much they came to within a day.
create index risk_assessments_placed on risk_assessments using brin (created_at) with (pages_per_range = 16);

-- Of whom compliance was told, and when: once within the time that is looked back to.
create table slices_told (
  person_id uuid primary key,
  told_at timestamptz not null
);
alter table slices_told enable row level security;
alter table slices_told force row level security;
create policy owner_keeps on slices_told using (true) with check (true);

-- The people of whom compliance was not told yet, with two orders or more that were placed since then, each below the
-- threshold, and together at it: US$, by the rate that each order goes by. Accounts of one person count together.
create function app.slices_found(since timestamptz, threshold numeric, moment timestamptz)
  returns table (user_id uuid, orders integer, amount numeric, refs text[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  delete from public.slices_told t where t.told_at <= since;
  return query
  with small as (
    select distinct a.order_id from public.risk_assessments a
     where a.created_at > since and a.order_id is not null and a.inputs ->> 'reachesThreshold' = 'false'),
  people as (
    select coalesce(j.person_id, t.user_id) person, (array_agg(t.user_id order by t.created_at desc))[1] newest,
           count(*)::integer many, sum(t.jmd_amount) total, array_agg(t.reference order by t.created_at) names
      from small s join public.transactions t on t.id = s.order_id
        left join public.joined_accounts j on j.user_id = t.user_id
     where t.created_at > since and t.status in ('pending', 'processing', 'completed')
     group by 1 having count(*) > 1 and sum(t.jmd_amount / t.rate_used) >= threshold),
  told as (
    insert into public.slices_told as o (person_id, told_at) select p.person, moment from people p
    on conflict (person_id) do nothing returning o.person_id)
  select p.newest, p.many, p.total, p.names from people p join told on told.person_id = p.person;
end $$;
revoke all on function app.slices_found(timestamptz, numeric, timestamptz) from public;
grant execute on function app.slices_found(timestamptz, numeric, timestamptz) to cryptocommerce_app;
