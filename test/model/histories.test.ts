import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';
import { type ActName, acts, buy, type Draw, sell } from './acts.ts';
import { broken, standing } from './laws.ts';
import { newWorld, openDesk, type World } from './world.ts';

/** As many histories as HISTORIES says; SEED and PATH repeat one that a run found. */
const runs = Number(process.env['HISTORIES'] ?? 40);
const seed = process.env['SEED'] ? Number(process.env['SEED']) : undefined;
const path = process.env['HISTORY'];

const server = await serverUnderTest();
const cookies = await openDesk(server);
const start = new Date();
/** How often each act was done, and how often it was refused, for whoever reads how deep the histories go. */
const done = new Map<string, number>();

class Happening implements fc.AsyncCommand<object, World> {
  readonly name: ActName;
  readonly draw: Draw;
  constructor(name: ActName, draw: Draw) {
    this.name = name;
    this.draw = draw;
  }
  check = () => true;
  async run(_: object, world: World) {
    const before = await standing(world);
    const answer = await acts[this.name][1](world, this.draw);
    if (answer) {
      if (answer.status >= 500 && answer.body['defined'] !== true)
        throw new Error(`${this}: ${JSON.stringify(answer.body)}`);
      if (answer.status >= 400 && answer.body['defined'] === false)
        throw new Error(`${this} was refused in words that it does not declare: ${JSON.stringify(answer.body)}`);
      const how = `${this.name} ${answer.status === 200 ? 'done' : (answer.body['code'] ?? answer.status)}`;
      done.set(how, (done.get(how) ?? 0) + 1);
    }
    for (const [id, now] of await standing(world)) {
      const then = before.get(id);
      if (then?.frozen && now.left > then.left) throw new Error(`${this} paid somebody who is frozen`);
    }
  }
  toString = () => `${this.name}(${Object.values(this.draw).join(',')})`;
}

const small = fc.nat({ max: 59 });
const draws = fc.record({ order: fc.nat({ max: 3 }), who: small, size: small, twist: small });
const happenings = Object.entries(acts).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => draws.map((draw) => new Happening(name as ActName, draw))),
);

test('whatever customers, staff, clock, prices and chains do, the laws of money hold', async () => {
  const history = fc.commands(happenings, { size: 'max', maxCommands: 90 });
  const holds = fc.asyncProperty(history, async (commands) => {
    const world = await newWorld(server, cookies, start);
    await buy(world, { order: 0, who: 0, size: 2, twist: 1 });
    await sell(world, { order: 0, who: 1, size: 1, twist: 1 });
    await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
    expect(await broken(world)).toEqual([]);
  });
  await fc.assert(holds, {
    numRuns: runs,
    plugins: [fc.unbiased()],
    ...(seed !== undefined && { seed }),
    ...(path && { path }),
  });
  if (process.env['HISTORIES'])
    console.info(
      [...done]
        .map(([how, times]) => `${times} ${how}`)
        .sort()
        .join('\n'),
    );
  // A history that refuses everything would break no law either.
  expect(done.get('goOn done') ?? 0).toBeGreaterThan(runs);
}, 3_600_000);
