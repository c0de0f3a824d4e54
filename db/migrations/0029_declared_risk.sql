-- Why: a customer washed their own score: Enhanced KYC handed in anew with 'no' replaced jurisdiction, political exposure
-- and due diligence before anybody had looked. Until a person approves it, the worse of what stood and what is declared
-- counts (decision E5). The application works it out; here the database refuses the customer's own statement that
-- says less, whatever the code asks for.

create function app.declared_never_lowers() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare levels constant text[] := array['low', 'medium', 'high', 'critical'];
begin
  if new.user_id is distinct from app.user_id() then return new; end if;
  if (old.pep_status and not new.pep_status)
     or (old.high_risk_jurisdiction and not new.high_risk_jurisdiction)
     or (old.enhanced_due_diligence_required and not new.enhanced_due_diligence_required)
     or not old.edd_triggers <@ new.edd_triggers
     or array_position(levels, new.occupation_risk_level) < array_position(levels, old.occupation_risk_level)
     or new.sanctions_check_result is distinct from old.sanctions_check_result then
    raise exception 'only an approval lowers what counts'
      using errcode = 'check_violation', constraint = 'declared_risk_not_lowered';
  end if;
  return new;
end $$;
revoke all on function app.declared_never_lowers() from public;
create trigger declared_never_lowers before update on enhanced_kyc_data
  for each row execute function app.declared_never_lowers();

-- What was washed so far: everything declared since the newest approval counts again.
alter table kyc_submissions no force row level security;
alter table enhanced_kyc_data no force row level security;
alter table profiles no force row level security;
with declared as (
  select k.user_id, bool_or(k.pep_declaration) pep,
         bool_or(coalesce((k.data ->> 'high_risk_jurisdiction')::boolean, false)) jurisdiction,
         bool_or(k.enhanced_due_diligence) diligence,
         max(array_position(array['low', 'medium', 'high', 'critical'], k.risk_level)) risk,
         array(select distinct f from kyc_submissions o, unnest(o.high_risk_flags) f
                where o.user_id = k.user_id and o.tier = 3 and o.created_at >= coalesce((select max(a.created_at)
                  from kyc_submissions a where a.user_id = k.user_id and a.tier = 3 and a.status = 'approved'), '-infinity')) flags
    from kyc_submissions k
   where k.tier = 3 and k.created_at >= coalesce((select max(a.created_at) from kyc_submissions a
           where a.user_id = k.user_id and a.tier = 3 and a.status = 'approved'), '-infinity')
   group by k.user_id),
counted as (
  update enhanced_kyc_data e
     set pep_status = e.pep_status or d.pep, high_risk_jurisdiction = e.high_risk_jurisdiction or d.jurisdiction,
         enhanced_due_diligence_required = e.enhanced_due_diligence_required or d.diligence,
         edd_triggers = array(select distinct unnest(e.edd_triggers || d.flags))
    from declared d where d.user_id = e.user_id returning e.user_id)
update profiles p
   set risk_classification = (array['low', 'medium', 'high', 'critical'])[greatest(d.risk,
         array_position(array['low', 'medium', 'high', 'critical'], p.risk_classification))]
  from declared d join counted using (user_id) where p.id = d.user_id;
alter table kyc_submissions force row level security;
alter table enhanced_kyc_data force row level security;
alter table profiles force row level security;
