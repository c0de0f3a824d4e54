import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `down`: answers that it is out of order, to everything. */
export type S3Mood = 'ok' | 'down';

/** A small service that speaks as much of S3 as a private bucket needs: put, get and delete of whole objects. */
export async function startFakeS3() {
  const objects = new Map<string, Buffer>();
  const reading = new Set<ServerResponse>();
  let mood: S3Mood = 'ok';
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request);
    const key = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1));
    if (mood === 'down') return void response.writeHead(500).end();
    // Nobody gets at a private bucket without a signed request.
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return void response.writeHead(403).end();
    if (request.method === 'PUT') {
      objects.set(key, body);
      return void response.writeHead(200, { etag: '"0"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return void response.writeHead(404).end();
    reading.add(response);
    response.once('close', () => reading.delete(response));
    response.writeHead(200, { 'content-length': found.length }).end(found);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What lies in the buckets, by `bucket/key`. */
    objects,
    /** How many objects are being taken out, and were not taken whole. */
    reading: () => reading.size,
    setMood: (next: S3Mood) => {
      mood = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
