import { expect, test } from 'vitest';
import { sell } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';

const server = await serverUnderTest();
const { app, call, owner } = server;
const { another } = suspicionsOn(server);

const looksOf = async (id: string) =>
  (
    await owner.query<{ action: string; about_id: string | null; after: object | null }>(
      `select action, about_id, after from audit_log where actor_id = $1 and action !~ '^accounts' order by id`,
      [id],
    )
  ).rows;

test('staff who look at an order with its bank account leave a line, one while their page is open', async () => {
  const support = await another('support');
  const customer = await newCustomer(server);
  const { body } = await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' });
  for (let n = 0; n < 3; n++)
    expect((await call('desk/order', { orderId: body.orderId }, support.cookie)).status).toBe(200);
  const line = { action: 'trading.order_viewed', about_id: customer.id, after: null };
  expect(await looksOf(support.id)).toEqual([line]);
  server.setTime(new Date(Date.now() + 16 * 60_000));
  expect((await call('desk/order', { orderId: body.orderId }, support.cookie)).status).toBe(200);
  expect(await looksOf(support.id)).toEqual([line, line]);
  server.setTime(null);
});

test('staff who read a receipt, on the screen or as a file, leave a line; its customer leaves none', async () => {
  const support = await another('support');
  const customer = await newCustomer(server);
  const { body } = await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' });
  const pdf = async (cookie: string) =>
    (await app.inject({ url: `/api/receipts/${body.orderId}.pdf`, headers: { cookie } })).statusCode;
  const line = { action: 'trading.receipt_viewed', about_id: customer.id, after: null };
  expect(await pdf(support.cookie)).toBe(200);
  expect(await looksOf(support.id)).toEqual([line]);
  expect((await call('trading/receipt', { orderId: body.orderId }, support.cookie)).status).toBe(200);
  expect(await looksOf(support.id)).toEqual([line]);
  const other = await another('finance');
  expect((await call('trading/receipt', { orderId: body.orderId }, other.cookie)).status).toBe(200);
  expect(await looksOf(other.id)).toEqual([line]);
  const before = await looksOf(customer.id);
  expect([await pdf(customer.cookie), await pdf(customer.cookie)]).toEqual([200, 200]);
  expect((await call('trading/receipt', { orderId: body.orderId }, customer.cookie)).status).toBe(200);
  expect(await looksOf(customer.id)).toEqual(before);
});

test('staff who leaf through the customers leave a line for each page, without what they typed', async () => {
  const support = await another('support');
  const { email, id } = await newCustomer(server);
  expect((await call('identity/customers', {}, support.cookie)).status).toBe(200);
  expect((await call('identity/customers', { after: id }, support.cookie)).status).toBe(200);
  expect((await call('identity/customers', { search: email }, support.cookie)).status).toBe(200);
  const lines = await looksOf(support.id);
  expect(lines.map(({ action, after }) => [action, after])).toEqual([
    ['customer.listed', { customers: expect.any(Number), searched: false, behind: null }],
    ['customer.listed', { customers: expect.any(Number), searched: false, behind: id }],
    ['customer.listed', { customers: 1, searched: true, behind: null }],
  ]);
  expect(JSON.stringify(lines)).not.toContain(email);
});
