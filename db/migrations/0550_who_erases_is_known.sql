-- Why: whether something is being erased was a setting of the transaction, which any statement may write; rules of the database that
-- stand aside for erasing believed it, whoever had written it. Now it is a row of this transaction that only the erasing functions
-- write. The setting stays beside it: it is read first, and nearly every statement has none.
create table app.erasures_under_way (xact xid8 primary key);
revoke all on app.erasures_under_way from public;

create function app.begin_erasing() returns void language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
begin
  insert into app.erasures_under_way (xact) values (pg_current_xact_id()) on conflict do nothing;
  perform set_config('app.erasing', 'yes', true);
end $$;
create function app.end_erasing() returns void language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
begin
  delete from app.erasures_under_way where xact = pg_current_xact_id_if_assigned();
  perform set_config('app.erasing', '', true);
end $$;
revoke execute on function app.begin_erasing(), app.end_erasing() from public;

-- Whether this very transaction said so by the functions above.
create function app.is_erasing() returns boolean
  language sql stable parallel restricted security definer set search_path to 'pg_catalog', 'pg_temp'
  return exists (select from app.erasures_under_way e where e.xact = pg_current_xact_id_if_assigned());
revoke execute on function app.is_erasing() from public;
-- Rules that run with the rights of whoever writes ask it too.
grant execute on function app.is_erasing()
  to cryptocommerce_app, cryptocommerce_auth, cryptocommerce_jobs, cryptocommerce_sealer;
create or replace function app.erasing() returns boolean language sql stable parallel restricted
  return coalesce(current_setting('app.erasing', true), '') = 'yes' and app.is_erasing();

-- Every function that erases says so by these, and is the same otherwise: whoever asks whether something may be erased reads as
-- one who erases, and is as before when they have the answer; what erases begins once it may.
do $$ declare one record; said text; begin
  for one in select p.proname, pg_get_functiondef(p.oid) def from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'app' and p.proname not in ('begin_erasing', 'end_erasing')
      and (p.prosrc like '%set_config(''app.erasing'', %' or p.prosrc like '%app.may_erase%')
  loop
    said := replace(one.def, 'set_config(''app.erasing'', ''yes'', true)', 'app.begin_erasing()');
    said := replace(said, 'set_config(''app.erasing'', '''', true)', 'app.end_erasing()');
    said := replace(said, 'perform set_config(''app.erasing'', coalesce(was, ''''), true);',
      'if coalesce(was, '''') <> ''yes'' then perform app.end_erasing(); end if;');
    said := regexp_replace(said, '(  if not app\.may_erase\w*\([^;]+; end if;)', E'\\1\n  perform app.begin_erasing();', 'g');
    if one.proname like 'may\_erase%' then
      said := replace(said, E'$function$\nbegin\n', E'$function$\ndeclare answer boolean; was boolean := app.erasing();\nbegin\n');
      said := replace(said, '  return exists (', '  answer := exists (');
      said := replace(said, E';\nend $function$', E';\n  if not was then perform app.end_erasing(); end if;\n  return answer;\nend $function$');
    end if;
    execute said;
  end loop;
end $$;
