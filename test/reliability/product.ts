import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isStale, productFile } from '../../tools/build-state.mjs';
import { serverFlags } from '../../tools/node-flags.mjs';
import { freePort } from './free-port.ts';
import { createStubBuild } from './stub-build.ts';
import { until } from './until.ts';

export type Product = {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly output: { out: string; err: string };
  /** Sends the signal. Resolves to the exit code, or to null after SIGKILL. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

let isBuilt: boolean | undefined;
function isInOnePiece(): boolean {
  isBuilt ??= !isStale() && existsSync(productFile);
  return isBuilt;
}

/** Creates a folder that runs the product with stub pages, and with the bundle if that was built. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-stage-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const name of ['db', 'courses']) symlinkSync(resolve(name), join(folder, name));
  createStubBuild(folder);
  const piece = dirname(productFile);
  if (isInOnePiece()) symlinkSync(resolve(piece), join(folder, piece));
  return folder;
}

/** Process and port of the PostgreSQL on a data folder; null when none runs. */
export function postmaster(dataDir: string): { pid: number; port: number } | null {
  const file = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : null;
}

export function isAlive(pid: number): boolean {
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

export async function endEverything(): Promise<void> {
  for (const child of children) {
    const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await exit;
  }
  for (const dataDir of dataFolders) {
    const left = postmaster(dataDir);
    if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGQUIT');
    if (left) await until('the database to end', () => !isAlive(left.pid));
  }
  for (const folder of [...folders, ...dataFolders]) rmSync(folder, { recursive: true, force: true });
  for (const set of [children, folders, dataFolders]) set.clear();
}

/** Creates a data folder that the account of PostgreSQL can enter. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-data-'));
  chmodSync(folder, 0o755);
  dataFolders.add(folder);
  return folder;
}

export type Site = { folder: string; program: [string, ...string[]]; account?: { uid: number; gid: number } };

export const createStage = (...part: string[]): Site => ({
  folder: createFolder(),
  program: [process.execPath, ...serverFlags, resolve('tools/start.mjs'), ...part],
});

const quiet = { LOG_LEVEL: 'silent', PRICE_PROVIDERS: '', NODE_NO_WARNINGS: '1' };
/** Code cache that all starts share, because compiling takes a third of a start. */
const compiled = { NODE_COMPILE_CACHE: process.env['TEST_COMPILED'] ?? '' };

/** Variables of this process that the product gets: paths, and the fake clock of `npm run test:clock`. */
const inheritedEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LD_PRELOAD|FAKETIME.*)$/.test(name)));

export async function launch(env: Record<string, string>, site = createStage()) {
  const port = Number(env['PORT'] ?? (await freePort()));
  const { folder, account } = site;
  const [program, ...args] = site.program;
  const child = spawn(program, args, {
    cwd: folder,
    ...account,
    env: { ...inheritedEnvironment(), ...quiet, ...compiled, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (piece: Buffer) => {
    output.out += piece;
  });
  child.stderr.on('data', (piece: Buffer) => {
    output.err += piece;
  });
  const gone = waitForExit(child);
  children.add(child);
  folders.add(folder);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return { origin: `http://localhost:${port}`, port, pid: child.pid ?? 0, output, end, gone };
}

const waitForExit = async (child: ChildProcess): Promise<number | null> => {
  const [code] = await once(child, 'exit');
  return code as number | null;
};

export async function start(env: Record<string, string>, site?: Site): Promise<Product> {
  const product = await launch(env, site);
  const line = `Ready on ${product.origin}\n`;
  const isReady = () => product.output.out.includes(line);
  const ended = product.gone.then((code) => {
    throw new Error(`the product exited with ${code} before it was ready: ${product.output.err}`);
  });
  await Promise.race([until('the product to be ready', isReady, 90_000), ended]);
  ended.catch(() => undefined);
  return product;
}
