import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/reliability/free-port.ts';
import { passwords } from '../../test/reliability/pooler.ts';
import { until } from '../../test/reliability/until.ts';

/** PgBouncer refuses to run as root. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export const acceptsConnections = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

/** Starts PgBouncer with the shipped settings (ops/compose), changed to local addresses and paths. */
export async function startPooler(program: string, database: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-pooler-'));
  const port = await freePort();
  const users = Object.entries(passwords).map(([name, word]) => `"${name}" "${word}"`);
  writeFileSync(join(folder, 'users.txt'), `${users.join('\n')}\n`);
  const settings = readFileSync('ops/compose/pgbouncer.ini', 'utf8')
    .replace(/^cryptocommerce = .*$/m, `* = host=127.0.0.1 port=${database}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, 'users.txt')}`);
  writeFileSync(join(folder, 'pgbouncer.ini'), settings);
  chmodSync(folder, 0o755);
  let running: ChildProcess | undefined;
  const begin = async () => {
    running = spawn(program, [join(folder, 'pgbouncer.ini')], { ...unprivileged, stdio: 'ignore' });
    await until('the pooler to answer', () => acceptsConnections(port));
  };
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (!running) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
    running = undefined;
  };
  const getAddress = (login: keyof typeof passwords, name: string) =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/${name}`;
  await begin();
  return {
    getAddress,
    begin,
    stop,
    pid: () => running?.pid ?? 0,
    end: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Pooler = Awaited<ReturnType<typeof startPooler>>;
