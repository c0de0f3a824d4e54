import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/reliability/free-port.ts';
import { until } from '../../test/reliability/until.ts';
import { findProgram } from './debian-programs.ts';
import { acceptsConnections } from './pooler.ts';

/** Starts nginx with the shipped configuration (ops/nginx) for these processes, with ip_hash and without TLS. */
export async function startNginx(ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-nginx-'));
  const port = await freePort();
  const upstream = readFileSync('ops/nginx/upstream.conf', 'utf8').replace(
    '    server 127.0.0.1:3000;',
    ['    ip_hash;', ...ports.map((worker) => `    server 127.0.0.1:${worker};`)].join('\n'),
  );
  writeFileSync(join(folder, 'upstream.conf'), upstream);
  const [frame = '', , , server = ''] = readFileSync('ops/nginx/cryptocommerce.conf', 'utf8').split(/^(?=server \{)/m);
  const serverBlock = server
    .replaceAll(/^ *listen \[::\].*\n| *ssl_.*\n| *http2_.*\n/gm, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace('server_name cryptocommerce.example;', 'server_name localhost;')
    .replace('/var/log/nginx/cryptocommerce.log', join(folder, 'access.log'));
  writeFileSync(join(folder, 'cryptocommerce.conf'), frame + serverBlock);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const kind of kinds) mkdirSync(join(folder, kind));
  const main = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} access_log off;
      include ${folder}/upstream.conf; include ${folder}/cryptocommerce.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
  const { status, stderr } = spawnSync(findProgram('nginx'), ['-t', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`nginx rejects its configuration: ${stderr}`);
  const child = spawn(findProgram('nginx'), args, { stdio: 'ignore' });
  await until('nginx', () => acceptsConnections(port));
  return {
    port,
    pid: child.pid ?? 0,
    end: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
