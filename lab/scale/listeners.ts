import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataFolder } from '../../test/reliability/product.ts';
import { until } from '../../test/reliability/until.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { startDeployment } from './deployment.ts';
import { matchesAnswers, OrderBook } from './order-book.ts';
import { getCpuSeconds, getMemoryMb } from './process-usage.ts';
import { median } from './report.ts';
import type { RunScenario } from './scenarios.ts';
import { openListeners } from './stream-listeners.ts';

/** Scenario: memory and delay of a notification with ten thousand live streams on one process. */
export const listeners: RunScenario = async ({ report, number, beforeEnd, calm }) => {
  const postgres = await startPostgres(join(createDataFolder(), 'postgres'));
  beforeEnd(postgres.stop);
  const deployment = await startDeployment({ server: postgres.url, beforeEnd, env: { TRUSTED_PROXY: '127.0.0.1' } });
  const web = await deployment.open('web');
  const { owner, customers } = deployment.scene;
  const count = number('listeners', 10_000);
  const book = new OrderBook({ customers: customers.slice(900), origins: [web.origin] });
  book.begin(4, 20);
  await until('some orders', () => book.placed > 200, 120_000);
  await book.stop();
  await calm();
  const idle = getMemoryMb(web.pid).now;
  const startedAt = performance.now();
  const listeners = await openListeners({
    port: web.port,
    count,
    getCookie: (nth) => (nth % 10 === 9 ? '' : (customers[Math.floor(nth / 10) % 900]?.cookie ?? '')),
  });
  report.print(
    `${listeners.open()} live streams opened in ${Math.round((performance.now() - startedAt) / 1000)} s, nine of ten of them signed in`,
  );
  report.check(listeners.open() === count, `live streams open on one process, of ${count}`, listeners.open());
  await sleep(3_000);
  const rounds = number('rounds', 7);
  const took: number[] = [];
  let missed = 0;
  const work = getCpuSeconds(web.pid);
  for (let round = 0; round < rounds; round++) {
    await calm();
    listeners.listenFor('prices');
    const from = performance.now();
    await owner.query(`select pg_notify('topic', 'prices')`);
    await until('all to hear', () => listeners.received() >= count, 20_000).catch(() => undefined);
    missed += count - listeners.received();
    took.push(listeners.lastAt() - from);
    await sleep(500);
  }
  const each = ((getCpuSeconds(web.pid) - work) / rounds).toFixed(2);
  report.check(
    Math.max(...took) <= 2_000 && missed === 0,
    'a change reaches all of them in <= 2 s',
    `median ${Math.round(median(took))} ms, longest ${Math.round(Math.max(...took))} ms, ${missed} missed; ${each} s of work each`,
  );
  listeners.listenFor('trading');
  const ownBook = new OrderBook({ customers: customers.slice(500, 501), origins: [web.origin] });
  const from = performance.now();
  ownBook.begin(1, 600_000);
  await until('an order', () => ownBook.placed === 1, 20_000);
  await until('their own lines to hear', () => listeners.received() >= 9, 10_000).catch(() => undefined);
  report.check(
    listeners.received() === 9,
    'an order notifies only the 9 streams of its customer',
    listeners.received(),
  );
  report.print(`the last of them heard ${Math.round(listeners.lastAt() - from)} ms after the quote was asked for`);
  const { now, peak } = getMemoryMb(web.pid);
  report.print(
    `memory of the process: ${Math.round(idle)} MB before, ${Math.round(now)} MB with ${count} streams, ` +
      `${Math.round(peak)} MB at the most; ${(((now - idle) * 1024) / count).toFixed(1)} kB a stream`,
  );
  report.check(now <= 250, 'memory of the process with all of them <= 250 MB', `${Math.round(now)} MB`);
  const found = await book.compare(owner);
  report.check(matchesAnswers(found), 'earlier orders equal their acknowledgements', found.acknowledged);
  listeners.leave();
  await web.end('SIGTERM');
};
