import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that may have come over one line and wait for their answers. Browsers and proxies send one at a time. */
export const mostUnanswered = 10;

/**
 * Ends a line over which requests come one behind the other without waiting for answers: a packet holds hundreds of
 * them, all of which begin before anybody else's next step. No client of ours sends so.
 */
export function mountOneByOne(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, more: number) => {
    const now = (unanswered.get(socket) ?? 0) + more;
    unanswered.set(socket, now);
    return now;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (count(socket, 1) > mostUnanswered) {
      reply.hijack();
      socket.destroy();
      return;
    }
    reply.raw.once('close', () => count(socket, -1));
    done();
  });
}
