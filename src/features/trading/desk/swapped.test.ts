import { expect, test } from 'vitest';
import { cameIn, paidBuy } from '../../../../test/orders.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

/** The second person reads one thing and presses; the first put another in its place in between (decision D2). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = suspicionsOn(server);
const crook = await another('finance');
const second = await sessionFor(server, 'finance');

type Shown = { waiting: { id: string; frozen: Record<string, string> } };
const shown = async (orderId: string) => (await call<Shown>('desk/order', { orderId }, second)).body.waiting;
const statesOf = async (orderId: string) =>
  (await owner.query('select state from proposals where subject = $1 order by proposed_at', [orderId])).rows.map(
    ({ state }) => state,
  );
async function cameInFor(amount: string) {
  const { cookie } = await newCustomer(server, 'Tamara Grant');
  const { orderId } = await paidBuy(server, cookie, { amount });
  expect((await call('desk/confirmReceived', cameIn(orderId, { amount }), second)).status).toBe(200);
  return orderId;
}

test('a return to another account than was on the screen is not approved, nor declined', async () => {
  const orderId = await cameInFor('3000');
  await call('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' }, second);
  // A line of before lines said who paid: it is typed when the money goes back.
  await owner.query('alter table movements disable trigger all');
  const { rows } = await owner.query<{ id: string }>(
    'update movements set bank = null, account = null, holder = null where order_id = $1 returning id',
    [orderId],
  );
  await owner.query('alter table movements enable trigger all');
  const prepare = async (payerAccount: string, payerHolder: string) => {
    const to = { payerBank: 'NCB', payerAccount, payerHolder };
    const back = { orderId, movementId: rows[0]?.id, reasonCode: 'order_stopped', ...to, note: '' };
    expect((await call('desk/prepareReturn', back, crook.cookie)).status).toBe(200);
  };
  await prepare('404512345', 'Tamara Grant');
  const { id: read, frozen } = await shown(orderId);
  expect(frozen['account']).toBe('404512345');
  const taken = await call('desk/declineReturn', { orderId, proposalId: read, note: '' }, crook.cookie);
  expect(taken.status).toBe(200);
  await prepare('666666666', 'Crook Himself');
  for (const path of ['desk/approveReturn', 'desk/declineReturn'])
    expect((await call(path, { orderId, proposalId: read, note: '' }, second)).body).toMatchObject({
      code: 'approvals.already_decided',
    });
  expect(await statesOf(orderId)).toEqual(['withdrawn', 'open']);
  const { id: now } = await shown(orderId);
  expect((await call('desk/approveReturn', { orderId, proposalId: now, note: '' }, second)).status).toBe(200);
});

test('nor a pay-out that was prepared anew, nor one of another order', async () => {
  const [orderId, other] = [await cameInFor('3100'), await cameInFor('3200')];
  for (const one of [orderId, other]) {
    await call('desk/startProcessing', { orderId: one, note: '' }, crook.cookie);
    expect((await call('desk/preparePayout', { orderId: one, note: '' }, crook.cookie)).status).toBe(200);
  }
  const { id: read } = await shown(orderId);
  const { id: elsewhere } = await shown(other);
  await call('desk/withdrawPayout', { orderId, proposalId: read, note: '' }, crook.cookie);
  await call('desk/preparePayout', { orderId, note: '' }, crook.cookie);
  const approve = async (proposalId: string) =>
    (await call<{ code: string }>('desk/approvePayout', { orderId, proposalId, note: '' }, second)).body.code;
  expect(await approve(read)).toBe('approvals.already_decided');
  expect(await approve(elsewhere)).toBe('approvals.not_found');
  const sent = { orderId, proposalId: read, reasonCode: 'amount_wrong', note: '' };
  expect((await call('desk/sendBackPayout', sent, second)).body).toMatchObject({ code: 'approvals.already_decided' });
  expect(await statesOf(orderId)).toEqual(['withdrawn', 'open']);
});
