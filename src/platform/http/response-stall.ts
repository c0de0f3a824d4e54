import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Release } from '../limits/concurrency-limit.ts';

type OpenResponse = { socket: Socket; writtenBytes: number; stalledChecks: number };

/** Closes responses that the client stops reading. Slow responses continue while they make progress. */
export function closeStalledResponses(app: FastifyInstance, timeoutMs: number): void {
  const open = new Set<OpenResponse>();
  const checks = 3;
  const timer = setInterval(() => {
    for (const response of open) {
      const writtenBytes = response.socket.bytesWritten - response.socket.writableLength;
      response.stalledChecks = writtenBytes === response.writtenBytes ? response.stalledChecks + 1 : 0;
      response.writtenBytes = writtenBytes;
      if (response.stalledChecks >= checks) response.socket.destroy();
    }
  }, timeoutMs / checks).unref();
  app.addHook('onClose', () => clearInterval(timer));
  app.addHook('onSend', ({ raw: { socket } }, { raw }, payload, done) => {
    if (socket instanceof Socket) {
      const answer = { socket, writtenBytes: -1, stalledChecks: 0 };
      open.add(answer);
      raw.once('close', () => open.delete(answer));
    }
    done(null, payload);
  });
}

/** Returns a signal that aborts when the response ends or its connection has already closed. */
export function closedSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  return closed.signal;
}

export function releaseOn(closed: AbortSignal, release: Release): void {
  if (closed.aborted) release();
  else closed.addEventListener('abort', release, { once: true });
}
