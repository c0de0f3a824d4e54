import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, type ServerPlace } from './postgres-place.ts';

/**
 * A PostgreSQL server that lives in a folder. `started` says whether this process started it, and so may stop it.
 * `keep` brings it back whenever it is gone, until `stop`; `said` hears of it.
 */
export type EmbeddedPostgres = { url: string; started: boolean; keep: (said: Said) => void; stop: () => Promise<void> };
type Said = (text: string) => void;

/**
 * Starts the PostgreSQL that comes with the npm packages on a data folder, or finds the one that already runs there.
 * Survives a killed server, a killed application and two starters at once. For development, demo and tests: it
 * trusts every local connection.
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

/** Starts the server without holding up whoever else this process answers. Whether it was this call that did. */
async function startServer(place: ServerPlace, { port, options }: Server): Promise<boolean> {
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${options}`;
  const starting = spawn('sh', control(place, ['-t', '60', '-o', settings, 'start']), quietly(place));
  const [status] = await once(starting, 'exit');
  return status === 0;
}

/** The server as its starter holds it. Whoever is not its owner leaves it running. */
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
    // A postmaster that was killed leaves processes that end in their own time; until then the next look tries again.
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
    // Whoever is told to stop while it brings the server back waits for it: nobody else would stop that one.
    if (bringing) await bringing.catch(() => undefined);
    if (mine) spawnSync('sh', control(place, ['-m', 'fast', 'stop']), quietly(place));
  };
  if (started) own();
  return { url: urlAt(server.port), started, keep, stop };
}

/** Milliseconds between two looks whether the server is still there. */
const lookEvery = 1_000;

/** Whether the process that started the server is still there; after a kill the next one adopts it. */
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

/** As the server's account, from within the data folder. */
const within = ({ dir, account }: ServerPlace) => ({ cwd: dir, ...account });

/** What is said goes into the server's log: the server inherits what pg_ctl has, and would keep our pipes for life. */
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

/** The port of the server that answers on this data folder, if any. */
async function findRunning(dir: string): Promise<number | null> {
  const file = join(dir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const port = Number(lines[3]);
  if (port && lines[7]?.trim() === 'ready' && (await answers(port))) return port;
  forgetZombie(file, Number(lines[0]));
  return null;
}

/** In a container without an init a killed server stays in the process table and would block the next start. */
function forgetZombie(file: string, pid: number) {
  try {
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) rmSync(file, { force: true });
  } catch {
    // No such process: PostgreSQL clears its own stale file.
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

/** The port of the last time, for those who still look for the server there; another when somebody took it. */
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
