import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cardHook } from '../lab/bench/card-hooks.ts';
import { addLearners, askHub } from '../lab/bench/learners.ts';
import {
  inTurn,
  type Load,
  ordersFrom,
  ownTransactions,
  placeOrder,
  priceList,
  type Stage,
  sameAnswers,
} from '../lab/bench/paths.ts';
import { compareSides, type Outcome } from '../lab/bench/rounds.ts';
import { addScamCases, askLook } from '../lab/bench/scams.ts';
import { createBenchDatabase, type Scene, type Size, vacuumAndCheckpoint } from '../lab/bench/scene.ts';
import { screeningP99 } from '../lab/bench/screening.ts';
import { type ServerProcess, startServer } from '../lab/bench/server-process.ts';
import { startPostgres } from './embedded-postgres.ts';
import { beforeEnd, end } from './shutdown.ts';

// Measures the product against a bare node:http + pg server with the same SQL and database, in alternating rounds.
// Prints the ratio for each path; `--json` repeats the ratios on the last line.
// `--grow` compares the product with itself on more data:
// - orders: 2,000,000 earlier orders (`--longest` sets the number) against 10,000
// - learning hub: 10,000 learners against 10
// - wallet lookup: 100,000 reported scams against 100
// `--only placeOrder`, `learningHub` or `scamLook` picks a comparison.

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    grow: { type: 'boolean', default: false },
    only: { type: 'string' },
    transactions: { type: 'string', default: '100000' },
    longest: { type: 'string', default: '2000000' },
    cases: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
  },
});

const load: Load = { connections: 16, rounds: Number(options.rounds), seconds: Number(options.seconds) };
const paths = { priceList, ownTransactions, placeOrder, cardHook };

const formatWhole = (figure: number) => Math.round(figure).toLocaleString('en-US');
const printRow = (...cells: string[]) =>
  console.info(cells.map((cell, at) => cell.padEnd(at === 0 ? 18 : 12)).join(''));
const row = (name: string, { first, second, ratio, least, most }: Outcome) =>
  printRow(name, formatWhole(first), formatWhole(second), ratio.toFixed(2), `${least.toFixed(2)} - ${most.toFixed(2)}`);

/** Cleanup functions. They run in reverse order at the end, also after an error. */
const toClose: (() => unknown)[] = [];

async function sceneWith(server: string, name: string, size: Partial<Size>): Promise<Scene> {
  const scene = await createBenchDatabase(server, name, {
    customers: 1_000,
    transactions: 100,
    withCopy: !options.grow,
    ...size,
  });
  toClose.push(() => scene.owner.end());
  return scene;
}

async function serverOn({ url }: Scene, program: 'ours' | 'bare'): Promise<ServerProcess> {
  const process = await startServer({ program, databaseUrl: url, dataDir: folder });
  toClose.push(process.stop);
  return process;
}

async function compare(server: string): Promise<Record<string, number>> {
  const scene = await sceneWith(server, 'bench', { transactions: Number(options.transactions) });
  const stage: Stage = { scene, first: await serverOn(scene, 'bare'), second: await serverOn(scene, 'ours'), load };
  printRow('requests/s', 'bare', 'ours', 'ratio', 'rounds');
  const ratios: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) {
    if (options.only && options.only !== name) continue;
    const outcome = await path(stage);
    row(name, outcome);
    ratios[name] = Number(outcome.ratio.toFixed(3));
  }
  if (!options.only || options.only === 'screenAddress') {
    const p99 = screeningP99();
    printRow('screenAddress', `p99 ${p99.toFixed(4)} ms in process`);
    ratios['screenAddressP99Ms'] = Number(p99.toFixed(4));
  }
  return ratios;
}

/** Time for one learning hub with 10,000 learners, as a multiple of the time with ten. */
async function growLearners(server: string): Promise<Record<string, number>> {
  const few = await sceneWith(server, 'learners_few', { customers: 10 });
  const many = await sceneWith(server, 'learners_many', { customers: 10_000 });
  const sideOf = async (scene: Scene) => {
    await addLearners(scene);
    await vacuumAndCheckpoint(scene);
    const process = await serverOn(scene, 'ours');
    const next = inTurn(scene.customers.map(askHub));
    await sameAnswers([process], next(), { part: '"unitsDone":16', times: 1 });
    return { server: process, next };
  };
  const sides = [await sideOf(few), await sideOf(many)] as const;
  printRow('hubs/s', '10 learners', '10,000', 'ratio', 'rounds');
  const outcome = await compareSides({ ...load, sides });
  row('learningHub', outcome);
  return { timePerHubGrows: Number((1 / outcome.ratio).toFixed(3)) };
}

/** Time for one order after a long history, as a multiple of the time after a short one. */
async function growOrders(server: string): Promise<Record<string, number>> {
  const longest = Number(options.longest);
  const scenes = [
    await sceneWith(server, 'past_short', { transactions: 10_000 }),
    await sceneWith(server, `past_${longest}`, { transactions: longest }),
  ] as const;
  for (const scene of scenes) await vacuumAndCheckpoint(scene);
  // Quotes expire after minutes and a long history takes longer to insert, so quotes are created last.
  const sideOf = async (scene: Scene) => {
    const { next } = await ordersFrom(scene, load);
    return { server: await serverOn(scene, 'ours'), next };
  };
  const sides = [await sideOf(scenes[0]), await sideOf(scenes[1])] as const;
  printRow('orders/s', 'after 10,000', formatWhole(longest), 'ratio', 'rounds');
  const outcome = await compareSides({ ...load, sides });
  row('placeOrder', outcome);
  return { timePerOrderGrows: Number((1 / outcome.ratio).toFixed(3)) };
}

/** Time for one wallet lookup among many scam cases, as a multiple of the time among a hundred. */
async function growScamCases(server: string): Promise<Record<string, number>> {
  const most = Number(options.cases);
  const sideOf = async (name: string, count: number) => {
    const scene = await sceneWith(server, name, {});
    await addScamCases(scene, count);
    await vacuumAndCheckpoint(scene);
    const process = await serverOn(scene, 'ours');
    const next = inTurn(scene.customers.map(askLook));
    await sameAnswers([process], next(), { part: '"shown":"published"', times: 1 });
    return { server: process, next };
  };
  const sides = [await sideOf('cases_few', 100), await sideOf('cases_many', most)] as const;
  printRow('looks/s', 'of 100', formatWhole(most), 'ratio', 'rounds');
  const outcome = await compareSides({ ...load, sides });
  row('scamLook', outcome);
  return { timePerLookGrows: Number((1 / outcome.ratio).toFixed(3)) };
}

const growing = { placeOrder: growOrders, learningHub: growLearners, scamLook: growScamCases };

async function grow(server: string): Promise<Record<string, number>> {
  const ratios: Record<string, number> = {};
  for (const [name, ask] of Object.entries(growing))
    if (!options.only || options.only === name) Object.assign(ratios, await ask(server));
  return ratios;
}

const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-bench-'));
chmodSync(folder, 0o755);
beforeEnd(() => rmSync(folder, { recursive: true, force: true }));
try {
  const postgres = await startPostgres(join(folder, 'postgres'));
  beforeEnd(postgres.stop);
  beforeEnd(async () => {
    for (const close of toClose.toReversed()) await close();
  });
  const ratios = await (options.grow ? grow : compare)(postgres.url);
  if (options.json) console.info(JSON.stringify(ratios));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await end();
