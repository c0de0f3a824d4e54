import { expect, test } from 'vitest';
import { cameIn, paidBuy, wasSent } from '../../../../test/orders.ts';
import { waitingHere } from '../../../../test/waiting.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

/** Two people at one order in the same moment: the second reads what the first wrote, lines included. */
const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));

const act = (path: string, input: object, cookie = finance) => call<{ code?: string }>(`desk/${path}`, input, cookie);
const extra = (orderId: string, reference: string) => cameIn(orderId, { reference });
const waiting = () => waitingHere(server);

/** Starts both while the order is locked, and lets them go once both wait for it. */
async function atOnce(orderId: string, acts: readonly (() => ReturnType<typeof act>)[]) {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from transactions where id = $1 for update', [orderId]);
  const running = acts.map((one) => one());
  // The second of them waits behind the first for the row itself.
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0);
  await new Promise((done) => setTimeout(done, 300));
  await holder.query('commit');
  holder.release();
  return (await Promise.all(running)).map(({ status }) => status);
}

async function received(amount: string): Promise<string> {
  const { orderId } = await paidBuy(server, customer, { amount });
  expect((await act('confirmReceived', cameIn(orderId, { amount }))).status).toBe(200);
  return orderId;
}

test('two further payments recorded at once are two that wait to go back', async () => {
  const orderId = await received('20000');
  const both = [
    () => act('recordExtra', extra(orderId, 'AT ONCE 1')),
    () => act('recordExtra', extra(orderId, 'AT ONCE 2'), admin),
  ];
  expect(await atOnce(orderId, both)).toEqual([200, 200]);
  const { rows } = await owner.query('select extras from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ extras: 2 }]);
});

test('what was sent is recorded once, and the second hears so', async () => {
  const orderId = await received('20001');
  const step = { orderId, note: '' };
  for (const path of ['startProcessing', 'preparePayout']) expect((await act(path, step)).status).toBe(200);
  expect((await act('approvePayout', step, admin)).status).toBe(200);
  const both = ['a', 'b'].map((digit) => () => act('recordSent', wasSent(orderId, digit.repeat(64))));
  expect((await atOnce(orderId, both)).toSorted()).toEqual([200, 409]);
});
