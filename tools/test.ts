import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from './browser.ts';
import { buildWhenStale } from './build.ts';
import { unpackNginx } from './nginx.ts';
import { installPooler } from './pooler.ts';
import {
  journeyCounts,
  journeyFaults,
  journeyTimes,
  slowest,
  sumOf,
  unitCounts,
  unitFaults,
  unitTimes,
} from './reports.ts';

/** Runs all tests. The argument `unit` or `e2e` runs one kind; further arguments filter files. */
const [kind, ...chosenFiles] = process.argv.slice(2);
if (kind !== undefined && kind !== 'unit' && kind !== 'e2e') {
  console.error(`${kind}: unknown kind of test. Use unit or e2e.`);
  process.exit(1);
}
const reports = mkdtempSync(join(tmpdir(), 'cryptocommerce-reports-'));
const units = join(reports, 'units.json');
const journeys = join(reports, 'journeys.json');

/** Time budgets in seconds on two idle cores (docs/architecture.md). Printed, not enforced. */
const budgetSeconds = { check: 25, units: 365, journeys: 500 } as const;

/** Total and idle time of all cores since boot, ms. */
function coresNow(): { all: number; idle: number } {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, core) => sum + core.idle, 0);
  return { all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle), idle };
}

type Layer = { readonly what: string; readonly budgetSeconds: number; readonly env?: Record<string, string> };

function run({ what, budgetSeconds, env }: Layer, [program, ...args]: [string, ...string[]]): boolean {
  const [from, before] = [performance.now(), coresNow()];
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, ...env },
  };
  const { status } = spawnSync(program, args, options);
  const after = coresNow();
  const idle = Math.round((100 * (after.idle - before.idle)) / Math.max(1, after.all - before.all));
  const took = `${((performance.now() - from) / 1000).toFixed(0)} s of ${budgetSeconds}`;
  // Many idle cores mean that the tests could run with more concurrency.
  console.info(`${status === 0 ? 'ok    ' : 'FAILED'} ${what}, ${took}, cores idle ${idle}%`);
  return status === 0;
}

// The machine may set NODE_ENV=production; the test runners set their own.
delete process.env['NODE_ENV'];
process.env['CHROME_PATH'] = installBrowser();
if (kind !== 'e2e') {
  installPooler();
  unpackNginx();
}
const checked =
  kind !== undefined ||
  run({ what: 'types, lint, tidy', budgetSeconds: budgetSeconds.check }, [process.execPath, 'tools/check.ts']);
await buildWhenStale();
const unitArgs = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${units}`, ...chosenFiles];
const unitsOk =
  kind === 'e2e' ||
  run({ what: 'units, properties, API', budgetSeconds: budgetSeconds.units }, [
    'node_modules/.bin/vitest',
    ...unitArgs,
  ]);
const inBrowser = {
  what: 'journeys',
  budgetSeconds: budgetSeconds.journeys,
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys },
};
const journeysOk = kind === 'unit' || run(inBrowser, ['node_modules/.bin/playwright', 'test', ...chosenFiles]);

const { passed, failed } = sumOf([
  ...(kind === 'e2e' ? [] : [unitCounts(units)]),
  ...(kind === 'unit' ? [] : [journeyCounts(journeys)]),
]);
const longest = slowest([...unitTimes(units), ...journeyTimes(journeys)], 20);
// Failures are repeated at the end, because the output is long.
const faults = [...unitFaults(units), ...journeyFaults(journeys, 'failed')];
const flaky = journeyFaults(journeys, 'flaky');
const failedCount = failed + (checked ? 0 : 1);
rmSync(reports, { recursive: true, force: true });
console.info(`\nThe 20 slowest:\n${longest.join('\n')}`);
for (const fault of flaky) console.info(`\nFLAKY, fix it today: ${fault}`);
for (const fault of faults) console.info(`\nFAILED ${fault}`);
console.info(`\n${passed} passed, ${failedCount} failed`);
process.exit(checked && unitsOk && journeysOk && failedCount === 0 ? 0 : 1);
