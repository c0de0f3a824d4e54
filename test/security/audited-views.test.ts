import { expect, test } from 'vitest';
import { sell } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';

const server = await serverUnderTest();
const { app, call, owner } = server;
const { another } = setUpSuspicions(server);

const findViews = async (id: string) =>
  (
    await owner.query<{ action: string; about_id: string | null; after: object | null }>(
      `select action, about_id, after from audit_log where actor_id = $1 and action !~ '^accounts' order by id`,
      [id],
    )
  ).rows;

test('staff who view an order with its bank account write one entry while their page is open', async () => {
  const support = await another('support');
  const customer = await newCustomer(server);
  const { body } = await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' });
  for (let n = 0; n < 3; n++)
    expect((await call('desk/order', { orderId: body.orderId }, support.cookie)).status).toBe(200);
  const entry = { action: 'trading.order_viewed', about_id: customer.id, after: null };
  expect(await findViews(support.id)).toEqual([entry]);
  server.setTime(new Date(Date.now() + 16 * 60_000));
  expect((await call('desk/order', { orderId: body.orderId }, support.cookie)).status).toBe(200);
  expect(await findViews(support.id)).toEqual([entry, entry]);
  server.setTime(null);
});

test('staff who view a receipt, on screen or as a file, write an entry; its customer writes none', async () => {
  const support = await another('support');
  const customer = await newCustomer(server);
  const { body } = await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' });
  const fetchReceipt = async (cookie: string) =>
    (await app.inject({ url: `/api/receipts/${body.orderId}.pdf`, headers: { cookie } })).statusCode;
  const entry = { action: 'trading.receipt_viewed', about_id: customer.id, after: null };
  expect(await fetchReceipt(support.cookie)).toBe(200);
  expect(await findViews(support.id)).toEqual([entry]);
  expect((await call('trading/receipt', { orderId: body.orderId }, support.cookie)).status).toBe(200);
  expect(await findViews(support.id)).toEqual([entry]);
  const other = await another('finance');
  expect((await call('trading/receipt', { orderId: body.orderId }, other.cookie)).status).toBe(200);
  expect(await findViews(other.id)).toEqual([entry]);
  const before = await findViews(customer.id);
  expect([await fetchReceipt(customer.cookie), await fetchReceipt(customer.cookie)]).toEqual([200, 200]);
  expect((await call('trading/receipt', { orderId: body.orderId }, customer.cookie)).status).toBe(200);
  expect(await findViews(customer.id)).toEqual(before);
});

test('staff who page through customers write an entry per page, without their search terms', async () => {
  const support = await another('support');
  const { email, id } = await newCustomer(server);
  expect((await call('identity/customers', {}, support.cookie)).status).toBe(200);
  expect((await call('identity/customers', { after: id }, support.cookie)).status).toBe(200);
  expect((await call('identity/customers', { search: email }, support.cookie)).status).toBe(200);
  const entries = await findViews(support.id);
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['customer.listed', { customers: expect.any(Number), searched: false, behind: null }],
    ['customer.listed', { customers: expect.any(Number), searched: false, behind: id }],
    ['customer.listed', { customers: 1, searched: true, behind: null }],
  ]);
  expect(JSON.stringify(entries)).not.toContain(email);
});
