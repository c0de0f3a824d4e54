import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from '../../tools/nginx.ts';
import { freePort } from '../reliability/free-port.ts';
import { until } from '../reliability/patience.ts';

const openssl = spawnSync('openssl', ['version']).status === 0;
/** An nginx that can be tried here, with something to make a certificate by; on Linux, where 127.0.0.2 is us too. */
export const nginx = process.platform === 'linux' && openssl ? findNginx() : undefined;

/** A certificate for `localhost` of its own making; where it and its key lie. */
function certificate(folder: string) {
  const [cert, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const of = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...of,
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  if (made.status !== 0) throw new Error(`no certificate: ${made.stderr}`);
  return { cert, key };
}

export type Proxy = {
  readonly secure: number;
  readonly plain: number;
  readonly log: () => string;
  /** What `nginx -t` says of its settings, and how it ends. */
  readonly judged: { readonly status: number | null; readonly said: string };
  readonly stop: () => Promise<void>;
};

/**
 * nginx with the settings that are shipped, the frame too: nothing of them is changed but ports, the name, where files
 * lie, and that one process serves.
 */
export async function startNginx(program: string, productPort: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-nginx-'));
  const [secure, plain] = [await freePort(), await freePort()];
  const { cert, key } = certificate(folder);
  const accessLog = join(folder, 'access.log');
  const changed = (name: string) =>
    readFileSync(`ops/nginx/${name}`, 'utf8')
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll(/listen 443/g, `listen 127.0.0.1:${secure}`)
      .replaceAll(/listen 80/g, `listen 127.0.0.1:${plain}`)
      .replaceAll('server 127.0.0.1:3000;', `server 127.0.0.1:${productPort};`)
      .replaceAll('cryptocommerce.example', 'localhost')
      .replace('/etc/cryptocommerce/tls/fullchain.pem', cert)
      .replace('/etc/cryptocommerce/tls/privkey.pem', key)
      .replace('/var/log/nginx/cryptocommerce.log', accessLog);
  mkdirSync(join(folder, 'conf.d'));
  for (const name of ['upstream.conf', 'cryptocommerce.conf'])
    writeFileSync(join(folder, 'conf.d', name), changed(name));
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const kind of kinds) mkdirSync(join(folder, kind));
  const paths = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ');
  const main = `daemon off; error_log ${join(folder, 'error.log')};
    ${readFileSync('ops/nginx/nginx.conf', 'utf8')
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replace('worker_processes auto', 'worker_processes 1')
      .replace('include /etc/nginx/mime.types;', paths)
      .replace('/etc/nginx/conf.d/*.conf', join(folder, 'conf.d', '*.conf'))}`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
  const { status, stderr } = spawnSync(program, ['-t', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`nginx refuses its settings: ${stderr}`);
  const child = spawn(program, args, { stdio: 'ignore' });
  await until('nginx', () => answers(plain));
  return {
    secure,
    plain,
    log: () => readFileSync(accessLog, 'utf8'),
    judged: { status, said: stderr },
    stop: async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGQUIT');
  setTimeout(() => child.kill('SIGTERM'), 3_000).unref();
  await gone;
}
