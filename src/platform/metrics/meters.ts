import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Refused } from '../../kernel/refusal.ts';
import { kindOf, type RouteKind } from './route-kind.ts';

/** From a page out of memory to an upload over a weak line, seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Ended = { readonly kind: RouteKind; readonly status: number; readonly seconds: number };

/** What this process counts of itself. No label names anybody: kinds of routes, statuses, codes of the catalogue. */
export type Meters = {
  readonly registry: Registry;
  readonly began: (kind: RouteKind) => void;
  readonly ended: (request: Ended) => void;
  /** An answer that said no. */
  readonly refused: (refused: Pick<Refused, 'code'>) => void;
  /** An answer that had to say that something broke. */
  readonly broke: () => void;
  /** Counts who holds a live line, when asked. */
  readonly watchLines: (listening: () => number) => void;
  readonly watchPools: (pools: Readonly<Record<string, pg.Pool>>) => void;
};

/** Opens what is counted, all at nothing. */
export function openMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'cryptocommerce_requests_total',
    help: 'Requests that were answered, by the kind of their route and the status.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'cryptocommerce_request_seconds',
    help: 'How long answers took until their last byte was handed on, by the kind of their route; live lines apart.',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  const underWay = new Gauge({
    name: 'cryptocommerce_requests_under_way',
    help: 'Requests that are being answered, by the kind of their route; live lines apart.',
    labelNames: ['kind'],
    registers,
  });
  let listening = () => 0;
  new Gauge({
    name: 'cryptocommerce_live_listeners',
    help: 'Live lines that are open in this process.',
    registers,
    collect() {
      this.set(listening());
    },
  });
  const refusals = new Counter({
    name: 'cryptocommerce_refusals_total',
    help: 'Answers that said no, by the code of the catalogue.',
    labelNames: ['code'],
    registers,
  });
  const faults = new Counter({
    name: 'cryptocommerce_faults_total',
    help: 'Answers that had to say that something broke: each has a reference in the log.',
    registers,
  });
  return {
    registry,
    began: (kind) => {
      if (kind !== 'live') underWay.labels(kind).inc();
    },
    ended: ({ kind, status, seconds: took }) => {
      requests.labels(kind, String(status)).inc();
      if (kind === 'live') return;
      underWay.labels(kind).dec();
      seconds.labels(kind).observe(took);
    },
    watchLines: (count) => {
      listening = count;
    },
    refused: ({ code }) => refusals.labels(code).inc(),
    broke: () => faults.inc(),
    watchPools: (pools) => watchPools(registry, pools),
  };
}

/** Of each pool how many connections are at work and at rest, how many may be, and who waits for one, when asked. */
function watchPools(registry: Registry, pools: Readonly<Record<string, pg.Pool>>): void {
  const each = Object.entries(pools);
  const gauge = (name: string, help: string, read: (pool: pg.Pool) => number) =>
    new Gauge({
      name: `cryptocommerce_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [label, pool] of each) this.labels(label).set(read(pool));
      },
    });
  gauge('in_use', 'Connections of a pool that are at work.', (pool) => pool.totalCount - pool.idleCount);
  gauge('idle', 'Connections of a pool that are open and at rest.', (pool) => pool.idleCount);
  gauge('waiting', 'Who waits for a connection of a pool.', (pool) => pool.waitingCount);
  gauge('most', 'Connections that a pool may have.', (pool) => pool.options.max);
}

/** What a process of Node is measured by: memory, processor, how late its loop is, how long it collects garbage. */
export function measureProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Counts every request from its head to the last byte of its answer, or to the loss of its line. */
export function mountMeters(app: FastifyInstance, meters: Meters): void {
  app.addHook('onRequest', (request, { raw }, done) => {
    const kind = kindOf(request.is404 ? undefined : request.routeOptions.url, request.method);
    const begun = performance.now();
    meters.began(kind);
    finished(raw, () => {
      // Whose line was lost before anything was said was answered by nobody, as in the logs of proxies.
      const status = raw.headersSent ? raw.statusCode : 499;
      meters.ended({ kind, status, seconds: (performance.now() - begun) / 1000 });
    });
    done();
  });
}
