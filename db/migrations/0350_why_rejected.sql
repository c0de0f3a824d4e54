-- Whoever rejects what somebody asked for says why, in words: the column was meant for a code and nobody wrote it. What
-- was rejected stands in the history of what it was about.
alter table proposals rename column reason_code to reason;
alter table proposals add constraint proposal_reason_length check (length(reason) between 1 and 500);
