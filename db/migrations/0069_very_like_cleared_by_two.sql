-- Why: somebody's very name and day of birth came on a list after their identity was approved, and one officer cleared the
-- match; they were paid. A match as close as that is cleared by two people, of whom the second read what the first wrote.
create function app.cleared_by_two() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from public.proposals p where p.kind = 'match' and p.subject = new.id::text
      and p.state = 'approved' and p.decided_at = now() and p.decided_by = new.decided_by) then
    raise exception 'two people clear a match of name and birth'
      using errcode = 'check_violation', constraint = 'match_cleared_by_two';
  end if;
  return new;
end $$;
revoke all on function app.cleared_by_two() from public;
create trigger cleared_by_two before update of state on name_hits
  for each row when (new.state = 'cleared' and new.score >= 95 and new.details ->> 'birth' = 'same')
  execute function app.cleared_by_two();

alter table proposals
  drop constraint proposal_kind_known,
  add constraint proposal_kind_known check (kind in ('setting', 'payout', 'return', 'undo', 'kyc', 'role', 'release',
    'rule_set', 'thaw', 'frozen_return', 'split', 'list', 'match'));
drop policy compliance_alone_reads on proposals;
create policy compliance_alone_reads on proposals as restrictive for select to cryptocommerce_app
  using (kind not in ('split', 'list', 'match') or (select app.user_id()) is null or (select app.has_role('compliance'))
    or (select app.has_role('admin')));
