import type { FastifyInstance, FastifyRequest } from 'fastify';
import pg from 'pg';
import { shutdownTimeoutMs } from '../http/graceful-shutdown.ts';
import type { Release } from '../limits/concurrency-limit.ts';
import type { Meters } from '../observability/metrics/meters.ts';
import {
  createLiveLimiter,
  encodeEvent,
  endStream,
  openStream,
  replayBuffer,
  type SseStream,
  writeEvent,
} from './sse-stream.ts';
import { canReceive, type TopicListener } from './topics.ts';

/** Heartbeat of a stream, ms [000 §9]. */
const heartbeatMs = 25_000;
/** Streams are short, because a session may expire while a stream is open. */
const maxStreamMs = 15 * 60_000;
/** Reconnect delays, ms [000 §9]. */
const reconnectDelaysMs = [1_000, 2_000, 5_000, 10_000];

type Listener = SseStream & { readonly person: TopicListener; readonly expiresAt: number };
type Options = {
  url: string;
  findUser: (request: FastifyRequest) => Promise<TopicListener>;
  meters: Pick<Meters, 'watchStreams'>;
};

const heartbeatEvent = encodeEvent(': beat\n\n');
const welcomeEvent = encodeEvent('retry: 1000\n\n');
const encodeTopic = (topic: string) => encodeEvent(`data: ${topic}\n\n`);

/**
 * Mounts `/api/live`, which streams the names of changed topics, never data. `topic@person` concerns one person, and
 * `leave@person` ends their streams. The parameter `age` is the age of the page in ms, to replay missed topics.
 */
export async function mountLive(app: FastifyInstance, { url, findUser, meters }: Options): Promise<void> {
  const listeners = new Set<Listener>();
  meters.watchStreams(() => listeners.size);
  const pendingSignIns = new Set<Set<string>>();
  const replay = replayBuffer();
  const subscription = subscribe(url, {
    onListening: replay.start,
    onPayload: (payload) => {
      const [topic, about] = payload.split('@');
      if (topic === 'leave' && about) for (const pending of pendingSignIns) pending.add(about);
      replay.record(payload);
      broadcast(listeners, payload);
    },
  });
  const heartbeat = setInterval(() => {
    const now = performance.now();
    for (const listener of listeners)
      if (listener.expiresAt < now) endStream(listener);
      else writeEvent(listener, heartbeatEvent);
  }, heartbeatMs);

  const limiter = createLiveLimiter();
  app.get<{ Querystring: { age?: unknown } }>('/api/live', async (request, reply) => {
    // Taken before the session check, and released however the stream ends.
    const releaseConnection = limiter.connection(request.ip);
    // Collects users with streams to end while the session check runs.
    const signedOut = new Set<string>();
    pendingSignIns.add(signedOut);
    const identified = releaseConnection && (await identify(findUser, request));
    pendingSignIns.delete(signedOut);
    const releasePerson = identified && limiter.person(identified.person?.id ?? null);
    const release = releaseBoth(releaseConnection, releasePerson);
    reply.hijack();
    if (reply.raw.destroyed) return release();
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const isFull = !releaseConnection || (identified && !releasePerson);
    if (!identified || isFull || signedOut.has(identified.person?.id ?? '')) {
      release();
      // Status 200, because a browser stops reconnecting after any other status.
      return void reply.raw.writeHead(200).end(`retry: ${isFull ? 60_000 : 5_000}\n\n`);
    }
    const person = identified.person && { id: identified.person.id, roles: identified.person.roles };
    const expiresAt = person ? performance.now() + maxStreamMs : Number.POSITIVE_INFINITY;
    const listener = { ...openStream(request, reply, welcomeEvent), person, expiresAt };
    listeners.add(listener);
    cleanUpOnClose(listener, { listeners, release });
    const { age } = request.query;
    if (age !== undefined) replayMissed(listener, replay.since(Math.max(0, Number(age))));
  });
  const endAll = () => {
    for (const listener of listeners) endStream(listener);
  };
  app.addHook('preClose', async () => {
    endAll();
    // Cuts streams that the client keeps open.
    setTimeout(endAll, shutdownTimeoutMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    await subscription.stop();
  });
}

const identify = (findUser: Options['findUser'], request: FastifyRequest) =>
  findUser(request).then(
    (person) => ({ person }),
    () => null,
  );

const releaseBoth = (releaseConnection: Release | null, releasePerson: Release | null) => () => {
  releaseConnection?.();
  releasePerson?.();
};

type StreamCleanup = { readonly listeners: Set<Listener>; readonly release: Release };

/** Not inlined, because an inline closure would keep request and reply in memory. */
const cleanUpOnClose = (listener: Listener, { listeners, release }: StreamCleanup) =>
  listener.output.once('close', () => {
    listeners.delete(listener);
    release();
  });

const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
const receives = ({ person }: Listener, topic: string, about: string | undefined) =>
  topic === everything || canReceive(person, topic, about);

function replayMissed(listener: Listener, payloads: readonly string[] | null) {
  const topics = (payloads ?? [everything])
    .map((payload) => payload.split('@'))
    .filter(([topic = '', about]) => receives(listener, topic, about))
    .map(([topic = '']) => topic);
  for (const topic of new Set(topics)) writeEvent(listener, encodeTopic(topic));
}

function broadcast(listeners: Set<Listener>, payload: string) {
  const [topic = '', about] = payload.split('@');
  // `everything` follows a reconnect, after which sessions may have ended unnoticed.
  const mustEnd = ({ person }: Listener) =>
    person !== null && (topic === everything || (topic === 'leave' && person.id === about));
  const event = encodeTopic(topic);
  for (const listener of listeners) {
    if (receives(listener, topic, about)) writeEvent(listener, event);
    if (mustEnd(listener)) endStream(listener);
  }
}

const everything = 'everything';

const connectionOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 5_000 };

type TopicHandlers = { onListening: () => void; onPayload: (payload: string) => void };

/** Listens for topics on its own connection. After a reconnect, reports the topic `everything`. */
function subscribe(url: string, { onListening, onPayload }: TopicHandlers) {
  let stopped = false;
  let attempts = 0;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const reconnect = () => {
    if (stopped || timer) return;
    const delayMs = reconnectDelaysMs[Math.min(attempts++, reconnectDelaysMs.length - 1)];
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, delayMs);
  };
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, ...connectionOptions });
    client = next;
    next.on('notification', ({ payload }) => payload && onPayload(payload));
    next.on('error', () => undefined);
    next.on('end', reconnect);
    try {
      await next.connect();
      await next.query('listen topic');
      onListening();
      if (attempts > 0) onPayload(everything);
      attempts = 0;
    } catch {
      reconnect();
    }
  };
  void connect();
  const stop = async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
  return { stop };
}
