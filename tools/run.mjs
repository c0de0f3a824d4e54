// The door to every command. Runs on whatever Node the machine has (20 or newer), installs what is missing, and goes
// on with the Node 24 that comes with the packages, which reads TypeScript as it is.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { serverFlags } from './node-flags.mjs';

const command = process.argv[2] ?? 'start';
const stamp = 'node_modules/.installed';
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('Installing packages (once, and after each change of package-lock.json) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const installed = spawnSync(npm, flags, { stdio: ['ignore', 2, 2] });
  if (installed.status !== 0) process.exit(installed.status ?? 1);
  writeFileSync(stamp, wanted);
}

const own = `node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`;
const major = Number(process.versions.node.split('.')[0]);
const node = existsSync(own) ? own : major >= 24 ? process.execPath : null;
if (!node) {
  console.error(`Node 24 is needed and does not come as a package for this machine; this is ${process.version}.`);
  process.exit(1);
}

const flags = command === 'start' ? serverFlags : [];
const child = spawn(node, [...flags, `tools/${command}.ts`, ...process.argv.slice(3)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
