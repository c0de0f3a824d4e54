import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Every request must have arrived in so many milliseconds, or its connection ends: who sends one byte a minute holds
 * nothing open. A route for which length is no fault takes its requests out ({@link liftDeadline}) and watches over
 * them by itself.
 */
export function mountBodyDeadline(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (bringsBody(request)) begin(request.raw, milliseconds);
    // What nobody reads would be kept as long as the answer takes, and that of a live line takes for ever.
    if (request.method === 'GET') request.raw.resume();
    done();
  });
}

const bringsBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function begin(raw: IncomingMessage, milliseconds: number): void {
  const over = setTimeout(() => {
    // All came, read or not: an answer may take as long as it likes.
    if (!raw.complete) endLine(raw, '408 Request Timeout');
  }, milliseconds).unref();
  deadlines.set(raw, over);
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(over));
}

/** Ends a request that is still being sent, with its line. Only a real line can be ended. */
export function endLine(raw: IncomingMessage, status: string): void {
  if (!(raw.socket instanceof Socket)) return;
  // The answer may be under way already; then it ends as it is.
  raw.socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  raw.destroy();
}

/** From now on whoever reads this request watches over it. */
export const liftDeadline = ({ raw }: FastifyRequest): void => clearTimeout(deadlines.get(raw));
