import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export const passwords = {
  cryptocommerce_app: 'word-of-the-app',
  cryptocommerce_auth: 'word-of-sign-in',
  cryptocommerce_sealer: 'word-of-the-sealer',
  cryptocommerce_jobs: 'word-of-the-jobs',
} as const;

const poolSize = 3;

/** PgBouncer refuses to run as root. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** PgBouncer in transaction mode, as docs/operations/deploy.md describes it. */
export async function startPooler(program: string, database: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-pooler-'));
  const port = await freePort();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const users = Object.entries(passwords).map(([name, password]) => `"${name}" "${password}"`);
  const settings = file(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${file('users.txt', `${users.join('\n')}\n`)}
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = ${poolSize}
max_client_conn = 300
`,
  );
  chmodSync(folder, 0o755);
  const pooler = spawn(program, [settings], { ...unprivileged, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  pooler.stderr.on('data', (piece: Buffer) => {
    output += piece;
  });
  const answers = () =>
    new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
  await until('the pooler to answer', answers);
  const getAddress = (login: keyof typeof passwords, name: string) =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/${name}`;
  const stop = async () => {
    const exited = once(pooler, 'exit');
    pooler.kill('SIGINT');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  return { getAddress, stop, output: () => output, settings: () => readFileSync(settings, 'utf8') };
}
