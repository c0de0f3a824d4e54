import { expect, test } from 'vitest';
import { cameIn, paidBuy } from '../../../../test/orders.ts';
import { attaching, openMoney } from '../../../../test/unassigned.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

/**
 * Money of somebody else is an order's for a reason that is written down: by a bank line, from unassigned money, and of
 * a payment it is refused without one. What is typed by hand for an order must be no way around that.
 */
const server = await serverUnderTest();
const { signIn } = server;
const money = await openMoney(server);
const customer = await signIn('tier2');
const act = server.actsAs();
const finance = await signIn('finance');
const stranger = { payerHolder: 'Robbed Victim', payerAccount: '808808808' };

test('a transfer from the account of a stranger buys coins for nobody without a word about it', async () => {
  const byLine = await paidBuy(server, customer, { amount: '21001' });
  const movementId = await money.recorded('VICTIM 1', { amount: '21001', ...stranger });
  const attached = { ...attaching(movementId, byLine, '21001'), note: '' };
  expect(await act('unassigned/attach', attached, finance)).toBe('desk.name_differs');

  const byHand = await paidBuy(server, customer, { amount: '21002' });
  const seen = { ...cameIn(byHand.orderId, { amount: '21002', reference: 'VICTIM 2' }), ...stranger, note: '' };
  const confirmed = await act('desk/confirmReceived', seen, finance);
  expect(confirmed).toBe('desk.name_differs');
  const said = await act('desk/confirmReceived', { ...seen, note: 'Their mother pays; her letter is here' }, finance);
  expect(said).toBe('done');
});
