import { expect, test } from 'vitest';
import { buildPayIn, buildSent, placePaidBuy } from '../../../../test/orders.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
const { outcome } = createPolicyTools(server);

const callAs = (path: string, input: object, cookie = finance) => call<{ code?: string }>(path, input, cookie);
const buildStep = (orderId: string) => ({ orderId, note: '' });
const completeCall = async (path: string, input: object, cookie = finance) =>
  expect([path, (await callAs(path, input, cookie)).body]).toMatchObject([
    path,
    expect.not.objectContaining({ code: '' }),
  ]);
const findCode = async (path: string, input: object, cookie = finance) => (await callAs(path, input, cookie)).body.code;
const findLine = async (reference: string) =>
  (await owner.query<{ id: string }>('select id from movements where reference = $1', [reference])).rows[0]?.id;
const findOwner = async (orderId: string) =>
  (await owner.query<{ user: string }>('select user_id "user" from transactions where id = $1', [orderId])).rows[0]
    ?.user ?? '';

let lastAmount = 0;
async function completeOrder(amount: string): Promise<string> {
  const { orderId } = await placePaidBuy(server, customer, { amount });
  await completeCall('desk/confirmReceived', buildPayIn(orderId, { amount }));
  for (const path of ['startProcessing', 'preparePayout']) await completeCall(`desk/${path}`, buildStep(orderId));
  await completeCall('desk/approvePayout', buildStep(orderId), admin);
  lastAmount += 1;
  await completeCall('desk/recordSent', buildSent(orderId, `${lastAmount}`.padStart(64, 'a')));
  return orderId;
}
const recordSurplus = (orderId: string, reference: string) =>
  callAs('desk/recordExtra', buildPayIn(orderId, { reference }));
const buildReturn = async (orderId: string, reference: string) => ({
  ...{ ...buildStep(orderId), movementId: await findLine(reference), reasonCode: 'paid_twice' },
});

async function returnFrozen(orderId: string) {
  const asked = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Seen' },
    compliance,
  );
  expect(asked.status).toBe(200);
  return { proposalId: asked.body.proposalId, decision: 'approve', note: '' };
}

test('compliance can hold a completed order for its surplus payment until it is released', async () => {
  const orderId = await completeOrder('20100');
  const holding = { ...buildStep(orderId), reasonCode: 'unusual_pattern' };
  expect(await findCode('desk/hold', holding, compliance)).toBe('desk.not_now');
  expect((await recordSurplus(orderId, 'SURPLUS 1')).status).toBe(200);
  const shown = await call<{ moved: object; nextActor: string }>('trading/show', { orderId }, customer);
  expect((await callAs('desk/hold', holding, compliance)).status).toBe(200);
  expect((await call('trading/show', { orderId }, customer)).body).toEqual(shown.body);
  expect(await findCode('desk/prepareReturn', await buildReturn(orderId, 'SURPLUS 1'))).toBe('desk.not_now');
  const undoing = { reasonCode: 'belongs_elsewhere', evidence: 'The bank line names another order.', note: '' };
  const off = { orderId, movementId: await findLine('SURPLUS 1'), ...undoing };
  expect(await findCode('desk/undoPayIn', off)).toBe('desk.not_now');
  expect((await callAs('desk/release', buildStep(orderId), compliance)).status).toBe(200);
  expect((await callAs('desk/undoPayIn', off)).status).toBe(200);
  expect((await callAs('desk/approveUndo', buildStep(orderId), admin)).status).toBe(200);
  const { rows } = await owner.query('select status, pay_in, surplus_count extras from transactions where id = $1', [
    orderId,
  ]);
  expect(rows).toEqual([{ status: 'completed', pay_in: 'received', extras: 0 }]);
});

test('a compliance decision about a frozen customer covers the named money only', async () => {
  const orderId = await completeOrder('20200');
  await recordSurplus(orderId, 'NAMED 1');
  const userId = await findOwner(orderId);
  expect((await callAs('compliance/freeze', { userId, reason: 'Seen by hand' }, compliance)).status).toBe(200);
  expect(await findCode('desk/prepareReturn', await buildReturn(orderId, 'NAMED 1'))).toBe('desk.customer_frozen');
  const open = await returnFrozen(orderId);
  await recordSurplus(orderId, 'LATER 1');
  expect(await findCode('compliance/decideFrozen', open, admin)).toBe('approvals.changed_since');
  await callAs('compliance/decideFrozen', { ...open, decision: 'withdraw' }, compliance);
  expect((await callAs('compliance/decideFrozen', await returnFrozen(orderId), admin)).status).toBe(200);
  await recordSurplus(orderId, 'LATER 2');
  for (const reference of ['NAMED 1', 'LATER 1', 'LATER 2'])
    expect(await findCode('desk/prepareReturn', await buildReturn(orderId, reference))).toBe('desk.customer_frozen');
  expect((await callAs('compliance/decideFrozen', await returnFrozen(orderId), admin)).status).toBe(200);
  for (const reference of ['NAMED 1', 'LATER 1', 'LATER 2']) {
    expect((await callAs('desk/prepareReturn', await buildReturn(orderId, reference))).status).toBe(200);
    expect((await callAs('desk/approveReturn', buildStep(orderId), admin)).status).toBe(200);
    expect((await callAs('desk/recordReturned', buildSent(orderId, `BACK ${reference}`))).status).toBe(200);
  }
  await recordSurplus(orderId, 'LATER 3');
  expect(await findCode('desk/prepareReturn', await buildReturn(orderId, 'LATER 3'))).toBe('desk.customer_frozen');
});

test('the order state follows its movements and cannot be set otherwise', async () => {
  const other = await signIn('enhanced');
  const { orderId } = await placePaidBuy(server, other, { amount: '20300' });
  const user = await findOwner(orderId);
  const staff = { user: await adminId(), all: true, roles: 'admin' } as const;
  for (const who of [{ user }, staff])
    for (const change of [`pay_in = 'received'`, `pay_in = 'received', status = 'processing'`])
      expect([change, await outcome(who, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
        change,
        'failed 23514',
      ]);
  await completeCall('desk/confirmReceived', buildPayIn(orderId, { amount: '20300' }));
  const changes = [`pay_in = 'claimed'`, `pay_in = 'awaiting'`, `status = 'cancelled', pay_in = 'returned'`];
  for (const change of [...changes, `status = 'completed', pay_out = 'sent'`, `pay_out = 'sent'`])
    expect([change, await outcome(staff, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
      change,
      'failed 23514',
    ]);
});
const adminId = async () =>
  (await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`)).rows[0]?.id ?? '';
