import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export const shutdownTimeoutMs = 20_000;

/** On shutdown, closes idle connections and lets requests in progress finish. */
export function drainOnShutdown(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs).unref();
  });
}
