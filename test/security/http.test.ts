import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pixel } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { app, owner } = server;
const cookie = await createSession(server, 'tier2');

const post = (payload: string | Buffer, more: Record<string, string> = {}, url = '/api/rpc/trading/quoteBuy') =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', cookie, ...more },
    payload,
  });
const validBody = '{"json":{"symbol":"BTC","currency":"JMD","amount":"3000"}}';

test('the valid body of the tests below is accepted', async () => {
  expect((await post(validBody)).statusCode).toBe(200);
});

test.each([
  '{',
  '{"json":',
  '[]',
  'null',
  '"x"',
  '1',
  '{}',
  '{"json":null}',
  '{"json":{},"meta":[[9]]}',
  '\0',
  '\ufeff{}',
  '['.repeat(100_000),
])('broken JSON is a 400: %s', async (payload) => {
  const answer = await post(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
});

test.each([0, 2, 3, 4, 5, 6, 7])('nothing is built for a stranger from a text of type note %i', async (kind) => {
  const payload = `{"json":{"u":"http://a.test"},"meta":[[${kind},"u"]]}`;
  const answer = await post(payload, { cookie: '' }, '/api/rpc/accounts/viewer');
  expect(answer.statusCode).toBe(400);
});

test('an origin or host longer than a name can be is refused', async () => {
  const name = `a${'%CC%81'.repeat(2_500)}`;
  const headerCases: Record<string, string>[] = [{ origin: `http://${name}`, host: name }, { host: name }];
  for (const headers of headerCases) {
    const answer = await post(validBody, headers);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'general.foreign_origin']);
  }
});

test.each([
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'text/json',
  'text/xml',
  'application/json-patch+json',
  'nonsense',
  '',
])('a command as %j, which a foreign form can send, is refused', async (type) => {
  const before = (await owner.query('select count(*)::int n from quotes')).rows[0];
  const answer = await post(validBody, { 'content-type': type });
  expect([400, 415]).toContain(answer.statusCode);
  expect((await owner.query('select count(*)::int n from quotes')).rows[0]).toEqual(before);
});

test('a body above the limit is a 413, compressed or not', async () => {
  const large = JSON.stringify({ json: { symbol: 'x'.repeat(300_000) } });
  expect((await post(large)).statusCode).toBe(413);
  const compressed = await post(gzipSync(`{"json":"${' '.repeat(30_000_000)}"}`), { 'content-encoding': 'gzip' });
  expect([400, 413, 415]).toContain(compressed.statusCode);
});

test('no compressed body is decompressed: a few bytes stay a few', async () => {
  const compressed = await post(gzipSync(validBody), { 'content-encoding': 'gzip' });
  expect(compressed.statusCode).toBe(400);
});

const buildUnknownFields = (fieldCount: number, value: string) =>
  Array.from({ length: fieldCount }, (_, n) => `"${n.toString(36)}":${value}`).join(',');

test.each([
  ['trading/saveSellDraft', `{"data":{${buildUnknownFields(24_000, '0')}}}`],
  ['trading/saveSellDraft', `{"data":{${buildUnknownFields(4_000, '0')}}}`],
  ['trading/saveSellDraft', `{"data":{"${'x'.repeat(200_000)}":"x"}}`],
  ['accounts/signIn', `{${buildUnknownFields(24_000, '0')}}`],
  ['accounts/signIn', `{${buildUnknownFields(4_000, '0')}}`],
  ['accounts/confirmSignIn', `{${buildUnknownFields(4_000, '0')}}`],
  ['identity/submitEnhanced', `{"wallets":{"list":[${'{},'.repeat(4_000)}{}]}}`],
  ['agreements/agree', `{"agreed":[${'[],'.repeat(24_000)}[]]}`],
])('%s answers a form full of faults briefly, of kind %#', async (path, input) => {
  const answer = await post(`{"json":${input}}`, {}, `/api/rpc/${path}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.rawPayload.length).toBeLessThan(20_000);
});

test('every field of an honest form gets its error', async () => {
  const input = { json: { email: 'x', password: '', firstName: '', lastName: '', phoneNumber: 'x', dateOfBirth: '' } };
  const answer = await post(JSON.stringify(input), {}, '/api/rpc/accounts/signUp');
  const { issues } = answer.json().json.data as { issues: { path: string[]; message: string }[] };
  expect(new Set(issues.map(({ path }) => path[0]))).toEqual(new Set([...Object.keys(input.json), 'agreed']));
  expect(issues).toContainEqual({ path: ['firstName'], message: 'Must be at least 2 characters' });
});

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('no command runs by %s', async (method) => {
  for (const url of ['/api/rpc/accounts/signOut', '/api/rpc/trading/quoteBuy?data=%7B%22json%22%3A%7B%7D%7D']) {
    const answer = await app.inject({ method, url, headers: { cookie } });
    expect([404, 405]).toContain(answer.statusCode);
  }
  expect((await server.call('accounts/viewer', undefined, cookie)).status).toBe(200);
});

test.each([
  '',
  '/',
  '/__proto__',
  '/constructor',
  '/trading',
  '/trading/__proto__',
  '/trading/quoteBuy/~orpc',
  '/toString/call',
  '/%2e%2e/healthz',
  '/..%2f..%2fhealthz',
  '/trading/quoteBuy%00',
  '/%ff',
  `/${'x'.repeat(3_000)}`,
])('there is no command at /api/rpc%s', async (path) => {
  const answer = await post(validBody, {}, `/api/rpc${path}`);
  expect([400, 404, 414]).toContain(answer.statusCode);
});

test.each([
  '/api/files/../../etc/passwd',
  '/api/files/..%2f..%2fetc%2fpasswd',
  '/api/files/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/api/files/%00',
  `/api/files/${randomUUID()}%00.png`,
  `/api/files/${randomUUID()}`,
  '/api/files/',
  '/api/files/%ff',
  `/api/files/${'a'.repeat(400)}`,
  '/api/receipts/..%2f..%2fx.pdf',
  '/api/receipts/%00.pdf',
  `/api/receipts/${randomUUID()}.pdf`,
])('%s is a 404 or a 400 without content', async (url) => {
  const answer = await app.inject({ url, headers: { cookie } });
  expect([400, 404, 414]).toContain(answer.statusCode);
  expect(answer.body).not.toMatch(/root:|AUTH_SECRET|"dependencies"/);
});

test.each([
  '/api/transactions.csv?from=2026-01-01&from=2026-02-01&until=2026-12-31',
  '/api/transactions.csv?from=%00&until=2026-12-31',
  '/api/transactions.csv?from=0000-01-01&until=0000-01-02',
  '/api/transactions.csv?from=9999-12-30&until=9999-12-31',
  '/api/transactions.csv?from[]=2026-01-01&until=x',
  '/api/transactions.csv?__proto__=x&from=2026-02-30&until=2026-03-01',
  '/api/transactions.csv',
  '/dev/mailbox.json?to=%00',
  '/dev/mailbox.json?to=a&to=b',
  '/dev/mailbox.json?to=%ff',
  `/api/prices?${'x'.repeat(8_000)}`,
])('%s causes no fault', async (url) => {
  const answer = await app.inject({ url, headers: { cookie } });
  expect(answer.statusCode).toBeLessThan(500);
});

const uploadFile = (query: string, more: Record<string, string> = {}, payload: Buffer | string = pixel) =>
  app.inject({
    method: 'PUT',
    url: `/api/files${query}`,
    headers: { 'content-type': 'application/octet-stream', cookie, ...more },
    payload,
  });

test.each([
  ['?purpose=transaction-proof&purpose=source-of-funds', {}, pixel],
  ['?purpose=payout-proof', {}, pixel],
  ['?purpose=__proto__', {}, pixel],
  ['', {}, pixel],
  ['?purpose=transaction-proof', {}, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['?purpose=transaction-proof', {}, Buffer.from('<!doctype html><script>1</script>')],
  ['?purpose=transaction-proof', {}, Buffer.from('MZ\x90\0')],
  ['?purpose=transaction-proof', {}, Buffer.from('GIF89a')],
  ['?purpose=transaction-proof', {}, Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n')],
  ['?purpose=transaction-proof', {}, Buffer.alloc(0)],
  ['?purpose=transaction-proof', { 'content-type': 'image/png' }, pixel],
  ['?purpose=transaction-proof', { 'content-type': 'application/json' }, Buffer.from(`"${'x'.repeat(400_000)}"`)],
  ['?purpose=transaction-proof', { 'content-type': 'multipart/form-data; boundary=x' }, pixel],
] as const)(
  'a file that is no image or PDF for a known purpose is not stored: %s %o',
  async (query, headers, payload) => {
    const count = async () => (await owner.query('select count(*)::int n from files')).rows[0];
    const before = await count();
    const answer = await uploadFile(query, headers, payload);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(await count()).toEqual(before);
  },
);

test('a large body without a session is refused by its type before it is read', async () => {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'PUT', url: '/api/files', headers, payload: `"${'x'.repeat(300_000)}"` });
  expect([413, 415]).toContain(answer.statusCode);
});
