-- Unallocated money and the staff member responsible for it (decision E6), maintained by a trigger.
create table unallocated_funds (
  movement_id uuid primary key references movements,
  since timestamptz not null,
  assignee uuid references auth."user",
  assigned_at timestamptz,
  constraint kept_by_somebody check ((assignee is null) = (assigned_at is null))
);
create index unallocated_funds_keeper on unallocated_funds (assignee);
create index unallocated_funds_since on unallocated_funds (since, movement_id);
alter table unallocated_funds enable row level security;
alter table unallocated_funds force row level security;
create policy finance_update on unallocated_funds for update to cryptocommerce_app
  using ((select app.has_role('finance')) or (select app.has_role('admin')))
  with check (assignee = (select app.user_id()));
create policy owner_all on unallocated_funds to current_user using (true) with check (true);
create policy staff_select on unallocated_funds for select to cryptocommerce_app
  using ((select app.can_access_all_rows()));
grant select on unallocated_funds to cryptocommerce_app;
grant update (assignee, assigned_at) on unallocated_funds to cryptocommerce_app;

create function app.unallocated_movement_of(new_movement movements) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select case
    when new_movement.direction = 'in' and new_movement.user_id is null then new_movement.id
    when new_movement.direction = 'in' then new_movement.source_movement_id
    when new_movement.user_id is null and new_movement.direction = 'back' then new_movement.reverses_id
    when new_movement.user_id is null and new_movement.direction = 'bounced' then
      (select b.reverses_id from public.movements b where b.id = new_movement.reverses_id)
  end;
end;

create function app.maintain_unallocated_funds() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare source uuid := app.unallocated_movement_of(new);
begin
  if source is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || source, 0));
  if app.unallocated_remaining(source) > 0 then
    insert into public.unallocated_funds (movement_id, since)
      select id, recorded_at from public.movements where id = source on conflict do nothing;
  else
    delete from public.unallocated_funds where movement_id = source;
  end if;
  return null;
end $$;
create trigger after_2_unallocated_funds after insert on movements for each row
  execute function app.maintain_unallocated_funds();

create function app.check_unallocated_return(new_movement movements) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare source public.movements;
begin
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || new_movement.reverses_id, 0));
  select * into source from public.movements where id = new_movement.reverses_id;
  if new_movement.amount > app.unallocated_remaining(new_movement.reverses_id)
  then raise exception 'amount exceeds the remainder of the movement' using errcode = 'check_violation'; end if;
  if (source.account, source.holder, source.address, source.tag)
    is distinct from (new_movement.account, new_movement.holder, new_movement.address, new_movement.tag)
    and (new_movement.address is not null or new_movement.account is distinct from app.stated_account(new_movement.reverses_id))
  then raise exception 'movement does not match the approved proposal' using errcode = 'check_violation'; end if;
  -- Locks freezes before reading them.
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || w.id, 0)) from (select distinct a.id
    from app.source_accounts(new_movement.reverses_id) c cross join lateral app.same_person_accounts(c.user_id) a(id) order by 1) w;
  -- No proposal overrides a freeze that the customer reported.
  perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
    from (select * from app.source_accounts(new_movement.reverses_id) order by user_id, order_id) c
   where not (app.is_frozen(c.user_id) and app.is_unallocated_return_decided(new_movement.reverses_id));
  if exists (select from app.freezes_by_source(new_movement.account, new_movement.address, new_movement.tag))
    and not app.is_unallocated_return_decided(new_movement.reverses_id) then
    raise exception 'money of a frozen person cannot move'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
  if not app.is_unallocated_payer_decided(new_movement.reverses_id, '[]')
  then raise exception 'refund requires a decision on the sanctions match'
    using errcode = 'check_violation', constraint = 'payer_is_compared'; end if;
end $$;

revoke all on function app.unallocated_movement_of, app.maintain_unallocated_funds, app.check_unallocated_return
  from public;
