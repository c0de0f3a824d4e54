import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run, told } from '../../tools/debian-source.ts';
import { scratchOnDisk } from '../../tools/scratch.ts';
import type { Containers } from './containers.ts';
import { programOf } from './debian.ts';

// Stand-ins for the two images that the Dockerfile begins with, under their own names, where no registry of images can
// be reached: made from the packages that the originals are made from, and not the originals.

const release = 'bookworm';
export const debianImage = `docker.io/library/debian:${release}-slim`;
export const nodeImage = (version: string) => `docker.io/library/node:${version}-${release}-slim`;

/** The major version of npm that comes with Node 24. */
const npm = 'npm@11';
/** What this machine trusts, among it whoever stands between it and where packages come from. */
export const trusted = '/etc/ssl/certs';

/** Where this machine gets Debian's packages from, as lines for another one. */
function sourcesOf(): string {
  const uris = told('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']).split('\n');
  const main = uris.find((one) => one && !one.includes('security'));
  const safe = uris.find((one) => one.includes('security'));
  if (!main) throw new Error('This machine has no source of Debian packages, or never asked it (apt-get update).');
  return [`deb ${main} ${release} main`, ...(safe ? [`deb ${safe} ${release}-security main`] : [])].join('\n');
}

/** How this machine's apt comes to them: proxies, and what it overlooks. */
const mannersOf = () => told('apt-config', ['dump']).match(/^Acquire::(https?|Check-)\S* "[^"]+";$/gm) ?? [];

/** Debian 12 as small as its image: what is essential, and apt. */
function layDebian(containers: Containers, folder: string): void {
  const [sources, tree] = [join(folder, 'sources.list'), join(folder, 'debian.tar')];
  writeFileSync(sources, `${sourcesOf()}\n`);
  const left = ['man', 'doc', 'locale', 'info'].map((name) => `path-exclude=/usr/share/${name}/*`);
  const forDpkg = [...left, 'path-include=/usr/share/doc/*/copyright', 'force-unsafe-io'];
  const options = [...mannersOf().map((one) => `--aptopt=${one}`), ...forDpkg.map((one) => `--dpkgopt=${one}`)];
  if (!run(programOf('mmdebstrap'), ['--quiet', '--variant=minbase', ...options, release, tree, sources]))
    throw new Error('mmdebstrap made no Debian, as it says above.');
  const made = containers.buildah('from', 'scratch');
  containers.buildah('add', '--quiet', made, tree, '/');
  containers.buildah('config', '--cmd', 'bash', made);
  containers.buildah('commit', '--quiet', '--rm', made, debianImage);
}

/** The same with Node and npm where their image has them; npm goes where ours goes, and believes its cache. */
function layNode(containers: Containers, folder: string, version: string): void {
  const place = join(folder, 'local');
  cpSync(resolve('node_modules', `node-linux-${process.arch}`), place, { recursive: true });
  const modules = join(place, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  const packed = spawnSync('npm', ['pack', npm, '--silent'], { cwd: folder, encoding: 'utf8' });
  const archive = packed.stdout.trim().split('\n').at(-1) ?? '';
  if (packed.status !== 0 || !run('tar', ['xf', join(folder, archive), '-C', modules]))
    throw new Error(`npm could not be had: ${packed.stderr}`);
  renameSync(join(modules, 'package'), join(modules, 'npm'));
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(place, 'bin', name));
  mkdirSync(join(place, 'etc'), { recursive: true });
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout;
  const manners = [`registry=${registry.trim()}`, `cafile=${trusted}/ca-certificates.crt`, 'prefer-offline=true'];
  writeFileSync(join(place, 'etc/npmrc'), `${manners.join('\n')}\n`);
  const made = containers.buildah('from', '--pull-never', debianImage);
  containers.buildah('add', '--quiet', made, place, '/usr/local');
  containers.buildah('run', '--isolation', 'chroot', made, '--', 'chmod', '-R', 'a+rX,go-w', '/usr/local');
  containers.buildah('config', '--cmd', 'node', made);
  containers.buildah('commit', '--quiet', '--rm', made, nodeImage(version));
}

/** Lays both down, where they are not there yet; what it is that stands in. */
export function layBaseImages(containers: Containers, version: string): void {
  if (!existsSync(trusted)) throw new Error(`There are no certificates in ${trusted} (ca-certificates).`);
  const folder = mkdtempSync(join(scratchOnDisk(), 'cryptocommerce-base-'));
  try {
    if (!containers.has(debianImage)) layDebian(containers, folder);
    if (!containers.has(nodeImage(version))) layNode(containers, folder, version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
