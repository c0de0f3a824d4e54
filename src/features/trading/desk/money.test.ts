import { expect, test } from 'vitest';
import { bitcoinAddress, cameIn, paidBuy, sell, wasSent } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { screenSender } from '../judging/screen-sender.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));

type Answer = { code?: string; data?: object };
const act = (path: string, input: object, cookie = finance) => call<Answer>(`desk/${path}`, input, cookie);
const step = (orderId: string) => ({ orderId, note: '' });
const done = async (path: string, input: object, cookie = finance) =>
  expect([path, (await act(path, input, cookie)).body]).toMatchObject([path, { orderId: expect.any(String) }]);
const refused = async (code: string, path: string, input: object) =>
  expect([path, (await act(path, input)).body.code]).toEqual([path, code]);

const hash = (digit: string) => digit.repeat(64);
const rowOf = async (orderId: string) =>
  (await owner.query('select status, pay_in, pay_out, extras from transactions where id = $1', [orderId])).rows[0];
const linesOf = async (orderId: string) =>
  (
    await owner.query(
      `select id, direction, extra, asset, trim_scale(amount)::text amount, account, address from movements
        where order_id = $1 order by recorded_at, id`,
      [orderId],
    )
  ).rows;

type Desk = { leaving: { id: string; leftId: string | null }[]; toReturn: string[]; mine: string[]; balance: object };
const seen = async (orderId: string) => (await call<Desk>('desk/order', { orderId }, finance)).body;

async function inWork(amount: string): Promise<string> {
  const { orderId } = await paidBuy(server, customer, { amount });
  await done('confirmReceived', cameIn(orderId, { amount }));
  await done('startProcessing', step(orderId));
  return orderId;
}

async function approved(amount: string): Promise<string> {
  const orderId = await inWork(amount);
  await done('preparePayout', step(orderId));
  await done('approvePayout', step(orderId), admin);
  return orderId;
}

const undoing = (orderId: string, proposalId: string | undefined, more: object = {}) => ({
  ...{ orderId, proposalId, reasonCode: 'never_sent', evidence: 'The wallet shows no such transaction.', note: '' },
  ...more,
});

test('a pay-out is approved first, then sent, and only then its reference is recorded', async () => {
  const orderId = await inWork('20100');
  await done('preparePayout', step(orderId));
  await refused('desk.not_approved', 'recordSent', wasSent(orderId, hash('a')));
  await done('approvePayout', step(orderId), admin);
  await refused('desk.reference_no_hash', 'recordSent', wasSent(orderId, 'RTGS-1'));
  await done('recordSent', wasSent(orderId, hash('a')));
  expect(await rowOf(orderId)).toMatchObject({ status: 'completed', pay_out: 'sent' });
  expect((await linesOf(orderId)).map(({ direction }) => direction)).toEqual(['in', 'out']);
});

test('one hash in other clothes, and one bank line in other signs, is used', async () => {
  const [one, two] = [await approved('20200'), await approved('20201')];
  await done('recordSent', wasSent(one, hash('b')));
  for (const spelling of [hash('B'), `0x${hash('b')}`, `https://mempool.space/tx/${hash('b')}`, `${hash('b')}.`])
    await refused('desk.reference_used', 'recordSent', wasSent(two, spelling));
  const { orderId } = await paidBuy(server, customer, { amount: '20202' });
  for (const spelling of [`bank-${one.slice(-12)}`, `BANK ${one.slice(-12).toUpperCase()}.`])
    await refused('desk.reference_used', 'confirmReceived', cameIn(orderId, { amount: '20202', reference: spelling }));
});

test('what was approved and is held since is not sent, and staff read why', async () => {
  const orderId = await approved('20250');
  await done('hold', { ...step(orderId), reasonCode: 'unusual_pattern' }, compliance);
  await refused('desk.not_now', 'recordSent', wasSent(orderId, hash('0')));
  await done('release', step(orderId), compliance);
  await done('recordSent', wasSent(orderId, hash('0')));
});

test('what two people approved is undone by two, and nothing is sent meanwhile', async () => {
  const orderId = await approved('20300');
  await refused('approvals.not_found', 'withdrawPayout', step(orderId));
  await refused('staff.not_allowed', 'sendBackPayout', { ...step(orderId), reasonCode: 'check_missing' });
  const [agreed] = (await seen(orderId)).leaving;
  expect((await act('prepareUndo', undoing(orderId, agreed?.id, { evidence: 'so' }))).status).toBe(400);
  await done('prepareUndo', undoing(orderId, agreed?.id));
  await refused('desk.undo_waits', 'recordSent', wasSent(orderId, hash('c')));
  await refused('approvals.second_person_needed', 'approveUndo', step(orderId));
  expect(await rowOf(orderId)).toMatchObject({ pay_out: 'approved' });
  await done('approveUndo', step(orderId), admin);
  expect(await rowOf(orderId)).toMatchObject({ status: 'processing', pay_out: 'failed' });
  await refused('desk.not_approved', 'recordSent', wasSent(orderId, hash('c')));
  await done('preparePayout', step(orderId));
});

test('what left and bounced is paid again, under another reference', async () => {
  const orderId = await approved('20400');
  await done('recordSent', wasSent(orderId, hash('d')));
  const [sent] = (await seen(orderId)).leaving;
  const { movedOn } = wasSent(orderId, '');
  await refused('desk.reason_unknown', 'prepareUndo', undoing(orderId, sent?.id, { movedOn }));
  const bounce = undoing(orderId, sent?.id, { reasonCode: 'dropped_by_network', movedOn });
  await refused('desk.came_back_with', 'prepareUndo', { ...bounce, movedOn: '' });
  await done('prepareUndo', bounce, admin);
  await done('approveUndo', step(orderId));
  expect(await rowOf(orderId)).toMatchObject({ status: 'processing', pay_out: 'failed' });
  await done('preparePayout', step(orderId));
  await done('approvePayout', step(orderId), admin);
  await refused('desk.reference_used', 'recordSent', wasSent(orderId, hash('d')));
  await done('recordSent', wasSent(orderId, hash('e')));
  expect((await linesOf(orderId)).map(({ direction }) => direction)).toEqual(['in', 'out', 'bounced', 'out']);
});

test('J$ go back to the account that they came from, as much as came, and nowhere else', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '2000.99' });
  await refused('desk.payer_missing', 'confirmReceived', { ...cameIn(orderId, { amount: '2000' }), payerAccount: '' });
  await done('confirmReceived', cameIn(orderId, { amount: '2000' }));
  await done('cancel', { ...step(orderId), reasonCode: 'asked_by_customer' });
  const [movementId] = (await seen(orderId)).toReturn;
  const back = { ...step(orderId), movementId, reasonCode: 'order_stopped' };
  const elsewhere = { payerBank: 'Other Bank', payerAccount: '999', payerHolder: 'Somebody Else' };
  await refused('desk.payer_stands', 'prepareReturn', { ...back, ...elsewhere });
  await done('prepareReturn', back);
  await done('approveReturn', step(orderId), admin);
  expect(await rowOf(orderId)).toMatchObject({ pay_in: 'received' });
  await refused('desk.reference_used', 'recordReturned', wasSent(orderId, `BANK ${orderId.slice(-12)}`));
  await done('recordReturned', wasSent(orderId, 'BACK 2000'));
  expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'returned' });
  expect((await linesOf(orderId)).at(-1)).toMatchObject({ direction: 'back', amount: '2000', account: '404512345' });
  type Shown = { moved: { kind: string; party: string }[]; balance: { returned: unknown; kept: unknown } };
  const { body } = await call<Shown>('trading/show', { orderId }, customer);
  expect(body.balance).toMatchObject({ returned: { minor: '200000' }, kept: { minor: '0' } });
  expect(body.moved.at(-1)).toMatchObject({ kind: 'back', party: 'Demo Bank of Jamaica, … 2345' });
  expect(JSON.stringify(body)).not.toContain('404512345');
});

test('nothing goes back while the account is frozen or the wallet is not clear', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '20500' });
  await done('confirmReceived', cameIn(orderId, { amount: '20500' }));
  await done('cancel', { ...step(orderId), reasonCode: 'asked_by_customer' });
  const [movementId] = (await seen(orderId)).toReturn;
  const back = { ...step(orderId), movementId, reasonCode: 'order_stopped' };
  const { rows } = await owner.query('select user_id, blockchain_screening_id s from transactions where id = $1', [
    orderId,
  ]);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [rows[0].user_id]);
  await refused('trading.customer_frozen', 'prepareReturn', back);
  await owner.query('delete from account_freezes');
  await done('prepareReturn', back);
  await done('approveReturn', step(orderId), admin);
  await owner.query('update transactions set blockchain_screening_id = null where id = $1', [orderId]);
  await refused('desk.not_screened', 'recordReturned', wasSent(orderId, 'BACK 20500'));
  await owner.query('update transactions set blockchain_screening_id = $2 where id = $1', [orderId, rows[0].s]);
  await done('recordReturned', wasSent(orderId, 'BACK 20500'));
});

test('a second payment has a line, waits in the queue, and goes back by itself', async () => {
  const orderId = await approved('20600');
  await done('recordSent', wasSent(orderId, hash('f')));
  await done('recordExtra', cameIn(orderId, { amount: '20600', reference: 'TWICE 1' }));
  expect(await rowOf(orderId)).toMatchObject({ status: 'completed', extras: 1 });
  const { body: queue } = await call<{ lines: { id: string; extras: number }[] }>('desk/queue', {}, finance);
  expect(queue.lines).toContainEqual(expect.objectContaining({ id: orderId, extras: 1 }));
  const { toReturn, balance } = await seen(orderId);
  expect(balance).toMatchObject({ arrived: { minor: '4120000' }, toReturn: { minor: '2060000' } });
  await done('prepareReturn', { ...step(orderId), movementId: toReturn[0], reasonCode: 'paid_twice' });
  await done('approveReturn', step(orderId), admin);
  await done('recordReturned', wasSent(orderId, 'TWICE BACK 1'));
  expect(await rowOf(orderId)).toMatchObject({ status: 'completed', pay_in: 'received', extras: 0 });
  expect((await seen(orderId)).toReturn).toEqual([]);
});

test('coins go back to the address that really sent them, once that was screened', async () => {
  const other = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const { body: order } = await sell(server, customer);
  const arrival = cameIn(order.orderId, { amount: '0.001', reference: hash('7') });
  await refused('desk.sender_unsound', 'confirmReceived', { ...arrival, senderAddress: 'nowhere' });
  await done('confirmReceived', { ...arrival, senderAddress: other });
  await done('startProcessing', step(order.orderId));
  await refused('desk.not_screened', 'preparePayout', step(order.orderId));
  const [line] = await linesOf(order.orderId);
  await screenSender(server.services, { orderId: order.orderId, movementId: line.id });
  await done('fail', { ...step(order.orderId), reasonCode: 'our_mistake' });
  await done('prepareReturn', { ...step(order.orderId), movementId: line.id, reasonCode: 'order_stopped' });
  await done('approveReturn', step(order.orderId), admin);
  await done('recordReturned', wasSent(order.orderId, hash('8')));
  expect((await linesOf(order.orderId)).at(-1)).toMatchObject({ direction: 'back', address: other, amount: '0.001' });
  expect(other).not.toBe(bitcoinAddress);
});

test('coins from an address on a list are held with alert and case, and their customer sees nothing', async () => {
  const listed = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
  const { body: order } = await sell(server, customer);
  const arrival = cameIn(order.orderId, { amount: '0.001', reference: hash('9'), senderAddress: listed });
  await done('confirmReceived', arrival);
  const shown = async () => (await call('trading/show', { orderId: order.orderId }, customer)).body;
  const before = await shown();
  const [line] = await linesOf(order.orderId);
  await screenSender(server.services, { orderId: order.orderId, movementId: line.id });
  const { rows } = await owner.query('select held, hold_reason from transactions where id = $1', [order.orderId]);
  expect(rows).toEqual([{ held: true, hold_reason: 'wallet_blocked' }]);
  const alerts = await owner.query('select alert_type "type" from transaction_alerts where transaction_id = $1', [
    order.orderId,
  ]);
  expect(alerts.rows).toEqual([{ type: 'wallet_blocked' }]);
  expect(await shown()).toEqual(before);
});

test('what came from a wallet or an account of our own did not come from the customer', async () => {
  const { body: order } = await sell(server, customer);
  const { rows } = await owner.query('select company_wallet_address own from transactions where id = $1', [
    order.orderId,
  ]);
  const coins = cameIn(order.orderId, { amount: '0.001', reference: 'ab'.repeat(32), senderAddress: rows[0].own });
  await refused('desk.from_ourselves', 'confirmReceived', coins);
  const { orderId } = await paidBuy(server, customer, { amount: '20800' });
  const { number } = demoSettings.bank_accounts.JMD;
  await refused('desk.from_ourselves', 'confirmReceived', {
    ...cameIn(orderId, { amount: '20800' }),
    payerAccount: `0${number}`,
  });
});

test('nothing came in on a day before its order, nor left on a day before it was approved', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '20900' });
  await refused('desk.before_order', 'confirmReceived', cameIn(orderId, { amount: '20900', movedOn: '2021-02-03' }));
  const agreed = await approved('20901');
  await refused('desk.before_approval', 'recordSent', { ...wasSent(agreed, hash('2')), movedOn: '2021-02-03' });
  await done('recordSent', wasSent(agreed, hash('2')));
});

test('the database itself lets nothing leave that two people did not agree on, and no reference twice', async () => {
  const orderId = await inWork('20700');
  const insert = (direction: string, reference: string, extra = false) =>
    owner.query(
      `insert into movements (order_id, user_id, direction, extra, asset, amount, rail, reference, reference_key,
         moved_at, recorded_at)
       select id, user_id, $2, $4, 'BTC', crypto_amount, 'bitcoin', $3, $3, now(), now() from transactions where id = $1`,
      [orderId, direction, reference, extra],
    );
  await expect(insert('out', hash('1'))).rejects.toThrow('movement_not_agreed');
  await expect(insert('in', hash('f'), true)).rejects.toThrow('movement_reference_once');
  await expect(insert('in', hash('3'))).rejects.toThrow('own_pay_in_once');
});

test('the database itself keeps what leaves to whom two people agreed on, and a bounce to what had left', async () => {
  const orderId = await approved('20702');
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
  await done('recordExtra', cameIn(orderId, { amount: '20702', reference: 'TWICE 20702' }));
  const [movementId] = (await seen(orderId)).toReturn;
  await done('prepareReturn', { ...step(orderId), movementId, reasonCode: 'paid_twice' });
  await done('approveReturn', step(orderId), admin);
  await done('recordReturned', wasSent(orderId, 'TWICE BACK 20702'));
  const payout = (await seen(orderId)).leaving.find(({ leftId }) => leftId === null);
  await done('prepareUndo', undoing(orderId, payout?.id));
  await done('approveUndo', step(orderId), admin);
  const bounce = owner.query(
    `insert into movements (order_id, user_id, direction, of_id, asset, amount, rail, moved_at, recorded_at, proposal_id)
     select m.order_id, m.user_id, 'bounced', m.id, m.asset, m.amount, m.rail, now(), now(), p.id
       from movements m join proposals p on p.subject = m.order_id::text and p.kind = 'undo'
      where m.order_id = $1 and m.direction = 'back'`,
    [orderId],
  );
  await expect(bounce).rejects.toThrow('not_as_agreed');
});
