import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { readKeyRing } from '../../src/platform/files/file-encryption.ts';
import { environment } from '../environment.ts';
import { createBankPdf } from '../files/good-files.ts';
import { readFileAs, sendFile } from '../files/uploads.ts';
import { sell } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { createSignInFrom } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { app, call, owner, services, signIn } = server;
const warn = vi.spyOn(services.log, 'warn');

beforeEach(async () => {
  await owner.query('truncate rate_limits');
  warn.mockClear();
});

type Denial = { code: string; path: string; connection: string; account?: string; request: string };
const listDenials = () => warn.mock.calls.filter(([, text]) => text === 'denied').map(([fields]) => fields as Denial);
const submitSignIn = (email: string, password: string) => call('accounts/signIn', { email, password });

test('a failed sign-in logs a line, and lines of one account and one connection share an id', async () => {
  await submitSignIn('tier1@demo.test', 'wrong');
  await submitSignIn(' TIER1@demo.test', 'wrong');
  await submitSignIn('unknown@nowhere.test', 'wrong');
  await submitSignIn('tier1@demo.test', demoPassword);
  const [one, two, other, ...more] = listDenials();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ code: 'accounts.wrong_password', path: '/api/rpc/accounts/signIn' });
  expect(two).toMatchObject({ account: one?.account, connection: one?.connection });
  expect(other?.account).not.toBe(one?.account);
  expect(one?.account).toMatch(/^[0-9a-f]{16}$/);
});

test('a lockout logs a line', async () => {
  for (let n = 0; n < 11; n++) await submitSignIn('tier1@demo.test', 'wrong');
  expect(listDenials().at(-1)).toMatchObject({ code: 'accounts.too_many_tries' });
});

test('a denied command logs a line with the account', async () => {
  const cookie = await createSession(server, 'tier1');
  expect((await call('staff/overview', undefined, cookie)).status).toBeGreaterThanOrEqual(400);
  expect(
    (await call('accounts/unfreeze', { userId: crypto.randomUUID(), reasonCode: 'owner_proved' }, cookie)).status,
  ).toBe(403);
  await submitSignIn('tier1@demo.test', 'wrong');
  const [denied, failed] = listDenials().slice(-2);
  expect(denied).toMatchObject({ code: 'staff.not_allowed', account: failed?.account });
});

test('a request from another site logs exactly one line, on commands and plain routes', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
  await app.inject({ method: 'POST', url: '/api/rpc/accounts/signIn?x=canary@nowhere.test', headers, payload: '{}' });
  await app.inject({ method: 'PUT', url: '/api/files?purpose=kyc-id', headers, payload: '{}' });
  expect(listDenials().map(({ code, path }) => [code, path])).toEqual([
    ['general.foreign_origin', '/api/rpc/accounts/signIn'],
    ['general.foreign_origin', '/api/files'],
  ]);
});

test('a log line stays short for a long path', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
  for (const path of ['/api/rpc/accounts/', '/api/files/'])
    await app.inject({ method: 'POST', url: `${path}${'x'.repeat(8_000)}`, headers, payload: '{}' });
  expect(listDenials().map(({ path }) => path.length)).toEqual([200, 200]);
});

test('a denial on a plain route logs a line', async () => {
  const cookie = await createSession(server, 'tier1');
  expect((await app.inject({ url: '/api/audit.ndjson', headers: { cookie } })).statusCode).toBe(403);
  expect(listDenials()).toMatchObject([{ code: '403', path: '/api/audit.ndjson' }]);
});

test('malformed input logs a line without its content', async () => {
  const cookie = await createSession(server, 'tier1');
  const withExtraField = { email: 'tier1@demo.test', password: 'canary', admin: 'canary' };
  expect((await call('accounts/signIn', withExtraField)).status).toBe(400);
  expect((await call('trading/quoteBuy', { symbol: 'canary\0' }, cookie)).status).toBe(400);
  await submitSignIn('tier1@demo.test', 'wrong');
  const [one, two, failed] = listDenials();
  expect(one).toMatchObject({ code: 'general.invalid_input', account: failed?.account });
  expect(two).toMatchObject({ code: 'general.invalid_input', path: '/api/rpc/trading/quoteBuy' });
  expect(JSON.stringify(listDenials())).not.toContain('canary');
});

test('no line names an account, an address or an input', async () => {
  const signInFrom = createSignInFrom(server);
  await signInFrom('203.0.113.77', { email: 'canary-person@nowhere.test', password: 'Canary-Secret-9081!' });
  await call('accounts/resetPassword', { token: 'canary-word-0123456789abcdef', password: 'Canary-Secret-9081!' });
  expect(listDenials()).toHaveLength(2);
  expect(JSON.stringify(listDenials())).not.toMatch(/canary|Canary|203\.0\.113|127\.0\.0/);
});

test('routine refusals log no denial', async () => {
  const cookie = await createSession(server, 'tier1');
  await owner.query(`update auth.session set confirmed_at = now() - interval '1 day'`);
  expect((await call('accounts/exportData', undefined, cookie)).status).toBe(403);
  expect(listDenials()).toEqual([]);
});

beforeEach(() => warn.mockClear());

type SecurityLine = {
  event: string;
  path: string;
  connection: string;
  account: string;
  request: string;
  file?: string;
};
const listLines = () =>
  warn.mock.calls.filter(([, text]) => text === 'security').map(([fields]) => fields as SecurityLine);
const names = /demo\.test|Adrian|Whyte|Tamara|127\.0\.0/;

test('exporting the audit log, orders or an account logs a security line each', async () => {
  const [admin, customer] = [await signIn('admin'), await signIn('tier1')];
  const fetchStatus = async (url: string, cookie: string) =>
    (await app.inject({ url, headers: { cookie } })).statusCode;
  expect(await fetchStatus('/api/audit.ndjson?from=1&until=2', admin)).toBe(200);
  expect(await fetchStatus('/api/transactions.csv?from=2026-01-01&until=2026-12-31', customer)).toBe(200);
  expect((await call('accounts/exportData', undefined, customer)).status).toBe(200);
  const [log, history, record, ...more] = listLines();
  expect(more).toEqual([]);
  expect(log).toMatchObject({ event: 'audit.exported', path: '/api/audit.ndjson' });
  expect(history).toMatchObject({ event: 'transactions.exported', path: '/api/transactions.csv' });
  expect(record).toMatchObject({ event: 'account.exported', account: history?.account });
  expect(history?.account).not.toBe(log?.account);
  expect(log?.account).toMatch(/^[0-9a-f]{16}$/);
  expect(JSON.stringify(listLines())).not.toMatch(names);
});

test('security lines and denials of one account share an id', async () => {
  await call('accounts/signIn', { email: ' TIER1@demo.test', password: 'wrong' });
  await call('accounts/exportData', undefined, await signIn('tier1'));
  const denied = warn.mock.calls.find(([, text]) => text === 'denied')?.[0] as SecurityLine;
  expect(listLines()[0]).toMatchObject({ account: denied.account, connection: denied.connection });
});

test('a denied export logs a denial and no security line', async () => {
  const cookie = await signIn('tier1');
  expect((await app.inject({ url: '/api/audit.ndjson', headers: { cookie } })).statusCode).toBe(403);
  expect(listLines()).toEqual([]);
});

test('a file with an unknown key, or an altered one, logs a line with its id', async () => {
  const cookie = await signIn('tier2');
  const { body } = await sendFile(server, cookie, { purpose: 'kyc-id', bytes: await createBankPdf() });
  const ownKeys = services.files.keys;
  const otherKeys = readKeyRing(`another:${randomBytes(32).toString('base64')}`);
  Object.assign(services.files, { keys: otherKeys });
  await readFileAs(server, cookie, body.id).catch(() => undefined);
  Object.assign(services.files, { keys: ownKeys });
  expect(listLines()).toEqual([{ event: 'files.key_unknown', file: body.id }]);

  const { rows } = await owner.query<{ path: string }>('select path from files where id = $1', [body.id]);
  const path = join(services.config.dataDir, 'files', rows[0]?.path ?? '');
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
  writeFileSync(path, bytes);
  await readFileAs(server, cookie, body.id).catch(() => undefined);
  expect(listLines().at(-1)).toEqual({ event: 'files.altered', file: body.id });
});

test('a key rotation logs how much was encrypted again, and no key', () => {
  const { dataDir } = services.config;
  const env = { ...process.env, ...environment, LOG_LEVEL: 'warn', ENV_FILE: '/dev/null', DATA_DIR: dataDir };
  const demoEnv = { ...env, MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_URL: server.ownerUrl };
  const { status, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'rotate-keys'], {
    env: demoEnv,
    encoding: 'utf8',
  });
  const line = stderr.split('\n').find((text) => text.includes('keys.rotated')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ event: 'keys.rotated', msg: 'security', renewed: expect.any(Number) });
  // 1 when the shared database holds a value that this key cannot re-encrypt.
  expect([0, 1]).toContain(status);
});

describe('audited views', () => {
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
});
