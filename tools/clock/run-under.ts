import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, minutes } from '../../src/kernel/clock.ts';
import { type Counts, journeyCounts, sumOf, unitCounts } from '../reports.ts';
import { newClock, under } from './hand.ts';
import type { Moment } from './moments.ts';

/** Path of libfaketime, and the time at which the tests run. */
export type Under = { readonly preload: string; readonly moment: Moment };

// PostgreSQL runs under another account and reads the clock files here.
const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-clock-'));
chmodSync(folder, 0o755);
const children = new Set<ChildProcess>();
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// Both test runners clean up on SIGINT but not on SIGTERM. A terminal sends SIGINT to them directly.
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true;
    if (signal === 'SIGTERM') for (const child of children) child.kill('SIGINT');
  });

type Run = { readonly from: string; readonly args: readonly string[]; readonly read: (report: string) => Counts };

/** Runs a test runner under its own clock. A non-zero exit counts as at least one failure. */
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

/** Parallel test runs. More than two cores would suggest, because tests often wait. */
const shards = 3;

/** Runs unit, property and API tests in shards. The clock starts early, so that the template database is older. */
export async function unitsUnder(where: Under, files: readonly string[]): Promise<Counts> {
  const each = files.length > 0 ? [files] : Array.from({ length: shards }, (_, at) => [`--shard=${at + 1}/${shards}`]);
  const vitest = ['vitest', 'run', '--config', 'tools/clock/vitest.config.ts'];
  const from = after(new Date(where.moment.at), -minutes(30)).toISOString();
  const runs = each.map((part) => runUnder(where, { from, args: [...vitest, ...part], read: unitCounts }));
  return sumOf(await Promise.all(runs));
}

/** Runs the journeys in sequence under one clock. */
export const journeysUnder = (where: Under, files: readonly string[]): Promise<Counts> =>
  runUnder(where, { from: where.moment.at, args: ['playwright', 'test', ...files], read: journeyCounts });
