import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startPlanByCard } from '../cards.ts';
import { upload } from '../orders.ts';
import { claimPlan } from '../payments.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { buildRegistration, confirmRegistration, insertAward, insertWorkshop, register } from '../workshops.ts';
import { type Context, createPolicyTools } from './row-policies.ts';

/** Row policies of purchases: customers change only their own input, never money, coins, seats or files. */
const server = await serverUnderTest();
const { owner } = server;

const { another } = setUpSuspicions(server);
const { asApp, outcome, rowsFor } = createPolicyTools(server);
const [me, them] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
const paymentId = await claimPlan(server, me.cookie);
const foreignPayment = await startPlanByCard(server, them.cookie);
const [sessionId, other] = [await insertWorkshop(server), await insertWorkshop(server)];
const seat = await confirmRegistration(server, sessionId);
await register(server, me.cookie, buildRegistration(sessionId));
const award = await insertAward(server, { sessionId: other, userId: me.id });
const foreignAward = await insertAward(server, { sessionId: other, userId: them.id });
const { body: file } = await upload(server, me.cookie, 'subscription-proof');
const { body: foreign } = await upload(server, them.cookie, 'subscription-proof');
const customer: Context = { user: me.id };

const buildUpdates = (table: string, where: string, changes: readonly string[]) =>
  changes.map((change) => `update ${table} set ${change} where ${where}`);
const buildPaymentInsert = (more: Readonly<Record<string, string>> = {}) => {
  const row = {
    ...{ user_id: `'${me.id}'`, reference: `'${randomUUID()}'`, payable: `'plan'`, payable_id: 'gen_random_uuid()' },
    ...{ title: `'x'`, amount_jmd: '1', method: `'card'`, idempotency_key: 'gen_random_uuid()', request_hash: `'x'` },
    ...{ created_at: 'now()', updated_at: 'now()', ...more },
  };
  return `insert into payments (${Object.keys(row).join()}) values (${Object.values(row).join()})`;
};
const buildCardPageInsert = (more: Readonly<Record<string, string>>) => {
  const row = {
    ...{ user_id: `'${me.id}'`, kind: `'payment'`, due_id: `'${paymentId}'`, provider: `'sandbox'` },
    ...{ reference: `'${randomUUID()}'`, amount: '6000', currency: `'JMD'`, url: `'x'`, opened_at: 'now()' },
    ...{ closes_at: `now() + interval '1 day'`, ...more },
  };
  return `insert into card_sessions (${Object.keys(row).join()}) values (${Object.values(row).join()})`;
};

const ownSeat = `user_id = '${me.id}' and session_id = '${sessionId}'`;
const forbiddenStatements = [
  ...buildUpdates('payments', `id = '${paymentId}'`, [
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
  ...[
    buildPaymentInsert({ pay_in: `'received'` }),
    buildPaymentInsert({ pay_in: `'claimed'` }),
    buildPaymentInsert({ held: 'true' }),
  ],
  ...[buildPaymentInsert({ part_agreed: 'true' }), buildPaymentInsert({ user_id: `'${them.id}'` })],
  buildPaymentInsert({ ended: `'lapsed'`, closed_at: 'now()' }),
  `insert into movements (payment_id, user_id, direction, asset, amount, rail, reference, reference_key, moved_at,
    recorded_at) values ('${paymentId}', '${me.id}', 'in', 'JMD', 6000, 'bank', 'XXXX', 'XXXX', now(), now())`,
  ...['update movements set amount = 1', 'delete from movements', 'delete from payments', 'delete from lgm_awards'],
  ...[`update card_sessions set outcome = 'received', decided_at = now()`, 'update card_sessions set amount = 1'],
  buildCardPageInsert({ user_id: `'${them.id}'` }),
  `insert into card_events (provider, event_id, outcome, transaction_id, reference, amount, currency, happened_at,
    received_at) values ('sandbox', 'e2222222', 'approved', 't2222222', '${paymentId}', 6000, 'JMD', now(), now())`,
  'update card_events set became = null, handled_at = null',
  ...buildUpdates('lgm_awards', `id = '${award}'`, [
    ...['lgm = 999999', `user_id = '${them.id}'`, 'released_at = now()', 'sent_at = now()', `transaction_hash = 'x'`],
    ...[`session_id = '${sessionId}'`, `registration_id = '${seat.placeId}'`, 'proposal_id = gen_random_uuid()'],
  ]),
  ...buildUpdates('lgm_awards', `id = '${foreignAward}'`, [`address = 'x', named_at = now()`]),
  `insert into lgm_awards (registration_id, session_id, user_id, lgm, created_at)
    select id, session_id, user_id, 5000, now() from workshop_registrations where ${ownSeat}`,
  ...buildUpdates('workshop_registrations', ownSeat, [
    ...[`status = 'confirmed', confirmed_at = now()`, `status = 'offered', offered_until = now() + interval '1 day'`],
    ...['checked_in_at = now(), checked_in_by = user_id', `code = '${seat.code}'`, `attendee = 'A. Guest'`],
    ...[`created_at = '2020-01-01'`, `session_id = '${other}'`, `registration_mode = 'online'`, 'notified_at = now()'],
    ...[`user_id = '${them.id}'`, `offered_until = '2100-01-01'`, `payment_method = 'card'`],
  ]),
  ...buildUpdates('workshop_registrations', `id = '${seat.placeId}'`, [`status = 'cancelled'`, 'notified_at = now()']),
  ...buildUpdates('files', `id = '${file.id}'`, [
    `state = 'clean'`,
    `sha256 = 'x'`,
    `purpose = 'workshop-proof'`,
    `path = '../x'`,
  ]),
  ...buildUpdates('files', `id = '${foreign.id}'`, [`user_id = '${me.id}'`, `name = 'x'`]),
  ...[
    `update subscriptions set plan = 'basic'`,
    `update bank_lines set dismissal_reason = 'debit'`,
    'delete from bank_lines',
  ],
  ...[
    'update workshop_seats set taken = 0',
    'update workshop_seats set seats = 900',
    `update workshop_sessions set title = 'x'`,
  ],
  `insert into setting_versions (key, value) values ('plan_prices', '{}')`,
];

test('a customer grants themselves no purchase, by their own rows or those of others', async () => {
  for (const statement of forbiddenStatements)
    expect([statement, await outcome(customer, statement)]).toEqual([
      statement,
      expect.toBeOneOf(['refused', 'failed 23514', 0]),
    ]);
});

test('a customer reads no payment, proof, page, charge, line, seat, award, link or bank line of others', async () => {
  const foreignRows = [
    ...[
      `payments where user_id <> '${me.id}'`,
      `files where id = '${foreign.id}'`,
      `card_sessions where user_id <> '${me.id}'`,
    ],
    ...['card_events', `movements where user_id is distinct from '${me.id}'`, `lgm_awards where user_id <> '${me.id}'`],
    ...[`workshop_registrations where user_id <> '${me.id}'`, 'workshop_links', 'bank_lines', 'proposals'],
    ...[`subscriptions where user_id <> '${me.id}'`, `profiles where id <> '${me.id}'`],
  ];
  for (const source of foreignRows)
    expect([source, await outcome(customer, `select from ${source}`)]).toEqual([
      source,
      expect.toBeOneOf([0, 'refused']),
    ]);
});

test('an instructor sees no money, proof or bank line, and grants none', async () => {
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
  const confirm = `update workshop_registrations set status = 'confirmed', confirmed_at = now() where ${ownSeat}`;
  expect(await outcome(context, confirm)).toBeOneOf(['refused', 'failed 23514', 0]);
});

test('a customer does not see that their payment is held', async () => {
  const { rows } = await asApp(customer, (client) =>
    client.query(`update payments set held = true where id = $1 returning held`, [paymentId]),
  );
  expect(rows).toEqual([{ held: false }]);
});

test('no one opens a card page for another’s due, another amount, or with another’s key', async () => {
  const statements = [
    buildCardPageInsert({ due_id: `'${foreignPayment.paymentId}'` }),
    buildCardPageInsert({ amount: '1' }),
    buildCardPageInsert({ reference: `'${foreignPayment.paymentId}'`, opened_at: `now() + interval '1 day'` }),
  ];
  for (const statement of statements)
    expect([statement, await outcome(customer, statement)]).not.toEqual([statement, 1]);
});

describe('seats', async () => {
  const { rows: seats } = await owner.query<{ id: string }>(
    'select id from workshop_registrations where user_id = $1 and session_id = $2',
    [me.id, sessionId],
  );
  const { rowCount: holds } = await owner.query('select from workshop_holds');

  test('only the application reads workshop_holds', async () => {
    expect(holds).toBeGreaterThan(0);
    for (const context of [
      {},
      customer,
      { user: them.id },
      ...['admin', 'compliance', 'finance', 'support', 'instructor'].map((roles) => ({
        ...{ user: them.id, all: true, roles },
      })),
    ])
      expect([context, await rowsFor(context, 'workshop_holds')]).toEqual([context, []]);
    expect(await rowsFor({ all: true }, 'workshop_holds')).toHaveLength(holds ?? 0);
  });

  test('a customer writes the network of their own seat only, and never deletes it', async () => {
    await owner.query('delete from workshop_holds');
    const insert = `insert into workshop_holds values ($1, 'x', 'x', now())`;
    const ids = [seats[0]?.id];
    expect(await outcome({ user: them.id }, insert, ids)).toBe('refused');
    expect(await outcome(customer, insert, ids)).toBe(1);
    await owner.query(insert, ids);
    expect(await outcome(customer, 'delete from workshop_holds')).toBe(0);
  });

  test('seat counts per network are numbers without user data, for any caller', async () => {
    const countQuery = `select * from app.seat_hold_counts('${sessionId}', 'x', 'x', now())`;
    expect(await rowsFor({ user: them.id }, 'workshop_holds')).toEqual([]);
    expect(await outcome({ user: them.id }, countQuery)).toBe(1);
    expect(await outcome({ role: 'cryptocommerce_auth' }, countQuery)).toBe('refused');
  });
});
