-- Why: a letter 'This was not me' took every factor away that had come since its sign-in, for thirty days. Whoever read
-- the mailbox for a moment got around the second factor with an old one. The letter is about one browser: sessions, and
-- the factors set up in them, say of which they are, and the alarm takes no others away. Of whoever is staff it takes
-- none: two people move their roles to another account. What stands from before names no browser.
alter table auth.session add column device_hash text;
alter table auth.alarm add column device_hash text;
alter table auth.passkey add column device_hash text;
alter table auth.authenticator add column device_hash text;
alter table auth.recovery_code add column device_hash text;

-- A letter is good for a week.
update auth.alarm set expires_at = least(expires_at, now() + interval '7 days');

-- For whoever has to know, and for nothing but that.
create function app.is_staff(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select exists (select from public.user_roles r where r.user_id = person);
  end;
revoke all on function app.is_staff(uuid) from public;
grant execute on function app.is_staff(uuid) to cryptocommerce_auth;

-- Somebody may have signed up with the address of another, who then presses the button in our mail: the password is that
-- of whoever signed up. It stands once the same browser follows the link; in any other the reader of the mail chooses one.
alter table auth."user" add column signed_up_in text;
update auth."user" set signed_up_in = 'unknown' where not "emailVerified";

-- Whether somebody has shown that they read their address; a role is for nobody else.
create function app.address_proved(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select app.sees_all() and exists (select from auth."user" u where u.id = person and u."emailVerified");
  end;
revoke all on function app.address_proved(uuid) from public;
grant execute on function app.address_proved(uuid) to cryptocommerce_app;
grant execute on function app.is_staff(uuid) to cryptocommerce_app;
