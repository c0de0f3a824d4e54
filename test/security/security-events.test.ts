import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { readKeyRing } from '../../src/platform/files/key-ring.ts';
import { environment } from '../environment.ts';
import { createBankPdf } from '../files/good-files.ts';
import { readFileAs, sendFile } from '../files/uploads.ts';
import { serverUnderTest } from '../worker.ts';

const server = await serverUnderTest();
const { app, call, owner, services, signIn } = server;
const warn = vi.spyOn(services.log, 'warn');
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
