import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** What the virus check says: `unknown` when it cannot be asked or could not finish. */
export type ScanResult = 'clean' | 'infected' | 'unknown';
export type Scanner = (content: Readable) => Promise<ScanResult>;

const patience = 20_000;

/**
 * Asks a ClamAV daemon, `host:port` or the path of its socket, by its command INSTREAM: pieces with their lengths, and
 * an empty one at the end.
 */
export function clamdScanner(address: string): Scanner {
  return async (content) => {
    try {
      return await ask(open(address), content);
    } catch {
      return 'unknown';
    } finally {
      content.destroy();
    }
  };
}

function open(address: string): Socket {
  const path = address.startsWith('/') ? address : null;
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? [];
  return connect(path ? { path } : { host: host ?? address, port: Number(port ?? 3310) });
}

async function ask(socket: Socket, content: Readable): Promise<ScanResult> {
  socket.setTimeout(patience, () => socket.destroy(new Error('the virus check does not answer')));
  const answer = textOf(socket);
  // It is waited for below, after the sending.
  answer.catch(() => undefined);
  try {
    socket.write('zINSTREAM\0');
    for await (const chunk of content as AsyncIterable<Buffer>) await send(socket, chunk);
    await send(socket, Buffer.alloc(0));
  } catch {
    // It may have heard enough, or be gone: its answer tells.
  }
  return verdictOf(await answer);
}

function send(socket: Socket, chunk: Buffer): Promise<void> {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(chunk.length);
  return new Promise((resolve, reject) => {
    if (socket.destroyed || !socket.writable) return reject(new Error('closed'));
    socket.write(Buffer.concat([head, chunk]), (error) => (error ? reject(error) : resolve()));
  });
}

function textOf(socket: Socket): Promise<string> {
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

function verdictOf(answer: string): ScanResult {
  const said = answer.replace(/\0.*$/s, '').trim();
  if (said === 'stream: OK') return 'clean';
  return / FOUND$/.test(said) ? 'infected' : 'unknown';
}

/** The same for a file on the disk. */
export const scanFile = (scanner: Scanner, path: string): Promise<ScanResult> => scanner(createReadStream(path));
