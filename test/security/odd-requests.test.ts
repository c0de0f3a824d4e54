import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newPicture, upload } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';

/** Names, types, origins and shapes that no page of ours sends. */
const server = await serverWithoutFaults();
const { app, call, signIn, owner, services } = server;

type Sent = { cookie: string; name?: string; more?: Record<string, string>; payload?: Buffer; purpose?: string };
const put = ({ cookie, name = 'slip.png', more = {}, payload = newPicture(), purpose = 'transaction-proof' }: Sent) =>
  app.inject({
    method: 'PUT',
    url: `/api/files?purpose=${purpose}`,
    headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': name, ...more },
    payload,
  });

const names = [
  'a%0D%0Ab.png',
  'a%E2%80%A8b.png',
  'a%E2%80%A9b.png',
  '..%2F..%2Fetc%2Fpasswd.png',
  '..%5C..%5Cx.png',
  'C%3A%5Cx.png',
  'a%00.pdf.png',
  '%E2%80%AEgnp.exe.png',
  'invoice.pdf',
  'a.png.html',
  '%',
  '%ED%A0%80.png',
  '%F0%9F%92%A9'.repeat(70),
  `${'a'.repeat(119)}%F0%9F%92%A9.png`,
  '.png',
  '...',
  'CON.png',
  '<script>.png',
  'a%22%3B filename=b.html',
  '__proto__',
];
test.each(names)('a file called %s is known by a name of one line and its own kind', async (name) => {
  const cookie = await signIn('tier1');
  const answer = await put({ cookie, name });
  expect([200, 201]).toContain(answer.statusCode);
  const kept = answer.json<{ id: string; name: string; mime: string }>();
  expect(kept.mime).toBe('image/png');
  expect(kept.name).toMatch(/\.png$/);
  expect(kept.name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}/\\]/u);
  expect(kept.name.isWellFormed()).toBe(true);
  expect(kept.name.length).toBeLessThanOrEqual(120);
  const { body } = await call<{ url: string }>('documents/link', { fileId: kept.id }, cookie);
  const read = await app.inject({ url: body.url, headers: { cookie } });
  expect(read.headers['content-disposition']).toBe(`attachment; filename="${kept.id}.png"`);
  await owner.query('delete from rate_limits');
});

test('a paper of another kind than its name says is taken for what it is, or not at all', async () => {
  const cookie = await signIn('tier2');
  for (const payload of [
    '%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj\n',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><p>',
    'GIF89a;',
    'MZ\u0000',
  ])
    expect((await put({ cookie, name: 'selfie.png', payload: Buffer.from(payload, 'latin1') })).statusCode).toBe(422);
});

test('the pieces of an upload come in their order, of their person, and as long as was said', async () => {
  const [mine, theirs] = [await signIn('tier1'), await signIn('tier2')];
  const picture = newPicture();
  const id = randomUUID();
  const part = (
    cookie: string,
    offset: string,
    { from = 0, until = picture.length, length = String(picture.length) } = {},
  ) =>
    put({
      cookie,
      payload: picture.subarray(from, until),
      more: { 'upload-id': id, 'upload-offset': offset, 'upload-length': length },
    });
  // The second piece first, and beginnings that are no number.
  expect((await part(mine, '20', { from: 20 })).statusCode).toBeGreaterThanOrEqual(400);
  for (const odd of ['-1', '1e1', '0x1', ' 5', '٥', '1.5', 'NaN', '9'.repeat(30)])
    expect((await part(mine, odd)).statusCode).toBeGreaterThanOrEqual(400);
  for (const odd of ['-1', '1e9', '', '0', '5'])
    expect((await part(mine, '0', { length: odd })).statusCode).toBeGreaterThanOrEqual(400);
  const whole = await part(mine, '0');
  expect(whole.statusCode).toBeLessThan(300);
  // The same name of another person is another upload, and tells nothing of the first.
  const heard = await app.inject({ url: `/api/uploads/${id}`, headers: { cookie: theirs } });
  expect(heard.json()).toEqual({ file: null, bytes: 0 });
  expect(heard.body).not.toContain(whole.json<{ id: string }>().id);
  const other = await part(theirs, '0');
  if (other.statusCode < 300) expect(other.json<{ id: string }>().id).not.toBe(whole.json<{ id: string }>().id);
});

test('the token of another person opens no file, also under their link', async () => {
  const [mine, theirs] = [await signIn('tier1'), await signIn('tier2')];
  const { body: file } = await upload(server, theirs);
  const { body: link } = await call<{ url: string }>('documents/link', { fileId: file.id }, theirs);
  const at = async (url: string, cookie = mine) => (await app.inject({ url, headers: { cookie } })).statusCode;
  expect(await at(link.url)).toBe(404);
  expect(await at(link.url.replace(file.id, file.id.toUpperCase()), theirs)).not.toBe(500);
  expect(await at(`${link.url}&expires=9999999999`, theirs)).toBe(404);
  expect(await at(link.url.replace(/expires=\d+/, 'expires=9999999999'), theirs)).toBe(404);
  expect((await call('documents/link', { fileId: file.id }, mine)).status).not.toBe(200);
});

const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/rpc/prices/refresh',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const deep = (n: number) => `{"json":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`;

test.each([
  ['__proto__', '{"json":{"__proto__":{"roles":["admin"]}}}'],
  ['constructor', '{"json":{"constructor":{"prototype":{"roles":["admin"]}}}}'],
  ['a null sign in a name', '{"json":{"a\\u0000":1}}'],
  ['half a sign', '{"json":{"email":"\\ud800@x.test","password":"x"}}'],
  ['deep', deep(5_000)],
  ['deep list', `{"json":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['many notes', `{"json":{"a":"2026-01-01"},"meta":[${Array(20_000).fill('[1,"a"]').join(',')}]}`],
  ['notes on a prototype', '{"json":{"a":1},"meta":[[1,"constructor","prototype"]]}'],
  ['a list', `{"json":[${Array(30_000).fill('0').join(',')}]}`],
  ['twice the same name', '{"json":{"email":"a@a.test"},"json":{"email":1}}'],
])('a sign-in of %s is a refusal, quickly, and leaves nothing behind', async (_what, payload) => {
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
  ['a name before ours', 'http://evil.test.localhost:3000'],
  ['ours with a way', `${services.config.origin}/`],
  ['ours in capitals', services.config.origin.toUpperCase()],
  ['ours with an account', services.config.origin.replace('://', '://a@')],
  ['two', `${services.config.origin}, http://evil.test`],
  ['empty', ''],
  ['a file', 'file://'],
])('a command from an origin that is %s is refused', async (_what, origin) => {
  const answer = await post('{"json":{}}', { origin, host: 'shop.test' });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'general.foreign_origin']);
});

test.each(['cross-site', 'same-site', 'none', 'SAME-ORIGIN', ''])(
  'a command whose page is %s is refused',
  async (site) => {
    const answer = await post('{"json":{}}', { 'sec-fetch-site': site });
    expect(answer.statusCode).toBe(403);
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', ''])(
  'a command as %s, which a form of a foreign page can send, is none',
  async (type) => {
    const answer = await post('{"json":{}}', { 'content-type': type });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  },
);
