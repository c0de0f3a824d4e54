import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bitcoinAddress, buy, sell, wasSent } from '../../../test/orders.ts';
import { openScene, type Scene } from '../../../test/security/actors.ts';
import { wallsOf } from '../../../test/security/walls.ts';
import { openHit } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { FreezesView } from './views.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const scene: Scene = await openScene(server);
const { idOf, caseAbout, another, rowsOf } = suspicionsOn(server);
const { cookies, ids } = scene;
const officer = await another('compliance');
const finance = await another('finance');
const { outcome } = wallsOf(server);

/** Orders of the owner in every state from which something could leave us, each prepared as its next act needs it. */
async function laidOut() {
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
type Orders = Awaited<ReturnType<typeof laidOut>>;
/** Before anybody is frozen. */
const before: readonly [Orders, Orders, Orders] = [await laidOut(), await laidOut(), await laidOut()];

const sent = (orderId: string) => wasSent(orderId, randomBytes(32).toString('hex'));
/** Everything by which anything of a customer could leave us or go on, as the desk asks for it. */
const outward: readonly (readonly [path: string, of: keyof Orders, more?: (orderId: string) => object])[] = [
  ['desk/startProcessing', 'received'],
  ['desk/preparePayout', 'processing'],
  ['desk/approvePayout', 'prepared'],
  ['desk/recordSent', 'approved', sent],
  ['desk/recordSent', 'sold', sent],
  ['desk/prepareReturn', 'ended', (movementId) => ({ movementId, reasonCode: 'order_stopped' })],
  ['desk/approveReturn', 'returning'],
  ['desk/recordReturned', 'sending', sent],
  ['desk/release', 'held'],
];

async function tryEverything(orders: Orders): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [path, of, more] of outward) {
    const cookie = path === 'desk/release' ? officer.cookie : finance.cookie;
    const answer = await call(path, { orderId: orders[of], note: '', ...more?.(orders[of]) }, cookie);
    answers[`${path} ${of}`] = answer.status === 200 ? 'done' : answer.body['code'];
  }
  return answers;
}

const statesOf = (orders: Orders) =>
  rowsOf(
    `select id, status, pay_in, pay_out, held, (select count(*) from movements where order_id = t.id) moved
       from transactions t where id = any($1) order by id`,
    [Object.values(orders)],
  );

const confirm = (hitId: string) =>
  call(
    'screening/decideHit',
    { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and papers agree.' },
    cookies.compliance,
  );
const freezesOf = async (userId: string) =>
  (await call<FreezesView>('compliance/freezes', { userId }, cookies.compliance)).body;
/** What one asks for and another approves. */
async function byTwo(path: string, input: object) {
  const asked = await call<{ proposalId: string }>(path, { note: 'Seen', ...input }, officer.cookie);
  expect(asked).toMatchObject({ status: 200 });
  const verdict = { proposalId: asked.body.proposalId, decision: 'approve' };
  expect(await call('compliance/decideFrozen', verdict, officer.cookie)).toMatchObject({
    body: { code: 'approvals.second_person_needed' },
  });
  return call('compliance/decideFrozen', verdict, cookies.admin);
}
async function thawAll(userId: string) {
  for (const freeze of (await freezesOf(userId)).freezes)
    if (!freeze.liftedAt)
      expect(await byTwo('compliance/proposeThaw', { freezeId: freeze.id })).toMatchObject({ status: 200 });
}

const theSame = Object.fromEntries(outward.map(([path, of]) => [`${path} ${of}`, 'trading.customer_frozen']));

test('an unconfirmed match stops nothing (decision A8)', async () => {
  await openHit(server, ids.owner);
  expect((await freezesOf(ids.owner)).stopped).toBe(false);
  expect((await buy(server, cookies.owner ?? '', { amount: '3000' })).status).toBe(200);
});

test('whoever was confirmed as listed is frozen in that transaction: no act at the desk moves anything', async () => {
  const [orders] = before;
  const stood = await statesOf(orders);
  expect(await confirm(await openHit(server, ids.owner))).toMatchObject({ status: 200 });
  expect(await tryEverything(orders)).toEqual(theSame);
  expect(await statesOf(orders)).toEqual(stood);
  expect(await freezesOf(ids.owner)).toMatchObject({
    stopped: true,
    freezes: [{ cause: 'listed', party: 'LISTED Somebody', frozenBy: expect.any(String) }],
  });
});

test('whoever was confirmed as listed trades no more, in words that say nothing; coins sent are held', async () => {
  const cookie = cookies.owner ?? '';
  const quote = await call('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: '3000' }, cookie);
  expect(quote.body['refusal']).toEqual({ code: 'not_possible' });
  expect((await buy(server, cookie, { amount: '3000' })).body.code).toBe('trading.not_possible');
  const wish = {
    symbol: 'BTC',
    amount: '0.001',
    network: 'bitcoin',
    senderWalletAddress: bitcoinAddress,
  };
  expect((await call('trading/sellWallet', wish, cookie)).body['code']).toBe('trading.not_possible');
  await owner.query(`update profiles set last_name = 'Grant' where id = $1`, [ids.owner]);
  const sent = await sell(server, cookie);
  expect(sent.status).toBe(200);
  expect(await rowsOf('select held, hold_reason from transactions where id = $1', [sent.body.orderId])).toEqual([
    // At night its score stops it as well.
    { held: true, hold_reason: expect.stringMatching(/^(customer_stopped|transaction_blocked)$/) },
  ]);
});

test('whoever was confirmed as listed reads nothing of it, nor does finance or support', async () => {
  const seen = await Promise.all(
    ['accounts/security', 'accounts/exportData', 'accountPages/overview', 'trading/limits', 'trading/list'].map(
      async (path) => (await call(path, path === 'trading/list' ? {} : undefined, cookies.owner)).body,
    ),
  );
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  expect(seen[0]).toMatchObject({ frozenSince: null });
  expect(JSON.stringify(seen, plain)).not.toMatch(/listed|freeze|relationship|stopped/i);
  expect(await outcome({ user: ids.owner }, 'select * from account_freezes')).toBe(0);
  for (const role of ['finance', 'support'] as const) {
    const context = { user: await idOf(role), all: true };
    expect(await outcome(context, 'select * from account_freezes')).toBe(0);
    expect((await call('compliance/freezes', { userId: ids.owner }, cookies[role])).status).toBe(403);
  }
});

test('whoever was confirmed as listed is not moved by whatever statement the application sends either', async () => {
  const [orders] = before;
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
  const left = `insert into movements (order_id, user_id, direction, asset, amount, rail, reference, reference_key, moved_at,
      recorded_at, proposal_id)
    select t.id, t.user_id, 'out', 'BTC', t.crypto_amount, 'bitcoin', 'x', 'x', now(), now(), p.id
      from transactions t join proposals p on p.subject = t.id::text where t.id = $1`;
  expect(await outcome(admin, left, [orders.approved])).toBe('failed 23514');
  const copied = (
    await rowsOf<{ list: string }>(`select string_agg(quote_ident(column_name), ', ') list
    from information_schema.columns where table_name = 'transactions' and is_generated = 'NEVER'
      and column_name not in ('id', 'reference', 'quote_id')`)
  )[0]?.list;
  const order = `insert into transactions (id, reference, quote_id, ${copied})
    select uuidv7(), 'X' || gen_random_uuid(), uuidv7(), ${copied} from transactions where id = $1`;
  expect(await outcome({ user: ids.owner }, order, [orders.received])).toBe('failed 23514');
});

test('whoever was confirmed as listed is not let go by one person, nor by a statement', async () => {
  const admin = { user: await idOf('admin'), all: true };
  const lift = `update account_freezes set lifted_at = now(), lifted_by = $1, lift_reason = 'x' where user_id = $2`;
  expect(await outcome(admin, lift, [admin.user, ids.owner])).toBe(0);
  expect(await outcome(admin, 'delete from account_freezes')).toBe('refused');
  const unfrozen = await call('accounts/unfreeze', { userId: ids.owner, reasonCode: 'false_alarm' }, officer.cookie);
  expect(unfrozen.body).toMatchObject({ code: 'accounts.not_frozen' });
  const [freeze] = (await freezesOf(ids.owner)).freezes;
  const [proposal] = await rowsOf<{ id: string }>(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by)
     values ('thaw', $1, '{"note": "", "freezes": []}', $2, $3) returning id`,
    [freeze?.id, ids.owner, officer.id],
  );
  expect(await outcome(admin, 'select app.thaw($1)', [proposal?.id])).toBe('failed P0001');
  await owner.query('delete from proposals where id = $1', [proposal?.id]);
  expect((await freezesOf(ids.owner)).stopped).toBe(true);
});

describe('what a frozen customer left with us', () => {
  test('goes back by a decision of its own, order by order; another freeze since takes that back', async () => {
    const [, orders] = before;
    const decided = { orderId: orders.ended };
    const open = { orderId: orders.processing, note: 'x' };
    expect((await call('compliance/proposeFrozenReturn', open, officer.cookie)).body).toMatchObject({
      code: 'freezes.nothing_to_return',
    });
    expect(await byTwo('compliance/proposeFrozenReturn', decided)).toMatchObject({ status: 200 });
    expect((await tryEverything(orders))['desk/approveReturn returning']).toBe('trading.customer_frozen');
    expect(await call('desk/approveReturn', { orderId: orders.ended, note: '' }, cookies.admin)).toMatchObject({
      status: 200,
    });
    const back = await call('desk/recordReturned', wasSent(orders.ended, `BACK-${randomUUID()}`), finance.cookie);
    expect(back).toMatchObject({ status: 200 });
    expect((await statesOf(orders)).find(({ id }) => id === orders.ended)).toMatchObject({ pay_in: 'returned' });

    expect(await byTwo('compliance/proposeFrozenReturn', { orderId: orders.returning })).toMatchObject({ status: 200 });
    const byHand = { userId: ids.owner, reason: 'An authority asks for it' };
    expect(await call('compliance/freeze', byHand, cookies.compliance)).toMatchObject({ status: 200 });
    expect((await call('compliance/freeze', byHand, officer.cookie)).body).toMatchObject({
      code: 'freezes.frozen_already',
    });
    expect((await tryEverything(orders))['desk/approveReturn returning']).toBe('trading.customer_frozen');
  });

  test('moves again once two people thawed every freeze', async () => {
    const [, , orders] = before;
    const [first] = (await freezesOf(ids.owner)).freezes;
    expect(await byTwo('compliance/proposeThaw', { freezeId: first?.id })).toMatchObject({ status: 200 });
    expect(await tryEverything(orders)).toEqual(theSame);
    await thawAll(ids.owner);
    expect(await tryEverything(orders)).toEqual(Object.fromEntries(Object.keys(theSame).map((key) => [key, 'done'])));
    // The match was confirmed, and that still counts.
    await buy(server, cookies.owner ?? '', { amount: '3000' });
    const scored = `select inputs->>'sanctions' sanctions from risk_assessments
      where user_id = $1 order by id desc limit 1`;
    expect(await rowsOf(scored, [ids.owner])).toEqual([{ sanctions: 'flagged' }]);
  });
});

describe('a case', () => {
  const close = async (outcome: string, userId: string) => {
    const caseId = await caseAbout(userId, cookies.compliance ?? '');
    return call('compliance/closeCase', { caseId, outcome, text: 'Looked at everything' }, cookies.compliance);
  };

  test.each(['no_suspicion', 'explained', 'monitoring', 'suspicion_confirmed'])(
    'closed with %s stops nothing',
    async (how) => {
      expect((await close(how, ids.other)).status).toBe(200);
      expect((await freezesOf(ids.other)).stopped).toBe(false);
    },
  );

  test.each(['relationship_ends', 'list_hit_confirmed'])('closed with %s freezes at once', async (how) => {
    expect((await close(how, ids.other)).status).toBe(200);
    const { stopped, freezes } = await freezesOf(ids.other);
    expect([stopped, freezes[0]]).toMatchObject([true, { caseId: expect.any(String), liftedAt: null }]);
    await thawAll(ids.other);
    expect((await freezesOf(ids.other)).stopped).toBe(false);
  });
});

test('nobody freezes, thaws or reads what is about themselves', async () => {
  const userId = await idOf('compliance');
  expect((await call('compliance/freeze', { userId, reason: 'x' }, cookies.compliance)).status).toBe(403);
  expect((await call('compliance/freezes', { userId }, cookies.compliance)).status).toBe(403);
  // They hold their role again once they are stopped; it does nothing.
  await owner.query('delete from user_roles where user_id = $1', [userId]);
  expect((await call('compliance/freeze', { userId, reason: 'Left the house' }, cookies.admin)).status).toBe(200);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [userId]);
  const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  const own = { freezeId: freeze?.id, note: 'x' };
  expect((await call('compliance/proposeThaw', own, cookies.compliance)).status).toBe(403);
});
