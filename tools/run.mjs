// Entry of every command. Runs on Node 20 or newer, installs what is missing and continues with the bundled Node 24,
// which reads TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { refusedBy, thisMachine, withoutNode } from './machine.mjs';
import { serverFlags } from './node-flags.mjs';

const command = process.argv[2] ?? 'start';
const machine = thisMachine();
const refusal = refusedBy(machine);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}
const stamp = 'node_modules/.installed';
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const builder = 'node_modules/.bin/react-router';

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted || !existsSync(builder)) {
  console.error('Installing packages (once, and after each change of package-lock.json) ...');
  // Pages are built here in production too, so build tools are installed regardless of NODE_ENV.
  const all = ['--include=prod', '--include=dev', '--include=optional'];
  const flags = ['ci', ...all, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const installed = spawnSync('npm', flags, { stdio: ['ignore', 2, 2] });
  if (installed.status !== 0) {
    console.error(`The packages could not be installed: npm ${installed.error?.message ?? 'says why above'}`);
    process.exit(installed.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

// Tried first: the package may be built for another C library than this machine has.
const own = 'node_modules/.bin/node';
const runs = (program) => existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
const major = Number(process.versions.node.split('.')[0]);
const node = runs(own) ? own : major >= 24 ? process.execPath : null;
if (!node) {
  console.error(withoutNode(machine, process.version));
  process.exit(1);
}

// Loads .env for commands of the product; tests and tools have their own settings. The environment wins. A named file
// must exist; .env itself is optional.
const named = process.env['ENV_FILE'] || (existsSync('.env') ? '.env' : null);
const readsSettings = ['start', 'dev', 'db-backup', 'rotate-keys', 'sanctions-import'].includes(command);
const settings = readsSettings && named ? [`--env-file=${named}`] : [];
const flags = [...(command === 'start' ? serverFlags : []), ...settings];
// The child ends when this channel closes, even after a kill.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
const program = command === 'start' ? 'tools/start.mjs' : `tools/${command}.ts`;
// Tools started by a command find this Node and each other, as under npm.
const env =
  node === own
    ? { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}` }
    : process.env;
const child = spawn(node, [...flags, program, ...process.argv.slice(3)], { stdio, env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// A killed npm passes no signal on, and `exec` in package.json makes it our parent. Without npm there is no parent to
// watch.
const parent = process.ppid;
const orphaned = () => process.ppid !== parent && child.kill('SIGTERM');
if (process.env['npm_lifecycle_event']) setInterval(orphaned, 500).unref();
