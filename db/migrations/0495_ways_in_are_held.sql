-- Why: what a thief sets up at the very moment at which the owner takes the password away must end with it. Keys of programs are made
-- under the lock of the password; an address that is told was named beside it, and one whose act had begun before stayed
-- when everything else of the thief had ended.

-- Holds the password and this session of whoever asks still until the transaction ends: what ends either of them waits and finds
-- what was done. False where the session ended meanwhile.
create function app.hold_way_in(session uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- First the password, as everything that changes it.
  perform from auth.account a where a."userId" = app.user_id() for share;
  perform from auth.session s where s.id = session and s."userId" = app.user_id() and s."expiresAt" > now() for share;
  return found;
end $$;
revoke all on function app.hold_way_in(uuid) from public;
grant execute on function app.hold_way_in(uuid) to cryptocommerce_app;
