import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { installBrowser } from './browser.ts';
import { buildWhenStale } from './build.ts';

/**
 * The tests under another clock: hours at which the day, the month or the year is not the same in Jamaica and in UTC,
 * or is an odd one. The tests, the servers they start and their PostgreSQL all live under it.
 */
const moments = {
  night: '2026-11-18T02:30:00Z',
  'month-utc': '2026-11-30T23:59:00Z',
  'month-jamaica': '2026-12-01T04:59:00Z',
  'year-utc': '2026-12-31T23:59:00Z',
  'year-jamaica': '2027-01-01T04:59:00Z',
  'leap-day': '2028-02-29T17:00:00Z',
  easter: '2027-03-26T15:00:00Z',
} as const;
type Moment = keyof typeof moments;

const usage = `npm run test:clock -- [MOMENT ...] [--journeys] [FILE ...]
  Without a moment all of them, one after the other; without files every unit, property and API test.
  --journeys: those in the browser as well; a try, since Chromium may not live under such a clock
  ${Object.entries(moments)
    .map(([name, at]) => `${name.padEnd(14)} ${at}`)
    .join('\n  ')}`;

const find = () => globSync('/usr/lib/{*/,}faketime/libfaketime.so.1')[0];

/** The library that stands between a program and the clock: Debian's, installed where we may. */
function library(): string {
  const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', '-y', ...args], { stdio: ['ignore', 2, 2] });
  const found = find();
  if (found) return found;
  if (debian && apt('install', 'faketime').status !== 0 && apt('update').status === 0) apt('install', 'faketime');
  const now = find();
  if (now) return now;
  console.error(
    'Tests under another clock need libfaketime on Linux: as root, apt-get install faketime (or its like), and again.',
  );
  process.exit(1);
}

/** Each process adds the same seconds to the real clock, so all agree, whoever they run as. Waiting stays real. */
function under(preload: string, moment: Moment) {
  const seconds = Math.round((Date.parse(moments[moment]) - Date.now()) / 1000);
  const faketime = { FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  return { ...process.env, LD_PRELOAD: preload, ...faketime };
}

function passes(preload: string, moment: Moment, [program, ...args]: [string, ...string[]]): boolean {
  console.info(`${moment}, ${moments[moment]}: ${args.join(' ')}`);
  const { status } = spawnSync(program, args, { stdio: ['ignore', 1, 2], env: under(preload, moment) });
  return status === 0;
}

const asked = process.argv.slice(2);
const names = (Object.keys(moments) as Moment[]).filter((name) => asked.includes(name));
const files = asked.filter((word) => word.includes('/'));
const strange = asked.filter((word) => !(word in moments) && !word.includes('/') && word !== '--journeys');
if (strange.length > 0) {
  console.error(`${strange.join(', ')}: not known.\n${usage}`);
  process.exit(1);
}

// As in the tests themselves: they say which kind of run they are.
delete process.env['NODE_ENV'];
const preload = library();
const journeys = files.filter((file) => file.endsWith('.e2e.ts'));
const inBrowser = asked.includes('--journeys') || journeys.length > 0;
const units = files.filter((file) => !journeys.includes(file));
if (inBrowser) process.env['CHROME_PATH'] = installBrowser();
if (inBrowser) buildWhenStale();

const failed = (names.length > 0 ? names : (Object.keys(moments) as Moment[])).filter((moment) => {
  const vitest = ['node_modules/.bin/vitest', 'run', '--reporter=dot', ...units] as const;
  const playwright = ['node_modules/.bin/playwright', 'test', ...journeys] as const;
  const wanted = [...(units.length > 0 || journeys.length === 0 ? [vitest] : []), ...(inBrowser ? [playwright] : [])];
  return wanted.filter((program) => !passes(preload, moment, [...program])).length > 0;
});
console.info(failed.length === 0 ? 'ok: every moment passed' : `FAILED: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
