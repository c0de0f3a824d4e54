import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, buildSent, sell } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const [finance, admin] = [await signIn('finance'), await signIn('admin')];
const amount = '0.0002';

async function placeArrivedSell() {
  const customer = await newCustomer(server, 'Peter Tosh');
  const accountNumber = String(randomInt(100_000_000, 999_999_999));
  const { body } = await sell(server, customer.cookie, { amount, holder: 'Peter Tosh', accountNumber });
  const { orderId } = body;
  const reference = randomBytes(32).toString('hex');
  for (const [path, input] of [
    ['confirmReceived', buildPayIn(orderId, { amount, reference })],
    ['startProcessing', { orderId, note: '' }],
  ] as const)
    expect((await call(`desk/${path}`, input, finance)).status).toBe(200);
  const rename = async (firstName: string, lastName: string) =>
    expect((await call('accountPages/updateProfile', { firstName, lastName }, customer.cookie)).status).toBe(200);
  const act = async (path: string, cookie: string, more: object = {}) => {
    const { status, body } = await call<{ code?: string }>(`desk/${path}`, { orderId, note: '', ...more }, cookie);
    return status === 200 ? 'done' : body.code;
  };
  return { orderId, rename, act };
}

test("a sell is paid to an account in the customer's current name only", async () => {
  const { orderId, rename, act } = await placeArrivedSell();
  await rename('Ina', 'Brown');
  expect(await act('preparePayout', finance)).toBe('desk.payee_renamed');
  await rename('Tosh', 'PETER');
  expect(await act('preparePayout', finance)).toBe('done');
  await rename('Ina', 'Brown');
  expect(await act('approvePayout', admin)).toBe('desk.payee_renamed');
  const { rows } = await owner.query('select pay_out from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ pay_out: 'prepared' }]);
  expect(await act('sendBackPayout', admin, { reasonCode: 'destination_wrong' })).toBe('done');
  expect(await act('fail', finance, { reasonCode: 'payout_refused_by_bank' })).toBe('done');
});

test("an approved payout is recorded even after the customer's name changed", async () => {
  const { orderId, rename, act } = await placeArrivedSell();
  expect(await act('preparePayout', finance)).toBe('done');
  expect(await act('approvePayout', admin)).toBe('done');
  await rename('Ina', 'Brown');
  const sent = await call('desk/recordSent', buildSent(orderId, `OUT ${orderId.slice(-10)}`), finance);
  expect(sent.status).toBe(200);
});
