-- Evidence of the test before a first order: the exact questions and answers.
create table appropriateness_tries (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  content_number integer not null constraint lesson_counts_from_one check (content_number >= 1),
  content_digest text not null,
  questions text[] not null,
  started_at timestamptz not null,
  submitted_at timestamptz,
  chosen jsonb,
  wrong text[],
  right_count smallint,
  passed boolean,
  constraint try_and_owner unique (user_id, id),
  constraint lesson_right_is_of_asked check (right_count + cardinality(wrong) = cardinality(questions)),
  constraint lesson_try_is_whole check (num_nulls(submitted_at, chosen, wrong, right_count, passed) in (0, 5))
);
create unique index appropriateness_one_open_try on appropriateness_tries (user_id, content_digest)
  where submitted_at is null;
create index appropriateness_tries_newest on appropriateness_tries (user_id, content_digest, started_at desc, id desc);
alter table appropriateness_tries enable row level security;
alter table appropriateness_tries force row level security;
create policy own_insert on appropriateness_tries for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and submitted_at is null);
create policy own_update on appropriateness_tries for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy own_or_staff_select on appropriateness_tries for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy owner_while_erasing on appropriateness_tries to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on appropriateness_tries to cryptocommerce_app;
grant update (submitted_at, chosen, wrong, right_count, passed) on appropriateness_tries to cryptocommerce_app;

create table appropriateness_outcomes (
  user_id uuid not null references auth."user",
  content_number integer not null,
  way text not null constraint outcome_way_known check (way in ('passed', 'waived')),
  try_id uuid,
  waived_by uuid references auth."user",
  reason text,
  at timestamptz not null,
  primary key (user_id, content_number),
  constraint outcome_of_own_try foreign key (user_id, try_id) references appropriateness_tries (user_id, id),
  constraint outcome_says_how check (case way
      when 'passed' then try_id is not null and num_nonnulls(waived_by, reason) = 0
      else try_id is null and waived_by is not null and waived_by <> user_id and length(reason) >= 10
    end)
);
create index appropriateness_outcomes_by on appropriateness_outcomes (waived_by) where waived_by is not null;
create index appropriateness_outcomes_try on appropriateness_outcomes (user_id, try_id) where try_id is not null;
alter table appropriateness_outcomes enable row level security;
alter table appropriateness_outcomes force row level security;
create policy own_or_staff_select on appropriateness_outcomes for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_access_all_rows()));
create policy own_insert on appropriateness_outcomes for insert to cryptocommerce_app
  with check (way = 'passed' and user_id = (select app.user_id()) and exists (
    select from appropriateness_tries t where t.id = try_id and t.passed and t.content_number = appropriateness_outcomes.content_number));
create policy owner_while_erasing on appropriateness_outcomes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy staff_insert on appropriateness_outcomes for insert to cryptocommerce_app
  with check (way = 'waived' and waived_by = (select app.user_id()) and user_id <> (select app.user_id())
    and ((select app.has_role('support')) or (select app.has_role('admin'))));
grant select, insert on appropriateness_outcomes to cryptocommerce_app;

create trigger own_person before insert or update on appropriateness_outcomes
  for each row execute function app.refuse_own_account();
create trigger check_completed_once before update on appropriateness_tries for each row
  when (old.submitted_at is not null) execute function app.check_completed_once();
