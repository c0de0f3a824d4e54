import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertPastOrders, type PastStatus } from '../../../../test/past-orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { OrderCounts } from './history-store.ts';

const server = await serverWithoutFaults();
const { call } = server;

const status = fc.constantFrom<PastStatus>('pending', 'processing', 'completed', 'failed', 'cancelled');
const loadCounts = async (cookie?: string) => call<OrderCounts>('trading/counts', {}, cookie);

test('for any statuses each customer gets their own three counts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(status, { maxLength: 30 }), { minLength: 2, maxLength: 3 }),
      async (allStatuses) => {
        const people = await Promise.all(
          allStatuses.map(async (theirs) => ({ theirs, ...(await newCustomer(server)) })),
        );
        for (const { id, theirs } of people) await insertPastOrders(server, id, theirs);
        for (const { cookie, theirs } of people) {
          const countOf = (...which: PastStatus[]) => theirs.filter((one) => which.includes(one)).length;
          const expected = {
            total: theirs.length,
            completed: countOf('completed'),
            pending: countOf('pending', 'processing'),
          };
          expect((await loadCounts(cookie)).body).toEqual(expected);
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
});

test('a visitor gets no counts', async () => expect((await loadCounts()).status).toBe(401));
