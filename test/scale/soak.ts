import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { until } from '../reliability/patience.ts';
import { dataFolder, type Product } from '../reliability/product.ts';
import { openHouse } from './house.ts';
import { isAsTold, OrderBook } from './order-book.ts';
import type { Play } from './scenarios.ts';
import { memoryOf } from './usage.ts';

const clients = 8;
/** A part of all the time is for filling what is filled once: caches, pools, what the engine compiles. */
const filling = 1 / 3;

/** How much the end may be above the middle, as a part, and in megabytes: a collector clears away when it likes. */
const flat = { part: 1.1, megabytes: 15 };

/**
 * The least that a process needed in a while: what is kept raises it, and what a collector has not cleared away yet,
 * seldom in one that has little to do, does not.
 */
const floorOf = (sizes: readonly number[]): number =>
  sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 10)] ?? 0;

/** Half of what the product can do here, for as long as is wished: its memory must not grow. */
export const soak: Play = async ({ report, number, beforeEnd, calm }) => {
  const postgres = await startPostgres(join(dataFolder(), 'postgres'));
  beforeEnd(postgres.stop);
  const house = await openHouse({ server: postgres.url, past: 10_000, beforeEnd });
  const parts: Record<string, Product> = {
    'web one': await house.open('web'),
    'web two': await house.open('web'),
    worker: await house.open('worker'),
  };
  const origins = [parts['web one'], parts['web two']].map((web) => web?.origin ?? '');
  const { customers } = house.scene;
  const full = new OrderBook({ customers, origins });
  full.begin(clients, 0);
  await until('the first orders', () => full.placed > 50, 60_000);
  const [placed, from] = [full.placed, performance.now()];
  await sleep(20_000);
  const rate = ((full.placed - placed) * 1000) / (performance.now() - from);
  await full.stop();
  // Each client rests for as long as it works.
  const book = new OrderBook({ customers, origins, claims: true });
  book.begin(clients, Math.round((clients * 1000) / rate));
  const minutes = number('minutes', 30);
  const samples: Record<string, number[]> = Object.fromEntries(Object.keys(parts).map((name) => [name, []]));
  const begun = performance.now();
  while (performance.now() - begun < minutes * 60_000) {
    await sleep(5_000);
    book.paused = true;
    await calm();
    book.paused = false;
    for (const [name, { pid }] of Object.entries(parts)) samples[name]?.push(memoryOf(pid).now);
  }
  await book.stop();
  report.say(
    `${Math.round(rate)} orders a second at full load for 20 s, then half: ${book.placed} orders in ${minutes} minutes`,
  );
  for (const [name, all] of Object.entries(samples)) {
    const settled = all.slice(Math.floor(all.length * filling));
    const half = Math.floor(settled.length / 2);
    const [middle, end] = [floorOf(settled.slice(0, half)), floorOf(settled.slice(half))];
    const told = [all[0] ?? 0, middle, end, Math.max(...all)].map((size) => Math.round(size));
    report.bar(
      end <= Math.max(middle * flat.part, middle + flat.megabytes),
      `memory of ${name} is flat`,
      `${told[0]} MB at first, at least ${told[1]} in the second third and ${told[2]} in the last, ${told[3]} at the most`,
    );
  }
  const found = await book.compare(house.scene.owner);
  report.bar(
    isAsTold({ ...found, neverAsked: 0 }),
    'the state is what customers were told',
    `${found.acknowledged} placed, ${found.calledOff} called off, ${found.claimed} claimed; answers ${JSON.stringify(book.answers)}`,
  );
  for (const { end } of Object.values(parts)) await end('SIGTERM');
};
