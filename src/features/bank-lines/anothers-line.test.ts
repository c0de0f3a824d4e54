import { expect, test } from 'vitest';
import { bankDesk, type ShownLine } from '../../../test/bank-lines.ts';
import { cameIn, paidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/**
 * What one member of staff types for an order under the reference of a bank line is not that line where the bank says
 * that somebody else paid, for something else: the money of one customer buys for another by one person's word.
 */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { done, finance, refused } = await openMoney(server);
const { confirming, queue, upload } = bankDesk(server, { done, finance });
const payIn = async (id: string) =>
  (await owner.query('select pay_in from transactions where id = $1', [id])).rows[0].pay_in;

/** Two orders of the same price: Ina's, who pays and names it, and that of somebody who does not. */
async function ofOnePrice(amount: string) {
  const [ina, thief] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Theo Thief')];
  const [hers, his] = [await paidBuy(server, ina.cookie, { amount }), await paidBuy(server, thief.cookie, { amount })];
  const line = {
    reference: `FT INA ${amount}`,
    details: `TRF ${hers.reference}`,
    credit: `${amount}.00`,
    payer: 'Ina Brown',
  };
  const typed = {
    ...cameIn(his.orderId, { amount, reference: line.reference }),
    ...{ payerHolder: 'Theo Thief', payerAccount: '999888777' },
  };
  return { hers, his, line, typed };
}

test('a line that waits, certain for one customer, pays no order of another by being typed', async () => {
  const { hers, his, line, typed } = await ofOnePrice('2311');
  await upload([line]);
  const waits = (await queue()).find(({ reference }) => reference === line.reference);
  expect(waits).toMatchObject({ certain: true, matches: [{ id: hers.orderId }] });
  await refused('desk.line_known', 'desk/confirmReceived', typed);
  await done('bankLines/confirm', confirming(waits as ShownLine));
  expect([await payIn(his.orderId), await payIn(hers.orderId)]).toEqual(['claimed', 'received']);
});

test('nor is it taken for that in silence as its statement comes: nothing leaves until it is settled', async () => {
  const { hers, his, line, typed } = await ofOnePrice('2312');
  expect((await call('desk/confirmReceived', typed, finance)).status).toBe(200);
  await upload([line]);
  const waits = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
  expect(waits).toMatchObject({ certain: false, sameAs: { reference: line.reference, used: true, byHand: 'in' } });
  expect([await payIn(his.orderId), await payIn(hers.orderId)]).toEqual(['received', 'claimed']);
  const of = { orderId: his.orderId, note: '' };
  await done('desk/startProcessing', of);
  await refused('desk.line_differs', 'desk/preparePayout', of);
  const hersByIt = { ...confirming(waits), kind: 'order', id: hers.orderId };
  await refused('bank_lines.may_be_same', 'bankLines/confirm', hersByIt);
  // Two people say that what was typed is other money: then she is paid by her line.
  const { proposalId } = (await done('bankLines/proposeTwo', { lineId: waits.id, note: 'Ina paid this' })) as {
    proposalId: string;
  };
  const admin = await server.signIn('admin');
  expect((await call('bankLines/decideTwo', { proposalId, decision: 'approve' }, admin)).status).toBe(200);
  await done('bankLines/confirm', hersByIt);
  expect(await payIn(hers.orderId)).toBe('received');
});

test('nor goes it back to an account that is not the one of which the bank says that it paid', async () => {
  const { his, line, typed } = await ofOnePrice('2313');
  await done('desk/confirmReceived', typed);
  await upload([line]);
  const { orderId } = his;
  await done('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
  const { rows: lines } = await owner.query(`select id from movements where order_id = $1 and direction = 'in'`, [
    orderId,
  ]);
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  const back = { orderId, movementId: lines[0].id, reasonCode: 'order_stopped', note: '', ...payer };
  await refused('desk.line_differs', 'desk/prepareReturn', back);
});

test('what was typed as the bank shows it is its line without a word, a branch before its account', async () => {
  const { his, line, typed } = await ofOnePrice('2314');
  await done('desk/confirmReceived', { ...typed, payerAccount: '40 999-888 777' });
  await upload([{ ...line, details: 'TRF', payer: 'THEO THIEF', account: '999888777' }]);
  expect((await queue()).some(({ reference }) => reference === line.reference)).toBe(false);
  await done('desk/startProcessing', { orderId: his.orderId, note: '' });
  await done('desk/preparePayout', { orderId: his.orderId, note: '' });
});

test('who paid by the bank is paid back, where somebody had typed another account for their line', async () => {
  const { hers, line } = await ofOnePrice('2315');
  const typed = { ...cameIn(hers.orderId, { amount: '2315', reference: line.reference }), payerHolder: 'Ina Brown' };
  await done('desk/confirmReceived', { ...typed, payerAccount: '111222333' });
  await upload([line]);
  const waits = (await queue()).find(({ reference }) => reference === line.reference);
  const joined = { lineId: waits?.id, reason: 'recorded', reference: line.reference, note: 'The account was misread' };
  await done('bankLines/setAside', joined);
  const { orderId } = hers;
  await done('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
  const { rows: lines } = await owner.query(`select id from movements where order_id = $1`, [orderId]);
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  await done('desk/prepareReturn', {
    ...{ orderId, movementId: lines[0].id, reasonCode: 'order_stopped', note: '', ...payer },
  });
  const { rows } = await owner.query(`select payload ->> 'account' account from proposals where subject = $1`, [
    orderId,
  ]);
  expect(rows).toEqual([{ account: '404512345' }]);
});
