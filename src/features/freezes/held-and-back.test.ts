import { expect, test } from 'vitest';
import { cameIn, sell } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { another } = suspicionsOn(server);

test('what two people decided to give back to a frozen customer can be given back, also where it is held', async () => {
  const [finance, compliance] = [await sessionFor(server, 'finance'), await sessionFor(server, 'compliance')];
  const officer = await another('compliance');
  const customer = await newCustomer(server);
  await call('compliance/freeze', { userId: customer.id, reason: 'An authority asks for it' }, compliance);
  // Coins that left already are taken in, and held.
  const { orderId } = (await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' })).body;
  const plain = { orderId, note: '' };
  const reference = 'cd'.repeat(32);
  await call('desk/confirmReceived', cameIn(orderId, { amount: '0.0002', reference }), finance);
  await call('desk/cancel', { ...plain, reasonCode: 'asked_by_customer' }, finance);
  const release = async () => {
    const { status, body } = await call<{ code?: string }>('desk/release', plain, compliance);
    return status === 200 ? 'released' : body.code;
  };
  expect(await release()).toBe('trading.customer_frozen');
  const freeUs = `update transactions set held = false, hold_reason = null where id = $1`;
  await expect(owner.query(freeUs, [orderId])).rejects.toThrow('nothing of a frozen customer moves');
  const asked = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Give it back' },
    officer.cookie,
  );
  const decision = { proposalId: asked.body.proposalId, decision: 'approve', note: 'Yes' };
  expect((await call('compliance/decideFrozen', decision, compliance)).status).toBe(200);
  expect(await release()).toBe('released');
  const { rows } = await owner.query('select id from movements where order_id = $1', [orderId]);
  const back = {
    movementId: rows[0].id,
    reasonCode: 'order_stopped',
    payerBank: '',
    payerAccount: '',
    payerHolder: '',
  };
  expect((await call('desk/prepareReturn', { ...plain, ...back }, finance)).status).toBe(200);
  // Nothing but that: it goes on for nobody.
  expect((await call('desk/preparePayout', plain, finance)).status).toBe(409);
});
