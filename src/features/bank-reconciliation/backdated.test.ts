import { expect, test } from 'vitest';
import { openBankReconciliation } from '../../../test/bank-lines.ts';
import { buildPayIn, buy, upload as uploadProof } from '../../../test/orders.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';

/** The day of the bank line decides the price (E1). Staff must not record an earlier day. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { customer, done, finance } = await setUpUnallocated(server);
const { queue, upload } = openBankReconciliation(server, { done, finance });
const rowOf = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];

test('recording a bank line under another day than the bank shows is refused and keeps the price', async () => {
  const { body: order } = await buy(server, customer ?? '', { amount: '43210' });
  const { body: file } = await uploadProof(server, customer ?? '');
  const claim = { orderId: order.orderId, proofFile: file.id };
  expect((await call('trading/claimPayment', claim, customer)).status).toBe(200);
  await owner.query(
    `update transactions set created_at = now() - interval '8 days', price_holds_until = now() - interval '6 days'
      where id = $1`,
    [order.orderId],
  );
  const agreed = (await rowOf(order.orderId)).crypto_amount;
  // The price has risen 25 %, and today's statement shows the transfer.
  await owner.query(`update price_history set price_usd = round(price_usd * 1.25, 6) where symbol = 'BTC'`);
  await owner.query(`update crypto_prices set price_usd = round(price_usd * 1.25, 6) where symbol = 'BTC'`);
  await upload([
    { reference: 'FT TODAY 1', details: `TRF ${order.reference}`, credit: '43210.00', payer: 'Tamara Grant' },
  ]);
  const [line] = await queue();
  expect(line).toMatchObject({ reference: 'FT TODAY 1', certain: true });
  // Finance records the line's reference with a day inside the old price window.
  const lastWeek = addDays(jamaicaDay(new Date()), -7);
  const typed = buildPayIn(order.orderId, { amount: '43210', reference: 'FT TODAY 1', movedOn: lastWeek });
  const { status, body } = await call<{ code?: string }>('desk/confirmReceived', typed, finance);
  const row = await rowOf(order.orderId);
  expect([status, body.code, row.pay_in, row.crypto_amount]).toEqual([409, 'desk.line_known', 'claimed', agreed]);
  expect(line?.sameAs).toBeNull();
});

test('confirming a line for a second order is refused after the first was recorded for last week', async () => {
  const order = async (amount: string) => {
    const { body } = await buy(server, customer ?? '', { amount });
    const { body: file } = await uploadProof(server, customer ?? '');
    await call('trading/claimPayment', { orderId: body.orderId, proofFile: file.id }, customer);
    await owner.query(`update transactions set created_at = now() - interval '8 days' where id = $1`, [body.orderId]);
    return body;
  };
  const [first, second] = [await order('47110'), await order('47110')];
  const lastWeek = addDays(jamaicaDay(new Date()), -5);
  const entry = buildPayIn(first.orderId, { amount: '47110', reference: 'SLIP UNMATCHED', movedOn: lastWeek });
  expect((await call('desk/confirmReceived', entry, finance)).status).toBe(200);
  await upload([
    { reference: 'FT ONE 2', details: `TRF ${second.reference}`, credit: '47110.00', payer: 'Tamara Grant' },
  ]);
  const line = (await queue()).find(({ reference }) => reference === 'FT ONE 2');
  const { status, body } = await call<{ code?: string }>(
    'bankLines/confirm',
    { lineId: line?.id, kind: 'order', id: second.orderId, payerBank: '', payerAccount: '', payerHolder: '', note: '' },
    finance,
  );
  const paid = [await rowOf(first.orderId), await rowOf(second.orderId)].map(({ pay_in }) => pay_in);
  expect([status, body.code, paid]).toEqual([409, 'bank_lines.may_be_same', ['received', 'claimed']]);
  expect(line?.sameAs).toMatchObject({ reference: 'SLIP UNMATCHED', byHand: 'in' });
});
