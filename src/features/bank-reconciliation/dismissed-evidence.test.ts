import { expect, test } from 'vitest';
import { openBankReconciliation, type ShownLine } from '../../../test/bank-lines.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** A line remains evidence after one person dismissed it (ADR 16). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { done, finance, refused } = await setUpUnallocated(server);
const { confirming, queue, upload } = openBankReconciliation(server, { done, finance });

async function createConflict(amount: string) {
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
    ...{ payerHolder: 'Theo Other', payerAccount: '999888777', note: '' },
  };
  return { hers, his, line, typed };
}

test.each(['bank_matter', 'bounced', 'own_transfer', 'same_line'])(
  "a contradicting line blocks the payout, even dismissed by one person as '%s'",
  async (reason) => {
    const amount = { bank_matter: '2411', bounced: '2412', own_transfer: '2413', same_line: '2414' }[reason] ?? '';
    const { his, line, typed } = await createConflict(amount);
    expect((await call('desk/confirmReceived', typed, finance)).status).toBe(200);
    await upload([line]);
    const input = { orderId: his.orderId, note: '' };
    await done('desk/startProcessing', input);
    await refused('desk.line_differs', 'desk/preparePayout', input);

    const openLine = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
    await call('bankLines/dismissLine', { lineId: openLine.id, reason, reference: '', note: '' }, finance);

    const prepared = await call<{ code?: string }>('desk/preparePayout', input, finance);
    expect(prepared.body.code).toBe('desk.line_differs');
    const { rows } = await owner.query('select pay_out from transactions where id = $1', [his.orderId]);
    expect(rows).toEqual([{ pay_out: 'none' }]);
  },
);

test('a line certain for one customer pays no order of another, even dismissed as our own transfer', async () => {
  const { hers, his, line, typed } = await createConflict('2415');
  await upload([line]);
  const openLine = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
  expect(openLine).toMatchObject({ certain: true, matches: [{ id: hers.orderId }] });
  const known = { ...typed, payerAccount: '404512345' };
  await refused('desk.line_known', 'desk/confirmReceived', known);

  await call(
    'bankLines/dismissLine',
    { lineId: openLine.id, reason: 'own_transfer', reference: '', note: '' },
    finance,
  );

  const response = await call<{ code?: string }>('desk/confirmReceived', known, finance);
  const { rows } = await owner.query('select pay_in from transactions where id = $1', [his.orderId]);
  expect([response.body.code, rows[0].pay_in]).toEqual(['desk.line_known', 'claimed']);
  await done('bankLines/restoreLine', { lineId: openLine.id });
  await done('bankLines/confirm', confirming(openLine));
});
