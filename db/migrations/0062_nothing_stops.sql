-- Each order asks twice whether its customer is frozen, by themselves, by a joined account or through an open link, and
-- once what joined accounts used: three statements over many tables. Nearly nobody left a trace where these look. That is
-- asked first, by key, in one statement; only whoever left one is looked at closely.
create function app.nothing_stops(person uuid) returns boolean
  language plpgsql stable as $$
begin
  return not (exists (select from public.account_freezes f where f.user_id = person and f.lifted_at is null)
    or exists (select from public.joined_accounts j where j.user_id = person)
    or exists (select from public.account_links l where l.one = person and l.state = 'open')
    or exists (select from public.account_links l where l.other = person and l.state = 'open'));
end $$;
revoke all on function app.nothing_stops(uuid) from public;

-- What else than their own orders decides what whoever asks may trade: null where nothing does, as for nearly everybody.
create function app.beside_own(since timestamptz, until timestamptz, today timestamptz, asked timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.nothing_stops(app.user_id()) then return null; end if;
  return jsonb_build_object('joined', app.joined_usage(since, until, today, asked),
    'stopped', app.standstill(app.user_id()) is not distinct from 'stopped');
end $$;
revoke all on function app.beside_own(timestamptz, timestamptz, timestamptz, timestamptz) from public;
grant execute on function app.beside_own(timestamptz, timestamptz, timestamptz, timestamptz) to cryptocommerce_app;
revoke execute on function app.joined_usage(timestamptz, timestamptz, timestamptz, timestamptz) from cryptocommerce_app;

create or replace function app.refuse_while_frozen(person uuid, order_id uuid, step text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare stopped boolean;
begin
  if exists (select from public.joined_accounts m where m.user_id = person) then
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0)) from (
      select person id union select o.user_id from public.joined_accounts m
        join public.joined_accounts o on o.person_id = m.person_id where m.user_id = person order by 1) a;
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || person, 0));
  end if;
  -- Asked behind the lock: what was decided while this waited is seen.
  if app.nothing_stops(person) then return; end if;
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.id in (select app.freezes_on(person));
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step in ('return', 'release') and stopped and app.return_decided(order_id, person) then return; end if;
  raise exception 'nothing of a frozen customer moves: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;
