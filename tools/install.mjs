import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Installs packages. `run.mjs` calls it, so it must run on Node 20.

const root = 'node_modules';
/** Packages with a lock file of their own (tools/bundled), which images do not need. */
const bundled = join(root, '.bundled');

const lockOf = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
const stampOf = (folder) => join(folder, '.installed');
const isInstalled = (folder, stamps) =>
  existsSync(stampOf(folder)) && stamps.includes(readFileSync(stampOf(folder), 'utf8'));

function npm(args) {
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', '--include=optional'];
  return new Promise((done, fail) => {
    const child = spawn('npm', ['ci', ...flags, ...args], { stdio: ['ignore', 2, 2] });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error('see the npm message above'))));
  });
}

/** True when the packages of the checks (`all`) or of a start are as locked. @param {{ all: boolean }} wanted */
export const isComplete = ({ all }) =>
  existsSync(join(root, '.bin/react-router')) &&
  isInstalled(root, [`${lockOf('.')} all`, ...(all ? [] : [`${lockOf('.')} start`])]);

/**
 * Installs what is missing or outdated, in parallel: packages, PostgreSQL, and Node if `needsNode`. Packages of tests
 * and checks are installed only for `all`, and stay until the lock file changes.
 * @param {{ all: boolean, needsNode: boolean, report: (text: string) => void }} wanted
 */
export async function install({ all, needsNode, report }) {
  const isOutdated = !isComplete({ all });
  const programs = ['postgres', ...(needsNode ? ['node'] : [])];
  // npm empties the folder of the packages, so the programs in it are installed again.
  const missing = programs.filter((part) => isOutdated || !isInstalled(join(bundled, part), [lockOf(sourceOf(part))]));
  const steps = [...(isOutdated ? ['packages'] : []), ...missing.map((part) => names[part])];
  if (steps.length > 0) report(`Installing ${steps.join(', ')} ...`);
  await Promise.all([isOutdated ? installPackages(all) : null, ...missing.map(downloadBundled)]);
  for (const part of missing) placeBundled(part);
}

async function installPackages(all) {
  // Explicit, because NODE_ENV=production omits the packages of tests and checks.
  await npm(['--include=prod', all ? '--include=dev' : '--omit=dev']);
  if (!all) removeUnread(root);
  writeFileSync(stampOf(root), `${lockOf('.')} ${all ? 'all' : 'start'}`);
}

const names = { postgres: 'PostgreSQL', node: 'Node 24' };
const sourceOf = (part) => join('tools/bundled', part);
const stagingOf = (part) => join('build/installing', part);

/** Downloads a program to a folder that npm does not empty. */
async function downloadBundled(part) {
  const to = stagingOf(part);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(sourceOf(part), file), join(to, file));
  await npm(['--prefix', to, '--ignore-scripts']);
}

/** Moves a downloaded program to the packages, which can be on another file system. */
function placeBundled(part) {
  const [from, to] = [stagingOf(part), join(bundled, part)];
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  rmSync(from, { recursive: true });
  if (part === 'node') linkNode(join(to, root));
  writeFileSync(stampOf(to), lockOf(sourceOf(part)));
}

/** Puts Node on the path of the packages, and removes the headers of its package, a third of it. */
function linkNode(folder) {
  const name = readdirSync(folder).find((one) => one.startsWith('node-'));
  if (!name) return;
  rmSync(join(folder, name, 'include'), { recursive: true, force: true });
  rmSync(join(root, '.bin/node'), { force: true });
  symlinkSync(join('..', '.bundled/node/node_modules', name, 'bin/node'), join(root, '.bin/node'));
}

/** Files that only checks, debuggers and other programs read: more than a third of the packages. */
const unread = /\.(map|d\.[cm]?ts)$|^dbip-country-ipv[46]\.mmdb$|^@typescript$/;

export function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (unread.test(entry.name)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) removeUnread(path);
  }
}
