import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How the fake daemon behaves: answers, takes everything and says nothing, or says that it cannot. */
export type ClamdMood = 'ok' | 'silent' | 'error';

/** The harmless text that every virus check knows as a virus, put together here so that no check finds this file. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** A ClamAV daemon that speaks INSTREAM over TCP and knows one virus: {@link testVirus}. */
export async function startFakeClamd() {
  let mood: ClamdMood = 'ok';
  let asked = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let heard = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      const content = contentOf(heard);
      if (content === null || mood === 'silent') return;
      asked++;
      if (mood === 'error') return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      const found = content.includes(testVirus);
      socket.end(found ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    setMood: (next: ClamdMood) => {
      mood = next;
    },
    asked: () => asked,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const command = 'zINSTREAM\0';

/** What was sent, once the empty piece that ends it has come; null before. */
function contentOf(heard: Buffer): Buffer | null {
  if (heard.subarray(0, command.length).toString('latin1') !== command) return null;
  const pieces: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= heard.length) {
    const length = heard.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(heard.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
