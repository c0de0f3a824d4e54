-- Why: as with settings (0050), the rules that every order is judged by came into force by an insert that believed who the
-- transaction said it was. They come out of the proposal alone that two people agreed on.
create function app.put_rules(proposal uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare asked public.proposals;
begin
  select p.* into asked from public.proposals p
   where p.id = proposal and p.kind = 'rule_set' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if asked.id is null then raise exception 'no rules were approved here'; end if;
  insert into public.risk_rule_sets (version, title, rules, proposed_by, approved_by)
    values ((asked.payload ->> 'basedOn')::integer + 1, asked.payload ->> 'title', asked.payload -> 'ruleSet',
      asked.proposed_by, asked.decided_by);
end $$;
revoke all on function app.put_rules(uuid) from public;
grant execute on function app.put_rules(uuid) to cryptocommerce_app;
revoke insert on risk_rule_sets from cryptocommerce_app;
drop policy compliance_adds on risk_rule_sets;
create policy owner_puts on risk_rule_sets for insert to current_user with check (approved_by = (select app.user_id()));
