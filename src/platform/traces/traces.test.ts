import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { buy } from '../../../test/orders.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { openTraces } from './open-traces.ts';
import { spanned, spannedJob, summaryOf } from './spans.ts';

type Told = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Span = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  attributes: Told[];
  status?: { code?: number };
};
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** A collector that keeps what it is sent, as it was sent. */
const sent: { path: string; text: string }[] = [];
const collector = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    sent.push({ path: request.url ?? '', text: Buffer.concat(pieces).toString() });
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
afterAll(() => collector.close());
const { port } = collector.address() as AddressInfo;
const server = await serverUnderTest({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
const { app, call, signIn, services } = server;

/** The spans of what was done between the opening of traces and their end. */
async function tracesOf(act: () => Promise<unknown>): Promise<Span[]> {
  const close = await openTraces(services.config);
  await act();
  await close();
  const told = sent.map(({ text }) => JSON.parse(text) as Sent);
  return told.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}
beforeEach(() => void sent.splice(0));
const attribute = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? Number(value?.intValue);
};

test('a command is a span by its name, and its statements stand under it by what they do', async () => {
  const cookie = await signIn('tier2');
  const spans = await tracesOf(() => call('trading/list', {}, cookie));
  const command = spans.find(({ name }) => name === 'POST /api/rpc/trading/list');
  expect(attribute(command, 'http.response.status_code')).toBe(200);
  expect(attribute(command, 'http.route')).toBe('/api/rpc/*');
  const under = spans.filter(({ parentSpanId }) => parentSpanId === command?.spanId);
  expect(under.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'select app.enter']));
  expect(under.some(({ name }) => /transactions/.test(name))).toBe(true);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(sent.every(({ path }) => path === '/v1/traces')).toBe(true);
});

test('no span tells a parameter, a person, a token or what stood in an address', async () => {
  const cookie = await signIn('tier2');
  const spans = await tracesOf(async () => {
    await call('accounts/signIn', { email: 'canary@canary.test', password: 'Canary-Secret-9081!' });
    await call('accounts/signIn', { email: 'tier1@demo.test', password: demoPassword });
    await buy(server, cookie);
    await app.inject({ url: '/api/files/01990000-0000-7000-8000-000000000000?signature=canary', headers: { cookie } });
    await app.inject({ url: '/canary/of-mine?token=canary' });
    await app.inject({ method: 'POST', url: '/api/rpc/canary/command', payload: {} });
  });
  expect(spans.length).toBeGreaterThan(10);
  const text = sent.map((one) => one.text).join('\n');
  expect(text).not.toMatch(/canary|demo\.test|bc1q|127\.0\.0\.1/i);
  expect(text).not.toContain(cookie.split('=')[1]?.slice(0, 20));
  expect(text).not.toContain('01990000');
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /api/files/:id', 'POST /api/rpc/accounts/signIn', 'POST /api/rpc/*']),
  );
});

test('a job is a span; one that fails says that, and not how', async () => {
  const job = spannedJob({
    name: 'prices.look',
    run: () => services.db.selectFrom('crypto_prices').select('symbol').execute(),
  });
  const spans = await tracesOf(async () => {
    await job.run();
    await spanned({ name: 'job of nobody' }, () => Promise.reject(new Error('Tamara Canary'))).catch(() => undefined);
  });
  expect(spans.map(({ name, status }) => [name, status?.code ?? 0])).toEqual([
    ['job prices.look', 0],
    ['job of nobody', 2],
  ]);
  expect(sent.map(({ text }) => text).join()).not.toContain('Tamara');
});

test('where no collector is named nothing is sent, and one that is away holds up nobody', async () => {
  const seeing = { ...services.config.seeing, collector: undefined };
  const close = await openTraces({ seeing });
  await call('prices/list', {});
  await close();
  expect(sent).toEqual([]);
  const away = await openTraces({ seeing: { ...seeing, collector: 'http://127.0.0.1:1' } });
  expect((await call('prices/list', {})).status).toBe(200);
  await away();
});

test.each([
  ['select * from app.enter($1, $2)', 'select app.enter'],
  ['begin', 'begin'],
  ['insert into transactions (id) values ($1)', 'insert transactions'],
  ['\n  update mails set tries = 1', 'update mails'],
  ['with x as (select 1) select * from "x y"', 'with'],
])('%s is told as %s', (text, summary) => expect(summaryOf(text)).toBe(summary));
