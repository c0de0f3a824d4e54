import { expect, test } from 'vitest';
import { emptyPayer, openBankReconciliation } from '../../../test/bank-lines.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { owner } = server;
const { done, finance, refused } = await setUpUnallocated(server);
const { confirming, lineNamed, upload } = openBankReconciliation(server, { done, finance });

test('a line of another payer needs a note, whether confirmed or split', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const order = await placePaidBuy(server, ina.cookie, { amount: '4000' });
  const details = `pay ${order.reference}`;
  await upload([{ reference: 'OTHER 1', details, credit: '4000.00', payer: 'Robert Other' }]);
  const line = await lineNamed(order.reference);
  const split = { lineId: line.id, parts: [{ reference: order.reference, amount: '4000' }], ...emptyPayer };
  const loadPayIn = async () =>
    (await owner.query('select pay_in from transactions where id = $1', [order.orderId])).rows;
  await refused('bank_lines.name_differs', 'bankLines/confirm', {
    ...confirming(line),
    ...{ kind: 'order', id: order.orderId },
  });
  await refused('desk.name_differs', 'bankLines/split', split);
  expect(await loadPayIn()).toEqual([{ pay_in: 'claimed' }]);
  await done('bankLines/split', { ...split, note: 'Her brother, she wrote' });
  expect(await loadPayIn()).toEqual([{ pay_in: 'received' }]);
});
