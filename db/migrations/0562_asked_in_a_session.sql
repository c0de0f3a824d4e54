-- Why: what a passkey is asked to sign was counted by account alone, ten at a time: whoever else was in it asked away what its owner
-- was about to answer. It is counted by the session that asked, and ends with it.

alter table auth.one_use_word add column session_id uuid references auth.session (id) on delete cascade;
create index word_session on auth.one_use_word (session_id) where session_id is not null;
