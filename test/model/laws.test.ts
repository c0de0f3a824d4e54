import { afterAll, expect, test } from 'vitest';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { after, minutes } from '../../src/kernel/clock.ts';
import type { ActName } from './acts.ts';
import type { Draw } from './draw.ts';
import { Happening } from './happening.ts';
import { against, broken, type laws } from './laws.ts';
import { newWorld, openLane, type World } from './world.ts';

/** A law that cannot be broken holds nothing: here each meets what it is there to find. */
const lane = await openLane();
const { owner } = lane.server;
const start = after(new Date(), minutes(1));
afterAll(() => lane.outside.close());

type Act = readonly [ActName, Partial<Draw>];
async function play(world: World, acts: readonly Act[]): Promise<void> {
  for (const [name, draw] of acts)
    await new Happening(name, { order: 0, who: 0, size: 1, twist: 2, ...draw }).run({}, world);
}
/** A purchase that went its whole way, and coins of a sale that went back. */
const bought: Act[] = [
  ['buy', { size: 2 }],
  ['confirmReceived', {}],
  ['startProcessing', {}],
  ['preparePayout', {}],
  ['approvePayout', { who: 1 }],
  ['recordSent', {}],
];
const givenBack: Act[] = [
  ['sell', { who: 1 }],
  ['confirmReceived', { order: 1 }],
  ['cancel', { order: 1 }],
  ['prepareReturn', { order: 1 }],
  ['approveReturn', { order: 1, who: 1 }],
  ['recordReturned', { order: 1 }],
];

/** Money that was taken off an order and went back. */
const takenOff: Act[] = [
  ['buy', { size: 2 }],
  ['confirmReceived', { order: 2 }],
  ['takeOff', { order: 2 }],
  ['approveUndo', { order: 2, who: 1 }],
  ['prepareBack', {}],
  ['decideUnassigned', { who: 1 }],
  ['recordBack', {}],
];

/** What went back came again, and only then somebody saw that it had been for another order. */
const cameAgain: Act[] = [
  ['buy', { size: 2 }],
  ['confirmReceived', { order: 3 }],
  ['cancel', { order: 3 }],
  ['prepareReturn', { order: 3 }],
  ['approveReturn', { order: 3, who: 1 }],
  ['recordReturned', { order: 3 }],
  ['prepareUndo', { order: 3 }],
  ['approveUndo', { order: 3, who: 1 }],
  ['takeOff', { order: 3 }],
  ['approveUndo', { order: 3, who: 1 }],
];

const anotherLine = (change: string, which: string) =>
  `insert into movements select (jsonb_populate_record(null::movements, to_jsonb(m) || ${change}
     || jsonb_build_object('id', uuidv7(), 'reference', 'OTHER', 'reference_key', 'OTHER', 'proposal_id', null))).*
   from movements m where ${which}`;

/** What breaks each of them, with the database's own walls taken away. */
const damage: Readonly<Record<keyof typeof laws, string>> = {
  'what came in stands on one order, is unassigned, or went back': `
    update movements set order_id = null, user_id = null, extra = false, from_id = id, reason = 'wrong_order',
      reference_key = null where direction = 'in'`,
  'nothing leaves without what came in and two people who are not its customer': `
    update proposals set state = 'open', decided_by = null, decided_at = null where kind = 'payout'`,
  'nothing leaves twice': anotherLine(`'{}'`, `direction = 'out'`),
  'an order whose coins or money left gave nothing back of its own': anotherLine(
    `jsonb_build_object('direction', 'back', 'of_id', m.id)`,
    `direction = 'in' and order_id = (select id from transactions where status = 'completed')`,
  ),
  'a completed order was received and sent, at what it says now': `
    update movements set amount = amount * 2 where direction = 'out'`,
  'what goes back is what came in, to where it came from': `
    update movements set address = 'bc1qelsewhere' where direction = 'back'`,
  'unassigned money goes back as two people agreed, to where it came from, and no more than came': `
    update movements set amount = amount / 2 where order_id is null and direction = 'in'`,
  'what is taken off an order is agreed on by two people and goes on unassigned, whole': `
    update proposals set state = 'open', decided_by = null, decided_at = null
     where kind = 'undo' and payload ->> 'what' = 'payIn'`,
  'no reference stands twice': `
    alter table movements drop constraint movement_reference_once;
    update movements set reference_key = 'SAME' where reference_key is not null`,
  'nothing is paid out while held': `
    alter table transactions drop constraint nothing_paid_out_while_held;
    update transactions set held = true where pay_out = 'sent'`,
  'nothing leaves to an address, or for coins from one, that stands on a list': `
    update movements set address = '${demoAddresses.sanctioned[0]}' where direction = 'out'`,
  'what was sent rests on a clear screening': `update blockchain_screening set screening_result = 'error'`,
  'what somebody called listed was sent after two of compliance let it': `
    update audit_log set action = 'trading.screened', after = '{"result": "flagged"}' where action = 'trading.receive'`,
  'each order that stands was judged once and screened': 'delete from risk_assessments',
  'how a customer stands is what their newest assessment says': 'update customer_standings set score = 99 - score',
  'every change of an order stands in the audit log': `delete from audit_log where action = 'trading.startProcessing'`,
  'a price binds within its window, and a worse one only whoever took it': `
    update transactions set crypto_amount = crypto_amount / 2 where status = 'completed'`,
};

test('each law of money sees what breaks it', async () => {
  const world = await newWorld(lane, start, false);
  await play(world, [...bought, ...givenBack, ...takenOff, ...cameAgain]);
  expect(await broken(world)).toEqual([]);
  const client = await owner.connect();
  const unseen: string[] = [];
  try {
    for (const [law, harm] of Object.entries(damage)) {
      await client.query('begin; set local session_replication_role = replica');
      await client.query(harm);
      if ((await against(client, law as keyof typeof laws, world)).length === 0) unseen.push(law);
      await client.query('rollback');
    }
  } finally {
    client.release(true);
  }
  expect(unseen).toEqual([]);
});

/** Unassigned money is said to be for one of two that had waited for it, once the price had ended: looking back. */
const lookedBack: Act[] = [
  ['buy', { size: 2 }],
  ['buy', { size: 2 }],
  ['minutesPass', {}],
  ['recordUnassigned', { size: 0, twist: 1 }],
  ['daysPass', { size: 7 }],
  ['daysPass', { size: 1 }],
  ['priceMoves', { size: 7 }],
  ['minutesPass', {}],
  ['attach', {}],
  ['screensLate', {}],
  ['startProcessing', { order: 1 }],
];

test('money that is said to be for an order too late goes by the price of now, though it came in time', async () => {
  const world = await newWorld(lane, start, false);
  await play(world, lookedBack);
  const { rows } = await owner.query(`select event from order_events order by id`);
  expect(rows.map(({ event }) => event)).toEqual(['receive', 'repriced', 'startProcessing']);
  expect(await broken(world)).toEqual([]);
});

const joinedTwo: Act[] = [
  ['buy', {}],
  ['buy', { who: 1 }],
  ['decideLink', { twist: 1 }],
];
const definitionOf = async (name: string): Promise<string> =>
  (await owner.query(`select pg_get_functiondef($1::regproc) text`, [name])).rows[0].text;
const alone = `create or replace function app.freezes_on(person uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic select f.id from public.account_freezes f where f.user_id = person and f.lifted_at is null; end`;
const telling = `create function app.tells() returns trigger language plpgsql security definer as $$
    begin perform pg_notify('topic', 'trading@' || new.user_id); return new; end $$;
  create trigger tells after insert on order_events for each row execute function app.tells()`;

test.each([
  [
    'caps of an account',
    'caps of a person',
    [...joinedTwo, ['buy', { size: 3 }], ['buy', { who: 1, size: 3 }]],
    {
      harm: async () => (await definitionOf('app.person_ground')).replace('person is not null', 'false'),
      mend: () => definitionOf('app.person_ground'),
    },
  ],
  [
    'a freeze of one account alone',
    'somebody who is frozen',
    [...joinedTwo, ['freeze', {}], ['buy', { who: 1 }]],
    { harm: async () => alone, mend: () => definitionOf('app.freezes_on') },
  ],
  [
    'a hold that its customer hears of',
    'customer heard trading',
    [
      ['buy', {}],
      ['hold', {}],
    ],
    { harm: async () => telling, mend: async () => 'drop trigger tells on order_events; drop function app.tells()' },
  ],
] satisfies [string, string, Act[], Record<'harm' | 'mend', () => Promise<string>>][])(
  '%s is found at once',
  async (_, found, acts, { harm, mend }) => {
    const mending = await mend();
    await expect(newWorld(lane, start, true).then((world) => play(world, acts))).resolves.toBeUndefined();
    await owner.query(await harm());
    try {
      await expect(newWorld(lane, start, true).then((world) => play(world, acts))).rejects.toThrow(found);
    } finally {
      await owner.query(mending);
    }
  },
);
