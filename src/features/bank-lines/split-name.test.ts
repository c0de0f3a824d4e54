import { expect, test } from 'vitest';
import { bankDesk, untyped } from '../../../test/bank-lines.ts';
import { paidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** A line of another name is nobody else's order without a word, confirmed or split into parts. */
const server = await serverUnderTest();
const { owner } = server;
const { done, finance, refused } = await openMoney(server);
const { confirming, lineNamed, upload } = bankDesk(server, { done, finance });

test('a stranger’s money is no order’s without a word about it, whole or as the one part of its line', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const order = await paidBuy(server, ina.cookie, { amount: '4000' });
  const details = `pay ${order.reference}`;
  await upload([{ reference: 'STRANGER 1', details, credit: '4000.00', payer: 'Robert Stranger' }]);
  const line = await lineNamed(order.reference);
  const split = { lineId: line.id, parts: [{ reference: order.reference, amount: '4000' }], ...untyped };
  const isOf = async () => (await owner.query('select pay_in from transactions where id = $1', [order.orderId])).rows;
  await refused('bank_lines.name_differs', 'bankLines/confirm', {
    ...confirming(line),
    ...{ kind: 'order', id: order.orderId },
  });
  await refused('desk.name_differs', 'bankLines/split', split);
  expect(await isOf()).toEqual([{ pay_in: 'claimed' }]);
  await done('bankLines/split', { ...split, note: 'Her brother, she wrote' });
  expect(await isOf()).toEqual([{ pay_in: 'received' }]);
});
