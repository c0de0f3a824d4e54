// The door to every command. Runs on whatever Node the machine has (20 or newer), installs what is missing, and goes
// on with the Node 24 that comes with the packages, which reads TypeScript as it is.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  // The pages are built here, in production too: what builds them is needed whatever NODE_ENV or npm's settings say.
  const all = ['--include=prod', '--include=dev', '--include=optional'];
  const flags = ['ci', ...all, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const installed = spawnSync('npm', flags, { stdio: ['ignore', 2, 2] });
  if (installed.status !== 0) {
    console.error(`The packages could not be installed: npm ${installed.error?.message ?? 'says why above'}`);
    process.exit(installed.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

// Tried before it is preferred: the package that came may be made for another C library, or a newer one, than this
// machine has.
const own = 'node_modules/.bin/node';
const runs = (program) => existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
const major = Number(process.versions.node.split('.')[0]);
const node = runs(own) ? own : major >= 24 ? process.execPath : null;
if (!node) {
  console.error(withoutNode(machine, process.version));
  process.exit(1);
}

// Settings of the product out of .env, for what runs the product; tests and tools go by their own. What stands in the
// real environment wins. A file that was named and is not there stops the start; .env itself need not be there.
const named = process.env['ENV_FILE'] || (existsSync('.env') ? '.env' : null);
const readsSettings = ['start', 'dev', 'rotate-keys', 'sanctions-import'].includes(command);
const settings = readsSettings && named ? [`--env-file=${named}`] : [];
const flags = [...(command === 'start' ? serverFlags : []), ...settings];
// The open channel tells the child when we are gone, even if we were killed: it ends then by itself.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
const program = command === 'start' ? 'tools/start.mjs' : `tools/${command}.ts`;
const child = spawn(node, [...flags, program, ...process.argv.slice(3)], { stdio });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// npm that was killed passes nothing on, and `exec` in package.json makes it our parent. Started by hand there is
// nobody to wait for: the shell may go.
const parent = process.ppid;
const orphaned = () => process.ppid !== parent && child.kill('SIGTERM');
if (process.env['npm_lifecycle_event']) setInterval(orphaned, 500).unref();
