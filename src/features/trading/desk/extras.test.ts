import { expect, test } from 'vitest';
import { cameIn, paidBuy, wasSent } from '../../../../test/orders.ts';
import { wallsOf } from '../../../../test/security/walls.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

/** What came in beside a completed order's own: it can be held, and stays with a frozen customer. */
const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
const { outcome } = wallsOf(server);

const act = (path: string, input: object, cookie = finance) => call<{ code?: string }>(path, input, cookie);
const step = (orderId: string) => ({ orderId, note: '' });
const done = async (path: string, input: object, cookie = finance) =>
  expect([path, (await act(path, input, cookie)).body]).toMatchObject([
    path,
    expect.not.objectContaining({ code: '' }),
  ]);
const codeOf = async (path: string, input: object, cookie = finance) => (await act(path, input, cookie)).body.code;
const lineOf = async (reference: string) =>
  (await owner.query<{ id: string }>('select id from movements where reference = $1', [reference])).rows[0]?.id;
const ownerOf = async (orderId: string) =>
  (await owner.query<{ user: string }>('select user_id "user" from transactions where id = $1', [orderId])).rows[0]
    ?.user ?? '';

let spent = 0;
async function completed(amount: string): Promise<string> {
  const { orderId } = await paidBuy(server, customer, { amount });
  await done('desk/confirmReceived', cameIn(orderId, { amount }));
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, step(orderId));
  await done('desk/approvePayout', step(orderId), admin);
  spent += 1;
  await done('desk/recordSent', wasSent(orderId, `${spent}`.padStart(64, 'a')));
  return orderId;
}
const extra = (orderId: string, reference: string) => act('desk/recordExtra', cameIn(orderId, { reference }));
const returning = async (orderId: string, reference: string) => ({
  ...{ ...step(orderId), movementId: await lineOf(reference), reasonCode: 'paid_twice' },
});

async function frozenReturn(orderId: string) {
  const asked = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Seen' },
    compliance,
  );
  expect(asked.status).toBe(200);
  return { proposalId: asked.body.proposalId, decision: 'approve', note: '' };
}

test('compliance holds a completed order for what came in beside its own: it stays until it is released', async () => {
  const orderId = await completed('20100');
  const holding = { ...step(orderId), reasonCode: 'unusual_pattern' };
  expect(await codeOf('desk/hold', holding, compliance)).toBe('desk.not_now');
  expect((await extra(orderId, 'BESIDE 1')).status).toBe(200);
  const shown = await call<{ moved: object; whoseMove: string }>('trading/show', { orderId }, customer);
  expect((await act('desk/hold', holding, compliance)).status).toBe(200);
  expect((await call('trading/show', { orderId }, customer)).body).toEqual(shown.body);
  expect(await codeOf('desk/prepareReturn', await returning(orderId, 'BESIDE 1'))).toBe('desk.not_now');
  const undoing = { reasonCode: 'belongs_elsewhere', evidence: 'The bank line names another order.', note: '' };
  const off = { orderId, movementId: await lineOf('BESIDE 1'), ...undoing };
  expect(await codeOf('desk/undoPayIn', off)).toBe('desk.not_now');
  expect((await act('desk/release', step(orderId), compliance)).status).toBe(200);
  expect((await act('desk/undoPayIn', off)).status).toBe(200);
  expect((await act('desk/approveUndo', step(orderId), admin)).status).toBe(200);
  const { rows } = await owner.query('select status, pay_in, extras from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ status: 'completed', pay_in: 'received', extras: 0 }]);
});

test('what compliance decided of a frozen customer covers what it named, and nothing that comes later', async () => {
  const orderId = await completed('20200');
  await extra(orderId, 'NAMED 1');
  const userId = await ownerOf(orderId);
  expect((await act('compliance/freeze', { userId, reason: 'Seen by hand' }, compliance)).status).toBe(200);
  expect(await codeOf('desk/prepareReturn', await returning(orderId, 'NAMED 1'))).toBe('trading.customer_frozen');
  const open = await frozenReturn(orderId);
  await extra(orderId, 'LATER 1');
  expect(await codeOf('compliance/decideFrozen', open, admin)).toBe('approvals.changed_since');
  await act('compliance/decideFrozen', { ...open, decision: 'withdraw' }, compliance);
  expect((await act('compliance/decideFrozen', await frozenReturn(orderId), admin)).status).toBe(200);
  await extra(orderId, 'LATER 2');
  for (const reference of ['NAMED 1', 'LATER 1', 'LATER 2'])
    expect(await codeOf('desk/prepareReturn', await returning(orderId, reference))).toBe('trading.customer_frozen');
  expect((await act('compliance/decideFrozen', await frozenReturn(orderId), admin)).status).toBe(200);
  for (const reference of ['NAMED 1', 'LATER 1', 'LATER 2']) {
    expect((await act('desk/prepareReturn', await returning(orderId, reference))).status).toBe(200);
    expect((await act('desk/approveReturn', step(orderId), admin)).status).toBe(200);
    expect((await act('desk/recordReturned', wasSent(orderId, `BACK ${reference}`))).status).toBe(200);
  }
  await extra(orderId, 'LATER 3');
  expect(await codeOf('desk/prepareReturn', await returning(orderId, 'LATER 3'))).toBe('trading.customer_frozen');
});

test('how far an order is follows its lines: no statement of the application says otherwise', async () => {
  const other = await signIn('enhanced');
  const { orderId } = await paidBuy(server, other, { amount: '20300' });
  const user = await ownerOf(orderId);
  const staff = { user: await adminId(), all: true, roles: 'admin' } as const;
  for (const who of [{ user }, staff])
    for (const change of [`pay_in = 'received'`, `pay_in = 'received', status = 'processing'`])
      expect([change, await outcome(who, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
        change,
        'failed 23514',
      ]);
  await done('desk/confirmReceived', cameIn(orderId, { amount: '20300' }));
  const changes = [`pay_in = 'claimed'`, `pay_in = 'awaiting'`, `status = 'cancelled', pay_in = 'returned'`];
  for (const change of [...changes, `status = 'completed', pay_out = 'sent'`, `pay_out = 'sent'`])
    expect([change, await outcome(staff, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
      change,
      'failed 23514',
    ]);
});
const adminId = async () =>
  (await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`)).rows[0]?.id ?? '';
