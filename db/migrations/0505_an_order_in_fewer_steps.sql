-- Why: an order asks whether it comes from somebody who is still signed in, and what is told of its wallet. Nearly always the
-- answers are 'yes' and 'nothing'; these are found in fewer steps now. `app.enter` is 0157's and `app.scam_look` 0473's, and what
-- they answer stays the same.

create or replace function app.enter(session_token text, alone boolean default false)
  returns table(id uuid, email text, name text, session_id uuid, roles text[], confirmed_ago integer, used_ago integer, factor boolean, factor_needed boolean, other_accounts uuid[])
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
as $function$
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
  end if;
  enter.factor_needed := not enter.factor and enter.roles && '{admin,compliance,finance,support,instructor}'
    and coalesce(current_setting('app.staff_need_factor', true), '') = 'yes';
  enter.other_accounts := '{}';
  if enter.roles <> '{}' then
    enter.other_accounts := array(select app.likely_accounts(enter.id));
    perform set_config('app.other_accounts', enter.other_accounts::text, true);
    if enter.factor_needed or exists (select from app.freezes_on(enter.id)) then enter.roles := '{}'; end if;
  end if;
  perform set_config('app.user_id', enter.id::text, true),
          set_config('app.roles', array_to_string(enter.roles, ','), true),
          set_config('app.sees_all', case when enter.roles && '{admin,compliance,finance,support}' then 'yes' else '' end, true)
    -- Whoever waited above behind the closing of the account, or behind signing out, is not in any more.
    where not alone or exists (select from auth.session s where s.id = enter.session_id and s.token = session_token);
  if found then return next; end if;
end $function$;

create or replace function app.scam_look(kinds text[], scopes text[], vals text[])
  returns table(n integer, told text, verdict text, people integer, slug text, first_day date)
  language plpgsql
  stable security definer rows 4
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
begin
  if not exists (select from unnest($1, $2, $3) a (kind, scope, value)
      join public.scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value) then return; end if;
  return query
  select a.n::integer, case when p.verdict is null then 'reported' else 'published' end, p.verdict,
      case when p.verdict is not null then i.people end, p.slug,
      case when p.verdict is not null then (i.first_at at time zone 'America/Jamaica')::date end
    from unnest($1, $2, $3) with ordinality a (kind, scope, value, n)
      join public.scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value
      left join lateral (select w.verdict, w.slug from public.scam_published_indicators s
          join public.scam_publications w on w.id = s.publication_id
         where s.indicator_id = i.id and w.withdrawn_at is null order by w.published_at desc limit 1) p on true
   where p.verdict is not null
      or (app.user_id() is not null and i.kind <> 'name' and not i.common and i.people >= greatest(2,
        (select (s.value ->> 'toldFrom')::integer from public.setting_versions s where s.key = 'scam_reports'
          order by s.valid_from desc, s.id desc limit 1)));
end $function$;
