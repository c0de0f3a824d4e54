create table lgm_awards (
  id uuid primary key default uuidv7(),
  registration_id uuid not null constraint award_once_a_place unique references workshop_registrations,
  session_id uuid not null references workshop_sessions,
  user_id uuid not null references auth."user",
  lgm integer not null constraint award_positive check (lgm > 0),
  created_at timestamptz not null,
  address text,
  named_at timestamptz,
  proposal_id uuid references proposals,
  released_at timestamptz,
  transaction_hash text constraint award_hash_once unique,
  sent_at timestamptz,
  sent_by uuid references auth."user",
  earlier jsonb not null default '[]' constraint earlier_is_a_list check (jsonb_typeof(earlier) = 'array'),
  constraint award_once_a_session unique (session_id, user_id),
  constraint award_released_by_two check ((proposal_id is null) = (released_at is null) and (proposal_id is null
    or address is not null)),
  constraint award_sent_is_released check (sent_at is null or released_at is not null),
  constraint award_sent_whole check ((transaction_hash is null) = (sent_at is null)
    and (sent_at is null) = (sent_by is null)),
  constraint award_wallet_named check ((address is null) = (named_at is null))
);
create index awards_by_proposal on lgm_awards (proposal_id) where proposal_id is not null;
create index awards_own on lgm_awards (user_id);
create index awards_sent_by on lgm_awards (sent_by) where sent_by is not null;
create index awards_waiting on lgm_awards (session_id) where sent_at is null;
alter table lgm_awards enable row level security;
alter table lgm_awards force row level security;
create policy attendee_insert on lgm_awards for insert to cryptocommerce_app with check ((select app.can_manage_workshops()));
create policy own_or_finance_update on lgm_awards for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.has_role('finance')) or (select app.has_role('admin')))
  with check (user_id = (select app.user_id()) or (select app.has_role('finance')) or (select app.has_role('admin')));
create policy own_or_staff_select on lgm_awards for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on lgm_awards for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on lgm_awards for select to current_user using (true);
grant select, insert on lgm_awards to cryptocommerce_app;
grant update (address, named_at, proposal_id, released_at, transaction_hash, sent_at, sent_by) on lgm_awards
  to cryptocommerce_app;

create function app.check_award() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare changed text[]; is_own boolean := app.user_id() in (select app.same_person_accounts(new.user_id));
begin
  if tg_op = 'INSERT' then
    if is_own or new.address is not null or new.released_at is not null or new.sent_at is not null
      or not exists (select from public.workshop_registrations r where r.id = new.registration_id
        and r.user_id = new.user_id and r.session_id = new.session_id and r.checked_in_at is not null)
    then raise exception 'award requires attendance' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if app.is_erasing() then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() and old.released_at is null and changed <@ array['address', 'named_at'] then
    if old.address <> new.address then
      new.earlier := old.earlier || jsonb_build_object('address', old.address, 'named_at', old.named_at);
    end if;
    return new; end if;
  if not is_own and old.released_at is null and changed <@ array['proposal_id', 'released_at'] and exists (
    select from public.proposals p where p.id = new.proposal_id and p.kind = 'award' and p.state = 'approved'
      and p.proposed_by not in (select app.same_person_accounts(new.user_id))
      and p.decided_by not in (select app.same_person_accounts(new.user_id))
      and p.payload -> 'awards' @> jsonb_build_array(
        jsonb_build_object('id', new.id, 'address', new.address, 'lgm', new.lgm)))
  then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  if not is_own and old.sent_at is null and changed <@ array['transaction_hash', 'sent_at', 'sent_by'] then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege';
end $$;
create trigger check_award before insert or update on lgm_awards for each row execute function app.check_award();

create function app.anonymize_award() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare redacted_proposals uuid[];
begin
  if not app.is_erasing() then return null; end if;
  with redacted as (
    update public.proposals p set payload = jsonb_set(p.payload, '{awards}', (
        select jsonb_agg(case a.award ->> 'id' when old.id::text then a.award - array['attendee', 'address']
            else a.award end order by a.ordinal)
          from jsonb_array_elements(p.payload -> 'awards') with ordinality a (award, ordinal)))
     where p.kind = 'award' and p.subject = old.session_id::text
       and p.payload -> 'awards' @> jsonb_build_array(jsonb_build_object('id', old.id))
     returning p.id)
  select array_agg(id) into redacted_proposals from redacted;
  perform app.redact_audit_entries(array(select l.id from public.audit_log l
    where l.subject_type = 'workshop' and l.subject_id = old.session_id::text
      and l.action = 'workshops.awards_decided' and l.after ->> 'proposalId' = any(redacted_proposals::text[])));
  return null;
end $$;
create trigger anonymize_award after delete on lgm_awards for each row execute function app.anonymize_award();

create function app.refuse_award_of_frozen(award lgm_awards) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.refuse_while_frozen(award.user_id, award.id, 'out');
  if exists (select from app.freezes_by_counterparty(null, award.address, null, true, award.user_id)) then
    raise exception 'awards cannot go to a wallet of a frozen customer'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
end $$;

revoke all on function app.check_award, app.anonymize_award, app.refuse_award_of_frozen from public;
