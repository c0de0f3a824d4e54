import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataFolder, type Product } from '../../test/reliability/product.ts';
import { until } from '../../test/reliability/until.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { startDeployment } from './deployment.ts';
import { matchesAnswers, OrderBook } from './order-book.ts';
import { getMemoryMb } from './process-usage.ts';
import type { RunScenario } from './scenarios.ts';

const clients = 8;
const warmUpShare = 1 / 3;

/** Allowed growth of memory: a factor, plus MB. */
const allowedGrowth = { part: 1.1, megabytes: 15 };

const lowestDecile = (sizes: readonly number[]): number =>
  sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 10)] ?? 0;

/** Scenario: under half of the maximum load, memory must not grow. */
export const soak: RunScenario = async ({ report, number, beforeEnd, calm }) => {
  const postgres = await startPostgres(join(createDataFolder(), 'postgres'));
  beforeEnd(postgres.stop);
  const deployment = await startDeployment({ server: postgres.url, past: 10_000, beforeEnd });
  const parts: Record<string, Product> = {
    'web one': await deployment.open('web'),
    'web two': await deployment.open('web'),
    worker: await deployment.open('worker'),
  };
  const origins = [parts['web one'], parts['web two']].map((web) => web?.origin ?? '');
  const { customers } = deployment.scene;
  const full = new OrderBook({ customers, origins });
  full.begin(clients, 0);
  await until('the first orders', () => full.placed > 50, 60_000);
  const [placed, from] = [full.placed, performance.now()];
  await sleep(20_000);
  const rate = ((full.placed - placed) * 1000) / (performance.now() - from);
  await full.stop();
  const book = new OrderBook({ customers, origins, claims: true });
  book.begin(clients, Math.round((clients * 1000) / rate));
  const minutes = number('minutes', 30);
  const samples: Record<string, number[]> = Object.fromEntries(Object.keys(parts).map((name) => [name, []]));
  const startedAt = performance.now();
  while (performance.now() - startedAt < minutes * 60_000) {
    await sleep(5_000);
    book.paused = true;
    await calm();
    book.paused = false;
    for (const [name, { pid }] of Object.entries(parts)) samples[name]?.push(getMemoryMb(pid).now);
  }
  await book.stop();
  report.print(
    `${Math.round(rate)} orders a second at full load for 20 s, then half: ${book.placed} orders in ${minutes} minutes`,
  );
  for (const [name, samplesMb] of Object.entries(samples)) {
    const settled = samplesMb.slice(Math.floor(samplesMb.length * warmUpShare));
    const half = Math.floor(settled.length / 2);
    const [middle, end] = [lowestDecile(settled.slice(0, half)), lowestDecile(settled.slice(half))];
    const sizesMb = [samplesMb[0] ?? 0, middle, end, Math.max(...samplesMb)].map((size) => Math.round(size));
    report.check(
      end <= Math.max(middle * allowedGrowth.part, middle + allowedGrowth.megabytes),
      `memory of ${name} is flat`,
      `${sizesMb[0]} MB at first, at least ${sizesMb[1]} in the second third and ${sizesMb[2]} in the last, ${sizesMb[3]} at the most`,
    );
  }
  const found = await book.compare(deployment.scene.owner);
  report.check(
    matchesAnswers({ ...found, unrequested: 0 }),
    'the database equals the answers',
    `${found.acknowledged} placed, ${found.cancelled} cancelled, ${found.claimed} claimed; answers ${JSON.stringify(book.answers)}`,
  );
  for (const { end } of Object.values(parts)) await end('SIGTERM');
};
