import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertPastOrders } from '../../../test/past-orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { CustomerOrders, CustomerPage } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const support = await createSession(server, 'support');

test('the customer page shows the newest orders and pages through the rest without repeats', async () => {
  const { id: userId } = await newCustomer(server);
  const theirs = await insertPastOrders(
    server,
    userId,
    Array.from({ length: 45 }, () => 'completed'),
  );
  await insertPastOrders(server, (await newCustomer(server)).id, ['completed']);
  const { body } = await call<CustomerPage>('identity/customer', { userId }, support);
  expect(body.orders).toHaveLength(20);
  const seen = [...body.orders];
  for (let before = body.moreOrders; before !== null; ) {
    const more = await call<CustomerOrders>('identity/customerOrders', { userId, before }, support);
    expect(more.status).toBe(200);
    seen.push(...more.body.orders);
    before = more.body.next;
  }
  expect(seen.map(({ id }) => id)).toEqual(theirs.toReversed());
  const { rows } = await owner.query<{ after: unknown }>(
    `select after from audit_log where action = 'customer.read' and subject_id = $1 order by id`,
    [userId],
  );
  expect(rows.map(({ after }) => after)).toEqual([
    null,
    { orders: 20, behind: seen[19]?.id },
    { orders: 5, behind: seen[39]?.id },
  ]);
});

test('a customer without more orders gets no next page', async () => {
  const { id: userId } = await newCustomer(server);
  await insertPastOrders(
    server,
    userId,
    Array.from({ length: 20 }, () => 'completed'),
  );
  const { body } = await call<CustomerPage>('identity/customer', { userId }, support);
  expect([body.orders.length, body.moreOrders]).toEqual([20, null]);
});

test('paging through one’s own orders or those of an unknown customer is refused', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from auth."user" where email = 'support@demo.test'`);
  const leaf = (userId?: string) => call('identity/customerOrders', { userId, before: randomUUID() }, support);
  expect(await leaf(rows[0]?.id)).toMatchObject({ status: 403, body: { code: 'approvals.own_matter' } });
  expect(await leaf(randomUUID())).toMatchObject({ status: 404, body: { code: 'identity.customer_not_found' } });
});
