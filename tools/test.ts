import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from './browser.ts';
import { buildWhenStale } from './build.ts';
import { journeyCounts, sumOf, unitCounts } from './reports.ts';

/** The whole truth: types, lint, tidy, units, properties, the API on a real database, journeys in a browser. */
const reports = mkdtempSync(join(tmpdir(), 'cryptocommerce-reports-'));
const units = join(reports, 'units.json');
const journeys = join(reports, 'journeys.json');

function run(what: string, [program, ...args]: [string, ...string[]], env: Record<string, string> = {}): boolean {
  const from = performance.now();
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, ...env },
  };
  const { status } = spawnSync(program, args, options);
  console.info(`${status === 0 ? 'ok    ' : 'FAILED'} ${what}, ${((performance.now() - from) / 1000).toFixed(0)} s`);
  return status === 0;
}

// Whoever runs the tests where the product runs may have said production; the tests say themselves what they are.
delete process.env['NODE_ENV'];
process.env['CHROME_PATH'] = installBrowser();
const checked = run('types, lint, tidy', [process.execPath, 'tools/check.ts']);
buildWhenStale();
const unitArgs = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${units}`];
const unitsOk = run('units, properties, API', ['node_modules/.bin/vitest', ...unitArgs]);
const journeyEnv = { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys };
const journeysOk = run('journeys', ['node_modules/.bin/playwright', 'test'], journeyEnv);

const { passed, failed } = sumOf([unitCounts(units), journeyCounts(journeys)]);
const missed = failed + (checked ? 0 : 1);
rmSync(reports, { recursive: true, force: true });
console.info(`\n${passed} passed, ${missed} failed`);
process.exit(checked && unitsOk && journeysOk && missed === 0 ? 0 : 1);
