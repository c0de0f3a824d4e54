import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unaccountedMoney } from './invariants.ts';
import {
  type ActionName,
  actions,
  type Choice,
  createPaymentWorld,
  openSetup,
  type PaymentStage,
  type PaymentWorld,
} from './payments.ts';

/** PAYING sets the number of sequences, by default five times HISTORIES. SEED repeats a run. */
const requested = process.env['PAYING'] ?? (process.env['HISTORIES'] && String(5 * Number(process.env['HISTORIES'])));
const runs = Number(requested ?? 60);
const timeoutMs = 3_600_000 + runs * 1_000;
const seed = Number(process.env['SEED'] ?? (requested ? Math.floor(Math.random() * 2 ** 31) : 14));
const lanes = await Promise.all(Array.from({ length: Number(process.env['LANES'] ?? 3) }, openSetup));

type Step = readonly [ActionName, Choice];
const choices = fc.record({ index: fc.nat({ max: 11 }), variant: fc.nat({ max: 219 }) });
const names = Object.entries(actions).flatMap(([name, [weight]]) => Array<ActionName>(weight).fill(name as ActionName));
const steps = fc.array(fc.tuple(fc.constantFrom(...names), choices), { minLength: 4, maxLength: 40, size: 'max' });

const done = new Map<ActionName, number>();

/** Each query finds violations of one customer. */
const invariants = {
  'a received payment has one movement, of the amount due': `
    select p.id from payments p where p.user_id = $1 and p.pay_in = 'received' and p.ended is null
       and (select array_agg(m.amount) from movements m where m.payment_id = p.id and m.direction = 'in')
         is distinct from array[p.amount_jmd::numeric(38, 18)]`,
  'a pending payment has no movement, and a returned one has a balance of zero': `
    select p.id from payments p where p.user_id = $1 and ((p.pay_in in ('awaiting', 'claimed')
         and exists (select from movements m where m.payment_id = p.id))
       or (p.pay_in in ('received', 'returned') and (p.pay_in = 'returned') is distinct from
         (select sum(case m.direction when 'in' then m.amount else -m.amount end) = 0 from movements m
           where m.payment_id = p.id)))`,
  'refunds never exceed the payment, and an active purchase has money left': `
    select p.id from payments p where p.user_id = $1
       and (select sum(case m.direction when 'in' then m.amount else -m.amount end) from movements m
         where m.payment_id = p.id) < case when p.pay_in = 'received' then 0.01 else 0 end`,
  'a plan is active exactly when its payment was received': `
    select s.id from subscriptions s left join payments p on p.payable_id = s.id and p.payable = 'plan'
     where s.user_id = $1 and (s.status = 'active') is distinct from (p.pay_in = 'received' and p.ended is null)`,
  'no day of a plan is sold twice': `
    select a.id from subscriptions a join subscriptions b on b.user_id = a.user_id and b.id > a.id
     where a.user_id = $1 and a.status = 'active' and b.status = 'active'
       and a.start_date < b.end_date and b.start_date < a.end_date`,
  'a customer has at most one unpaid plan payment': `
    select 1 from payments where user_id = $1 and ended is null and pay_in in ('awaiting', 'claimed') and payable = 'plan'
    group by 1 having count(*) > 1`,
  'a refund equals the payment and is approved by two people': `
    select b.id from movements b join movements i on i.id = b.reverses_id left join proposals q on q.id = b.proposal_id
     where b.user_id = $1 and b.direction = 'back' and ((b.asset, b.account, b.holder, b.rail)
         is distinct from (i.asset, i.account, i.holder, i.rail)
       or b.amount is distinct from (q.payload ->> 'amount')::numeric or b.amount > i.amount
       or q.state is distinct from 'approved' or q.decided_by = q.proposed_by)`,
  'a received order has exactly one movement besides surplus': `
    select t.id from transactions t where t.user_id = $1 and t.pay_in = 'received' and t.status in ('pending', 'processing')
       and (select count(*) from movements m where m.order_id = t.id and m.direction = 'in' and not m.is_surplus) <> 1`,
} as const;

/** Violations of: each handled charge is recorded exactly once. */
async function findChargeDifferences({ server, hooks }: PaymentWorld): Promise<string[]> {
  const { rows } = await server.owner.query<{ id: string }>(
    `select e.id from card_events e where e.transaction_id = any($1) and e.outcome = 'approved' and e.became is not null
       and (select count(*) from movements m where m.direction = 'in' and m.source_movement_id is null
         and m.reference = e.provider || ':' || e.transaction_id) <> 1`,
    [hooks.map(({ transaction }) => transaction)],
  );
  return rows.map(({ id }) => `the charge of event ${id} is not recorded exactly once`);
}

/** Violations of: each external charge and bank line is recorded once, with its amount. */
async function findBookDifferences({ server, received }: PaymentWorld): Promise<string[]> {
  const { rows } = await server.owner.query<{ reference: string; amount: string }>(
    `select reference, round(amount * 100)::bigint::text amount from movements
      where direction = 'in' and source_movement_id is null and reference = any($1)`,
    [[...received.keys()]],
  );
  const recorded = rows.map(({ reference, amount }) => `${reference} ${amount}`).sort();
  const sent = [...received].map(([reference, amount]) => `${reference} ${amount}`).sort();
  return String(recorded) === String(sent) ? [] : [`recorded: ${recorded.join()}; sent: ${sent.join()}`];
}

/** Checks the sums, which get slower with each sequence: for the first hundred sequences, then for every tenth. */
async function findLostMoney({ server }: PaymentWorld, played: number): Promise<string[]> {
  if (played > 100 && played % 10 > 0) return [];
  if (played > 100 && played % 100 === 0) await server.owner.query('analyze');
  const { rows } = await server.owner.query(unaccountedMoney);
  return rows.map((row) => `incoming money is missing: ${JSON.stringify(row)}`);
}

async function listViolations(world: PaymentWorld, played: number): Promise<string[]> {
  const { server, actor } = world;
  const found = await Promise.all(
    Object.entries(invariants).map(async ([invariant, text]) => {
      const { rows } = await server.owner.query(text, [actor.id]);
      return rows.length > 0 ? [`${invariant}: ${JSON.stringify(rows)}`] : [];
    }),
  );
  const books = [
    ...(await findChargeDifferences(world)),
    ...(await findBookDifferences(world)),
    ...(await findLostMoney(world, played)),
  ];
  return [...found.flat(), ...books, ...server.faults.map((fault) => JSON.stringify(fault))];
}

let parts = 0;
async function countParts({ server, actor }: PaymentWorld): Promise<number> {
  const { rowCount } = await server.owner.query(
    `select from movements m join payments p on p.id = m.payment_id and p.ended is null
      where m.user_id = $1 and m.direction = 'back'`,
    [actor.id],
  );
  return rowCount ?? 0;
}

async function runSequence(setup: PaymentStage, options: { seed: number; numRuns: number }): Promise<void> {
  let played = 0;
  const holds = fc.asyncProperty(steps, async (sequence: readonly Step[]) => {
    played += 1;
    const world = await createPaymentWorld(setup);
    await actions.choosePlan[1](world, { index: 1, variant: sequence.length });
    for (const [name, choice] of sequence)
      if (await actions[name][1](world, choice)) done.set(name, (done.get(name) ?? 0) + 1);
    // Handles the charges that are still pending.
    await actions.handle[1](world, { index: 0, variant: 0 });
    parts += await countParts(world);
    expect(await listViolations(world, played)).toEqual([]);
  });
  await fc.assert(holds, options);
}

test(
  'random payments, charges and refunds lose no money and activate nothing unpaid',
  async () => {
    const numRuns = Math.ceil(runs / lanes.length);
    await Promise.all(lanes.map((lane, n) => runSequence(lane, { seed: seed + n, numRuns })));
    if (requested) console.info(`seed ${seed}; ${JSON.stringify([...done])}`);
    // Sequences in which everything is refused prove nothing.
    for (const name of ['reportCharge', 'receive', 'attach', 'preparePart', 'approveReturn', 'recordReturned'] as const)
      expect(done.get(name) ?? 0, name).toBeGreaterThan(0);
    expect(parts).toBeGreaterThan(0);
  },
  timeoutMs,
);
