import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** `silent` accepts data but never responds, `error` reports a failed scan. */
export type ClamdMode = 'ok' | 'silent' | 'error';

/** EICAR test virus. Joined at run time, so that virus scanners do not report this source file. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Starts a fake ClamAV daemon (INSTREAM over TCP) that detects {@link testVirus} only. */
export async function startFakeClamd() {
  let mode: ClamdMode = 'ok';
  let scanCount = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const content = readContent(received);
      if (content === null || mode === 'silent') return;
      scanCount++;
      if (mode === 'error') return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      const found = content.includes(testVirus);
      socket.end(found ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    setMode: (next: ClamdMode) => {
      mode = next;
    },
    asked: () => scanCount,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const command = 'zINSTREAM\0';

/** Returns the streamed bytes. Null until the final, empty chunk arrived. */
function readContent(received: Buffer): Buffer | null {
  if (received.subarray(0, command.length).toString('latin1') !== command) return null;
  const chunks: Buffer[] = [];
  let offset = command.length;
  while (offset + 4 <= received.length) {
    const length = received.readUInt32BE(offset);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(offset + 4, offset + 4 + length));
    offset += 4 + length;
  }
  return null;
}
