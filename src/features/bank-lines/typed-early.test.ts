import { expect, test } from 'vitest';
import { bankDesk } from '../../../test/bank-lines.ts';
import { cameIn, paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay, shiftDay } from '../../kernel/calendar.ts';

/** A price binds by the day on which money left: whoever typed an earlier one than the bank's does not vouch alone. */
const server = await serverWithoutFaults();
const { owner } = server;
const { act, done, finance, refused } = await openMoney(server);
const { queue, upload } = bankDesk(server, { done, finance });
const second = await sessionFor(server, 'admin');

/** An order that finance confirmed by its slip as of some days ago, and the line that the bank shows of today. */
async function typed(amount: string, daysEarly: number) {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = await paidBuy(server, ina.cookie, { amount });
  await owner.query(`update transactions set created_at = now() - interval '9 days' where id = $1`, [orderId]);
  const movedOn = shiftDay(jamaicaDay(new Date()), -daysEarly);
  const slip = { ...cameIn(orderId, { amount, reference: `SLIP ${amount}`, movedOn }), payerHolder: 'Ina Brown' };
  await done('desk/confirmReceived', { ...slip, payerAccount: '404512345' });
  await upload([{ reference: `FT ${amount}`, details: 'INTERNET TRF', credit: `${amount}.00`, account: '404512345' }]);
  const lineId = (await queue()).find(({ reference }) => reference === `FT ${amount}`)?.id;
  return { lineId, reason: 'recorded', reference: `SLIP ${amount}`, note: '' };
}

test.each([1, 3])(
  'a line of %i days later is found to be what was typed by somebody else than who typed it',
  async (many) => {
    const found = await typed(`${2810 + many}`, many);
    await refused('bank_lines.typed_early', 'bankLines/setAside', found);
    expect((await act('bankLines/setAside', found, second)).body.code).toBe(undefined);
  },
);

test('of the day that was typed whoever typed it finds it themselves', async () => {
  await done('bankLines/setAside', await typed('2820', 0));
});
