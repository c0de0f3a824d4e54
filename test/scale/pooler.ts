import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../reliability/free-port.ts';
import { until } from '../reliability/patience.ts';
import { words } from '../reliability/pooler.ts';

/** Lent to root, whom PgBouncer refuses to be. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export const answersAt = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

/** PgBouncer with the settings that are shipped (ops/compose): nothing of them is changed but addresses and places. */
export async function startPooler(program: string, database: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-pooler-'));
  const port = await freePort();
  const users = Object.entries(words).map(([name, word]) => `"${name}" "${word}"`);
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
    running = spawn(program, [join(folder, 'pgbouncer.ini')], { ...nobody, stdio: 'ignore' });
    await until('the pooler to answer', () => answersAt(port));
  };
  /** SIGINT lets go of everybody at once; SIGKILL as well, and says nothing. */
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (!running) return;
    const gone = once(running, 'exit');
    running.kill(signal);
    await gone;
    running = undefined;
  };
  const addressOf = (login: keyof typeof words, name: string) =>
    `postgres://${login}:${words[login]}@127.0.0.1:${port}/${name}`;
  await begin();
  return {
    addressOf,
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
