import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everythingIsSomewhere } from './laws.ts';
import { type ActName, acts, type Draw, type Lane, newPaying, openLane, type Paying } from './paying.ts';

/** So many sequences as PAYING says, or five times HISTORIES; SEED repeats a run (as in histories.test.ts). */
const asked = process.env['PAYING'] ?? (process.env['HISTORIES'] && String(5 * Number(process.env['HISTORIES'])));
const runs = Number(asked ?? 60);
/** Milliseconds after which something hangs. */
const longest = 3_600_000 + runs * 1_000;
const seed = Number(process.env['SEED'] ?? (asked ? Math.floor(Math.random() * 2 ** 31) : 14));
const lanes = await Promise.all(Array.from({ length: Number(process.env['LANES'] ?? 3) }, openLane));

type Step = readonly [ActName, Draw];
const draws = fc.record({ which: fc.nat({ max: 11 }), twist: fc.nat({ max: 219 }) });
const names = Object.entries(acts).flatMap(([name, [weight]]) => Array<ActName>(weight).fill(name as ActName));
const steps = fc.array(fc.tuple(fc.constantFrom(...names), draws), { minLength: 4, maxLength: 40, size: 'max' });

const done = new Map<ActName, number>();

/** What must hold of whoever pays. Each finds what is against it. */
const laws = {
  'what is paid has one line here, of what was due': `
    select p.id from payments p where p.user_id = $1 and p.pay_in = 'received' and p.ended is null
       and (select array_agg(m.amount) from movements m where m.payment_id = p.id and m.direction = 'in')
         is distinct from array[p.amount_jmd::numeric(38, 18)]`,
  'what awaits has no line, and what went back has none left': `
    select p.id from payments p where p.user_id = $1 and ((p.pay_in in ('awaiting', 'claimed')
         and exists (select from movements m where m.payment_id = p.id))
       or (p.pay_in in ('received', 'returned') and (p.pay_in = 'returned') is distinct from
         (select sum(case m.direction when 'in' then m.amount else -m.amount end) = 0 from movements m
           where m.payment_id = p.id)))`,
  'no more goes back than came, and what goes on has money left': `
    select p.id from payments p where p.user_id = $1
       and (select sum(case m.direction when 'in' then m.amount else -m.amount end) from movements m
         where m.payment_id = p.id) < case when p.pay_in = 'received' then 0.01 else 0 end`,
  'nothing is given without money, and nothing is kept back that was paid for': `
    select s.id from subscriptions s left join payments p on p.payable_id = s.id and p.payable = 'plan'
     where s.user_id = $1 and (s.status = 'active') is distinct from (p.pay_in = 'received' and p.ended is null)`,
  'no day of a plan is sold twice': `
    select a.id from subscriptions a join subscriptions b on b.user_id = a.user_id and b.id > a.id
     where a.user_id = $1 and a.status = 'active' and b.status = 'active'
       and a.start_date < b.end_date and b.start_date < a.end_date`,
  'one thing of a kind is paid for at a time': `
    select 1 from payments where user_id = $1 and ended is null and pay_in in ('awaiting', 'claimed') and payable = 'plan'
    group by 1 having count(*) > 1`,
  'what goes back is what came, by two people': `
    select b.id from movements b join movements i on i.id = b.of_id left join proposals q on q.id = b.proposal_id
     where b.user_id = $1 and b.direction = 'back' and ((b.asset, b.account, b.holder, b.rail)
         is distinct from (i.asset, i.account, i.holder, i.rail)
       or b.amount is distinct from (q.payload ->> 'amount')::numeric or b.amount > i.amount
       or q.state is distinct from 'approved' or q.decided_by = q.proposed_by)`,
  'an order is received with its one line': `
    select t.id from transactions t where t.user_id = $1 and t.pay_in = 'received' and t.status in ('pending', 'processing')
       and (select count(*) from movements m where m.order_id = t.id and m.direction = 'in' and not m.extra) <> 1`,
} as const;

/** A charge of theirs is written down once it was handled, and only once. */
async function chargesDiffer({ server, hooks }: Paying): Promise<string[]> {
  const { rows } = await server.owner.query<{ id: string }>(
    `select e.id from card_events e where e.transaction_id = any($1) and e.outcome = 'approved' and e.became is not null
       and (select count(*) from movements m where m.direction = 'in' and m.from_id is null
         and m.reference = e.provider || ':' || e.transaction_id) <> 1`,
    [hooks.map(({ transaction }) => transaction)],
  );
  return rows.map(({ id }) => `the charge of ${id} is not written down once`);
}

/** By our own books: every charge and line that came in from outside is in the product's, for as much, and once. */
async function booksDiffer({ server, came }: Paying): Promise<string[]> {
  const { rows } = await server.owner.query<{ reference: string; amount: string }>(
    `select reference, round(amount * 100)::bigint::text amount from movements
      where direction = 'in' and from_id is null and reference = any($1)`,
    [[...came.keys()]],
  );
  const kept = rows.map(({ reference, amount }) => `${reference} ${amount}`).sort();
  const ours = [...came].map(([reference, amount]) => `${reference} ${amount}`).sort();
  return String(kept) === String(ours) ? [] : [`the books hold ${kept.join()}, and there came ${ours.join()}`];
}

/**
 * Of the money of the whole house, which grows with each sequence: in the first hundred after each, then every tenth
 * time, and planned by what there is by then. A run of thousands would else read nothing but its own past.
 */
async function lost({ server }: Paying, played: number): Promise<string[]> {
  if (played > 100 && played % 10 > 0) return [];
  if (played > 100 && played % 100 === 0) await server.owner.query('analyze');
  const { rows } = await server.owner.query(everythingIsSomewhere);
  return rows.map((row) => `what came in stands nowhere: ${JSON.stringify(row)}`);
}

async function broken(paying: Paying, played: number): Promise<string[]> {
  const { server, who } = paying;
  const found = await Promise.all(
    Object.entries(laws).map(async ([law, text]) => {
      const { rows } = await server.owner.query(text, [who.id]);
      return rows.length > 0 ? [`${law}: ${JSON.stringify(rows)}`] : [];
    }),
  );
  const books = [...(await chargesDiffer(paying)), ...(await booksDiffer(paying)), ...(await lost(paying, played))];
  return [...found.flat(), ...books, ...server.faults.map((fault) => JSON.stringify(fault))];
}

/** How many parts went back of what goes on. */
let parts = 0;
async function partsOf({ server, who }: Paying): Promise<number> {
  const { rowCount } = await server.owner.query(
    `select from movements m join payments p on p.id = m.payment_id and p.ended is null
      where m.user_id = $1 and m.direction = 'back'`,
    [who.id],
  );
  return rowCount ?? 0;
}

async function play(lane: Lane, of: { seed: number; numRuns: number }): Promise<void> {
  let played = 0;
  const holds = fc.asyncProperty(steps, async (sequence: readonly Step[]) => {
    played += 1;
    const paying = await newPaying(lane);
    await acts.choosePlan[1](paying, { which: 1, twist: sequence.length });
    for (const [name, draw] of sequence)
      if (await acts[name][1](paying, draw)) done.set(name, (done.get(name) ?? 0) + 1);
    // What is still waiting is handled in the end: nothing is lost.
    await acts.handle[1](paying, { which: 0, twist: 0 });
    parts += await partsOf(paying);
    expect(await broken(paying, played)).toEqual([]);
  });
  await fc.assert(holds, of);
}

test(
  'whatever is claimed, told, read and given back, money is somewhere and nothing is given without it',
  async () => {
    const numRuns = Math.ceil(runs / lanes.length);
    await Promise.all(lanes.map((lane, n) => play(lane, { seed: seed + n, numRuns })));
    if (asked) console.info(`seed ${seed}; ${JSON.stringify([...done])}`);
    // Sequences in which everything is refused would break no law either.
    for (const name of ['cardSays', 'receive', 'attach', 'preparePart', 'approveReturn', 'recordReturned'] as const)
      expect(done.get(name) ?? 0, name).toBeGreaterThan(0);
    expect(parts).toBeGreaterThan(0);
  },
  longest,
);
