import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from '../../tools/nginx.ts';
import { freePort } from '../reliability/free-port.ts';
import { until } from '../reliability/until.ts';

const openssl = spawnSync('openssl', ['version']).status === 0;
/** Path of nginx; undefined without openssl or outside Linux, where 127.0.0.2 is not local. */
export const nginx = process.platform === 'linux' && openssl ? findNginx() : undefined;

function certificate(folder: string) {
  const [cert, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const fileName = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const result = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...fileName,
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  if (result.status !== 0) throw new Error(`no certificate: ${result.stderr}`);
  return { cert, key };
}

export type Proxy = {
  readonly secure: number;
  readonly plain: number;
  readonly log: () => string;
  readonly configTest: { readonly status: number | null; readonly output: string };
  readonly stop: () => Promise<void>;
};

/** Starts nginx with the shipped configuration, changed to local ports, names and paths and a single process. */
export async function startNginx(program: string, productPort: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-nginx-'));
  const [secure, plain] = [await freePort(), await freePort()];
  const { cert, key } = certificate(folder);
  const accessLog = join(folder, 'access.log');
  const replaceSettings = (name: string) =>
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
    writeFileSync(join(folder, 'conf.d', name), replaceSettings(name));
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
  if (status !== 0) throw new Error(`nginx rejects its configuration: ${stderr}`);
  const child = spawn(program, args, { stdio: 'ignore' });
  await until('nginx', () => isListening(plain));
  return {
    secure,
    plain,
    log: () => readFileSync(accessLog, 'utf8'),
    configTest: { status, output: stderr },
    stop: async () => {
      await waitForExit(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

async function waitForExit(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGQUIT');
  setTimeout(() => child.kill('SIGTERM'), 3_000).unref();
  await exited;
}
