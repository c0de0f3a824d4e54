import { expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buildSent, placePaidBuy, sell } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { screenSender } from '../risk-checks/screen-sender.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));

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
  mine: string[];
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

test('a payout is approved, then sent, then its reference recorded', async () => {
  const orderId = await startProcessing('20100');
  await run('preparePayout', buildStep(orderId));
  await assertRefused('desk.not_approved', 'recordSent', buildSent(orderId, hash('a')));
  await run('approvePayout', buildStep(orderId), admin);
  await assertRefused('desk.reference_no_hash', 'recordSent', buildSent(orderId, 'RTGS-1'));
  await run('recordSent', buildSent(orderId, hash('a')));
  expect(await findRow(orderId)).toMatchObject({ status: 'completed', pay_out: 'sent' });
  expect((await findLines(orderId)).map(({ direction }) => direction)).toEqual(['in', 'out']);
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

test('an approved payout of a held order is not sent, and staff read why', async () => {
  const orderId = await approvePayout('20250');
  await run('hold', { ...buildStep(orderId), reasonCode: 'unusual_pattern' }, compliance);
  await assertRefused('desk.not_now', 'recordSent', buildSent(orderId, hash('0')));
  await run('release', buildStep(orderId), compliance);
  await run('recordSent', buildSent(orderId, hash('0')));
});

test('undoing an approval takes two people, and nothing is sent meanwhile', async () => {
  const orderId = await approvePayout('20300');
  await assertRefused('approvals.not_found', 'withdrawPayout', buildStep(orderId));
  await assertRefused('staff.not_allowed', 'sendBackPayout', { ...buildStep(orderId), reasonCode: 'check_missing' });
  const [agreed] = (await viewOrder(orderId)).leaving;
  expect((await callAs('prepareUndo', buildUndo(orderId, agreed?.id, { evidence: 'so' }))).status).toBe(400);
  await run('prepareUndo', buildUndo(orderId, agreed?.id));
  await assertRefused('desk.undo_waits', 'recordSent', buildSent(orderId, hash('c')));
  await assertRefused('approvals.second_person_needed', 'approveUndo', buildStep(orderId));
  expect(await findRow(orderId)).toMatchObject({ pay_out: 'approved' });
  await run('approveUndo', buildStep(orderId), admin);
  expect(await findRow(orderId)).toMatchObject({ status: 'processing', pay_out: 'failed' });
  await assertRefused('desk.not_approved', 'recordSent', buildSent(orderId, hash('c')));
  await run('preparePayout', buildStep(orderId));
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

test('no refund goes out while the account is frozen or the wallet not clear', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '20500' });
  await run('confirmReceived', buildPayIn(orderId, { amount: '20500' }));
  await run('cancel', { ...buildStep(orderId), reasonCode: 'asked_by_customer' });
  const [movementId] = (await viewOrder(orderId)).toReturn;
  const back = { ...buildStep(orderId), movementId, reasonCode: 'order_stopped' };
  const { rows } = await owner.query('select user_id, blockchain_screening_id s from transactions where id = $1', [
    orderId,
  ]);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [rows[0].user_id]);
  await assertRefused('desk.customer_frozen', 'prepareReturn', back);
  await owner.query('delete from account_freezes');
  await run('prepareReturn', back);
  await run('approveReturn', buildStep(orderId), admin);
  await owner.query('update transactions set blockchain_screening_id = null where id = $1', [orderId]);
  await assertRefused('desk.not_screened', 'recordReturned', buildSent(orderId, 'BACK 20500'));
  await owner.query('update transactions set blockchain_screening_id = $2 where id = $1', [orderId, rows[0].s]);
  await run('recordReturned', buildSent(orderId, 'BACK 20500'));
});

test('a second payment is recorded, queued and refunded separately', async () => {
  const orderId = await approvePayout('20600');
  await run('recordSent', buildSent(orderId, hash('f')));
  await run('recordExtra', buildPayIn(orderId, { amount: '20600', reference: 'TWICE 1' }));
  expect(await findRow(orderId)).toMatchObject({ status: 'completed', extras: 1 });
  const { body: queue } = await call<{ lines: { id: string; extras: number }[] }>('desk/queue', {}, finance);
  expect(queue.lines).toContainEqual(expect.objectContaining({ id: orderId, extras: 1 }));
  const { toReturn, balance } = await viewOrder(orderId);
  expect(balance).toMatchObject({ arrived: { minor: '4120000' }, toReturn: { minor: '2060000' } });
  await run('prepareReturn', { ...buildStep(orderId), movementId: toReturn[0], reasonCode: 'paid_twice' });
  await run('approveReturn', buildStep(orderId), admin);
  await run('recordReturned', buildSent(orderId, 'TWICE BACK 1'));
  expect(await findRow(orderId)).toMatchObject({ status: 'completed', pay_in: 'received', extras: 0 });
  expect((await viewOrder(orderId)).toReturn).toEqual([]);
});

test('coins are refunded to their recorded sender once it was screened', async () => {
  const other = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';
  const { body: order } = await sell(server, customer);
  const arrival = buildPayIn(order.orderId, { amount: '0.001', reference: hash('7') });
  await assertRefused('desk.sender_unsound', 'confirmReceived', { ...arrival, senderAddress: 'nowhere' });
  await run('confirmReceived', { ...arrival, senderAddress: other });
  await run('startProcessing', buildStep(order.orderId));
  await assertRefused('desk.not_screened', 'preparePayout', buildStep(order.orderId));
  const [line] = await findLines(order.orderId);
  await screenSender(server.services, { orderId: order.orderId, movementId: line.id });
  await run('fail', { ...buildStep(order.orderId), reasonCode: 'our_mistake' });
  await run('prepareReturn', {
    ...buildStep(order.orderId),
    movementId: line.id,
    reasonCode: 'order_stopped',
  });
  await run('approveReturn', { ...buildStep(order.orderId), note: 'The chain shows the same sender' }, admin);
  await run('recordReturned', buildSent(order.orderId, hash('8')));
  expect((await findLines(order.orderId)).at(-1)).toMatchObject({ direction: 'back', address: other, amount: '0.001' });
  expect(other).not.toBe(bitcoinAddress);
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
  await expect(insert('out', hash('1'))).rejects.toThrow('movement_not_agreed');
  await expect(insert('in', hash('f'), true)).rejects.toThrow('movement_reference_once');
  await expect(insert('in', hash('3'))).rejects.toThrow('own_pay_in_once');
});

test('the database binds a payout to its approved recipient and a return to its payout', async () => {
  const orderId = await approvePayout('20702');
  const elsewhere = (unit: string, address: string) =>
    owner.query(
      `insert into movements (order_id, user_id, direction, asset, amount, rail, reference, reference_key, address,
         moved_at, recorded_at, proposal_id)
       select t.id, t.user_id, 'out', $2, t.crypto_amount, 'bitcoin', $3, $3, $3, now(), now(), p.id
         from transactions t join proposals p on p.subject = t.id::text and p.kind = 'payout' where t.id = $1`,
      [orderId, unit, address],
    );
  await expect(elsewhere('BTC', 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj')).rejects.toThrow('not_as_agreed');
  await expect(elsewhere('ETH', bitcoinAddress)).rejects.toThrow('not_as_agreed');
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
  await expect(bounce).rejects.toThrow('not_as_agreed');
});
