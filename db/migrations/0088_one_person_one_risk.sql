-- Why: of two accounts of one person one had declared an office, and the other was judged as nobody's in the same minute; and
-- where a match with a list, or a link, of one waited for a decision, the identity of the other was approved.

-- For app.joined_risk(), and of whom there is something to say alone.
create policy owner_asks on profiles for select to current_user using (is_pep);
create policy owner_asks on enhanced_kyc_data for select to current_user using (pep_status or high_risk_jurisdiction
  or enhanced_due_diligence_required or sanctions_check_result in ('flagged', 'high_risk'));

-- What is known of the risk of whoever asks, on all accounts of theirs, the worse of each; null where they have but one,
-- whose own rows say it.
create function app.joined_risk() returns json
  language plpgsql stable security definer set search_path = pg_catalog as $$
declare person uuid;
begin
  select j.person_id into person from public.joined_accounts j where j.user_id = app.user_id();
  if person is null then return null; end if;
  return (select json_build_object('pep', bool_or(coalesce(p.is_pep or e.pep_status, false)),
      'highRiskJurisdiction', bool_or(coalesce(e.high_risk_jurisdiction, false)),
      'dueDiligence', bool_or(coalesce(e.enhanced_due_diligence_required, false)),
      'sanctions', case when bool_or(e.sanctions_check_result = 'flagged') then 'flagged'
        when bool_or(e.sanctions_check_result = 'high_risk') then 'high_risk' end)
    from public.joined_accounts j left join public.profiles p on p.id = j.user_id
    left join public.enhanced_kyc_data e on e.user_id = j.user_id where j.person_id = person);
end $$;
revoke all on function app.joined_risk() from public;
grant execute on function app.joined_risk() to cryptocommerce_app;

create function app.one_person(who uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.sees_compliance() then raise exception 'not theirs to ask'; end if;
  return query select a.id from app.accounts_of(who) a (id) order by a.id;
end $$;
revoke all on function app.one_person(uuid) from public;
grant execute on function app.one_person(uuid) to cryptocommerce_app;

create or replace function app.undecided_links(who uuid) returns integer
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select count(*)::integer from public.account_links l
     where app.sees_all() and l.state = 'open'
       and exists (select from app.accounts_of(who) a (id) where a.id in (l.one, l.other));
  end;
