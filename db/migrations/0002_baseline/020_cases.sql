create table cases (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity constraint case_number_taken unique,
  user_id uuid not null references auth."user",
  kind text not null,
  title text not null,
  state text not null default 'open',
  assignee uuid references auth."user",
  opened_at timestamptz not null,
  opened_by uuid references auth."user",
  outcome text,
  outcome_text text,
  closed_at timestamptz,
  closed_by uuid references auth."user",
  updated_at timestamptz not null,
  constraint case_and_owner unique (user_id, id),
  constraint case_closed_whole check ((state = 'closed') = (outcome is not null and outcome_text is not null
    and closed_by is not null and closed_at is not null)),
  constraint case_kind_known check (kind in ('wallet', 'blocked_order', 'held_order', 'name_match', 'activity',
    'manual')),
  constraint case_state_known check (state in ('open', 'under_review', 'closed')),
  constraint nobody_works_their_own_case check (opened_by <> user_id and assignee <> user_id
    and closed_by <> user_id)
);
create unique index case_one_open on cases (user_id, kind) where state <> 'closed' and kind <> 'manual';
create index cases_assignee on cases (assignee);
create index cases_closed on cases (closed_at desc, id desc) where state = 'closed';
create index cases_closed_by on cases (closed_by);
create index cases_open on cases (opened_at, id) where state <> 'closed';
create index cases_opened_by on cases (opened_by);
alter table cases enable row level security;
alter table cases force row level security;
create policy compliance_insert on cases for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()) and state = 'open');
create policy compliance_select on cases for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy compliance_update on cases for update to cryptocommerce_app
  using ((select app.is_compliance_staff()) and user_id <> (select app.user_id()))
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id())
    and (state <> 'closed' or closed_by = (select app.user_id())));
create policy not_own_other_account_select on cases as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on cases as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on cases to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_all on cases for all to current_user using (true) with check (true);
grant select, insert on cases to cryptocommerce_app;
grant update (title, state, assignee, outcome, outcome_text, closed_at, closed_by, updated_at) on cases
  to cryptocommerce_app;

-- `user_id` in the foreign keys ensures that a case links only to data of its own customer.
create table case_alerts (
  alert_id uuid primary key,
  case_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null,
  constraint alert_link_alert foreign key (user_id, alert_id) references transaction_alerts (user_id, id),
  constraint alert_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_alerts_alert on case_alerts (user_id, alert_id);
create index case_alerts_case on case_alerts (user_id, case_id);
alter table case_alerts enable row level security;
alter table case_alerts force row level security;
create policy compliance_insert on case_alerts for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_select on case_alerts for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on case_alerts as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on case_alerts as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on case_alerts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_all on case_alerts for all to current_user using (true) with check (true);
grant select, insert on case_alerts to cryptocommerce_app;

create table case_orders (
  case_id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (case_id, order_id),
  constraint order_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_orders_case on case_orders (user_id, case_id);
create index case_orders_order on case_orders (user_id, order_id);
alter table case_orders enable row level security;
alter table case_orders force row level security;
create policy compliance_insert on case_orders for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_select on case_orders for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on case_orders as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on case_orders as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on case_orders to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_all on case_orders for all to current_user using (true) with check (true);
grant select, insert on case_orders to cryptocommerce_app;

create table case_hits (
  case_id uuid not null,
  hit_id uuid not null references name_hits,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (hit_id, case_id),
  constraint hit_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_hits_case on case_hits (user_id, case_id);
alter table case_hits enable row level security;
alter table case_hits force row level security;
create policy compliance_insert on case_hits for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_select on case_hits for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on case_hits as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on case_hits as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on case_hits to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on case_hits to cryptocommerce_app;

create table case_screenings (
  case_id uuid not null,
  screening_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (screening_id, case_id),
  constraint screening_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_screenings_case on case_screenings (user_id, case_id);
alter table case_screenings enable row level security;
alter table case_screenings force row level security;
create policy compliance_insert on case_screenings for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_select on case_screenings for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on case_screenings as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on case_screenings as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on case_screenings to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on case_screenings to cryptocommerce_app;

create table case_files (
  file_id uuid primary key references files,
  case_id uuid not null,
  user_id uuid not null,
  added_by uuid not null references auth."user",
  added_at timestamptz not null,
  constraint file_link_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_files_by on case_files (added_by);
create index case_files_case on case_files (user_id, case_id);
alter table case_files enable row level security;
alter table case_files force row level security;
create policy compliance_insert on case_files for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_select on case_files for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on case_files as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on case_files as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on case_files to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on case_files to cryptocommerce_app;

create table case_notes (
  id uuid primary key default uuidv7(),
  case_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  written_by uuid not null references auth."user",
  note text not null,
  constraint note_of_case foreign key (user_id, case_id) references cases (user_id, id),
  constraint nobody_notes_their_own_case check (written_by <> user_id)
);
create index case_notes_by on case_notes (written_by);
create index case_notes_case on case_notes (user_id, case_id, id);
alter table case_notes enable row level security;
alter table case_notes force row level security;
create policy compliance_insert on case_notes for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and user_id <> (select app.user_id()));
create policy compliance_select on case_notes for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_own_other_account_select on case_notes as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on case_notes as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on case_notes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on case_notes to cryptocommerce_app;

-- Case timeline. Only compliance can read `restricted` entries, which concern suspicious-transaction reports.
create table case_events (
  id uuid primary key default uuidv7(),
  case_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  event text not null,
  actor_id uuid references auth."user",
  reason_code text,
  note text,
  subject_type text,
  subject_id uuid,
  restricted boolean not null default false,
  constraint event_of_case foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_events_actor on case_events (actor_id);
create index case_events_case on case_events (user_id, case_id, id);
alter table case_events enable row level security;
alter table case_events force row level security;
create policy compliance_insert on case_events for insert to cryptocommerce_app
  with check (((select app.is_compliance_staff()) and user_id <> (select app.user_id()) and actor_id = (select app.user_id()))
    or ((select app.is_system()) and actor_id is null));
create policy compliance_select on case_events for select to cryptocommerce_app
  using ((select app.can_read_compliance()) and user_id is distinct from (select app.user_id())
    and (not restricted or (select app.has_role('compliance'))));
create policy not_own_other_account_select on case_events as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy not_own_other_account_update on case_events as restrictive for update to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
create policy owner_while_erasing on case_events to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_all on case_events for all to current_user using (true) with check (true);
grant select, insert on case_events to cryptocommerce_app;

create function app.open_case(customer uuid, case_kind text, case_title text, alert_ids uuid[], actor uuid,
  at_time timestamptz)
  returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
<<opening>>
declare case_id uuid;
begin
  if not (coalesce(customer = app.user_id(), false) or app.can_read_compliance()) then raise exception 'only compliance or the user can call this function'; end if;
  if actor is not null and (actor <> app.user_id() or actor = customer)
    then raise exception 'actor is not the signed-in user'; end if;
  perform pg_advisory_xact_lock(hashtextextended('case:' || customer || case_kind, 0));
  -- Waits for a concurrent closing of the case.
  select c.id into case_id from public.cases c
   where c.user_id = customer and c.kind = case_kind and c.state <> 'closed' and c.kind <> 'manual'
   for update;
  if case_id is null then
    insert into public.cases (user_id, kind, title, opened_at, opened_by, updated_at)
      values (customer, case_kind, case_title, at_time, actor, at_time) returning id into case_id;
    insert into public.case_events (case_id, user_id, at, event, actor_id, note)
      values (opening.case_id, customer, at_time, 'opened', actor, case_title);
  end if;
  with added as (
    insert into public.case_alerts (alert_id, case_id, user_id, added_at)
      select a, opening.case_id, customer, at_time from unnest(alert_ids) a
        where exists (select from public.transaction_alerts t where t.id = a and t.user_id = customer)
      on conflict do nothing returning alert_id)
  insert into public.case_events (case_id, user_id, at, event, actor_id, subject_type, subject_id)
    select opening.case_id, customer, at_time, 'alert_added', actor, 'alert', alert_id from added;
  insert into public.case_orders (case_id, order_id, user_id, added_at)
    select distinct opening.case_id, t.transaction_id, customer, at_time from public.transaction_alerts t
     where t.id = any(alert_ids) and t.user_id = customer and t.transaction_id is not null
    on conflict do nothing;
  return case_id;
end $$;

create policy case_files_select on files as restrictive for select to cryptocommerce_app
  using (purpose <> 'case-file' or (select app.is_system())
    or ((select app.can_read_compliance()) and (user_id = (select app.user_id()) or exists (select from case_files c where c.file_id = id))));

create trigger own_person before insert or update on cases for each row execute function app.refuse_own_account();

revoke all on function app.open_case from public;
grant execute on function app.open_case to cryptocommerce_app;
