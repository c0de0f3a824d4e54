import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bitcoinAddress, placePaidBuy } from '../../../../test/orders.ts';
import { createPartner, createPartnerClient, everything } from '../../../../test/programs.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { Scope } from '../scopes.ts';

/** Partner requests must have the same orders, limits and messages as the screens. */
const server = await serverWithoutFaults();
const askAs = createPartnerClient(server);
const { owner, call } = server;

const createCustomer = (scopes: readonly Scope[] = everything) => createPartner(server, scopes);

const quoteInput = { symbol: 'BTC', currency: 'JMD', amount: '3000', network: 'bitcoin' };
type Quote = { quoteId: string; refusal: { code: string } | null };
const quoteFor = async (key: string, more: object = {}) =>
  (await askAs<Quote>(key, '/quotes/buy', { body: { ...quoteInput, ...more } })).body;
const bodyOf = (quoteId: string, more: object = {}) => ({
  quoteId,
  network: 'bitcoin',
  walletAddress: bitcoinAddress,
  custody: 'self',
  another: true,
  ...more,
});
type PlacedOrder = { orderId: string; reference: string; code?: string; text?: string; details?: object };
const place = (key: string, body: object, once: string = randomUUID()) =>
  askAs<PlacedOrder>(key, '/orders', { body, headers: { 'idempotency-key': once } });

/** Counts the emails to the owner of a key about orders placed with it. */
async function countOrderMails(userId: string): Promise<number> {
  const { rowCount } = await owner.query(
    `select from pgboss.job j join auth."user" u on u.email = j.data->>'email'
      where j.name = 'accounts.send_email' and j.data->>'about' = 'program_placed' and u.id = $1`,
    [userId],
  );
  return rowCount ?? 0;
}

test('a partner gets prices, a quote and an order, and reads status and receipt', async () => {
  const customer = await createCustomer();
  const prices = await askAs<{ prices: { symbol: string }[] }>(customer.key, '/prices');
  expect(prices.body.prices.map(({ symbol }) => symbol)).toContain('BTC');
  const quote = await quoteFor(customer.key);
  expect(quote).toMatchObject({
    side: 'buy',
    youGive: { currency: 'JMD', amount: '3000.00' },
    youGet: { symbol: 'BTC' },
    refusal: null,
  });
  const placed = await place(customer.key, bodyOf(quote.quoteId));
  expect([placed.status, placed.body.code]).toEqual([201, undefined]);
  const { orderId, reference } = placed.body;
  const shown = await askAs(customer.key, `/orders/${orderId}`);
  expect(shown.body).toMatchObject({
    orderId,
    reference,
    status: 'pending',
    payIn: 'awaiting',
    nextActor: 'customer',
    payInto: { amount: { currency: 'JMD', amount: '3000.00' } },
  });
  const listed = await askAs<{ orders: { orderId: string }[] }>(customer.key, '/orders?limit=1&status=pending');
  expect(listed.body.orders.map((each) => each.orderId)).toEqual([orderId]);
  const receipt = await askAs(customer.key, `/orders/${orderId}/receipt`);
  expect(receipt.body).toMatchObject({ orderId, reference, status: 'pending' });
  const own = await call<{ order: { id: string } }>('trading/show', { orderId }, customer.cookie);
  expect(own.body.order.id).toBe(orderId);
  const { rows } = await owner.query(
    `select actor_role, after ->> 'byKey' = (select id::text from auth.api_key where user_id = $1) "byKey"
       from audit_log where action = 'trading.order_placed' and subject_id = $2`,
    [customer.id, orderId],
  );
  expect(rows).toEqual([{ actor_role: 'customer', byKey: true }]);
  expect(await countOrderMails(customer.id)).toBe(1);
});

test('an order with the same idempotency key is placed once, and another order under it is refused', async () => {
  const customer = await createCustomer();
  const once = randomUUID();
  const body = bodyOf((await quoteFor(customer.key)).quoteId);
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => place(customer.key, body, once)));
  for (const answer of others) expect([answer.status, answer.body]).toEqual([201, first?.body]);
  const other = await place(customer.key, { ...body, destinationTag: '7' }, once);
  expect([other.status, other.body.code]).toEqual([409, 'general.key_reused']);
  expect((await owner.query('select from transactions where user_id = $1', [customer.id])).rowCount).toBe(1);
  expect((await askAs(customer.key, '/orders', { body })).body).toMatchObject({
    code: 'general.invalid_input',
    issues: [{ path: 'headers.idempotency-key' }],
  });
});

test('refusals have the same code and text as on the screens', async () => {
  const customer = await createCustomer();
  const large = await quoteFor(customer.key, { amount: '400000' });
  expect(large.refusal).toMatchObject({ code: 'trading.enhanced_kyc_required' });
  const over = await place(customer.key, bodyOf(large.quoteId));
  expect([over.status, over.body.code]).toEqual([422, 'trading.enhanced_kyc_required']);
  expect(over.body.text).toContain('Enhanced KYC');
  const { quoteId } = await quoteFor(customer.key);
  const wrong = await place(customer.key, bodyOf(quoteId, { walletAddress: `${bitcoinAddress.slice(0, -1)}x` }));
  expect(wrong.body.code).toBe('trading.address_checksum');
  server.setTime(new Date(Date.now() + 130_000));
  const late = await place(customer.key, bodyOf(quoteId));
  expect([late.status, late.body.code]).toEqual([409, 'trading.quote_lapsed']);
});

test('an order without agreement to new terms is refused', async () => {
  const customer = await createCustomer();
  await owner.query(`delete from agreements where user_id = $1`, [customer.id]);
  const refused = await place(customer.key, bodyOf((await quoteFor(customer.key)).quoteId));
  expect([refused.status, refused.body.code]).toEqual([409, 'partner.agreement_due']);
});

test('a retry after new terms returns the order and sends no email', async () => {
  const customer = await createCustomer();
  const body = bodyOf((await quoteFor(customer.key)).quoteId);
  const key = randomUUID();
  const placed = await place(customer.key, body, key);
  await owner.query(`delete from agreements where user_id = $1`, [customer.id]);
  expect(await place(customer.key, body, key)).toMatchObject({ status: 201, body: placed.body });
  expect(await countOrderMails(customer.id)).toBe(1);
});

test('a frozen customer cannot order and learns no more than on the screens', async () => {
  const customer = await createCustomer();
  const { quoteId } = await quoteFor(customer.key);
  await owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason)
     select $1, 'by_hand', id, 'test' from auth."user" where email = 'compliance@demo.test'`,
    [customer.id],
  );
  const refused = await place(customer.key, bodyOf(quoteId));
  expect([refused.status, refused.body.code]).toEqual([422, 'trading.not_possible']);
});

test('a key allows only its scopes', async () => {
  const needs: Record<string, Scope> = {
    'GET /prices': 'prices:read',
    'POST /quotes/buy': 'orders:place',
    'POST /quotes/sell': 'orders:sell',
    'POST /orders': 'orders:place',
    'POST /orders/sell/wallet': 'orders:sell',
    'POST /orders/sell': 'orders:sell',
    'GET /orders': 'orders:read',
    [`GET /orders/${randomUUID()}`]: 'orders:read',
    [`GET /orders/${randomUUID()}/receipt`]: 'receipts:read',
  };
  for (const scope of everything) {
    const { key } = await createCustomer([scope]);
    for (const [at, needed] of Object.entries(needs)) {
      const [method, path = ''] = at.split(' ') as ['GET' | 'POST', string];
      const { status, body } = await askAs(key, path, { method, ...(method === 'POST' && { body: {} }) });
      const isRefused = status === 403 && body['code'] === 'partner.scope_missing';
      expect([at, scope, isRefused]).toEqual([at, scope, needed !== scope]);
      if (isRefused) expect(body['details']).toEqual({ scope: needed });
    }
  }
});

test('a key reads only its owner’s data, and a staff key acts as a customer', async () => {
  const [customer, otherCustomer] = [await createCustomer(), await createCustomer()];
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'admin'), ($1, 'finance')`, [otherCustomer.id]);
  for (const path of [`/orders/${orderId}`, `/orders/${orderId}/receipt`]) {
    const { status, body } = await askAs(otherCustomer.key, path);
    expect([status, body['code']]).toEqual([404, 'trading.order_not_found']);
  }
  expect((await askAs(otherCustomer.key, '/orders')).body).toEqual({ orders: [], next: null });
});

test('requests without a valid key are refused, also with a session', async () => {
  const customer = await createCustomer();
  const strange: Record<string, string>[] = [
    {},
    { authorization: 'Bearer x' },
    { authorization: `Bearer ccm_${'a'.repeat(43)}` },
    { cookie: customer.cookie },
  ];
  for (const headers of strange) {
    const { status, body, headers: responseHeaders } = await askAs(null, '/orders', { headers });
    expect([status, body['code'], responseHeaders['www-authenticate']]).toEqual([401, 'partner.key_unknown', 'Bearer']);
  }
  const rpc = await server.app.inject({
    method: 'POST',
    url: '/api/rpc/trading/list',
    headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
    payload: '{"json":{}}',
  });
  expect(rpc.statusCode).toBe(401);
});

test('all errors have the same format', async () => {
  const customer = await createCustomer();
  const nowhere = await askAs(customer.key, '/nothing');
  expect([nowhere.status, nowhere.body['code']]).toEqual([404, 'partner.nothing_here']);
  const invalid = await askAs<{ code: string; issues: { path: string }[] }>(customer.key, '/quotes/buy', {
    body: { ...quoteInput, amount: '-1', more: 1 },
  });
  expect([invalid.status, invalid.body.code]).toEqual([400, 'general.invalid_input']);
  expect(invalid.body.issues.map(({ path }) => path)).toContain('amount');
  const broken = await server.app.inject({
    method: 'POST',
    url: '/api/partner/v1/quotes/buy',
    headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
    payload: '{"symbol":',
  });
  expect([broken.statusCode, broken.json().code]).toEqual([400, 'general.invalid_input']);
  const unsavable = await askAs(customer.key, '/quotes/buy', { body: { ...quoteInput, amount: 'a\0b' } });
  expect(unsavable.status).toBe(400);
});

test('a rate-limited client gets a retry time', async () => {
  const customer = await createCustomer(['prices:read']);
  const answers = [];
  for (let n = 0; n < 125; n++) answers.push(await askAs(customer.key, '/prices'));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.headers['retry-after']).toBe('60');
  expect(refused[0]?.body['code']).toBe('general.busy');
});
