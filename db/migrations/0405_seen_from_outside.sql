-- Why: whoever runs the product could not see how far sealing of the audit log lags behind: its chain is the sealer's, and
-- the entries are people's. The product alone learns how many wait and since when, and nothing of what they say. And what
-- is due to be erased was counted along all that ever was.
create policy owner_counts on audit_seals for select to current_user using ((select app.is_product()));
create policy owner_counts on audit_sealing for select to current_user using ((select app.is_product()));

create function app.sealing_lag() returns table (waiting integer, oldest timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_product() then raise exception 'not theirs to ask'; end if;
  return query select count(*)::integer, min(w.at) from (
    select l.at from public.audit_log l
     where l.xact >= (select s.horizon from public.audit_sealing s)
       and not exists (select from public.audit_seals s where s.audit_id = l.id)
     limit 10000) w;
end $$;
revoke all on function app.sealing_lag() from public;
grant execute on function app.sealing_lag() to cryptocommerce_app;

create index retention_not_erased on retention_marks (kept_until) where erased_at is null;
