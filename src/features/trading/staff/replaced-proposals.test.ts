import { expect, test } from 'vitest';
import { buildPayIn, placePaidBuy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = setUpSuspicions(server);
const first = await another('finance');
const second = await createSession(server, 'finance');

type Shown = { waiting: { id: string; frozen: Record<string, string> } };
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
  const { id: read, frozen } = await viewOrder(orderId);
  expect(frozen['account']).toBe('404512345');
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
