import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { dataFolder, launch } from '../reliability/product.ts';
import { asBuilt, openHouse } from './house.ts';
import { median } from './report.ts';
import type { Play } from './scenarios.ts';
import { workOf } from './usage.ts';

/** Milliseconds from the start of a process until it says that it is ready, and the seconds that it worked for that. */
async function timed(env: Record<string, string>, part: string[]): Promise<{ ms: number; work: number }> {
  const site = asBuilt(...part);
  const begun = performance.now();
  const product = await launch({ ...env, NODE_COMPILE_CACHE: '' }, site);
  while (!product.said.out.includes('Ready on')) {
    if (performance.now() - begun > 60_000) throw new Error(`never ready: ${product.said.err}`);
    await sleep(5);
  }
  const found = { ms: performance.now() - begun, work: workOf(product.pid) };
  await product.end('SIGTERM');
  return found;
}

/** How long the product takes from nothing to ready on a database that is there. */
export const ready: Play = async ({ report, number, beforeEnd, calm }) => {
  const postgres = await startPostgres(join(dataFolder(), 'postgres'));
  beforeEnd(postgres.stop);
  const house = await openHouse({ server: postgres.url, past: 10_000, beforeEnd });
  const whole = { ...house.shared, DATABASE_URL: house.scene.url };
  const kinds: Readonly<Record<string, [string[], Record<string, string>]>> = {
    web: [['web'], house.shared],
    worker: [['worker'], house.shared],
    'all in one': [[], whole],
  };
  const rounds = number('rounds', 7);
  for (const [name, [part, env]] of Object.entries(kinds)) {
    await timed(env, part);
    const found = [];
    for (let round = 0; round < rounds; round++) {
      await calm();
      found.push(await timed(env, part));
    }
    const [ms, work] = [found.map((one) => one.ms), found.map((one) => one.work)];
    const told = `median ${Math.round(median(ms))} ms, least ${Math.round(Math.min(...ms))} ms, ${median(work).toFixed(2)} s of work`;
    report.bar(median(ms) <= 1_000, `${name} ready on a database that is there in <= 1 s`, told);
  }
};
