import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installBrowser } from './browser.ts';
import { buildWhenStale } from './build.ts';
import { fetchProgram } from './fetch-program.ts';
import type { Marks } from './lighthouse/measure.ts';

// Measures every page on a slow connection and phone: largest contentful paint, layout shifts, weight, overflow, small
// touch targets and axe findings in four themes. `--rounds 3` takes the median of three loads; `--only /trading`
// filters by prefix; `--lighthouse` adds Lighthouse for public pages and sign-in; `--json` prints JSON.

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    lighthouse: { type: 'boolean', default: false },
  },
});

type Look = {
  path: string;
  who: string;
  lcpMs: number;
  cls: number;
  kB: number;
  requests: number;
  wider320: number;
  wider390: number;
  small: number;
  axe: string[];
  /** On the slowest connection: time until an order can be typed, is priced, and the page is complete. */
  usableMs?: number;
  pricedMs?: number;
  completeMs?: number;
  lighthouse?: Marks;
};

const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-look-'));
const file = join(folder, 'figures.jsonl');
process.env['CHROME_PATH'] = installBrowser();
await buildWhenStale();
const lookEnv = { LOOK_FILE: file, LOOK_ROUNDS: options.rounds, LOOK_ONLY: options.only };
const env = { ...process.env, ...lookEnv, LOOK_LIGHTHOUSE: options.lighthouse ? fetchProgram('lighthouse') : '' };
const config = ['test', '--config', 'test/look/playwright.config.ts'];
const { status } = spawnSync('node_modules/.bin/playwright', config, { stdio: ['ignore', 2, 2], env });
const looks = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Look);
rmSync(folder, { recursive: true, force: true });

const marksIn = (marks: Marks | undefined) =>
  marks ? `${marks.performance}/${marks.accessibility}/${marks.bestPractices}/${marks.seo} ${marks.lcpMs} ms` : '-';
const orderIn = ({ usableMs, pricedMs, completeMs }: Look) =>
  usableMs ? [usableMs, pricedMs, completeMs].join('/') : '-';
const cells = (look: Look) => {
  const { path, who, lcpMs, cls, kB, requests, wider320, wider390, small, axe, lighthouse } = look;
  return [path, who, lcpMs, cls, kB, requests, wider320, wider390, small, axe.join(' ') || '-', orderIn(look)]
    .concat(marksIn(lighthouse))
    .map(String);
};
const printRows = (all: readonly string[]) =>
  console.info(all.map((cell, at) => (at === 0 ? cell.padEnd(46) : cell.padEnd(11))).join(' '));

if (options.json) console.info(JSON.stringify(looks));
else {
  printRows([
    'screen',
    'who',
    'LCP ms',
    'CLS',
    'kB',
    'requests',
    '>320 px',
    '>390 px',
    'small',
    'axe',
    'order ms',
    'Lighthouse',
  ]);
  for (const look of looks) printRows(cells(look));
}
process.exit(status ?? 1);
