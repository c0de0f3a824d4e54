import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `down` responds to every request with an error. */
export type S3Mode = 'ok' | 'down';

/** Starts a fake S3 server that puts, gets and deletes whole objects in a private bucket. */
export async function startFakeS3() {
  const objects = new Map<string, Buffer>();
  const pendingReads = new Set<ServerResponse>();
  let mode: S3Mode = 'ok';
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request);
    const key = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1));
    if (mode === 'down') return void response.writeHead(500).end();
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return void response.writeHead(403).end();
    if (request.method === 'PUT') {
      objects.set(key, body);
      return void response.writeHead(200, { etag: '"0"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = objects.get(key);
    if (!object) return void response.writeHead(404).end();
    pendingReads.add(response);
    response.once('close', () => pendingReads.delete(response));
    response.writeHead(200, { 'content-length': object.length }).end(object);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    reading: () => pendingReads.size,
    setMode: (next: S3Mode) => {
      mode = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
