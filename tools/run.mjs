// Entry point of every npm command. Runs on Node 20 or newer, installs missing packages, and starts the command with
// Node 24, which runs TypeScript: the bundled one or that of the machine.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { install, isComplete } from './install.mjs';
import {
  findShortage,
  getFreeResources,
  isRecent,
  needsBundledNode,
  refusedBy,
  thisMachine,
  withoutNode,
} from './machine.mjs';
import { serverFlags } from './node-flags.mjs';
import { beginProgress, endProgress, reportStep } from './progress.mjs';

const command = process.argv[2] ?? 'start';
const machine = thisMachine();
const refusal = refusedBy(machine);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}
/** Commands that need no packages of tests and checks. */
const withoutChecks = ['start', 'build-pages', 'db-backup', 'rotate-keys', 'audit-verify', 'sanctions-import'];

const all = !withoutChecks.includes(command);
beginProgress();
if (!isComplete({ all }) || (command === 'start' && !existsSync('build/.built'))) {
  const { lack, warning } = findShortage(getFreeResources('.'));
  if (warning) console.error(warning);
  if (lack) {
    console.error(lack);
    process.exit(1);
  }
}
try {
  await install({
    all,
    needsNode: needsBundledNode(process.execPath, process.version, realpathSync('.')),
    report: reportStep,
  });
} catch (error) {
  console.error(`The packages could not be installed: ${error.message}`);
  process.exit(1);
}

// The bundled Node may need another C library than this machine has, so it is tested first.
const own = 'node_modules/.bin/node';
const runs = (program) => existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
const node = runs(own) ? own : isRecent(process.version) ? process.execPath : null;
if (!node) {
  console.error(withoutNode(machine, process.version));
  process.exit(1);
}

// Commands of the product read ENV_FILE, which must exist, or else .env if it exists. The environment overrides both.
const named = process.env['ENV_FILE'] || (existsSync('.env') ? '.env' : null);
const readsSettings = ['start', 'dev', 'db-backup', 'rotate-keys', 'sanctions-import'].includes(command);
const settings = readsSettings && named ? [`--env-file=${named}`] : [];
const flags = [...(command === 'start' ? serverFlags : []), ...settings];
// The child exits when this IPC channel closes, even if this process is killed.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
const program = command === 'start' ? 'tools/start.mjs' : `tools/${command}.ts`;
if (command !== 'start') endProgress();
// Programs that a command starts find the same Node and the programs of the packages, as under npm.
const env =
  node === own
    ? { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}` }
    : process.env;
const child = spawn(node, [...flags, program, ...process.argv.slice(3)], { stdio, env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// A killed npm forwards no signal. It is our parent process, because package.json uses `exec`, so a changed parent
// means that npm is gone.
const parent = process.ppid;
const orphaned = () => process.ppid !== parent && child.kill('SIGTERM');
if (process.env['npm_lifecycle_event']) setInterval(orphaned, 500).unref();
