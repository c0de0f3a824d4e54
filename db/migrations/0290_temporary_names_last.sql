-- Why: a function that looks in pg_catalog alone looks for tables and types in pg_temp first all the same: PostgreSQL
-- puts it in front wherever it is not named. A role of ours that laid down a temporary type called `text` had its check
-- run by whatever function says `::text`, with the rights of that function's owner. Named last it is found last, and
-- whatever these functions name without a schema stands in pg_catalog. Those that look nothing up, their body having
-- been read when they were written, need none. Each later function says `set search_path = pg_catalog, pg_temp`.
do $$
declare
  looking regprocedure;
begin
  for looking in
    select p.oid from pg_catalog.pg_proc p
     where p.pronamespace = 'app'::pg_catalog.regnamespace
       and (p.prosecdef or p.prosqlbody is null or p.proconfig is not null)
  loop
    execute pg_catalog.format('alter routine %s set search_path = pg_catalog, pg_temp', looking);
  end loop;
end $$;
