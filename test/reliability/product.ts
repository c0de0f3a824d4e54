import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isStale, productFile } from '../../tools/built.mjs';
import { serverFlags } from '../../tools/node-flags.mjs';
import { freePort } from './free-port.ts';
import { until } from './patience.ts';
import { smallBuild } from './web.ts';

export type Product = {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  /** Everything it wrote so far. */
  readonly said: { out: string; err: string };
  /** Sends the signal and answers the exit code once the process is gone; null for one that was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** Whether the build that lies here holds the product in one piece, and of these sources. Asked once. */
let isBuilt: boolean | undefined;
function isInOnePiece(): boolean {
  isBuilt ??= !isStale() && existsSync(productFile);
  return isBuilt;
}

/**
 * A folder to start the product in: the real migrations and courses, and small pages in place of a build. The product
 * is run in one piece where it was built, as `npm start` does, for two thirds of the work of the sources, which
 * `starter.test.ts` proves.
 */
function stage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-stage-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const name of ['db', 'courses']) symlinkSync(resolve(name), join(folder, name));
  smallBuild(folder);
  const piece = dirname(productFile);
  if (isInOnePiece()) symlinkSync(resolve(piece), join(folder, piece));
  return folder;
}

/** The process number of the PostgreSQL that runs on a data folder, and its port; null when none does. */
export function postmaster(dataDir: string): { pid: number; port: number } | null {
  const file = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  // It is laid down empty and written afterwards, the port some moments later.
  return pid > 0 && port > 0 ? { pid, port } : null;
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const children = new Set<ChildProcess>();
const dataFolders = new Set<string>();
const folders = new Set<string>();

/** Whatever became of the tests of a file, nothing that they started outlives it; called after each file. */
export async function endEverything(): Promise<void> {
  for (const child of children) {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await gone;
  }
  for (const dataDir of dataFolders) {
    const left = postmaster(dataDir);
    if (left && alive(left.pid)) process.kill(left.pid, 'SIGQUIT');
    if (left) await until('the database to end', () => !alive(left.pid));
  }
  for (const folder of [...folders, ...dataFolders]) rmSync(folder, { recursive: true, force: true });
  for (const set of [children, folders, dataFolders]) set.clear();
}

/** A data folder that the database's account can enter. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-data-'));
  chmodSync(folder, 0o755);
  dataFolders.add(folder);
  return folder;
}

/** Where and by which program the product is started, and as whom where that is not ourselves. */
export type Site = { folder: string; program: [string, ...string[]]; account?: { uid: number; gid: number } };

/** A stage of its own, for the whole product or for the part of it that is named. */
export const staged = (...part: string[]): Site => ({
  folder: stage(),
  program: [process.execPath, ...serverFlags, resolve('tools/start.mjs'), ...part],
});

const quiet = { LOG_LEVEL: 'silent', PRICE_PROVIDERS: '', NODE_NO_WARNINGS: '1' };
/** What one start compiled the next finds: a third of what a start takes is compiling. */
const compiled = { NODE_COMPILE_CACHE: process.env['TEST_COMPILED'] ?? '' };

/** Nothing of our own environment but where things are, and the clock that we live under (`npm run test:clock`). */
const ours = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LD_PRELOAD|FAKETIME.*)$/.test(name)));

/** Starts `tools/start.mjs`, the program behind `npm start`, or what the site names, in a process of its own. */
export async function launch(env: Record<string, string>, site = staged()) {
  const port = Number(env['PORT'] ?? (await freePort()));
  const { folder, account } = site;
  const [program, ...args] = site.program;
  const child = spawn(program, args, {
    cwd: folder,
    ...account,
    env: { ...ours(), ...quiet, ...compiled, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (piece: Buffer) => {
    said.out += piece;
  });
  child.stderr.on('data', (piece: Buffer) => {
    said.err += piece;
  });
  const gone = goneOf(child);
  children.add(child);
  folders.add(folder);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return { origin: `http://localhost:${port}`, port, pid: child.pid ?? 0, said, end, gone };
}

const goneOf = async (child: ChildProcess): Promise<number | null> => {
  const [code] = await once(child, 'exit');
  return code as number | null;
};

/** Launches the product and waits until it says that it is ready. */
export async function start(env: Record<string, string>, site?: Site): Promise<Product> {
  const product = await launch(env, site);
  const line = `Ready on ${product.origin}\n`;
  const isReady = () => product.said.out.includes(line);
  const ended = product.gone.then((code) => {
    throw new Error(`ended with ${code} before it was ready: ${product.said.err}`);
  });
  await Promise.race([until('the product to be ready', isReady, 90_000), ended]);
  ended.catch(() => undefined);
  return product;
}
