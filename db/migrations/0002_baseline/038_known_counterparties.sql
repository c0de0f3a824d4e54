create function app.account_digits(account text) returns text
  language sql immutable
  return nullif(ltrim(regexp_replace(coalesce(account, ''), '\D', '', 'g'), '0'), '');

create function app.account_suffix(account text) returns text
  language sql immutable
  return nullif(regexp_replace(regexp_replace(coalesce(account, ''), '\D', '', 'g'), '^0+(?=\d{6})', ''), '000000');

create function app.is_possible_same_account(account_one text, account_two text) returns boolean
  language sql immutable
  return app.account_digits(account_one) = app.account_digits(account_two)
    or (least(length(app.account_suffix(account_one)), length(app.account_suffix(account_two))) >= 6
      and right(app.account_suffix(account_one), length(app.account_suffix(account_two)))
        = right(app.account_suffix(account_two), length(app.account_suffix(account_one))));

create function app.is_company_account(account text, address text, tag text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.setting_versions s, jsonb_each(s.value) v
    where s.key in ('bank_accounts', 'company_wallets')
      and (app.account_digits(v.value ->> 'number') = app.account_digits(is_company_account.account)
        or (v.value ->> 'address' = is_company_account.address and v.value ->> 'tag' is not distinct from is_company_account.tag)));

-- `set search_path` prevents inlining, so that each session plans this query once.
create function app.frozen_people() returns table (id uuid, user_id uuid, since timestamptz, sure boolean)
  language sql stable rows 20 set search_path = pg_catalog, pg_temp
begin atomic
  with active_freezes as (
    select f.id, f.user_id, (select min(b.frozen_at) from app.continuous_freezes(array[f.user_id]) b) frozen_at
      from public.account_freezes f where f.lifted_at is null and f.cause <> 'not_me'
  ), person_accounts as (
    select c.id, c.user_id, c.frozen_at since from active_freezes c
    union all
    select c.id, o.user_id, greatest(c.frozen_at, (select max(l.decided_at) from public.account_links l
        where o.user_id in (l.account_a, l.account_b) and l.state = 'joined'))
      from active_freezes c join public.merged_accounts m on m.user_id = c.user_id
      join public.merged_accounts o on o.person_id = m.person_id and o.user_id <> c.user_id
  ), linked_accounts as (
    select p.id, p.user_id, p.since from person_accounts p
    union all
    select p.id, a.id, greatest(p.since, l.found_at, (select max(j.decided_at) from public.account_links j
        where a.id in (j.account_a, j.account_b) and j.state = 'joined'))
      from person_accounts p join public.account_links l on p.user_id in (l.account_a, l.account_b) and l.state = 'open'
      cross join lateral app.same_person_accounts(case when l.account_a = p.user_id then l.account_b else l.account_a end) a (id)
  ), frozen as materialized (
    select n.id, n.user_id, min(n.since) over (partition by n.user_id) since
      from linked_accounts n where n.id in (select app.effective_freezes(n.user_id))
  )
  select s.id, s.user_id, s.since, s.user_id in (select p.user_id from person_accounts p) from frozen s;
end;

create function app.frozen_accounts_and_wallets()
  returns table (id uuid, user_id uuid, since timestamptz, account text, holder text, place text, tag text,
    own boolean, untagged boolean, at timestamptz, named boolean)
  language sql stable rows 200 set search_path = pg_catalog, pg_temp
begin atomic
  with frozen as materialized (select p.id, p.user_id, p.since, p.sure from app.frozen_people() p)
  select s.id, s.user_id, s.since, m.account, m.holder, m.address place, m.tag, m.direction = 'out' own,
      m.direction = 'out' and m.tag is null untagged, m.recorded_at at, false named
    from frozen s join public.movements m on m.user_id = s.user_id and m.direction <> 'off'
    where not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off')
  union all
  -- The payer account of the bank line can differ from the account that staff typed.
  select s.id, s.user_id, s.since, b.payer_account, m.holder, null, null, false, false, m.recorded_at, false
    from frozen s join public.movements m on m.user_id = s.user_id and m.direction = 'in'
      join public.bank_lines b on b.movement_id = m.id and b.payer_account is distinct from m.account and b.payer_account <> ''
    where not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off')
  union all
  select s.id, s.user_id, s.since, n.account, null, n.place, n.tag, n.own, n.own and n.tag is null, t.created_at, true
    from frozen s join public.transactions t on t.user_id = s.user_id and t.created_at <= s.since,
      lateral (values
        (t.account_number, case when s.sure then t.wallet_address end, t.destination_tag::text, true),
        (null, case when s.sure then t.sender_wallet_address end, null, false)) n (account, place, tag, own)
  union all
  select s.id, s.user_id, s.since, null, null, p.sender_address, null, false, false, p.claimed_at, true
    from frozen s join public.payments p
      on s.sure and p.user_id = s.user_id and p.sender_address is not null and p.claimed_at <= s.since
  union all
  -- Enhanced KYC declares wallets without a destination tag.
  select s.id, s.user_id, s.since, null, null, w.value ->> 'walletAddress', null, true, false, k.created_at, true
    from frozen s join public.kyc_submissions k on s.sure and k.user_id = s.user_id and k.tier = 3 and k.created_at <= s.since,
      jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
        then k.data -> 'trusted_wallets' end) w
  union all
  select s.id, s.user_id, s.since, null, null, n.address, null, true, false, n.named_at, true
    from frozen s join public.lgm_awards w on s.sure and w.user_id = s.user_id,
      lateral (select w.address, w.named_at
        union all
        select e.address, e.named_at from jsonb_to_recordset(w.earlier) e (address text, named_at timestamptz)) n
    where n.named_at <= s.since;
end;

create function app.prune_address_forms() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_system() then raise exception 'only the system can prune address forms'; end if;
  delete from public.address_forms f where f.address not in (
    select app.plain_wallet(used_wallet.address) from (
      select m.address from public.movements m
      union select t.wallet_address from public.transactions t
      union select t.sender_wallet_address from public.transactions t
      union select w.value ->> 'walletAddress' from public.kyc_submissions k,
        jsonb_array_elements(case jsonb_typeof(k.data -> 'trusted_wallets') when 'array'
          then k.data -> 'trusted_wallets' end) w where k.tier = 3) used_wallet (address)
     where used_wallet.address is not null);
end $$;

create function app.are_unrelated(account_a uuid, account_b uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select account_a <> account_b and not app.is_same_person(account_a, account_b)
    and not exists (select from public.account_links l
      where l.account_a = least(are_unrelated.account_a, are_unrelated.account_b)
        and l.account_b = greatest(are_unrelated.account_a, are_unrelated.account_b)
        and not l.kinds <@ array['wallet', 'bank'])
    and not (exists (select from public.identity_hashes m join public.identity_hashes n on n.hash = m.hash
      and n.kind = 'bank'
          where m.user_id = are_unrelated.account_a and n.user_id = are_unrelated.account_b and m.kind = 'bank')
      and (exists (select from public.movements a join public.movements b
            on app.account_digits(b.account) = app.account_digits(a.account)
          where a.user_id = are_unrelated.account_a and b.user_id = are_unrelated.account_b and a.account is not null)
        or exists (select from public.transactions a join public.transactions b
            on app.account_digits(b.account_number) = app.account_digits(a.account_number)
              and lower(btrim(b.account_holder_name)) = lower(btrim(a.account_holder_name))
          where a.user_id = are_unrelated.account_a and b.user_id = are_unrelated.account_b
            and a.account_number <> '')));
end;

-- Freezes of people known to use this account or address. `is_payout`: the company would pay to it. An address shared
-- by unrelated people identifies no one.
create function app.freezes_by_counterparty(account text, address text, tag text, is_payout boolean, owner uuid)
  returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with counterparty as (
    select freezes_by_counterparty.account, app.account_digits(freezes_by_counterparty.account) digits,
        app.addresses_of_key(freezes_by_counterparty.address) forms, freezes_by_counterparty.tag
      where not app.is_company_account(freezes_by_counterparty.account, freezes_by_counterparty.address,
        freezes_by_counterparty.tag)
  ), known_counterparties as materialized (
    select * from app.frozen_accounts_and_wallets()
  ), matched as materialized (
    select k.id, k.user_id, k.since, app.account_digits(k.account) digits, k.holder, k.tag, k.own, k.untagged, k.named,
        min(k.at) over (partition by k.user_id) first_at
      from known_counterparties k, counterparty a
      where app.is_possible_same_account(k.account, a.account) or k.place = any (a.forms) or lower(k.place) = any (a.forms)
  ), names as materialized (
    select p.user_id, n.words
      from (select distinct m.user_id from matched m) p cross join lateral app.person_names(p.user_id) n (words)
  ), candidates as materialized (
    -- `is_holder`: the frozen person is the account holder in the movement.
    select distinct k.id, k.user_id, k.since, k.digits, k.tag, k.own, k.untagged, k.named, k.first_at,
        k.digits is not null and exists (select from names n
          where n.user_id = k.user_id and app.is_possible_same_name(app.name_words(k.holder), n.words)) is_holder
      from matched k
  ), matched_digits as (
    select a.digits from counterparty a union select k.digits from candidates k
  ), other_uses as materialized (
    select m.user_id, app.account_digits(m.account) digits, m.tag, m.direction, app.name_words(m.holder) words,
        min(m.recorded_at) seen_at, min(greatest(m.moved_at, m.recorded_at)) used_at
      from public.movements m, counterparty a
      where (app.account_digits(m.account) = any (array(select l.digits from matched_digits l))
          or m.address = any (a.forms) or lower(m.address) = any (a.forms))
        and m.direction <> 'off' and m.user_id is not null and m.user_id not in (select s.user_id from app.frozen_people() s)
        and not exists (select from public.movements o where o.reverses_id = m.id and o.direction = 'off')
        and exists (select from candidates)
      group by m.user_id, app.account_digits(m.account), m.tag, m.direction, app.name_words(m.holder)
  ), verified_users as materialized (
    -- Verified customers who paid from the account or have a tag at the address, and since when.
    select u.user_id, u.digits, u.tag, u.words, p.own_words, greatest(u.seen_at, p.decided_at) seen_at
      from other_uses u join lateral (select k.decided_at, app.name_words(k.data ->> 'full_name') own_words
        from public.kyc_submissions k
        where k.user_id = u.user_id and k.tier = 1 and k.status = 'approved' and not exists (
          select from public.kyc_submissions r where r.user_id = k.user_id and r.tier = 1 and r.created_at > k.created_at
            and r.status = 'rejected')) p on true
      where u.direction = 'in' or u.tag is not null
  ), unrelated_users as materialized (
    -- Unrelated users of the account. If the frozen person holds it, only customers who pay under their own name count.
    select distinct k.user_id owner_id, k.digits known_digits, k.is_holder, v.user_id, v.tag, v.seen_at
      from (select distinct t.user_id, t.digits, t.is_holder from candidates t) k, verified_users v, counterparty a
      where (v.digits is null or v.digits in (a.digits, k.digits))
        and (v.digits is null or not exists (select from names n
          where n.user_id = k.user_id and app.is_possible_same_name(v.words, n.words)))
        and (not k.is_holder or app.is_possible_same_name(v.words, v.own_words))
        and app.are_unrelated(v.user_id, k.user_id)
  )
  select distinct k.id from candidates k, counterparty a
    where not ((k.named or freezes_by_counterparty.is_payout) and exists (select from other_uses u
        where u.direction in ('in', 'out') and u.used_at <= k.first_at
          and (u.digits is null or u.digits in (a.digits, k.digits)) and u.tag is not distinct from a.tag
          and (k.named or u.direction = 'out') and app.are_unrelated(u.user_id, k.user_id)
          and (u.direction = 'out' or u.digits is null or not exists (select from names n
            where n.user_id = k.user_id and app.is_possible_same_name(u.words, n.words)))
          and (freezes_by_counterparty.owner is null or u.user_id = freezes_by_counterparty.owner
            or app.is_same_person(u.user_id, freezes_by_counterparty.owner))))
      and (((k.own or k.tag is not null) and k.tag is not distinct from a.tag
          and (freezes_by_counterparty.is_payout or k.digits is not null))
        -- A payout without a tag identifies the whole wallet, unless unrelated people used the wallet before.
        or (k.untagged and freezes_by_counterparty.is_payout and not exists (
          select from unrelated_users x join unrelated_users y on x.user_id < y.user_id and x.tag <> y.tag
            where x.owner_id = k.user_id and y.owner_id = k.user_id
              and x.seen_at <= k.first_at and y.seen_at <= k.first_at
              and x.known_digits is not distinct from k.digits and y.known_digits is not distinct from k.digits
              and x.is_holder = k.is_holder and y.is_holder = k.is_holder and app.are_unrelated(x.user_id, y.user_id)))
        or not exists (
          select from unrelated_users x join unrelated_users y on x.user_id < y.user_id
            where x.owner_id = k.user_id and y.owner_id = k.user_id and x.seen_at <= k.since and y.seen_at <= k.since
              and x.known_digits is not distinct from k.digits and y.known_digits is not distinct from k.digits
              and x.is_holder = k.is_holder and y.is_holder = k.is_holder and app.are_unrelated(x.user_id, y.user_id)));
end;

create function app.freezes_by_source(account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.freezes_by_counterparty(account, address, tag, false, null);
end;

create function app.freezes_of_source_accounts(target_movement uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.id from app.source_accounts(target_movement) c, lateral app.effective_freezes(c.user_id) x(id)
    join public.account_freezes f on f.id = x.id and f.cause <> 'not_me'
   where c.user_id is distinct from (select m.user_id from public.movements m where m.id = target_movement);
end;

create function app.freezes_of_return(target_movement uuid, account text, address text, tag text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.freezes_of_source_accounts(target_movement) union select app.freezes_by_source(account, address, tag)
  union select app.freezes_by_source(app.stated_account(target_movement), null, null);
end;

-- Freezes that concern the counterparties of an order, a payment or an unallocated movement.
create function app.freezes_of_order(order_or_movement uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.freezes_by_counterparty(t.account_number, t.wallet_address, t.destination_tag::text, true, t.user_id)
    from public.transactions t where t.id = order_or_movement
  union
  select app.freezes_of_return(m.id, m.account, m.address, m.tag)
    from public.movements m
   where m.id in (select app.available_movements(order_or_movement))
      or (m.id = order_or_movement and m.user_id is null);
end;

create function app.is_order_blocked(order_or_movement uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return app.can_access_all_rows() and exists (select from app.freezes_of_order(order_or_movement));

-- True if two people approved this refund with all current freezes and movements. Any new freeze or movement requires a
-- new decision.
create function app.is_return_decided(order_id uuid, customer uuid, target_movement uuid default null) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return app.can_access_all_rows() and exists (select from public.proposals p
    where p.kind = 'frozen_return' and p.subject = is_return_decided.order_id::text
      and p.customer_id = is_return_decided.customer and p.state = 'approved'
      and (p.payload ->> 'stopped')::boolean = app.is_frozen(is_return_decided.customer)
      and not exists (select from (select app.effective_freezes(is_return_decided.customer)
            union select app.freezes_of_order(is_return_decided.order_id)) f (id)
          where not p.payload -> 'freezes' ? f.id::text)
      and not exists (select from (select app.refundable_pay_ins(is_return_decided.order_id)
            union select is_return_decided.target_movement where is_return_decided.target_movement is not null) l (id)
          where not p.payload -> 'lines' ? l.id::text));

create function app.is_unallocated_return_decided(target_movement uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return app.can_access_all_rows() and exists (select from public.proposals p
    where p.kind = 'frozen_return' and p.subject = is_unallocated_return_decided.target_movement::text and p.state = 'approved'
      and not exists (select from app.freezes_of_order(is_unallocated_return_decided.target_movement) f(id)
        where not p.payload -> 'freezes' ? f.id::text));

create function app.is_return_blocked(target_movement uuid, account text, address text, tag text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return app.can_access_all_rows() and exists (select from app.freezes_of_return(target_movement, account, address, tag))
    and not app.is_unallocated_return_decided(target_movement);

create function app.is_wallet_blocked(address text, owner uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return app.can_access_all_rows()
    and exists (select from app.freezes_by_counterparty(null, address, null, true, owner));

create function app.order_block_reasons(order_or_movement uuid) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.can_read_compliance() then raise exception 'only compliance can call this function'; end if;
  return query select app.freezes_of_order(order_or_movement);
end $$;

revoke all on function
  app.account_digits, app.account_suffix, app.prune_address_forms, app.is_possible_same_account, app.is_company_account, app.frozen_people, app.frozen_accounts_and_wallets,
  app.are_unrelated, app.freezes_by_counterparty, app.freezes_by_source, app.freezes_of_source_accounts,
    app.freezes_of_return,
  app.freezes_of_order, app.is_order_blocked, app.is_return_decided, app.is_unallocated_return_decided,
    app.is_return_blocked,
  app.is_wallet_blocked, app.order_block_reasons
  from public;
grant execute on function
  app.prune_address_forms, app.is_company_account, app.is_order_blocked, app.is_return_decided, app.is_unallocated_return_decided, app.is_return_blocked,
    app.is_wallet_blocked,
  app.order_block_reasons
  to cryptocommerce_app;
