-- Why: whoever paid under the customer's own name was compared with no list, since the customer is compared by themselves.
-- But whom nobody identified takes any name at will: a listed party's account paid, and was paid, unseen once its customer
-- bore its name for a minute. From now on a name is the customer's own for as long as it stands on approved papers, from
-- which on it is locked; everybody else's is compared as any other. So is the name on the account that a sale is paid into.

-- Whether the name of a customer stands on papers that were approved: the newest of tier 1 speaks.
create function app.name_stands(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select k.status = 'approved' from public.kyc_submissions k
    where k.user_id = person and k.tier = 1 order by k.created_at desc limit 1), false)
$$;
revoke all on function app.name_stands(uuid) from public;
grant execute on function app.name_stands(uuid) to cryptocommerce_app;
alter policy owner_looks on kyc_submissions using (tier in (1, 3));

-- With which lists a name was compared; the customer's own with those of the customer, while it stands on papers.
create function app.payer_is_compared(payer compared_payers) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case payer.compared_with when 'own_name' then app.name_stands(payer.user_id) else payer.compared_with is not null end
$$;
revoke all on function app.payer_is_compared(compared_payers) from public;

create or replace function app.names_let_go(which uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with payers as (
    select c.user_id, c.stopped_by, app.payer_is_compared(c) compared from public.compared_payers c where c.due_id = which
       and not exists (select from public.movements o where o.of_id = c.movement_id and o.direction = 'off')),
  names as (
    select h.user_id, h.stopped_by from public.transfer_parties h where h.order_id = which
    union all select p.user_id, p.stopped_by from payers p),
  stops as (
    select n.user_id, s.* from names n
      cross join lateral jsonb_to_recordset(n.stopped_by) s(source text, ref text, hash text, at timestamptz)),
  matches as (
    select s.user_id, s.source, s.ref, s.hash from stops s
    union select n.user_id, f.* from names n cross join jsonb_to_recordset(found) f(source text, ref text, hash text))
  select not exists (select from payers p where not p.compared) and not exists (
    select from matches m
     where not exists (select from public.name_hits n where n.user_id = m.user_id and n.source = m.source
         and n.party_ref = m.ref and n.pair_hash = m.hash and n.state = 'cleared')
       and not exists (select from stops s
         join public.proposals p on p.kind = 'release' and p.subject = which::text and p.state = 'approved'
           and p.decided_at >= s.at
        where s.source = m.source and s.ref = m.ref and s.hash = m.hash))
$$;

create or replace function app.unassigned_payer_let_go(line uuid, found jsonb) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.movements m where m.id = line and btrim(m.holder) <> ''
      and not exists (select from public.compared_payers c where c.movement_id = m.id and app.payer_is_compared(c)))
    and not exists (select from public.bank_lines b where b.id = app.cash_line_of(line) and line <> all(b.loose_seen))
    and not exists (select from app.stops_of_unassigned(line, found) s
      where not exists (select from public.proposals p where p.kind = 'frozen_return' and p.subject = line::text
        and p.state = 'approved' and p.payload -> 'stops' ? s.word))
$$;

-- Coins that came for a sale bear no name: whom the sale pays is compared with their line.
create or replace function app.payer_to_compare() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compared_payers (movement_id, due_id, user_id)
    select new.id, coalesce(new.order_id, new.payment_id, new.id),
        coalesce(new.user_id, (select o.user_id from public.movements o where o.id = new.from_id))
     where btrim(new.holder) <> '' or exists (select from public.transactions t
       where t.id = new.order_id and btrim(t.account_holder_name) <> '');
  return null;
end $$;
drop trigger payer_to_compare on movements;
create trigger payer_to_compare after insert on movements for each row
  when (new.direction = 'in' and (btrim(new.holder) <> '' or new.order_id is not null))
  execute function app.payer_to_compare();

-- What is here already is compared before any of it leaves, and what is over once it goes on.
alter table compared_payers no force row level security;
alter table movements no force row level security;
alter table transactions no force row level security;
alter table kyc_submissions no force row level security;
update compared_payers set compared_with = null where compared_with = 'own_name' and not app.name_stands(user_id);
insert into compared_payers (movement_id, due_id, user_id)
  select m.id, t.id, t.user_id from movements m join transactions t on t.id = m.order_id
   where m.direction = 'in' and btrim(t.account_holder_name) <> ''
     and (t.awaits_staff or t.status in ('pending', 'processing')) on conflict do nothing;
alter table compared_payers force row level security;
alter table movements force row level security;
alter table transactions force row level security;
alter table kyc_submissions force row level security;
