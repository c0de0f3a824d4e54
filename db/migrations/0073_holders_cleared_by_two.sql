-- Why: one officer cleared the very name of a listed person whom a customer named as holder of a wallet, and every later order
-- to it went. Nobody is asked when a holder was born, so the very name is as close as such a match can be: two clear it.
drop trigger cleared_by_two on name_hits;
create trigger cleared_by_two before update of state on name_hits
  for each row when (new.state = 'cleared' and new.score >= 95
    and (new.details ->> 'birth' = 'same' or new.details ->> 'holder' = 'true'))
  execute function app.cleared_by_two();
