import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  startOrderByCard,
  startPlanByCard,
} from '../../../../test/cards.ts';
import { placePaidBuy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { expireOrders } from '../../trading/jobs.ts';

const server = await serverWithoutFaults();
const { call } = server;

type OwnPayment = { code?: string; situation: string; kind: string; reference: string; mayCallOff: boolean };
const loadStatus = async (reference: string, cookie?: string) =>
  (await call<OwnPayment>('paymentPages/standing', { reference }, cookie)).body;
async function recordArrival(reference: string, wishes: object): Promise<void> {
  expect(await sendWebhook(server, buildSandboxEvent(reference, wishes))).toBe(200);
  await handleEvents(server);
}
const said = { amount: '4000.00' };

test('an order goes from waiting to declined, then to received', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const now = async () => (await loadStatus(orderId, cookie)).situation;
  expect(await loadStatus(orderId, cookie)).toMatchObject({ situation: 'waiting', kind: 'order', mayCallOff: true });
  await recordArrival(orderId, { ...said, type: 'declined' });
  expect(await now()).toBe('declined');
  server.setTime(after(new Date(), 5_000));
  expect((await call('cards/start', { kind: 'order', id: orderId }, cookie)).status).toBe(200);
  expect(await now()).toBe('waiting');
  await recordArrival(orderId, said);
  expect(await loadStatus(orderId, cookie)).toMatchObject({ situation: 'received', mayCallOff: false });
});

test('a payment from a card in another name is received with a question', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  await recordArrival(orderId, { ...said, name: 'Other Person' });
  expect((await loadStatus(orderId, cookie)).situation).toBe('asked');
});

test('a payment for a plan has the same states', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, cookie);
  expect(await loadStatus(paymentId, cookie)).toMatchObject({
    ...{ situation: 'waiting', kind: 'payment', what: 'Personal plan, one month', amount: 'J$6,000.00', byCard: true },
  });
  await recordArrival(paymentId, {});
  expect((await loadStatus(paymentId, cookie)).situation).toBe('received');
});

test('an expired order is over, and a late payment is returned', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  server.setTime(after(new Date(), hours(2)));
  await expireOrders(server.services);
  expect((await loadStatus(orderId, cookie)).situation).toBe('over');
  await recordArrival(orderId, said);
  expect((await loadStatus(orderId, cookie)).situation).toBe('late');
});

test("the provider's reference or charge finds the payment for its customer only", async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { orderId } = await startOrderByCard(server, who.cookie);
  await server.owner.query(`update card_sessions set reference = 'W-word-16-signs' where due_id = $1`, [orderId]);
  expect(await loadStatus('W-word-16-signs', who.cookie)).toMatchObject({ situation: 'waiting', kind: 'order' });
  expect((await loadStatus('W-word-16-signs', other.cookie)).code).toBe('payments.not_found');
  const charge = buildSandboxEvent('W-word-16-signs', said);
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  expect(await loadStatus(charge.transaction, who.cookie)).toMatchObject({ situation: 'received', kind: 'order' });
  expect((await loadStatus(charge.transaction, other.cookie)).code).toBe('payments.not_found');
});

test("another customer's or an unknown payment is not found, also for staff, and a session is required", async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, who.cookie);
  const [other, finance] = [await newCustomer(server, 'Una Brown'), await server.signIn('finance')];
  for (const [reference, cookie] of [
    [orderId, other.cookie],
    [orderId, finance],
    [randomUUID(), who.cookie],
    ['enrolment-7', who.cookie],
  ] as const)
    expect(await loadStatus(reference, cookie)).toMatchObject({ code: 'payments.not_found' });
  expect((await loadStatus(orderId)).code).toBe('accounts.sign_in_required');
});

test('an order paid by bank has no card button', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, cookie, { amount: '4000' });
  expect(await loadStatus(orderId, cookie)).toMatchObject({ situation: 'claimed', byCard: false, mayCallOff: false });
});
