import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { keyedSemaphore, type Limit } from '../limits/concurrency-limit.ts';
import { refuse } from '../messages.ts';
import { getConnectionKey, getNetworkKey } from './client-network.ts';

/** Maximum concurrent bodies in one process, with limits for large bodies, anonymous callers and each session. */
export const bodyLimits = {
  perSession: 4,
  allReserved: 10_000,
  session: 200,
  connection: 1_000,
  network: 2_000,
} as const;
export const largeBodyLimits = {
  minBytes: 16 * 1024,
  perSession: 2,
  allReserved: 128,
  session: 16,
  connection: 16,
  network: 64,
  all: 256,
  anonymous: 128,
} as const;

type SessionOf = (request: FastifyRequest) => string | null;
const noSession: SessionOf = () => null;

/** Reads a body into one buffer, before the caller is known. */
function createBodyReader(maxBytes: number, sessionOf: SessionOf) {
  const acquire = keyedSemaphore();
  return async (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> => {
    const { ip } = request;
    const releases: (() => void)[] = [];
    const acquireOrRefuse = (limits: readonly Limit[]) => releases.push(acquire(limits) ?? refuse('general.busy', {}));
    try {
      const session = sessionOf(request);
      const acquireFrom = (reserved: readonly Limit[], shared: readonly Limit[]) => {
        const release = session === null ? null : acquire(reserved);
        if (release) releases.push(release);
        else acquireOrRefuse(shared);
      };
      acquireFrom(getReservedLimits(session), getSharedLimits(ip, session));
      return await readAll(payload, {
        maxBytes,
        onLarge: () => acquireFrom(getReservedLargeLimits(session), getSharedLargeLimits(ip, session)),
      });
    } finally {
      for (const release of releases) release();
    }
  };
}

export function mountJsonBodies(app: FastifyInstance, maxBytes: number, sessionOf = noSession): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const read = createBodyReader(maxBytes, sessionOf);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request, payload, done) => {
    read(request, payload).then((body) => parse(request, body.toString('utf8'), done), done);
  });
}

/** Makes routes get bodies as bytes, for signed webhooks. */
export function mountByteBodies(app: FastifyInstance, maxBytes: number): void {
  const read = createBodyReader(maxBytes, noSession);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    read(request, payload).then((body) => done(null, body), done);
  });
}

const getReservedLimits = (session: string | null): readonly Limit[] => [
  ['reserved', bodyLimits.allReserved],
  [`reserved ${session}`, bodyLimits.perSession],
];
const getReservedLargeLimits = (session: string | null): readonly Limit[] => [
  ['large reserved', largeBodyLimits.allReserved],
  [`large reserved ${session}`, largeBodyLimits.perSession],
];
const getAudience = (session: string | null) => (session === null ? 'anonymous' : 'users');
const getSharedLimits = (ip: string, session: string | null): readonly Limit[] => [
  ...(session === null ? [] : ([[`session ${session}`, bodyLimits.session]] as const)),
  [`${getAudience(session)} ${getNetworkKey(ip)}`, bodyLimits.network],
  [`${getAudience(session)} connection ${getConnectionKey(ip)}`, bodyLimits.connection],
];
const getSharedLargeLimits = (ip: string, session: string | null): readonly Limit[] => [
  ...(session === null
    ? ([['large anonymous', largeBodyLimits.anonymous]] as const)
    : ([
        ['large', largeBodyLimits.all],
        [`large session ${session}`, largeBodyLimits.session],
      ] as const)),
  [`large ${getAudience(session)} ${getNetworkKey(ip)}`, largeBodyLimits.network],
  [`large ${getAudience(session)} connection ${getConnectionKey(ip)}`, largeBodyLimits.connection],
];

type ReadOptions = {
  readonly maxBytes: number;
  readonly onLarge: () => void;
};

function readAll(payload: IncomingMessage, { maxBytes, onLarge }: ReadOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const buffer = createGrowingBuffer(maxBytes);
  const onData = (chunk: Buffer) => {
    try {
      const received = buffer.bytes();
      if (received + chunk.length > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (received < largeBodyLimits.minBytes && received + chunk.length >= largeBodyLimits.minBytes) onLarge();
      buffer.add(chunk);
    } catch (error) {
      payload.off('data', onData);
      reject(error);
    }
  };
  const onClosed = () => {
    if (!payload.readableEnded) reject(Object.assign(new Error('the body ended early'), { statusCode: 400 }));
  };
  if (Number(payload.headers['content-length'] ?? 0) > maxBytes) reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  else payload.on('data', onData);
  payload.once('end', () => resolve(buffer.all()));
  for (const event of ['error', 'close']) payload.once(event, onClosed);
  payload.resume();
  return promise;
}

function createGrowingBuffer(maxBytes: number) {
  let held = Buffer.alloc(0);
  let bytes = 0;
  return {
    bytes: () => bytes,
    add: (chunk: Buffer) => {
      const total = bytes + chunk.length;
      if (total > held.length) held = Buffer.concat([held.subarray(0, bytes), chunk], Math.min(maxBytes, total * 2));
      else chunk.copy(held, bytes);
      bytes = total;
    },
    all: () => held.subarray(0, bytes),
  };
}
