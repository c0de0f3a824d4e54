import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RefusalError } from '../../../kernel/refusal.ts';

type RouteKind = 'command' | 'live' | 'health' | 'hook' | 'upload' | 'file' | 'asset' | 'page' | 'nothing';

const prefixes: readonly (readonly [beginning: string, kind: RouteKind])[] = [
  ['/api/rpc/', 'command'],
  ['/api/partner/v1/', 'command'],
  ['/api/live', 'live'],
  ['/api/hooks/', 'hook'],
  ['/api/uploads/', 'upload'],
  ['/api/', 'file'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/assets/', 'asset'],
];

export function classifyRoute(pattern: string | undefined, method: string): RouteKind {
  if (pattern === undefined) return 'nothing';
  if (pattern === '/api/files' && method === 'PUT') return 'upload';
  const match = prefixes.find(([prefix]) => pattern.startsWith(prefix));
  if (match) return match[1];
  return /\.[a-z0-9]+$/i.test(pattern) ? 'asset' : 'page';
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type FinishedRequest = { readonly kind: RouteKind; readonly status: number; readonly seconds: number };

export type FaultReportOutcome = 'sent' | 'suppressed' | 'failed';

/** Counters of this process. Labels never identify a person. */
export type Meters = {
  readonly registry: Registry;
  readonly startRequest: (kind: RouteKind) => void;
  readonly finishRequest: (request: FinishedRequest) => void;
  readonly countRefusal: (countRefusal: Pick<RefusalError, 'code'>) => void;
  readonly countFault: () => void;
  readonly countBrowserFault: () => void;
  readonly countFaultReport: (outcome: FaultReportOutcome) => void;
  readonly watchStreams: (countListeners: () => number) => void;
  readonly watchPools: (pools: Readonly<Record<string, pg.Pool>>) => void;
};

export function openMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `cryptocommerce_${name}_total`, help, labelNames, registers });
  const requests = counter('requests', 'Answered requests by route kind and status.', 'kind', 'status');
  const seconds = new Histogram({
    name: 'cryptocommerce_request_seconds',
    help: 'Seconds until the last byte of an answer, by route kind; without live streams.',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  const inProgress = new Gauge({
    name: 'cryptocommerce_requests_under_way',
    help: 'Requests in progress by route kind; without live streams.',
    labelNames: ['kind'],
    registers,
  });
  let countListeners = () => 0;
  new Gauge({
    name: 'cryptocommerce_live_listeners',
    help: 'Open live streams of this process.',
    registers,
    collect() {
      this.set(countListeners());
    },
  });
  const refusals = counter('refusals', 'Refusals by error code.', 'code');
  const faults = counter('faults', 'Server faults; each has a reference in the log.');
  const browserFaults = counter('browser_faults', 'Faults that pages reported.');
  const reportHelp = 'Faults for the collector by outcome: sent, suppressed (duplicate or limit) or failed.';
  const faultReports = counter('fault_reports', reportHelp, 'outcome');
  return {
    registry,
    startRequest: (kind) => {
      if (kind !== 'live') inProgress.labels(kind).inc();
    },
    finishRequest: ({ kind, status, seconds: durationSeconds }) => {
      requests.labels(kind, String(status)).inc();
      if (kind === 'live') return;
      inProgress.labels(kind).dec();
      seconds.labels(kind).observe(durationSeconds);
    },
    watchStreams: (countStreams) => {
      countListeners = countStreams;
    },
    countRefusal: ({ code }) => refusals.labels(code).inc(),
    countFault: () => faults.inc(),
    countBrowserFault: () => browserFaults.inc(),
    countFaultReport: (outcome) => faultReports.labels(outcome).inc(),
    watchPools: (pools) => watchPools(registry, pools),
  };
}

function watchPools(registry: Registry, pools: Readonly<Record<string, pg.Pool>>): void {
  const entries = Object.entries(pools);
  const gauge = (name: string, help: string, read: (pool: pg.Pool) => number) =>
    new Gauge({
      name: `cryptocommerce_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [label, pool] of entries) this.labels(label).set(read(pool));
      },
    });
  gauge('in_use', 'Busy connections of a pool.', (pool) => pool.totalCount - pool.idleCount);
  gauge('idle', 'Idle connections of a pool.', (pool) => pool.idleCount);
  gauge('waiting', 'Requests waiting for a connection of a pool.', (pool) => pool.waitingCount);
  gauge('most', 'Maximum connections of a pool.', (pool) => pool.options.max);
}

export function measureProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

export function mountMeters(app: FastifyInstance, meters: Meters): void {
  app.addHook('onRequest', (request, { raw }, done) => {
    const kind = classifyRoute(request.is404 ? undefined : request.routeOptions.url, request.method);
    const startedAt = performance.now();
    meters.startRequest(kind);
    raw.once('close', () => {
      const status = raw.headersSent ? raw.statusCode : 499;
      meters.finishRequest({ kind, status, seconds: (performance.now() - startedAt) / 1000 });
    });
    done();
  });
}
