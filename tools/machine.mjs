import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';

// Names what cannot run on a machine, with an alternative. `run.mjs` calls these functions first, so they must run on
// any Node version.

/** C library of a Linux machine, null elsewhere. Programs built for glibc do not run on musl. */
function libcOf() {
  if (process.platform !== 'linux') return null;
  if (process.report) process.report.excludeNetwork = true;
  const { header } = process.report?.getReport() ?? {};
  return header && !header.glibcVersionRuntime ? 'musl' : 'glibc';
}

/** @typedef {{ readonly platform: string, readonly arch: string, readonly libc: 'glibc' | 'musl' | null }} Machine */

/** @type {() => Machine} */
export const thisMachine = () => ({ platform: process.platform, arch: process.arch, libc: libcOf() });

const inAContainer = 'docker compose up --build (see compose.yaml)';

/** Error message if the product cannot start here; else null. @type {(machine: Machine) => string | null} */
export const refusedBy = ({ platform }) =>
  platform === 'win32'
    ? 'Cryptocommerce does not run on Windows directly. Use WSL (wsl --install, then npm start inside Linux, in a ' +
      `folder that is not under /mnt/c), or containers: ${inAContainer}.`
    : null;

const gigabyte = 1024 ** 3;
/** Needed by a first start: packages 0.5 GB, their cache 0.3 GB, pages and the database of the demo 0.4 GB. */
const neededDisk = 1.5 * gigabyte;
/** Needed to build the pages. */
const neededMemory = 1.5 * gigabyte;

/** Free disk space of a folder and memory of this process, in bytes. @param {string} folder */
export function getFreeResources(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return { disk: bavail * bsize, memory: process.availableMemory?.() ?? freemem() };
}

/** Refusal for a full disk, warning of little memory, or null. @param {{ disk: number, memory: number }} spare */
export function findShortage({ disk, memory }) {
  const inGb = (bytes) => (bytes / gigabyte).toFixed(1);
  return {
    lack:
      disk < neededDisk
        ? `The first start needs ${inGb(neededDisk)} GB of free disk space, but only ${inGb(disk)} GB are free here.`
        : null,
    warning:
      memory < neededMemory
        ? `Only ${inGb(memory)} GB of memory are free. Building the pages needs ${inGb(neededMemory)} GB and may fail.`
        : null,
  };
}

const withPostgres = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

const ofYourOwn =
  'Set DATABASE_URL to your own PostgreSQL 18 (for the demo, also set MODE=demo and DEMO_ON_PURPOSE=yes)';

/**
 * Error message for a machine without a bundled PostgreSQL; null for others.
 * @param {Machine} machine
 * @returns {string | null}
 */
export function withoutPostgres({ platform, arch, libc }) {
  if (libc === 'musl')
    return (
      'This Linux uses musl (like Alpine), but the bundled PostgreSQL needs glibc. ' +
      `${ofYourOwn}, use Debian, Ubuntu or Fedora, or use containers: ${inAContainer}.`
    );
  if (withPostgres.includes(`${platform}-${arch}`)) return null;
  return `There is no bundled PostgreSQL for ${platform} on ${arch}. ${ofYourOwn}, or use containers: ${inAContainer}.`;
}

/** True for a Node that runs the product. @param {string} version */
export const isRecent = (version) => Number(/^v(\d+)/.exec(version)?.[1]) >= 24;

/**
 * True without a recent Node on this machine. `npm run` finds the one bundled in `folder` first, which says nothing of
 * the machine.
 * @type {(program: string, version: string, folder: string) => boolean}
 */
export const needsBundledNode = (program, version, folder) =>
  !isRecent(version) || program.startsWith(`${folder}/node_modules/.bundled/node/`);

/** Error message if no Node here runs the product. @type {(machine: Machine, version: string) => string} */
export const withoutNode = ({ platform, arch, libc }, version) =>
  `Node 24 is needed, but this is ${version}, and the bundled Node does not run on this machine ` +
  `(${platform} on ${arch}${libc === 'musl' ? ', musl' : ''}). Install Node 24 (nodejs.org or your system's packages).`;
