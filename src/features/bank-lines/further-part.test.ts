import { expect, test } from 'vitest';
import { bankDesk } from '../../../test/bank-lines.ts';
import { paidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { attaching, nothingKnown, openMoney } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/**
 * What one member of finance typed as a further part of a reference, before its statement came, is that reference's
 * money too: the bank's line of the whole says that somebody else paid.
 */
const server = await serverUnderTest();
const { done, finance, refused } = await openMoney(server);
const { queue, upload } = bankDesk(server, { done, finance });

test('a further part that was typed waits too, while the line of the bank says another payer', async () => {
  const [ina, thief] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Theo Thief')];
  const amount = '2511';
  const [hers, his] = [await paidBuy(server, ina.cookie, { amount }), await paidBuy(server, thief.cookie, { amount })];
  const payer = { payerHolder: 'Theo Thief', payerAccount: '999888777' };
  await done('unassigned/record', nothingKnown('FT INA 2511', { ...payer, amount: '1' }));
  const { movementId } = (await done(
    'unassigned/record',
    nothingKnown('FT INA 2511', { ...payer, amount, part: '2' }),
  )) as { movementId: string };
  // Somebody else, who sees a further part of a payment in Theo's name.
  const admin = await server.signIn('admin');
  await done('unassigned/attach', attaching(movementId, his, amount), admin);
  await upload([{ reference: 'FT INA 2511', details: `TRF ${hers.reference}`, credit: '2511.00', payer: 'Ina Brown' }]);
  expect((await queue()).some(({ reference }) => reference === 'FT INA 2511')).toBe(true);
  const of = { orderId: his.orderId, note: '' };
  await done('desk/startProcessing', of);
  await refused('desk.line_differs', 'desk/preparePayout', of);
});
