import { beforeEach, expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { serverUnderTest } from '../worker.ts';
import { knockFrom } from './account-security.ts';
import { sessionFor } from './actors.ts';

const server = await serverUnderTest();
const { app, call, owner, services } = server;
const warn = vi.spyOn(services.log, 'warn');
beforeEach(async () => {
  await owner.query('truncate rate_limits');
  warn.mockClear();
});

type Line = { code: string; path: string; connection: string; account?: string; request: string };
const lines = () => warn.mock.calls.filter(([, text]) => text === 'denied').map(([fields]) => fields as Line);
const enter = (email: string, password: string) => call('accounts/signIn', { email, password });

test('a failed sign-in leaves a line: lines of one account and of one connection belong together', async () => {
  await enter('tier1@demo.test', 'wrong');
  await enter(' TIER1@demo.test', 'wrong');
  await enter('nobody@nowhere.test', 'wrong');
  await enter('tier1@demo.test', demoPassword);
  const [one, two, other, ...more] = lines();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ code: 'accounts.wrong_password', path: '/api/rpc/accounts/signIn' });
  expect(two).toMatchObject({ account: one?.account, connection: one?.connection });
  expect(other?.account).not.toBe(one?.account);
  expect(one?.account).toMatch(/^[0-9a-f]{16}$/);
});

test('a lockout leaves a line', async () => {
  for (let n = 0; n < 11; n++) await enter('tier1@demo.test', 'wrong');
  expect(lines().at(-1)).toMatchObject({ code: 'accounts.too_many_tries' });
});

test('an act that is denied leaves a line with the account that tried', async () => {
  const cookie = await sessionFor(server, 'tier1');
  expect((await call('staff/overview', undefined, cookie)).status).toBeGreaterThanOrEqual(400);
  expect(
    (await call('accounts/unfreeze', { userId: crypto.randomUUID(), reasonCode: 'owner_proved' }, cookie)).status,
  ).toBe(403);
  await enter('tier1@demo.test', 'wrong');
  const [denied, failed] = lines().slice(-2);
  expect(denied).toMatchObject({ code: 'staff.not_allowed', account: failed?.account });
});

test('a page of somebody else leaves a line, on commands and on plain routes, and one alone', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
  await app.inject({ method: 'POST', url: '/api/rpc/accounts/signIn?x=canary@nowhere.test', headers, payload: '{}' });
  await app.inject({ method: 'PUT', url: '/api/files?purpose=kyc-id', headers, payload: '{}' });
  expect(lines().map(({ code, path }) => [code, path])).toEqual([
    ['general.foreign_origin', '/api/rpc/accounts/signIn'],
    ['general.foreign_origin', '/api/files'],
  ]);
});

test('a line is short, however long the path that was asked for', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
  for (const path of ['/api/rpc/accounts/', '/api/files/'])
    await app.inject({ method: 'POST', url: `${path}${'x'.repeat(8_000)}`, headers, payload: '{}' });
  expect(lines().map(({ path }) => path.length)).toEqual([200, 200]);
});

test('a plain route that says no leaves a line', async () => {
  const cookie = await sessionFor(server, 'tier1');
  expect((await app.inject({ url: '/api/audit.ndjson', headers: { cookie } })).statusCode).toBe(403);
  expect(lines()).toMatchObject([{ code: '403', path: '/api/audit.ndjson' }]);
});

test('what no form of ours sends leaves a line, without a word of it', async () => {
  const cookie = await sessionFor(server, 'tier1');
  const past = { email: 'tier1@demo.test', password: 'canary', admin: 'canary' };
  expect((await call('accounts/signIn', past)).status).toBe(400);
  expect((await call('trading/quoteBuy', { symbol: 'canary\0' }, cookie)).status).toBe(400);
  await enter('tier1@demo.test', 'wrong');
  const [one, two, failed] = lines();
  expect(one).toMatchObject({ code: 'general.invalid_input', account: failed?.account });
  expect(two).toMatchObject({ code: 'general.invalid_input', path: '/api/rpc/trading/quoteBuy' });
  expect(JSON.stringify(lines())).not.toContain('canary');
});

test('no line tells who it was, from where, or what was typed', async () => {
  const from = knockFrom(server);
  await from('203.0.113.77', { email: 'canary-person@nowhere.test', password: 'Canary-Secret-9081!' });
  await call('accounts/resetPassword', { token: 'canary-word-0123456789abcdef', password: 'Canary-Secret-9081!' });
  expect(lines()).toHaveLength(2);
  expect(JSON.stringify(lines())).not.toMatch(/canary|Canary|203\.0\.113|127\.0\.0/);
});

test('what everybody is asked now and then is no denial', async () => {
  const cookie = await sessionFor(server, 'tier1');
  await owner.query(`update auth.session set confirmed_at = now() - interval '1 day'`);
  expect((await call('accounts/exportData', undefined, cookie)).status).toBe(403);
  expect(lines()).toEqual([]);
});
