import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { cameIn, sell, wasSent } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const [finance, admin] = [await signIn('finance'), await signIn('admin')];
const amount = '0.0002';

/** A sell whose coins are here, of a customer whose name can still be changed. */
async function arrivedSell() {
  const customer = await newCustomer(server, 'Peter Tosh');
  const accountNumber = String(randomInt(100_000_000, 999_999_999));
  const { body } = await sell(server, customer.cookie, { amount, holder: 'Peter Tosh', accountNumber });
  const { orderId } = body;
  const reference = randomBytes(32).toString('hex');
  for (const [path, input] of [
    ['confirmReceived', cameIn(orderId, { amount, reference })],
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

test('a sale is paid into an account of the name its customer has now, not of one they had', async () => {
  const { orderId, rename, act } = await arrivedSell();
  await rename('Ina', 'Brown');
  expect(await act('preparePayout', finance)).toBe('desk.payee_renamed');
  // Another spelling of the same name is none.
  await rename('Tosh', 'PETER');
  expect(await act('preparePayout', finance)).toBe('done');
  await rename('Ina', 'Brown');
  expect(await act('approvePayout', admin)).toBe('desk.payee_renamed');
  const { rows } = await owner.query('select pay_out from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ pay_out: 'prepared' }]);
  // Its coins can go back.
  expect(await act('sendBackPayout', admin, { reasonCode: 'destination_wrong' })).toBe('done');
  expect(await act('fail', finance, { reasonCode: 'payout_refused_by_bank' })).toBe('done');
});

test('what two people approved is written down as it left, whatever its customer is called by then', async () => {
  const { orderId, rename, act } = await arrivedSell();
  expect(await act('preparePayout', finance)).toBe('done');
  expect(await act('approvePayout', admin)).toBe('done');
  await rename('Ina', 'Brown');
  const sent = await call('desk/recordSent', wasSent(orderId, `OUT ${orderId.slice(-10)}`), finance);
  expect(sent.status).toBe(200);
});
