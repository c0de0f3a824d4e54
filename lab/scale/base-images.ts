import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOutput, run } from '../../tools/debian-source.ts';
import { getTempFolderOnDisk } from '../../tools/temp-storage.ts';
import type { Containers } from './containers.ts';
import { findProgram } from './debian-programs.ts';

// Builds local replacements for the two base images of the Dockerfile from Debian and npm packages, without a registry.

const release = 'bookworm';
export const debianImage = `docker.io/library/debian:${release}-slim`;
export const nodeImage = (version: string) => `docker.io/library/node:${version}-${release}-slim`;

const npm = 'npm@11';
/** Folder of the certificates that this machine trusts, including those of package proxies. */
export const trustedCertificates = '/etc/ssl/certs';

function readSources(): string {
  const uris = readOutput('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']).split('\n');
  const main = uris.find((one) => one && !one.includes('security'));
  const security = uris.find((one) => one.includes('security'));
  if (!main)
    throw new Error('No Debian package source is configured on this machine, or apt-get update has never run.');
  return [`deb ${main} ${release} main`, ...(security ? [`deb ${security} ${release}-security main`] : [])].join('\n');
}

const readAptOptions = () => readOutput('apt-config', ['dump']).match(/^Acquire::(https?|Check-)\S* "[^"]+";$/gm) ?? [];

function buildDebianImage(containers: Containers, folder: string): void {
  const [sources, tree] = [join(folder, 'sources.list'), join(folder, 'debian.tar')];
  writeFileSync(sources, `${readSources()}\n`);
  const left = ['man', 'doc', 'locale', 'info'].map((name) => `path-exclude=/usr/share/${name}/*`);
  const forDpkg = [...left, 'path-include=/usr/share/doc/*/copyright', 'force-unsafe-io'];
  const options = [...readAptOptions().map((one) => `--aptopt=${one}`), ...forDpkg.map((one) => `--dpkgopt=${one}`)];
  if (!run(findProgram('mmdebstrap'), ['--quiet', '--variant=minbase', ...options, release, tree, sources]))
    throw new Error('mmdebstrap failed. See its output above.');
  const container = containers.buildah('from', 'scratch');
  containers.buildah('add', '--quiet', container, tree, '/');
  containers.buildah('config', '--cmd', 'bash', container);
  containers.buildah('commit', '--quiet', '--rm', container, debianImage);
}

/** Adds Node and npm to the Debian image. npm uses the registry and cache of this machine. */
function createNode(containers: Containers, folder: string, version: string): void {
  const localFolder = join(folder, 'local');
  cpSync(resolve('node_modules/.bundled/node/node_modules', `node-linux-${process.arch}`), localFolder, {
    recursive: true,
  });
  const modules = join(localFolder, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  const packed = spawnSync('npm', ['pack', npm, '--silent'], { cwd: folder, encoding: 'utf8' });
  const archive = packed.stdout.trim().split('\n').at(-1) ?? '';
  if (packed.status !== 0 || !run('tar', ['xf', join(folder, archive), '-C', modules]))
    throw new Error(`npm could not be downloaded: ${packed.stderr}`);
  renameSync(join(modules, 'package'), join(modules, 'npm'));
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(localFolder, 'bin', name));
  mkdirSync(join(localFolder, 'etc'), { recursive: true });
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout;
  const npmrc = [
    `registry=${registry.trim()}`,
    `cafile=${trustedCertificates}/ca-certificates.crt`,
    'prefer-offline=true',
  ];
  writeFileSync(join(localFolder, 'etc/npmrc'), `${npmrc.join('\n')}\n`);
  const container = containers.buildah('from', '--pull-never', debianImage);
  containers.buildah('add', '--quiet', container, localFolder, '/usr/local');
  containers.buildah('run', '--isolation', 'chroot', container, '--', 'chmod', '-R', 'a+rX,go-w', '/usr/local');
  containers.buildah('config', '--cmd', 'node', container);
  containers.buildah('commit', '--quiet', '--rm', container, nodeImage(version));
}

export function buildBaseImages(containers: Containers, version: string): void {
  if (!existsSync(trustedCertificates))
    throw new Error(`There are no certificates in ${trustedCertificates} (ca-certificates).`);
  const folder = mkdtempSync(join(getTempFolderOnDisk(), 'cryptocommerce-base-'));
  try {
    if (!containers.has(debianImage)) buildDebianImage(containers, folder);
    if (!containers.has(nodeImage(version))) createNode(containers, folder, version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
