import { expect, test } from 'vitest';
import { openBankReconciliation } from '../../../test/bank-lines.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';

/** The day of the transfer sets the price, so staff who entered an earlier day cannot confirm that entry alone. */
const server = await serverWithoutFaults();
const { owner } = server;
const { act, done, finance, refused } = await setUpUnallocated(server);
const { queue, upload } = openBankReconciliation(server, { done, finance });
const second = await createSession(server, 'admin');

async function recordEarly(amount: string, daysEarly: number) {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, ina.cookie, { amount });
  await owner.query(`update transactions set created_at = now() - interval '9 days' where id = $1`, [orderId]);
  const movedOn = addDays(jamaicaDay(new Date()), -daysEarly);
  const slip = { ...buildPayIn(orderId, { amount, reference: `SLIP ${amount}`, movedOn }), payerHolder: 'Ina Brown' };
  await done('desk/confirmReceived', { ...slip, payerAccount: '404512345' });
  await upload([{ reference: `FT ${amount}`, details: 'INTERNET TRF', credit: `${amount}.00`, account: '404512345' }]);
  const lineId = (await queue()).find(({ reference }) => reference === `FT ${amount}`)?.id;
  return { lineId, reason: 'recorded', reference: `SLIP ${amount}`, note: '' };
}

test.each([1, 3])('joining a line of %i days later needs someone other than the typist', async (daysEarly) => {
  const input = await recordEarly(`${2810 + daysEarly}`, daysEarly);
  await refused('bank_lines.typed_early', 'bankLines/dismissLine', input);
  expect((await act('bankLines/dismissLine', input, second)).body.code).toBe(undefined);
});

test('joining a line of the typed day is allowed to the typist', async () => {
  await done('bankLines/dismissLine', await recordEarly('2820', 0));
});
