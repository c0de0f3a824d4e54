import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bitcoinAddress, buildSent, buy, sell } from '../../../test/orders.ts';
import { createScene, type Scene } from '../../../test/security/actors.ts';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { insertOpenHit } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { FreezesView } from './views.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const scene: Scene = await createScene(server);
const { idOf, caseAbout, another, rowsOf } = setUpSuspicions(server);
const { cookies, ids } = scene;
const officer = await another('compliance');
const finance = await another('finance');
const { outcome } = createPolicyTools(server);

/** One order in each state from which money can leave, prepared for its next step. */
async function createOrders() {
  const open = { status: 'processing', payIn: 'received' } as const;
  const ended = { status: 'cancelled', payIn: 'received' } as const;
  const orders = {
    received: await scene.order({ payIn: 'received' }),
    processing: await scene.order(open),
    prepared: await scene.order({ ...open, payOut: 'prepared' }),
    approved: await scene.order({ ...open, payOut: 'approved' }),
    sold: await scene.order({ ...open, payOut: 'approved', side: 'sell' }),
    ended: await scene.order(ended),
    returning: await scene.order(ended),
    sending: await scene.order(ended),
    held: await scene.order({ ...open, held: true }),
  };
  await scene.prepared(orders.prepared, ids.preparer);
  await scene.prepared(orders.returning, ids.preparer, 'return');
  await scene.approved(orders.approved, ids.preparer);
  await scene.approved(orders.sold, ids.preparer);
  await scene.approved(orders.sending, ids.preparer, 'return');
  return orders;
}
type Orders = Awaited<ReturnType<typeof createOrders>>;
const orderSets: readonly [Orders, Orders, Orders] = [await createOrders(), await createOrders(), await createOrders()];

const buildSentInput = (orderId: string) => buildSent(orderId, randomBytes(32).toString('hex'));
const outgoingSteps: readonly (readonly [path: string, of: keyof Orders, more?: (orderId: string) => object])[] = [
  ['desk/startProcessing', 'received'],
  ['desk/preparePayout', 'processing'],
  ['desk/approvePayout', 'prepared'],
  ['desk/recordSent', 'approved', buildSentInput],
  ['desk/recordSent', 'sold', buildSentInput],
  ['desk/prepareReturn', 'ended', (movementId) => ({ movementId, reasonCode: 'order_stopped' })],
  ['desk/approveReturn', 'returning'],
  ['desk/recordReturned', 'sending', buildSentInput],
  ['desk/release', 'held'],
];

async function trySteps(orders: Orders): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [path, of, buildInput] of outgoingSteps) {
    const cookie = path === 'desk/release' ? officer.cookie : finance.cookie;
    const answer = await call(path, { orderId: orders[of], note: '', ...buildInput?.(orders[of]) }, cookie);
    answers[`${path} ${of}`] = answer.status === 200 ? 'done' : answer.body['code'];
  }
  return answers;
}

const loadStates = (orders: Orders) =>
  rowsOf(
    `select id, status, pay_in, pay_out, held, (select count(*) from movements where order_id = t.id) moved
       from transactions t where id = any($1) order by id`,
    [Object.values(orders)],
  );

const confirmHit = (hitId: string) =>
  call(
    'screening/decideHit',
    { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and documents match.' },
    cookies.compliance,
  );
const loadFreezes = async (userId: string) =>
  (await call<FreezesView>('compliance/freezes', { userId }, cookies.compliance)).body;
async function proposeAndApprove(path: string, input: object) {
  const proposed = await call<{ proposalId: string }>(path, { note: 'Seen', ...input }, officer.cookie);
  expect(proposed).toMatchObject({ status: 200 });
  const verdict = { proposalId: proposed.body.proposalId, decision: 'approve' };
  expect(await call('compliance/decideFrozen', verdict, officer.cookie)).toMatchObject({
    body: { code: 'approvals.second_person_needed' },
  });
  return call('compliance/decideFrozen', verdict, cookies.admin);
}
async function unfreezeAll(userId: string) {
  for (const freeze of (await loadFreezes(userId)).freezes)
    if (!freeze.liftedAt)
      expect(await proposeAndApprove('compliance/proposeUnfreeze', { freezeId: freeze.id })).toMatchObject({
        status: 200,
      });
}

const allFrozen = Object.fromEntries(outgoingSteps.map(([path, of]) => [`${path} ${of}`, 'desk.customer_frozen']));

test('an unconfirmed match blocks nothing (decision A8)', async () => {
  await insertOpenHit(server, ids.owner);
  expect((await loadFreezes(ids.owner)).stopped).toBe(false);
  expect((await buy(server, cookies.owner ?? '', { amount: '3000' })).status).toBe(200);
});

test('confirming a match freezes the customer in the same transaction and blocks all staff commands', async () => {
  const [orders] = orderSets;
  const initialStates = await loadStates(orders);
  expect(await confirmHit(await insertOpenHit(server, ids.owner))).toMatchObject({ status: 200 });
  expect(await trySteps(orders)).toEqual(allFrozen);
  expect(await loadStates(orders)).toEqual(initialStates);
  expect(await loadFreezes(ids.owner)).toMatchObject({
    stopped: true,
    freezes: [{ cause: 'listed', party: 'LISTED Person', frozenBy: expect.any(String) }],
  });
});

test("a listed customer can't trade and gets a neutral message; coins already sent are held", async () => {
  const cookie = cookies.owner ?? '';
  const quote = await call('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: '3000' }, cookie);
  expect(quote.body['refusal']).toEqual({ code: 'not_possible' });
  expect((await buy(server, cookie, { amount: '3000' })).body.code).toBe('trading.not_possible');
  const input = {
    symbol: 'BTC',
    amount: '0.001',
    network: 'bitcoin',
    senderWalletAddress: bitcoinAddress,
  };
  expect((await call('trading/sellWallet', input, cookie)).body['code']).toBe('trading.not_possible');
  await owner.query(`update profiles set last_name = 'Grant' where id = $1`, [ids.owner]);
  const sent = await sell(server, cookie);
  expect(sent.status).toBe(200);
  expect(await rowsOf('select held, hold_reason from transactions where id = $1', [sent.body.orderId])).toEqual([
    // At night, the risk score holds the order first.
    { held: true, hold_reason: expect.stringMatching(/^(customer_stopped|transaction_blocked)$/) },
  ]);
});

test('a listed customer, finance and support see nothing about the freeze', async () => {
  const seen = await Promise.all(
    ['accounts/security', 'accounts/exportData', 'accountPages/overview', 'trading/limits', 'trading/list'].map(
      async (path) => (await call(path, path === 'trading/list' ? {} : undefined, cookies.owner)).body,
    ),
  );
  const stringifyBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  expect(seen[0]).toMatchObject({ frozenSince: null });
  expect(JSON.stringify(seen, stringifyBigint)).not.toMatch(/listed|freeze|relationship|stopped/i);
  expect(await outcome({ user: ids.owner }, 'select * from account_freezes')).toBe(0);
  for (const role of ['finance', 'support'] as const) {
    const context = { user: await idOf(role), all: true };
    expect(await outcome(context, 'select * from account_freezes')).toBe(0);
    expect((await call('compliance/freezes', { userId: ids.owner }, cookies[role])).status).toBe(403);
  }
});

test("the database refuses all statements that move a listed customer's orders", async () => {
  const [orders] = orderSets;
  const admin = { user: await idOf('admin'), all: true };
  const statements: readonly (readonly [keyof Orders, string])[] = [
    ['received', `status = 'processing'`],
    ['processing', `pay_out = 'prepared'`],
    ['prepared', `pay_out = 'approved'`],
    ['approved', `pay_out = 'sent'`],
    ['approved', `status = 'completed', pay_out = 'sent'`],
    ['approved', `user_id = '${ids.other}'`],
    ['ended', `pay_in = 'returned'`],
    ['held', 'held = false'],
  ];
  for (const context of [admin, { all: true }, { user: ids.owner }])
    for (const [of, change] of statements) {
      const ended = await outcome(context, `update transactions set ${change} where id = $1`, [orders[of]]);
      expect([change, ended]).toEqual([change, expect.stringMatching(/^(failed 23514|refused)$/)]);
    }
  const insertPayout = `insert into movements (order_id, user_id, direction, asset, amount, rail, reference, reference_key, moved_at,
      recorded_at, proposal_id)
    select t.id, t.user_id, 'out', 'BTC', t.crypto_amount, 'bitcoin', 'x', 'x', now(), now(), p.id
      from transactions t join proposals p on p.subject = t.id::text where t.id = $1`;
  expect(await outcome(admin, insertPayout, [orders.approved])).toBe('failed 23514');
  const copiedColumns = (
    await rowsOf<{ list: string }>(`select string_agg(quote_ident(column_name), ', ') list
    from information_schema.columns where table_name = 'transactions' and is_generated = 'NEVER'
      and column_name not in ('id', 'reference', 'quote_id')`)
  )[0]?.list;
  const insertOrder = `insert into transactions (id, reference, quote_id, ${copiedColumns})
    select uuidv7(), 'X' || gen_random_uuid(), uuidv7(), ${copiedColumns} from transactions where id = $1`;
  expect(await outcome({ user: ids.owner }, insertOrder, [orders.received])).toBe('failed 23514');
});

test("one person or a direct statement can't lift the freeze of a listed customer", async () => {
  const admin = { user: await idOf('admin'), all: true };
  const lift = `update account_freezes set lifted_at = now(), lifted_by = $1, lift_reason = 'x' where user_id = $2`;
  expect(await outcome(admin, lift, [admin.user, ids.owner])).toBe(0);
  expect(await outcome(admin, 'delete from account_freezes')).toBe('refused');
  const unfrozen = await call('accounts/unfreeze', { userId: ids.owner, reasonCode: 'false_alarm' }, officer.cookie);
  expect(unfrozen.body).toMatchObject({ code: 'accounts.not_frozen' });
  const [freeze] = (await loadFreezes(ids.owner)).freezes;
  const [proposal] = await rowsOf<{ id: string }>(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by)
     values ('thaw', $1, '{"note": "", "freezes": []}', $2, $3) returning id`,
    [freeze?.id, ids.owner, officer.id],
  );
  expect(await outcome(admin, 'select app.unfreeze($1)', [proposal?.id])).toBe('failed P0001');
  await owner.query('delete from proposals where id = $1', [proposal?.id]);
  expect((await loadFreezes(ids.owner)).stopped).toBe(true);
});

describe('money of a frozen customer', () => {
  test('returns per order by a decision of two people; a new freeze revokes it', async () => {
    const [, orders] = orderSets;
    const decided = { orderId: orders.ended };
    const open = { orderId: orders.processing, note: 'x' };
    expect((await call('compliance/proposeFrozenReturn', open, officer.cookie)).body).toMatchObject({
      code: 'freezes.nothing_to_return',
    });
    expect(await proposeAndApprove('compliance/proposeFrozenReturn', decided)).toMatchObject({ status: 200 });
    expect((await trySteps(orders))['desk/approveReturn returning']).toBe('desk.customer_frozen');
    expect(await call('desk/approveReturn', { orderId: orders.ended, note: '' }, cookies.admin)).toMatchObject({
      status: 200,
    });
    const back = await call('desk/recordReturned', buildSent(orders.ended, `BACK-${randomUUID()}`), finance.cookie);
    expect(back).toMatchObject({ status: 200 });
    expect((await loadStates(orders)).find(({ id }) => id === orders.ended)).toMatchObject({ pay_in: 'returned' });

    expect(await proposeAndApprove('compliance/proposeFrozenReturn', { orderId: orders.returning })).toMatchObject({
      status: 200,
    });
    const manualFreeze = { userId: ids.owner, reason: 'An authority asks for it' };
    expect(await call('compliance/freeze', manualFreeze, cookies.compliance)).toMatchObject({ status: 200 });
    expect((await call('compliance/freeze', manualFreeze, officer.cookie)).body).toMatchObject({
      code: 'freezes.frozen_already',
    });
    expect((await trySteps(orders))['desk/approveReturn returning']).toBe('desk.customer_frozen');
  });

  test('moves again after two people lifted every freeze', async () => {
    const [, , orders] = orderSets;
    const [first] = (await loadFreezes(ids.owner)).freezes;
    expect(await proposeAndApprove('compliance/proposeUnfreeze', { freezeId: first?.id })).toMatchObject({
      status: 200,
    });
    expect(await trySteps(orders)).toEqual(allFrozen);
    await unfreezeAll(ids.owner);
    expect(await trySteps(orders)).toEqual(Object.fromEntries(Object.keys(allFrozen).map((key) => [key, 'done'])));
    await buy(server, cookies.owner ?? '', { amount: '3000' });
    const scored = `select inputs->>'sanctions' sanctions from risk_assessments
      where user_id = $1 order by id desc limit 1`;
    expect(await rowsOf(scored, [ids.owner])).toEqual([{ sanctions: 'flagged' }]);
  });
});

describe('a case', () => {
  const close = async (outcome: string, userId: string) => {
    const caseId = await caseAbout(userId, cookies.compliance ?? '');
    return call('compliance/closeCase', { caseId, outcome, text: 'Reviewed everything' }, cookies.compliance);
  };

  test.each(['no_suspicion', 'explained', 'monitoring', 'suspicion_confirmed'])(
    'closed with %s blocks nothing',
    async (how) => {
      expect((await close(how, ids.other)).status).toBe(200);
      expect((await loadFreezes(ids.other)).stopped).toBe(false);
    },
  );

  test.each(['relationship_ends', 'list_hit_confirmed'])('closed with %s freezes immediately', async (how) => {
    expect((await close(how, ids.other)).status).toBe(200);
    const { stopped, freezes } = await loadFreezes(ids.other);
    expect([stopped, freezes[0]]).toMatchObject([true, { caseId: expect.any(String), liftedAt: null }]);
    await unfreezeAll(ids.other);
    expect((await loadFreezes(ids.other)).stopped).toBe(false);
  });
});

test("staff can't freeze, unfreeze or view themselves", async () => {
  const userId = await idOf('compliance');
  expect((await call('compliance/freeze', { userId, reason: 'x' }, cookies.compliance)).status).toBe(403);
  expect((await call('compliance/freezes', { userId }, cookies.compliance)).status).toBe(403);
  // A role granted after the freeze has no effect.
  await owner.query('delete from user_roles where user_id = $1', [userId]);
  expect((await call('compliance/freeze', { userId, reason: 'Left the company' }, cookies.admin)).status).toBe(200);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [userId]);
  const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  const ownFreeze = { freezeId: freeze?.id, note: 'x' };
  expect((await call('compliance/proposeUnfreeze', ownFreeze, cookies.compliance)).status).toBe(403);
});
