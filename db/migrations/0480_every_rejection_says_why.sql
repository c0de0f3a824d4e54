-- Why: whoever rejects what somebody asked for says why, whatever it is about, and its history tells it. What was
-- rejected before keeps what was said then, or nothing: nobody's words are made up for them.

alter table proposals add constraint proposal_rejection_says_why
  check (state <> 'rejected' or reason is not null) not valid;

-- These words may speak of a customer. Only what erases writes again what was asked for, and then they go with it.
create function app.reason_is_erased() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.reason := 'Erased.';
  return new;
end $$;
create trigger reason_is_erased before update of payload on proposals
  for each row when (new.reason is not null) execute function app.reason_is_erased();
