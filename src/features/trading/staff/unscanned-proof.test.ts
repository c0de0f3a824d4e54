import { afterAll, expect, test } from 'vitest';
import { startFakeClamd, testVirus } from '../../../../fakes/files/clamd.ts';
import { pdfWithRemark } from '../../../../test/files/good-files.ts';
import { sendFile } from '../../../../test/files/uploads.ts';
import { buildPayIn, buy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { scanAllWaiting } from '../../documents/jobs.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const server = await serverUnderTest({ CLAMD_ADDRESS: clamd.address });
const { services, call, signIn } = server;
const customer = await signIn('enhanced');
const [finance = '', admin] = await Promise.all(['finance', 'admin'].map(signIn));

/** Places an order of over US$1,000 and uploads its proof while the scanner fails. Returns the order's id. */
async function placeLargeBuy(amount: string, remark: string): Promise<string> {
  clamd.setMood('error');
  const proof = { purpose: 'source-of-funds', bytes: await pdfWithRemark(remark) } as const;
  const { body } = await sendFile(server, customer, proof);
  expect(body).toMatchObject({ state: 'being_checked' });
  const sourceOfFunds = { sourceOfFunds: 'savings', sourceOfFundsFile: body.id, custody: 'self' } as const;
  const placed = await buy(server, customer, { amount, ...sourceOfFunds });
  expect(placed.status).toBe(200);
  clamd.setMood('ok');
  return placed.body.orderId;
}

async function payOut(orderId: string, amount: string) {
  const steps = [
    ['confirmReceived', buildPayIn(orderId, { amount })],
    ['startProcessing', { orderId, note: '' }],
    ['preparePayout', { orderId, note: '' }],
  ] as const;
  for (const [path, input] of steps) {
    const { status, body } = await call<{ code?: string }>(`desk/${path}`, input, finance);
    if (status !== 200) return body.code;
  }
  return (await call<{ code?: string }>('desk/approvePayout', { orderId, note: '' }, admin)).body.code ?? 'approved';
}

test('a proof of funds that the virus scan deleted stops the payout', async () => {
  const orderId = await placeLargeBuy('180000', testVirus);
  await scanAllWaiting(services);
  expect(await payOut(orderId, '180000')).toBe('desk.proof_not_scanned');
  const shown = await call<{ files: { state: string }[] }>('desk/order', { orderId }, finance);
  expect(shown.body.files.map(({ state }) => state)).toEqual(['refused']);
});

test('a proof of funds that was never scanned stops the payout until the scan clears it', async () => {
  const orderId = await placeLargeBuy('190000', 'slow to scan');
  expect(await payOut(orderId, '190000')).toBe('desk.proof_not_scanned');
  await scanAllWaiting(services);
  const prepared = await call('desk/preparePayout', { orderId, note: '' }, finance);
  expect([prepared.status, await call('desk/approvePayout', { orderId, note: '' }, admin)]).toMatchObject([
    200,
    { status: 200 },
  ]);
});
