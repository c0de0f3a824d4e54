-- Why: a frozen customer closed the account, signed up again under the same address and traded: nothing was compared
-- with who had left while stopped. Their mail address, name and date of birth are now marks like a TRN, and what a
-- freeze stops does not go on under a new account while nobody has decided whether it is the same person.

alter table person_marks drop constraint mark_kind_known,
  add constraint mark_kind_known check (kind in ('trn', 'id_number', 'bank', 'wallet', 'mail', 'name_birth'));
create index profiles_closed_mail on profiles (email) where closed_at is not null;
create index profiles_closed_birth on profiles (date_of_birth) where closed_at is not null;

-- What keeps a person frozen: the freezes of an account; of those joined with it, and of closed ones that it seems to
-- follow until somebody decided that link, all but an alarm, which is about one account alone.
create or replace function app.freezes_on(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select f.id from public.account_freezes f where f.user_id = person and f.lifted_at is null
    union all
    select f.id from public.joined_accounts m
      join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> m.user_id
      join public.account_freezes f on f.user_id = o.user_id
     where m.user_id = person and f.lifted_at is null and f.cause <> 'not_me'
    union all
    select f.id from public.account_links l
      join public.account_freezes f on f.user_id = case when l.one = person then l.other else l.one end
      join auth."user" u on u.id = f.user_id and u.email = 'closed-' || u.id || '@closed.invalid'
     where person in (l.one, l.other) and l.state = 'open' and l.kinds && '{mail,name_birth,trn,id_number}'
       and f.lifted_at is null and f.cause <> 'not_me';
  end;
