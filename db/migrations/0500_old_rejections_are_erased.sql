-- Why: what was rejected before anybody had to say why has no words, and a row that is written again is held to 0480 all the
-- same: no order with such a rejection could be erased, and after a single one no line of the bank any more.

drop trigger reason_is_erased on proposals;
create trigger reason_is_erased before update of payload on proposals
  for each row when (new.reason is not null or new.state = 'rejected') execute function app.reason_is_erased();
