import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config/config.ts';
import { newPicture, upload } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';

const server = await serverWithoutFaults();
const { app, call, signIn, owner, services } = server;

type UploadOptions = {
  cookie: string;
  name?: string;
  more?: Record<string, string>;
  payload?: Buffer;
  purpose?: string;
};
const uploadFile = ({
  cookie,
  name = 'slip.png',
  more = {},
  payload = newPicture(),
  purpose = 'transaction-proof',
}: UploadOptions) =>
  app.inject({
    method: 'PUT',
    url: `/api/files?purpose=${purpose}`,
    headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': name, ...more },
    payload,
  });

const names = [
  'a%0D%0ASet-Cookie:%20a=b.png',
  'a%E2%80%A8b.png',
  'a%E2%80%A9b.png',
  '..%2F..%2Fetc%2Fpasswd.png',
  '..%5C..%5Cx.png',
  'C%3A%5Cx.png',
  'C:\\windows\\x.png',
  'a%00.pdf.png',
  '%E2%80%AEgnp.exe.png',
  'invoice.pdf',
  'a.png.html',
  '%',
  '%ff%fe',
  '%ED%A0%80.png',
  '%F0%9F%92%A9'.repeat(70),
  `${'x'.repeat(4_000)}.png`,
  `${'a'.repeat(119)}%F0%9F%92%A9.png`,
  '.png',
  '...',
  'CON.png',
  '<script>.png',
  'a%22%3B filename=b.html',
  '__proto__',
];
test.each(names)('a file called %s gets a name of one line and its own type', async (name) => {
  const cookie = await signIn('tier1');
  const answer = await uploadFile({ cookie, name });
  expect([200, 201]).toContain(answer.statusCode);
  const stored = answer.json<{ id: string; name: string; mime: string }>();
  expect(stored.mime).toBe('image/png');
  expect(stored.name).toMatch(/\.png$/);
  expect(stored.name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}/\\]/u);
  expect(stored.name.isWellFormed()).toBe(true);
  expect(stored.name.length).toBeLessThanOrEqual(120);
  const { rows } = await owner.query<{ path: string }>('select path from files where id = $1', [stored.id]);
  expect(rows[0]?.path).toMatch(new RegExp(`^transaction-proofs/[0-9a-f-]{36}/${stored.id}$`));
  const { body } = await call<{ url: string }>('documents/link', { fileId: stored.id }, cookie);
  const read = await app.inject({ url: body.url, headers: { cookie } });
  expect(read.headers['content-disposition']).toBe(`attachment; filename="${stored.id}.png"`);
  expect(read.headers['set-cookie']).toBeUndefined();
  await owner.query('delete from rate_limits');
});

test('upload chunks need their order, their owner and the announced length', async () => {
  const [own, otherCookie] = [await signIn('tier1'), await signIn('tier2')];
  const picture = newPicture();
  const id = randomUUID();
  const uploadPart = (
    cookie: string,
    offset: string,
    { from = 0, until = picture.length, length = String(picture.length) } = {},
  ) =>
    uploadFile({
      cookie,
      payload: picture.subarray(from, until),
      more: { 'upload-id': id, 'upload-offset': offset, 'upload-length': length },
    });
  expect((await uploadPart(own, '20', { from: 20 })).statusCode).toBeGreaterThanOrEqual(400);
  for (const invalid of ['-1', '1e1', '0x1', ' 5', '٥', '1.5', 'NaN', '9'.repeat(30)])
    expect((await uploadPart(own, invalid)).statusCode).toBeGreaterThanOrEqual(400);
  for (const invalid of ['-1', '1e9', '', '0', '5'])
    expect((await uploadPart(own, '0', { length: invalid })).statusCode).toBeGreaterThanOrEqual(400);
  const complete = await uploadPart(own, '0');
  expect(complete.statusCode).toBeLessThan(300);
  // The same upload id of another user is another upload, which reveals nothing about the first.
  const progress = await app.inject({ url: `/api/uploads/${id}`, headers: { cookie: otherCookie } });
  expect(progress.json()).toEqual({ file: null, bytes: 0 });
  expect(progress.body).not.toContain(complete.json<{ id: string }>().id);
  const other = await uploadPart(otherCookie, '0');
  if (other.statusCode < 300) expect(other.json<{ id: string }>().id).not.toBe(complete.json<{ id: string }>().id);
});

test("the session of another user opens no file, even with the owner's link", async () => {
  const [own, otherCookie] = [await signIn('tier1'), await signIn('tier2')];
  const { body: file } = await upload(server, otherCookie);
  const { body: link } = await call<{ url: string }>('documents/link', { fileId: file.id }, otherCookie);
  const fetchStatus = async (url: string, cookie = own) => (await app.inject({ url, headers: { cookie } })).statusCode;
  expect(await fetchStatus(link.url)).toBe(404);
  expect(await fetchStatus(link.url.replace(file.id, file.id.toUpperCase()), otherCookie)).not.toBe(500);
  expect(await fetchStatus(`${link.url}&expires=9999999999`, otherCookie)).toBe(404);
  expect(await fetchStatus(link.url.replace(/expires=\d+/, 'expires=9999999999'), otherCookie)).toBe(404);
  expect((await call('documents/link', { fileId: file.id }, own)).status).not.toBe(200);
});

const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/rpc/prices/refresh',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const nestObjects = (n: number) => `{"json":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`;

test.each([
  ['__proto__', '{"json":{"__proto__":{"roles":["admin"]}}}'],
  ['constructor', '{"json":{"constructor":{"prototype":{"roles":["admin"]}}}}'],
  ['a null character in a name', '{"json":{"a\\u0000":1}}'],
  ['half a surrogate pair', '{"json":{"email":"\\ud800@x.test","password":"x"}}'],
  ['deep', nestObjects(5_000)],
  ['deep list', `{"json":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['many type notes', `{"json":{"a":"2026-01-01"},"meta":[${Array(20_000).fill('[1,"a"]').join(',')}]}`],
  ['type notes on a prototype', '{"json":{"a":1},"meta":[[1,"constructor","prototype"]]}'],
  ['a list', `{"json":[${Array(30_000).fill('0').join(',')}]}`],
  ['twice the same name', '{"json":{"email":"a@a.test"},"json":{"email":1}}'],
])('a sign-in with %s is refused quickly and stores nothing', async (_what, payload) => {
  const before = process.cpuUsage();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/rpc/accounts/signIn',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  const { user, system } = process.cpuUsage(before);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expect(user + system).toBeLessThan(2_000_000);
  expect(({} as Record<string, unknown>)['roles']).toBeUndefined();
  expect(answer.body.length).toBeLessThan(4_000);
});

test.each([
  ['null', 'null'],
  ['a prefixed name', 'http://evil.test.localhost:3000'],
  ['ours with a path', `${services.config.origin}/`],
  ['ours in capitals', services.config.origin.toUpperCase()],
  ['ours with credentials', services.config.origin.replace('://', '://a@')],
  ['two', `${services.config.origin}, http://evil.test`],
  ['empty', ''],
  ['a file', 'file://'],
  ['the requested host', 'http://shop.test'],
  ['the requested host over TLS', 'https://shop.test'],
])('a command from an origin that is %s is refused', async (_what, origin) => {
  const answer = await post('{"json":{}}', { origin, host: 'shop.test' });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'general.foreign_origin']);
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'a command from %s passes on a local demo, under any host name',
  async (origin) => {
    const answer = await post('{"json":{}}', { origin, host: 'shop.test' });
    expect(answer.statusCode).toBe(200);
  },
);

test('a server with a public origin accepts commands from that origin only', () => {
  const env = { DATA_DIR: services.config.dataDir, MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
  expect(readConfig({ ...env, PUBLIC_ORIGIN: 'https://shop.test' }).allowedOrigins).toEqual(['https://shop.test']);
});
