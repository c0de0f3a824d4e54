-- The application encrypts TRN and ID number in `data`. The newest submission of a tier decides.
create table kyc_submissions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  tier smallint not null constraint tier_known check (tier between 1 and 3),
  status text not null default 'pending',
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references auth."user",
  waits_for text not null default 'staff',
  pep_declaration boolean not null default false,
  pep_details text,
  enhanced_due_diligence boolean not null default false,
  edd_reason text,
  source_of_funds_declared text,
  high_risk_flags text[] not null default '{}',
  risk_level text constraint kyc_risk_known check (risk_level in ('low', 'medium', 'high', 'critical')),
  request_hash text,
  first_approver uuid references auth."user",
  constraint submission_and_owner unique (user_id, id),
  constraint kyc_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint kyc_two_people check (first_approver <> decided_by or status <> 'approved'),
  constraint kyc_waits_known check (waits_for in ('staff', 'customer', 'none')),
  constraint nobody_decides_their_own check (decided_by <> user_id and first_approver <> user_id)
);
create index kyc_decided on kyc_submissions (decided_at) include (tier, created_at) where decided_at is not null;
create index kyc_decided_by on kyc_submissions (decided_by);
create index kyc_first_approver on kyc_submissions (first_approver) where first_approver is not null;
create index kyc_newest on kyc_submissions (user_id, tier, created_at desc) include (status);
create index kyc_queue on kyc_submissions (tier, created_at, id) where status = 'pending' and waits_for <> 'none';
alter table kyc_submissions enable row level security;
alter table kyc_submissions force row level security;
create policy own_insert on kyc_submissions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status = 'pending' and waits_for = 'staff'
    and decided_by is null and decided_at is null and first_approver is null);
create policy own_or_staff_select on kyc_submissions for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on kyc_submissions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on kyc_submissions for select to current_user using (tier in (1, 3));
create policy owner_all on kyc_submissions for all to current_user
  using ((select app.user_id()) is null and (select app.can_access_all_rows()))
  with check ((select app.user_id()) is null and (select app.can_access_all_rows()));
-- Only staff can decide: jobs have no user id, so the conditions are never true for them.
create policy staff_update on kyc_submissions for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and user_id <> (select app.user_id()))
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id())
    and (status = 'pending' or decided_by = (select app.user_id()))
    and (status <> 'approved' or tier <> 3 or (first_approver is not null and first_approver <> decided_by)));
grant select, insert on kyc_submissions to cryptocommerce_app;
grant update (status, decided_at, decided_by, waits_for, first_approver) on kyc_submissions to cryptocommerce_app;

-- An item may be copied from a decided submission (`carried_from`) with its state (`carried_state`) (decision D4).
create table kyc_items (
  submission_id uuid not null,
  user_id uuid not null,
  item text not null,
  state text not null,
  file_id uuid,
  reason_code text,
  decided_by uuid references auth."user",
  decided_at timestamptz,
  carried_from uuid,
  carried_state text,
  primary key (submission_id, item),
  constraint item_as_it_was unique (user_id, submission_id, item, state),
  constraint carried_as_it_was foreign key (user_id, carried_from, item, carried_state)
    references kyc_items (user_id, submission_id, item, state) on delete cascade,
  constraint item_file_is_own foreign key (user_id, file_id) references files (user_id, id),
  constraint item_of_own_submission foreign key (user_id, submission_id) references kyc_submissions (user_id, id)
    on delete cascade,
  constraint carried_whole check ((carried_from is null) = (carried_state is null)),
  constraint kyc_item_known check (item in ('personal_details', 'id_document', 'trn_document', 'selfie',
    'employment', 'address_proof', 'income_proof', 'declaration', 'source_of_funds_proof', 'jurisdiction_proof',
    'wallets')),
  constraint kyc_item_state_known check (state in ('pending', 'accepted', 'rejected', 'wanted')),
  constraint nobody_judges_their_own check (decided_by <> user_id),
  constraint not_carried_from_itself check (carried_from <> submission_id),
  constraint open_item_has_reason check (state in ('pending', 'accepted') or reason_code is not null)
);
create index kyc_items_carried on kyc_items (user_id, carried_from, item, carried_state) where carried_from is not null;
create index kyc_items_decided_by on kyc_items (decided_by);
create index kyc_items_file on kyc_items (user_id, file_id) where file_id is not null;
create index kyc_items_owner on kyc_items (user_id, submission_id);
alter table kyc_items enable row level security;
alter table kyc_items force row level security;
create policy own_insert on kyc_items for insert to cryptocommerce_app
  with check (user_id = (select app.user_id())
    and (state = 'pending' or (state = 'accepted' and carried_state = 'accepted')));
create policy own_or_staff_select on kyc_items for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on kyc_items to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy staff_update on kyc_items for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and user_id <> (select app.user_id()))
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id())
    and decided_by = (select app.user_id()));
create policy staff_insert on kyc_items for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id()) and state = 'wanted'
    and decided_by = (select app.user_id()));
grant select, insert on kyc_items to cryptocommerce_app;
grant update (state, reason_code, decided_by, decided_at) on kyc_items to cryptocommerce_app;

create table kyc_decisions (
  id uuid primary key default uuidv7(),
  submission_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  decided_by uuid not null references auth."user",
  act text not null,
  item text,
  reason_code text,
  note text,
  constraint decision_of_submission foreign key (user_id, submission_id) references kyc_submissions (user_id, id)
    on delete cascade,
  constraint kyc_act_known check (act in ('accept', 'reject_item', 'want', 'first_approval', 'approval_back',
    'approve', 'reject', 'ask_more')),
  constraint nobody_records_their_own check (decided_by <> user_id)
);
create index kyc_decisions_by on kyc_decisions (decided_by);
create index kyc_decisions_owner on kyc_decisions (user_id, submission_id);
create index kyc_decisions_story on kyc_decisions (submission_id, id);
alter table kyc_decisions enable row level security;
alter table kyc_decisions force row level security;
create policy not_own_other_account_select on kyc_decisions as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on kyc_decisions as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on kyc_decisions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy staff_insert on kyc_decisions for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id())
    and decided_by = (select app.user_id()));
create policy staff_select on kyc_decisions for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) and user_id is distinct from (select app.user_id()));
grant select, insert on kyc_decisions to cryptocommerce_app;

create table enhanced_kyc_data (
  user_id uuid primary key references auth."user" on delete cascade,
  pep_status boolean not null,
  pep_details jsonb,
  source_of_funds_verified boolean not null default false,
  source_of_funds_details jsonb not null,
  occupation_risk_level text not null,
  high_risk_jurisdiction boolean not null,
  sanctions_check_result text,
  enhanced_due_diligence_required boolean not null,
  edd_triggers text[] not null default '{}',
  last_reviewed_at timestamptz,
  updated_at timestamptz not null,
  constraint occupation_risk_known check (occupation_risk_level in ('low', 'medium', 'high', 'critical'))
);
alter table enhanced_kyc_data enable row level security;
alter table enhanced_kyc_data force row level security;
create policy own_insert on enhanced_kyc_data for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and not source_of_funds_verified);
create policy own_update on enhanced_kyc_data for update to cryptocommerce_app
  using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()) and not source_of_funds_verified);
create policy own_or_staff_select on enhanced_kyc_data for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_select on enhanced_kyc_data for select to current_user using (pep_status or high_risk_jurisdiction
  or enhanced_due_diligence_required or sanctions_check_result in ('flagged', 'high_risk'));
create policy owner_while_erasing on enhanced_kyc_data to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy staff_update on enhanced_kyc_data for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and user_id <> (select app.user_id()))
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id()));
grant select, insert on enhanced_kyc_data to cryptocommerce_app;
grant update (pep_status, pep_details, source_of_funds_verified, source_of_funds_details, occupation_risk_level,
  high_risk_jurisdiction, enhanced_due_diligence_required, edd_triggers, last_reviewed_at, updated_at)
  on enhanced_kyc_data to cryptocommerce_app;

-- Until staff approve the declaration, the riskier of the stored and the declared answers applies (decision E5).
create function app.check_declared_risk() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare levels constant text[] := array['low', 'medium', 'high', 'critical'];
begin
  if new.user_id is distinct from app.user_id() then return new; end if;
  if (old.pep_status and not new.pep_status)
     or (old.high_risk_jurisdiction and not new.high_risk_jurisdiction)
     or (old.enhanced_due_diligence_required and not new.enhanced_due_diligence_required)
     or not old.edd_triggers <@ new.edd_triggers
     or array_position(levels, new.occupation_risk_level) < array_position(levels, old.occupation_risk_level)
     or new.sanctions_check_result is distinct from old.sanctions_check_result then
    raise exception 'only an approved review can lower the risk rating'
      using errcode = 'check_violation', constraint = 'declared_risk_not_lowered';
  end if;
  return new;
end $$;
create trigger check_declared_risk before update on enhanced_kyc_data
  for each row execute function app.check_declared_risk();

create function app.replace_encrypted_number(submission uuid, field text, old_value text, replacement text)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.user_id() is not null or not app.can_access_all_rows() then raise exception 'only the system can replace encrypted numbers'; end if;
  if field not in ('trn_number', 'id_number') or replacement not like 's1.%'
    then raise exception 'replacement is not an encrypted number'; end if;
  update public.kyc_submissions set data = jsonb_set(data, array[field], to_jsonb(replacement))
   where id = submission and data ->> field = old_value;
  return found;
end $$;

create function app.has_approved_name(customer uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select k.status = 'approved' from public.kyc_submissions k
    where k.user_id = customer and k.tier = 1 order by k.created_at desc limit 1), false)
$$;

-- Splits a name by the rules of src/kernel/name-words.ts: drops case, accents and titles, and adds joined prefixes.
create function app.name_words(name text) returns text[]
  language sql immutable
  return array(
    with words as (
      select s.word, row_number() over (order by s.at) place
        from regexp_split_to_table(
          replace(replace(replace(replace(translate(regexp_replace(lower(normalize(
                regexp_replace(coalesce(name, ''), U&'[''.`\00B4\02B9\02BB\02BC\02BE\2018\2019\2032]', '', 'g'), nfkd) collate pg_c_utf8),
              U&'[\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]', '', 'g'),
            U&'\00F8\0142\0111\00F0\0127\0167\0131', 'olddhti'),
            U&'\00FE', 'th'), U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), '[^[:alnum:]]+') with ordinality s (word, at)
       where s.word <> all (array['', 'mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'rev', 'sir', 'dame']))
    select w.word from words w
    union
    select w.word || n.word from words w join words n on n.place = w.place + 1
      where w.word = any (array['o', 'mc', 'mac', 'fitz', 'st', 'de', 'du', 'di', 'da', 'la', 'le', 'van', 'von'])
    order by 1);

create function app.is_possible_same_name(words_a text[], words_b text[]) returns boolean
  language sql immutable
  return cardinality(words_a) > 0
    and (words_a = words_b or (least(cardinality(words_a), cardinality(words_b)) > 1
      and (words_a <@ words_b or words_b <@ words_a)));

create policy own_update on files for update to cryptocommerce_app
  using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()) and state = 'replaced'
    and not exists (select from kyc_submissions s where s.id = submission_id));

create trigger own_person before update on kyc_submissions for each row execute function app.refuse_own_account();

revoke all on function
  app.check_declared_risk, app.replace_encrypted_number, app.has_approved_name, app.name_words, app.is_possible_same_name
  from public;
grant execute on function app.replace_encrypted_number, app.has_approved_name to cryptocommerce_app;
