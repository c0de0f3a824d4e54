-- Why: plans and workshops are paid for in Mahoni too. How much of it is due, where it goes and by which price and rate are
-- settled when the payment is begun, and stand there whatever the settings say later; whoever says they paid names the
-- wallet that sent it. Such a wallet counts among what people are known by, like those that they name on orders (decision 029).

alter table payments
  add column coin_amount numeric(38, 18) constraint coin_amount_positive check (coin_amount > 0),
  add column coin_price_usd numeric(30, 12),
  add column coin_rate numeric(30, 12),
  add column coin_address text,
  add constraint coins_are_settled check ((method = 'crypto') = (coin_amount is not null)
    and (coin_amount is null) = (coin_price_usd is null) and (coin_amount is null) = (coin_rate is null)
    and (coin_amount is null) = (coin_address is null)),
  add constraint coins_name_their_sender check (method <> 'crypto' or pay_in <> 'claimed' or sender_address is not null);

-- A customer claims, and calls off what nothing came for. What they claim, they say as they claim.
create or replace function app.own_payment_moves() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  if (old.pay_in <> new.pay_in and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
    or (old.ended is distinct from new.ended
      and not (old.ended is null and new.ended = 'cancelled' and old.pay_in = 'awaiting'))
    or (new.reason_code is not null and old.reason_code is distinct from new.reason_code)
    or ((old.sender_address, old.wallet_type, old.transaction_hash, old.proof_file)
        is distinct from (new.sender_address, new.wallet_type, new.transaction_hash, new.proof_file)
      and not (old.pay_in = 'awaiting' and new.pay_in = 'claimed'))
  then raise exception 'this is not for customers to change' using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;

-- A transaction is named for one payment and counts once, whoever looks: its customer sees no row of anybody else.
create function app.hash_taken(which uuid, hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('reference ' || hash, 0));
  return exists (select from public.payments p where p.transaction_hash = hash and p.id <> which)
    or exists (select from public.movements m where m.reference_key = hash);
end $$;
revoke all on function app.hash_taken(uuid, text) from public;
grant execute on function app.hash_taken(uuid, text) to cryptocommerce_app;

-- The same as it was, and the wallets that people named when they said that they paid in Mahoni.
create or replace FUNCTION app.freezes_known_at(account text, address text, tag text, paid boolean)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 WITH asked AS (
          SELECT app.account_digits(freezes_known_at.account) AS digits,
             freezes_known_at.address AS place,
             freezes_known_at.tag AS tag
           WHERE (NOT app.is_ours(freezes_known_at.account, freezes_known_at.address, freezes_known_at.tag))
         ), causes AS (
          SELECT f.id,
             f.user_id,
             ( SELECT min(b.frozen_at) AS min
                    FROM app.freezes_without_gap(ARRAY[f.user_id]) b(id, user_id, frozen_at, known_as)) AS frozen_at
            FROM public.account_freezes f
           WHERE ((f.lifted_at IS NULL) AND (f.cause <> 'not_me'::text))
         ), person AS (
          SELECT c.id,
             c.user_id,
             c.frozen_at AS since
            FROM causes c
         UNION ALL
          SELECT c.id,
             o.user_id,
             GREATEST(c.frozen_at, ( SELECT max(l.decided_at) AS max
                    FROM public.account_links l
                   WHERE (((o.user_id = l.one) OR (o.user_id = l.other)) AND (l.state = 'joined'::text)))) AS "greatest"
            FROM ((causes c
              JOIN public.joined_accounts m ON ((m.user_id = c.user_id)))
              JOIN public.joined_accounts o ON (((o.person_id = m.person_id) AND (o.user_id <> c.user_id))))
         ), near AS (
          SELECT p.id,
             p.user_id,
             p.since
            FROM person p
         UNION ALL
          SELECT p.id,
             a_1.id,
             GREATEST(p.since, l.found_at, ( SELECT max(j.decided_at) AS max
                    FROM public.account_links j
                   WHERE (((a_1.id = j.one) OR (a_1.id = j.other)) AND (j.state = 'joined'::text)))) AS "greatest"
            FROM ((person p
              JOIN public.account_links l ON ((((p.user_id = l.one) OR (p.user_id = l.other)) AND (l.state = 'open'::text))))
              CROSS JOIN LATERAL app.accounts_of(
                 CASE
                     WHEN (l.one = p.user_id) THEN l.other
                     ELSE l.one
                 END) a_1(id))
         ), stopped AS MATERIALIZED (
          SELECT n.id,
             n.user_id,
             min(n.since) OVER (PARTITION BY n.user_id) AS since
            FROM near n
           WHERE (n.id IN ( SELECT app.freezes_on(n.user_id) AS freezes_on))
         ), known AS (
          SELECT s.id,
             s.user_id,
             s.since,
             app.account_digits(m.account) AS digits,
             m.address AS place,
             m.tag,
             (m.direction = 'out'::text) AS own,
             m.recorded_at AS at,
             false AS named
            FROM (stopped s
              JOIN public.movements m ON (((m.user_id = s.user_id) AND (m.direction <> 'off'::text))))
           WHERE (NOT (EXISTS ( SELECT
                    FROM public.movements o
                   WHERE ((o.of_id = m.id) AND (o.direction = 'off'::text)))))
         UNION ALL
          SELECT s.id,
             s.user_id,
             s.since,
             n.digits,
             n.place,
             n.tag,
             n.own,
             t.created_at,
             true
            FROM (stopped s
              JOIN public.transactions t ON (((t.user_id = s.user_id) AND (t.created_at <= s.since)))),
             LATERAL ( VALUES (app.account_digits(t.account_number),t.wallet_address,(t.destination_tag)::text,true), (NULL::text,t.sender_wallet_address,NULL::text,false)) n(digits, place, tag, own)
         UNION ALL
          SELECT s.id,
             s.user_id,
             s.since,
             NULL::text,
             p.sender_address,
             NULL::text,
             false,
             p.claimed_at,
             true
            FROM (stopped s
              JOIN public.payments p ON (((p.user_id = s.user_id) AND (p.sender_address IS NOT NULL) AND (p.claimed_at <= s.since))))
         UNION ALL
          SELECT s.id,
             s.user_id,
             s.since,
             NULL::text,
             (w.value ->> 'walletAddress'::text),
             NULL::text,
             true,
             k_1.created_at,
             true
            FROM (stopped s
              JOIN public.kyc_submissions k_1 ON (((k_1.user_id = s.user_id) AND (k_1.tier = 3) AND (k_1.created_at <= s.since)))),
             LATERAL jsonb_array_elements(
                 CASE jsonb_typeof((k_1.data -> 'trusted_wallets'::text))
                     WHEN 'array'::text THEN (k_1.data -> 'trusted_wallets'::text)
                     ELSE NULL::jsonb
                 END) w(value)
         ), senders AS MATERIALIZED (
          SELECT m.user_id,
             min(m.recorded_at) AS seen
            FROM public.movements m,
             asked a_1
           WHERE (((app.account_digits(m.account) = a_1.digits) OR (m.address = a_1.place)) AND ((m.direction = 'in'::text) OR (m.tag IS NOT NULL)) AND (m.direction <> 'off'::text) AND (NOT (EXISTS ( SELECT
                    FROM public.movements o
                   WHERE ((o.of_id = m.id) AND (o.direction = 'off'::text))))) AND (m.user_id IS NOT NULL) AND (NOT (m.user_id IN ( SELECT s.user_id
                    FROM stopped s))))
           GROUP BY m.user_id
         ), used AS MATERIALIZED (
          SELECT m.user_id,
             m.tag,
             (m.direction = 'out'::text) AS paid,
             min(m.moved_at) AS seen
            FROM public.movements m,
             asked a_1
           WHERE (((app.account_digits(m.account) = a_1.digits) OR (m.address = a_1.place)) AND (m.direction = ANY (ARRAY['in'::text, 'out'::text])) AND (NOT (EXISTS ( SELECT
                    FROM public.movements o
                   WHERE ((o.of_id = m.id) AND (o.direction = 'off'::text))))) AND (m.user_id IS NOT NULL) AND (NOT (m.user_id IN ( SELECT s.user_id
                    FROM stopped s))))
           GROUP BY m.user_id, m.tag, (m.direction = 'out'::text)
         ), matched AS (
          SELECT k_1.id,
             k_1.user_id,
             k_1.since,
             k_1.digits,
             k_1.place,
             k_1.tag,
             k_1.own,
             k_1.at,
             k_1.named,
             min(k_1.at) OVER (PARTITION BY k_1.user_id) AS first
            FROM known k_1,
             asked a_1
           WHERE ((k_1.digits = a_1.digits) OR (k_1.place = a_1.place))
         )
  SELECT DISTINCT k.id
    FROM matched k,
     asked a
   WHERE ((NOT ((k.named OR freezes_known_at.paid) AND (EXISTS ( SELECT
            FROM used u
           WHERE ((u.seen <= k.first) AND (NOT (u.tag IS DISTINCT FROM a.tag)) AND (k.named OR u.paid) AND app.unrelated(u.user_id, k.user_id)))))) AND (((k.own OR (k.tag IS NOT NULL)) AND (NOT (k.tag IS DISTINCT FROM a.tag)) AND (freezes_known_at.paid OR (k.digits IS NOT NULL))) OR (NOT (EXISTS ( SELECT
            FROM (senders x
              JOIN senders y ON ((x.user_id < y.user_id)))
           WHERE ((x.seen <= k.since) AND (y.seen <= k.since) AND app.unrelated(x.user_id, k.user_id) AND app.unrelated(y.user_id, k.user_id) AND app.unrelated(x.user_id, y.user_id)))))));
END;
