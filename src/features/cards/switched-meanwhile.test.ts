import { afterEach, expect, test } from 'vitest';
import { buyByCard, handleEvents, planByCard, sandboxSays, sendHook, setCards } from '../../../test/cards.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { demoSettings } from '../settings/demo-settings.ts';

/** What is switched while somebody pays: money that was charged is seen, and no further page opens. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const finance = await sessionFor(server, 'finance');
afterEach(async () => {
  await setCards(server, demoSettings.cards);
});
const payment = async (id: string) =>
  (await owner.query('select pay_in, ended from payments where id = $1', [id])).rows[0];
const order = async (id: string) =>
  (await owner.query('select pay_in, status, held from transactions where id = $1', [id])).rows[0];
const starts = async (kind: string, id: string, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('cards/start', { kind, id }, cookie);
  return status === 200 ? 'done' : body.code;
};

test.each([
  ['no provider any more', { provider: 'none' }],
  ['closed for everything', { forCrypto: 'closed', forEverythingElse: 'closed' }],
])('%s: what was charged on an open page counts, and nothing further opens', async (_, change) => {
  const [one, two] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const { paymentId } = await planByCard(server, one.cookie);
  const { orderId } = await buyByCard(server, two.cookie);
  await setCards(server, change);
  expect(await sendHook(server, sandboxSays(paymentId))).toBe(200);
  expect(await sendHook(server, sandboxSays(orderId, { amount: '4000.00' }))).toBe(200);
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'received', ended: null });
  expect(await order(orderId)).toMatchObject({ pay_in: 'received', held: false });
  const other = await newCustomer(server, 'Ina Brown');
  await setCards(server, demoSettings.cards);
  const { paymentId: unpaid } = await planByCard(server, other.cookie);
  await setCards(server, change);
  expect(await starts('payment', unpaid, other.cookie)).toBe('cards.closed');
});

test('a price that changed since the page opened: the charge of then is the whole, and no more is due', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [
    { ...demoSettings.plan_prices, personal: 9_000 },
  ]);
  await sendHook(server, sandboxSays(paymentId));
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'received', ended: null });
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [demoSettings.plan_prices]);
});

test.each(['5999.99', '6000.01', '0.01', '60000.00'])(
  'a charge of J$ %s is not that of six thousand',
  async (amount) => {
    const who = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await planByCard(server, who.cookie);
    const said = sandboxSays(paymentId, { amount });
    expect(await sendHook(server, said)).toBe(200);
    await handleEvents(server);
    expect(await payment(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
    const { rows } = await owner.query(`select reason from movements where reference = $1 and user_id is null`, [
      `sandbox:${said.transaction}`,
    ]);
    expect(rows).toEqual([{ reason: 'card_differs' }]);
  },
);

test.each(['USD', 'EUR', 'jmd', ''])('a charge in %j is not one in Jamaican dollars', async (currency) => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  await sendHook(server, sandboxSays(paymentId, { currency }));
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
});

test('coins are kept for the hours that stood when they were paid, whatever is set since', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  await sendHook(server, sandboxSays(orderId, { amount: '4000.00' }));
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
