import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UnreadableListError } from './party.ts';

const chunkBytes = 64 * 1024;

/** Streams a file; `bunzip2` unpacks `.bz2`. The buffer is reused, so a chunk is valid until the next read. */
export const readChunks = (path: string): AsyncIterable<Uint8Array> =>
  path.endsWith('.bz2') ? decompressChunks(path) : readFileChunks(path);

async function* readFileChunks(path: string): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(chunkBytes);
  const file = await open(path);
  try {
    for (let bytesRead = 1; bytesRead > 0; ) {
      bytesRead = (await file.read(buffer, 0, chunkBytes)).bytesRead;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function* decompressChunks(path: string): AsyncGenerator<Uint8Array> {
  const child = spawn('bunzip2', ['--stdout', '--', path], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  try {
    yield* child.stdout;
    const code = await ended;
    if (code === null)
      throw new UnreadableListError(
        "The server can't unpack this file because bunzip2 isn't installed. Unpack it first.",
      );
    if (code !== 0) throw new UnreadableListError("The file is incomplete and can't be unpacked.");
  } finally {
    child.kill();
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export type Download = { readonly path: string; readonly remove: () => Promise<void> };
export type DownloadOptions = {
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
};

/** Three times the largest official list. */
const maxListBytes = 400_000_000;
const downloadTimeoutMs = 600_000;

/** Downloads to a temporary file, which the caller removes. Throws {@link UnreadableListError} on any failure. */
export async function download(url: string, options: DownloadOptions = {}): Promise<Download> {
  const path = join(tmpdir(), `list-${randomUUID()}${url.endsWith('.bz2') ? '.bz2' : ''}`);
  const remove = () => rm(path, { force: true });
  const signal = AbortSignal.timeout(options.timeoutMs ?? downloadTimeoutMs);
  try {
    const response = await fetchFollowingRedirects(url, { send: options.fetch ?? fetch, signal });
    if (!response.ok || !response.body)
      throw new UnreadableListError(`The publisher's server returned status ${response.status}.`);
    const body = limitBytes(response.body, options.maxBytes ?? maxListBytes);
    await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal });
    return { path, remove };
  } catch (error) {
    await remove();
    if (error instanceof UnreadableListError) throw error;
    throw new UnreadableListError(
      signal.aborted ? "The publisher's server took too long." : "We couldn't reach the publisher's server.",
    );
  }
}

const maxRedirects = 3;

/** Follows redirects, but never from HTTPS to HTTP. */
async function fetchFollowingRedirects(
  url: string,
  { send, signal }: { send: typeof fetch; signal: AbortSignal },
): Promise<Response> {
  let current = new URL(url);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const headers = { 'user-agent': 'Cryptocommerce' };
    const response = await send(current.href, { signal, headers, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, current.href) ? new URL(location, current.href) : current;
    const isSafe = next.protocol === 'https:' || next.protocol === current.protocol;
    if (!isSafe) throw new UnreadableListError("The publisher's server redirects to an address without TLS.");
    current = next;
  }
  throw new UnreadableListError("The publisher's server redirects too often.");
}

async function* limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new UnreadableListError("The publisher's file is too large.");
    yield chunk;
  }
}
