import { expect, test } from 'vitest';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));

const callAs = (path: string, input: object, cookie = finance) =>
  call<{ code?: string }>(`desk/${path}`, input, cookie);
const buildSurplus = (orderId: string, reference: string) => buildPayIn(orderId, { reference });
const countWaiting = () => countLockWaits(server);

async function runInParallel(orderId: string, acts: readonly (() => ReturnType<typeof callAs>)[]) {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from transactions where id = $1 for update', [orderId]);
  const running = acts.map((one) => one());
  await expect.poll(countWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
  await new Promise((done) => setTimeout(done, 300));
  await holder.query('commit');
  holder.release();
  return (await Promise.all(running)).map(({ status }) => status);
}

async function placeReceived(amount: string): Promise<string> {
  const { orderId } = await placePaidBuy(server, customer, { amount });
  expect((await callAs('confirmReceived', buildPayIn(orderId, { amount }))).status).toBe(200);
  return orderId;
}

test('two surplus payments recorded in parallel both wait for refunds', async () => {
  const orderId = await placeReceived('20000');
  const both = [
    () => callAs('recordExtra', buildSurplus(orderId, 'PARALLEL 1')),
    () => callAs('recordExtra', buildSurplus(orderId, 'PARALLEL 2'), admin),
  ];
  expect(await runInParallel(orderId, both)).toEqual([200, 200]);
  const { rows } = await owner.query('select surplus_count extras from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ extras: 2 }]);
});

test('a sent payout is recorded once, and the second attempt is refused', async () => {
  const orderId = await placeReceived('20001');
  const step = { orderId, note: '' };
  for (const path of ['startProcessing', 'preparePayout']) expect((await callAs(path, step)).status).toBe(200);
  expect((await callAs('approvePayout', step, admin)).status).toBe(200);
  const both = ['a', 'b'].map((digit) => () => callAs('recordSent', buildSent(orderId, digit.repeat(64))));
  expect((await runInParallel(orderId, both)).toSorted()).toEqual([200, 409]);
});
