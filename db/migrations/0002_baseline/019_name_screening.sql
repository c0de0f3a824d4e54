-- Matches of customers and listed parties. `pair_hash` covers both records: only a change reopens a cleared match.
create table name_hits (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  source text not null,
  party_ref text not null,
  list_id uuid references sanctions_lists,
  score smallint not null constraint hit_score_range check (score between 0 and 100),
  pair_hash text not null,
  details jsonb not null,
  state text not null default 'open',
  alert_id uuid,
  case_id uuid,
  created_at timestamptz not null,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  reason_code text,
  note text,
  constraint hit_and_owner unique (user_id, id),
  constraint one_hit_per_pair unique (user_id, source, party_ref, pair_hash),
  constraint decided_by_somebody check ((state = 'open') = (decided_by is null)
    and (decided_by is null) = (decided_at is null) and (decided_by is null) = (reason_code is null)),
  constraint hit_state_known check (state in ('open', 'cleared', 'confirmed')),
  constraint never_about_oneself check (decided_by <> user_id)
);
create index name_hits_decided_by on name_hits (decided_by);
create index name_hits_list on name_hits (list_id);
create index name_hits_waiting on name_hits (id) where state = 'open';
create unique index one_open_hit_per_party on name_hits (user_id, source, party_ref) where state = 'open';
alter table name_hits enable row level security;
alter table name_hits force row level security;
create policy compliance_update on name_hits for update to cryptocommerce_app
  using ((select app.can_read_compliance()) and state = 'open')
  with check ((select app.can_read_compliance())
    and (state = 'open' or (decided_by = (select app.user_id()) and decided_by <> user_id)));
create policy compliance_select on name_hits for select to cryptocommerce_app using ((select app.can_read_compliance()));
create policy job_insert on name_hits for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and (select app.user_id()) is null and state = 'open');
create policy not_own_other_account_select on name_hits as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on name_hits as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_select on name_hits for select to current_user using (true);
create policy owner_while_erasing on name_hits to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on name_hits to cryptocommerce_app;
grant update (state, alert_id, case_id, decided_by, decided_at, reason_code, note) on name_hits to cryptocommerce_app;

-- Requires two people to clear a close match (ADR 20).
create function app.check_clearing_approval() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.proposals p where p.kind = 'match' and p.subject = new.id::text
      and p.state = 'approved' and p.decided_at = now() and p.decided_by = new.decided_by) then
    raise exception 'clearing a close match requires two people'
      using errcode = 'check_violation', constraint = 'match_cleared_by_two';
  end if;
  return new;
end $$;
create trigger check_clearing_approval before update of state on name_hits
  for each row when (new.state = 'cleared'
    and (new.score >= 95 and new.details ->> 'birth' = 'same' or new.details ->> 'holder' = 'true'))
  execute function app.check_clearing_approval();
create trigger own_person before update on name_hits for each row execute function app.refuse_own_account();

revoke all on function app.check_clearing_approval from public;
