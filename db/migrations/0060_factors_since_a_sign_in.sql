-- Why: whoever had only the password kept an account past 'This was not me' by coming in from two browsers: a letter took
-- the factors of its own browser alone, and beyond the letters of a day none went at all. Now it takes those of every
-- browser that came after, of one about which no letter went, and what was set up since in one that was forgotten:
-- recovery codes therefore say since when they stand (those of before do not, and count as older).
alter table auth.recovery_code add column created_at timestamptz;
alter table auth.recovery_code alter column created_at set default now();
alter table auth.known_device add column untold boolean not null default false;
