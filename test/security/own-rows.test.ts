import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { planByCard } from '../cards.ts';
import { upload } from '../orders.ts';
import { claimedPlan } from '../payments.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { awardOf, confirmedIn, register, registering, sessionOn } from '../workshops.ts';
import { type Context, wallsOf } from './walls.ts';

/**
 * What somebody pays for, by the database alone: of their own rows too a customer changes only what a customer says,
 * and money, coins, places and files are not theirs to grant.
 */
const server = await serverUnderTest();

const { another } = suspicionsOn(server);
const { asApp, outcome } = wallsOf(server);
const [me, them] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
const claimed = await claimedPlan(server, me.cookie);
const theirs = await planByCard(server, them.cookie);
const [sessionId, other] = [await sessionOn(server), await sessionOn(server)];
const place = await confirmedIn(server, sessionId);
await register(server, me.cookie, registering(sessionId));
const award = await awardOf(server, { sessionId: other, userId: me.id });
const foreignAward = await awardOf(server, { sessionId: other, userId: them.id });
const { body: file } = await upload(server, me.cookie, 'subscription-proof');
const { body: foreign } = await upload(server, them.cookie, 'subscription-proof');
const customer: Context = { user: me.id };

const sets = (table: string, where: string, changes: readonly string[]) =>
  changes.map((change) => `update ${table} set ${change} where ${where}`);
const payment = (more: Readonly<Record<string, string>> = {}) => {
  const row = {
    ...{ user_id: `'${me.id}'`, reference: `'${randomUUID()}'`, payable: `'plan'`, payable_id: 'gen_random_uuid()' },
    ...{ title: `'x'`, amount_jmd: '1', method: `'card'`, idempotency_key: 'gen_random_uuid()', request_hash: `'x'` },
    ...{ created_at: 'now()', updated_at: 'now()', ...more },
  };
  return `insert into payments (${Object.keys(row).join()}) values (${Object.values(row).join()})`;
};
const page = (more: Readonly<Record<string, string>>) => {
  const row = {
    ...{ user_id: `'${me.id}'`, kind: `'payment'`, due_id: `'${claimed}'`, provider: `'sandbox'` },
    ...{ reference: `'${randomUUID()}'`, amount: '6000', currency: `'JMD'`, url: `'x'`, opened_at: 'now()' },
    ...{ closes_at: `now() + interval '1 day'`, ...more },
  };
  return `insert into card_sessions (${Object.keys(row).join()}) values (${Object.values(row).join()})`;
};

const mine = `user_id = '${me.id}' and session_id = '${sessionId}'`;
const notTheirs = [
  ...sets('payments', `id = '${claimed}'`, [
    ...[`pay_in = 'received'`, `pay_in = 'received', received_at = now()`, `pay_in = 'awaiting'`, `amount_jmd = 1`],
    ...[`ended = 'refunded', closed_at = now()`, `ended = 'cancelled', closed_at = now()`, `user_id = '${them.id}'`],
    ...[
      'part_agreed = true',
      `method = 'card'`,
      `reference = 'AAAA'`,
      'payable_id = gen_random_uuid()',
      'coin_amount = 1',
    ],
    ...[
      `created_at = now() - interval '9 days'`,
      `proof_file = '${foreign.id}'`,
      `title = 'Gold'`,
      `reason_code = 'x'`,
    ],
    ...[`transaction_hash = 'x'`, 'idempotency_key = gen_random_uuid()', `coin_address = 'x'`],
  ]),
  ...[payment({ pay_in: `'received'` }), payment({ pay_in: `'claimed'` }), payment({ held: 'true' })],
  ...[payment({ part_agreed: 'true' }), payment({ user_id: `'${them.id}'` })],
  payment({ ended: `'lapsed'`, closed_at: 'now()' }),
  `insert into movements (payment_id, user_id, direction, asset, amount, rail, reference, reference_key, moved_at,
    recorded_at) values ('${claimed}', '${me.id}', 'in', 'JMD', 6000, 'bank', 'XXXX', 'XXXX', now(), now())`,
  ...['update movements set amount = 1', 'delete from movements', 'delete from payments', 'delete from lgm_awards'],
  ...[`update card_sessions set outcome = 'received', decided_at = now()`, 'update card_sessions set amount = 1'],
  page({ user_id: `'${them.id}'` }),
  `insert into card_events (provider, event_id, outcome, transaction_id, reference, amount, currency, happened_at,
    received_at) values ('sandbox', 'e2222222', 'approved', 't2222222', '${claimed}', 6000, 'JMD', now(), now())`,
  'update card_events set became = null, handled_at = null',
  ...sets('lgm_awards', `id = '${award}'`, [
    ...['lgm = 999999', `user_id = '${them.id}'`, 'released_at = now()', 'sent_at = now()', `transaction_hash = 'x'`],
    ...[`session_id = '${sessionId}'`, `registration_id = '${place.placeId}'`, 'proposal_id = gen_random_uuid()'],
  ]),
  ...sets('lgm_awards', `id = '${foreignAward}'`, [`address = 'x', named_at = now()`]),
  `insert into lgm_awards (registration_id, session_id, user_id, lgm, created_at)
    select id, session_id, user_id, 5000, now() from workshop_registrations where ${mine}`,
  ...sets('workshop_registrations', mine, [
    ...[`status = 'confirmed', confirmed_at = now()`, `status = 'offered', offered_until = now() + interval '1 day'`],
    ...['checked_in_at = now(), checked_in_by = user_id', `code = '${place.code}'`, `attendee = 'Somebody'`],
    ...[`created_at = '2020-01-01'`, `session_id = '${other}'`, `registration_mode = 'online'`, 'told_at = now()'],
    ...[`user_id = '${them.id}'`, `offered_until = '2100-01-01'`, `payment_method = 'card'`],
  ]),
  ...sets('workshop_registrations', `id = '${place.placeId}'`, [`status = 'cancelled'`, 'told_at = now()']),
  ...sets('files', `id = '${file.id}'`, [
    `state = 'clean'`,
    `sha256 = 'x'`,
    `purpose = 'workshop-proof'`,
    `path = '../x'`,
  ]),
  ...sets('files', `id = '${foreign.id}'`, [`user_id = '${me.id}'`, `name = 'x'`]),
  ...[`update subscriptions set plan = 'basic'`, `update bank_lines set aside = 'debit'`, 'delete from bank_lines'],
  ...[
    'update workshop_seats set taken = 0',
    'update workshop_seats set seats = 900',
    `update workshop_sessions set title = 'x'`,
  ],
  `insert into setting_versions (key, value) values ('plan_prices', '{}')`,
];

test('of what they pay for a customer grants themselves nothing, by their own rows or those of others', async () => {
  for (const statement of notTheirs)
    expect([statement, await outcome(customer, statement)]).toEqual([
      statement,
      expect.toBeOneOf(['refused', 'failed 23514', 0]),
    ]);
});

test('of others they read no payment, proof, page, charge, line, place, award, seat link or bank line', async () => {
  const reads = [
    ...[
      `payments where user_id <> '${me.id}'`,
      `files where id = '${foreign.id}'`,
      `card_sessions where user_id <> '${me.id}'`,
    ],
    ...['card_events', `movements where user_id is distinct from '${me.id}'`, `lgm_awards where user_id <> '${me.id}'`],
    ...[`workshop_registrations where user_id <> '${me.id}'`, 'workshop_links', 'bank_lines', 'proposals'],
    ...[`subscriptions where user_id <> '${me.id}'`, `profiles where id <> '${me.id}'`],
  ];
  for (const read of reads)
    expect([read, await outcome(customer, `select from ${read}`)]).toEqual([read, expect.toBeOneOf([0, 'refused'])]);
});

test('an instructor sees no money, no proof and no bank line, and grants none', async () => {
  const teacher = await another('instructor');
  const context = { user: teacher.id, roles: 'instructor' };
  for (const table of [
    'payments',
    'movements',
    'card_sessions',
    'card_events',
    'bank_lines',
    'files',
    'proposals',
    'subscriptions',
  ])
    expect([table, await outcome(context, `select from ${table}`)]).toEqual([table, expect.toBeOneOf([0, 'refused'])]);
  const confirm = `update workshop_registrations set status = 'confirmed', confirmed_at = now() where ${mine}`;
  expect(await outcome(context, confirm)).toBeOneOf(['refused', 'failed 23514', 0]);
});

test('that it is held says nobody of their own payment', async () => {
  const { rows } = await asApp(customer, (client) =>
    client.query(`update payments set held = true where id = $1 returning held`, [claimed]),
  );
  expect(rows).toEqual([{ held: false }]);
});

test('nobody opens a page for another’s due, for another amount, or under the word of theirs', async () => {
  const wrong = [
    page({ due_id: `'${theirs.paymentId}'` }),
    page({ amount: '1' }),
    page({ reference: `'${theirs.paymentId}'`, opened_at: `now() + interval '1 day'` }),
  ];
  for (const statement of wrong) expect([statement, await outcome(customer, statement)]).not.toEqual([statement, 1]);
});
