-- Why: the home page says how long checks took this week; that week is found without reading every check there was.
create index kyc_decided on kyc_submissions (decided_at) include (tier, created_at) where decided_at is not null;
