import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Closes a connection if its request body does not arrive in time. Upload routes cancel the timeout. */
export function limitBodyTime(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) startTimer(request.raw, timeoutMs);
    // Discards the body of a GET, which would stay in memory until the response ends.
    if (request.method === 'GET') request.raw.resume();
    done();
  });
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function startTimer(raw: IncomingMessage, timeoutMs: number): void {
  const timer = setTimeout(() => {
    if (!raw.complete) closeConnection(raw, '408 Request Timeout');
  }, timeoutMs).unref();
  deadlines.set(raw, timer);
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

function closeConnection(raw: IncomingMessage, status: string): void {
  if (!(raw.socket instanceof Socket)) return;
  raw.socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  raw.destroy();
}

export const cancelBodyTimeout = ({ raw }: FastifyRequest): void => clearTimeout(deadlines.get(raw));

/** Maximum pipelined requests without a response. Browsers and proxies send one at a time. */
export const maxUnanswered = 10;

const unanswered = new WeakMap<Socket, number>();

/** Returns true when the connection has no other request without a response. */
export const hasNoPipelined = (socket: Socket): boolean => (unanswered.get(socket) ?? 1) <= 1;

/** Makes the next request on a connection close it. */
export const closeOnNextRequest = (socket: Socket): void => void unanswered.set(socket, maxUnanswered + 1);

/** Limits pipelined requests, which could start hundreds at once. Counts before the hooks, which some bypass. */
export function limitPipelining(app: FastifyInstance): void {
  const addUnanswered = (socket: Socket, change: number) => {
    const total = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, total);
    return total;
  };
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => addUnanswered(socket, -1));
    if (addUnanswered(socket, 1) > maxUnanswered) socket.destroy();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack();
    else done();
  });
}
