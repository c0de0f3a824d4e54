import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { verifyWebhook } from '../../../../clients/typescript/src/webhooks.ts';
import { buildPayIn, placePaidBuy, sell } from '../../../../test/orders.ts';
import { createUserWithFactor } from '../../../../test/programs.ts';
import type { Customer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { deriveEncryptionKey, getEncryptionKeys } from '../../../platform/database/column-encryption.ts';
import { setPassword } from '../../accounts/session-store.ts';
import type { OrderStatus, PayIn } from '../../trading/order/order.ts';
import {
  deleteOldDeliveries,
  deliver,
  deliverJob,
  enqueueWebhooks,
  maxTries,
  reencryptWebhooks,
  webhookGateway,
} from './deliver.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const finance = await server.signIn('finance');

type ReceivedRequest = { url: string; heads: IncomingHttpHeaders; body: string };
const received: ReceivedRequest[] = [];
let answers: number = 204;
const place = createServer((incoming, response) => {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    received.push({ url: incoming.url ?? '', heads: incoming.headers, body: Buffer.concat(pieces).toString('utf8') });
    response.writeHead(answers, { location: 'http://localhost/elsewhere' }).end();
  });
});
await new Promise<void>((listening) => place.listen(0, '127.0.0.1', listening));
const { port } = place.address() as AddressInfo;
afterAll(() => place.close());
afterEach(() => {
  answers = 204;
});

const plain = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) =>
  request(new URL(url.pathname, `http://stand-in.example:${port}`), options, done);
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
const send = webhookGateway({ request: plain, isAllowed: () => true, resolver: names });

type Endpoint = { id: string; secret: string; code?: string };
const add = (cookie: string, url = `https://hooks.example/${randomUUID()}`) =>
  call<Endpoint>('programs/addWebhook', { url }, cookie);

async function addEndpointFor(): Promise<Customer & Endpoint> {
  const customer = await createUserWithFactor(server);
  const { body } = await add(customer.cookie);
  return { ...customer, secret: body.secret, id: customer.id, ...{ endpointId: body.id } } as never;
}
const endpointOf = (one: object) => (one as { endpointId: string }).endpointId;

/** Runs all pending deliveries once. Returns the number of deliveries to retry. */
async function delivered(): Promise<number> {
  await enqueueWebhooks(services);
  const { rows } = await owner.query<{ data: { id: string } }>(
    `delete from pgboss.job where name = $1 and state = 'created' returning data`,
    [deliverJob],
  );
  let later = 0;
  const inOrder = rows.toSorted((a, b) => (a.data.id < b.data.id ? -1 : 1));
  for (const { data } of inOrder) await deliver(services, send, data).catch(() => later++);
  return later;
}
const confirm = (orderId: string) => call('desk/confirmReceived', buildPayIn(orderId, { amount: '3000' }), finance);
const headsOf = ({ heads }: ReceivedRequest) => heads as Record<string, string>;
const linesOf = async (cookie: string, endpointId: string) =>
  (await call<{ deliveries: Record<string, unknown>[] }>('programs/deliveries', { endpointId }, cookie)).body
    .deliveries;

test('an order sends a signed webhook when placed and changed, with id, side and status only', async () => {
  const customer = await addEndpointFor();
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  await confirm(orderId);
  const before = received.length;
  expect(await delivered()).toBe(0);
  const got = received.slice(before);
  expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'order.placed', data: { orderId, side: 'buy', status: 'pending', payIn: 'awaiting' } },
    { type: 'order.status_changed', data: { orderId, status: 'pending', payIn: 'claimed' } },
    { type: 'order.status_changed', data: { orderId, status: 'pending', payIn: 'received' } },
  ]);
  for (const one of got) {
    expect(Object.keys(JSON.parse(one.body).data).sort()).toEqual(['orderId', 'payIn', 'side', 'status']);
    expect(await verifyWebhook({ secret: customer.secret, headers: headsOf(one), body: one.body })).toMatchObject({
      data: { orderId },
    });
  }
  expect(await linesOf(customer.cookie, endpointOf(customer))).toMatchObject(
    got.map(() => ({ orderId, answered: 204, tries: 1 })),
  );
});

/** Updates an order past its rules. Only the trigger that queues webhooks runs. */
async function updateOrder(orderId: string, changes: string): Promise<void> {
  await owner.query(`alter table transactions disable trigger all`);
  await owner.query(`alter table transactions enable trigger after_3_queue_webhooks`);
  await owner.query(`update transactions set ${changes} where id = $1`, [orderId]);
  await owner.query(`alter table transactions enable trigger all`);
}

test.each(['buy', 'sell'] as const)('each status and payment state of a %s is sent', async (side) => {
  const customer = await addEndpointFor();
  const placed = received.length;
  const { orderId } =
    side === 'buy'
      ? await placePaidBuy(server, customer.cookie, { amount: '3000' })
      : (await sell(server, customer.cookie, { holder: 'Ina Brown' })).body;
  await delivered();
  expect(JSON.parse(received[placed]?.body ?? '{}')).toMatchObject({ type: 'order.placed', data: { orderId, side } });
  const before = received.length;
  await updateOrder(orderId, 'held = false, hold_reason = null');
  const steps: (readonly [OrderStatus, PayIn, more?: string])[] = [
    ['pending', 'awaiting'],
    ['pending', 'claimed'],
    ['pending', 'received'],
    ['processing', 'received'],
    ['completed', 'received', `, pay_out = 'sent', closed_at = now()`],
    ['failed', 'received', `, pay_out = 'none'`],
    ['cancelled', 'received'],
    ['cancelled', 'returned'],
  ];
  for (const [status, payIn, more = ''] of steps)
    await updateOrder(orderId, `status = '${status}', pay_in = '${payIn}'${more}`);
  await delivered();
  const sent = received.slice(before).map(({ body }) => JSON.parse(body));
  const changed = sent.filter(({ type }) => type === 'order.status_changed');
  expect(changed.map(({ data }) => [data.side, data.status, data.payIn])).toEqual(
    steps.map(([status, payIn]) => [side, status, payIn]),
  );
});

test('a hold sends no webhook, and a ready receipt does', async () => {
  const customer = await addEndpointFor();
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  await delivered();
  const before = received.length;
  await owner.query(`update transactions set held = true, hold_reason = 'unusual_pattern' where id = $1`, [orderId]);
  await delivered();
  expect(received).toHaveLength(before);
  await owner.query(
    `update transactions set held = false, hold_reason = null, status = 'processing', pay_in = 'received'
      where id = $1`,
    [orderId],
  );
  await updateOrder(orderId, `status = 'completed', pay_out = 'sent', closed_at = now()`);
  await delivered();
  const types = received.slice(before).map(({ body }) => JSON.parse(body).type);
  expect(types.sort()).toEqual(['order.status_changed', 'order.status_changed', 'receipt.ready']);
});

test('failed deliveries are retried until the endpoint is paused and its owner notified', async () => {
  const customer = await addEndpointFor();
  answers = 302;
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  expect(await delivered()).toBe(2);
  const [line] = await linesOf(customer.cookie, endpointOf(customer));
  expect(line).toMatchObject({ orderId, tries: 1, answered: 302, givenUpAt: null });
  await owner.query('update webhook_deliveries set tries = $2 where id = $1', [line?.['id'], maxTries - 1]);
  await deliver(services, send, { id: String(line?.['id']) });
  const listed = await call<{ endpoints: object[] }>('programs/webhooks', undefined, customer.cookie);
  expect(listed.body.endpoints).toMatchObject([{ pausedWhy: 'failing' }]);
  const { rows } = await owner.query(
    `select data ->> 'about' about from pgboss.job where name = 'accounts.send_email' and data ->> 'email' = $1
      order by created_on desc limit 1`,
    [customer.email],
  );
  expect(rows).toEqual([{ about: 'program_address_failing' }]);
  // After the pause, the user can repeat missed deliveries with the same id.
  await confirm(orderId);
  expect(await linesOf(customer.cookie, endpointOf(customer))).toHaveLength(2);
  const replay = () => call('programs/replayDelivery', { id: line?.['id'] }, customer.cookie);
  expect((await replay()).body).toMatchObject({ code: 'programs.webhook_paused' });
  await call('programs/resumeWebhook', { id: endpointOf(customer) }, customer.cookie);
  answers = 200;
  const before = received.length;
  expect((await replay()).status).toBe(200);
  expect((await replay()).body).toMatchObject({ code: 'programs.not_there' });
  await delivered();
  expect(received.slice(before).map(({ heads }) => heads['webhook-id'])).toEqual([`msg_${line?.['id']}`]);
});

test('an endpoint that answers 410 is paused immediately', async () => {
  const customer = await addEndpointFor();
  answers = 410;
  await placePaidBuy(server, customer.cookie, { amount: '3000' });
  expect(await delivered()).toBe(0);
  const listed = await call<{ endpoints: object[] }>('programs/webhooks', undefined, customer.cookie);
  expect(listed.body.endpoints).toMatchObject([{ pausedWhy: 'failing' }]);
});

test('both secrets sign during the overlap, then only the new one', async () => {
  const customer = await addEndpointFor();
  const rotated = await call<Endpoint>(
    'programs/rotateWebhook',
    { id: endpointOf(customer), overlapHours: 2 },
    customer.cookie,
  );
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  await delivered();
  const both = received.at(-1) as ReceivedRequest;
  expect(String(both.heads['webhook-signature']).split(' ')).toHaveLength(2);
  for (const secret of [customer.secret, rotated.body.secret])
    expect(await verifyWebhook({ secret, headers: headsOf(both), body: both.body })).toBeTruthy();
  await owner.query(`update webhook_endpoints set previous_valid_until = now() where id = $1`, [endpointOf(customer)]);
  await confirm(orderId);
  await delivered();
  const one = received.at(-1) as ReceivedRequest;
  await expect(verifyWebhook({ secret: customer.secret, headers: headsOf(one), body: one.body })).rejects.toThrow();
  expect(await verifyWebhook({ secret: rotated.body.secret, headers: headsOf(one), body: one.body })).toBeTruthy();
});

test.each([
  ...[
    'http://hooks.example/x',
    'https://hooks.example:8443/x',
    'https://user:x@hooks.example/x',
    'https://127.0.0.1/x',
  ],
  ...[
    'https://[::1]/x',
    'https://localhost/x',
    'https://169.254.169.254/latest',
    'https://hooks/x',
    'ftp://a.example/',
  ],
])('%s is refused as an endpoint', async (url) => {
  const customer = await createUserWithFactor(server);
  expect((await add(customer.cookie, url)).body.code).toBe('programs.webhook_unfit');
});

test('a host name that resolves to an internal address is not contacted', async () => {
  const before = received.length;
  const guarded = webhookGateway({ request: plain, resolver: names });
  const outgoing = { url: 'https://hooks.example/x', body: '{}', heads: {} };
  await expect(guarded(outgoing)).rejects.toThrow('not a public internet address');
  expect(received).toHaveLength(before);
});

test('a customer can have three distinct endpoints and cannot change those of others', async () => {
  const [customer, otherCustomer] = [await createUserWithFactor(server), await createUserWithFactor(server)];
  const url = 'https://hooks.example/mine';
  const first = await add(customer.cookie, url);
  expect((await add(customer.cookie, url)).body.code).toBe('programs.webhook_known');
  const rest = await Promise.all([1, 2, 3, 4].map(() => add(customer.cookie)));
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(rest.find(({ status }) => status !== 200)?.body.code).toBe('programs.too_many_webhooks');
  for (const path of ['removeWebhook', 'resumeWebhook', 'rotateWebhook'] as const) {
    const input = { id: first.body.id, ...(path === 'rotateWebhook' && { overlapHours: 0 }) };
    expect((await call(`programs/${path}`, input, otherCustomer.cookie)).body).toMatchObject({
      code: 'programs.not_there',
    });
  }
  expect(await linesOf(otherCustomer.cookie, first.body.id)).toEqual([]);
});

test('a password change pauses endpoints, and deliveries are deleted after thirty days', async () => {
  const customer = await addEndpointFor();
  await placePaidBuy(server, customer.cookie, { amount: '3000' });
  await delivered();
  await services.authDb.transaction().execute((tx) => setPassword(tx, customer.id, null));
  const { rows } = await owner.query('select paused_reason why from webhook_endpoints where user_id = $1', [
    customer.id,
  ]);
  expect(rows).toEqual([{ why: 'password' }]);
  await owner.query(`update webhook_deliveries set at = now() - interval '31 days' where user_id = $1`, [customer.id]);
  await deleteOldDeliveries(services);
  expect((await owner.query('select from webhook_deliveries where user_id = $1', [customer.id])).rowCount).toBe(0);
});

test('secrets are encrypted and re-encrypted after a key change', async () => {
  const customer = await addEndpointFor();
  const selectSecret = `select secret_encrypted sealed from webhook_endpoints where user_id = $1`;
  const [before] = (await owner.query<{ sealed: string }>(selectSecret, [customer.id])).rows;
  expect(before?.sealed).not.toContain(customer.secret.slice(6, 20));
  const newer = deriveEncryptionKey('another company secret, long enough');
  const { reencrypted: renewed, failed } = await reencryptWebhooks(services.pool, [
    newer,
    ...getEncryptionKeys(services.config),
  ]);
  expect([renewed > 0, failed]).toEqual([true, []]);
  const [after] = (await owner.query<{ sealed: string }>(selectSecret, [customer.id])).rows;
  expect(after?.sealed.split('.')[1]).toBe(newer.id);
});
