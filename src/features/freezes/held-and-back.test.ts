import { expect, test } from 'vitest';
import { cameIn, paidBuy, sell, wasSent } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { FreezesView } from './views.ts';

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

test('what two people decided to give back is what they read: its order does not go with it', async () => {
  const [finance, compliance] = [await sessionFor(server, 'finance'), await sessionFor(server, 'compliance')];
  const [second, officer] = [await another('finance'), await another('compliance')];
  const act = server.actsAs(finance);
  const fred = await newCustomer(server, 'Frozen Fred');
  const { orderId } = await paidBuy(server, fred.cookie, { amount: '4000' });
  const plain = { orderId, note: '' };
  const payer = { payerAccount: '9811112222', payerHolder: 'Frozen Fred' };
  await act('desk/confirmReceived', { ...cameIn(orderId, { amount: '4000', reference: 'OWN 1' }), ...payer });
  await act('desk/startProcessing', plain);
  await act('desk/recordExtra', { ...cameIn(orderId, { amount: '50', reference: 'BESIDE 1' }), ...payer });
  await act('compliance/freeze', { userId: fred.id, reason: 'An authority asks' }, officer.cookie);
  const shown = async () =>
    (await call<FreezesView>('compliance/freezes', { userId: fred.id }, compliance)).body.orders;
  const decide = async () => {
    const asked = await call<{ proposalId: string }>(
      'compliance/proposeFrozenReturn',
      { orderId, note: 'Give it back' },
      officer.cookie,
    );
    const verdict = { proposalId: asked.body.proposalId, decision: 'approve', note: '' };
    expect(await act('compliance/decideFrozen', verdict, compliance)).toBe('done');
  };
  expect(await shown()).toMatchObject([{ id: orderId, received: 'J$50.00', decided: false }]);
  await decide();
  expect(await shown()).toMatchObject([{ received: 'J$50.00', decided: true }]);
  // Nor does the database take the order's own line back, whatever code asks.
  const raw = owner.query(
    `with own as (select * from movements where order_id = $1 and direction = 'in' and not extra),
       agreed as (insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
         select 'return', $1::text, jsonb_build_object('movementId', id, 'amount', amount::text, 'unit', asset,
           'account', account), user_id, $2, 'approved', $3, now() from own returning id)
     insert into movements (order_id, user_id, direction, of_id, asset, amount, rail, account, bank, holder, moved_at,
       recorded_at, proposal_id)
     select order_id, user_id, 'back', own.id, asset, amount, rail, account, bank, holder, now(), now(), agreed.id
       from own, agreed`,
    [orderId, officer.id, second.id],
  );
  await expect(raw).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await act('desk/cancel', { ...plain, reasonCode: 'asked_by_customer' })).toBe('done');
  expect(await shown()).toMatchObject([{ received: 'J$4,000.00 and J$50.00', decided: false }]);
  const goesBack = async (reference: string) => {
    const { rows } = await owner.query('select id from movements where reference = $1', [reference]);
    const to = { payerBank: '', payerAccount: '', payerHolder: '' };
    const asked = { ...plain, ...to, movementId: rows[0].id, reasonCode: 'order_stopped' };
    return [
      await act('desk/prepareReturn', asked),
      await act('desk/approveReturn', plain, second.cookie),
      await act('desk/recordReturned', wasSent(orderId, `BACK ${reference}`)),
    ];
  };
  for (const reference of ['OWN 1', 'BESIDE 1']) expect((await goesBack(reference))[0]).toBe('trading.customer_frozen');
  await decide();
  for (const reference of ['OWN 1', 'BESIDE 1']) expect(await goesBack(reference)).toEqual(['done', 'done', 'done']);
});
