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

/** The whole truth: types, lint, tidy, units, properties, the API on a real database, journeys in a browser. */
const reports = mkdtempSync(join(tmpdir(), 'cryptocommerce-reports-'));
const units = join(reports, 'units.json');
const journeys = join(reports, 'journeys.json');

/** Seconds that each layer may take on two quiet cores (docs/architecture.md). Told, and not a reason to fail. */
const budgets = { check: 25, units: 365, journeys: 500 } as const;

/** What all cores of this machine did so far, ms, and how much of it was nothing. */
function coresNow(): { all: number; idle: number } {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, core) => sum + core.idle, 0);
  return { all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle), idle };
}

type Layer = { readonly what: string; readonly budget: number; readonly env?: Record<string, string> };

function run({ what, budget, env }: Layer, [program, ...args]: [string, ...string[]]): boolean {
  const [from, before] = [performance.now(), coresNow()];
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, ...env },
  };
  const { status } = spawnSync(program, args, options);
  const after = coresNow();
  const idle = Math.round((100 * (after.idle - before.idle)) / Math.max(1, after.all - before.all));
  const took = `${((performance.now() - from) / 1000).toFixed(0)} s of ${budget}`;
  // Cores that wait would let more be done beside each other; of busy ones only less work makes a layer quicker.
  console.info(`${status === 0 ? 'ok    ' : 'FAILED'} ${what}, ${took}, cores idle ${idle}%`);
  return status === 0;
}

// Whoever runs the tests where the product runs may have said production; the tests say themselves what they are.
delete process.env['NODE_ENV'];
process.env['CHROME_PATH'] = installBrowser();
installPooler();
unpackNginx();
const checked = run({ what: 'types, lint, tidy', budget: budgets.check }, [process.execPath, 'tools/check.ts']);
buildWhenStale();
const unitArgs = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${units}`];
const unitsOk = run({ what: 'units, properties, API', budget: budgets.units }, [
  'node_modules/.bin/vitest',
  ...unitArgs,
]);
const inBrowser = { what: 'journeys', budget: budgets.journeys, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys } };
const journeysOk = run(inBrowser, ['node_modules/.bin/playwright', 'test']);

const { passed, failed } = sumOf([unitCounts(units), journeyCounts(journeys)]);
const longest = slowest([...unitTimes(units), ...journeyTimes(journeys)], 20);
// Said last as well: of a long output one sees the end.
const faults = [...unitFaults(units), ...journeyFaults(journeys)];
const missed = failed + (checked ? 0 : 1);
rmSync(reports, { recursive: true, force: true });
console.info(`\nThe slowest twenty:\n${longest.join('\n')}`);
for (const fault of faults) console.info(`\nFAILED ${fault}`);
console.info(`\n${passed} passed, ${missed} failed`);
process.exit(checked && unitsOk && journeysOk && missed === 0 ? 0 : 1);
