-- Statement lines (ADR 16). `fingerprint` and `ordinal` identify a line across uploads.
create table bank_lines (
  id uuid primary key default uuidv7(),
  currency text not null constraint bank_line_currency_known check (currency in ('JMD', 'USD')),
  moved_on date not null,
  credit boolean not null,
  amount numeric(18,2) not null constraint bank_line_positive check (amount > 0),
  reference text not null,
  details text not null,
  payer text not null,
  payer_account text not null,
  payer_bank text not null,
  cash boolean not null,
  fingerprint text not null,
  ordinal smallint not null constraint bank_line_counted check (ordinal between 1 and 1000),
  upload_id uuid not null,
  recorded_at timestamptz not null,
  recorded_by uuid not null references auth."user",
  movement_id uuid references movements constraint one_line_of_a_movement unique,
  dismissal_reason text,
  asked_at timestamptz,
  cash_checked_at timestamptz,
  statement_format text not null default '',
  cash_counted numeric(18,2) not null default 0,
  dismissed_by uuid references auth."user",
  cash_parts uuid[] not null default '{}',
  unallocated_cash_checked uuid[] not null default '{}',
  unallocated_cash_over_limit uuid[] not null default '{}',
  reference_key text generated always as (
    case when length(regexp_replace(upper(normalize(reference, nfkc)), '[^A-Z0-9]', '', 'g')) > 3
      then regexp_replace(upper(normalize(reference, nfkc)), '[^A-Z0-9]', '', 'g') end
  ) stored,
  constraint bank_line_once unique (fingerprint, ordinal),
  constraint bank_line_aside_known check (dismissal_reason in ('debit', 'own_transfer', 'bank_matter', 'bounced',
    'recorded',
    'same_line', 'erased')),
  constraint bank_line_in_one_place check (movement_id is null or (dismissal_reason is null and credit)),
  constraint debit_waits_for_nobody check (credit or dismissal_reason is not null)
);
create index bank_lines_aside on bank_lines (moved_on, id) where dismissal_reason is not null;
create index bank_lines_aside_by on bank_lines (dismissed_by) where dismissed_by is not null;
create index bank_lines_cash on bank_lines (moved_on) where cash and movement_id is not null and cash_counted < amount;
create index bank_lines_of_day on bank_lines (moved_on);
create index bank_lines_open on bank_lines (moved_on, id) where movement_id is null and dismissal_reason is null;
create index bank_lines_recorded_by on bank_lines (recorded_by);
create index bank_lines_reference on bank_lines (reference_key) where reference_key is not null;
create index bank_lines_to_blank on bank_lines (moved_on)
  where dismissal_reason is not null and movement_id is null and (payer, payer_account, payer_bank, details) <> ('',
    '', '', '');
alter table bank_lines enable row level security;
alter table bank_lines force row level security;
create policy finance_insert on bank_lines for insert to cryptocommerce_app
  with check (((select app.has_role('finance')) or (select app.has_role('admin'))) and asked_at is null
    and cash_checked_at is null and cash_counted = 0 and cash_parts = '{}' and unallocated_cash_checked = '{}'
    and unallocated_cash_over_limit = '{}' and recorded_by = (select app.user_id()));
create policy finance_and_compliance_select on bank_lines for select to cryptocommerce_app
  using ((select app.is_system()) or (select app.has_role('finance')) or (select app.has_role('compliance'))
    or (select app.has_role('admin')));
create policy finance_update on bank_lines for update to cryptocommerce_app
  using ((select app.is_system()) or (select app.has_role('finance')) or (select app.has_role('admin')))
  with check ((select app.is_system()) or (select app.has_role('finance')) or (select app.has_role('admin')));
create policy owner_while_erasing on bank_lines for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on bank_lines for select to current_user using (true);
create policy owner_update on bank_lines for update to current_user using (cash) with check (cash);
grant select, insert on bank_lines to cryptocommerce_app;
grant update (movement_id, dismissal_reason, asked_at, cash_checked_at, cash_counted, dismissed_by, cash_parts,
  unallocated_cash_checked,
  unallocated_cash_over_limit) on bank_lines to cryptocommerce_app;

create table bank_formats (
  name text primary key constraint bank_format_named check (name <> ''),
  format jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid not null references auth."user"
);
create index bank_formats_changed_by on bank_formats (changed_by);
alter table bank_formats enable row level security;
alter table bank_formats force row level security;
create policy finance_insert on bank_formats for insert to cryptocommerce_app
  with check (((select app.has_role('finance')) or (select app.has_role('admin'))) and changed_by = (select app.user_id()));
create policy finance_update on bank_formats for update to cryptocommerce_app
  using ((select app.has_role('finance')) or (select app.has_role('admin')))
  with check (((select app.has_role('finance')) or (select app.has_role('admin'))) and changed_by = (select app.user_id()));
create policy staff_select on bank_formats for select to cryptocommerce_app using ((select app.can_access_all_rows()));
grant select, insert on bank_formats to cryptocommerce_app;
grant update (format, changed_at, changed_by) on bank_formats to cryptocommerce_app;

-- `duplicate_line_id` has no foreign key, because its lock would wait for work on that line.
create table bank_line_possible_duplicates (
  line_id uuid not null references bank_lines,
  duplicate_line_id uuid not null,
  noted_at timestamptz not null,
  primary key (line_id, duplicate_line_id),
  constraint no_line_is_itself_again check (line_id <> duplicate_line_id)
);
create index bank_line_possible_duplicates_again on bank_line_possible_duplicates (duplicate_line_id);
alter table bank_line_possible_duplicates enable row level security;
alter table bank_line_possible_duplicates force row level security;
create policy finance_insert on bank_line_possible_duplicates for insert to cryptocommerce_app
  with check ((select app.has_role('finance')) or (select app.has_role('admin')));
create policy owner_select on bank_line_possible_duplicates for select to current_user using (true);
create policy staff_select on bank_line_possible_duplicates for select to cryptocommerce_app
  using ((select app.can_access_all_rows()));
grant select, insert on bank_line_possible_duplicates to cryptocommerce_app;

create function app.check_bank_line() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and app.is_erasing() and current_user <> 'cryptocommerce_app'
    and new.movement_id is null and new.dismissal_reason = 'erased' then return new; end if;
  if new.dismissal_reason = 'erased' or (tg_op = 'UPDATE' and (old.dismissal_reason = 'erased'
      or (old.movement_id is not null and new.movement_id is distinct from old.movement_id)))
  then raise exception 'bank line is already used or erased' using errcode = 'check_violation'; end if;
  if new.movement_id is not null and not exists (select from public.movements m where m.id = new.movement_id
      and m.direction = 'in' and m.source_movement_id is null and m.rail = 'bank' and m.asset = new.currency
        and m.amount = new.amount)
  then raise exception 'bank line does not match the movement' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger check_bank_line before insert or update of movement_id, dismissal_reason on bank_lines
  for each row execute function app.check_bank_line();

create function app.anonymize_bank_line() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_erase_movement(new.id, app.today()) then return null; end if;
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = ''
   where movement_id in (select app.related_movements(new.id));
  return null;
end $$;
create trigger anonymize_bank_line after update of holder on movements
  for each row when (new.holder is null) execute function app.anonymize_bank_line();

create function app.anonymize_line_proposals() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.proposals set payload = payload - 'note' where kind = 'two_lines' and subject = new.id::text;
  return null;
end $$;
create trigger anonymize_line_proposals after update of details on bank_lines for each row
  when (app.is_erasing() and new.payer = '' and new.details = '') execute function app.anonymize_line_proposals();

create function app.bank_lines_to_anonymize(today date) returns setof uuid
  language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select l.id from public.bank_lines l
   where l.dismissal_reason is not null and l.movement_id is null and (l.payer, l.payer_account, l.payer_bank,
     l.details) <> ('', '', '', '')
     and l.moved_on < today - interval '7 years' and l.recorded_at < today - interval '7 years';
end;

create function app.anonymize_bank_lines(today date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n integer;
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  perform app.start_erasure();
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = ''
   where id in (select app.bank_lines_to_anonymize(least(today, app.today())));
  get diagnostics n = row_count;
  if n > 0 then perform app.redact_bank_line_entries(); end if;
  perform app.finish_erasure();
  return n;
end $$;

create function app.anonymize_bank_lines_of(customer uuid, kept_ids uuid[]) returns bigint
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare n bigint;
begin
  update public.bank_lines set payer = '', payer_account = '', payer_bank = '', details = '', movement_id = null,
    dismissal_reason = 'erased'
   where movement_id in (select m.id from public.movements m
     where m.user_id = customer and coalesce(m.order_id, m.payment_id) <> all(kept_ids));
  get diagnostics n = row_count;
  if n > 0 then perform app.redact_bank_line_entries(); end if;
  return n;
end $$;

create function app.cash_line_of(line uuid) returns uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = line
    union select m.id, m.source_movement_id, m.reverses_id from chain w join public.movements m
      on m.id = w.source_movement_id or m.id = w.reverses_id)
  select l.id from chain w join public.bank_lines l on l.movement_id = w.id where l.cash limit 1
$$;

create function app.uncount_cash_moved_off() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare line uuid;
begin
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = new.reverses_id
    union select m.id, m.source_movement_id, m.reverses_id from chain w join public.movements m
      on m.id = w.source_movement_id or m.id = w.reverses_id)
  select l.id into line from chain w join public.bank_lines l on l.movement_id = w.id where l.cash;
  if line is null then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('cash is counted', 0));
  update public.bank_lines set cash_counted = cash_counted - new.amount, cash_parts = array_remove(cash_parts,
    new.reverses_id)
   where id = line and new.reverses_id = any(cash_parts);
  return null;
end $$;
create trigger after_1_recount_cash after insert on movements
  for each row when (new.direction = 'off') execute function app.uncount_cash_moved_off();

-- Takes cash out of the daily totals of the former people of joined accounts, to be counted again (POCA s.101A).
create function app.uncount_cash(members uuid[], old_person_ids uuid[]) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('cash is counted', 0));
  with counted as (
    select l.id line, l.moved_on, m.id part, m.amount, o.person
      from public.bank_lines l join public.movements m on m.id = any(l.cash_parts)
      join unnest(members, old_person_ids) o(account, person) on o.account = m.user_id where l.cash),
  recounted as (
    select c.line, array_agg(c.part) parts, sum(c.amount) amount from counted c
     where c.moved_on in (select d.moved_on from counted d group by d.moved_on having count(distinct d.person) > 1)
     group by c.line)
  update public.bank_lines l set cash_counted = l.cash_counted - a.amount,
      cash_parts = array(select p from unnest(l.cash_parts) p where p <> all(a.parts))
    from recounted a where a.line = l.id;
end $$;

create function app.is_duplicate_confirmed_by_others(line uuid, recorder uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.can_access_all_rows() and exists (select from public.bank_line_possible_duplicates d
    join public.bank_lines j on j.id = d.duplicate_line_id
    where d.line_id = is_duplicate_confirmed_by_others.line and j.dismissal_reason = 'same_line'
      and j.recorded_by <> is_duplicate_confirmed_by_others.recorder
      and not app.is_same_person(j.recorded_by, is_duplicate_confirmed_by_others.recorder)
      and j.dismissed_by <> is_duplicate_confirmed_by_others.recorder
      and not app.is_same_person(j.dismissed_by, is_duplicate_confirmed_by_others.recorder));
end;

create function app.is_repeat_of_settled_duplicate(line uuid, original_line uuid, recorder uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.can_access_all_rows() and not (l.recorded_by = is_repeat_of_settled_duplicate.recorder
    or app.is_same_person(l.recorded_by, is_repeat_of_settled_duplicate.recorder))
      and (select count(*) >= 3 from public.bank_lines b
        where b.id <> l.id and (b.recorded_by = l.recorded_by or app.is_same_person(b.recorded_by, l.recorded_by))
          and (b.reference_key = l.reference_key
            or b.id in (select d.duplicate_line_id from public.bank_line_possible_duplicates d
              where d.line_id = is_repeat_of_settled_duplicate.original_line))
          and (exists (select from public.proposals p where p.kind = 'two_lines' and p.state = 'approved'
              and ((p.subject = b.id::text and p.payload -> 'than' ? is_repeat_of_settled_duplicate.original_line::text)
                or (p.subject = is_repeat_of_settled_duplicate.original_line::text and p.payload -> 'than' ? b.id::text)))
            or (b.dismissal_reason is not null and b.dismissal_reason <> 'erased'
              and b.dismissed_by <> b.recorded_by and b.dismissed_by <> is_repeat_of_settled_duplicate.recorder
              and not app.is_same_person(b.dismissed_by, b.recorded_by) and not app.is_same_person(b.dismissed_by,
                is_repeat_of_settled_duplicate.recorder)
              and b.id in (select d.duplicate_line_id from public.bank_line_possible_duplicates d
                where d.line_id = is_repeat_of_settled_duplicate.original_line))))
    from public.bank_lines l where l.id = is_repeat_of_settled_duplicate.line;
end;

create function app.undecided_duplicate_lines(movement uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select l.id from public.movements w
      join public.bank_lines o on o.movement_id = w.id
      join public.bank_line_possible_duplicates d on d.line_id = o.id join public.bank_lines l
        on l.id = d.duplicate_line_id
   where app.can_access_all_rows() and w.id = undecided_duplicate_lines.movement
     and (o.recorded_by = w.recorded_by or app.is_same_person(o.recorded_by, w.recorded_by)) and l.movement_id is null
     and (l.dismissal_reason is null or (l.dismissal_reason <> 'erased'
       and (l.dismissed_by = w.recorded_by or app.is_same_person(l.dismissed_by, w.recorded_by))))
     and not exists (select from public.proposals p where p.kind = 'two_lines' and p.state = 'approved'
       and ((p.subject = l.id::text and p.payload -> 'than' ? o.id::text)
         or (p.subject = o.id::text and p.payload -> 'than' ? l.id::text)))
     and not app.is_duplicate_confirmed_by_others(o.id, w.recorded_by) and not app.is_repeat_of_settled_duplicate(l.id, o.id, w.recorded_by);
end;

create function app.stated_account(target_movement uuid) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with recursive chain as (
    select m.id, m.source_movement_id, m.reverses_id from public.movements m where m.id = target_movement
    union select m.id, m.source_movement_id, m.reverses_id from chain w join public.movements m
      on m.id = coalesce(w.source_movement_id, w.reverses_id))
  select b.payer_account from chain w join public.bank_lines b on b.movement_id = w.id where b.payer_account <> ''
$$;

revoke all on function
  app.check_bank_line, app.anonymize_bank_line, app.anonymize_line_proposals, app.bank_lines_to_anonymize,
    app.anonymize_bank_lines,
  app.anonymize_bank_lines_of, app.cash_line_of, app.uncount_cash_moved_off, app.uncount_cash, app.is_duplicate_confirmed_by_others,
  app.is_repeat_of_settled_duplicate, app.undecided_duplicate_lines, app.stated_account
  from public;
grant execute on function
  app.bank_lines_to_anonymize, app.anonymize_bank_lines, app.cash_line_of, app.is_repeat_of_settled_duplicate,
    app.undecided_duplicate_lines
  to cryptocommerce_app;
