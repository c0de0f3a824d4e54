import { afterAll, expect, test } from 'vitest';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { after, minutes } from '../../src/kernel/clock.ts';
import { ActionCommand } from './action-command.ts';
import type { ActionName } from './actions.ts';
import type { Choice } from './choice.ts';
import { findViolations, type invariants, listViolations } from './invariants.ts';
import { newWorld, openSetup, type World } from './world.ts';

const setup = await openSetup();
const { owner } = setup.server;
const start = after(new Date(), minutes(1));
afterAll(() => setup.outside.close());

type Action = readonly [ActionName, Partial<Choice>];
async function play(world: World, actions: readonly Action[]): Promise<void> {
  for (const [name, choice] of actions)
    await new ActionCommand(name, { order: 0, actor: 0, size: 1, variant: 2, ...choice }).run({}, world);
}
const bought: Action[] = [
  ['buy', { size: 2 }],
  ['confirmReceived', {}],
  ['startProcessing', {}],
  ['preparePayout', {}],
  ['approvePayout', { actor: 1 }],
  ['recordSent', {}],
];
const returnedSteps: Action[] = [
  ['sell', { actor: 1 }],
  ['confirmReceived', { order: 1 }],
  ['cancel', { order: 1 }],
  ['prepareReturn', { order: 1 }],
  ['approveReturn', { order: 1, actor: 1 }],
  ['recordReturned', { order: 1 }],
];

const unlinkActions: Action[] = [
  ['buy', { size: 2 }],
  ['confirmReceived', { order: 2 }],
  ['takeOff', { order: 2 }],
  ['approveUndo', { order: 2, actor: 1 }],
  ['prepareBack', {}],
  ['decideUnallocated', { actor: 1 }],
  ['recordBack', {}],
];

const repeatedActions: Action[] = [
  ['buy', { size: 2 }],
  ['confirmReceived', { order: 3 }],
  ['cancel', { order: 3 }],
  ['prepareReturn', { order: 3 }],
  ['approveReturn', { order: 3, actor: 1 }],
  ['recordReturned', { order: 3 }],
  ['prepareUndo', { order: 3 }],
  ['approveUndo', { order: 3, actor: 1 }],
  ['takeOff', { order: 3 }],
  ['approveUndo', { order: 3, actor: 1 }],
];

const anotherLine = (change: string, which: string) =>
  `insert into movements select (jsonb_populate_record(null::movements, to_jsonb(m) || ${change}
     || jsonb_build_object('id', uuidv7(), 'reference', 'OTHER', 'reference_key', 'OTHER', 'proposal_id', null))).*
   from movements m where ${which}`;

/** Damage for each invariant, made with the constraints of the database removed. */
const damage: Readonly<Record<keyof typeof invariants, string>> = {
  'incoming money is on one order, unallocated or returned': `
    update movements set order_id = null, user_id = null, is_surplus = false, source_movement_id = id, reason = 'wrong_order',
      reference_key = null where direction = 'in'`,
  'nothing is paid out without a payment and two people other than the customer': `
    update proposals set state = 'open', decided_by = null, decided_at = null where kind = 'payout'`,
  'nothing is paid out twice': anotherLine(`'{}'`, `direction = 'out'`),
  'an order that was paid out returned none of its own money': anotherLine(
    `jsonb_build_object('direction', 'back', 'reverses_id', m.id)`,
    `direction = 'in' and order_id = (select id from transactions where status = 'completed')`,
  ),
  'a completed order was received and paid out in its present amounts': `
    update movements set amount = amount * 2 where direction = 'out'`,
  'a refund equals the payment and goes to its sender': `
    update movements set address = 'bc1qelsewhere' where direction = 'back'`,
  'unallocated money is returned to its sender as two people approved, never more than was received': `
    update movements set amount = amount / 2 where order_id is null and direction = 'in'`,
  'money taken off an order is approved by two people and becomes unallocated in full': `
    update proposals set state = 'open', decided_by = null, decided_at = null
     where kind = 'undo' and payload ->> 'what' = 'payIn'`,
  'no reference is used twice': `
    alter table movements drop constraint movement_reference_once;
    update movements set reference_key = 'SAME' where reference_key is not null`,
  'a held order cannot be paid out': `
    alter table transactions drop constraint nothing_paid_out_while_held;
    update transactions set held = true where pay_out = 'sent'`,
  'nothing is paid out to, or for coins from, a listed address': `
    update movements set address = '${demoAddresses.sanctioned[0]}' where direction = 'out'`,
  'every payout has a clear screening': `update blockchain_screening set screening_result = 'error'`,
  'an order reported as listed is paid out only after two compliance officers release it': `
    update audit_log set action = 'trading.screened', after = '{"result": "flagged"}' where action = 'trading.receive'`,
  'each placed order was assessed once and screened': 'delete from risk_assessments',
  'a customer risk rating equals the newest assessment': 'update customer_risk_ratings set score = 99 - score',
  'every change of an order is in the audit log': `delete from audit_log where action = 'trading.startProcessing'`,
  'a price binds within its window, and a worse one only if accepted': `
    update transactions set crypto_amount = crypto_amount / 2 where status = 'completed'`,
};

test('each invariant detects the damage that it guards against', async () => {
  const world = await newWorld(setup, start, false);
  await play(world, [...bought, ...returnedSteps, ...unlinkActions, ...repeatedActions]);
  expect(await listViolations(world)).toEqual([]);
  const client = await owner.connect();
  const unseen: string[] = [];
  try {
    for (const [invariant, harm] of Object.entries(damage)) {
      await client.query('begin; set local session_replication_role = replica');
      await client.query(harm);
      if ((await findViolations(client, invariant as keyof typeof invariants, world)).length === 0)
        unseen.push(invariant);
      await client.query('rollback');
    }
  } finally {
    client.release(true);
  }
  expect(unseen).toEqual([]);
});

/** Actions that attach money to orders after their price window has ended. */
const lookedBack: Action[] = [
  ['buy', { size: 2 }],
  ['buy', { size: 2 }],
  ['minutesPass', {}],
  ['recordUnallocated', { size: 0, variant: 1 }],
  ['daysPass', { size: 7 }],
  ['daysPass', { size: 1 }],
  ['priceMoves', { size: 7 }],
  ['minutesPass', {}],
  ['attach', {}],
  ['runScreeningJobs', {}],
  ['startProcessing', { order: 1 }],
];

test('money attached to an order after its price ended uses the present price', async () => {
  const world = await newWorld(setup, start, false);
  await play(world, lookedBack);
  const { rows } = await owner.query(`select event from order_events order by id`);
  expect(rows.map(({ event }) => event)).toEqual(['receive', 'repriced', 'startProcessing']);
  expect(await listViolations(world)).toEqual([]);
});

const joinedTwo: Action[] = [
  ['buy', {}],
  ['buy', { actor: 1 }],
  ['decideLink', { variant: 1 }],
];
const definitionOf = async (name: string): Promise<string> =>
  (await owner.query(`select pg_get_functiondef($1::regproc) text`, [name])).rows[0].text;
const alone = `create or replace function app.effective_freezes(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic select f.id from public.account_freezes f where f.user_id = person and f.lifted_at is null; end`;
const telling = `create function app.tells() returns trigger language plpgsql security definer as $$
    begin perform pg_notify('topic', 'trading@' || new.user_id); return new; end $$;
  create trigger tells after insert on order_events for each row execute function app.tells()`;

test.each([
  [
    'caps of an account',
    'the limits per person are exceeded',
    [...joinedTwo, ['buy', { size: 3 }], ['buy', { actor: 1, size: 3 }]],
    {
      harm: async () => (await definitionOf('app.placement_context')).replace('person is not null', 'false'),
      mend: () => definitionOf('app.placement_context'),
    },
  ],
  [
    'a freeze of one account alone',
    'a frozen customer',
    [...joinedTwo, ['freeze', {}], ['buy', { actor: 1 }]],
    { harm: async () => alone, mend: () => definitionOf('app.effective_freezes') },
  ],
  [
    'a hold that its customer hears of',
    'customer received trading',
    [
      ['buy', {}],
      ['hold', {}],
    ],
    { harm: async () => telling, mend: async () => 'drop trigger tells on order_events; drop function app.tells()' },
  ],
] satisfies [string, string, Action[], Record<'harm' | 'mend', () => Promise<string>>][])(
  '%s is detected',
  async (_, found, actions, { harm, mend }) => {
    const mending = await mend();
    await expect(newWorld(setup, start, true).then((world) => play(world, actions))).resolves.toBeUndefined();
    await owner.query(await harm());
    try {
      await expect(newWorld(setup, start, true).then((world) => play(world, actions))).rejects.toThrow(found);
    } finally {
      await owner.query(mending);
    }
  },
);
