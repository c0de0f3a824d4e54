import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fetchScrape } from '../../../test/metrics.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { freePort } from '../../../test/reliability/free-port.ts';
import { insertPendingSubmission, newCustomer } from '../../../test/submissions.ts';
import { insertFailedJob } from '../../../test/system.ts';
import { serverUnderTest, type TestServer } from '../../../test/worker.ts';
import { readConfig } from '../../platform/config/config.ts';
import { stages } from './figures.ts';
import { openMetrics } from './open-metrics.ts';

const mark = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-mark-')), 'mark');
writeFileSync(mark, '');
const port = await freePort();
const server = await serverUnderTest({ METRICS_PORT: String(port), BACKUP_MARK: mark, BUILD_COMMIT: 'abc1234' });
const { app, call, owner, services } = server;

async function freshPort(other: Partial<TestServer['services']> = {}) {
  const at = await freePort();
  const observability = { ...services.config.observability, metrics: { port: at, host: '127.0.0.1' } };
  const close = await openMetrics({ ...services, ...other, config: { ...services.config, observability } });
  closing.push(close);
  return at;
}
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  closing.push(await openMetrics(services));
});
afterAll(() => Promise.all(closing.map((close) => close())));

async function scrapeWithFigures(at: number) {
  const up = async () => (await fetchScrape(at)).value('cryptocommerce_database_up');
  await expect.poll(up, { timeout: 35_000 }).toBe(1);
  return fetchScrape(at);
}

const anyNumbers = (points: string[]) => Object.fromEntries(points.map((point) => [point, expect.any(Number)]));
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('requests, refusals and durations are counted by kind, status and code', async () => {
  const cookie = await server.signIn('tier1');
  const first = await fetchScrape(port);
  await call('prices/list', {});
  await call('system/show', undefined, cookie);
  await call('accounts/signIn', { email: 'unknown@canary.test', password: 'wrong' });
  await app.inject({ url: '/api/audit.ndjson', headers: { cookie } });
  const evil = { origin: 'https://evil.example', 'content-type': 'application/json' };
  await app.inject({ method: 'POST', url: '/api/rpc/prices/list', headers: evil, payload: '{}' });
  await app.inject('/api/nothing-of-ours');
  const more = await fetchScrape(port);
  const grew = (point: string) => (more.value(point) ?? 0) - (first.value(point) ?? 0);
  expect({
    answered: grew('cryptocommerce_requests_total{kind="command",status="200"}'),
    notAllowed: grew('cryptocommerce_refusals_total{code="staff.not_allowed"}'),
    wrong: grew('cryptocommerce_refusals_total{code="accounts.wrong_password"}'),
    foreign: grew('cryptocommerce_refusals_total{code="general.foreign_origin"}'),
    files: grew('cryptocommerce_requests_total{kind="file",status="403"}'),
    nowhere: grew('cryptocommerce_requests_total{kind="nothing",status="404"}'),
    timed: grew('cryptocommerce_request_seconds_count{kind="command"}'),
  }).toEqual({ answered: 1, notAllowed: 2, wrong: 1, foreign: 1, files: 1, nowhere: 1, timed: 4 });
  expect(more.value('cryptocommerce_requests_under_way{kind="command"}')).toBe(0);
});

test('an open live stream is counted, but not its duration', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port: at } = app.server.address() as { port: number };
  const stream = new AbortController();
  const opened = await fetch(`http://127.0.0.1:${at}/api/live`, { signal: stream.signal });
  expect(opened.status).toBe(200);
  expect((await fetchScrape(port)).value('cryptocommerce_live_listeners')).toBe(1);
  stream.abort();
  await expect.poll(async () => (await fetchScrape(port)).value('cryptocommerce_live_listeners')).toBe(0);
  const { getLabels } = await fetchScrape(port);
  expect(getLabels('cryptocommerce_request_seconds_count').join()).not.toContain('live');
});

test('metrics include stages, money, jobs, mails, lists, sealing, erasures and prices', async () => {
  const cookie = await server.signIn('tier2');
  const { orderId } = await placePaidBuy(server, cookie);
  await owner.query(`update transactions set updated_at = $2 where id = $1`, [orderId, hoursAgo(2)]);
  await insertFailedJob(owner, { job: 'trading.send_email' });
  await owner.query(
    `insert into mails (kind, to_address, body, at, scheduled_for, next_at)
       values ('test', 'canary@canary.test', '{}', $1, $1, $1)`,
    [hoursAgo(3)],
  );
  await owner.query(
    `insert into retention_deadlines (subject_type, subject_id, user_id, kept_until, rule, set_at)
       select 'customer', id, id, '2020-01-01', 'canary', now() from profiles limit 1`,
  );
  const check = await insertPendingSubmission(server, (await newCustomer(server)).id);
  await owner.query('update kyc_submissions set created_at = $2 where id = $1', [check, hoursAgo(25)]);
  const { value } = await scrapeWithFigures(await freshPort());
  expect(value('cryptocommerce_database_up')).toBe(1);
  expect(value('cryptocommerce_identity_checks_waiting')).toBeGreaterThanOrEqual(1);
  expect(value('cryptocommerce_identity_checks_waiting_oldest_seconds')).toBeGreaterThanOrEqual(90_000);
  expect(value('cryptocommerce_orders{stage="claimed"}')).toBe(1);
  expect(value('cryptocommerce_orders_oldest_seconds{stage="claimed"}')).toBeGreaterThanOrEqual(7_200);
  expect(value('cryptocommerce_orders_oldest_seconds{stage="held"}')).toBe(0);
  expect(value('cryptocommerce_jobs_failed{job="trading.send_email"}')).toBe(1);
  expect(value('cryptocommerce_mails_waiting')).toBeGreaterThanOrEqual(1);
  expect(value('cryptocommerce_mails_waiting_oldest_seconds')).toBeGreaterThanOrEqual(10_800);
  expect(value('cryptocommerce_erasures_due')).toBe(1);
  expect(value('cryptocommerce_audit_unsealed')).toBeGreaterThanOrEqual(1);
  expect(value('cryptocommerce_ready{part="migrated"}')).toBe(1);
  expect(value('cryptocommerce_list_needed{list="demo"}')).toBe(1);
  expect(value('cryptocommerce_build_info{version="0.1.0",commit="abc1234"}')).toBe(1);
  expect({
    'cryptocommerce_price_age_seconds{symbol="BTC"}': value('cryptocommerce_price_age_seconds{symbol="BTC"}'),
    cryptocommerce_networks_age_seconds: value('cryptocommerce_networks_age_seconds'),
    cryptocommerce_city_database_age_seconds: value('cryptocommerce_city_database_age_seconds'),
    cryptocommerce_money_unallocated: value('cryptocommerce_money_unallocated'),
    cryptocommerce_payments_waiting: value('cryptocommerce_payments_waiting'),
    cryptocommerce_backup_age_seconds: value('cryptocommerce_backup_age_seconds'),
    'cryptocommerce_pool_most{pool="requests"}': value('cryptocommerce_pool_most{pool="requests"}'),
  }).toEqual(
    anyNumbers([
      'cryptocommerce_price_age_seconds{symbol="BTC"}',
      'cryptocommerce_networks_age_seconds',
      'cryptocommerce_city_database_age_seconds',
      'cryptocommerce_money_unallocated',
      'cryptocommerce_payments_waiting',
      'cryptocommerce_backup_age_seconds',
      'cryptocommerce_pool_most{pool="requests"}',
    ]),
  );
});

test('repeated scrapes read the database once', async () => {
  const at = await freshPort();
  const first = await scrapeWithFigures(at);
  const failedJob = await insertFailedJob(owner, { job: 'identity.send_email' });
  expect((await fetchScrape(at)).value(`cryptocommerce_jobs_failed{job="${failedJob.job}"}`)).toBe(
    first.value(`cryptocommerce_jobs_failed{job="${failedJob.job}"}`),
  );
});

test('a scrape succeeds while the request pool is exhausted', async () => {
  const { max } = services.pool.options;
  const held = await Promise.all(Array.from({ length: max }, () => services.pool.connect()));
  try {
    const { value } = await scrapeWithFigures(await freshPort());
    expect(value('cryptocommerce_database_up')).toBe(1);
    expect(value('cryptocommerce_pool_in_use{pool="requests"}')).toBe(max);
  } finally {
    for (const client of held) client.release();
  }
});

test('a database outage omits its figures and sets database_up to 0', async () => {
  const warned: string[] = [];
  const log = { ...services.log, warn: (_: object, text: string) => void warned.push(text) };
  const away = `postgres://unknown@127.0.0.1:${await freePort()}/nothing`;
  const at = await freshPort({ appUrl: away, log });
  const { value, names } = await fetchScrape(at);
  expect(value('cryptocommerce_database_up')).toBe(0);
  expect([...names].filter((name) => /orders|jobs|mails|price|list|unsealed|ready/.test(name))).toEqual([
    'cryptocommerce_live_listeners',
  ]);
  expect(names).toContain('process_resident_memory_bytes');
  expect(names).toContain('cryptocommerce_requests_total');
  await fetchScrape(at);
  expect(warned).toEqual(['the figures for metrics could not be read']);
});

test('no label names a person, an order or anything that grows with them', async () => {
  const { text, names, getLabels } = await fetchScrape(port);
  const points = text.split('\n').filter((stream) => !stream.startsWith('#'));
  expect(points.join('\n')).not.toMatch(/@|canary|[0-9a-f]{8}-[0-9a-f]{4}|127\.0\.0\.1|demo\.test/);
  const keys = [...names]
    .flatMap(getLabels)
    .flatMap((labels) => [...labels.matchAll(/(\w+)="/g)].map(([, key]) => key));
  const known = ['code', 'commit', 'job', 'kind', 'le', 'list', 'part', 'pool', 'stage', 'status', 'symbol', 'version'];
  const nodeLabels = ['gc', 'major', 'minor', 'patch', 'quantile', 'space', 'type'];
  expect([...new Set(keys)].filter((key) => ![...known, ...nodeLabels, 'kind'].includes(key ?? ''))).toEqual([]);
  expect(points.length).toBeLessThan(2_000);
});

test('metrics are served at one path of a separate port only', async () => {
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  expect((await at('/')).status).toBe(404);
  expect((await at('/api/prices')).status).toBe(404);
  expect((await at('/metrics', 'POST')).status).toBe(405);
  const raw = request({ port, host: '127.0.0.1', path: '//' }).end();
  const [answer] = (await once(raw, 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(404);
  expect((await at('/metrics')).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('metrics are off by default, bound to localhost, and never on the page port', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'cryptocommerce-metrics-'));
  expect(readConfig({ DATA_DIR, METRICS_PORT: '' }).observability.metrics).toBeUndefined();
  expect(readConfig({ DATA_DIR, METRICS_PORT: '9464' }).observability.metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
  });
  expect(readConfig({ DATA_DIR, METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).observability.metrics?.host).toBe(
    '10.0.0.5',
  );
  expect(() => readConfig({ DATA_DIR, PORT: '3000', METRICS_PORT: '3000' })).toThrow('METRICS_PORT: use another port');
  expect(() => readConfig({ DATA_DIR, METRICS_PORT: 'seven' })).toThrow('METRICS_PORT');
  const observability = { ...services.config.observability, metrics: undefined };
  await (await openMetrics({ ...services, config: { ...services.config, observability } }))();
});

describe('dashboard and alerts', () => {
  type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] };
  type Board = { panels: { title: string; targets?: { expr: string }[] }[] };
  const rules = (parse(readFileSync('ops/prometheus/alerts.yml', 'utf8')) as Rules).groups.flatMap(
    ({ rules }) => rules,
  );
  const board = JSON.parse(readFileSync('ops/grafana/cryptocommerce.json', 'utf8')) as Board;
  const queries = [
    ...rules.map(({ alert, expr }) => ({ by: alert, expr })),
    ...board.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ by: title, expr }))),
  ];
  const listMetricNames = (expr: string) => expr.match(/\b(cryptocommerce|process|nodejs)_\w+/g) ?? [];

  test('each panel and rule uses existing metrics and labels', async () => {
    await placePaidBuy(server, await server.signIn('enhanced'));
    const { names, getLabels } = await scrapeWithFigures(await freshPort());
    for (const { by, expr } of queries) {
      const metrics = listMetricNames(expr);
      expect(metrics, by).not.toEqual([]);
      expect(
        metrics.filter((name) => !names.has(name)),
        by,
      ).toEqual([]);
      const labels = metrics.flatMap(getLabels).join();
      const wanted = [...expr.matchAll(/(?:by|on) \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', '));
      const chosen = [...expr.matchAll(/[{,](\w+)[=!]~?"/g)].map(([, label = '']) => label);
      expect(
        [...wanted, ...chosen].filter((label) => !labels.includes(`${label}="`)),
        by,
      ).toEqual([]);
    }
  });

  test('required alerts exist, each with a summary and a description', () => {
    const wanted = ['NotReady', 'PriceOld', 'ListOld', 'MailsWait', 'MoneyUnallocated', 'SealingLags', 'QueueLate'];
    const names = rules.map(({ alert }) => alert.replace('Cryptocommerce', ''));
    expect(
      [...wanted, 'JobsFailed', 'Faults', 'PoolWaits', 'DatabaseAway', 'CityDatabaseOld'].filter(
        (name) => !names.includes(name),
      ),
    ).toEqual([]);
    for (const { annotations } of rules)
      expect(annotations).toMatchObject({ summary: expect.any(String), description: expect.any(String) });
    const inRules = [
      ...queries
        .map(({ expr }) => expr)
        .join()
        .matchAll(/stage=~"([^"]+)"/g),
    ].flatMap(([, list = '']) => list.split('|'));
    expect(inRules.filter((stage) => !stages.some((known) => known === stage))).toEqual([]);
  });

  const promtool = spawnSync('promtool', ['--version']).status === 0;
  test.skipIf(!promtool)('promtool accepts the rules and the scrape (needs promtool)', async () => {
    const checked = spawnSync('promtool', ['check', 'rules', 'ops/prometheus/alerts.yml'], { encoding: 'utf8' });
    expect(checked.stderr + checked.stdout).toMatch(/SUCCESS/);
    const { text } = await fetchScrape(port);
    const metrics = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    // promtool also reports names of the Node library; only errors and our own names matter.
    expect(`${metrics.stderr}`.split('\n').filter((stream) => /error|cryptocommerce_/.test(stream))).toEqual([]);
  });
});
