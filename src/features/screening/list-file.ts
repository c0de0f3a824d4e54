import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UnreadableList } from './found.ts';

/** Read in small pieces: larger ones only fill the memory. */
const pieceSize = 64 * 1024;

/**
 * The pieces of a list in a file; one that ends in `.bz2` is unpacked on the way by the machine's own `bunzip2`. A
 * piece is good until the next one is asked for: all stand in the same place of the memory.
 */
export const piecesOf = (path: string): AsyncIterable<Uint8Array> =>
  path.endsWith('.bz2') ? unpacked(path) : readIn(path);

async function* readIn(path: string): AsyncGenerator<Uint8Array> {
  const place = new Uint8Array(pieceSize);
  const file = await open(path);
  try {
    for (let many = 1; many > 0; ) {
      many = (await file.read(place, 0, pieceSize)).bytesRead;
      if (many > 0) yield place.subarray(0, many);
    }
  } finally {
    await file.close();
  }
}

async function* unpacked(path: string): AsyncGenerator<Uint8Array> {
  const child = spawn('bunzip2', ['--stdout', '--', path], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  try {
    yield* child.stdout;
    const code = await ended;
    if (code === null) throw new UnreadableList('The program bunzip2 is missing here: unpack the file first.');
    if (code !== 0) throw new UnreadableList('The file is not whole: it cannot be unpacked.');
  } finally {
    child.kill();
  }
}

/** The fingerprint of a file, as hexadecimal SHA-256. */
export async function fingerprintOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export type Download = { readonly path: string; readonly remove: () => Promise<void> };
export type DownloadOptions = {
  readonly fetch?: typeof fetch;
  /** For the whole download, ms. */
  readonly timeoutMs?: number;
  readonly largest?: number;
};

/** The largest official list is about 120 MB. */
const largestList = 400_000_000;
const longestDownload = 600_000;

/**
 * Fetches a list into a file of its own, to be removed by the caller. Throws {@link UnreadableList} where the
 * publisher does not answer, is too slow, or sends more than any list is long.
 */
export async function download(url: string, options: DownloadOptions = {}): Promise<Download> {
  const path = join(tmpdir(), `list-${randomUUID()}${url.endsWith('.bz2') ? '.bz2' : ''}`);
  const remove = () => rm(path, { force: true });
  const signal = AbortSignal.timeout(options.timeoutMs ?? longestDownload);
  try {
    const response = await answerOf(url, { ask: options.fetch ?? fetch, signal });
    if (!response.ok || !response.body) throw new UnreadableList(`The publisher answered ${response.status}.`);
    const body = bounded(response.body, options.largest ?? largestList);
    await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal });
    return { path, remove };
  } catch (error) {
    await remove();
    if (error instanceof UnreadableList) throw error;
    throw new UnreadableList(signal.aborted ? 'The publisher took too long.' : 'The publisher cannot be reached.');
  }
}

/** OFAC sends whoever asks on to where the file lies. */
const mostSteps = 3;

/** The answer at the end of the way that a publisher sends us, which leads from TLS to no place without it. */
async function answerOf(url: string, { ask, signal }: { ask: typeof fetch; signal: AbortSignal }): Promise<Response> {
  let at = new URL(url);
  for (let steps = 0; steps <= mostSteps; steps++) {
    const headers = { 'user-agent': 'Cryptocommerce' };
    const response = await ask(at.href, { signal, headers, redirect: 'manual' });
    const to = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || to === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(to, at.href) ? new URL(to, at.href) : at;
    const isAsSafe = next.protocol === 'https:' || next.protocol === at.protocol;
    if (!isAsSafe) throw new UnreadableList('The publisher sends us to a place without TLS.');
    at = next;
  }
  throw new UnreadableList('The publisher sends us on and on.');
}

async function* bounded(body: AsyncIterable<Uint8Array>, largest: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > largest) throw new UnreadableList('The publisher sends more than any list is long.');
    yield piece;
  }
}
