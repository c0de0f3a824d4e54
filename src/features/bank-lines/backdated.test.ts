import { expect, test } from 'vitest';
import { bankDesk } from '../../../test/bank-lines.ts';
import { buy, cameIn, upload as uploadProof } from '../../../test/orders.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay, shiftDay } from '../../kernel/calendar.ts';

/**
 * A price binds if money demonstrably left within its window, by the day of its bank line (E1). One member of staff
 * must not choose the day where the bank's own line, which lies with us, says another.
 */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { customer, done, finance } = await openMoney(server);
const { queue, upload } = bankDesk(server, { done, finance });
const rowOf = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];

test('the day that is typed for a line that the bank shows with another day makes no old price', async () => {
  const { body: order } = await buy(server, customer ?? '', { amount: '43210' });
  const { body: file } = await uploadProof(server, customer ?? '');
  const claim = { orderId: order.orderId, proofFile: file.id };
  expect((await call('trading/claimPayment', claim, customer)).status).toBe(200);
  // Placed eight days ago; its price ended six days ago.
  await owner.query(
    `update transactions set created_at = now() - interval '8 days', price_holds_until = now() - interval '6 days'
      where id = $1`,
    [order.orderId],
  );
  const agreed = (await rowOf(order.orderId)).crypto_amount;
  // The coin is dearer by a quarter since, and only now they pay: the statement of today shows it.
  await owner.query(`update price_history set price_usd = round(price_usd * 1.25, 6) where symbol = 'BTC'`);
  await owner.query(`update crypto_prices set price_usd = round(price_usd * 1.25, 6) where symbol = 'BTC'`);
  await upload([
    { reference: 'FT TODAY 1', details: `TRF ${order.reference}`, credit: '43210.00', payer: 'Tamara Grant' },
  ]);
  const [line] = await queue();
  expect(line).toMatchObject({ reference: 'FT TODAY 1', certain: true });
  // Finance, alone, types the very reference of that line and a day on which the old price still stood.
  const lastWeek = shiftDay(jamaicaDay(new Date()), -7);
  const typed = cameIn(order.orderId, { amount: '43210', reference: 'FT TODAY 1', movedOn: lastWeek });
  const { status, body } = await call<{ code?: string }>('desk/confirmReceived', typed, finance);
  const row = await rowOf(order.orderId);
  expect([status, body.code, row.pay_in, row.crypto_amount]).toEqual([409, 'desk.line_known', 'claimed', agreed]);
  expect(line?.sameAs).toBeNull();
});

test('one transfer pays no second order because its first was typed with a day of last week', async () => {
  const order = async (amount: string) => {
    const { body } = await buy(server, customer ?? '', { amount });
    const { body: file } = await uploadProof(server, customer ?? '');
    await call('trading/claimPayment', { orderId: body.orderId, proofFile: file.id }, customer);
    await owner.query(`update transactions set created_at = now() - interval '8 days' where id = $1`, [body.orderId]);
    return body;
  };
  const [first, second] = [await order('47110'), await order('47110')];
  const lastWeek = shiftDay(jamaicaDay(new Date()), -5);
  const slip = cameIn(first.orderId, { amount: '47110', reference: 'SLIP OF NOTHING', movedOn: lastWeek });
  expect((await call('desk/confirmReceived', slip, finance)).status).toBe(200);
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
  expect(line?.sameAs).toMatchObject({ reference: 'SLIP OF NOTHING', byHand: 'in' });
});
