import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port where nothing listens, from below those that systems give away by themselves: between two starts of a product
 * nobody else is given it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
