import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that may have come over one line and wait for their answers. Browsers and proxies send one at a time. */
export const mostUnanswered = 10;

const unanswered = new WeakMap<Socket, number>();

/** Whether no other request of this line waits for its answer, beside the one that asks. */
export const isAlone = (socket: Socket): boolean => (unanswered.get(socket) ?? 1) <= 1;

/** From now on this line ends with whatever else comes over it. */
export const endWithMore = (socket: Socket): void => void unanswered.set(socket, mostUnanswered + 1);

/**
 * Ends a line over which requests come one behind the other without waiting for answers: a batch holds hundreds of
 * them, all of which begin before anybody else's next step, and behind an answer that never ends, as that of a live
 * line, all of them would be kept. No client of ours sends so. Counted below the hooks, which not every request passes.
 */
export function mountOneByOne(app: FastifyInstance): void {
  const count = (socket: Socket, more: number) => {
    const now = (unanswered.get(socket) ?? 0) + more;
    unanswered.set(socket, now);
    return now;
  };
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => count(socket, -1));
    if (count(socket, 1) > mostUnanswered) socket.destroy();
  });
  app.addHook('onRequest', (request, reply, done) => {
    // What came with the request that was one too many does not begin.
    if (request.raw.socket.destroyed) reply.hijack();
    else done();
  });
}
