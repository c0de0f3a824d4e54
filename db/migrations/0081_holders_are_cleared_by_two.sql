-- Why: one officer cleared "... Trust Account" behind the name of a listed person, whom a customer named as holder of a
-- wallet: it was like it by 93 of 100, and two were asked from 95 on; every later order to it went. The name is all that is
-- known of a holder and is typed at will: whatever was close enough to stop an order is cleared by two.
drop trigger cleared_by_two on name_hits;
create trigger cleared_by_two before update of state on name_hits
  for each row when (new.state = 'cleared'
    and (new.score >= 95 and new.details ->> 'birth' = 'same' or new.details ->> 'holder' = 'true'))
  execute function app.cleared_by_two();
