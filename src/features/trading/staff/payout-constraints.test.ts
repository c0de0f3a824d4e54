import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { owner, call, signIn } = server;
const customer = await server.signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map((who) => createSession(server, who)));

await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

const callAs = server.actsAs(finance, 'desk/');
async function placeApproved(amount = '3000') {
  const { orderId } = await placePaidBuy(server, customer, { amount });
  const step = { orderId, note: '' };
  expect(await callAs('confirmReceived', buildPayIn(orderId, { amount }))).toBe('done');
  for (const path of ['startProcessing', 'preparePayout']) expect(await callAs(path, step)).toBe('done');
  expect(await callAs('approvePayout', step, admin)).toBe('done');
  return orderId;
}
function insertPayout(orderId: string, parts: Record<string, string> = {}, by: Pick<typeof owner, 'query'> = owner) {
  const line: Record<string, string> = {
    ...{
      order_id: 't.id',
      user_id: 't.user_id',
      direction: `'out'`,
      asset: 't.crypto_symbol',
      amount: 't.crypto_amount',
    },
    ...{ rail: 't.network', address: 't.wallet_address', tag: 't.destination_tag::text', moved_at: 'now()' },
    ...{ recorded_at: 'now()', proposal_id: 'p.id', reference: '$2', reference_key: '$2' },
    ...parts,
  };
  return by.query(
    `insert into movements (${Object.keys(line).join(', ')}) select ${Object.values(line).join(', ')}
       from transactions t join proposals p on p.subject = t.id::text and p.kind = 'payout' where t.id = $1
       order by p.id desc limit 1`,
    [orderId, randomBytes(32).toString('hex')],
  );
}

test('the valid line that the tests below change is accepted once', async () => {
  const orderId = await placeApproved();
  await insertPayout(orderId);
  await expect(insertPayout(orderId)).rejects.toThrow('movement_twice');
});

test.each([
  ['one unit more', { amount: 't.crypto_amount + 0.00000001' }],
  ['one unit less', { amount: 't.crypto_amount - 0.00000001' }],
  ['a fraction of a unit more', { amount: 't.crypto_amount + 0.000000000000000001' }],
  ['no amount', { amount: '0' }],
  ['a negative amount', { amount: '-t.crypto_amount' }],
  ['an amount that is no number', { amount: `'NaN'` }],
  ['an infinite amount', { amount: `'Infinity'` }],
  ['another coin', { asset: `'ETH'` }],
  ['money', { asset: `'JMD'` }],
  ['another address', { address: `'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g'` }],
  ['no address', { address: 'null' }],
  ['a tag', { tag: `'7'` }],
  ['an account', { account: `'404512345'` }],
  ['another customer', { user_id: `(select id from profiles where email = 'tier1@demo.test')` }],
  ['no customer', { user_id: 'null' }],
  ['no proposal', { proposal_id: 'null' }],
  ['the direction of a refund', { direction: `'back'` }],
  ['the direction of a pay-in', { direction: `'in'` }],
  ['the direction of a returned transfer', { direction: `'bounced'` }],
])('a payout is rejected with %s', async (_, parts) => {
  approvedOrder ??= await placeApproved('4000');
  const client = await owner.connect();
  await client.query('begin');
  const taken = await insertPayout(approvedOrder, parts, client).then(
    () => 'taken',
    (error: Error) => error.message.slice(0, 0),
  );
  await client.query('rollback');
  client.release();
  expect(taken).toBe('');
});

let approvedOrder: string | null = null;

test("a payout is rejected with another order's approval, an undone one, or while held", async () => {
  const [mine, other] = [await placeApproved('5000'), await placeApproved('5000')];
  const theirs = `(select id from proposals where subject = '${other}')`;
  await expect(insertPayout(mine, { proposal_id: theirs })).rejects.toThrow('movement_not_agreed');
  await owner.query(`update transactions set held = true, hold_reason = 'unusual_pattern' where id = $1`, [mine]);
  await expect(insertPayout(mine)).rejects.toThrow();
  await owner.query(`update transactions set held = false, hold_reason = null where id = $1`, [mine]);
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [other]);
  const undo = { orderId: other, proposalId: rows[0]?.id, reasonCode: 'never_sent', note: '' };
  expect(await callAs('prepareUndo', { ...undo, evidence: 'The wallet shows no such transaction.' })).toBe('done');
  expect(await callAs('approveUndo', { orderId: other, note: '' }, admin)).toBe('done');
  await expect(insertPayout(other)).rejects.toThrow('movement_not_agreed');
  expect(await callAs('recordSent', buildSent(mine, randomBytes(32).toString('hex')))).toBe('done');
});

test('approved and sent payouts cannot be changed or deleted', async () => {
  const orderId = await placeApproved('6000');
  expect(await callAs('recordSent', buildSent(orderId, randomBytes(32).toString('hex')))).toBe('done');
  const client = await owner.connect();
  await client.query('begin');
  await client.query('set local role cryptocommerce_app');
  const tries = [
    `update movements set amount = amount * 2 where order_id = '${orderId}'`,
    `delete from movements where order_id = '${orderId}'`,
    `update proposals set payload = payload || '{"address": "x"}' where subject = '${orderId}'`,
    `delete from proposals where subject = '${orderId}'`,
    `truncate movements`,
  ];
  for (const [n, statement] of tries.entries()) {
    await client.query(`savepoint s${n}`);
    await expect(client.query(statement)).rejects.toThrow('permission denied');
    await client.query(`rollback to s${n}`);
  }
  await client.query('rollback');
  client.release();
});

describe('replaced proposals', async () => {
  const { another } = setUpSuspicions(server);
  const first = await another('finance');
  const second = await createSession(server, 'finance');

  type Shown = { waiting: { id: string; payload: Record<string, string> } };
  const viewOrder = async (orderId: string) => (await call<Shown>('desk/order', { orderId }, second)).body.waiting;
  const findStates = async (orderId: string) =>
    (await owner.query('select state from proposals where subject = $1 order by proposed_at', [orderId])).rows.map(
      ({ state }) => state,
    );
  async function receiveFor(amount: string) {
    const { cookie } = await newCustomer(server, 'Tamara Grant');
    const { orderId } = await placePaidBuy(server, cookie, { amount });
    expect((await call('desk/confirmReceived', buildPayIn(orderId, { amount }), second)).status).toBe(200);
    return orderId;
  }

  test('a refund to another account than shown is neither approved nor declined', async () => {
    const orderId = await receiveFor('3000');
    await call('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' }, second);
    await owner.query('alter table movements disable trigger all');
    const { rows } = await owner.query<{ id: string }>(
      'update movements set bank = null, account = null, holder = null where order_id = $1 returning id',
      [orderId],
    );
    await owner.query('alter table movements enable trigger all');
    const prepare = async (payerAccount: string, payerHolder: string) => {
      const to = { payerBank: 'NCB', payerAccount, payerHolder };
      const back = { orderId, movementId: rows[0]?.id, reasonCode: 'order_stopped', ...to, note: '' };
      expect((await call('desk/prepareReturn', back, first.cookie)).status).toBe(200);
    };
    await prepare('404512345', 'Tamara Grant');
    const { id: read, payload } = await viewOrder(orderId);
    expect(payload['account']).toBe('404512345');
    const taken = await call('desk/declineReturn', { orderId, proposalId: read, note: '' }, first.cookie);
    expect(taken.status).toBe(200);
    await prepare('666666666', 'Crook Himself');
    for (const path of ['desk/approveReturn', 'desk/declineReturn'])
      expect((await call(path, { orderId, proposalId: read, note: '' }, second)).body).toMatchObject({
        code: 'approvals.already_decided',
      });
    expect(await findStates(orderId)).toEqual(['withdrawn', 'open']);
    const { id: now } = await viewOrder(orderId);
    expect((await call('desk/approveReturn', { orderId, proposalId: now, note: '' }, second)).status).toBe(200);
  });

  test('a replaced payout or one of another order is not approved', async () => {
    const [orderId, other] = [await receiveFor('3100'), await receiveFor('3200')];
    for (const one of [orderId, other]) {
      await call('desk/startProcessing', { orderId: one, note: '' }, first.cookie);
      expect((await call('desk/preparePayout', { orderId: one, note: '' }, first.cookie)).status).toBe(200);
    }
    const { id: read } = await viewOrder(orderId);
    const { id: elsewhere } = await viewOrder(other);
    await call('desk/withdrawPayout', { orderId, proposalId: read, note: '' }, first.cookie);
    await call('desk/preparePayout', { orderId, note: '' }, first.cookie);
    const approve = async (proposalId: string) =>
      (await call<{ code: string }>('desk/approvePayout', { orderId, proposalId, note: '' }, second)).body.code;
    expect(await approve(read)).toBe('approvals.already_decided');
    expect(await approve(elsewhere)).toBe('approvals.not_found');
    const sent = { orderId, proposalId: read, reasonCode: 'amount_wrong', note: '' };
    expect((await call('desk/sendBackPayout', sent, second)).body).toMatchObject({ code: 'approvals.already_decided' });
    expect(await findStates(orderId)).toEqual(['withdrawn', 'open']);
  });
});

describe('parallel commands', async () => {
  const customer = await signIn('tier2');
  const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));

  const callAs = (path: string, input: object, cookie = finance) =>
    call<{ code?: string }>(`desk/${path}`, input, cookie);
  const buildSurplus = (orderId: string, reference: string) => buildPayIn(orderId, { reference });
  const countWaiting = () => countLockWaits(server);

  async function runInParallel(orderId: string, acts: readonly (() => ReturnType<typeof callAs>)[]) {
    const holder = await owner.connect();
    await holder.query('begin');
    await holder.query('select from transactions where id = $1 for update', [orderId]);
    const running = acts.map((one) => one());
    await expect.poll(countWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done, 300));
    await holder.query('commit');
    holder.release();
    return (await Promise.all(running)).map(({ status }) => status);
  }

  async function placeReceived(amount: string): Promise<string> {
    const { orderId } = await placePaidBuy(server, customer, { amount });
    expect((await callAs('confirmReceived', buildPayIn(orderId, { amount }))).status).toBe(200);
    return orderId;
  }

  test('two surplus payments recorded in parallel both wait for refunds', async () => {
    const orderId = await placeReceived('20000');
    const both = [
      () => callAs('recordExtra', buildSurplus(orderId, 'PARALLEL 1')),
      () => callAs('recordExtra', buildSurplus(orderId, 'PARALLEL 2'), admin),
    ];
    expect(await runInParallel(orderId, both)).toEqual([200, 200]);
    const { rows } = await owner.query('select surplus_count extras from transactions where id = $1', [orderId]);
    expect(rows).toEqual([{ extras: 2 }]);
  });

  test('a sent payout is recorded once, and the second attempt is refused', async () => {
    const orderId = await placeReceived('20001');
    const step = { orderId, note: '' };
    for (const path of ['startProcessing', 'preparePayout']) expect((await callAs(path, step)).status).toBe(200);
    expect((await callAs('approvePayout', step, admin)).status).toBe(200);
    const both = ['a', 'b'].map((digit) => () => callAs('recordSent', buildSent(orderId, digit.repeat(64))));
    expect((await runInParallel(orderId, both)).toSorted()).toEqual([200, 409]);
  });
});
