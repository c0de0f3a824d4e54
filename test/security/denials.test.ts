import { beforeEach, expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { serverUnderTest } from '../worker.ts';
import { createSignInFrom } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { app, call, owner, services } = server;
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
