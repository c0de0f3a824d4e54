import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PastStatus, pastOrders } from '../../../../test/past-orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { Counts } from './history-store.ts';

const server = await serverWithoutFaults();
const { call } = server;

const status = fc.constantFrom<PastStatus>('pending', 'processing', 'completed', 'failed', 'cancelled');
const counts = async (cookie?: string) => call<Counts>('trading/counts', {}, cookie);

test('whatever became of their orders, each customer is told the three counts of their own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(status, { maxLength: 30 }), { minLength: 2, maxLength: 3 }), async (all) => {
      const people = await Promise.all(all.map(async (theirs) => ({ theirs, ...(await newCustomer(server)) })));
      for (const { id, theirs } of people) await pastOrders(server, id, theirs);
      for (const { cookie, theirs } of people) {
        const many = (...which: PastStatus[]) => theirs.filter((one) => which.includes(one)).length;
        const told = { total: theirs.length, completed: many('completed'), pending: many('pending', 'processing') };
        expect((await counts(cookie)).body).toEqual(told);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test('a visitor is told nothing of anybody', async () => expect((await counts()).status).toBe(401));
