import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, type ServerPlace } from './postgres-location.ts';

/** `started`: by this process, which alone stops it. `keep` restarts a lost server until `stop`, and logs it. */
export type EmbeddedPostgres = { url: string; started: boolean; keep: (log: Log) => void; stop: () => Promise<void> };
type Log = (text: string) => void;

/**
 * Starts the bundled PostgreSQL on a data folder, or connects to the server that runs there. Recovers from a killed
 * server, a killed application and concurrent starts. Not for production: it trusts every local connection.
 */
export async function startPostgres(dataDir: string, options = ''): Promise<EmbeddedPostgres> {
  const place = prepare(resolve(dataDir));
  if (!existsSync(join(place.dir, 'PG_VERSION'))) createCluster(place);
  const running = await findRunning(place.dir);
  if (running) return createHandle(place, { port: running, options }, !isOwnerAlive(place.dir));
  const port = await portFor(place.dir);
  const started = await startServer(place, { port, options });
  const live = await waitFor(() => findRunning(place.dir));
  if (!live) throw new Error(`PostgreSQL did not start:\n${tail(join(place.dir, 'server.log'))}`);
  return createHandle(place, { port: live, options }, started && live === port);
}

type Server = { readonly port: number; readonly options: string };

/** Starts without blocking; false when pg_ctl fails. Waits up to ten minutes, because replaying WAL may be slow. */
async function startServer(place: ServerPlace, { port, options }: Server): Promise<boolean> {
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${options}`;
  const starting = spawn('sh', control(place, ['-t', '600', '-o', settings, 'start']), quietly(place));
  const [status] = await once(starting, 'exit');
  return status === 0;
}

function createHandle(place: ServerPlace, server: Server, started: boolean): EmbeddedPostgres {
  let isOwner = false;
  let timer: NodeJS.Timeout | undefined;
  let restarting: Promise<void> | undefined;
  const becomeOwner = () => {
    isOwner = true;
    writeFileSync(join(place.dir, 'owner.pid'), String(process.pid));
  };
  const restart = async (log: Log) => {
    if ((await isListening(server.port)) || (!isOwner && isOwnerAlive(place.dir))) return;
    log('PostgreSQL stopped unexpectedly. Restarting it.');
    // While processes of a killed postmaster hold the data folder, this start fails and the next check retries.
    await findRunning(place.dir);
    if (await startServer(place, server)) becomeOwner();
  };
  const keep = (log: Log) => {
    const next = () => {
      timer = setTimeout(() => {
        restarting = restart(log).finally(() => {
          restarting = undefined;
          if (timer) next();
        });
      }, checkIntervalMs).unref();
    };
    next();
  };
  const stop = async () => {
    clearTimeout(timer);
    timer = undefined;
    // A restart in progress must finish first, because no other process would stop the new server.
    if (restarting) await restarting.catch(() => undefined);
    if (isOwner) spawnSync('sh', control(place, ['-m', 'fast', 'stop']), quietly(place));
  };
  if (started) becomeOwner();
  return { url: urlAt(server.port), started, keep, stop };
}

const checkIntervalMs = 1_000;

/** True while the process that started the server runs. After a kill, the next process becomes the owner. */
function isOwnerAlive(dir: string): boolean {
  try {
    process.kill(Number(readFileSync(join(dir, 'owner.pid'), 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

const tail = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').slice(-800) : 'no server log was written';

/** Spawn options: the account of the server, and the data folder as working directory. */
const within = ({ dir, account }: ServerPlace) => ({ cwd: dir, ...account });

/** Arguments that run pg_ctl with a log file. Otherwise the server would inherit our pipes and keep them open. */
function control(place: ServerPlace, args: string[]): string[] {
  const script = 'umask 077; exec "$0" "$@" >>server.log 2>&1';
  return ['-c', script, join(place.bin, 'pg_ctl'), '-D', place.called, '-w', ...args];
}
const quietly = (place: ServerPlace) => ({ ...within(place), stdio: 'ignore' }) as const;

function createCluster(place: ServerPlace) {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8'];
  const args = ['-D', place.called, '-U', 'postgres', '--auth=trust', ...locale, '--no-instructions'];
  const result = spawnSync(join(place.bin, 'initdb'), args, { ...within(place), encoding: 'utf8' });
  if (result.status === 0 || existsSync(join(place.dir, 'PG_VERSION'))) return;
  const message = result.error?.message ?? `${result.stdout}${result.stderr}`.trim();
  throw new Error(`initdb could not create a database in ${place.dir}:\n${message}`);
}

/** Port of the server that runs on this data folder; null without one. */
async function findRunning(dir: string): Promise<number | null> {
  const file = join(dir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const port = Number(lines[3]);
  if (port && lines[7]?.trim() === 'ready' && (await isListening(port))) return port;
  removeZombiePidFile(file, Number(lines[0]));
  return null;
}

/** In a container without an init process, a killed server stays as a zombie, and its pid file would block a start. */
function removeZombiePidFile(file: string, pid: number) {
  try {
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) rmSync(file, { force: true });
  } catch {
    // The process does not exist, so PostgreSQL removes the stale file.
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

/** The port of the previous run, because clients may still use it; another one when it is taken. */
async function portFor(dir: string): Promise<number> {
  const file = join(dir, 'postmaster.opts');
  const [, last] = /"-p" "(\d+)"/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? [];
  return freePort(Number(last ?? 0)).catch(() => freePort(0));
}

const freePort = (wanted: number) =>
  new Promise<number>((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))));
    });
  });

async function waitFor(look: () => Promise<number | null>): Promise<number | null> {
  for (let tries = 0; tries < 50; tries++) {
    const found = await look();
    if (found) return found;
    await sleep(100);
  }
  return null;
}
