-- Help desk: conversations of customers, and complaints with the deadlines of the terms (decision F9).
create table help_conversations (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  reference text not null default ('H-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 8)))
    constraint help_reference_once unique,
  category text not null constraint help_category_known check (category in ('not_arrived', 'wrong_amount', 'refund',
    'verification', 'account', 'plan_or_course', 'website', 'other')),
  order_id uuid,
  payment_id uuid,
  submission_id uuid,
  state text not null default 'open' constraint help_state_known check (state in ('open', 'answered', 'closed')),
  opened_at timestamptz not null,
  -- When the state last changed: the time of the message that waits for an answer.
  waits_since timestamptz not null,
  -- Our next deadline. Null while the customer must act or nothing is due.
  due_at timestamptz,
  owner_id uuid references auth."user",
  complained_at timestamptz,
  acknowledge_by timestamptz,
  decide_by timestamptz,
  acknowledged_at timestamptz,
  review_requested_at timestamptz,
  review_by timestamptz,
  constraint help_and_owner unique (user_id, id),
  constraint help_order_is_own foreign key (user_id, order_id) references transactions (user_id, id),
  constraint help_payment_is_own foreign key (user_id, payment_id) references payments (user_id, id),
  constraint help_submission_is_own foreign key (user_id, submission_id) references kyc_submissions (user_id, id),
  constraint help_about_one check (num_nonnulls(order_id, payment_id, submission_id) <= 1),
  constraint complaint_has_deadlines check (num_nulls(complained_at, acknowledge_by, decide_by) in (0, 3)),
  constraint complaint_acknowledged check (acknowledged_at is null or complained_at is not null),
  constraint complaint_review_dated check (num_nulls(review_requested_at, review_by) in (0, 2)
    and (review_requested_at is null or complained_at is not null))
);
create index help_conversations_due on help_conversations (due_at, id) where due_at is not null;
create index help_conversations_in_state on help_conversations (state, waits_since, id);
create index help_conversations_kept_by on help_conversations (owner_id);
create index help_conversations_on_order on help_conversations (user_id, order_id);
create index help_conversations_on_payment on help_conversations (user_id, payment_id);
create index help_conversations_on_submission on help_conversations (user_id, submission_id);
create index help_complaints on help_conversations (complained_at, id) where complained_at is not null;
alter table help_conversations enable row level security;
alter table help_conversations force row level security;
create policy own_insert on help_conversations for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and state = 'open' and owner_id is null and acknowledged_at is null
    and review_requested_at is null);
-- Staff record what customers write or say elsewhere, because the terms accept complaints by email.
create policy staff_insert on help_conversations for insert to cryptocommerce_app
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id()) and state = 'open'
    and owner_id is null and acknowledged_at is null and review_requested_at is null);
create policy own_or_staff_select on help_conversations for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy own_update on help_conversations for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()) and state = 'open');
create policy staff_update on help_conversations for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and user_id <> (select app.user_id()))
  with check ((select app.can_access_all_rows()) and user_id <> (select app.user_id()));
create policy owner_while_erasing on help_conversations to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on help_conversations for select to current_user using (true);
grant select, insert on help_conversations to cryptocommerce_app;
grant update (state, waits_since, due_at, owner_id, complained_at, acknowledge_by, decide_by, acknowledged_at,
  review_requested_at, review_by) on help_conversations to cryptocommerce_app;

create table help_messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null,
  user_id uuid not null references auth."user",
  author_id uuid not null references auth."user",
  text text not null constraint help_message_size check (length(text) between 1 and 4000),
  internal boolean not null default false,
  written_at timestamptz not null,
  idempotency_key uuid not null,
  request_hash text not null,
  constraint help_message_and_owner unique (user_id, id),
  constraint help_message_of_its_own foreign key (user_id, conversation_id) references help_conversations (user_id, id),
  constraint help_message_once unique (author_id, idempotency_key),
  constraint help_note_by_staff check (not internal or author_id <> user_id)
);
create index help_messages_of on help_messages (user_id, conversation_id);
alter table help_messages enable row level security;
alter table help_messages force row level security;
create policy author_insert on help_messages for insert to cryptocommerce_app
  with check (author_id = (select app.user_id()) and (user_id = (select app.user_id())
    or (select app.can_access_all_rows())));
create policy own_or_staff_select on help_messages for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
-- Staff never read notes about themselves, from any of their accounts.
create policy internal_notes_select on help_messages as restrictive for select to cryptocommerce_app
  using (not internal or ((select app.can_access_all_rows()) and user_id is distinct from (select app.user_id())
    and user_id <> all ((select app.other_accounts())::uuid[])));
create policy owner_while_erasing on help_messages to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on help_messages to cryptocommerce_app;

create table help_files (
  message_id uuid not null,
  file_id uuid not null,
  user_id uuid not null references auth."user",
  primary key (message_id, file_id),
  constraint help_file_is_own foreign key (user_id, file_id) references files (user_id, id),
  constraint help_file_of_its_message foreign key (user_id, message_id) references help_messages (user_id, id)
);
create index help_files_of on help_files (user_id, message_id);
create index help_files_owner on help_files (user_id, file_id);
alter table help_files enable row level security;
alter table help_files force row level security;
create policy own_insert on help_files for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_or_staff_select on help_files for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on help_files to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on help_files to cryptocommerce_app;

create table complaint_decisions (
  conversation_id uuid not null,
  stage text not null constraint complaint_stage_known check (stage in ('first', 'review')),
  user_id uuid not null references auth."user",
  decided_by uuid not null references auth."user",
  outcome text not null constraint complaint_outcome_known check (outcome in ('upheld', 'partly_upheld', 'not_upheld')),
  reasons text not null constraint complaint_has_reasons check (length(reasons) between 20 and 4000),
  decided_at timestamptz not null,
  primary key (conversation_id, stage),
  constraint complaint_decision_of_its_own foreign key (user_id, conversation_id) references help_conversations (user_id,
    id)
);
create index complaint_decisions_by on complaint_decisions (decided_by);
create index complaint_decisions_of on complaint_decisions (user_id, conversation_id);
alter table complaint_decisions enable row level security;
alter table complaint_decisions force row level security;
create policy compliance_insert on complaint_decisions for insert to cryptocommerce_app
  with check (((select app.has_role('compliance')) or (select app.has_role('admin'))) and decided_by = (select app.user_id())
    and user_id <> (select app.user_id()));
create policy own_or_staff_select on complaint_decisions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on complaint_decisions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on complaint_decisions for select to current_user using (true);
grant select, insert on complaint_decisions to cryptocommerce_app;

-- Complaint dates are final. Only customers request a review. Only staff set the owner and the acknowledgement.
create function app.check_help_conversation() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_erasing() then return new; end if;
  if old.complained_at is not null and (new.complained_at, new.acknowledge_by, new.decide_by)
      is distinct from (old.complained_at, old.acknowledge_by, old.decide_by)
    or old.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at
    or old.review_requested_at is not null and (new.review_requested_at, new.review_by)
      is distinct from (old.review_requested_at, old.review_by)
  then raise exception 'complaint dates are fixed' using errcode = 'check_violation', constraint = 'complaint_dates_fixed'; end if;
  if new.review_requested_at is distinct from old.review_requested_at and (app.user_id() is distinct from new.user_id
    or not exists (select from public.complaint_decisions d where d.conversation_id = new.id and d.stage = 'first'))
  then raise exception 'complaint has no decision to review' using errcode = 'check_violation', constraint = 'complaint_is_decided'; end if;
  if app.user_id() = new.user_id and (new.owner_id, new.acknowledged_at) is distinct from (old.owner_id, old.acknowledged_at)
  then raise exception 'customers cannot change this field' using errcode = 'insufficient_privilege'; end if;
  if new.state = 'closed' and new.complained_at is not null
    and (select count(*) from public.complaint_decisions d where d.conversation_id = new.id)
      < 1 + (new.review_requested_at is not null)::int
  then raise exception 'complaint is not decided' using errcode = 'check_violation', constraint = 'complaint_is_decided'; end if;
  return new;
end $$;
create trigger check_help_conversation before update on help_conversations for each row
  execute function app.check_help_conversation();

-- Staff cannot decide complaints of their own accounts, and a review requires a second person.
create function app.check_complaint_decision() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_erasing() then return new; end if;
  if new.decided_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a complaint of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.help_conversations c where c.id = new.conversation_id and c.complained_at is not null
    and (new.stage = 'first' or c.review_requested_at is not null))
  then raise exception 'nothing to decide' using errcode = 'check_violation', constraint = 'complaint_is_open'; end if;
  if new.stage = 'review' and exists (select from public.complaint_decisions d where d.conversation_id = new.conversation_id
    and d.stage = 'first' and new.decided_by in (select app.same_person_accounts(d.decided_by)))
  then raise exception 'a review requires a second person' using errcode = 'check_violation', constraint = 'complaint_second_person'; end if;
  return new;
end $$;
create trigger check_complaint_decision before insert on complaint_decisions for each row
  execute function app.check_complaint_decision();

create function app.check_help_message() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_erasing() and new.author_id <> new.user_id and new.author_id in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $$;
create trigger check_help_message before insert on help_messages for each row execute function app.check_help_message();

create function app.check_help_file() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.files f where f.id = new.file_id and f.user_id = new.user_id
    and f.purpose = 'help-file' and f.state in ('clean', 'being_checked'))
  then raise exception 'help file is missing or unusable' using errcode = 'check_violation', constraint = 'help_file_usable'; end if;
  return new;
end $$;
create trigger check_help_file before insert on help_files for each row execute function app.check_help_file();

revoke all on function app.check_help_conversation, app.check_complaint_decision, app.check_help_message,
  app.check_help_file from public;

alter table files drop constraint file_purpose_known, add constraint file_purpose_known check (purpose in (
  'transaction-proof', 'subscription-proof', 'workshop-proof', 'course-proof', 'source-of-funds', 'payout-proof',
  'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address', 'kyc-income', 'enhanced-source', 'enhanced-income',
  'enhanced-jurisdiction', 'case-file', 'workshop-flyer', 'lesson-picture', 'launch-whitepaper', 'scam-evidence',
  'scam-report', 'help-file'));
alter table notices drop constraint notice_kind_known, add constraint notice_kind_known check (kind in ('security',
  'order', 'payment', 'identity', 'plan', 'workshop', 'course', 'project', 'certificate', 'launch', 'scam_report',
  'help', 'news'));
alter table notice_preferences drop constraint preference_of_a_choice, add constraint preference_of_a_choice
  check (kind in ('identity', 'plan', 'workshop', 'course', 'project', 'certificate', 'launch', 'scam_report', 'help',
    'news'));
