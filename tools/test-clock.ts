import { installBrowser } from './browser.ts';
import { buildWhenStale } from './build.ts';
import { removeLeftovers } from './clock/leftovers.ts';
import { clockLibrary } from './clock/library.ts';
import { momentsAfter } from './clock/moments.ts';
import { journeysUnder, unitsUnder } from './clock/run-under.ts';
import { sumOf } from './reports.ts';

/**
 * Runs the tests under other clocks. Tests, servers, PostgreSQL and browser share the clock; timers stay real. Each
 * test file begins at the moment itself; journeys begin there together.
 */
const moments = momentsAfter(new Date());
const usage = `npm run test:clock -- [MOMENT ...] [--journeys] [FILE ...]
  Without a moment all of them, one after the other; without files every unit, property and API test.
  --journeys: those in the browser as well.
  A moment takes about a quarter of an hour on two cores without other load, its journeys ten minutes more.
  ${Object.entries(moments)
    .map(([name, { at, tests }]) => `${name.padEnd(18)} ${at}${tests ? `; each file's tests at ${tests}` : ''}`)
    .join('\n  ')}`;

const asked = process.argv.slice(2);
const named = asked.filter((word) => word in moments);
const files = asked.filter((word) => word.includes('/'));
const strange = asked.filter((word) => !named.includes(word) && !files.includes(word) && word !== '--journeys');
if (strange.length > 0) {
  console.error(`${strange.join(', ')}: not known.\n${usage}`);
  process.exit(1);
}
const preload = clockLibrary();
if (!preload) {
  console.error(
    'Another clock needs libfaketime on Linux: as root, apt-get install faketime (or its like), and again.',
  );
  process.exit(1);
}

// As in the tests, which set the mode themselves.
delete process.env['NODE_ENV'];
const journeys = files.filter((file) => file.endsWith('.e2e.ts'));
const units = files.filter((file) => !journeys.includes(file));
const inBrowser = asked.includes('--journeys') || journeys.length > 0;
if (inBrowser) process.env['CHROME_PATH'] = installBrowser();
if (inBrowser) buildWhenStale();

const results: string[] = [];
let missed = 0;
for (const [name, moment] of Object.entries(moments).filter(([one]) => named.length === 0 || named.includes(one))) {
  const from = performance.now();
  const under = { preload, moment };
  console.info(`${name}: ${moment.at}`);
  removeLeftovers();
  const parts = [
    ...(units.length > 0 || journeys.length === 0 ? [await unitsUnder(under, units)] : []),
    ...(inBrowser ? [await journeysUnder(under, journeys)] : []),
  ];
  const { files: tried, passed, failed } = sumOf(parts);
  const took = ((performance.now() - from) / 60_000).toFixed(1);
  results.push(`${name.padEnd(18)} ${tried} files, ${passed} passed, ${failed} failed, ${took} min`);
  missed += failed;
}
console.info(`\n${results.join('\n')}`);
process.exit(missed === 0 ? 0 : 1);
