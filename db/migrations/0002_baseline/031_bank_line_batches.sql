create table bank_line_batches (
  id uuid primary key default uuidv7(),
  person_id uuid not null,
  act text not null constraint batch_act check (act in ('confirm', 'set_aside')),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index bank_line_batches_own on bank_line_batches (person_id, created_at desc);
alter table bank_line_batches enable row level security;
alter table bank_line_batches force row level security;
create policy finance_insert on bank_line_batches for insert to cryptocommerce_app
  with check (person_id = (select app.user_id()) and ((select app.has_role('finance')) or (select app.has_role('admin'))));
create policy job_update on bank_line_batches for update to cryptocommerce_app
  using ((select app.user_id()) is null and (select app.can_access_all_rows()));
create policy own_delete on bank_line_batches for delete to cryptocommerce_app using (person_id = (select app.user_id()));
create policy owner_select on bank_line_batches for select to current_user using (true);
create policy staff_select on bank_line_batches for select to cryptocommerce_app
  using ((select app.can_access_all_rows()));
grant select, insert, delete on bank_line_batches to cryptocommerce_app;
grant update (finished_at) on bank_line_batches to cryptocommerce_app;

-- No foreign keys: batch results of a few days ago must not block deletions.
create table bank_line_batch_items (
  batch_id uuid not null references bank_line_batches on delete cascade,
  place smallint not null,
  line_id uuid not null,
  about_kind text,
  about_id uuid,
  state text not null default 'waiting',
  code text,
  reason text,
  settled_at timestamptz,
  primary key (batch_id, place),
  constraint batch_item_about check (about_kind in ('order', 'payment') and about_id is not null
    or about_kind is null and about_id is null),
  constraint batch_item_refusal check ((state = 'refused') = (code is not null and reason is not null)),
  constraint batch_item_settled check ((state = 'waiting') = (settled_at is null)),
  constraint batch_item_state check (state in ('waiting', 'done', 'refused'))
);
alter table bank_line_batch_items enable row level security;
alter table bank_line_batch_items force row level security;
create policy own_batch_insert on bank_line_batch_items for insert to cryptocommerce_app
  with check (exists (select from bank_line_batches b where b.id = batch_id and b.person_id = (select app.user_id())));
create policy own_or_job_update on bank_line_batch_items for update to cryptocommerce_app
  using (exists (select from bank_line_batches b where b.id = batch_id
    and ((select app.user_id()) is null or b.person_id = (select app.user_id()))));
create policy staff_select on bank_line_batch_items for select to cryptocommerce_app
  using ((select app.can_access_all_rows()));
grant select, insert on bank_line_batch_items to cryptocommerce_app;
grant update (state, code, reason, settled_at) on bank_line_batch_items to cryptocommerce_app;

-- Authenticates as the user who started the batch, with their current roles and without recent reauthentication.
create function app.authenticate_batch(batch uuid)
  returns table (id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer,
    used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select u.id, u.email, u.name, null::uuid,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         2147483647, 0, u.second_factor
    into authenticate_batch.id, authenticate_batch.email, authenticate_batch.name, authenticate_batch.session_id,
      authenticate_batch.roles,
         authenticate_batch.confirmed_ago, authenticate_batch.used_ago, authenticate_batch.factor
    from public.bank_line_batches b join auth."user" u on u.id = b.person_id
   where b.id = authenticate_batch.batch and b.finished_at is null and b.created_at > now() - interval '1 day'
     and u."emailVerified";
  if authenticate_batch.id is null then return; end if;
  authenticate_batch.factor_needed := not authenticate_batch.factor
    and authenticate_batch.roles && '{admin,compliance,finance,support,instructor}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  authenticate_batch.other_accounts := array(select app.likely_accounts(authenticate_batch.id));
  if authenticate_batch.factor_needed or exists (select from app.effective_freezes(authenticate_batch.id))
    then authenticate_batch.roles := '{}'; end if;
  perform set_config('app.other_accounts', authenticate_batch.other_accounts::text, true),
          set_config('app.user_id', authenticate_batch.id::text, true),
          set_config('app.roles', array_to_string(authenticate_batch.roles, ','), true),
          set_config('app.all_rows',
            case when authenticate_batch.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true);
  return next;
end $$;

revoke all on function app.authenticate_batch from public;
grant execute on function app.authenticate_batch to cryptocommerce_app;
