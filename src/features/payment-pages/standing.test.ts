import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buyByCard, handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { paidBuy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, hours } from '../../kernel/clock.ts';
import { lapseOrders } from '../trading/jobs.ts';

/** What the return pages read: one answer for orders and payments, to their customer alone. */
const server = await serverWithoutFaults();
const { call } = server;

type OwnPayment = { code?: string; situation: string; kind: string; reference: string; mayCallOff: boolean };
const standing = async (reference: string, cookie?: string) =>
  (await call<OwnPayment>('paymentPages/standing', { reference }, cookie)).body;
async function arrives(reference: string, wishes: object): Promise<void> {
  expect(await sendHook(server, sandboxSays(reference, wishes))).toBe(200);
  await handleEvents(server);
}
const said = { amount: '4000.00' };

test('an order is awaited, declined, tried again, and here', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, cookie);
  const now = async () => (await standing(orderId, cookie)).situation;
  expect(await standing(orderId, cookie)).toMatchObject({ situation: 'waiting', kind: 'order', mayCallOff: true });
  await arrives(orderId, { ...said, type: 'declined' });
  expect(await now()).toBe('declined');
  server.setTime(after(new Date(), 5_000));
  expect((await call('cards/start', { kind: 'order', id: orderId }, cookie)).status).toBe(200);
  expect(await now()).toBe('waiting');
  await arrives(orderId, said);
  expect(await standing(orderId, cookie)).toMatchObject({ situation: 'received', mayCallOff: false });
});

test('a card of another name is here, and the order says what to do', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, cookie);
  await arrives(orderId, { ...said, name: 'Somebody Else' });
  expect((await standing(orderId, cookie)).situation).toBe('asked');
});

test('a payment for a plan is answered in the same words', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, cookie);
  expect(await standing(paymentId, cookie)).toMatchObject({
    ...{ situation: 'waiting', kind: 'payment', what: 'Personal plan, one month', amount: 'J$6,000.00', byCard: true },
  });
  await arrives(paymentId, {});
  expect((await standing(paymentId, cookie)).situation).toBe('received');
});

test('what lapsed took nothing, and what comes after all goes back', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, cookie);
  server.setTime(after(new Date(), hours(2)));
  await lapseOrders(server.services);
  expect((await standing(orderId, cookie)).situation).toBe('over');
  await arrives(orderId, said);
  expect((await standing(orderId, cookie)).situation).toBe('late');
});

test('the word by which a provider calls it, or its charge, finds it, for its customer alone', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { orderId } = await buyByCard(server, who.cookie);
  await server.owner.query(`update card_sessions set reference = 'W-word-16-signs' where due_id = $1`, [orderId]);
  expect(await standing('W-word-16-signs', who.cookie)).toMatchObject({ situation: 'waiting', kind: 'order' });
  expect((await standing('W-word-16-signs', other.cookie)).code).toBe('payments.not_found');
  const charge = sandboxSays('W-word-16-signs', said);
  expect(await sendHook(server, charge)).toBe(200);
  await handleEvents(server);
  expect(await standing(charge.transaction, who.cookie)).toMatchObject({ situation: 'received', kind: 'order' });
  expect((await standing(charge.transaction, other.cookie)).code).toBe('payments.not_found');
});

test('nobody learns of another’s, staff neither, nor of what there is not; and nobody without a session', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const [other, finance] = [await newCustomer(server, 'Una Brown'), await server.signIn('finance')];
  for (const [reference, cookie] of [
    [orderId, other.cookie],
    [orderId, finance],
    [randomUUID(), who.cookie],
    ['enrolment-7', who.cookie],
  ] as const)
    expect(await standing(reference, cookie)).toMatchObject({ code: 'payments.not_found' });
  expect((await standing(orderId)).code).toBe('accounts.sign_in_required');
});

test('an order that is paid by bank says so, with no card to pay by', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await paidBuy(server, cookie, { amount: '4000' });
  expect(await standing(orderId, cookie)).toMatchObject({ situation: 'claimed', byCard: false, mayCallOff: false });
});
