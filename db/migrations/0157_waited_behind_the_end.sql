-- Why: an act that waited for its turn behind the closing of its account went on as if the session were still there.

CREATE OR REPLACE FUNCTION app.enter(session_token text, alone boolean DEFAULT false)
 RETURNS TABLE(id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  select u.id, u.email, u.name, s.id,
         coalesce((select array_agg(r.role order by r.role) from public.user_roles r where r.user_id = u.id), '{}'),
         extract(epoch from now() - s.confirmed_at)::integer, extract(epoch from now() - s.used_at)::integer,
         u.second_factor
    into enter.id, enter.email, enter.name, enter.session_id, enter.roles, enter.confirmed_ago, enter.used_ago, enter.factor
    from auth.session s join auth."user" u on u.id = s."userId"
   where s.token = session_token and s."expiresAt" > now() and u."emailVerified"
     and not s.waits_for_factor and s.used_at > now() - interval '24 hours';
  if enter.id is null then return; end if;
  -- Such acts run wide statements that find everything by key: one plan suits every person, and planning anew for each
  -- would take longer than running.
  if alone then
    perform pg_advisory_xact_lock(hashtextextended(enter.id::text, 0)),
            set_config('plan_cache_mode', 'force_generic_plan', true);
    -- Whoever waited here behind the closing of the account, or behind signing out, is not in any more.
    if not exists (select from auth.session s where s.id = enter.session_id and s.token = session_token) then
      return; end if;
  end if;
  enter.factor_needed := not enter.factor and enter.roles && '{admin,compliance,finance,support,instructor}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  enter.other_accounts := '{}';
  if enter.roles <> '{}' then
    enter.other_accounts := array(select o.user_id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> m.user_id where m.user_id = enter.id);
    perform set_config('app.other_accounts', enter.other_accounts::text, true);
    if enter.factor_needed or exists (select from app.freezes_on(enter.id)) then enter.roles := '{}'; end if;
  end if;
  perform set_config('app.user_id', enter.id::text, true),
          set_config('app.roles', array_to_string(enter.roles, ','), true),
          set_config('app.sees_all', case when enter.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true);
  return next;
end $function$
;
