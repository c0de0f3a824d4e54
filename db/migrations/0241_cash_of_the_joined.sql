-- Why: cash is counted as one person's (0206), though once: what two accounts had paid in on one day before they were found
-- to be one person's was never looked at together, and above the ceiling nobody was told (POCA s.101A).

-- What members of one person have paid in on a day, of which some was counted as another person's, is counted anew;
-- `were`: whose each account was until now.
create function app.count_cash_anew(members uuid[], were uuid[]) returns void
  language plpgsql set search_path = pg_catalog as $$
begin
  -- Whoever counts in this moment is waited for, and then has counted it.
  perform pg_advisory_xact_lock_shared(hashtextextended('cash is counted', 0));
  with counted as (
    select l.id line, l.moved_on, m.id part, m.amount, o.person
      from public.bank_lines l join public.movements m on m.id = any(l.cash_parts)
      join unnest(members, were) o(account, person) on o.account = m.user_id where l.cash),
  anew as (
    select c.line, array_agg(c.part) parts, sum(c.amount) amount from counted c
     where c.moved_on in (select d.moved_on from counted d group by d.moved_on having count(distinct d.person) > 1)
     group by c.line)
  update public.bank_lines l set cash_counted = l.cash_counted - a.amount,
      cash_parts = array(select p from unnest(l.cash_parts) p where p <> all(a.parts))
    from anew a where a.line = l.id;
end $$;
revoke all on function app.count_cash_anew(uuid[], uuid[]) from public;

create or replace function app.regroup_accounts(first_account uuid, second_account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare seed uuid; members uuid[]; were uuid[];
begin
  if not app.is_compliance_person() then raise exception 'not theirs to join'; end if;
  perform pg_advisory_xact_lock(hashtextextended('joined accounts', 0));
  foreach seed in array array[first_account, second_account] loop
    with recursive part (id) as (
      select seed
      union
      select case when l.one = p.id then l.other else l.one end
        from part p join public.account_links l on l.state = 'joined' and p.id in (l.one, l.other))
    select array_agg(p.id order by p.id), array_agg(coalesce(j.person_id, p.id) order by p.id) into members, were
      from part p left join public.joined_accounts j on j.user_id = p.id;
    perform app.freeze_lock(m) from unnest(members) m;
    delete from public.joined_accounts where user_id = any(members);
    if cardinality(members) > 1 then
      insert into public.joined_accounts (user_id, person_id) select m, members[1] from unnest(members) m;
      perform app.count_cash_anew(members, were);
    end if;
  end loop;
end $$;

-- Of those who were joined before, some was told and some was not: twice is better than never.
select app.count_cash_anew(array_agg(user_id), array_agg(user_id)) from joined_accounts group by person_id;
