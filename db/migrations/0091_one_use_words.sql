-- Why: words that are good once (of mails, of alarms, of what a passkey is asked to sign) lay in four tables, two of them
-- drawn by a sign-in library that has left, and each was used up in a way of its own. One table keeps every such word by
-- its hash, with what it is for, whose it is and until when; whoever takes one removes it. What is outstanding goes on.
create table auth.one_use_word (
  hash text primary key,
  purpose text not null
    constraint word_purpose_known check (purpose in ('verify', 'reset', 'not_me', 'register', 'sign_in', 'confirm')),
  user_id uuid references auth."user" on delete cascade,
  expires_at timestamptz not null,
  -- Of an alarm: the sign-in that it is about; one that was mailed by an earlier version names no browser.
  signed_in_at timestamptz,
  device_hash text,
  constraint word_of_somebody check (user_id is not null or purpose = 'sign_in'),
  constraint alarm_is_about_a_sign_in check ((purpose = 'not_me') = (signed_in_at is not null))
);
create index word_person on auth.one_use_word (user_id, purpose);
create index word_age on auth.one_use_word (expires_at);
grant select, insert, delete on auth.one_use_word to cryptocommerce_auth;

insert into auth.one_use_word (hash, purpose, user_id, expires_at)
  select substring(v.identifier from 7), 'reset', u.id, v."expiresAt"
    from auth.verification v join auth."user" u on u.id::text = v.value
   where v.identifier like 'reset:%' and v."expiresAt" > now()
  on conflict do nothing;
insert into auth.one_use_word (hash, purpose, user_id, expires_at, signed_in_at, device_hash)
  select hash, 'not_me', user_id, expires_at, signed_in_at, device_hash
    from auth.alarm where used_at is null and expires_at > now()
  on conflict do nothing;
insert into auth.one_use_word (hash, purpose, user_id, expires_at)
  select hash, purpose, user_id, expires_at from auth.challenge
   where expires_at > now() and (user_id is not null or purpose = 'sign_in')
  on conflict do nothing;
drop table auth.verification, auth.used_word, auth.alarm, auth.challenge;

-- What that library wanted beside a password, and never had anything in.
delete from auth.account where "providerId" <> 'credential';
alter table auth.account
  drop column id, drop column "accountId", drop column "providerId", drop column "accessToken",
  drop column "refreshToken", drop column "idToken", drop column "accessTokenExpiresAt",
  drop column "refreshTokenExpiresAt", drop column scope,
  add primary key ("userId");
drop index auth.account_person;
alter table auth.session drop column "ipAddress";
alter table auth."user" drop column image;

create or replace function app.close_account(moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare who uuid := app.user_id();
begin
  if who is null then raise exception 'nobody asks'; end if;
  delete from auth.session where "userId" = who;
  delete from auth.account where "userId" = who;
  delete from auth.authenticator where user_id = who;
  delete from auth.recovery_code where user_id = who;
  delete from auth.passkey where user_id = who;
  -- Words of mails that were asked for before, too.
  delete from auth.one_use_word where user_id = who;
  delete from auth.known_device where user_id = who;
  update auth."user" set email = 'closed-' || who || '@closed.invalid', "emailVerified" = false, second_factor = false,
         "updatedAt" = moment
   where id = who;
end $$;
