import { expect, test } from 'vitest';
import { bankDesk, type ShownLine } from '../../../test/bank-lines.ts';
import { cameIn, paidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** What one person says of a line changes nothing of what the bank says there (decision 027). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { done, finance, refused } = await openMoney(server);
const { confirming, queue, upload } = bankDesk(server, { done, finance });

async function stolen(amount: string) {
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
    ...{ payerHolder: 'Theo Thief', payerAccount: '999888777', note: '' },
  };
  return { hers, his, line, typed };
}

test.each(['bank_matter', 'bounced', 'own_transfer', 'same_line'])(
  "a line that contradicts what was typed keeps the pay-out back, also where one person set it aside as '%s'",
  async (reason) => {
    const amount = { bank_matter: '2411', bounced: '2412', own_transfer: '2413', same_line: '2414' }[reason] ?? '';
    const { his, line, typed } = await stolen(amount);
    expect((await call('desk/confirmReceived', typed, finance)).status).toBe(200);
    await upload([line]);
    const of = { orderId: his.orderId, note: '' };
    await done('desk/startProcessing', of);
    await refused('desk.line_differs', 'desk/preparePayout', of);

    const waits = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
    await call('bankLines/setAside', { lineId: waits.id, reason, reference: '', note: '' }, finance);

    const prepared = await call<{ code?: string }>('desk/preparePayout', of, finance);
    expect(prepared.body.code).toBe('desk.line_differs');
    const { rows } = await owner.query('select pay_out from transactions where id = $1', [his.orderId]);
    expect(rows).toEqual([{ pay_out: 'none' }]);
  },
);

test('a line that is certain for one customer pays nothing of another, though one person called it ours', async () => {
  const { hers, his, line, typed } = await stolen('2415');
  await upload([line]);
  const waits = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
  expect(waits).toMatchObject({ certain: true, matches: [{ id: hers.orderId }] });
  // The account as the bank shows it, and the name of the accomplice: no word is asked for.
  const known = { ...typed, payerAccount: '404512345' };
  await refused('desk.line_known', 'desk/confirmReceived', known);

  await call('bankLines/setAside', { lineId: waits.id, reason: 'own_transfer', reference: '', note: '' }, finance);

  const taken = await call<{ code?: string }>('desk/confirmReceived', known, finance);
  const { rows } = await owner.query('select pay_in from transactions where id = $1', [his.orderId]);
  expect([taken.body.code, rows[0].pay_in]).toEqual(['desk.line_known', 'claimed']);
  await done('bankLines/bringBack', { lineId: waits.id });
  await done('bankLines/confirm', confirming(waits));
});
