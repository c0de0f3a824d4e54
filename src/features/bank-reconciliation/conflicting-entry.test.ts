import { expect, test } from 'vitest';
import { openBankReconciliation, type ShownLine } from '../../../test/bank-lines.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** One member of staff must not record one customer's bank line as the money of another. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { done, finance, refused } = await setUpUnallocated(server);
const { confirming, queue, upload } = openBankReconciliation(server, { done, finance });
const payIn = async (id: string) =>
  (await owner.query('select pay_in from transactions where id = $1', [id])).rows[0].pay_in;

async function placeEqualOrders(amount: string) {
  const [ina, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Theo Other')];
  const [hers, his] = [
    await placePaidBuy(server, ina.cookie, { amount }),
    await placePaidBuy(server, other.cookie, { amount }),
  ];
  const line = {
    reference: `FT INA ${amount}`,
    details: `TRF ${hers.reference}`,
    credit: `${amount}.00`,
    payer: 'Ina Brown',
  };
  const typed = {
    ...buildPayIn(his.orderId, { amount, reference: line.reference }),
    ...{ payerHolder: 'Theo Other', payerAccount: '999888777' },
  };
  return { hers, his, line, typed };
}

test('recording an open line of one customer for the order of another is refused', async () => {
  const { hers, his, line, typed } = await placeEqualOrders('2311');
  await upload([line]);
  const openLine = (await queue()).find(({ reference }) => reference === line.reference);
  expect(openLine).toMatchObject({ certain: true, matches: [{ id: hers.orderId }] });
  await refused('desk.line_known', 'desk/confirmReceived', typed);
  await done('bankLines/confirm', confirming(openLine as ShownLine));
  expect([await payIn(his.orderId), await payIn(hers.orderId)]).toEqual(['claimed', 'received']);
});

test('a line that contradicts a manual entry joins nothing and blocks the payout until settled', async () => {
  const { hers, his, line, typed } = await placeEqualOrders('2312');
  expect((await call('desk/confirmReceived', typed, finance)).status).toBe(200);
  await upload([line]);
  const openLine = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
  expect(openLine).toMatchObject({ certain: false, sameAs: { reference: line.reference, used: true, byHand: 'in' } });
  expect([await payIn(his.orderId), await payIn(hers.orderId)]).toEqual(['received', 'claimed']);
  const of = { orderId: his.orderId, note: '' };
  await done('desk/startProcessing', of);
  await refused('desk.line_differs', 'desk/preparePayout', of);
  const confirmation = { ...confirming(openLine), kind: 'order', id: hers.orderId };
  await refused('bank_lines.may_be_same', 'bankLines/confirm', confirmation);
  const { proposalId } = (await done('bankLines/proposeDistinct', { lineId: openLine.id, note: 'Ina paid this' })) as {
    proposalId: string;
  };
  const admin = await server.signIn('admin');
  expect((await call('bankLines/decideDistinct', { proposalId, decision: 'approve' }, admin)).status).toBe(200);
  await done('bankLines/confirm', confirmation);
  expect(await payIn(hers.orderId)).toBe('received');
});

test("preparing a refund to an account other than the bank's payer is refused", async () => {
  const { his, line, typed } = await placeEqualOrders('2313');
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

test('uploading a line that agrees with its manual entry joins it, with a branch code before the account', async () => {
  const { his, line, typed } = await placeEqualOrders('2314');
  await done('desk/confirmReceived', { ...typed, payerAccount: '40 999-888 777' });
  await upload([{ ...line, details: 'TRF', payer: 'THEO OTHER', account: '999888777' }]);
  expect((await queue()).some(({ reference }) => reference === line.reference)).toBe(false);
  await done('desk/startProcessing', { orderId: his.orderId, note: '' });
  await done('desk/preparePayout', { orderId: his.orderId, note: '' });
});

test('refunding a line with a mistyped account pays the account that the bank shows', async () => {
  const { hers, line } = await placeEqualOrders('2315');
  const typed = {
    ...buildPayIn(hers.orderId, { amount: '2315', reference: line.reference }),
    payerHolder: 'Ina Brown',
  };
  await done('desk/confirmReceived', { ...typed, payerAccount: '111222333' });
  await upload([line]);
  const openLine = (await queue()).find(({ reference }) => reference === line.reference);
  const joining = {
    lineId: openLine?.id,
    reason: 'recorded',
    reference: line.reference,
    note: 'The account was misread',
  };
  await done('bankLines/dismissLine', joining);
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
