-- Why: what somebody types by hand under the reference of a line that a statement shows is that line, or is nothing. The one
-- form in which references are compared is kept with each line, so that it is found by it (decision 027).
alter table bank_lines add column reference_key text generated always as (
  case when length(regexp_replace(upper(normalize(reference, nfkc)), '[^A-Z0-9]', '', 'g')) > 3
    then regexp_replace(upper(normalize(reference, nfkc)), '[^A-Z0-9]', '', 'g') end) stored;
create index bank_lines_reference on bank_lines (reference_key) where reference_key is not null;

-- Where the money of a line came from by the bank's own word, where it became a line of a statement.
create function app.stated_account(line uuid) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with recursive way as (
    select m.id, m.from_id, m.of_id from public.movements m where m.id = line
    union select m.id, m.from_id, m.of_id from way w join public.movements m on m.id = coalesce(w.from_id, w.of_id))
  select b.payer_account from way w join public.bank_lines b on b.movement_id = w.id where b.payer_account <> ''
$$;
revoke all on function app.stated_account(uuid) from public;

-- Unassigned money goes back to whom it is of as it was typed, or to the account that the bank names.
do $$
begin
  execute replace(pg_get_functiondef('app.unassigned_goes_back(movements)'::regprocedure),
$old$    is distinct from (line.account, line.holder, line.address, line.tag)
$old$,
$new$    is distinct from (line.account, line.holder, line.address, line.tag)
    and (line.address is not null or line.account is distinct from app.stated_account(line.of_id))
$new$);
end $$;
