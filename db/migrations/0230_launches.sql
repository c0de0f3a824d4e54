-- Why: whoever wants to launch a coin hands in what it is, with a whitepaper; staff judge it by five parts, ask back, and
-- decide. Nothing is listed for trade by it.

-- Added to whatever stands there by now.
do $$
declare was text;
begin
  select pg_get_constraintdef(oid) into was from pg_constraint where conname = 'file_purpose_known';
  alter table files drop constraint file_purpose_known;
  execute 'alter table files add constraint file_purpose_known '
    || replace(was, '''lesson-picture''::text', '''lesson-picture''::text, ''launch-whitepaper''::text');
end $$;

create function app.reads_launches() returns boolean language sql stable parallel safe
  return app.is_product() or app.has_role('compliance') or app.has_role('support') or app.has_role('admin');
create function app.judges_launches() returns boolean language sql stable parallel safe
  return app.has_role('compliance') or app.has_role('admin');

-- A whitepaper is read by its founder and by who works on it, and nothing takes its place.
create policy whitepapers_for_reviewers on files as restrictive for select to cryptocommerce_app
  using (purpose <> 'launch-whitepaper' or user_id = (select app.user_id()) or (select app.reads_launches()));
create policy whitepapers_stay on files as restrictive for update to cryptocommerce_app
  using (purpose <> 'launch-whitepaper' or (select app.is_product()));

-- What is being written, for its founder alone. Its file is named and not held: what nobody hands in goes after a week.
create table launch_drafts (
  user_id uuid primary key references auth."user" (id) on delete cascade,
  data jsonb not null,
  updated_at timestamptz not null
);

create table launch_submissions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id),
  coin_name text not null constraint launch_is_called check (length(coin_name) between 2 and 80),
  idea text not null constraint launch_says_what check (length(idea) between 10 and 5000),
  community_links text[] not null default '{}' constraint launch_links_few check (cardinality(community_links) <= 10),
  whitepaper_file uuid not null,
  status text not null default 'submitted' constraint launch_status_known
    check (status in ('submitted', 'waiting_for_founder', 'accepted', 'declined', 'not_enough', 'withdrawn')),
  created_at timestamptz not null,
  -- When it came to where it waits: handed in, asked about, answered, decided.
  waits_since timestamptz not null,
  decided_at timestamptz,
  -- What its founder reads of why; what staff say among themselves stands in launch_decisions.
  reason_code text,
  idempotency_key uuid not null,
  request_hash text not null,
  constraint launch_once unique (user_id, idempotency_key),
  constraint launch_and_owner unique (user_id, id),
  constraint launch_decided_with_reason
    check ((status in ('accepted', 'declined', 'not_enough')) = (reason_code is not null and decided_at is not null)),
  constraint launch_paper_is_own foreign key (user_id, whitepaper_file) references files (user_id, id)
);
create index launch_submissions_paper on launch_submissions (user_id, whitepaper_file);
create index launch_submissions_by_state on launch_submissions (status, waits_since, id);

-- What staff ask back; one at a time, so that both sides know whose move it is.
create table launch_questions (
  id uuid primary key default uuidv7(),
  submission_id uuid not null,
  user_id uuid not null references auth."user" (id),
  asked_by uuid not null references auth."user" (id),
  question text not null constraint launch_question_says check (length(question) between 10 and 2000),
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  constraint launch_answer_says check ((answer is null) = (answered_at is null) and length(answer) between 2 and 5000),
  constraint launch_question_of_its_own foreign key (user_id, submission_id) references launch_submissions (user_id, id)
);
create unique index launch_one_open_question on launch_questions (submission_id) where answered_at is null;
create index launch_questions_of on launch_questions (user_id, submission_id);
create index launch_questions_by on launch_questions (asked_by);

-- Before judging everybody says whether they have an interest in it. Whoever has one never judges it.
create table launch_conflicts (
  submission_id uuid not null,
  reviewer uuid not null references auth."user" (id),
  user_id uuid not null references auth."user" (id),
  conflict boolean not null,
  words text not null,
  declared_at timestamptz not null,
  primary key (submission_id, reviewer),
  constraint launch_conflict_in_words check (length(words) <= 1000 and (length(words) >= 10 or not conflict)),
  constraint launch_conflict_of_its_own foreign key (user_id, submission_id) references launch_submissions (user_id, id)
);
create index launch_conflicts_of on launch_conflicts (user_id, submission_id);
create index launch_conflicts_by on launch_conflicts (reviewer);

-- The rubric: five parts, each marked once; who marks again takes the place of what stood.
create table launch_marks (
  submission_id uuid not null,
  part text not null constraint launch_part_known check (part in ('team', 'token', 'law', 'money', 'technology')),
  user_id uuid not null references auth."user" (id),
  marked_by uuid not null references auth."user" (id),
  score smallint not null constraint launch_score_of_five check (score between 1 and 5),
  note text not null constraint launch_note_says check (length(note) between 1 and 2000),
  marked_at timestamptz not null,
  primary key (submission_id, part),
  constraint launch_mark_of_its_own foreign key (user_id, submission_id) references launch_submissions (user_id, id)
);
create index launch_marks_of on launch_marks (user_id, submission_id);
create index launch_marks_by on launch_marks (marked_by);

create table launch_decisions (
  submission_id uuid primary key,
  user_id uuid not null references auth."user" (id),
  decided_by uuid not null references auth."user" (id),
  outcome text not null constraint launch_outcome_known check (outcome in ('accepted', 'declined', 'not_enough')),
  reason_code text not null,
  note text not null constraint launch_decision_note check (length(note) <= 2000),
  decided_at timestamptz not null,
  constraint launch_decision_of_its_own foreign key (user_id, submission_id) references launch_submissions (user_id, id)
);
create index launch_decisions_of on launch_decisions (user_id, submission_id);
create index launch_decisions_by on launch_decisions (decided_by);

-- What was decided, by nobody and about nobody: it outlives whoever is erased. Whole days, no id of anything.
create table launch_outcomes (
  id uuid primary key default gen_random_uuid(),
  decided_on date not null,
  outcome text not null,
  reason_code text not null,
  days_taken integer not null,
  team smallint not null,
  token smallint not null,
  law smallint not null,
  money smallint not null,
  technology smallint not null
);

do $$
declare name text;
begin
  foreach name in array
    '{launch_drafts,launch_submissions,launch_questions,launch_conflicts,launch_marks,launch_decisions}'::text[]
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_erases on %I for all to current_user
      using ((select app.erasing())) with check ((select app.erasing()))', name);
    -- For the checks below, which run as the owner.
    if name <> 'launch_drafts' then
      execute format('create policy owner_looks on %I for select to current_user using (true)', name);
    end if;
  end loop;
end $$;
alter table launch_outcomes enable row level security;
alter table launch_outcomes force row level security;
create policy owner_counts on launch_outcomes for insert to current_user with check (true);
create policy staff_reads on launch_outcomes for select to cryptocommerce_app using ((select app.reads_launches()));
grant select on launch_outcomes to cryptocommerce_app;

create policy own_alone on launch_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert, delete on launch_drafts to cryptocommerce_app;
grant update (data, updated_at) on launch_drafts to cryptocommerce_app;

create policy own_or_staff on launch_submissions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.reads_launches()));
create policy own_hands_in on launch_submissions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and status = 'submitted' and decided_at is null);
create policy own_answers on launch_submissions for update to cryptocommerce_app
  using (user_id = (select app.user_id()) and status in ('submitted', 'waiting_for_founder'))
  with check (user_id = (select app.user_id()) and status in ('submitted', 'withdrawn'));
create policy staff_moves on launch_submissions for update to cryptocommerce_app
  using ((select app.reads_launches()) and user_id is distinct from (select app.user_id())
    and status in ('submitted', 'waiting_for_founder'))
  with check ((select app.reads_launches()) and user_id is distinct from (select app.user_id())
    and (status = 'waiting_for_founder' or (select app.judges_launches())));
grant select, insert on launch_submissions to cryptocommerce_app;
grant update (status, waits_since, decided_at, reason_code) on launch_submissions to cryptocommerce_app;

create policy own_or_staff on launch_questions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.reads_launches()));
create policy staff_asks on launch_questions for insert to cryptocommerce_app
  with check ((select app.reads_launches()) and asked_by = (select app.user_id()) and user_id <> (select app.user_id())
    and answered_at is null);
create policy own_answers on launch_questions for update to cryptocommerce_app
  using (user_id = (select app.user_id()) and answered_at is null)
  with check (user_id = (select app.user_id()) and answered_at is not null);
grant select, insert on launch_questions to cryptocommerce_app;
grant update (answer, answered_at) on launch_questions to cryptocommerce_app;

-- How it is judged is read by staff, and never in their own matter (A7).
do $$
declare name text;
begin
  foreach name in array '{launch_conflicts,launch_marks,launch_decisions}'::text[] loop
    execute format('create policy staff_reads on %I for select to cryptocommerce_app
      using ((select app.reads_launches()) and user_id is distinct from (select app.user_id()))', name);
    execute format('create policy not_another_of_theirs on %I as restrictive for select to cryptocommerce_app
      using (user_id <> all ((select app.other_accounts())::uuid[]))', name);
  end loop;
end $$;
create policy judge_declares on launch_conflicts for insert to cryptocommerce_app
  with check ((select app.judges_launches()) and reviewer = (select app.user_id()) and user_id <> (select app.user_id()));
create policy judge_declares_more on launch_conflicts for update to cryptocommerce_app
  using ((select app.judges_launches()) and reviewer = (select app.user_id()) and not conflict)
  with check (reviewer = (select app.user_id()));
grant select, insert on launch_conflicts to cryptocommerce_app;
grant update (conflict, words, declared_at) on launch_conflicts to cryptocommerce_app;

create policy judge_marks on launch_marks for insert to cryptocommerce_app
  with check ((select app.judges_launches()) and marked_by = (select app.user_id()) and user_id <> (select app.user_id()));
create policy judge_marks_again on launch_marks for update to cryptocommerce_app
  using ((select app.judges_launches()) and user_id <> (select app.user_id()))
  with check ((select app.judges_launches()) and marked_by = (select app.user_id()) and user_id <> (select app.user_id()));
-- What somebody marked who has an interest after all goes with their own word.
create policy judge_takes_back on launch_marks for delete to cryptocommerce_app
  using ((select app.judges_launches()) and marked_by = (select app.user_id()));
grant select, insert, delete on launch_marks to cryptocommerce_app;
grant update (score, note, marked_by, marked_at) on launch_marks to cryptocommerce_app;

create policy judge_decides on launch_decisions for insert to cryptocommerce_app
  with check ((select app.judges_launches()) and decided_by = (select app.user_id()) and user_id <> (select app.user_id()));
grant select, insert on launch_decisions to cryptocommerce_app;

-- It stands on a whitepaper that was judged to be one, and may be looked at.
create function app.launch_has_paper() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from public.files f where f.id = new.whitepaper_file and f.user_id = new.user_id
    and f.purpose = 'launch-whitepaper' and f.state in ('clean', 'being_checked'))
  then raise exception 'that is no whitepaper' using errcode = 'check_violation', constraint = 'launch_paper_is_one'; end if;
  return new;
end $$;
revoke execute on function app.launch_has_paper() from public;
create trigger launch_has_paper before insert on launch_submissions for each row execute function app.launch_has_paper();

-- Nobody judges their own, by whichever account of theirs; nobody who has an interest, by whichever account of theirs;
-- nobody who did not say that they have none; and only while it is open.
create function app.may_judge_launch(which uuid, founder uuid, judge uuid) returns text
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if judge in (select app.accounts_of(founder)) then return 'own_matter_of_person'; end if;
  if exists (select from public.launch_conflicts c where c.submission_id = which and c.conflict
    and c.reviewer in (select app.accounts_of(judge))) then return 'launch_conflict_declared'; end if;
  if not exists (select from public.launch_conflicts c where c.submission_id = which and c.reviewer = judge)
  then return 'launch_conflict_first'; end if;
  return null;
end $$;
revoke execute on function app.may_judge_launch(uuid, uuid, uuid) from public;

create function app.launch_judged() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare judge uuid; why text;
begin
  if app.erasing() then return new; end if;
  judge := case tg_table_name when 'launch_marks' then (to_jsonb(new) ->> 'marked_by')::uuid
    else (to_jsonb(new) ->> 'decided_by')::uuid end;
  why := app.may_judge_launch(new.submission_id, new.user_id, judge);
  if why is not null then raise exception 'they may not judge it' using errcode = 'check_violation', constraint = why; end if;
  if not exists (select from public.launch_submissions s where s.id = new.submission_id
    and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'it is decided' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  return new;
end $$;
revoke execute on function app.launch_judged() from public;
create trigger launch_judged before insert or update on launch_marks for each row execute function app.launch_judged();
create trigger launch_judged before insert on launch_decisions for each row execute function app.launch_judged();

create function app.launch_asked() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' and tg_table_name = 'launch_questions' and new.asked_by in (select app.accounts_of(new.user_id)) then
    raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.launch_submissions s where s.id = new.submission_id
    and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'it is decided' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  return new;
end $$;
revoke execute on function app.launch_asked() from public;
create trigger launch_asked before insert or update on launch_questions for each row execute function app.launch_asked();

create function app.launch_declared() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.reviewer in (select app.accounts_of(new.user_id)) then
    raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  if not exists (select from public.launch_submissions s where s.id = new.submission_id
    and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'it is decided' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  return new;
end $$;
revoke execute on function app.launch_declared() from public;
create trigger launch_declared before insert or update on launch_conflicts for each row
  execute function app.launch_declared();

create function app.launch_unmarked() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.erasing() then return old; end if;
  if not exists (select from public.launch_conflicts c where c.submission_id = old.submission_id
    and c.reviewer = old.marked_by and c.conflict)
    or not exists (select from public.launch_submissions s where s.id = old.submission_id
      and s.status in ('submitted', 'waiting_for_founder'))
  then raise exception 'a mark stays' using errcode = 'check_violation', constraint = 'launch_mark_stays'; end if;
  return old;
end $$;
revoke execute on function app.launch_unmarked() from public;
create trigger launch_unmarked before delete on launch_marks for each row execute function app.launch_unmarked();

-- Where it stands follows from what was asked and decided. A decision rests on all five parts and on no open question,
-- and is counted without anybody's name in the same moment.
create function app.launch_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare asked boolean;
begin
  if app.erasing() then return new; end if;
  asked := exists (select from public.launch_questions q where q.submission_id = new.id and q.answered_at is null);
  if old.status not in ('submitted', 'waiting_for_founder') then
    raise exception 'it is over' using errcode = 'check_violation', constraint = 'launch_is_open'; end if;
  if new.status in ('submitted', 'waiting_for_founder') and (new.status = 'waiting_for_founder') <> asked then
    raise exception 'it waits for somebody else' using errcode = 'check_violation', constraint = 'launch_waits_as_asked'; end if;
  if new.status = 'withdrawn' then
    if app.user_id() is distinct from new.user_id then
      raise exception 'its founder alone withdraws it' using errcode = 'insufficient_privilege'; end if;
    return new; end if;
  if new.status in ('accepted', 'declined', 'not_enough') then
    if asked then raise exception 'a question is open'
      using errcode = 'check_violation', constraint = 'launch_question_open'; end if;
    if (select count(*) from public.launch_marks m where m.submission_id = new.id) <> 5 then
      raise exception 'not all parts are marked' using errcode = 'check_violation', constraint = 'launch_marked_whole'; end if;
    if not exists (select from public.launch_decisions d where d.submission_id = new.id
      and (d.outcome, d.reason_code, d.decided_at) = (new.status, new.reason_code, new.decided_at))
    then raise exception 'nobody decided so' using errcode = 'check_violation', constraint = 'launch_as_decided'; end if;
    insert into public.launch_outcomes (decided_on, outcome, reason_code, days_taken, team, token, law, money, technology)
      select (new.decided_at at time zone 'America/Jamaica')::date, new.status, new.reason_code,
          greatest(0, extract(day from new.decided_at - new.created_at))::integer,
          max(score) filter (where part = 'team'), max(score) filter (where part = 'token'),
          max(score) filter (where part = 'law'), max(score) filter (where part = 'money'),
          max(score) filter (where part = 'technology')
        from public.launch_marks m where m.submission_id = new.id;
  end if;
  return new;
end $$;
revoke execute on function app.launch_stands() from public;
create trigger launch_stands before update of status on launch_submissions for each row
  execute function app.launch_stands();
