import { expect, test } from 'vitest';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  startOrderByCard,
  startPlanByCard,
} from '../../../test/cards.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const [second, officer, other] = [await another('finance'), await another('compliance'), await another('compliance')];

const callAs = server.actsAs(finance);

async function chargeTwice({ cookie }: Pick<Customer, 'cookie'>): Promise<string> {
  const { paymentId } = await startPlanByCard(server, cookie);
  const twice = buildSandboxEvent(paymentId);
  for (const said of [buildSandboxEvent(paymentId), twice]) {
    expect(await sendWebhook(server, said)).toBe(200);
    await handleEvents(server);
  }
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${twice.transaction}`,
  ]);
  return line?.id ?? '';
}
const prepareRefund = (movementId: string, cookie = finance) =>
  callAs('unassigned/prepareReturn', { movementId, reasonCode: 'paid_twice', note: '' }, cookie);

test('the second charge of a frozen customer is refunded by two compliance officers only', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const movementId = await chargeTwice(who);
  const freeze = { userId: who.id, reason: 'An authority asks' };
  expect(await callAs('compliance/freeze', freeze, officer.cookie)).toBe('done');
  expect(await prepareRefund(movementId)).toBe('trading.customer_frozen');
  const asked = { orderId: movementId, note: 'To see' };
  expect(await callAs('compliance/proposeFrozenReturn', asked, officer.cookie)).toBe('done');
  const decision = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await callAs('compliance/decideFrozen', decision, other.cookie)).toBe('done');
  expect(await prepareRefund(movementId)).toBe('done');
  const agreed = { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await callAs('unassigned/decide', agreed, second.cookie)).toBe('done');
  const sent = { movementId, reference: 'CARD BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  expect(await callAs('unassigned/recordReturned', sent)).toBe('done');
});

test('it cannot pay for another customer either', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const movementId = await chargeTwice(who);
  const freeze = { userId: who.id, reason: 'An authority asks' };
  expect(await callAs('compliance/freeze', freeze, officer.cookie)).toBe('done');
  const { paymentId } = await startPlanByCard(server, other.cookie);
  const [due] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [paymentId]);
  const part = { movementId, reference: due?.reference, amount: '6000', note: 'Seen' };
  expect(await callAs('unassigned/attach', part)).toBe('desk.payer_stopped');
});

test('staff cannot refund their own double charge', async () => {
  const movementId = await chargeTwice(second);
  expect(await prepareRefund(movementId, second.cookie)).toBe('approvals.own_matter');
});

test('an order paid by card without a name is held, even when staff attached the money', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, who.cookie);
  const said = buildSandboxEvent('mistyped-order', { amount: '4000.00', name: '' });
  expect(await sendWebhook(server, said)).toBe(200);
  await handleEvents(server);
  const [line] = await rowsOf<{ id: string; order: string }>(
    `select m.id, t.reference "order" from movements m, transactions t where m.reference = $1 and t.id = $2`,
    [`sandbox:${said.transaction}`, orderId],
  );
  const part = { movementId: line?.id, reference: line?.order, amount: '4000', note: 'Seen at the provider.' };
  expect(await callAs('unassigned/attach', part)).toBe('done');
  expect(await rowsOf('select pay_in, held, hold_reason from transactions where id = $1', [orderId])).toEqual([
    { pay_in: 'received', held: true, hold_reason: 'card_name_unknown' },
  ]);
});
