-- Why: what somebody is typing into a report of a scam is theirs alone; the owner's functions have no use for it, and touch
-- it only where somebody is erased.
drop policy owner_keeps on scam_drafts;
create policy owner_erases on scam_drafts for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
