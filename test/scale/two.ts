import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersPerSecond, type Request } from '../../tools/bench/load.ts';
import { inTurn } from '../../tools/bench/paths.ts';
import { addQuotes, askOrder, askOwn, type Scene, settle } from '../../tools/bench/scene.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { dataFolder } from '../reliability/product.ts';
import { openHouse } from './house.ts';
import { startNginx } from './nginx.ts';
import { median } from './report.ts';
import type { Play, Stage } from './scenarios.ts';
import { workOf, workOfFamily } from './usage.ts';

const connections = 16;
/** As if from several networks: nginx sends each of them to one process. */
const from = (line: number) => `127.${1 + line}.${line}.1`;
const roundSeconds = 4;

/** Who is at work while orders are placed, and how long so far, in seconds. */
type Workers = Readonly<Record<string, () => number>>;
type Side = { readonly port: number; readonly workers: Workers };
/** Answers a second, and the milliseconds of work that each kind of process had with one. */
type Round = { readonly rate: number; readonly work: Readonly<Record<string, number>> };

async function round({ port, workers }: Side, next: () => Request): Promise<Round> {
  const look = () => Object.entries(workers).map(([name, work]) => [name, work()] as const);
  const before = look();
  const rate = await answersPerSecond({ port, connections, seconds: roundSeconds, next, from });
  const answers = rate * roundSeconds;
  const work = look().map(([name, now], at) => [name, ((now - (before[at]?.[1] ?? 0)) * 1000) / answers] as const);
  return { rate, work: Object.fromEntries(work) };
}

const postmasterOf = (dir: string) => Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** What is asked, in so many requests as a round can use up. */
const asks: Readonly<Record<string, (scene: Scene) => Promise<() => Request>>> = {
  'orders placed': async (scene) => {
    const quotes = await addQuotes(scene, roundSeconds * 1_500);
    let at = 0;
    return () => {
      const quote = quotes[at++];
      if (!quote) throw new Error('all offers are used up');
      return askOrder(quote);
    };
  },
  'own orders listed': async ({ customers }) => inTurn(customers.map(askOwn)),
};

/** Two web processes and a worker behind nginx and PgBouncer, against one web process in the same place. */
export const two: Play = async (stage) => {
  const { beforeEnd } = stage;
  const place = join(dataFolder(), 'postgres');
  const postgres = await startPostgres(place);
  beforeEnd(postgres.stop);
  const house = await openHouse({ server: postgres.url, past: 10_000, beforeEnd, env: { TRUSTED_PROXY: '127.0.0.1' } });
  const webs = [await house.open('web'), await house.open('web')];
  const worker = await house.open('worker');
  const others = {
    PostgreSQL: () => workOfFamily(postmasterOf(place)),
    PgBouncer: () => workOf(house.pooler.pid()),
    worker: () => workOf(worker.pid),
    load: () => workOf(process.pid),
  };
  const sideOf = async (these: typeof webs): Promise<Side> => {
    const nginx = await startNginx(these.map(({ port }) => port));
    beforeEnd(nginx.end);
    const web = () => these.reduce((sum, { pid }) => sum + workOf(pid), 0);
    return { port: nginx.port, workers: { web, nginx: () => workOfFamily(nginx.pid), ...others } };
  };
  const sides = [await sideOf(webs.slice(0, 1)), await sideOf(webs)] as const;
  for (const [what, prepare] of Object.entries(asks))
    await compare(stage, { what, sides, scene: house.scene, prepare });
  for (const one of [...webs, worker]) await one.end('SIGTERM');
};

type Contest = {
  readonly what: string;
  readonly sides: readonly [Side, Side];
  readonly scene: Scene;
  readonly prepare: (typeof asks)[string];
};

async function compare({ report, number, calm }: Stage, { what, sides, scene, prepare }: Contest): Promise<void> {
  const found: [Round, Round][] = [];
  for (let nth = 0; nth <= number('rounds', 7); nth++) {
    await calm();
    await settle(scene);
    const pair: Round[] = [];
    for (const side of nth % 2 === 0 ? sides : sides.toReversed()) pair.push(await round(side, await prepare(scene)));
    const [one, both] = nth % 2 === 0 ? pair : pair.toReversed();
    // The first is for warming up.
    if (one && both && nth > 0) found.push([one, both]);
  }
  const of = (side: 0 | 1, figure: (round: Round) => number) => median(found.map((pair) => figure(pair[side])));
  const names = Object.keys(sides[0].workers);
  const tell = (side: 0 | 1) =>
    names.map((name) => `${name} ${of(side, ({ work }) => work[name] ?? 0).toFixed(2)}`).join(', ');
  const sum = (side: 0 | 1) => of(side, ({ work }) => Object.values(work).reduce((all, one) => all + one, 0));
  const ratio = median(found.map(([one, both]) => both.rate / one.rate));
  report.say(
    `${what}: with one web process ${Math.round(of(0, ({ rate }) => rate))} a second, with two ${Math.round(of(1, ({ rate }) => rate))}`,
  );
  report.say(`  ms of work for each, with one: ${tell(0)}; all ${sum(0).toFixed(2)}`);
  report.say(`  ms of work for each, with two: ${tell(1)}; all ${sum(1).toFixed(2)}`);
  const cores = (sum(0) * of(0, ({ rate }) => rate)) / 1000;
  report.say(`  with one process ${cores.toFixed(2)} of this machine's cores were at work for it already`);
  report.bar(ratio >= 1.8, `${what}: two >= 1.8 x one`, `${ratio.toFixed(2)} x (median of ${found.length} rounds)`);
  const web = (side: 0 | 1) => of(side, ({ work }) => work['web'] ?? 0);
  const alone = (2 * web(0)) / web(1);
  report.bar(
    alone >= 1.8,
    `${what}: by their own work, on cores of their own, two would do >= 1.8 x one`,
    `${alone.toFixed(2)} x`,
  );
}
