-- Why: coins went to the wallet that a frozen customer had named as theirs in Enhanced KYC, for only their orders were
-- asked about. Whoever called their own wallet an exchange's was not known by it, though it stood on their lines; nor by
-- an address that takes a tag, once somebody wrote another tag. And somebody frozen stopped strangers by typing their
-- account, ours, or one through which an e-money operator pays for thousands. Where they asked to be paid is theirs;
-- whence their money came is, unless we saw it come from there for others too, whatever anybody said it was.

create policy owner_looks on kyc_submissions for select to current_user using (tier = 3);

-- Whether nothing was ever found that makes these two accounts one person's, whatever was decided about it.
create function app.strangers(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return one <> other and not app.same_person(one, other) and not exists (select from public.account_links l
    where l.one = least(strangers.one, strangers.other) and l.other = greatest(strangers.one, strangers.other));

-- An account by its digits alone; null where there are none.
create function app.account_digits(account text) returns text language sql immutable
  return nullif(ltrim(regexp_replace(coalesce(account, ''), '\D', '', 'g'), '0'), '');

-- Whether an account or address is one of ours, or ever was.
create function app.is_ours(account text, address text, tag text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return exists (select from public.setting_versions s, jsonb_each(s.value) v
    where s.key in ('bank_accounts', 'company_wallets')
      and (app.account_digits(v.value ->> 'number') = app.account_digits(is_ours.account)
        or (v.value ->> 'address' = is_ours.address and v.value ->> 'tag' is not distinct from is_ours.tag)));

-- The freezes of whom this account or address is known: it stands on a line of theirs, unless that was not for them, or
-- they named it before they were stopped; what they name since tells nothing. How a bank is named says nothing, for people
-- name one in many ways. What we saw two strangers of theirs, and of each other, send from until then is many people's,
-- as an exchange's wallet is: there, what came from it without a tag and other tags are not theirs. An alarm is about its
-- own account alone: anybody raises one.
create or replace function app.freezes_known_by(account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with asked as (
      select app.account_digits(freezes_known_by.account) digits, freezes_known_by.address place, freezes_known_by.tag tag
       where not app.is_ours(freezes_known_by.account, freezes_known_by.address, freezes_known_by.tag)
    ), causes as (
      select f.id, f.user_id, f.frozen_at from public.account_freezes f where f.lifted_at is null and f.cause <> 'not_me'
    ), person as (
      select c.id, c.user_id, c.frozen_at since from causes c
      union all
      select c.id, o.user_id, greatest(c.frozen_at, (select max(l.decided_at) from public.account_links l
          where o.user_id in (l.one, l.other) and l.state = 'joined'))
        from causes c join public.joined_accounts m on m.user_id = c.user_id
        join public.joined_accounts o on o.person_id = m.person_id and o.user_id <> c.user_id
    ), near as (
      select p.id, p.user_id, p.since from person p
      union all
      select p.id, case when l.one = p.user_id then l.other else l.one end, greatest(p.since, l.found_at)
        from person p join public.account_links l on p.user_id in (l.one, l.other) and l.state = 'open'
    ), stopped as materialized (
      select n.id, n.user_id, min(n.since) over (partition by n.user_id) since
        from near n where n.id in (select app.freezes_on(n.user_id))
    ), known as (
      select s.id, s.user_id, s.since, app.account_digits(m.account) digits, m.address place, m.tag, m.direction = 'out' own
        from stopped s join public.movements m on m.user_id = s.user_id and m.direction <> 'off'
       where not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
      union all
      select s.id, s.user_id, s.since, n.digits, n.place, n.tag, n.own
        from stopped s join public.transactions t on t.user_id = s.user_id and t.created_at <= s.since,
             lateral (values (app.account_digits(t.account_number), t.wallet_address, t.destination_tag::text, true),
               (null, t.sender_wallet_address, null, false)) n(digits, place, tag, own)
      union all
      select s.id, s.user_id, s.since, null, w.value ->> 'walletAddress', null, true
        from stopped s join public.kyc_submissions k on k.user_id = s.user_id and k.tier = 3 and k.created_at <= s.since,
             jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
               then k.data -> 'trusted_wallets' end) w
    ), senders as materialized (
      select m.user_id, min(m.recorded_at) seen from public.movements m, asked a
       where (app.account_digits(m.account) = a.digits or m.address = a.place)
         and (m.direction = 'in' or m.tag is not null) and m.direction <> 'off'
         and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off')
         and m.user_id is not null and m.user_id not in (select s.user_id from stopped s)
       group by m.user_id)
    select distinct k.id from known k, asked a
     where (k.digits = a.digits or k.place = a.place)
       and ((k.own or k.tag is not null) and k.tag is not distinct from a.tag
         or not exists (select from senders x join senders y on x.user_id < y.user_id
              where x.seen <= k.since and y.seen <= k.since and app.strangers(x.user_id, k.user_id)
                and app.strangers(y.user_id, k.user_id) and app.strangers(x.user_id, y.user_id)));
  end;

revoke all on function app.strangers(uuid, uuid), app.account_digits(text), app.is_ours(text, text, text) from public;
