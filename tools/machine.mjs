// Explains what cannot run on this machine and what to do instead, before something fails later. Must run on any Node
// version.

/** C library of a Linux machine; programs built for one do not run with the other. Null elsewhere. */
function libcOf() {
  if (process.platform !== 'linux') return null;
  if (process.report) process.report.excludeNetwork = true;
  const { header } = process.report?.getReport() ?? {};
  return header && !header.glibcVersionRuntime ? 'musl' : 'glibc';
}

/** @typedef {{ readonly platform: string, readonly arch: string, readonly libc: 'glibc' | 'musl' | null }} Machine */

/** @type {() => Machine} */
export const thisMachine = () => ({ platform: process.platform, arch: process.arch, libc: libcOf() });

const inAContainer = 'docker compose up --build (compose.yaml says what it needs first)';

/**
 * Why the product does not start on a machine at all; null where it does.
 * @type {(machine: Machine) => string | null}
 */
export const refusedBy = ({ platform }) =>
  platform === 'win32'
    ? 'Windows does not run this by itself. Open a Linux in it (wsl --install, then "npm start" in there, in a folder of ' +
      `that Linux and not under /mnt/c), or use containers: ${inAContainer}.`
    : null;

/** Platforms with a bundled PostgreSQL. */
const withPostgres = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

const ofYourOwn =
  'Set DATABASE_URL to a PostgreSQL 18 of your own (for the demo MODE=demo and DEMO_ON_PURPOSE=yes too)';

/**
 * Why no PostgreSQL comes with the packages for a machine; null where one does.
 * @param {Machine} machine
 * @returns {string | null}
 */
export function withoutPostgres({ platform, arch, libc }) {
  if (libc === 'musl')
    return (
      'This Linux has musl as its C library (Alpine has), and the PostgreSQL that comes with the packages is made for glibc. ' +
      `${ofYourOwn}, run it on Debian, Ubuntu or Fedora, or use containers: ${inAContainer}.`
    );
  if (withPostgres.includes(`${platform}-${arch}`)) return null;
  return `No PostgreSQL comes with the packages for ${platform} on ${arch}. ${ofYourOwn}, or use containers: ${inAContainer}.`;
}

/**
 * What to do where the Node that comes with the packages does not run, and this one is too old.
 * @type {(machine: Machine, version: string) => string}
 */
export const withoutNode = ({ platform, arch, libc }, version) =>
  `Node 24 is needed and does not come as a package for this machine (${platform} on ${arch}${libc === 'musl' ? ', musl' : ''}); ` +
  `this is ${version}. Install Node 24 (nodejs.org, or your system's packages) and start again.`;
