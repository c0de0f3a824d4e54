-- Why: what a frozen customer sends after the freeze is held, and what is held goes nowhere. Two people could decide that
-- it goes back, but the release that a return needs stayed forbidden, so it never could. That decision covers the end of
-- the hold too: the order is stopped, and nothing but a return can follow.
create or replace function app.refuse_while_frozen(person uuid, order_id uuid, step text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare stopped boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0)) from (
    select person id union select o.user_id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id where m.user_id = person order by 1) a;
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.id in (select app.freezes_on(person));
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step in ('return', 'release') and stopped and app.return_decided(order_id, person) then return; end if;
  raise exception 'nothing of a frozen customer moves: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;
