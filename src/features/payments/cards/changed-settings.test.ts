import { afterEach, expect, test } from 'vitest';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  setCards,
  startOrderByCard,
  startPlanByCard,
} from '../../../../test/cards.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const finance = await createSession(server, 'finance');
afterEach(async () => {
  await setCards(server, demoSettings.cards);
});
const payment = async (id: string) =>
  (await owner.query('select pay_in, ended from payments where id = $1', [id])).rows[0];
const order = async (id: string) =>
  (await owner.query('select pay_in, status, held from transactions where id = $1', [id])).rows[0];
const start = async (kind: string, id: string, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('cards/start', { kind, id }, cookie);
  return status === 200 ? 'done' : body.code;
};

test.each([
  ['no provider any more', { provider: 'none' }],
  ['closed for everything', { forCrypto: 'closed', forEverythingElse: 'closed' }],
])('with %s an open page still pays, and no new page opens', async (_, change) => {
  const [one, two] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const { paymentId } = await startPlanByCard(server, one.cookie);
  const { orderId } = await startOrderByCard(server, two.cookie);
  await setCards(server, change);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
  expect(await sendWebhook(server, buildSandboxEvent(orderId, { amount: '4000.00' }))).toBe(200);
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'received', ended: null });
  expect(await order(orderId)).toMatchObject({ pay_in: 'received', held: false });
  const other = await newCustomer(server, 'Ina Brown');
  await setCards(server, demoSettings.cards);
  const { paymentId: unpaid } = await startPlanByCard(server, other.cookie);
  await setCards(server, change);
  expect(await start('payment', unpaid, other.cookie)).toBe('cards.closed');
});

test('a charge pays the price of its page after a price change', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [
    { ...demoSettings.plan_prices, personal: 9_000 },
  ]);
  await sendWebhook(server, buildSandboxEvent(paymentId));
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'received', ended: null });
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [demoSettings.plan_prices]);
});

test.each(['5999.99', '6000.01', '0.01', '60000.00'])('a charge of J$ %s does not pay J$6,000', async (amount) => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const charge = buildSandboxEvent(paymentId, { amount });
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  const { rows } = await owner.query(`select reason from movements where reference = $1 and user_id is null`, [
    `sandbox:${charge.transaction}`,
  ]);
  expect(rows).toEqual([{ reason: 'card_differs' }]);
});

test.each(['USD', 'EUR', 'jmd', ''])('a charge in %j does not pay J$', async (currency) => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await sendWebhook(server, buildSandboxEvent(paymentId, { currency }));
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
});

test('an order keeps the chargeback hold of its payment after a change of settings', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, customer.cookie);
  await sendWebhook(server, buildSandboxEvent(orderId, { amount: '4000.00' }));
  await handleEvents(server);
  const act = async (path: string) => {
    const { status, body } = await call<{ code?: string }>(`desk/${path}`, { orderId, note: '' }, finance);
    return status === 200 ? 'done' : body.code;
  };
  expect(await act('startProcessing')).toBe('done');
  for (const keptHours of [24, 2160, 1, 0]) {
    await setCards(server, { keptHours });
    expect([keptHours, await act('preparePayout')]).toEqual([keptHours, 'desk.kept']);
  }
});
