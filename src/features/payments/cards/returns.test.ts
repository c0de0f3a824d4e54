import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  startOrderByCard,
  startPlanByCard,
} from '../../../../test/cards.ts';
import { buy, placePaidBuy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { cardPayables, payables } from '../../../fulfilment.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { expireOrders } from '../../trading/jobs.ts';
import { expirePayments } from '../jobs.ts';
import { handleEvent } from './handle-event.ts';

const server = await serverWithoutFaults();
const { call } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const second = (await another('finance'))?.cookie;
const act = server.actsAs(finance);
const receiveEvent = async (event: object) => {
  expect(await sendWebhook(server, event)).toBe(200);
  const waiting = await rowsOf<{ id: string }>('select id from card_events where became is null');
  for (const { id } of waiting) await handleEvent(server.services, cardPayables, id);
};
const sent = (reference: string) => ({ reference, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' });

async function refund(paymentId: string, reasonCode: string, reference: string) {
  const plain = { paymentId, note: '' };
  return [
    await act('paymentsDesk/prepareReturn', { ...plain, reasonCode }),
    await act('paymentsDesk/approveReturn', { ...plain, proposalId: await server.openProposal(paymentId) }),
    await act('paymentsDesk/approveReturn', { ...plain, proposalId: await server.openProposal(paymentId) }, second),
    await act('paymentsDesk/recordReturned', { ...plain, ...sent(reference) }),
  ];
}
const linesOf = (paymentId: string) =>
  rowsOf('select direction, rail, reference, holder from movements where payment_id = $1 order by id', [paymentId]);

test('a chargeback is recorded by two people and ends the plan', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const charge = buildSandboxEvent(paymentId);
  await receiveEvent(charge);
  await receiveEvent(buildSandboxEvent(paymentId, { type: 'charged_back', transaction: charge.transaction }));
  expect(await refund(paymentId, 'charged_back', 'CB-2026-0001')).toEqual([
    ...['done', 'approvals.second_person_needed', 'done', 'done'],
  ]);
  expect(await linesOf(paymentId)).toEqual([
    { direction: 'in', rail: 'card', reference: `sandbox:${charge.transaction}`, holder: 'Ina Brown' },
    { direction: 'back', rail: 'card', reference: 'CB-2026-0001', holder: 'Ina Brown' },
  ]);
  const plans = await rowsOf('select status from subscriptions where user_id = $1', [customer.id]);
  expect(plans).toEqual([{ status: 'cancelled' }]);
  const { body } = await call<{ payment: { reason: string } }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(body.payment.reason).toBe('Your bank reversed this card payment.');
});

test('a charged-back second charge cannot be attached or refunded', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await receiveEvent(buildSandboxEvent(paymentId));
  const twice = buildSandboxEvent(paymentId);
  await receiveEvent(twice);
  await receiveEvent(buildSandboxEvent(paymentId, { type: 'charged_back', transaction: twice.transaction }));
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${twice.transaction}`,
  ]);
  const money = { movementId: line?.id ?? '', note: '' };
  expect(await act('unallocated/prepareReturn', { ...money, reasonCode: 'paid_twice' })).toBe('desk.charged_back');
  const another = await startPlanByCard(server, (await newCustomer(server, 'Una Brown')).cookie);
  const [{ reference } = { reference: '' }] = await rowsOf<{ reference: string }>(
    'select reference from payments where id = $1',
    [another.paymentId],
  );
  expect(await act('unallocated/attach', { ...money, reference, amount: '6000' })).toBe('desk.charged_back');
  expect(await act('unallocated/prepareReturn', { ...money, reasonCode: 'charged_back' })).toBe('done');
});

test('a charge of an ended payment is refunded once', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  server.setTime(after(new Date(), hours(2)));
  await expirePayments(server.services, payables);
  server.setTime(null);
  await receiveEvent(buildSandboxEvent(paymentId));
  expect((await refund(paymentId, 'too_late', 'CB-2026-0001')).at(-1)).toBe('desk.reference_used');
  const recording = { paymentId, ...sent('RF-2026-0002') };
  expect(await act('paymentsDesk/recordReturned', recording)).toBe('done');
  expect(await rowsOf('select pay_in, ended from payments where id = $1', [paymentId])).toEqual([
    { pay_in: 'returned', ended: 'lapsed' },
  ]);
});

test('a second charge is unallocated and refunded as a whole', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await receiveEvent(buildSandboxEvent(paymentId));
  const twice = buildSandboxEvent(paymentId);
  await receiveEvent(twice);
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${twice.transaction}`,
  ]);
  const money = { movementId: line?.id ?? '', note: '' };
  expect(await act('unallocated/prepareReturn', { ...money, reasonCode: 'paid_twice' })).toBe('done');
  const proposalId = await server.openProposal(money.movementId);
  expect(await act('unallocated/decide', { ...money, proposalId, decision: 'approve' }, second)).toBe('done');
  expect(await act('unallocated/recordReturned', { ...money, ...sent('RF-2026-0003') })).toBe('done');
  expect(await rowsOf('select app.unallocated_remaining($1)::text "left"', [money.movementId])).toEqual([
    { left: expect.stringMatching(/^0(\.0+)?$/) },
  ]);
});

describe('pages of an order', () => {
  async function placeOrder() {
    const customer = await newCustomer(server, 'Ina Brown');
    const { body, status } = await buy(server, customer.cookie, { amount: '3000', paymentMethod: 'card' });
    expect(status).toBe(200);
    return { ...customer, orderId: body.orderId };
  }

  test('opening many pages of one order in parallel opens one', async () => {
    const { cookie, orderId } = await placeOrder();
    const start = () => call<{ url: string }>('cards/start', { kind: 'order', id: orderId }, cookie);
    const pages = await Promise.all(Array.from({ length: 6 }, start));
    expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(pages.map(({ body }) => body.url)).size).toBe(1);
    expect(await rowsOf('select from card_sessions where due_id = $1', [orderId])).toHaveLength(1);
  });

  test('cancelling and two charges in parallel keep each charge', async () => {
    for (let round = 0; round < 4; round++) {
      const { cookie, orderId } = await placeOrder();
      expect((await call('cards/start', { kind: 'order', id: orderId }, cookie)).status).toBe(200);
      const charge = buildSandboxEvent(orderId, { amount: '3000.00' });
      const less = buildSandboxEvent(orderId, { amount: '2999.99' });
      for (const one of [less, charge]) expect(await sendWebhook(server, one)).toBe(200);
      await Promise.all([handleEvents(server), call('trading/cancelOwn', { orderId }, cookie), handleEvents(server)]);
      const lines = await rowsOf<{ amount: string; found: boolean }>(
        `select trim_scale(amount)::text amount, order_id is not null found from movements
        where rail = 'card' and direction = 'in' and reference = any($1) order by amount`,
        [[charge, less].map(({ transaction }) => `sandbox:${transaction}`)],
      );
      expect(lines).toEqual([
        { amount: '2999.99', found: false },
        { amount: '3000', found: true },
      ]);
    }
  });
});

describe('references on return', async () => {
  const second = (await another('finance')).cookie;

  const act = server.actsAs(finance, 'paymentsDesk/');

  async function approveRefund(name?: string) {
    const { cookie } = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, cookie);
    const charge = buildSandboxEvent(paymentId, name === undefined ? {} : { name });
    expect(await sendWebhook(server, charge)).toBe(200);
    await handleEvents(server);
    const refundInput = { paymentId, amount: '1000', reasonCode: 'given_back_as_asked', note: '' };
    expect(await act('prepareReturn', refundInput)).toBe('done');
    const proposalId = await server.openProposal(paymentId);
    expect(await act('approveReturn', { paymentId, proposalId, note: '' }, second)).toBe('done');
    return { paymentId, charge };
  }
  const recordRefund = (paymentId: string, reference: string) =>
    act('recordReturned', { paymentId, reference, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' });

  test('recording a refund under the number of its charge is refused', async () => {
    const { paymentId, charge } = await approveRefund();
    expect(await recordRefund(paymentId, `sandbox:${charge.transaction}`)).toBe('desk.reference_used');
    expect(await recordRefund(paymentId, charge.transaction)).toBe('desk.reference_used');
  });

  test('recording a refund under a used number in another spelling is refused', async () => {
    const [one, other] = [await approveRefund(), await approveRefund()];
    const number = `RF-${randomUUID().slice(0, 8).toUpperCase()}`;
    expect(await recordRefund(one.paymentId, number)).toBe('done');
    expect(await recordRefund(other.paymentId, ` ${number} `)).toBe('desk.reference_used');
    expect(await recordRefund(other.paymentId, number.replace('-', ' - '))).toBe('desk.reference_used');
    expect(await recordRefund(other.paymentId, number.toLowerCase())).toBe('desk.reference_used');
  });

  test('names on cards contain no direction marks or invisible characters', async () => {
    const { paymentId } = await approveRefund('\u202EnworB anI\u200B');
    const [line] = await rowsOf<{ holder: string }>(
      `select holder from movements where payment_id = $1 and direction = 'in'`,
      [paymentId],
    );
    expect(line?.holder).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

type OwnPayment = { code?: string; situation: string; kind: string; reference: string; mayCallOff: boolean };

const loadStatus = async (reference: string, cookie?: string) =>
  (await call<OwnPayment>('paymentPages/status', { reference }, cookie)).body;

async function recordArrival(reference: string, wishes: object): Promise<void> {
  expect(await sendWebhook(server, buildSandboxEvent(reference, wishes))).toBe(200);
  await handleEvents(server);
}
const fullAmount = { amount: '4000.00' };

test('an order goes from waiting to declined, then to received', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const now = async () => (await loadStatus(orderId, cookie)).situation;
  expect(await loadStatus(orderId, cookie)).toMatchObject({ situation: 'waiting', kind: 'order', mayCallOff: true });
  await recordArrival(orderId, { ...fullAmount, type: 'declined' });
  expect(await now()).toBe('declined');
  server.setTime(after(new Date(), 5_000));
  expect((await call('cards/start', { kind: 'order', id: orderId }, cookie)).status).toBe(200);
  expect(await now()).toBe('waiting');
  await recordArrival(orderId, fullAmount);
  expect(await loadStatus(orderId, cookie)).toMatchObject({ situation: 'received', mayCallOff: false });
});

test('a payment from a card in another name is received with a question', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  await recordArrival(orderId, { ...fullAmount, name: 'Other Person' });
  expect((await loadStatus(orderId, cookie)).situation).toBe('asked');
});

test('a payment for a plan has the same states', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, cookie);
  expect(await loadStatus(paymentId, cookie)).toMatchObject({
    ...{
      situation: 'waiting',
      kind: 'payment',
      what: 'Personal plan, one month',
      amount: 'J$6,000.00',
      byCard: true,
    },
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
  await recordArrival(orderId, fullAmount);
  expect((await loadStatus(orderId, cookie)).situation).toBe('late');
});

test("the provider's reference or charge finds the payment for its customer only", async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { orderId } = await startOrderByCard(server, customer.cookie);
  await server.owner.query(`update card_sessions set reference = 'W-word-16-signs' where due_id = $1`, [orderId]);
  expect(await loadStatus('W-word-16-signs', customer.cookie)).toMatchObject({ situation: 'waiting', kind: 'order' });
  expect((await loadStatus('W-word-16-signs', other.cookie)).code).toBe('payments.not_found');
  const charge = buildSandboxEvent('W-word-16-signs', fullAmount);
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  expect(await loadStatus(charge.transaction, customer.cookie)).toMatchObject({ situation: 'received', kind: 'order' });
  expect((await loadStatus(charge.transaction, other.cookie)).code).toBe('payments.not_found');
});

test("another customer's or an unknown payment is not found, also for staff, and a session is required", async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, customer.cookie);
  const [other, finance] = [await newCustomer(server, 'Una Brown'), await server.signIn('finance')];
  for (const [reference, cookie] of [
    [orderId, other.cookie],
    [orderId, finance],
    [randomUUID(), customer.cookie],
    ['enrolment-7', customer.cookie],
  ] as const)
    expect(await loadStatus(reference, cookie)).toMatchObject({ code: 'payments.not_found' });
  expect((await loadStatus(orderId)).code).toBe('accounts.sign_in_required');
});

test('an order paid by bank has no card button', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, cookie, { amount: '4000' });
  expect(await loadStatus(orderId, cookie)).toMatchObject({ situation: 'claimed', byCard: false, mayCallOff: false });
});
