import { installBrowser } from './browser.ts';
import { buildWhenStale } from './build.ts';
import { removeLeftovers } from './clock/leftovers.ts';
import { clockLibrary } from './clock/library.ts';
import { momentsAfter } from './clock/moments.ts';
import { journeysUnder, unitsUnder } from './clock/run-under.ts';
import { sumOf } from './reports.ts';

/** Runs tests with a fake date in all processes; timers stay real. Test files start at that time; journeys share it. */
const moments = momentsAfter(new Date());
const usage = `npm run test:clock -- [MOMENT ...] [--journeys] [FILE ...]
  Without MOMENT, all of them run in turn. Without FILE, all unit, property and API tests run.
  --journeys also runs the browser journeys.
  Each moment takes about 15 minutes on two idle cores, and ten more with journeys.
  ${Object.entries(moments)
    .map(([name, { at, tests }]) => `${name.padEnd(18)} ${at}${tests ? `; each file's tests at ${tests}` : ''}`)
    .join('\n  ')}`;

const args = process.argv.slice(2);
const named = args.filter((word) => word in moments);
const files = args.filter((word) => word.includes('/'));
const unknown = args.filter((word) => !named.includes(word) && !files.includes(word) && word !== '--journeys');
if (unknown.length > 0) {
  console.error(`Unknown argument: ${unknown.join(', ')}.\n${usage}`);
  process.exit(1);
}
const preload = clockLibrary();
if (!preload) {
  console.error(
    'These tests need libfaketime on Linux. Install it as root, for example with apt-get install faketime.',
  );
  process.exit(1);
}

// The test runners set NODE_ENV themselves.
delete process.env['NODE_ENV'];
const journeys = files.filter((file) => file.endsWith('.e2e.ts'));
const units = files.filter((file) => !journeys.includes(file));
const inBrowser = args.includes('--journeys') || journeys.length > 0;
if (inBrowser) process.env['CHROME_PATH'] = installBrowser();
if (inBrowser) await buildWhenStale();

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
