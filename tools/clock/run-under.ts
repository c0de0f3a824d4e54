import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, minutes } from '../../src/kernel/clock.ts';
import { type Counts, journeyCounts, sumOf, unitCounts } from '../reports.ts';
import { newClock, under } from './hand.ts';
import type { Moment } from './moments.ts';

/** The library that stands before the clock, and what the clock says. */
export type Under = { readonly preload: string; readonly moment: Moment };

// PostgreSQL's account reads the clocks in it.
const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-clock-'));
chmodSync(folder, 0o755);
const children = new Set<ChildProcess>();
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// Both kinds of tests end what they started when they are interrupted, and not when they are told to end. A terminal
// interrupts them itself.
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true;
    if (signal === 'SIGTERM') for (const child of children) child.kill('SIGINT');
  });

type Run = { readonly from: string; readonly args: readonly string[]; readonly read: (report: string) => Counts };

/** Runs tests under a clock of their own. A run that ends badly has failed, whatever it counted. */
async function runUnder({ preload, moment }: Under, { from, args, read }: Run): Promise<Counts> {
  const place = join(folder, String(children.size));
  const report = `${place}.json`;
  const clock = {
    ...under(preload, newClock(`${place}.offset`, from)),
    CLOCK_AT: moment.at,
    CLOCK_TESTS: moment.tests,
  };
  const env = { ...process.env, ...clock, CLOCK_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const [program, ...rest] = args;
  const child = spawn(`node_modules/.bin/${program}`, rest, { stdio: ['ignore', 'inherit', 'inherit'], env });
  children.add(child);
  const [code] = await once(child, 'exit');
  if (interrupted) process.exit(1);
  const counts = read(report);
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(counts.failed, 1) };
}

/** As many beside each other as in the tests themselves: they wait a good part of their time. */
const parts = 3;

/**
 * Units, properties and API tests. All of them: in parts beside each other, each with a clock of its own. What the
 * files of tests find laid down was laid down before their moment.
 */
export async function unitsUnder(where: Under, files: readonly string[]): Promise<Counts> {
  const each = files.length > 0 ? [files] : Array.from({ length: parts }, (_, at) => [`--shard=${at + 1}/${parts}`]);
  const vitest = ['vitest', 'run', '--config', 'tools/clock/vitest.config.ts'];
  const from = after(new Date(where.moment.at), -minutes(30)).toISOString();
  const runs = each.map((part) => runUnder(where, { from, args: [...vitest, ...part], read: unitCounts }));
  return sumOf(await Promise.all(runs));
}

/** Those in the browser, one after another under the clock that they began with. */
export const journeysUnder = (where: Under, files: readonly string[]): Promise<Counts> =>
  runUnder(where, { from: where.moment.at, args: ['playwright', 'test', ...files], read: journeyCounts });
