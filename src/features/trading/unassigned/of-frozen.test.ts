import { expect, test } from 'vitest';
import { buy, cameIn, wasSent } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { attaching, openMoney, step } from '../../../../test/unassigned.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

/** Money of a frozen customer, and what a customer reads of money that was not theirs. */
const server = await serverUnderTest();
const { call, owner } = server;
const money = await openMoney(server);
const { admin, another, compliance, confirmed, customer, done, idOf, lineOf, list, refused, takenOff, takingOff } =
  money;
const officer = await suspicionsOn(server).another('compliance');

/** An order that ended before anything was paid. */
async function ended(amount: string) {
  const { body } = await buy(server, another ?? '', { amount });
  await done('trading/cancelOwn', { orderId: body.orderId }, another);
  return body;
}

const back = async (orderId: string) => ({
  ...{ orderId, movementId: await lineOf(orderId), reasonCode: 'order_stopped', note: '' },
  ...{ payerBank: '', payerAccount: '', payerHolder: '' },
});

test('who reads their own record finds no line that was taken off their order, and their own lines still', async () => {
  await takenOff('20300');
  await confirmed('20310');
  const { status, body } = await call<{ movements: object[] }>('accounts/exportData', undefined, customer);
  expect(status).toBe(200);
  const amounts = body.movements.map((line) => Number((line as { amount: string }).amount));
  expect(amounts).toContain(20310);
  expect(amounts).not.toContain(20300);
});

test('money of a frozen customer leaves by no order of somebody else, attached there or confirmed there', async () => {
  const { movementId } = await takenOff('20400');
  const { orderId } = await ended('20420');
  await done('desk/confirmReceived', cameIn(orderId, { amount: '20420', reference: 'SENT BEFORE' }));
  await done('desk/prepareReturn', await back(orderId));
  const { rows } = await owner.query(`select id from proposals where subject = $1 and state = 'open'`, [orderId]);
  const proposalId = rows[0].id;
  await done('desk/approveReturn', { ...step(orderId), proposalId }, admin);
  const reason = 'A listed person it seems.';
  await done('compliance/freeze', { userId: await idOf('tier2'), reason }, officer.cookie);

  const mule = await ended('20400');
  await refused('desk.payer_stopped', 'unassigned/attach', attaching(movementId, mule, '20400'));
  const straight = await ended('20450');
  await done('desk/confirmReceived', cameIn(straight.orderId, { amount: '20450', reference: 'SENT SINCE' }));
  await refused('desk.payer_stopped', 'desk/prepareReturn', await back(straight.orderId));
  await refused('desk.payer_stopped', 'desk/recordReturned', wasSent(orderId, 'BACK TO FROZEN'));
  // Nor does the database take the line, whatever code asks.
  const line = owner.query(
    `insert into movements (order_id, user_id, direction, of_id, asset, amount, rail, account, bank, holder, moved_at,
       recorded_at, proposal_id)
     select order_id, user_id, 'back', id, asset, amount, rail, account, bank, holder, now(), now(), $2
       from movements where order_id = $1 and direction = 'in'`,
    [orderId, proposalId],
  );
  await expect(line).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
});

test("what two of compliance decided to give back to a frozen customer becomes nobody else's", async () => {
  const frozen = await newCustomer(server, 'Frozen Fred');
  const { orderId } = await confirmed('3000', 'TAKEN OFF 1', frozen.cookie);
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', step(orderId), admin);
  const loose = (await list()).find(({ reference }) => reference === 'TAKEN OFF 1')?.id ?? '';
  await done('desk/confirmReceived', cameIn(orderId, { amount: '3000', reference: 'DECIDED 1' }));
  await done('desk/cancel', { ...step(orderId), reasonCode: 'asked_by_customer' });
  await done('compliance/freeze', { userId: frozen.id, reason: 'An authority asks for it' }, officer.cookie);
  const note = 'Give it back';
  const { body } = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note },
    officer.cookie,
  );
  const agreed = { proposalId: body.proposalId, decision: 'approve', note };
  await done('compliance/decideFrozen', agreed, compliance);

  await refused('trading.customer_frozen', 'desk/undoPayIn', await takingOff(orderId));
  // Nor does what came off that order before go anywhere: they decided about what stands there.
  const mule = await ended('3000');
  await refused('desk.payer_stopped', 'unassigned/attach', attaching(loose, mule, '3000'));
  await refused('trading.customer_frozen', 'unassigned/prepareReturn', {
    ...{ movementId: loose, note: '', reasonCode: 'paid_twice' },
  });
  const straight = owner.query(
    `insert into movements (order_id, user_id, direction, from_id, asset, amount, rail, account, bank, holder, moved_at,
       day_only, recorded_at)
     select t.id, t.user_id, 'in', m.id, m.asset, m.amount, m.rail, m.account, m.bank, m.holder, m.moved_at, m.day_only, now()
       from movements m, transactions t where m.id = $1 and t.id = $2`,
    [loose, mule.orderId],
  );
  await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  await done('desk/prepareReturn', await back(orderId));
});
