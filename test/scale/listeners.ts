import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { until } from '../reliability/patience.ts';
import { dataFolder } from '../reliability/product.ts';
import { gather } from './crowd.ts';
import { openHouse } from './house.ts';
import { isAsTold, OrderBook } from './order-book.ts';
import { median } from './report.ts';
import type { Play } from './scenarios.ts';
import { memoryOf, workOf } from './usage.ts';

/** Ten thousand live lines on one process: what they weigh, and how soon all of them hear of a change. */
export const listeners: Play = async ({ report, number, beforeEnd, calm }) => {
  const postgres = await startPostgres(join(dataFolder(), 'postgres'));
  beforeEnd(postgres.stop);
  const house = await openHouse({ server: postgres.url, beforeEnd, env: { TRUSTED_PROXY: '127.0.0.1' } });
  const web = await house.open('web');
  const { owner, customers } = house.scene;
  const count = number('listeners', 10_000);
  // It has done what it does at all before it is weighed.
  const book = new OrderBook({ customers: customers.slice(900), origins: [web.origin] });
  book.begin(4, 20);
  await until('some orders', () => book.placed > 200, 120_000);
  await book.stop();
  await calm();
  const idle = memoryOf(web.pid).now;
  const begun = performance.now();
  // Nine of ten are signed in, ten lines each of 900 people; the others only look.
  const crowd = await gather({
    port: web.port,
    count,
    cookieOf: (nth) => (nth % 10 === 9 ? '' : (customers[Math.floor(nth / 10) % 900]?.cookie ?? '')),
  });
  report.say(
    `${crowd.open()} live lines opened in ${Math.round((performance.now() - begun) / 1000)} s, nine of ten of them signed in`,
  );
  report.bar(crowd.open() === count, `live lines open on one process, of ${count}`, crowd.open());
  await sleep(3_000);
  const rounds = number('rounds', 7);
  const took: number[] = [];
  let missed = 0;
  const work = workOf(web.pid);
  for (let round = 0; round < rounds; round++) {
    await calm();
    crowd.listenFor('prices');
    const from = performance.now();
    await owner.query(`select pg_notify('topic', 'prices')`);
    await until('all to hear', () => crowd.heard() >= count, 20_000).catch(() => undefined);
    missed += count - crowd.heard();
    took.push(crowd.lastAt() - from);
    await sleep(500);
  }
  const each = ((workOf(web.pid) - work) / rounds).toFixed(2);
  report.bar(
    Math.max(...took) <= 2_000 && missed === 0,
    'a change reaches all of them in <= 2 s',
    `median ${Math.round(median(took))} ms, longest ${Math.round(Math.max(...took))} ms, ${missed} missed; ${each} s of work each`,
  );
  crowd.listenFor('trading');
  const mine = new OrderBook({ customers: customers.slice(500, 501), origins: [web.origin] });
  const from = performance.now();
  mine.begin(1, 600_000);
  await until('an order', () => mine.placed === 1, 20_000);
  await until('their own lines to hear', () => crowd.heard() >= 9, 10_000).catch(() => undefined);
  report.bar(crowd.heard() === 9, 'an order is told to the 9 lines of its customer and to nobody else', crowd.heard());
  report.say(`the last of them heard ${Math.round(crowd.lastAt() - from)} ms after the quote was asked for`);
  const { now, peak } = memoryOf(web.pid);
  report.say(
    `memory of the process: ${Math.round(idle)} MB before, ${Math.round(now)} MB with ${count} lines, ` +
      `${Math.round(peak)} MB at the most; ${(((now - idle) * 1024) / count).toFixed(1)} kB a line`,
  );
  report.bar(now <= 250, 'memory of the process with all of them <= 250 MB', `${Math.round(now)} MB`);
  const found = await book.compare(owner);
  report.bar(isAsTold(found), 'orders placed before are as told', found.acknowledged);
  crowd.leave();
  await web.end('SIGTERM');
};
