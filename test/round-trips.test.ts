import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, buy, placePaidBuy, sell } from './orders.ts';
import { countRoundTrips } from './round-trips.ts';
import { setUpUnallocated } from './unallocated.ts';
import type { TestServer } from './worker.ts';
import { serverWithoutFaults } from './worker.ts';

/** Limits of ADR 03. The first run loads statements and sanctions lists. */
const server = await serverWithoutFaults();
const { done, admin, recordFunds, customer = '' } = await setUpUnallocated(server);

/** Runs the act three times and returns the fewest round trips, because background jobs are counted too. */
async function measureFewest(run: (count: (act: () => Promise<unknown>) => Promise<void>) => Promise<void>) {
  const trips: number[] = [];
  const count = async (act: () => Promise<unknown>) => {
    trips.push(await countRoundTrips(act));
  };
  for (let n = 0; n < 3; n += 1) await run(count);
  return Math.min(...trips);
}

test('approving a payout takes at most four round trips', async () => {
  const trips = await measureFewest(async (count) => {
    const { orderId } = await placePaidBuy(server, customer, { amount: '20100' });
    const step = { orderId, note: 'Looked at' };
    await done('desk/confirmReceived', buildPayIn(orderId, { amount: '20100' }));
    for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, step);
    const proposalId = await server.openProposal(orderId);
    await count(() => done('desk/approvePayout', { ...step, proposalId }, admin));
  });
  expect(trips).toBeLessThanOrEqual(4);
});

test('approving a refund of unallocated money takes at most four round trips', async () => {
  const trips = await measureFewest(async (count) => {
    const movementId = await recordFunds(`FT ${randomUUID()}`);
    await done('unallocated/prepareReturn', { movementId, reasonCode: 'third_party_payer', note: '' });
    const proposalId = await server.openProposal(movementId);
    const answer = { movementId, decision: 'approve', proposalId, note: '' };
    await count(() => done('unallocated/decide', answer, admin));
  });
  expect(trips).toBeLessThanOrEqual(4);
});

test.each([
  ['a buy', 'trading/placeBuyOrder', (on: TestServer) => buy(on, customer, { amount: '20200' })],
  ['a sell', 'trading/placeSellOrder', (on: TestServer) => sell(on, customer)],
] as const)('placing %s takes at most two round trips', async (_, path, place) => {
  const trips = await measureFewest(async (count) => {
    const call: TestServer['call'] = async (...request) => {
      if (request[0] !== path) return server.call(...request);
      let answer: unknown;
      await count(async () => {
        answer = await server.call(...request);
      });
      return answer as never;
    };
    expect((await place({ ...server, call })).status).toBe(200);
  });
  expect(trips).toBeLessThanOrEqual(2);
});
