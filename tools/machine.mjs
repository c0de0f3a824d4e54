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

/**
 * Error message for a machine on which the product cannot start; null for others.
 * @type {(machine: Machine) => string | null}
 */
export const refusedBy = ({ platform }) =>
  platform === 'win32'
    ? 'Cryptocommerce does not run on Windows directly. Use WSL (wsl --install, then npm start inside Linux, in a ' +
      `folder that is not under /mnt/c), or containers: ${inAContainer}.`
    : null;

/** Platforms with a bundled PostgreSQL. */
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

/**
 * Error message for a machine on which the bundled Node does not run and the installed Node is too old.
 * @type {(machine: Machine, version: string) => string}
 */
export const withoutNode = ({ platform, arch, libc }, version) =>
  `Node 24 is needed, but this is ${version}, and the bundled Node does not run on this machine ` +
  `(${platform} on ${arch}${libc === 'musl' ? ', musl' : ''}). Install Node 24 (nodejs.org or your system's packages).`;
