-- Why: a slip that was handed in and sent back was thrown away a week after its customer showed another, also while a case
-- about its order was open. Each that was ever shown for an order or a payment is kept as long as that is.
create table claimed_proofs (
  -- The order or payment that it was shown for.
  due_id uuid not null,
  file_id uuid not null,
  user_id uuid not null,
  primary key (due_id, file_id),
  constraint claimed_proof_is_own foreign key (user_id, file_id) references files (user_id, id)
);
create index claimed_proofs_file on claimed_proofs (file_id, user_id);
alter table claimed_proofs enable row level security;
alter table claimed_proofs force row level security;
create policy owner_lays_down on claimed_proofs for insert to current_user with check (true);
create policy owner_looks on claimed_proofs for select to current_user using (true);
create policy owner_erases on claimed_proofs for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy staff_look on claimed_proofs for select to cryptocommerce_app
  using ((select app.sees_all()) and user_id is distinct from (select app.user_id()));
grant select on claimed_proofs to cryptocommerce_app;

-- Whoever writes down what was shown cannot forget to keep it.
create function app.keep_proof() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.claimed_proofs (due_id, file_id, user_id) values (new.id, new.proof_file, new.user_id)
    on conflict do nothing;
  return null;
end $$;
revoke all on function app.keep_proof() from public;
create trigger keep_proof after insert or update of proof_file on transactions for each row
  when (new.proof_file is not null) execute function app.keep_proof();
create trigger keep_proof after insert or update of proof_file on payments for each row
  when (new.proof_file is not null) execute function app.keep_proof();

insert into claimed_proofs (due_id, file_id, user_id)
  select id, proof_file, user_id from transactions where proof_file is not null
  union select id, proof_file, user_id from payments where proof_file is not null;

-- They go with what else is personal of it.
do $$
begin
  execute replace(pg_get_functiondef('app.blank_order(uuid, date)'::regprocedure),
    'delete from public.transfer_parties where order_id = which;',
    'delete from public.claimed_proofs where due_id = which;' || E'\n  ' ||
    'delete from public.transfer_parties where order_id = which;');
end $$;
