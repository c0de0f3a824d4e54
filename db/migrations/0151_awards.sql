-- Why: whoever comes to a workshop is given training coins (LGM, which have no value in money). What is to hand out is
-- kept in a list; two people of finance release it, somebody sends it by hand, and the hash is recorded.

create table lgm_awards (
  id uuid primary key default uuidv7(),
  registration_id uuid not null constraint award_once_a_place unique references workshop_registrations (id),
  session_id uuid not null references workshop_sessions (id),
  user_id uuid not null references auth."user" (id),
  -- Whole coins, as the setting had it when they came.
  lgm integer not null constraint award_positive check (lgm > 0),
  created_at timestamptz not null,
  -- The wallet that its owner named.
  address text,
  named_at timestamptz,
  -- By which two people it was released, to that wallet.
  proposal_id uuid references proposals (id),
  released_at timestamptz,
  transaction_hash text constraint award_hash_once unique,
  sent_at timestamptz,
  sent_by uuid references auth."user" (id),
  -- Who came in both modes came once.
  constraint award_once_a_session unique (session_id, user_id),
  constraint award_wallet_named check ((address is null) = (named_at is null)),
  constraint award_released_by_two check ((proposal_id is null) = (released_at is null)
    and (proposal_id is null or address is not null)),
  constraint award_sent_whole check ((transaction_hash is null) = (sent_at is null)
    and (sent_at is null) = (sent_by is null)),
  constraint award_sent_is_released check (sent_at is null or released_at is not null)
);
create index awards_own on lgm_awards (user_id);
create index awards_by_proposal on lgm_awards (proposal_id) where proposal_id is not null;
create index awards_sent_by on lgm_awards (sent_by) where sent_by is not null;
-- What waits for finance, whichever session it is of.
create index awards_waiting on lgm_awards (session_id) where sent_at is null;

alter table lgm_awards enable row level security;
alter table lgm_awards force row level security;
create policy own_or_staff on lgm_awards for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy for_who_came on lgm_awards for insert to cryptocommerce_app with check ((select app.runs_workshops()));
create policy own_or_finance on lgm_awards for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.has_role('finance')) or (select app.has_role('admin')))
  with check (user_id = (select app.user_id()) or (select app.has_role('finance')) or (select app.has_role('admin')));
create policy owner_erases on lgm_awards for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
grant select, insert on lgm_awards to cryptocommerce_app;
grant update (address, named_at, proposal_id, released_at, transaction_hash, sent_at, sent_by) on lgm_awards
  to cryptocommerce_app;

alter table proposals drop constraint proposal_kind_known,
  add constraint proposal_kind_known check (kind in ('setting', 'payout', 'return', 'undo', 'kyc', 'role', 'release',
    'rule_set', 'thaw', 'frozen_return', 'split', 'list', 'match', 'two_lines', 'award'));

-- For who was checked in, to whom they named, released as two agreed on it, and never one's own.
create function app.award_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare changed text[]; own boolean := app.user_id() in (select app.accounts_of(new.user_id));
begin
  if tg_op = 'INSERT' then
    if own or new.address is not null or new.released_at is not null or new.sent_at is not null
      or not exists (select from public.workshop_registrations r where r.id = new.registration_id
        and r.user_id = new.user_id and r.session_id = new.session_id and r.checked_in_at is not null)
    then raise exception 'no award without attendance' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if app.erasing() then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() and old.released_at is null and changed <@ array['address', 'named_at'] then
    return new; end if;
  if not own and old.released_at is null and changed <@ array['proposal_id', 'released_at'] and exists (
    select from public.proposals p where p.id = new.proposal_id and p.kind = 'award' and p.state = 'approved'
      and p.proposed_by not in (select app.accounts_of(new.user_id))
      and p.decided_by not in (select app.accounts_of(new.user_id))
      and p.payload -> 'awards' @> jsonb_build_array(
        jsonb_build_object('id', new.id, 'address', new.address, 'lgm', new.lgm)))
  then
    perform app.refuse_while_frozen(new.user_id, new.id, 'out');
    return new;
  end if;
  if not own and old.sent_at is null and changed <@ array['transaction_hash', 'sent_at', 'sent_by'] then
    return new; end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $$;
revoke execute on function app.award_stands() from public;
create trigger award_stands before insert or update on lgm_awards for each row execute function app.award_stands();

-- A database that has settings already gets it.
insert into setting_versions (key, value)
  select 'awards', '{"attendance": 5000}'::jsonb where exists (select from setting_versions);
