-- Why: freezes knew a bank account by equal digits alone, and a branch may stand in front of one (decision 027): what was
-- sold to the account of somebody frozen, its branch written too, was paid, and money from there was let through.

-- The digits of an account as another's end: without the zeros in front, as long as six digits stay. Zeros alone are none.
create function app.account_end(account text) returns text
  language sql immutable
  return nullif(regexp_replace(regexp_replace(coalesce(account, ''), '\D', '', 'g'), '^0+(?=\d{6})', ''), '000000');

-- Whether two numbers may be one account: equal but for signs and zeros in front, or the longer one ends in the whole of the
-- shorter, of at least six digits. Of fewer, many accounts have the end.
create function app.may_be_one_account(one text, other text) returns boolean
  language sql immutable
  return app.account_digits(one) = app.account_digits(other)
    or (least(length(app.account_end(one)), length(app.account_end(other))) >= 6
      and right(app.account_end(one), length(app.account_end(other)))
        = right(app.account_end(other), length(app.account_end(one))));
revoke all on function app.account_end(text), app.may_be_one_account(text, text) from public;
