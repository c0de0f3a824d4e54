-- Why: the words of reset mails were kept as they stand in the mail, so whoever read the database could use them, and an
-- older mail stayed good after a newer one was used, after a change of the password and after 'This was not me'. They are
-- kept by hash now and all of them end with any change of the password. Those that are on their way (an hour at most) end
-- here: their owners ask for another.
delete from auth.verification;
create index verification_person on auth.verification (value);

-- Whether anybody ever signed in: the first browser of an account is no strange one, and later ones are told to the owner.
-- Who is verified today may have signed in long ago, so the next strange browser is told as before.
alter table auth."user" add column first_signed_in_at timestamptz;
update auth."user" set first_signed_in_at = now() where "emailVerified";
-- Browsers are also asked for by themselves: whether any account knows this one.
create index known_device_browser on auth.known_device (device_hash);
