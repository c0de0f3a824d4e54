import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { buy } from '../../../test/orders.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { loadBackupTime, loadBuildInfo, readCommit } from './metrics/build-info.ts';
import { classifyRoute } from './metrics/meters.ts';
import { openTraces } from './traces/open-traces.ts';
import { summarizeStatement, withJobSpan, withSpan } from './traces/spans.ts';

type SpanAttribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Span = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  attributes: SpanAttribute[];
  status?: { code?: number };
};
type ExportRequest = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const exportRequests: { path: string; text: string }[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    exportRequests.push({ path: request.url ?? '', text: Buffer.concat(chunks).toString() });
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
afterAll(() => collector.close());
const { port } = collector.address() as AddressInfo;
const server = await serverUnderTest({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
const { app, call, signIn, services } = server;

async function collectSpans(work: () => Promise<unknown>): Promise<Span[]> {
  const close = await openTraces(services.config);
  await work();
  await close();
  const bodies = exportRequests.map(({ text }) => JSON.parse(text) as ExportRequest);
  return bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}
beforeEach(() => void exportRequests.splice(0));
const attribute = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((body) => body.key === key)?.value;
  return value?.stringValue ?? Number(value?.intValue);
};

test('a command is a named span, with its statements as children', async () => {
  const cookie = await signIn('tier2');
  const spans = await collectSpans(() => call('trading/list', {}, cookie));
  const command = spans.find(({ name }) => name === 'POST /api/rpc/trading/list');
  expect(attribute(command, 'http.response.status_code')).toBe(200);
  expect(attribute(command, 'http.route')).toBe('/api/rpc/*');
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === command?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'select app.authenticate_session']),
  );
  expect(statements.some(({ name }) => /transactions/.test(name))).toBe(true);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(exportRequests.every(({ path }) => path === '/v1/traces')).toBe(true);
});

test('no span contains a parameter, a person, a token or a query string', async () => {
  const cookie = await signIn('tier2');
  const spans = await collectSpans(async () => {
    await call('accounts/signIn', { email: 'canary@canary.test', password: 'Canary-Secret-9081!' });
    await call('accounts/signIn', { email: 'tier1@demo.test', password: demoPassword });
    await buy(server, cookie);
    await app.inject({ url: '/api/files/01990000-0000-7000-8000-000000000000?signature=canary', headers: { cookie } });
    await app.inject({ url: '/canary/of-mine?token=canary' });
    await app.inject({ method: 'POST', url: '/api/rpc/canary/command', payload: {} });
  });
  expect(spans.length).toBeGreaterThan(10);
  const text = exportRequests.map((body) => body.text).join('\n');
  expect(text).not.toMatch(/canary|demo\.test|bc1q|127\.0\.0\.1/i);
  expect(text).not.toContain(cookie.split('=')[1]?.slice(0, 20));
  expect(text).not.toContain('01990000');
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /api/files/:id', 'POST /api/rpc/accounts/signIn', 'POST /api/rpc/*']),
  );
});

test('a job is a span, and a failure is marked without its details', async () => {
  const job = withJobSpan({
    name: 'prices.look',
    run: () => services.db.selectFrom('crypto_prices').select('symbol').execute(),
  });
  const spans = await collectSpans(async () => {
    await job.run();
    await withSpan({ name: 'anonymous job' }, () => Promise.reject(new Error('Tamara Canary'))).catch(() => undefined);
  });
  expect(spans.map(({ name, status }) => [name, status?.code ?? 0])).toEqual([
    ['job prices.look', 0],
    ['anonymous job', 2],
  ]);
  expect(exportRequests.map(({ text }) => text).join()).not.toContain('Tamara');
});

test('nothing is sent without a collector, and an unreachable one delays nothing', async () => {
  const observability = { ...services.config.observability, collector: undefined };
  const close = await openTraces({ observability });
  await call('prices/list', {});
  await close();
  expect(exportRequests).toEqual([]);
  const unreachable = await openTraces({ observability: { ...observability, collector: 'http://127.0.0.1:1' } });
  expect((await call('prices/list', {})).status).toBe(200);
  await unreachable();
});

test.each([
  ['select * from app.authenticate_session($1, $2)', 'select app.authenticate_session'],
  ['begin', 'begin'],
  ['insert into transactions (id) values ($1)', 'insert transactions'],
  ['\n  update mails set tries = 1', 'update mails'],
  ['with x as (select 1) select * from "x y"', 'with'],
])('%s is named %s', (text, summary) => expect(summarizeStatement(text)).toBe(summary));

const commit = '0123456789abcdef0123456789abcdef01234567';
const otherCommit = 'fedcba9876543210fedcba9876543210fedcba98';
const observability = { ...services.config.observability, collector: undefined };
const repository = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-git-'));
  mkdirSync(join(folder, 'refs/heads'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

test.each<[string, Record<string, string>, string | null]>([
  ['with a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }, commit],
  [
    'with a packed branch',
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `${otherCommit} refs/x\n${commit} refs/heads/main\n` },
    commit,
  ],
  ['with a detached commit', { HEAD: `${commit}\n` }, commit],
  ['with a branch without a commit', { HEAD: 'ref: refs/heads/main\n' }, null],
  ['nothing', {}, null],
])('the commit is read from a repository %s', async (_name, files, commitFound) =>
  expect(await readCommit(repository(files))).toBe(commitFound),
);

test('the configured commit wins, and the version is that of the package', async () => {
  const buildInfo = await loadBuildInfo({ observability: { ...observability, commit: 'abc1234' } });
  expect(buildInfo).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: 'abc1234' });
});

test('the backup time is that of its mark file, or unknown without one', async () => {
  const backupFile = join(repository({ mark: '' }), 'mark');
  const backupTime = new Date('2026-11-20T05:00:00Z');
  utimesSync(backupFile, backupTime, backupTime);
  expect(await loadBackupTime({ observability: { ...observability, backupFile } })).toEqual(backupTime);
  expect(await loadBackupTime({ observability: { ...observability, backupFile: `${backupFile}-missing` } })).toBeNull();
  expect(await loadBackupTime({ observability })).toBeNull();
});

describe('kinds of routes', () => {
  test.each([
    ['/api/rpc/*', 'POST', 'command'],
    ['/api/live', 'GET', 'live'],
    ['/api/hooks/card/:provider', 'POST', 'hook'],
    ['/api/files', 'PUT', 'upload'],
    ['/api/uploads/:id', 'GET', 'upload'],
    ['/api/files/:id', 'GET', 'file'],
    ['/api/transactions.csv', 'GET', 'file'],
    ['/readyz', 'GET', 'health'],
    ['/assets/*', 'GET', 'asset'],
    ['/favicon.svg', 'GET', 'asset'],
    ['/*', 'GET', 'page'],
    [undefined, 'GET', 'nothing'],
  ])('%s requested by %s is %s', (pattern, method, kind) => expect(classifyRoute(pattern, method)).toBe(kind));
});
