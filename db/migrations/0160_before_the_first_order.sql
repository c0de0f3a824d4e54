-- Why: before somebody's first order a short lesson is read and asked about; what came of it is kept as evidence that
-- they knew what an order of coins means.

create table appropriateness_tries (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id),
  -- Which lesson it was: its number, and the text to the letter.
  content_number integer not null constraint lesson_counts_from_one check (content_number >= 1),
  content_digest text not null,
  questions text[] not null,
  begun_at timestamptz not null,
  handed_in_at timestamptz,
  -- For each question the chosen answers by their places as shown, and the wrong ones in the words they were asked in.
  chosen jsonb,
  wrong text[],
  right_count smallint,
  passed boolean,
  constraint try_and_owner unique (user_id, id),
  constraint lesson_try_is_whole check (num_nulls(handed_in_at, chosen, wrong, right_count, passed) in (0, 5)),
  constraint lesson_right_is_of_asked check (right_count + cardinality(wrong) = cardinality(questions))
);
create unique index appropriateness_one_open_try on appropriateness_tries (user_id, content_digest)
  where handed_in_at is null;

create table appropriateness_outcomes (
  user_id uuid not null references auth."user" (id),
  content_number integer not null,
  way text not null constraint outcome_way_known check (way in ('passed', 'waived')),
  try_id uuid,
  waived_by uuid references auth."user" (id),
  reason text,
  at timestamptz not null,
  primary key (user_id, content_number),
  constraint outcome_of_own_try foreign key (user_id, try_id) references appropriateness_tries (user_id, id),
  constraint outcome_says_how check (case way when 'passed' then try_id is not null and num_nonnulls(waived_by, reason) = 0
    else try_id is null and waived_by is not null and waived_by <> user_id and length(reason) >= 10 end)
);
create index appropriateness_outcomes_try on appropriateness_outcomes (user_id, try_id) where try_id is not null;
create index appropriateness_outcomes_by on appropriateness_outcomes (waived_by) where waived_by is not null;

do $$
declare name text;
begin
  foreach name in array '{appropriateness_tries,appropriateness_outcomes}'::text[] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_or_staff on %I for select to cryptocommerce_app
      using (user_id = (select app.user_id()) or (select app.sees_all()))', name);
    execute format('create policy owner_erases on %I for all to current_user
      using ((select app.erasing())) with check ((select app.erasing()))', name);
    execute format('grant select, insert on %I to cryptocommerce_app', name);
  end loop;
end $$;
create policy own_begins on appropriateness_tries for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and handed_in_at is null);
create policy own_hands_in on appropriateness_tries for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant update (handed_in_at, chosen, wrong, right_count, passed) on appropriateness_tries to cryptocommerce_app;
create trigger learned_once before update on appropriateness_tries for each row
  when (old.handed_in_at is not null) execute function app.learned_once();

-- By oneself with a try that was passed; by staff for somebody else, in their own name.
create policy own_passes on appropriateness_outcomes for insert to cryptocommerce_app
  with check (way = 'passed' and user_id = (select app.user_id()) and exists (
    select from appropriateness_tries t where t.id = try_id and t.passed and t.content_number = appropriateness_outcomes.content_number));
create policy staff_waves_through on appropriateness_outcomes for insert to cryptocommerce_app
  with check (way = 'waived' and waived_by = (select app.user_id()) and user_id <> (select app.user_id())
    and ((select app.has_role('support')) or (select app.has_role('admin'))));

-- A database that has settings already gets it: nothing changes there until two people say so.
insert into setting_versions (key, value)
  select 'first_order', '{"lesson": "not_asked"}'::jsonb where exists (select from setting_versions);
