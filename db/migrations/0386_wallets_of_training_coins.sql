-- Why: whoever is frozen is known by the wallets they named before, and the one they named for their training coins was
-- missing: coins that a mule bought for them reached it.

-- Functions that look at it for everybody do so as its owner.
create policy owner_looks on lgm_awards for select to current_user using (true);

-- Another wallet may be named until the coins are released; the one before it stays known.
alter table lgm_awards add column earlier jsonb not null default '[]'
  constraint earlier_is_a_list check (jsonb_typeof(earlier) = 'array');

-- As before, and what was named before is kept.
CREATE OR REPLACE FUNCTION app.award_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare changed text[]; own boolean := app.user_id() in (select app.accounts_of(new.user_id));
begin
  if tg_op = 'INSERT' then
    if own or new.address is not null or new.released_at is not null or new.sent_at is not null
      or not exists (select from public.workshop_registrations r where r.id = new.registration_id
        and r.user_id = new.user_id and r.session_id = new.session_id and r.checked_in_at is not null)
    then raise exception 'no award without attendance' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if app.erasing() then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() and old.released_at is null and changed <@ array['address', 'named_at'] then
    if old.address <> new.address then
      new.earlier := old.earlier || jsonb_build_object('address', old.address, 'named_at', old.named_at);
    end if;
    return new; end if;
  if not own and old.released_at is null and changed <@ array['proposal_id', 'released_at'] and exists (
    select from public.proposals p where p.id = new.proposal_id and p.kind = 'award' and p.state = 'approved'
      and p.proposed_by not in (select app.accounts_of(new.user_id))
      and p.decided_by not in (select app.accounts_of(new.user_id))
      and p.payload -> 'awards' @> jsonb_build_array(
        jsonb_build_object('id', new.id, 'address', new.address, 'lgm', new.lgm)))
  then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  if not own and old.sent_at is null and changed <@ array['transaction_hash', 'sent_at', 'sent_by'] then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $function$;

-- As before, and known by what may be one account (0385) and by what was named for training coins. What lets somebody off
-- has to be certain: a use of exactly the number that is asked about, or of exactly the one that makes it known.
CREATE OR REPLACE FUNCTION app.freezes_known_at(account text, address text, tag text, paid boolean, whose uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH asked AS (
          SELECT freezes_known_at.account AS account,
             app.account_digits(freezes_known_at.account) AS digits,
             freezes_known_at.address AS place,
             freezes_known_at.tag AS tag
           WHERE (NOT app.is_ours(freezes_known_at.account, freezes_known_at.address, freezes_known_at.tag))
         ), causes AS (
          SELECT f.id,
             f.user_id,
             ( SELECT min(b.frozen_at) AS min
                    FROM app.freezes_without_gap(ARRAY[f.user_id]) b(id, user_id, frozen_at, known_as)) AS frozen_at
            FROM account_freezes f
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
                    FROM account_links l
                   WHERE (((o.user_id = l.one) OR (o.user_id = l.other)) AND (l.state = 'joined'::text)))) AS "greatest"
            FROM ((causes c
              JOIN joined_accounts m ON ((m.user_id = c.user_id)))
              JOIN joined_accounts o ON (((o.person_id = m.person_id) AND (o.user_id <> c.user_id))))
         ), near AS (
          SELECT p.id,
             p.user_id,
             p.since
            FROM person p
         UNION ALL
          SELECT p.id,
             a_1.id,
             GREATEST(p.since, l.found_at, ( SELECT max(j.decided_at) AS max
                    FROM account_links j
                   WHERE (((a_1.id = j.one) OR (a_1.id = j.other)) AND (j.state = 'joined'::text)))) AS "greatest"
            FROM ((person p
              JOIN account_links l ON ((((p.user_id = l.one) OR (p.user_id = l.other)) AND (l.state = 'open'::text))))
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
         ), sure AS (
          SELECT s.id,
             s.user_id,
             s.since
            FROM stopped s
           WHERE (s.user_id IN ( SELECT p.user_id
                    FROM person p))
         ), judgeds AS (
          SELECT s.id,
             s.user_id,
             s.since,
             (s.user_id IN ( SELECT p.user_id
                    FROM person p)) AS judged
            FROM stopped s
         ), known AS (
          SELECT s.id,
             s.user_id,
             s.since,
             m.account,
             m.address AS place,
             m.tag,
             (m.direction = 'out'::text) AS own,
             m.recorded_at AS at,
             false AS named
            FROM (stopped s
              JOIN movements m ON (((m.user_id = s.user_id) AND (m.direction <> 'off'::text))))
           WHERE (NOT (EXISTS ( SELECT
                    FROM movements o
                   WHERE ((o.of_id = m.id) AND (o.direction = 'off'::text)))))
         UNION ALL
          SELECT s.id,
             s.user_id,
             s.since,
             n.account,
             n.place,
             n.tag,
             n.own,
             t.created_at,
             true
            FROM (judgeds s
              JOIN transactions t ON (((t.user_id = s.user_id) AND (t.created_at <= s.since)))),
             LATERAL ( VALUES (t.account_number,
                         CASE
                             WHEN s.judged THEN t.wallet_address
                             ELSE NULL::text
                         END,(t.destination_tag)::text,true), (NULL::text,
                         CASE
                             WHEN s.judged THEN t.sender_wallet_address
                             ELSE NULL::text
                         END,NULL::text,false)) n(account, place, tag, own)
         UNION ALL
          SELECT s.id,
             s.user_id,
             s.since,
             NULL::text AS text,
             p.sender_address,
             NULL::text AS text,
             false,
             p.claimed_at,
             true
            FROM (sure s
              JOIN payments p ON (((p.user_id = s.user_id) AND (p.sender_address IS NOT NULL) AND (p.claimed_at <= s.since))))
         UNION ALL
          SELECT s.id,
             s.user_id,
             s.since,
             NULL::text AS text,
             (w.value ->> 'walletAddress'::text),
             NULL::text AS text,
             true,
             k_1.created_at,
             true
            FROM (sure s
              JOIN kyc_submissions k_1 ON (((k_1.user_id = s.user_id) AND (k_1.tier = 3) AND (k_1.created_at <= s.since)))),
             LATERAL jsonb_array_elements(
                 CASE jsonb_typeof((k_1.data -> 'trusted_wallets'::text))
                     WHEN 'array'::text THEN (k_1.data -> 'trusted_wallets'::text)
                     ELSE NULL::jsonb
                 END) w(value)
         UNION ALL
          SELECT s.id,
             s.user_id,
             s.since,
             NULL::text AS text,
             n.address,
             NULL::text AS text,
             true,
             n.named_at,
             true
            FROM (sure s
              JOIN lgm_awards w ON ((w.user_id = s.user_id))),
             LATERAL ( SELECT w.address,
                    w.named_at
                 UNION ALL
                  SELECT e.address,
                    e.named_at
                    FROM jsonb_to_recordset(w.earlier) e(address text, named_at timestamp with time zone)) n
           WHERE (n.named_at <= s.since)
         ), matched AS MATERIALIZED (
          SELECT k_1.id,
             k_1.user_id,
             k_1.since,
             app.account_digits(k_1.account) AS digits,
             k_1.place,
             k_1.tag,
             k_1.own,
             k_1.at,
             k_1.named,
             min(k_1.at) OVER (PARTITION BY k_1.user_id) AS first
            FROM known k_1,
             asked a_1
           WHERE (app.may_be_one_account(k_1.account, a_1.account) OR (k_1.place = a_1.place))
         ), alike AS (
          SELECT a_1.digits
            FROM asked a_1
         UNION
          SELECT k_1.digits
            FROM matched k_1
         ), senders AS MATERIALIZED (
          SELECT m.user_id,
             app.account_digits(m.account) AS digits,
             min(m.recorded_at) AS seen
            FROM movements m,
             asked a_1
           WHERE (((app.account_digits(m.account) = ANY (ARRAY( SELECT l.digits
                    FROM alike l))) OR (m.address = a_1.place)) AND ((m.direction = 'in'::text) OR (m.tag IS NOT NULL)) AND (m.direction <> 'off'::text) AND (NOT (EXISTS ( SELECT
                    FROM movements o
                   WHERE ((o.of_id = m.id) AND (o.direction = 'off'::text))))) AND (m.user_id IS NOT NULL) AND (NOT (m.user_id IN ( SELECT s.user_id
                    FROM stopped s))))
           GROUP BY m.user_id, (app.account_digits(m.account))
         ), used AS MATERIALIZED (
          SELECT m.user_id,
             app.account_digits(m.account) AS digits,
             m.tag,
             (m.direction = 'out'::text) AS paid,
             min(GREATEST(m.moved_at, m.recorded_at)) AS seen
            FROM movements m,
             asked a_1
           WHERE (((app.account_digits(m.account) = ANY (ARRAY( SELECT l.digits
                    FROM alike l))) OR (m.address = a_1.place)) AND (m.direction = ANY (ARRAY['in'::text, 'out'::text])) AND (NOT (EXISTS ( SELECT
                    FROM movements o
                   WHERE ((o.of_id = m.id) AND (o.direction = 'off'::text))))) AND (m.user_id IS NOT NULL) AND (NOT (m.user_id IN ( SELECT s.user_id
                    FROM stopped s))))
           GROUP BY m.user_id, (app.account_digits(m.account)), m.tag, (m.direction = 'out'::text)
         )
  SELECT DISTINCT k.id
    FROM matched k,
     asked a
   WHERE ((NOT ((k.named OR freezes_known_at.paid) AND (EXISTS ( SELECT
            FROM used u
           WHERE ((u.seen <= k.first) AND ((u.digits IS NULL) OR (u.digits = ANY (ARRAY[a.digits, k.digits]))) AND (NOT (u.tag IS DISTINCT FROM a.tag)) AND (k.named OR u.paid) AND app.unrelated(u.user_id, k.user_id) AND ((freezes_known_at.whose IS NULL) OR (u.user_id = freezes_known_at.whose) OR app.same_person(u.user_id, freezes_known_at.whose))))))) AND (((k.own OR (k.tag IS NOT NULL)) AND (NOT (k.tag IS DISTINCT FROM a.tag)) AND (freezes_known_at.paid OR (k.digits IS NOT NULL))) OR (NOT (EXISTS ( SELECT
            FROM (senders x
              JOIN senders y ON ((x.user_id < y.user_id)))
           WHERE ((x.seen <= k.since) AND (y.seen <= k.since) AND ((x.digits IS NULL) OR (x.digits = ANY (ARRAY[a.digits, k.digits]))) AND ((y.digits IS NULL) OR (y.digits = ANY (ARRAY[a.digits, k.digits]))) AND app.unrelated(x.user_id, k.user_id) AND app.unrelated(y.user_id, k.user_id) AND app.unrelated(x.user_id, y.user_id)))))));
END
;
