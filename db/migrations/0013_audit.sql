-- Why: two people stand behind what matters (decision D2), and the record of it is one that nobody rewrites unseen (D3).

-- The owner's function below looks for freezes without asking whose they are.
create policy owner_reads on account_freezes for select to current_user using (true);

-- The standing of whoever is about to decide: their roles now, held still until the transaction ends, and whether their
-- account is frozen. A demotion that came first is seen; one that comes later waits until the decision is through.
-- A freeze takes the same lock (app.freeze_lock).
create function app.freeze_lock(person uuid) returns void language sql volatile
  begin atomic select pg_advisory_xact_lock(hashtextextended('standing ' || person, 0)); end;
create function app.standing(person uuid) returns table (roles text[], frozen boolean)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || person, 0));
  standing.roles := coalesce((select array_agg(held.role order by held.role) from
    (select r.role from public.user_roles r where r.user_id = person for share) held), '{}');
  standing.frozen := exists (select from public.account_freezes f where f.user_id = person and f.lifted_at is null);
  return next;
end $$;
revoke all on function app.standing(uuid) from public;
grant execute on function app.standing(uuid) to cryptocommerce_app;
grant execute on function app.freeze_lock(uuid) to cryptocommerce_auth;
