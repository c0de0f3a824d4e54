import type pg from 'pg';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { unitsOf, type World } from './world.ts';

const listedAddresses = [...demoAddresses.sanctioned, ...demoAddresses.highRisk];

/**
 * Everything that came in from outside stands on one order or payment, is unassigned, or went back from there: to the
 * cent, asset by asset. What stands on orders was kept, sent for or returned, as the laws below say.
 */
export const everythingIsSomewhere = `
  select * from (
    select m.asset, coalesce(sum(m.amount) filter (where m.direction = 'in' and m.from_id is null), 0) came,
        coalesce(sum(m.amount) filter (where m.direction = 'in' and m.user_id is not null
          and not exists (select from movements o where o.of_id = m.id and o.direction = 'off')), 0)
        + coalesce(sum(app.money_left(m.id)) filter (where m.direction = 'in' and m.user_id is null), 0)
        + coalesce(sum(m.amount) filter (where m.direction = 'back' and m.user_id is null
          and not exists (select from movements b where b.of_id = m.id)), 0) stands
      from movements m group by 1) sums
   where came is distinct from stands
  union all
  select u.asset, u.amount, app.money_left(u.id) from movements u
   where u.user_id is null and u.direction = 'in' and (app.money_left(u.id) < 0
     or (app.money_left(u.id) > 0) <> exists (select from unassigned_open o where o.movement_id = u.id))`;

/** What must hold whatever anybody did. Each finds the lines against it among the orders of two customers. */
export const laws = {
  'what came in stands on one order, is unassigned, or went back': everythingIsSomewhere,
  'nothing leaves without what came in and two people who are not its customer': `
    select m.id from movements m left join proposals p on p.id = m.proposal_id
     where m.user_id = any($1) and m.direction in ('out', 'back')
       and (p.id is null or p.state <> 'approved' or p.decided_by is null or p.decided_by = p.proposed_by
         or m.user_id in (p.decided_by, p.proposed_by) or m.recorded_by = m.user_id
         or not exists (select from movements i where i.order_id = m.order_id and i.direction = 'in'
           and not exists (select from movements x where x.of_id = i.id and x.direction = 'off'
             and (x.id < m.id or not exists (select from movements b where b.of_id = m.id and b.direction = 'bounced')))))`,
  'nothing leaves twice': `
    select m.order_id from movements m where m.user_id = any($1) and m.direction in ('out', 'back')
       and not exists (select from movements b where b.of_id = m.id and b.direction = 'bounced')
     group by m.order_id, m.direction, m.of_id having count(*) > 1`,
  'an order whose coins or money left gave nothing back of its own': `
    select t.id from transactions t where t.user_id = any($1)
       and exists (select from movements o where o.order_id = t.id and o.direction = 'out'
         and not exists (select from movements b where b.of_id = o.id and b.direction = 'bounced'))
       and exists (select from movements r join movements i on i.id = r.of_id and not i.extra
         where r.order_id = t.id and r.direction = 'back'
         and not exists (select from movements b where b.of_id = r.id and b.direction = 'bounced'))`,
  'a completed order was received and sent, at what it says now': `
    select t.id from transactions t where t.user_id = any($1) and t.status = 'completed' and not exists (
      select from movements o where o.order_id = t.id and o.direction = 'out'
        and o.amount = case t.type when 'buy' then t.crypto_amount else t.net_jmd_amount end
        and not exists (select from movements b where b.of_id = o.id and b.direction = 'bounced'))`,
  'what goes back is what came in, to where it came from': `
    select r.id from movements r join movements i on i.id = r.of_id
     where r.user_id = any($1) and r.direction = 'back'
       and (r.amount, r.asset, r.account, r.holder, r.address) is distinct from
           (i.amount, i.asset, i.account, i.holder, i.address)`,
  'unassigned money goes back as two people agreed, to where it came from, and no more than came': `
    select b.id from movements b left join proposals p on p.id = b.proposal_id join movements u on u.id = b.of_id
     where b.user_id is null and b.direction = 'back' and (p.id is null or p.kind <> 'return' or p.state <> 'approved'
       or p.decided_by is null or p.decided_by = p.proposed_by
       or (b.asset, b.account, b.holder, b.address) is distinct from (u.asset, u.account, u.holder, u.address)
       or (select sum(s.amount) from movements s where (s.from_id = u.id or (s.of_id = u.id and s.direction = 'back'))
         and not exists (select from movements c where c.of_id = s.id and c.direction = 'bounced')) > u.amount)`,
  'what is taken off an order is agreed on by two people and goes on unassigned, whole': `
    select o.id from movements o left join proposals p on p.id = o.proposal_id
       left join movements u on u.from_id = o.id and u.user_id is null join movements i on i.id = o.of_id
     where o.direction = 'off' and (p.id is null or p.state <> 'approved' or p.decided_by is null
       or p.decided_by = p.proposed_by or u.amount is distinct from i.amount or o.amount <> i.amount)`,
  'no reference stands twice': `
    select reference_key from movements where reference_key in
      (select reference_key from movements where user_id = any($1)) group by 1 having count(*) > 1`,
  // What was paid out can be held afterwards for what came in beside its own, and for nothing else.
  'nothing is paid out while held': `
    select id from transactions where user_id = any($1) and held and pay_out = 'sent' and extras = 0`,
  'nothing leaves to an address, or for coins from one, that stands on a list': `
    select m.id from movements m where m.user_id = any($1) and m.direction in ('out', 'back')
       and (m.address = any($4) or (m.direction = 'out' and exists (
         select from movements i where i.order_id = m.order_id and not i.extra and i.address = any($4))))`,
  'what was sent rests on a clear screening': `
    select t.id from transactions t left join blockchain_screening s on s.id = t.blockchain_screening_id
     where t.user_id = any($1) and t.status = 'completed' and s.screening_result is distinct from 'clear'
       and not exists (select from proposals p join movements m on m.order_id = t.id and m.direction = 'out'
         where p.kind = 'release' and p.subject = t.id::text and p.state = 'approved' and p.decided_by <> p.proposed_by
           and m.moved_at < s.created_at)`,
  'what somebody called listed was sent after two of compliance let it': `
    select t.id from transactions t where t.user_id = any($1) and t.pay_out = 'sent'
       and (t.id = any($3) or exists (select from audit_log a
         where a.subject_id = t.id::text and a.action in ('trading.screened', 'trading.screened_late')
           and a.after ->> 'result' in ('flagged', 'high_risk')))
       and not exists (select from proposals p where p.kind = 'release' and p.subject = t.id::text
         and p.state = 'approved' and p.decided_by <> p.proposed_by)`,
  'each order that stands was judged once and screened': `
    select t.id from transactions t where t.user_id = any($1) and (t.blockchain_screening_id is null
      or (select count(*) from risk_assessments r where r.order_id = t.id) <> 1)`,
  'how a customer stands is what their newest assessment says': `
    select a.user_id from (select distinct on (user_id) user_id, risk_score, risk_level from risk_assessments
        where user_id = any($1) order by user_id, id desc) a
      left join customer_standings s on s.user_id = a.user_id
     where not exists (select from customer_reviews r where r.user_id = a.user_id)
       and (s.score is distinct from a.risk_score or s.level is distinct from a.risk_level)`,
  'every change of an order stands in the audit log': `
    select e.id from order_events e where e.user_id = any($1) and not exists (
      select from audit_log a where a.subject_id = e.order_id::text
        and a.action = any(case when e.event = 'hold' and e.actor_kind = 'system'
            then array['trading.order_placed', 'trading.hold']
          when e.event = 'screened' then array['trading.screened', 'trading.screened_late', 'trading.sender_screened']
          else array['trading.' || e.event] end))`,
  // By the settings of the demo: a sell for an hour, a buy to the end of the next day. What was said to be for an order
  // only after its price had ended may go by a later one, whenever it left: looking back is not free.
  'a price binds within its window, and a worse one only whoever took it': `
    select t.id from transactions t join movements m on m.order_id = t.id and m.direction = 'in' and not m.extra
        and not exists (select from movements x where x.of_id = m.id and x.direction = 'off')
      join jsonb_to_recordset($2) k(id uuid, agreed numeric) on k.id = t.id
      cross join lateral (select case t.type when 'buy' then t.crypto_amount else t.net_jmd_amount end gets,
        case when t.type = 'sell' then t.created_at + interval '60 minutes'
          else ((t.created_at at time zone 'America/Jamaica')::date + 2)::timestamp at time zone 'America/Jamaica'
            - interval '1 millisecond' end ends) g
      cross join lateral (select m.recorded_at > ends
        and (m.from_id is not null or (t.type = 'sell' and m.moved_at <= t.created_at)) named_late) n
     where t.user_id = any($1) and t.status in ('processing', 'completed')
       and not (m.moved_at <= ends and gets = agreed)
       and not ((m.moved_at > ends or named_late) and exists (select from order_events e where e.order_id = t.id
         and (e.event = 'tookPrice' or (e.event = 'repriced' and gets >= agreed))))`,
};

/**
 * In = kept + sent for + returned + unassigned, to the cent, by our own books: each line that was taken stands on its
 * order or is unassigned, in the parts that are left of it, and nothing else came in.
 */
async function booksDiffer({ server, orders, loose, shown }: World): Promise<string[]> {
  const { rows } = await server.owner.query<{ what: string; amounts: string[] }>(
    `select t.id::text what, coalesce(array_agg(m.amount::text) filter (where m.direction = 'in'
          and not exists (select from movements x where x.of_id = m.id and x.direction = 'off')), '{}') amounts
       from transactions t left join movements m on m.order_id = t.id where t.id = any($1) group by 1
     union all
     select u.id::text, array[(u.amount - coalesce((select sum(p.amount) from movements p where p.from_id = u.id), 0)
          - coalesce((select sum(b.amount) from movements b where b.of_id = u.id and b.direction = 'back'
            and not exists (select from movements c where c.of_id = b.id)), 0))::text]
       from movements u where u.user_id is null and u.direction = 'in'
     union all
     select asset, array[sum(amount)::text] from movements
      where direction = 'in' and from_id is null and payment_id is null group by 1`,
    [orders.map(({ id }) => id)],
  );
  const kept = new Map(rows.map(({ what, amounts }) => [what, String(amounts.map(unitsOf).sort())]));
  const ours: [string, bigint[]][] = [
    ...orders.map(({ id, came }): [string, bigint[]] => [id, came.map(({ amount }) => unitsOf(amount)).sort()]),
    ...loose.map(({ id, left }): [string, bigint[]] => [id, [left]]),
    ...Object.entries(shown).map(([asset, sum]): [string, bigint[]] => [asset, sum === 0n ? [] : [sum]]),
  ];
  const strays = [...kept.keys()].filter((what) => !ours.some(([id]) => id === what));
  return [
    ...strays.map((what) => `${what} is in no books`),
    ...ours.flatMap(([what, sums]) =>
      String(sums) === (kept.get(what) ?? '') ? [] : [`${what} has ${kept.get(what)}, the bank showed ${sums}`],
    ),
  ];
}

/**
 * Who stands still, and how many lines left to each: told before and after every act. A freeze is a person's, whose
 * accounts are both of these where compliance joined them; a return that two people decided on may leave all the same.
 */
export async function standing({ server, players, joined }: World) {
  const { rows } = await server.owner.query<{ id: string; frozen: boolean; left: number }>(
    `select u.id, exists (select from account_freezes f
          where (f.user_id = u.id or ($2 and f.user_id = any($1))) and f.lifted_at is null) frozen,
        (select count(*)::int from movements b join movements l on l.id = b.of_id and b.direction = 'back'
            join movements o on o.id = l.from_id where o.user_id = u.id)
          + (select count(*)::int from movements m where m.user_id = u.id
          and (m.direction = 'out' or m.direction = 'back'
          and not exists (select from proposals p where p.kind = 'frozen_return' and p.subject = m.order_id::text
            and p.state = 'approved' and p.decided_by <> p.proposed_by))) "left"
       from unnest($1::uuid[]) u(id)`,
    [players.map(({ id }) => id), joined],
  );
  return new Map(rows.map(({ id, ...how }) => [id, how]));
}

/** Every law may name: the accounts, what orders were to get, those that somebody called listed, listed addresses. */
const given = 'with given as (select $1::uuid[], $2::jsonb, $3::uuid[], $4::text[])';

const valuesOf = ({ players, orders, listed }: World): unknown[] => [
  players.map(({ id }) => id),
  JSON.stringify(orders.map(({ id, agreed }) => ({ id, agreed }))),
  [...listed],
  listedAddresses,
];

/** What is against a law among the orders of these two accounts. */
export async function against(on: pg.Pool | pg.PoolClient, law: keyof typeof laws, world: World): Promise<unknown[]> {
  return (await on.query(`${given} ${laws[law]}`, valuesOf(world))).rows;
}

/** The laws that are broken, each with what breaks it. */
export async function broken(world: World): Promise<string[]> {
  const { owner, faults } = world.server;
  const found = await Promise.all(
    (Object.keys(laws) as (keyof typeof laws)[]).map(async (law) => {
      const rows = await against(owner, law, world);
      return rows.length === 0 ? [] : [`${law}: ${JSON.stringify(rows)}`];
    }),
  );
  return [
    ...found.flat(),
    ...(await booksDiffer(world)),
    ...faults.map((fault) => `a fault: ${JSON.stringify(fault)}`),
  ];
}
