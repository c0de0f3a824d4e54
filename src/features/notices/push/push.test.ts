import { randomBytes, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup, Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startPushServer } from '../../../../fakes/push/push-server.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { asJob } from '../../../platform/jobs.ts';
import { isOutsideLink, isPublicAddress } from '../../../platform/outside.ts';
import { letterAbout } from '../letter.ts';
import { openPost } from '../post.ts';
import { pushGateway } from './push-gateway.ts';
import { pushKeyOf, vapid } from './push-key.ts';
import { sendPush } from './send-push.ts';

/** Browsers are told that there is something new: of whoever asked for it, signed by us, and never a word of what. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const noon = new Date('2026-11-25T17:00:00Z');
const maker = await startPushServer(() => services.clock());
afterAll(() => maker.stop());
afterEach(() => {
  maker.setAnswer(201);
});
const key = pushKeyOf(services.config.pushKey ?? '');
if (!key) throw new Error('the demo has no key');
/** To the stand-in on this machine, which no endpoint may be. */
const plain = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) => request(url, options, done);
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
const parts = { key, contact: 'mailto:us@example.com', clock: services.clock, names };
const gateway = pushGateway({ ...parts, request: plain, isAllowed: () => true });
/** What the database has as https stands for the stand-in. */
const send = (endpoint: string) => gateway(`${maker.origin}${new URL(endpoint).pathname}`);

const browser = () => `https://push.example/${randomUUID()}`;
const pathsOf = (endpoints: readonly string[]) => endpoints.map((endpoint) => new URL(endpoint).pathname);
const post = openPost(services, async () => undefined);
const tell = (email: string, kind: 'order' | 'plan') =>
  asJob(randomUUID(), () =>
    post.mail(
      letterAbout(kind, email, {
        ...{ subject: 'Your order', greeting: 'Hello', paragraphs: ['So.'], button: 'See', closing: 'Bye' },
        url: `${services.config.origin}/orders/1`,
      }),
    ),
  );
/** Does what waits for browsers, and says which were told. */
async function pushed(): Promise<string[]> {
  const before = maker.taken.length;
  const { rows } = await owner.query<{ data: { id: string } }>(
    `delete from pgboss.job where name = 'notices.push' and state = 'created' returning data`,
  );
  for (const { data } of rows) await sendPush(services, send, data);
  return maker.taken.slice(before);
}
const browsersOf = async (id: string) =>
  (
    await owner.query<{ endpoint: string }>('select endpoint from push_subscriptions where user_id = $1', [id])
  ).rows.map(({ endpoint }) => endpoint);

test('each browser of whoever asked is told once, of nobody else’s', async () => {
  server.setTime(noon);
  const [ina, oma] = [await newCustomer(server), await newCustomer(server)];
  const [laptop, phone, other] = [browser(), browser(), browser()];
  for (const endpoint of [laptop, phone, phone])
    expect((await call('notices/startPush', { endpoint }, ina.cookie)).status).toBe(200);
  await call('notices/startPush', { endpoint: other }, oma.cookie);
  await tell(ina.email, 'order');
  expect((await pushed()).sort()).toEqual(pathsOf([laptop, phone]).sort());
  await call('notices/stopPush', { endpoint: laptop }, ina.cookie);
  // Nobody turns off another's.
  await call('notices/stopPush', { endpoint: other }, ina.cookie);
  await tell(ina.email, 'order');
  await tell(oma.email, 'order');
  expect((await pushed()).sort()).toEqual(pathsOf([phone, other]).sort());
});

test('by night browsers are told of money alone, and of no kind that is turned off', async () => {
  const ina = await newCustomer(server);
  const endpoint = browser();
  await call('notices/startPush', { endpoint }, ina.cookie);
  server.setTime(new Date('2026-11-26T03:00:00Z'));
  await tell(ina.email, 'plan');
  expect(await pushed()).toEqual([]);
  await tell(ina.email, 'order');
  expect(await pushed()).toEqual(pathsOf([endpoint]));
  server.setTime(noon);
  await tell(ina.email, 'plan');
  expect(await pushed()).toEqual(pathsOf([endpoint]));
  await call('notices/setWish', { kind: 'plan', channel: 'push', wanted: false }, ina.cookie);
  await tell(ina.email, 'plan');
  expect(await pushed()).toEqual([]);
});

test.each([404, 410])('a browser whose maker answers %i is forgotten', async (status) => {
  const ina = await newCustomer(server);
  await call('notices/startPush', { endpoint: browser() }, ina.cookie);
  maker.setAnswer(status);
  await tell(ina.email, 'order');
  await pushed();
  expect(await browsersOf(ina.id)).toEqual([]);
});

test('a maker that takes nothing now is asked again, and the browser stays', async () => {
  const ina = await newCustomer(server);
  await call('notices/startPush', { endpoint: browser() }, ina.cookie);
  maker.setAnswer(503);
  await tell(ina.email, 'order');
  await expect(pushed()).rejects.toThrow('takes nothing now');
  expect(await browsersOf(ina.id)).toHaveLength(1);
});

test('signing out ends it, and the eleventh browser ends the first', async () => {
  const ina = await newCustomer(server);
  const all = Array.from({ length: 11 }, browser);
  for (const endpoint of all) await call('notices/startPush', { endpoint }, ina.cookie);
  expect((await browsersOf(ina.id)).sort()).toEqual(all.slice(1).sort());
  await call('accounts/signOut', undefined, ina.cookie);
  expect(await browsersOf(ina.id)).toEqual([]);
});

test.each([
  ...['http://push.example/x', 'https://push.example:8443/x', 'https://user@push.example/x', 'https://127.0.0.1/x'],
  ...['https://[::1]/x', 'https://localhost/x', 'https://2130706433/x', 'https://0x7f.1/x', 'https://push/x'],
  ...['file:///etc/passwd', 'ftp://push.example/x', 'https://push.example/x#y', '', 'x'],
])('%s is no place to be told at', async (endpoint) => {
  expect(isOutsideLink(endpoint)).toBe(false);
  const ina = await newCustomer(server);
  expect((await call('notices/startPush', { endpoint }, ina.cookie)).body).toMatchObject({
    code: 'notices.push_unknown',
  });
});

test.each([
  ...['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', 'x'],
  ...['::7f00:1', '4000::1'],
])('%s is no address of the internet', (address) => expect(isPublicAddress(address)).toBe(false));
test.each(['72.27.0.1', '2607:f8b0:4004:800::200e'])('%s is one', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

/** A maker that says this as soon as it is asked, piece by piece, and never ends by itself. */
async function endless(pieces: readonly string[]) {
  const ended = Promise.withResolvers<void>();
  const slow = createServer((socket) => {
    let n = 0;
    const drip = setInterval(() => socket.write(pieces[n++] ?? pieces.at(-1) ?? ''), 20);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      ended.resolve();
    });
  });
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  return { endpoint: `http://localhost:${port}/x`, ended: ended.promise, stop: () => slow.close() };
}

test('a maker that answers drop by drop, or without an end, holds nobody up', async () => {
  const patient = pushGateway({ ...parts, request: plain, isAllowed: () => true, patience: 500 });
  const drops = await endless(['HTTP/1.1 201 Created\r\n', 'x: y\r\n']);
  await expect(patient(drops.endpoint)).rejects.toThrow();
  await drops.ended;
  drops.stop();
  const flood = await endless(['HTTP/1.1 201 Created\r\n\r\n', 'x'.repeat(1000)]);
  expect(await patient(flood.endpoint)).toBe('sent');
  await flood.ended;
  flood.stop();
});

test('a name that stands for an address inside is not connected to', async () => {
  const before = maker.taken.length;
  const guarded = pushGateway({ ...parts, request: plain });
  await expect(guarded(`${maker.origin}/inside`)).rejects.toThrow('no address of the internet');
  expect(maker.taken).toHaveLength(before);
});

test('a name whose server is silent holds up no other name of this process', async () => {
  const silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const own = new Resolver({ timeout: 1_000, tries: 1 });
  own.setServers([`127.0.0.1:${silent.address().port}`]);
  const waiting = pushGateway({ ...parts, request: plain, names: own });
  let given = 0;
  const tries = Array.from({ length: 12 }, (_, n) =>
    waiting(`http://host${n}.silent.example/x`).catch((error: Error) => {
      given += 1;
      return error.message;
    }),
  );
  // As many as the system's way would have had threads for three times over.
  await lookup('localhost');
  expect(given).toBe(0);
  expect(new Set(await Promise.all(tries))).toEqual(new Set(['no address of the internet']));
  silent.close();
});

test('the stand-in believes nobody who signs for another place, too long, or with another key', async () => {
  const ask = async (authorization: string) =>
    (await fetch(`${maker.origin}/x`, { method: 'POST', headers: { authorization, ttl: '1' } })).status;
  const now = services.clock();
  const sound = { endpoint: new URL(maker.origin), contact: 'mailto:us@example.com', now };
  expect(await ask(vapid(key, sound))).toBe(201);
  expect(await ask(vapid(key, { ...sound, endpoint: new URL('https://other.example') }))).toBe(403);
  expect(await ask(vapid(key, { ...sound, now: new Date(now.getTime() - 13 * 3_600_000) }))).toBe(403);
  const other = pushKeyOf(randomBytes(32).toString('base64url'));
  if (!other) throw new Error('no key');
  expect(await ask(vapid({ ...key, sign: other.sign }, sound))).toBe(403);
});

test.each(['', 'x', Buffer.alloc(32).toString('base64url'), Buffer.alloc(33, 1).toString('base64url')])(
  '%j is no key',
  (secret) => expect(pushKeyOf(secret)).toBeNull(),
);
