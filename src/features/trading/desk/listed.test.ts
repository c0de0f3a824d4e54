import { expect, test } from 'vitest';
import { bitcoinAddress, paidBuy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

/** Another than the one that goes on the list. */
const otherAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const server = await serverUnderTest();
const { call, signIn, owner } = server;

test('nobody is paid whose wallet was put on a list since the order was placed', async () => {
  const customer = await signIn('tier2');
  const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
  const { orderId } = await paidBuy(server, customer);
  const csv = `ref,name,category,addresses\nL-1,Somebody Listed,sanctioned,XBT:${bitcoinAddress}\n`;
  const imported = await call(
    'screening/importLocal',
    { fileName: 'l.csv', publishedOn: '2026-11-21', csv },
    compliance,
  );
  expect(imported.status).toBe(200);
  const step = { orderId, note: '' };
  await call('desk/confirmReceived', { ...step, reference: 'BANK-1', amount: '20000' }, finance);
  await call('desk/startProcessing', step, finance);
  const prepared = await call('desk/preparePayout', { ...step, reference: 'a'.repeat(64) }, finance);
  expect(prepared.body).toMatchObject({ code: 'desk.not_screened' });
  await call('desk/approvePayout', step, admin);
  await call('desk/complete', step, finance);
  const { rows } = await owner.query('select pay_out from transactions where id = $1', [orderId]);
  expect(rows[0]).toEqual({ pay_out: 'none' });
});

test('what an order was judged by is in no answer of the desk', async () => {
  const { orderId } = await paidBuy(server, await signIn('tier1'), { walletAddress: otherAddress });
  for (const role of ['support', 'finance', 'compliance', 'admin'])
    expect(JSON.stringify((await call('desk/order', { orderId }, await signIn(role))).body)).not.toMatch(/risk_score/);
});
