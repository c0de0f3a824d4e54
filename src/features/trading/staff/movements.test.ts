import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, buildSent, placePaidBuy, sell } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { screenSender } from '../risk-checks/screen-sender.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));

type Answer = { code?: string; data?: object };
const callAs = (path: string, input: object, cookie = finance) => call<Answer>(`desk/${path}`, input, cookie);
const buildStep = (orderId: string) => ({ orderId, note: '' });
const run = async (path: string, input: object, cookie = finance) =>
  expect([path, (await callAs(path, input, cookie)).body]).toMatchObject([path, { orderId: expect.any(String) }]);
const assertRefused = async (code: string, path: string, input: object) =>
  expect([path, (await callAs(path, input)).body.code]).toEqual([path, code]);

const hash = (digit: string) => digit.repeat(64);
const findRow = async (orderId: string) =>
  (await owner.query('select status, pay_in, pay_out, surplus_count extras from transactions where id = $1', [orderId]))
    .rows[0];
async function findLines(orderId: string) {
  const lines = `select id, direction, is_surplus extra, asset, trim_scale(amount)::text amount, account, address from movements
      where order_id = $1 order by recorded_at, id`;
  return (await owner.query(lines, [orderId])).rows;
}

type StaffView = {
  leaving: { id: string; sentId: string | null }[];
  toReturn: string[];
  allowed: string[];
  balance: object;
};
const viewOrder = async (orderId: string) => (await call<StaffView>('desk/order', { orderId }, finance)).body;

async function startProcessing(amount: string): Promise<string> {
  const { orderId } = await placePaidBuy(server, customer, { amount });
  await run('confirmReceived', buildPayIn(orderId, { amount }));
  await run('startProcessing', buildStep(orderId));
  return orderId;
}

async function approvePayout(amount: string): Promise<string> {
  const orderId = await startProcessing(amount);
  await run('preparePayout', buildStep(orderId));
  await run('approvePayout', buildStep(orderId), admin);
  return orderId;
}

const buildUndo = (orderId: string, proposalId: string | undefined, more: object = {}) => ({
  ...{ orderId, proposalId, reasonCode: 'never_sent', evidence: 'The wallet shows no such transaction.', note: '' },
  ...more,
});

test('another spelling of a used hash or reference is refused', async () => {
  const [one, two] = [await approvePayout('20200'), await approvePayout('20201')];
  await run('recordSent', buildSent(one, hash('b')));
  for (const spelling of [hash('B'), `0x${hash('b')}`, `https://mempool.space/tx/${hash('b')}`, `${hash('b')}.`])
    await assertRefused('desk.reference_used', 'recordSent', buildSent(two, spelling));
  const { orderId } = await placePaidBuy(server, customer, { amount: '20202' });
  for (const spelling of [`bank-${one.slice(-12)}`, `BANK ${one.slice(-12).toUpperCase()}.`])
    await assertRefused(
      'desk.reference_used',
      'confirmReceived',
      buildPayIn(orderId, { amount: '20202', reference: spelling }),
    );
});

test('a returned payout is paid again under another reference', async () => {
  const orderId = await approvePayout('20400');
  await run('recordSent', buildSent(orderId, hash('d')));
  const [sent] = (await viewOrder(orderId)).leaving;
  const { movedOn } = buildSent(orderId, '');
  await assertRefused('desk.reason_unknown', 'prepareUndo', buildUndo(orderId, sent?.id, { movedOn }));
  const bounce = buildUndo(orderId, sent?.id, { reasonCode: 'dropped_by_network', movedOn });
  await assertRefused('desk.came_back_with', 'prepareUndo', { ...bounce, movedOn: '' });
  await run('prepareUndo', bounce, admin);
  await run('approveUndo', buildStep(orderId));
  expect(await findRow(orderId)).toMatchObject({ status: 'processing', pay_out: 'failed' });
  await run('preparePayout', buildStep(orderId));
  await run('approvePayout', buildStep(orderId), admin);
  await assertRefused('desk.reference_used', 'recordSent', buildSent(orderId, hash('d')));
  await run('recordSent', buildSent(orderId, hash('e')));
  expect((await findLines(orderId)).map(({ direction }) => direction)).toEqual(['in', 'out', 'bounced', 'out']);
});

test('J$ are refunded to their source account, as received', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '2000.99' });
  await assertRefused('desk.payer_missing', 'confirmReceived', {
    ...buildPayIn(orderId, { amount: '2000' }),
    payerAccount: '',
  });
  await run('confirmReceived', buildPayIn(orderId, { amount: '2000' }));
  await run('cancel', { ...buildStep(orderId), reasonCode: 'asked_by_customer' });
  const [movementId] = (await viewOrder(orderId)).toReturn;
  const back = { ...buildStep(orderId), movementId, reasonCode: 'order_stopped' };
  const elsewhere = { payerBank: 'Other Bank', payerAccount: '999', payerHolder: 'Other Person' };
  await assertRefused('desk.payer_stands', 'prepareReturn', { ...back, ...elsewhere });
  await run('prepareReturn', back);
  await run('approveReturn', buildStep(orderId), admin);
  expect(await findRow(orderId)).toMatchObject({ pay_in: 'received' });
  await assertRefused('desk.reference_used', 'recordReturned', buildSent(orderId, `BANK ${orderId.slice(-12)}`));
  await run('recordReturned', buildSent(orderId, 'BACK 2000'));
  expect(await findRow(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'returned' });
  expect((await findLines(orderId)).at(-1)).toMatchObject({ direction: 'back', amount: '2000', account: '404512345' });
  type Shown = { moved: { kind: string; party: string }[]; balance: { returned: unknown; kept: unknown } };
  const { body } = await call<Shown>('trading/show', { orderId }, customer);
  expect(body.balance).toMatchObject({ returned: { minor: '200000' }, kept: { minor: '0' } });
  expect(body.moved.at(-1)).toMatchObject({ kind: 'back', party: 'Demo Bank of Jamaica, … 2345' });
  expect(JSON.stringify(body)).not.toContain('404512345');
});

test('coins from a listed address hold the order with alert and case, invisibly', async () => {
  const listed = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
  const { body: order } = await sell(server, customer);
  const arrival = buildPayIn(order.orderId, { amount: '0.001', reference: hash('9'), senderAddress: listed });
  await run('confirmReceived', arrival);
  const shown = async () => (await call('trading/show', { orderId: order.orderId }, customer)).body;
  const before = await shown();
  const [line] = await findLines(order.orderId);
  await screenSender(server.services, { orderId: order.orderId, movementId: line.id });
  const { rows } = await owner.query('select held, hold_reason from transactions where id = $1', [order.orderId]);
  expect(rows).toEqual([{ held: true, hold_reason: 'wallet_blocked' }]);
  const alerts = await owner.query('select alert_type "type" from transaction_alerts where transaction_id = $1', [
    order.orderId,
  ]);
  expect(alerts.rows).toEqual([{ type: 'wallet_blocked' }]);
  expect(await shown()).toEqual(before);
});

test('our own wallets and accounts are refused as the payer', async () => {
  const { body: order } = await sell(server, customer);
  const { rows } = await owner.query('select company_wallet_address own from transactions where id = $1', [
    order.orderId,
  ]);
  const coins = buildPayIn(order.orderId, { amount: '0.001', reference: 'ab'.repeat(32), senderAddress: rows[0].own });
  await assertRefused('desk.from_ourselves', 'confirmReceived', coins);
  const { orderId } = await placePaidBuy(server, customer, { amount: '20800' });
  const { number } = demoSettings.bank_accounts.JMD;
  await assertRefused('desk.from_ourselves', 'confirmReceived', {
    ...buildPayIn(orderId, { amount: '20800' }),
    payerAccount: `0${number}`,
  });
});

test('a payment before the order and a payout before its approval are refused', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '20900' });
  await assertRefused(
    'desk.before_order',
    'confirmReceived',
    buildPayIn(orderId, { amount: '20900', movedOn: '2021-02-03' }),
  );
  const agreed = await approvePayout('20901');
  await assertRefused('desk.before_approval', 'recordSent', {
    ...buildSent(agreed, hash('2')),
    movedOn: '2021-02-03',
  });
  await run('recordSent', buildSent(agreed, hash('2')));
});

test('the database refuses a payout without two approvals and a used reference', async () => {
  const orderId = await startProcessing('20700');
  const insert = (direction: string, reference: string, extra = false) =>
    owner.query(
      `insert into movements (order_id, user_id, direction, is_surplus, asset, amount, rail, reference, reference_key,
         moved_at, recorded_at)
       select id, user_id, $2, $4, 'BTC', crypto_amount, 'bitcoin', $3, $3, now(), now() from transactions where id = $1`,
      [orderId, direction, reference, extra],
    );
  await expect(insert('out', hash('1'))).rejects.toThrow('movement has no approved proposal');
  await expect(insert('in', hash('b'), true)).rejects.toThrow('movement_reference_once');
  await expect(insert('in', hash('3'))).rejects.toThrow('order or payment already has a pay-in');
});

test('the database binds a returned transfer to the payout whose undo was approved', async () => {
  const orderId = await approvePayout('20702');
  await run('recordExtra', buildPayIn(orderId, { amount: '20702', reference: 'TWICE 20702' }));
  const [movementId] = (await viewOrder(orderId)).toReturn;
  await run('prepareReturn', { ...buildStep(orderId), movementId, reasonCode: 'paid_twice' });
  await run('approveReturn', buildStep(orderId), admin);
  await run('recordReturned', buildSent(orderId, 'TWICE BACK 20702'));
  const payout = (await viewOrder(orderId)).leaving.find(({ sentId }) => sentId === null);
  await run('prepareUndo', buildUndo(orderId, payout?.id));
  await run('approveUndo', buildStep(orderId), admin);
  const bounce = owner.query(
    `insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, moved_at, recorded_at, proposal_id)
     select m.order_id, m.user_id, 'bounced', m.id, m.asset, m.amount, m.rail, now(), now(), p.id
       from movements m join proposals p on p.subject = m.order_id::text and p.kind = 'undo'
      where m.order_id = $1 and m.direction = 'back'`,
    [orderId],
  );
  await expect(bounce).rejects.toThrow('does not match the approved proposal');
});

await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

function insertPayout(orderId: string, parts: Record<string, string> = {}, by: Pick<typeof owner, 'query'> = owner) {
  const line: Record<string, string> = {
    ...{ order_id: 't.id', user_id: 't.user_id', direction: `'out'` },
    ...{ asset: 't.crypto_symbol', amount: 't.crypto_amount' },
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
  const orderId = await approvePayout('3000');
  await insertPayout(orderId);
  await expect(insertPayout(orderId)).rejects.toThrow('order already has a payout');
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
  approvedOrder ??= await approvePayout('4000');
  const client = await owner.connect();
  await client.query('begin');
  const result = await insertPayout(approvedOrder, parts, client).then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  );
  await client.query('rollback');
  client.release();
  // A violated constraint, or a number out of range.
  expect(result).toMatch(/^(23|22003)/);
});

let approvedOrder: string | null = null;

test("a payout is rejected with another order's approval, an undone one, or while held", async () => {
  const [ownOrder, other] = [await approvePayout('5000'), await approvePayout('5000')];
  const otherProposal = `(select id from proposals where subject = '${other}')`;
  await expect(insertPayout(ownOrder, { proposal_id: otherProposal })).rejects.toThrow(
    'movement has no approved proposal',
  );
  await owner.query(`update transactions set held = true, hold_reason = 'unusual_pattern' where id = $1`, [ownOrder]);
  await expect(insertPayout(ownOrder)).rejects.toThrow();
  await owner.query(`update transactions set held = false, hold_reason = null where id = $1`, [ownOrder]);
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [other]);
  const undo = { orderId: other, proposalId: rows[0]?.id, reasonCode: 'never_sent', note: '' };
  await run('prepareUndo', { ...undo, evidence: 'The wallet shows no such transaction.' });
  await run('approveUndo', { orderId: other, note: '' }, admin);
  await expect(insertPayout(other)).rejects.toThrow('movement has no approved proposal');
  await run('recordSent', buildSent(ownOrder, randomBytes(32).toString('hex')));
});

test('approved and sent payouts cannot be changed or deleted', async () => {
  const orderId = await approvePayout('6000');
  await run('recordSent', buildSent(orderId, randomBytes(32).toString('hex')));
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
