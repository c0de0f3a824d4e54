-- Why: a mail that left kept its reader's address for ever. Of whoever has no account any more it hangs on nobody, so no
-- erasure found it: everybody who closes an account is written to once more. What ended goes after some weeks, when no job
-- that told it can run again.
grant delete on mails to cryptocommerce_app;
create policy kept_until_its_end on mails as restrictive for delete to cryptocommerce_app using (body is null);
create index mails_ended on mails ((coalesce(sent_at, given_up_at))) where body is null;
