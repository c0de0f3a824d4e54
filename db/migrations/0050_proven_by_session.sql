-- Why: two people agree before a value of ours changes, money leaves or a role is given; yet who they were was whatever
-- the transaction said (app.user_id), and a value was put in force by an insert that asked for nobody. A statement that
-- somebody slips into a request must not be able to make two people up, nor put another wallet in place of ours.

-- Whoever proposes or decides shows the session that they came in by: its word stands in nothing that the application
-- can read. It is taken back at once, so that nothing later in the transaction finds it. The owner's own statements and
-- functions (the demo's first data, erasing) have no session.
create function app.proven_by_session() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare who uuid := case tg_op when 'INSERT' then new.proposed_by else new.decided_by end;
begin
  if not exists (select from auth.session s where s.token = current_setting('app.session_word', true)
      and s."userId" = who and s."expiresAt" > now())
  then raise exception 'nobody is known to have come in who says this' using errcode = 'insufficient_privilege'; end if;
  perform set_config('app.session_word', '', true);
  return new;
end $$;
revoke all on function app.proven_by_session() from public;
create trigger proven_by_session before insert or update on proposals for each row
  when (current_user = 'cryptocommerce_app') execute function app.proven_by_session();

-- Puts in force what two people agreed on in this very transaction, out of the proposal itself.
create function app.put_setting(proposal uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare asked public.proposals;
begin
  select p.* into asked from public.proposals p
   where p.id = proposal and p.kind = 'setting' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if asked.id is null then raise exception 'no setting was approved here'; end if;
  insert into public.setting_versions (key, value, proposed_by, approved_by)
    values (asked.subject, asked.payload, asked.proposed_by, asked.decided_by);
end $$;
revoke all on function app.put_setting(uuid) from public;
grant execute on function app.put_setting(uuid) to cryptocommerce_app;
revoke insert on setting_versions from cryptocommerce_app;
