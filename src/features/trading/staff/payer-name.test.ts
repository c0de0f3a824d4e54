import { expect, test } from 'vitest';
import { buildPayIn, placePaidBuy } from '../../../../test/orders.ts';
import { buildAttachment, setUpUnallocated } from '../../../../test/unassigned.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { signIn } = server;
const unallocated = await setUpUnallocated(server);
const customer = await signIn('tier2');
const callAs = server.actsAs();
const finance = await signIn('finance');
const stranger = { payerHolder: 'Robbed Victim', payerAccount: '808808808' };

test("a transfer from a stranger's account needs a note to pay for an order", async () => {
  const byLine = await placePaidBuy(server, customer, { amount: '21001' });
  const movementId = await unallocated.recorded('VICTIM 1', { amount: '21001', ...stranger });
  const attached = { ...buildAttachment(movementId, byLine, '21001'), note: '' };
  expect(await callAs('unassigned/attach', attached, finance)).toBe('desk.name_differs');

  const byHand = await placePaidBuy(server, customer, { amount: '21002' });
  const seen = { ...buildPayIn(byHand.orderId, { amount: '21002', reference: 'VICTIM 2' }), ...stranger, note: '' };
  const confirmed = await callAs('desk/confirmReceived', seen, finance);
  expect(confirmed).toBe('desk.name_differs');
  const said = await callAs(
    'desk/confirmReceived',
    { ...seen, note: 'Their mother pays; her letter is here' },
    finance,
  );
  expect(said).toBe('done');
});
