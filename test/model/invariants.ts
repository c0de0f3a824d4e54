import type pg from 'pg';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { parseUnits, type World } from './world.ts';

const listedAddresses = [...demoAddresses.sanctioned, ...demoAddresses.highRisk];

/** Finds incoming money that is not, to the cent, on one order or payment, unallocated or returned. */
export const unaccountedMoney = `
  select * from (
    select m.asset, coalesce(sum(m.amount) filter (where m.direction = 'in' and m.source_movement_id is null), 0) received,
        coalesce(sum(m.amount) filter (where m.direction = 'in' and m.user_id is not null
          and not exists (select from movements o where o.reverses_id = m.id and o.direction = 'off')), 0)
        + coalesce(sum(app.unallocated_remaining(m.id)) filter (where m.direction = 'in' and m.user_id is null), 0)
        + coalesce(sum(m.amount) filter (where m.direction = 'back' and m.user_id is null
          and not exists (select from movements b where b.reverses_id = m.id)), 0) on_orders
      from movements m group by 1) sums
   where received is distinct from on_orders
  union all
  select u.asset, u.amount, app.unallocated_remaining(u.id) from movements u
   where u.user_id is null and u.direction = 'in' and (app.unallocated_remaining(u.id) < 0
     or (app.unallocated_remaining(u.id) > 0) <> exists (select from unallocated_funds o where o.movement_id = u.id))`;

/** Each query returns violations. Queries with `$1` look at these customers only. */
export const invariants = {
  'incoming money is on one order, unallocated or returned': unaccountedMoney,
  'nothing is paid out without a payment and two people other than the customer': `
    select m.id from movements m left join proposals p on p.id = m.proposal_id
     where m.user_id = any($1) and m.direction in ('out', 'back')
       and (p.id is null or p.state <> 'approved' or p.decided_by is null or p.decided_by = p.proposed_by
         or m.user_id in (p.decided_by, p.proposed_by) or m.recorded_by = m.user_id
         or not exists (select from movements i where i.order_id = m.order_id and i.direction = 'in'
           and not exists (select from movements x where x.reverses_id = i.id and x.direction = 'off'
             and (x.id < m.id or not exists (select from movements b where b.reverses_id = m.id and b.direction = 'bounced')))))`,
  'nothing is paid out twice': `
    select m.order_id from movements m where m.user_id = any($1) and m.direction in ('out', 'back')
       and not exists (select from movements b where b.reverses_id = m.id and b.direction = 'bounced')
     group by m.order_id, m.direction, m.reverses_id having count(*) > 1`,
  'an order that was paid out returned none of its own money': `
    select t.id from transactions t where t.user_id = any($1)
       and exists (select from movements o where o.order_id = t.id and o.direction = 'out'
         and not exists (select from movements b where b.reverses_id = o.id and b.direction = 'bounced'))
       and exists (select from movements r join movements i on i.id = r.reverses_id and not i.is_surplus
         where r.order_id = t.id and r.direction = 'back'
         and not exists (select from movements b where b.reverses_id = r.id and b.direction = 'bounced'))`,
  'a completed order was received and paid out in its present amounts': `
    select t.id from transactions t where t.user_id = any($1) and t.status = 'completed' and not exists (
      select from movements o where o.order_id = t.id and o.direction = 'out'
        and o.amount = case t.type when 'buy' then t.crypto_amount else t.net_jmd_amount end
        and not exists (select from movements b where b.reverses_id = o.id and b.direction = 'bounced'))`,
  'a refund equals the payment and goes to its sender': `
    select r.id from movements r join movements i on i.id = r.reverses_id
     where r.user_id = any($1) and r.direction = 'back'
       and (r.amount, r.asset, r.account, r.holder, r.address) is distinct from
           (i.amount, i.asset, i.account, i.holder, i.address)`,
  'unallocated money is returned to its sender as two people approved, never more than was received': `
    select b.id from movements b left join proposals p on p.id = b.proposal_id join movements u on u.id = b.reverses_id
     where b.user_id is null and b.direction = 'back' and (p.id is null or p.kind <> 'return' or p.state <> 'approved'
       or p.decided_by is null or p.decided_by = p.proposed_by
       or (b.asset, b.account, b.holder, b.address) is distinct from (u.asset, u.account, u.holder, u.address)
       or (select sum(s.amount) from movements s where (s.source_movement_id = u.id or (s.reverses_id = u.id and s.direction = 'back'))
         and not exists (select from movements c where c.reverses_id = s.id and c.direction = 'bounced')) > u.amount)`,
  'money taken off an order is approved by two people and becomes unallocated in full': `
    select o.id from movements o left join proposals p on p.id = o.proposal_id
       left join movements u on u.source_movement_id = o.id and u.user_id is null join movements i on i.id = o.reverses_id
     where o.direction = 'off' and (p.id is null or p.state <> 'approved' or p.decided_by is null
       or p.decided_by = p.proposed_by or u.amount is distinct from i.amount or o.amount <> i.amount)`,
  'no reference is used twice': `
    select reference_key from movements where reference_key in
      (select reference_key from movements where user_id = any($1)) group by 1 having count(*) > 1`,
  // An order that was paid out can later be held only for surplus money.
  'a held order cannot be paid out': `
    select id from transactions where user_id = any($1) and held and pay_out = 'sent' and surplus_count = 0`,
  'nothing is paid out to, or for coins from, a listed address': `
    select m.id from movements m where m.user_id = any($1) and m.direction in ('out', 'back')
       and (m.address = any($4) or (m.direction = 'out' and exists (
         select from movements i where i.order_id = m.order_id and not i.is_surplus and i.address = any($4))))`,
  'every payout has a clear screening': `
    select t.id from transactions t left join blockchain_screening s on s.id = t.blockchain_screening_id
     where t.user_id = any($1) and t.status = 'completed' and s.screening_result is distinct from 'clear'
       and not exists (select from proposals p join movements m on m.order_id = t.id and m.direction = 'out'
         where p.kind = 'release' and p.subject = t.id::text and p.state = 'approved' and p.decided_by <> p.proposed_by
           and m.moved_at < s.created_at)`,
  'an order reported as listed is paid out only after two compliance officers release it': `
    select t.id from transactions t where t.user_id = any($1) and t.pay_out = 'sent'
       and (t.id = any($3) or exists (select from audit_log a
         where a.subject_id = t.id::text and a.action in ('trading.screened', 'trading.screened_late')
           and a.after ->> 'result' in ('flagged', 'high_risk')))
       and not exists (select from proposals p where p.kind = 'release' and p.subject = t.id::text
         and p.state = 'approved' and p.decided_by <> p.proposed_by)`,
  'each placed order was assessed once and screened': `
    select t.id from transactions t where t.user_id = any($1) and (t.blockchain_screening_id is null
      or (select count(*) from risk_assessments r where r.order_id = t.id) <> 1)`,
  'a customer risk rating equals the newest assessment': `
    select a.user_id from (select distinct on (user_id) user_id, risk_score, risk_level from risk_assessments
        where user_id = any($1) order by user_id, id desc) a
      left join customer_risk_ratings s on s.user_id = a.user_id
     where not exists (select from customer_reviews r where r.user_id = a.user_id)
       and (s.score is distinct from a.risk_score or s.level is distinct from a.risk_level)`,
  'every change of an order is in the audit log': `
    select e.id from order_events e where e.user_id = any($1) and not exists (
      select from audit_log a where a.subject_id = e.order_id::text
        and a.action = any(case when e.event = 'hold' and e.actor_kind = 'system'
            then array['trading.order_placed', 'trading.hold']
          when e.event = 'screened' then array['trading.screened', 'trading.screened_late', 'trading.sender_screened']
          else array['trading.' || e.event] end))`,
  // A sell price lasts one hour, a buy price to the end of the next day. Later money may use a later price.
  'a price binds within its window, and a worse one only if accepted': `
    select t.id from transactions t join movements m on m.order_id = t.id and m.direction = 'in' and not m.is_surplus
        and not exists (select from movements x where x.reverses_id = m.id and x.direction = 'off')
      join jsonb_to_recordset($2) k(id uuid, agreed numeric) on k.id = t.id
      cross join lateral (select case t.type when 'buy' then t.crypto_amount else t.net_jmd_amount end gets,
        case when t.type = 'sell' then t.created_at + interval '60 minutes'
          else ((t.created_at at time zone 'America/Jamaica')::date + 2)::timestamp at time zone 'America/Jamaica'
            - interval '1 millisecond' end ends) g
      cross join lateral (select m.recorded_at > ends
        and (m.source_movement_id is not null or (t.type = 'sell' and m.moved_at <= t.created_at)) named_late) n
     where t.user_id = any($1) and t.status in ('processing', 'completed')
       and not (m.moved_at <= ends and gets = agreed)
       and not ((m.moved_at > ends or named_late) and exists (select from order_events e where e.order_id = t.id
         and (e.event = 'tookPrice' or (e.event = 'repriced' and gets >= agreed))))`,
};

/** Compares the product's movements with the test's own records, to the cent: on orders and unallocated. */
async function findBookDifferences({ server, orders, unallocated, shown }: World): Promise<string[]> {
  const { rows } = await server.owner.query<{ what: string; amounts: string[] }>(
    `select t.id::text what, coalesce(array_agg(m.amount::text) filter (where m.direction = 'in'
          and not exists (select from movements x where x.reverses_id = m.id and x.direction = 'off')), '{}') amounts
       from transactions t left join movements m on m.order_id = t.id where t.id = any($1) group by 1
     union all
     select u.id::text, array[(u.amount - coalesce((select sum(p.amount) from movements p where p.source_movement_id = u.id), 0)
          - coalesce((select sum(b.amount) from movements b where b.reverses_id = u.id and b.direction = 'back'
            and not exists (select from movements c where c.reverses_id = b.id)), 0))::text]
       from movements u where u.user_id is null and u.direction = 'in'
     union all
     select asset, array[sum(amount)::text] from movements
      where direction = 'in' and source_movement_id is null and payment_id is null group by 1`,
    [orders.map(({ id }) => id)],
  );
  const recorded = new Map(rows.map(({ what, amounts }) => [what, String(amounts.map(parseUnits).sort())]));
  const expected: [string, bigint[]][] = [
    ...orders.map(({ id, received }): [string, bigint[]] => [
      id,
      received.map(({ amount }) => parseUnits(amount)).sort(),
    ]),
    ...unallocated.map(({ id, left }): [string, bigint[]] => [id, [left]]),
    ...Object.entries(shown).map(([asset, sum]): [string, bigint[]] => [asset, sum === 0n ? [] : [sum]]),
  ];
  const strays = [...recorded.keys()].filter((what) => !expected.some(([id]) => id === what));
  return [
    ...strays.map((what) => `${what} is not in the test's records`),
    ...expected.flatMap(([what, sums]) =>
      String(sums) === (recorded.get(what) ?? '') ? [] : [`${what} has ${recorded.get(what)}, but received ${sums}`],
    ),
  ];
}

/** Outgoing movements per customer or joined accounts, without returns that two people approved, and freezes. */
export async function loadOutgoing({ server, players, joined }: World) {
  const { rows } = await server.owner.query<{ id: string; frozen: boolean; left: number }>(
    `select u.id, exists (select from account_freezes f
          where (f.user_id = u.id or ($2 and f.user_id = any($1))) and f.lifted_at is null) frozen,
        (select count(*)::int from movements b join movements l on l.id = b.reverses_id and b.direction = 'back'
            join movements o on o.id = l.source_movement_id where o.user_id = u.id)
          + (select count(*)::int from movements m where m.user_id = u.id
          and (m.direction = 'out' or m.direction = 'back'
          and not exists (select from proposals p where p.kind = 'frozen_return' and p.subject = m.order_id::text
            and p.state = 'approved' and p.decided_by <> p.proposed_by))) "left"
       from unnest($1::uuid[]) u(id)`,
    [players.map(({ id }) => id), joined],
  );
  return new Map(rows.map(({ id, ...how }) => [id, how]));
}

/** Parameters: accounts, agreed amounts, orders reported as listed, listed addresses. */
const parameters = 'with parameters as (select $1::uuid[], $2::jsonb, $3::uuid[], $4::text[])';

const getParameters = ({ players, orders, listed }: World): unknown[] => [
  players.map(({ id }) => id),
  JSON.stringify(orders.map(({ id, agreed }) => ({ id, agreed }))),
  [...listed],
  listedAddresses,
];

export async function findViolations(
  on: pg.Pool | pg.PoolClient,
  invariant: keyof typeof invariants,
  world: World,
): Promise<unknown[]> {
  return (await on.query(`${parameters} ${invariants[invariant]}`, getParameters(world))).rows;
}

export async function listViolations(world: World): Promise<string[]> {
  const { owner, faults } = world.server;
  const found = await Promise.all(
    (Object.keys(invariants) as (keyof typeof invariants)[]).map(async (invariant) => {
      const rows = await findViolations(owner, invariant, world);
      return rows.length === 0 ? [] : [`${invariant}: ${JSON.stringify(rows)}`];
    }),
  );
  return [
    ...found.flat(),
    ...(await findBookDifferences(world)),
    ...faults.map((fault) => `a fault: ${JSON.stringify(fault)}`),
  ];
}
