import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from '../../test/reliability/product.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { answersPerSecond, type Request } from '../bench/load.ts';
import { inTurn } from '../bench/paths.ts';
import { addQuotes, listOrdersRequest, placeOrderRequest, type Scene, vacuumAndCheckpoint } from '../bench/scene.ts';
import { startDeployment } from './deployment.ts';
import { startNginx } from './nginx.ts';
import { getCpuSeconds, getTreeCpuSeconds } from './process-usage.ts';
import { median } from './report.ts';
import type { RunScenario, ScenarioContext } from './scenarios.ts';

const connections = 16;
/** Local address of a connection, in its own /24 network, because nginx distributes clients by network. */
const from = (line: number) => `127.${1 + line}.${line}.1`;
const roundSeconds = 4;

/** Functions that return the CPU seconds so far, by kind of process. */
type Workers = Readonly<Record<string, () => number>>;
type Side = { readonly port: number; readonly workers: Workers };
/** Responses per second, and CPU milliseconds per response by kind of process. */
type Round = { readonly rate: number; readonly work: Readonly<Record<string, number>> };

async function round({ port, workers }: Side, next: () => Request): Promise<Round> {
  const readWork = () => Object.entries(workers).map(([name, work]) => [name, work()] as const);
  const before = readWork();
  const rate = await answersPerSecond({ port, connections, seconds: roundSeconds, next, from });
  const answers = rate * roundSeconds;
  const work = readWork().map(([name, now], at) => [name, ((now - (before[at]?.[1] ?? 0)) * 1000) / answers] as const);
  return { rate, work: Object.fromEntries(work) };
}

const readPostmasterPid = (dir: string) => Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]);

const requestKinds: Readonly<Record<string, (scene: Scene) => Promise<() => Request>>> = {
  'orders placed': async (scene) => {
    const quotes = await addQuotes(scene, roundSeconds * 1_500);
    let at = 0;
    return () => {
      const quote = quotes[at++];
      if (!quote) throw new Error('all quotes are used up');
      return placeOrderRequest(quote);
    };
  },
  'own orders listed': async ({ customers }) => inTurn(customers.map(listOrdersRequest)),
};

export const two: RunScenario = async (stage) => {
  const { beforeEnd } = stage;
  const dataDir = join(createDataFolder(), 'postgres');
  const postgres = await startPostgres(dataDir);
  beforeEnd(postgres.stop);
  const deployment = await startDeployment({
    server: postgres.url,
    past: 10_000,
    beforeEnd,
    env: { TRUSTED_PROXY: '127.0.0.1' },
  });
  const webs = [await deployment.open('web'), await deployment.open('web')];
  const worker = await deployment.open('worker');
  const sharedWorkers = {
    PostgreSQL: () => getTreeCpuSeconds(readPostmasterPid(dataDir)),
    PgBouncer: () => getCpuSeconds(deployment.pooler.pid()),
    worker: () => getCpuSeconds(worker.pid),
    load: () => getCpuSeconds(process.pid),
  };
  const startSide = async (these: typeof webs): Promise<Side> => {
    const nginx = await startNginx(these.map(({ port }) => port));
    beforeEnd(nginx.end);
    const web = () => these.reduce((totalWork, { pid }) => totalWork + getCpuSeconds(pid), 0);
    return { port: nginx.port, workers: { web, nginx: () => getTreeCpuSeconds(nginx.pid), ...sharedWorkers } };
  };
  const sides = [await startSide(webs.slice(0, 1)), await startSide(webs)] as const;
  for (const [name, prepare] of Object.entries(requestKinds))
    await compare(stage, { name, sides, scene: deployment.scene, prepare });
  for (const one of [...webs, worker]) await one.end('SIGTERM');
};

type Comparison = {
  readonly name: string;
  readonly sides: readonly [Side, Side];
  readonly scene: Scene;
  readonly prepare: (typeof requestKinds)[string];
};

async function compare(
  { report, number, calm }: ScenarioContext,
  { name, sides, scene, prepare }: Comparison,
): Promise<void> {
  const found: [Round, Round][] = [];
  for (let nth = 0; nth <= number('rounds', 7); nth++) {
    await calm();
    await vacuumAndCheckpoint(scene);
    const pair: Round[] = [];
    for (const side of nth % 2 === 0 ? sides : sides.toReversed()) pair.push(await round(side, await prepare(scene)));
    const [one, both] = nth % 2 === 0 ? pair : pair.toReversed();
    if (one && both && nth > 0) found.push([one, both]);
  }
  const medianOf = (side: 0 | 1, figure: (round: Round) => number) => median(found.map((pair) => figure(pair[side])));
  const names = Object.keys(sides[0].workers);
  const formatWork = (side: 0 | 1) =>
    names.map((name) => `${name} ${medianOf(side, ({ work }) => work[name] ?? 0).toFixed(2)}`).join(', ');
  const totalWork = (side: 0 | 1) =>
    medianOf(side, ({ work }) => Object.values(work).reduce((all, one) => all + one, 0));
  const ratio = median(found.map(([one, both]) => both.rate / one.rate));
  report.print(
    `${name}: with one web process ${Math.round(medianOf(0, ({ rate }) => rate))} a second, with two ${Math.round(medianOf(1, ({ rate }) => rate))}`,
  );
  report.print(`  ms of work for each, with one: ${formatWork(0)}; all ${totalWork(0).toFixed(2)}`);
  report.print(`  ms of work for each, with two: ${formatWork(1)}; all ${totalWork(1).toFixed(2)}`);
  const cores = (totalWork(0) * medianOf(0, ({ rate }) => rate)) / 1000;
  report.print(`  with one process ${cores.toFixed(2)} of this machine's cores were at work for it already`);
  report.check(ratio >= 1.8, `${name}: two >= 1.8 x one`, `${ratio.toFixed(2)} x (median of ${found.length} rounds)`);
  const web = (side: 0 | 1) => medianOf(side, ({ work }) => work['web'] ?? 0);
  const projected = (2 * web(0)) / web(1);
  report.check(
    projected >= 1.8,
    `${name}: by CPU time, on separate cores, two would do >= 1.8 x one`,
    `${projected.toFixed(2)} x`,
  );
}
