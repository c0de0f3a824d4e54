import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startFaultCollector } from '../../../../fakes/faults/collector.ts';
import { buy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { openLog, toLoggable } from '../log.ts';
import type { FaultReportOutcome } from '../metrics/meters.ts';
import type { FaultOrigin } from './collector.ts';
import { maxFaultsPerMinute, openFaultReporter } from './fault-reporter.ts';

const collector = await startFaultCollector();
afterAll(() => collector.stop());
const server = await serverUnderTest({ FAULT_COLLECTOR_DSN: collector.dsn, BUILD_COMMIT: '0123456789abcdef' });
const { app, owner, services, signIn } = server;
beforeEach(() => {
  collector.received.splice(0);
  collector.setAnswer(200);
});

const planted = [
  'Tamara Canary tamara.canary@canary.example 876-555-0123 TRN 123-456-789 card 4111 1111 1111 1111',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq 203.0.113.9 eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl',
].join(' ');
const leaks = /canary|876-555|123-456|4111 1111|bc1q|203\.0\.113|eyJ|demo\.test|cookie/i;

await owner.query(`create function planted() returns trigger language plpgsql as $$
  begin raise exception '%', '${planted}'; end $$;
  create trigger planted before insert on transactions for each row execute function planted()`);

const waitForEvents = (count: number) => vi.waitFor(() => expect(collector.received).toHaveLength(count), 10_000);

const createReporter = (overrides: { dsn?: string } = {}) => {
  const outcomes: FaultReportOutcome[] = [];
  const lines: string[] = [];
  const time = { now: 0 };
  const observability = { ...services.config.observability, faultCollector: overrides.dsn ?? collector.dsn };
  const reporter = openFaultReporter({
    config: { mode: 'demo', observability },
    log: openLog('warn', { write: (line: string) => void lines.push(line) }),
    meters: { countFaultReport: (outcome) => void outcomes.push(outcome) },
    now: () => time.now,
  });
  return { ...reporter, outcomes, lines, time };
};
const origin: FaultOrigin = { side: 'server', reference: '01234567-89ab' };
const faultOf = (n: number) => toLoggable(Object.assign(new Error('broken'), { name: `Fault${n}` }));

test('a failing command is reported with its reference, release and stack, and without personal data', async () => {
  const answer = await buy(server, await signIn('tier2'));
  expect(answer.status).toBe(500);
  const reference = String(answer.body.data?.['reference'] ?? (answer.body as { reference?: string }).reference);
  await waitForEvents(1);
  const [{ text, event }] = collector.received as [{ text: string; event: (typeof collector.received)[0]['event'] }];
  expect(event).toMatchObject({
    platform: 'node',
    level: 'error',
    environment: 'demo',
    release: expect.stringMatching(/^cryptocommerce@\d+\.\d+\.\d+\+0123456789ab$/),
    transaction: 'POST /api/rpc/trading/placeBuyOrder',
    tags: { reference, side: 'server', status: '500', code: 'P0001', procedure: 'POST /api/rpc/trading/placeBuyOrder' },
  });
  expect(event.event_id).toMatch(/^[\da-f]{32}$/);
  expect(event.event_id).toContain(reference.replace('-', ''));
  const frames = event.exception?.values?.at(-1)?.stacktrace?.frames ?? [];
  expect(
    frames.some(
      ({ function: name, filename, lineno }) => name && lineno && /^(src|node_modules)\//.test(filename ?? ''),
    ),
  ).toBe(true);
  expect(text).not.toMatch(leaks);
  expect(Object.keys(event)).not.toEqual(expect.arrayContaining(['user']));
  expect(event).not.toHaveProperty('request');
  expect(event).not.toHaveProperty('server_name');
});

const pageFault = {
  name: 'TypeError',
  message: `Cannot read properties of null (reading 'map') ${planted}`,
  stack: [
    `TypeError: ${planted}`,
    '    at renderOrder (https://shop.test/assets/trading-1a2b.js:3:14)',
    'loadCanary@https://shop.test/verify/canary-code?name=canary:1:2',
    'drawList@https://shop.test/assets/list-9f.js:7:21',
  ].join('\n'),
  path: '/verify/canary-code',
};
const send = (payload: object, remoteAddress = '203.0.113.9') =>
  app.inject({ method: 'POST', url: '/api/faults', payload, remoteAddress, headers: { cookie: 'session=canary' } });

test('a fault of a page reaches the collector with its frames and screen, and no personal data', async () => {
  const answer = await send({ ...pageFault, reference: 'abcdef01-2345' });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  await waitForEvents(1);
  const { text, event } = collector.received[0] ?? { text: '' };
  expect(event).toMatchObject({
    platform: 'javascript',
    tags: { reference: 'abcdef01-2345', side: 'browser' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: expect.stringContaining("Cannot read properties of null (reading 'map')"),
          stacktrace: {
            frames: [
              { function: 'drawList', filename: 'assets/list-9f.js', lineno: 7, colno: 21 },
              { function: 'renderOrder', filename: 'assets/trading-1a2b.js', lineno: 3, colno: 14 },
            ],
          },
        },
      ],
    },
  });
  expect(event?.transaction).toMatch(/^page (?!.*canary)/);
  expect(text).not.toMatch(leaks);
});

test.each([
  ['nothing', {}],
  ['a name that is a text', { ...pageFault, name: 'Tamara Canary' }],
  ['a reference of another form', { ...pageFault, reference: 'tamara@canary.example' }],
  ['a list', []],
])('%s in place of a fault is answered and ignored', async (_, payload) => {
  expect((await send(payload, '203.0.113.10')).statusCode).toBe(204);
  await sleep(50);
  expect(collector.received).toEqual([]);
});

test('a visitor that sends too many faults is refused, and a large one is too', async () => {
  const statuses = await Promise.all(Array.from({ length: 70 }, () => send(pageFault, '198.51.100.7')));
  expect(statuses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  expect((await send({ ...pageFault, more: 'x'.repeat(20_000) }, '198.51.100.8')).statusCode).toBe(413);
});

test('a storm sends each fault once a minute, up to the limit of its side', async () => {
  const { report, close, outcomes, time } = createReporter();
  for (let n = 0; n < 1_000; n += 1) report(faultOf(n % 100), origin);
  for (let n = 0; n < 1_000; n += 1) report(faultOf(n % 100), { ...origin, side: 'browser' });
  await close();
  const counted = (kind: FaultReportOutcome) => outcomes.filter((outcome) => outcome === kind).length;
  expect(collector.received.length).toBeLessThanOrEqual(maxFaultsPerMinute.server + maxFaultsPerMinute.browser);
  expect(counted('sent')).toBe(collector.received.length);
  expect(counted('sent') + counted('suppressed')).toBe(2_000);
  collector.received.splice(0);
  time.now += 60_000;
  report(faultOf(1), origin);
  report(faultOf(1), origin);
  await close();
  expect(collector.received).toHaveLength(1);
});

test('a collector that asks for a pause gets nothing until its end', async () => {
  const { report, close, outcomes } = createReporter();
  collector.setAnswer(429, { 'retry-after': '60' });
  report(faultOf(1), origin);
  await close();
  report(faultOf(2), origin);
  await close();
  expect(outcomes).toEqual(['suppressed', 'suppressed']);
  expect(collector.received).toHaveLength(1);
});

test('a collector that is down is logged once and counted, and the user gets the same answer', async () => {
  const dsn = 'http://publickey@127.0.0.1:1/7';
  const { report, close, outcomes, lines } = createReporter({ dsn });
  for (let n = 0; n < 3; n += 1) {
    expect(report(faultOf(n), origin)).toBeUndefined();
    await close();
  }
  expect(outcomes).toEqual(['failed', 'failed', 'failed']);
  expect(lines.filter((line) => line.includes('the fault collector cannot be reached'))).toHaveLength(1);
  expect(lines.join()).not.toContain('publickey');
  const answer = await buy({ ...server }, await signIn('tier2'));
  expect([answer.status, answer.body.code]).toEqual([500, 'general.fault']);
});

test('a failed job is reported with its name', async () => {
  const { report, close } = createReporter();
  report(toLoggable(new Error('broken', { cause: new TypeError(planted) })), { ...origin, procedure: 'job mail.send' });
  await close();
  const [{ text, event }] = collector.received as [
    { text: string; event: { transaction?: string; exception?: { values?: { type?: string }[] } } },
  ];
  expect(event.transaction).toBe('job mail.send');
  expect(event.exception?.values?.map(({ type }) => type)).toEqual(['TypeError', 'Error']);
  expect(text).not.toMatch(leaks);
});
