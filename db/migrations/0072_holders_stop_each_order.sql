-- Why: of three orders to the wallet of one person only the first was held when that person came on a list; the others were
-- marked as compared, and whoever pays out asked for that mark alone. Each order keeps by itself for which matches it was
-- stopped, and goes on once each of them, and whatever a look right now finds, was cleared, or two people released it since.
alter table transfer_parties add column stopped_by jsonb not null default '[]';
grant update (stopped_by) on transfer_parties to cryptocommerce_app;
create policy owner_looks on transfer_parties for select to current_user using (true);

create function app.holder_clear(which uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select app.sees_all() and not exists (
    select from public.transfer_parties h
      cross join lateral jsonb_to_recordset(h.stopped_by || found) m(source text, ref text, hash text)
     where h.order_id = which
       and not exists (select from public.name_hits n where n.user_id = h.user_id and n.source = m.source
         and n.party_ref = m.ref and n.pair_hash = m.hash and n.state = 'cleared')
       and not exists (select from jsonb_to_recordset(h.stopped_by) s(source text, ref text, hash text, at timestamptz)
         join public.proposals p on p.kind = 'release' and p.subject = which::text and p.state = 'approved'
           and p.decided_at >= s.at
        where s.source = m.source and s.ref = m.ref and s.hash = m.hash))
$$;
revoke all on function app.holder_clear(uuid, jsonb) from public;
grant execute on function app.holder_clear(uuid, jsonb) to cryptocommerce_app;

-- What stopped an order until now stands on the hits of its alert; and every holder is compared once more.
alter table transfer_parties no force row level security;
alter table transaction_alerts no force row level security;
alter table name_hits no force row level security;
update transfer_parties h set compared_with = null, stopped_by = (
  select coalesce(jsonb_agg(jsonb_build_object('source', n.source, 'ref', n.party_ref, 'hash', n.pair_hash,
      'at', a.created_at)), '[]')
    from transaction_alerts a join name_hits n on n.alert_id = a.id
   where a.user_id = h.user_id and a.transaction_id = h.order_id and a.alert_type = 'name_match')
 where h.compared_with is not null;
alter table transfer_parties force row level security;
alter table transaction_alerts force row level security;
alter table name_hits force row level security;
