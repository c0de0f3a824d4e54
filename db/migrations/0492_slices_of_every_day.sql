-- Why: orders below US$1,000 were added up over the 24 hours before each look. Two of them that lay almost a day apart fell out of it
-- one by one: between two looks, while no process looked, or while compliance had been told of somebody within the day.

-- The people with orders below the threshold each that come to it within 24 hours, counted backwards from each order since
-- `since`. What was placed until somebody was told of is answered, and counts no more; of one person it is told once a day.
create or replace function app.slices_found(since timestamptz, threshold numeric, moment timestamptz)
  returns table (user_id uuid, orders integer, amount numeric, refs text[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  delete from public.slices_told t where t.told_at <= since - interval '1 day';
  return query
  with small as (
    select distinct a.order_id from public.risk_assessments a
     where a.created_at > since - interval '1 day' and a.order_id is not null
       and a.inputs ->> 'reachesThreshold' = 'false'),
  placed as (
    select coalesce(j.person_id, t.user_id) person, t.user_id, t.created_at, t.jmd_amount, t.reference,
           t.jmd_amount / t.rate_used usd
      from small s join public.transactions t on t.id = s.order_id
        left join public.joined_accounts j on j.user_id = t.user_id
     where t.created_at > since - interval '1 day' and t.created_at <= moment
       and t.status in ('pending', 'processing', 'completed')),
  open as (
    select p.* from placed p
     where not exists (select from public.slices_told o where o.person_id = p.person and o.told_at >= p.created_at)),
  within as (
    select o.person, o.user_id newest, o.created_at, count(*) over day many, sum(o.jmd_amount) over day total,
           sum(o.usd) over day dollars, array_agg(o.reference) over day names
      from open o
    window day as (partition by o.person order by o.created_at range between interval '24 hours' preceding and current row)),
  people as (
    select distinct on (w.person) w.person, w.newest, w.many::integer many, w.total, w.names
      from within w where w.created_at > since and w.many > 1 and w.dollars >= threshold
     order by w.person, w.dollars desc, w.created_at),
  told as (
    insert into public.slices_told as o (person_id, told_at) select p.person, moment from people p
    on conflict (person_id) do update set told_at = excluded.told_at
      where o.told_at <= excluded.told_at - interval '1 day'
    returning o.person_id)
  select p.newest, p.many, p.total, p.names from people p join told on told.person_id = p.person;
end $$;
