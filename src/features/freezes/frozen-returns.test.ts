import { expect, test } from 'vitest';
import { buildPayIn, buildSent, placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { FreezesView } from './views.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { another } = setUpSuspicions(server);

test('a return approved by two people releases a held order of a frozen customer', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const officer = await another('compliance');
  const customer = await newCustomer(server);
  await call('compliance/freeze', { userId: customer.id, reason: 'An authority asks for it' }, compliance);
  const { orderId } = (await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' })).body;
  const target = { orderId, note: '' };
  const reference = 'cd'.repeat(32);
  await call('desk/confirmReceived', buildPayIn(orderId, { amount: '0.0002', reference }), finance);
  await call('desk/cancel', { ...target, reasonCode: 'asked_by_customer' }, finance);
  const release = async () => {
    const { status, body } = await call<{ code?: string }>('desk/release', target, compliance);
    return status === 200 ? 'released' : body.code;
  };
  expect(await release()).toBe('trading.customer_frozen');
  const releaseSql = `update transactions set held = false, hold_reason = null where id = $1`;
  await expect(owner.query(releaseSql, [orderId])).rejects.toThrow('nothing of a frozen customer moves');
  const proposed = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Give it back' },
    officer.cookie,
  );
  const decision = { proposalId: proposed.body.proposalId, decision: 'approve', note: 'Yes' };
  expect((await call('compliance/decideFrozen', decision, compliance)).status).toBe(200);
  expect(await release()).toBe('released');
  const { rows } = await owner.query('select id from movements where order_id = $1', [orderId]);
  const returnInput = {
    movementId: rows[0].id,
    reasonCode: 'order_stopped',
    payerBank: '',
    payerAccount: '',
    payerHolder: '',
  };
  expect((await call('desk/prepareReturn', { ...target, ...returnInput }, finance)).status).toBe(200);
  expect((await call('desk/preparePayout', target, finance)).status).toBe(409);
});

test('an approved return covers only the movements shown', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const [second, officer] = [await another('finance'), await another('compliance')];
  const act = server.actsAs(finance);
  const fred = await newCustomer(server, 'Frozen Fred');
  const { orderId } = await placePaidBuy(server, fred.cookie, { amount: '4000' });
  const target = { orderId, note: '' };
  const payer = { payerAccount: '9811112222', payerHolder: 'Frozen Fred' };
  await act('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '4000', reference: 'OWN 1' }), ...payer });
  await act('desk/startProcessing', target);
  await act('desk/recordExtra', { ...buildPayIn(orderId, { amount: '50', reference: 'SURPLUS 1' }), ...payer });
  await act('compliance/freeze', { userId: fred.id, reason: 'An authority asks' }, officer.cookie);
  const loadOrders = async () =>
    (await call<FreezesView>('compliance/freezes', { userId: fred.id }, compliance)).body.orders;
  const decide = async () => {
    const proposed = await call<{ proposalId: string }>(
      'compliance/proposeFrozenReturn',
      { orderId, note: 'Give it back' },
      officer.cookie,
    );
    const verdict = { proposalId: proposed.body.proposalId, decision: 'approve', note: '' };
    expect(await act('compliance/decideFrozen', verdict, compliance)).toBe('done');
  };
  expect(await loadOrders()).toMatchObject([{ id: orderId, received: 'J$50.00', decided: false }]);
  await decide();
  expect(await loadOrders()).toMatchObject([{ received: 'J$50.00', decided: true }]);
  const directReturn = owner.query(
    `with own as (select * from movements where order_id = $1 and direction = 'in' and not is_surplus),
       agreed as (insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
         select 'return', $1::text, jsonb_build_object('movementId', id, 'amount', amount::text, 'unit', asset,
           'account', account), user_id, $2, 'approved', $3, now() from own returning id)
     insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, account, bank, holder, moved_at,
       recorded_at, proposal_id)
     select order_id, user_id, 'back', own.id, asset, amount, rail, account, bank, holder, now(), now(), agreed.id
       from own, agreed`,
    [orderId, officer.id, second.id],
  );
  await expect(directReturn).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await act('desk/cancel', { ...target, reasonCode: 'asked_by_customer' })).toBe('done');
  expect(await loadOrders()).toMatchObject([{ received: 'J$4,000.00 and J$50.00', decided: false }]);
  const returnMoney = async (reference: string) => {
    const { rows } = await owner.query('select id from movements where reference = $1', [reference]);
    const to = { payerBank: '', payerAccount: '', payerHolder: '' };
    const proposed = { ...target, ...to, movementId: rows[0].id, reasonCode: 'order_stopped' };
    return [
      await act('desk/prepareReturn', proposed),
      await act('desk/approveReturn', target, second.cookie),
      await act('desk/recordReturned', buildSent(orderId, `BACK ${reference}`)),
    ];
  };
  for (const reference of ['OWN 1', 'SURPLUS 1'])
    expect((await returnMoney(reference))[0]).toBe('trading.customer_frozen');
  await decide();
  for (const reference of ['OWN 1', 'SURPLUS 1'])
    expect(await returnMoney(reference)).toEqual(['done', 'done', 'done']);
});
