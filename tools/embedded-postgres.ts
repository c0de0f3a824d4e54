import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, type ServerPlace } from './postgres-place.ts';

/**
 * A PostgreSQL server in a folder. Only the process with `started` may stop it. `keep` restarts the server when it is
 * gone, until `stop`; `said` receives its messages.
 */
export type EmbeddedPostgres = { url: string; started: boolean; keep: (said: Said) => void; stop: () => Promise<void> };
type Said = (text: string) => void;

/**
 * Starts the bundled PostgreSQL on a data folder, or finds the running one. Handles a killed server, a killed
 * application and concurrent starts. For development, demo and tests: it trusts every local connection.
 */
export async function startPostgres(dataDir: string, options = ''): Promise<EmbeddedPostgres> {
  const place = prepare(resolve(dataDir));
  if (!existsSync(join(place.dir, 'PG_VERSION'))) createCluster(place);
  const running = await findRunning(place.dir);
  if (running) return held(place, { port: running, options }, !ownerLives(place.dir));
  const port = await portFor(place.dir);
  const started = await startServer(place, { port, options });
  const live = await waitFor(() => findRunning(place.dir));
  if (!live) throw new Error(`PostgreSQL did not start:\n${tail(join(place.dir, 'server.log'))}`);
  return held(place, { port: live, options }, started && live === port);
}

type Server = { readonly port: number; readonly options: string };

/**
 * Starts the server without blocking this process. Returns whether this call started it. A failing server is noticed
 * immediately; replaying WAL on a busy machine can take minutes.
 */
async function startServer(place: ServerPlace, { port, options }: Server): Promise<boolean> {
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${options}`;
  const starting = spawn('sh', control(place, ['-t', '600', '-o', settings, 'start']), quietly(place));
  const [status] = await once(starting, 'exit');
  return status === 0;
}

/** Handle of the server. Only its owner stops it. */
function held(place: ServerPlace, server: Server, started: boolean): EmbeddedPostgres {
  let mine = false;
  let looking: NodeJS.Timeout | undefined;
  let bringing: Promise<void> | undefined;
  const own = () => {
    mine = true;
    writeFileSync(join(place.dir, 'owner.pid'), String(process.pid));
  };
  const bringBack = async (said: Said) => {
    if ((await answers(server.port)) || (!mine && ownerLives(place.dir))) return;
    said('PostgreSQL is gone and is started again');
    // A killed postmaster leaves processes that end later; the next check tries again.
    await findRunning(place.dir);
    if (await startServer(place, server)) own();
  };
  const keep = (said: Said) => {
    const next = () => {
      looking = setTimeout(() => {
        bringing = bringBack(said).finally(() => {
          bringing = undefined;
          if (looking) next();
        });
      }, lookEvery).unref();
    };
    next();
  };
  const stop = async () => {
    clearTimeout(looking);
    looking = undefined;
    // Waits for a restart in progress, since no other process would stop that server.
    if (bringing) await bringing.catch(() => undefined);
    if (mine) spawnSync('sh', control(place, ['-m', 'fast', 'stop']), quietly(place));
  };
  if (started) own();
  return { url: urlAt(server.port), started, keep, stop };
}

/** Interval between checks of the server, ms. */
const lookEvery = 1_000;

/** True while the starting process runs. After a kill, the next process adopts the server. */
function ownerLives(dir: string): boolean {
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

/** Runs as the server's account, inside the data folder. */
const within = ({ dir, account }: ServerPlace) => ({ cwd: dir, ...account });

/** Logs to a file: the server inherits pg_ctl's streams and would keep our pipes open. */
function control(place: ServerPlace, args: string[]): string[] {
  const intoTheLog = 'umask 077; exec "$0" "$@" >>server.log 2>&1';
  return ['-c', intoTheLog, join(place.bin, 'pg_ctl'), '-D', place.called, '-w', ...args];
}
const quietly = (place: ServerPlace) => ({ ...within(place), stdio: 'ignore' }) as const;

function createCluster(place: ServerPlace) {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8'];
  const args = ['-D', place.called, '-U', 'postgres', '--auth=trust', ...locale, '--no-instructions'];
  const made = spawnSync(join(place.bin, 'initdb'), args, { ...within(place), encoding: 'utf8' });
  if (made.status === 0 || existsSync(join(place.dir, 'PG_VERSION'))) return;
  const said = made.error?.message ?? `${made.stdout}${made.stderr}`.trim();
  throw new Error(`initdb could not create a database in ${place.dir}:\n${said}`);
}

/** Port of the running server of this data folder, if any. */
async function findRunning(dir: string): Promise<number | null> {
  const file = join(dir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const port = Number(lines[3]);
  if (port && lines[7]?.trim() === 'ready' && (await answers(port))) return port;
  forgetZombie(file, Number(lines[0]));
  return null;
}

/** Without an init process, a killed server stays in a container's process table and would block the next start. */
function forgetZombie(file: string, pid: number) {
  try {
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) rmSync(file, { force: true });
  } catch {
    // No such process: PostgreSQL removes the stale file.
  }
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

/** Reuses the last port for clients that remember it, unless it is taken. */
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
