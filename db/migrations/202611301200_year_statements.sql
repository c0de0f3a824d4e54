-- Content of issued year statements, which anyone with the code can compare with the paper. Rows never change.
create table year_statements (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  year smallint not null constraint year_statement_year_known check (year between 2000 and 2099),
  code text not null constraint year_statement_code_once unique
    constraint year_statement_code_is_one check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  totals jsonb not null constraint year_statement_totals_short check (length(totals::text) <= 1000),
  issued_at timestamptz not null
);
create index year_statements_of on year_statements (user_id, year, issued_at);
alter table year_statements enable row level security;
alter table year_statements force row level security;
create policy own_insert on year_statements for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_select on year_statements for select to cryptocommerce_app using (user_id = (select app.user_id()));
create policy owner_while_erasing on year_statements to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on year_statements for select to current_user using (true);
grant select, insert on year_statements to cryptocommerce_app;

-- Returns the public part of a statement, without name or account.
create function app.find_year_statement(statement_code text)
  returns table (year smallint, totals jsonb, issued_at timestamptz, replaced boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.year, s.totals, s.issued_at, exists (select from public.year_statements n
      where n.user_id = s.user_id and n.year = s.year and (n.issued_at, n.id) > (s.issued_at, s.id))
    from public.year_statements s where s.code = statement_code
$$;
revoke all on function app.find_year_statement from public;
grant execute on function app.find_year_statement to cryptocommerce_app;
