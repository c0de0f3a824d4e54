import { expect, test } from 'vitest';
import { openBankReconciliation } from '../../../test/bank-lines.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, buildUnallocated, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { done, finance, refused } = await setUpUnallocated(server);
const { queue, upload } = openBankReconciliation(server, { done, finance });

test('preparing a payout is refused if the bank shows another payer of a typed further part', async () => {
  const [ina, theo] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Theo Other')];
  const amount = '2511';
  const [hers, his] = [
    await placePaidBuy(server, ina.cookie, { amount }),
    await placePaidBuy(server, theo.cookie, { amount }),
  ];
  const payer = { payerHolder: 'Theo Other', payerAccount: '999888777' };
  await done('unassigned/record', buildUnallocated('FT INA 2511', { ...payer, amount: '1' }));
  const { movementId } = (await done(
    'unassigned/record',
    buildUnallocated('FT INA 2511', { ...payer, amount, part: '2' }),
  )) as { movementId: string };
  const admin = await server.signIn('admin');
  await done('unassigned/attach', buildAttachment(movementId, his, amount), admin);
  await upload([{ reference: 'FT INA 2511', details: `TRF ${hers.reference}`, credit: '2511.00', payer: 'Ina Brown' }]);
  expect((await queue()).some(({ reference }) => reference === 'FT INA 2511')).toBe(true);
  const input = { orderId: his.orderId, note: '' };
  await done('desk/startProcessing', input);
  await refused('desk.line_differs', 'desk/preparePayout', input);
});
