-- Screening results of payers, with the list versions used (ADR 19). Customers are screened separately.
create table payer_screenings (
  movement_id uuid primary key references movements on delete cascade,
  due_id uuid not null,
  user_id uuid references auth."user",
  list_versions text,
  stopped_by jsonb not null default '[]'
);
create index payer_screenings_customer on payer_screenings (user_id);
create index payer_screenings_due on payer_screenings (due_id);
alter table payer_screenings enable row level security;
alter table payer_screenings force row level security;
create policy owner_while_erasing on payer_screenings for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_insert on payer_screenings for insert to current_user with check (true);
create policy owner_select on payer_screenings for select to current_user using (true);
create policy staff_update on payer_screenings for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and (user_id is null or user_id is distinct from (select app.user_id())))
  with check ((select app.can_access_all_rows()) and (user_id is null or user_id is distinct
    from (select app.user_id())));
create policy staff_select on payer_screenings for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) and (user_id is null or user_id is distinct from (select app.user_id())));
grant select on payer_screenings to cryptocommerce_app;
grant update (list_versions, stopped_by) on payer_screenings to cryptocommerce_app;

-- Wallet holders and providers for the travel rule (FATF recommendation 16).
create table transfer_parties (
  order_id uuid primary key,
  user_id uuid not null,
  custody text not null constraint custody_known check (custody in ('self', 'provider')),
  provider text,
  holder text,
  recorded_at timestamptz not null,
  list_versions text,
  stopped_by jsonb not null default '[]',
  constraint parties_of_own_order foreign key (user_id, order_id) references transactions (user_id, id)
    on delete cascade,
  constraint provider_named check ((custody = 'provider') = (provider is not null))
);
create index transfer_parties_order on transfer_parties (user_id, order_id);
alter table transfer_parties enable row level security;
alter table transfer_parties force row level security;
create policy own_insert on transfer_parties for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_or_staff_select on transfer_parties for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on transfer_parties to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on transfer_parties for select to current_user using (true);
create policy system_update on transfer_parties for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and (select app.user_id()) is null)
  with check ((select app.can_access_all_rows()) and (select app.user_id()) is null);
grant select, insert on transfer_parties to cryptocommerce_app;
grant update (list_versions, stopped_by) on transfer_parties to cryptocommerce_app;

create function app.is_payer_screened(payer payer_screenings) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case payer.list_versions when 'own_name'
    then app.has_approved_name(payer.user_id) else payer.list_versions is not null end
$$;

create function app.anonymize_payer_screening() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.payer_screenings where movement_id = new.id and due_id = new.id;
  update public.proposals set payload = payload - 'stops' where subject = new.id::text and kind = 'frozen_return';
  return null;
end $$;
create trigger anonymize_payer_screening after update of holder on movements for each row
  when (old.user_id is null and old.holder is not null and new.holder is null)
  execute function app.anonymize_payer_screening();

create function app.queue_payer_screening() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.payer_screenings (movement_id, due_id, user_id)
    select new.id, coalesce(new.order_id, new.payment_id, new.id),
        coalesce(new.user_id, (select o.user_id from public.movements o where o.id = new.source_movement_id))
     where btrim(new.holder) <> '' or exists (select from public.transactions t
       where t.id = new.order_id and btrim(t.account_holder_name) <> '');
  return null;
end $$;
create trigger after_3_payer_screening after insert on movements for each row
  when (new.direction = 'in' and (btrim(new.holder) <> '' or new.order_id is not null))
  execute function app.queue_payer_screening();

-- True if every payer was screened, and staff cleared every match of payer and wallet holder.
create function app.are_names_cleared(target_due uuid, new_matches jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with payers as (
    select c.user_id, c.stopped_by, app.is_payer_screened(c) screened from public.payer_screenings c
      where c.due_id = target_due
       and not exists (select from public.movements o where o.reverses_id = c.movement_id and o.direction = 'off')),
  names as (
    select h.user_id, h.stopped_by from public.transfer_parties h where h.order_id = target_due
    union all select p.user_id, p.stopped_by from payers p),
  recorded_matches as (
    select n.user_id, s.* from names n
      cross join lateral jsonb_to_recordset(n.stopped_by) s(source text, ref text, hash text, at timestamptz)),
  matches as (
    select s.user_id, s.source, s.ref, s.hash from recorded_matches s
    union select n.user_id, f.* from names n
      cross join jsonb_to_recordset(new_matches) f(source text, ref text, hash text))
  select not exists (select from payers p where not p.screened) and not exists (
    select from matches m
     where not exists (select from public.name_hits n where n.user_id = m.user_id and n.source = m.source
         and n.party_ref = m.ref and n.pair_hash = m.hash and n.state = 'cleared')
       and not exists (select from recorded_matches s
         join public.proposals p on p.kind = 'release' and p.subject = target_due::text and p.state = 'approved'
           and p.decided_at >= s.at
        where s.source = m.source and s.ref = m.ref and s.hash = m.hash))
$$;

create function app.are_names_cleared_for_staff(target_due uuid, new_matches jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.can_access_all_rows() and app.are_names_cleared(target_due, new_matches)
$$;

create function app.unallocated_blockers(target_movement uuid, new_matches jsonb) returns table (word text, why text)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct concat_ws(' ', s.source, s.ref, s.hash),
      case s.source when 'by hand' then 'a payer with a name that is compared by hand'
        else 'a payer like ' || s.source || ' ' || s.ref end
    from public.payer_screenings c
      cross join lateral jsonb_to_recordset(c.stopped_by || new_matches) s(source text, ref text, hash text)
   where c.movement_id = target_movement
     and not exists (select from public.name_hits n where n.user_id = c.user_id and n.source = s.source
       and n.party_ref = s.ref and n.pair_hash = s.hash and n.state = 'cleared')
  union all
  select 'cash_over_ceiling', 'more cash on one day than anybody may pay in (POCA s.101A)' from public.bank_lines b
   where b.id = app.cash_line_of(target_movement) and target_movement = any(b.unallocated_cash_over_limit)
$$;

create function app.is_unallocated_payer_decided(target_movement uuid, new_matches jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.movements m where m.id = target_movement and btrim(m.holder) <> ''
      and not exists (select from public.payer_screenings c where c.movement_id = m.id and app.is_payer_screened(c)))
    and not exists (select from public.bank_lines b where b.id = app.cash_line_of(target_movement)
      and target_movement <> all(b.unallocated_cash_checked))
    and not exists (select from app.unallocated_blockers(target_movement, new_matches) s
      where not exists (select from public.proposals p where p.kind = 'frozen_return' and p.subject = target_movement::text
        and p.state = 'approved' and p.payload -> 'stops' ? s.word))
$$;

create function app.is_unallocated_payer_decided_for_staff(target_movement uuid, new_matches jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.can_access_all_rows() and app.is_unallocated_payer_decided(target_movement, new_matches)
$$;

create function app.payer_block_reasons(target_movement uuid) returns table (word text, why text, user_id uuid, decided boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select s.word, s.why, c.user_id, app.is_unallocated_payer_decided(target_movement, '[]')
    from app.unallocated_blockers(target_movement, '[]') s left join public.payer_screenings c on c.movement_id = target_movement order by 1;
end $$;

create function app.unallocated_freezes(target_movement uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select app.freezes_of_order(target_movement)
    where exists (select from public.unallocated_funds o where o.movement_id = target_movement);
end $$;

revoke all on function
  app.is_payer_screened, app.anonymize_payer_screening, app.queue_payer_screening, app.are_names_cleared,
    app.are_names_cleared_for_staff,
  app.unallocated_blockers, app.is_unallocated_payer_decided, app.is_unallocated_payer_decided_for_staff, app.payer_block_reasons,
  app.unallocated_freezes
  from public;
grant execute on function
  app.are_names_cleared_for_staff, app.is_unallocated_payer_decided_for_staff, app.payer_block_reasons, app.unallocated_freezes
  to cryptocommerce_app;
