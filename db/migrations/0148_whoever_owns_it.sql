-- Why: the login that owns the database is whoever the operator made it, and no superuser (docs/operations.md). Some policies
-- for the owner's own functions named `postgres`: under another owner these functions saw nothing. Seats were not counted, a
-- plan that was paid for did not begin, an account was closed while its money was under way, and nothing was erased. Two had no
-- policy at all: whether a charge was taken back by its bank, and whether a month was sold twice.

do $$
declare one record;
begin
  for one in select schemaname, tablename, policyname from pg_policies where 'postgres' = any(roles) loop
    execute format('alter policy %I on %I.%I to current_user', one.policyname, one.schemaname, one.tablename);
  end loop;
end $$;

create policy owner_looks on card_events for select to current_user using (true);
create policy owner_looks on subscriptions for select to current_user using (true);
