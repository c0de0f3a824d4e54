-- Why: two accounts that pay from one bank account or one wallet share it, whatever they said of themselves; only what they
-- had typed was compared, so who never sold left no account behind (decision E3). Everybody is looked at once more, for what
-- was paid before: without a trace of how far it came, the job begins at the first account.
delete from link_progress;
