import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests under way may still take once the process was told to end, in milliseconds. */
export const patience = 20_000;

/**
 * Lets the process end in time: connections that browsers opened beforehand and never used would be waited for, for a
 * minute; they go at once. Requests under way are finished, unless they take longer than any of ours should.
 */
export function mountClosing(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), patience).unref();
  });
}
