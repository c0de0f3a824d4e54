import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

export type ScanResult = 'clean' | 'infected' | 'unknown';
export type Scanner = (content: Readable) => Promise<ScanResult>;

const timeoutMs = 20_000;

/** Returns a scanner that uses a ClamAV daemon (INSTREAM) at `host:port` or a socket path. */
export function clamdScanner(address: string): Scanner {
  return async (content) => {
    try {
      return await scan(openSocket(address), content);
    } catch {
      return 'unknown';
    } finally {
      content.destroy();
    }
  };
}

function openSocket(address: string): Socket {
  const path = address.startsWith('/') ? address : null;
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? [];
  return connect(path ? { path } : { host: host ?? address, port: Number(port ?? 3310) });
}

async function scan(socket: Socket, content: Readable): Promise<ScanResult> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the virus scanner does not answer')));
  const answer = readText(socket);
  answer.catch(() => undefined);
  try {
    socket.write('zINSTREAM\0');
    for await (const chunk of content as AsyncIterable<Buffer>) await send(socket, chunk);
    await send(socket, Buffer.alloc(0));
  } catch {}
  return parseVerdict(await answer);
}

function send(socket: Socket, chunk: Buffer): Promise<void> {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(chunk.length);
  return new Promise((resolve, reject) => {
    if (socket.destroyed || !socket.writable) return reject(new Error('closed'));
    socket.write(Buffer.concat([head, chunk]), (error) => (error ? reject(error) : resolve()));
  });
}

function readText(socket: Socket): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('\0')) socket.end();
    });
    socket.on('error', (error) => (text.includes('\0') ? resolve(text) : reject(error)));
    socket.on('close', () => resolve(text));
  });
}

function parseVerdict(answer: string): ScanResult {
  const text = answer.replace(/\0.*$/s, '').trim();
  if (text === 'stream: OK') return 'clean';
  return / FOUND$/.test(text) ? 'infected' : 'unknown';
}

export const scanFile = (scanner: Scanner, path: string): Promise<ScanResult> => scanner(createReadStream(path));
