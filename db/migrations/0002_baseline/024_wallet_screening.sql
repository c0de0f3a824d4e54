create domain screening_result as text constraint result_known check (value in ('clear', 'flagged', 'high_risk',
  'error'));

create table blockchain_screening (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  wallet_address text not null,
  crypto_symbol text not null,
  network text not null,
  risk_score risk_score not null,
  screening_result screening_result not null,
  risk_categories text[] not null default '{}',
  provider text not null,
  list_versions jsonb not null,
  evidence jsonb not null,
  created_at timestamptz not null
);
create index blockchain_screening_address on blockchain_screening (wallet_address, created_at desc);
create index blockchain_screening_customer on blockchain_screening (user_id, created_at desc);
alter table blockchain_screening enable row level security;
alter table blockchain_screening force row level security;
create policy compliance_select on blockchain_screening for select to cryptocommerce_app
  using ((select app.can_read_compliance()));
create policy own_or_job_insert on blockchain_screening for insert to cryptocommerce_app
  with check (user_id = app.user_id() or app.can_read_compliance());
create policy owner_while_erasing on blockchain_screening to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on blockchain_screening for select to current_user using (true);
grant select, insert on blockchain_screening to cryptocommerce_app;

create function app.is_address_clear(customer uuid, address text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.can_access_all_rows() and coalesce((select s.screening_result = 'clear' from public.blockchain_screening s
    where s.user_id = is_address_clear.customer and s.wallet_address = is_address_clear.address
    order by s.created_at desc, s.id desc limit 1), false);
end;

alter table case_screenings add foreign key (screening_id) references blockchain_screening;

revoke all on function app.is_address_clear from public;
grant execute on function app.is_address_clear to cryptocommerce_app;
