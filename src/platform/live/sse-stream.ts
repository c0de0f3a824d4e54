import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getConnectionKey, getNetworkKey } from '../http/client-network.ts';
import { closeOnNextRequest, hasNoPipelined } from '../http/request-bounds.ts';
import { keyedSemaphore } from '../limits/concurrency-limit.ts';

/** Unread bytes after which the stream is closed; the browser reconnects. */
const maxUnreadBytes = 16 * 1024;

export type SseEvent = { readonly raw: Buffer; readonly chunk: Buffer };

export function encodeEvent(text: string): SseEvent {
  const raw = Buffer.from(text);
  return { raw, chunk: Buffer.from(`${raw.length.toString(16)}\r\n${text}\r\n`) };
}

export type SseStream = { readonly output: Writable; readonly isChunked: boolean };

/** Opens a stream. Detaches the socket to free its parser, except for HTTP/1.0, closing and pipelined requests. */
export function openStream(
  { raw: request }: FastifyRequest,
  { raw: response }: FastifyReply,
  event: SseEvent,
): SseStream {
  const { socket } = request;
  const canDetach =
    request.httpVersion === '1.1' && request.complete && response.shouldKeepAlive && hasNoPipelined(socket);
  if (!canDetach) {
    response.writeHead(200);
    response.write(event.raw);
    return { output: response, isChunked: false };
  }
  response.setHeader('transfer-encoding', 'chunked');
  response.writeHead(200);
  response.chunkedEncoding = false;
  // Waits until the server has finished with request and response.
  const detach = createDetach(socket);
  response.once('finish', () => setImmediate(detach));
  response.end(event.chunk);
  closeOnNextRequest(socket);
  return { output: socket, isChunked: true };
}

const serverEvents = ['data', 'end', 'error', 'drain', 'timeout', 'pause', 'resume'];

/** Detaches a socket like an upgrade. Calls its close listeners, because the server frees its parser only then. */
function createDetach(socket: Socket): () => void {
  const closeListeners = socket.listeners('close');
  return () => {
    if (socket.destroyed) return;
    // Without a timeout, because the server would close an idle socket.
    socket.setTimeout(0);
    for (const event of serverEvents) socket.removeAllListeners(event);
    for (const listener of closeListeners as (() => void)[]) {
      socket.off('close', listener);
      listener.call(socket);
    }
    socket.on('error', ignoreError).on('end', endSocket).on('data', destroySocket);
  };
}

const ignoreError = () => undefined;
function endSocket(this: Socket) {
  this.end();
}
function destroySocket(this: Socket) {
  this.destroy();
}

export function writeEvent({ output, isChunked }: SseStream, { raw, chunk }: SseEvent): void {
  if (output.writableEnded) return;
  if (output.writableLength > maxUnreadBytes) output.destroy();
  else output.write(isChunked ? chunk : raw);
}

const lastChunk = '0\r\n\r\n';

/** Ends a stream. A second call cuts the connection. */
export function endStream({ output, isChunked }: SseStream): void {
  if (output.writableEnded) output.destroy();
  else if (isChunked) output.end(lastChunk);
  else output.end();
}

const retentionMs = 60_000;
const maxEvents = 5_000;
const transitMs = 5_000;

type SentEvent = { readonly at: number; readonly payload: string };

/** Keeps recent events for a page: its stream opens seconds after it was rendered. `now` is monotonic. */
export function replayBuffer(now = () => performance.now()) {
  let events: SentEvent[] = [];
  let completeSince = Number.POSITIVE_INFINITY;
  return {
    start: () => {
      completeSince = Math.min(completeSince, now());
    },
    record: (payload: string) => {
      events.push({ at: now(), payload });
      if (events.length % 100 !== 0) return;
      const since = Math.max(now() - retentionMs, events.at(-maxEvents)?.at ?? 0);
      completeSince = Math.max(completeSince, since);
      events = events.filter(({ at }) => at >= since);
    },
    /** Returns the events since a page of this age in ms was rendered. Null when some may be missing. */
    since: (ageMs: number): readonly string[] | null => {
      const from = now() - ageMs - transitMs;
      if (!(from >= completeSince)) return null;
      return [...new Set(events.filter(({ at }) => at >= from).map(({ payload }) => payload))];
    },
  };
}

/** Maximum streams in one process. A school may share a connection. `anonymous` leaves capacity for users. */
export const liveLimits = { person: 20, connection: 200, network: 5_000, all: 10_000, anonymous: 7_000 } as const;

export function createLiveLimiter() {
  const acquire = keyedSemaphore();
  return {
    person: (id: string | null) =>
      acquire([id === null ? ['strangers', liveLimits.anonymous] : [`person ${id}`, liveLimits.person]]),
    connection: (ip: string) =>
      acquire([
        ['all', liveLimits.all],
        [`network ${getNetworkKey(ip)}`, liveLimits.network],
        [getConnectionKey(ip), liveLimits.connection],
      ]),
  };
}
