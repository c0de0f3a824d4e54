import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '../../../../fakes/people.ts';
import { buy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { openTraces } from './open-traces.ts';
import { summarizeStatement, withJobSpan, withSpan } from './spans.ts';

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
