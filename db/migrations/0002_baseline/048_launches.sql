create table launch_drafts (
  user_id uuid primary key references auth."user" on delete cascade,
  data jsonb not null,
  updated_at timestamptz not null
);
alter table launch_drafts enable row level security;
alter table launch_drafts force row level security;
create policy own_all on launch_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy owner_while_erasing on launch_drafts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on launch_drafts to cryptocommerce_app;
grant update (data, updated_at) on launch_drafts to cryptocommerce_app;

create table launch_submissions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  coin_name text not null constraint launch_is_called check (length(coin_name) between 2 and 80),
  idea text not null constraint launch_says_what check (length(idea) between 10 and 5000),
  community_links text[] not null default '{}',
  whitepaper_file uuid not null,
  status text not null default 'submitted',
  created_at timestamptz not null,
  waits_since timestamptz not null,
  decided_at timestamptz,
  reason_code text,
  idempotency_key uuid not null,
  request_hash text not null,
  constraint launch_and_owner unique (user_id, id),
  constraint launch_once unique (user_id, idempotency_key),
  constraint launch_paper_is_own foreign key (user_id, whitepaper_file) references files (user_id, id),
  constraint launch_decided_with_reason check ((status in ('accepted', 'declined',
    'not_enough')) = (reason_code is not null and decided_at is not null)),
  constraint launch_links_few check (cardinality(community_links) <= 10),
  constraint launch_status_known check (status in ('submitted', 'waiting_for_founder', 'accepted', 'declined',
    'not_enough', 'withdrawn'))
);
create index launch_submissions_by_state on launch_submissions (status, waits_since, id);
create index launch_submissions_paper on launch_submissions (user_id, whitepaper_file);
alter table launch_submissions enable row level security;
alter table launch_submissions force row level security;
create policy own_update on launch_submissions for update to cryptocommerce_app
  using (user_id = (select app.user_id()) and status in ('submitted', 'waiting_for_founder'))
  with check (user_id = (select app.user_id()) and status in ('submitted', 'withdrawn'));
create policy own_insert on launch_submissions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status = 'submitted' and decided_at is null);
create policy own_or_staff_select on launch_submissions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_launches()));
create policy owner_while_erasing on launch_submissions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on launch_submissions for select to current_user using (true);
create policy staff_update on launch_submissions for update to cryptocommerce_app
  using ((select app.can_read_launches()) and user_id is distinct from (select app.user_id())
    and status in ('submitted', 'waiting_for_founder'))
  with check ((select app.can_read_launches()) and user_id is distinct from (select app.user_id())
    and (status = 'waiting_for_founder' or (select app.can_decide_launches())));
grant select, insert on launch_submissions to cryptocommerce_app;
grant update (status, waits_since, decided_at, reason_code) on launch_submissions to cryptocommerce_app;

create table launch_questions (
  id uuid primary key default uuidv7(),
  submission_id uuid not null,
  user_id uuid not null references auth."user",
  asked_by uuid not null references auth."user",
  question text not null constraint launch_question_says check (length(question) between 10 and 2000),
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  constraint launch_question_of_its_own foreign key (user_id, submission_id) references launch_submissions (user_id,
    id),
  constraint launch_answer_says check ((answer is null) = (answered_at is null) and length(answer) between 2
    and 5000)
);
create unique index launch_one_open_question on launch_questions (submission_id) where answered_at is null;
create index launch_questions_by on launch_questions (asked_by);
create index launch_questions_of on launch_questions (user_id, submission_id);
alter table launch_questions enable row level security;
alter table launch_questions force row level security;
create policy own_update on launch_questions for update to cryptocommerce_app
  using (user_id = (select app.user_id()) and answered_at is null)
  with check (user_id = (select app.user_id()) and answered_at is not null);
create policy own_or_staff_select on launch_questions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_launches()));
create policy owner_while_erasing on launch_questions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on launch_questions for select to current_user using (true);
create policy staff_insert on launch_questions for insert to cryptocommerce_app
  with check ((select app.can_read_launches()) and asked_by = (select app.user_id()) and user_id <> (select app.user_id())
    and answered_at is null);
grant select, insert on launch_questions to cryptocommerce_app;
grant update (answer, answered_at) on launch_questions to cryptocommerce_app;

create table launch_decisions (
  submission_id uuid primary key,
  user_id uuid not null references auth."user",
  decided_by uuid not null references auth."user",
  outcome text not null,
  reason_code text not null,
  note text not null constraint launch_decision_note check (length(note) <= 2000),
  decided_at timestamptz not null,
  constraint launch_decision_of_its_own foreign key (user_id, submission_id) references launch_submissions (user_id,
    id),
  constraint launch_outcome_known check (outcome in ('accepted', 'declined', 'not_enough'))
);
create index launch_decisions_by on launch_decisions (decided_by);
create index launch_decisions_of on launch_decisions (user_id, submission_id);
alter table launch_decisions enable row level security;
alter table launch_decisions force row level security;
create policy reviewer_insert on launch_decisions for insert to cryptocommerce_app
  with check ((select app.can_decide_launches()) and decided_by = (select app.user_id()) and user_id <> (select app.user_id()));
create policy not_own_other_account_select on launch_decisions as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on launch_decisions to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on launch_decisions for select to current_user using (true);
create policy staff_select on launch_decisions for select to cryptocommerce_app
  using ((select app.can_read_launches()) and user_id is distinct from (select app.user_id()));
grant select, insert on launch_decisions to cryptocommerce_app;

create function app.check_launch_question() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' and tg_table_name = 'launch_questions' and new.asked_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a matter of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.launch_submissions s where s.id = new.submission_id
    and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'launch is already decided' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  return new;
end $$;
create trigger check_launch_question before insert or update on launch_questions for each row
  execute function app.check_launch_question();

create function app.check_launch_whitepaper() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.files f where f.id = new.whitepaper_file and f.user_id = new.user_id
    and f.purpose = 'launch-whitepaper' and f.state in ('clean', 'being_checked'))
  then raise exception 'whitepaper file is missing or unusable' using errcode = 'check_violation', constraint = 'launch_paper_is_one'; end if;
  return new;
end $$;
create trigger check_launch_whitepaper before insert on launch_submissions for each row
  execute function app.check_launch_whitepaper();

-- Rejects decisions of staff on launches from any of their own accounts.
create function app.check_launch_decision() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_erasing() then return new; end if;
  if new.decided_by in (select app.same_person_accounts(new.user_id)) then
    raise exception 'staff cannot decide on a launch of their own accounts' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.launch_submissions s where s.id = new.submission_id
    and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'launch is already decided' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  return new;
end $$;
create trigger check_launch_decision before insert on launch_decisions for each row execute function app.check_launch_decision();

create function app.check_launch() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare has_open_question boolean;
begin
  if app.is_erasing() then return new; end if;
  has_open_question := exists (select from public.launch_questions q
    where q.submission_id = new.id and q.answered_at is null);
  if old.status not in ('submitted', 'waiting_for_founder') then
    raise exception 'launch is closed' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  if new.status in ('submitted', 'waiting_for_founder')
    and (new.status = 'waiting_for_founder') <> has_open_question then
    raise exception 'status does not match the open questions' using errcode = 'check_violation', constraint = 'launch_waits_as_asked'; end if;
  if new.status = 'withdrawn' and app.user_id() is distinct from new.user_id then
    raise exception 'only the founder can withdraw a launch' using errcode = 'insufficient_privilege'; end if;
  if new.status in ('accepted', 'declined', 'not_enough') then
    if has_open_question then raise exception 'launch has an open question'
      using errcode = 'check_violation', constraint = 'launch_question_open'; end if;
    if not exists (select from public.launch_decisions d where d.submission_id = new.id
      and (d.outcome, d.reason_code, d.decided_at) = (new.status, new.reason_code, new.decided_at))
    then raise exception 'no such decision' using errcode = 'check_violation', constraint = 'launch_as_decided'; end if;
  end if;
  return new;
end $$;
create trigger check_launch before update of status on launch_submissions for each row
  execute function app.check_launch();

revoke all on function app.check_launch_question, app.check_launch_decision, app.check_launch_whitepaper,
  app.check_launch from public;
