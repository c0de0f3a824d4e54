import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type ActName, acts } from './acts.ts';
import type { Draw } from './draw.ts';
import { broken, standing } from './laws.ts';
import { heardBy, overheard } from './lines.ts';
import { buy, sell } from './placing.ts';
import { refuseSecretMail, seenByCustomers } from './secrets.ts';
import { newWorld, openLane, type World, workOff } from './world.ts';

/** As many histories as HISTORIES says; SEED and HISTORY repeat one that a run found. */
const runs = Number(process.env['HISTORIES'] ?? 40);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const path = process.env['HISTORY'];

/** Histories mostly wait, for the database and for live lines: several go on beside each other, each with its own. */
const lanes = await Promise.all(Array.from({ length: path ? 1 : Number(process.env['LANES'] ?? 4) }, openLane));
afterAll(() => Promise.all(lanes.map(({ outside }) => outside.close())));
const start = new Date(Math.ceil(Date.now() / 1_000) * 1_000);

/** How often each act was done, and how often it was refused, for whoever reads how deep the histories go. */
const done = new Map<string, Map<string, number>>();
function count(name: string, how: string): void {
  const times = done.get(name) ?? new Map<string, number>();
  done.set(name, times.set(how, (times.get(how) ?? 0) + 1));
}
const doneOf = (name: string) => done.get(name)?.get('done') ?? 0;

class Happening implements fc.AsyncCommand<object, World> {
  readonly name: ActName;
  readonly draw: Draw;
  constructor(name: ActName, draw: Draw) {
    this.name = name;
    this.draw = draw;
  }
  check = () => true;
  async run(_: object, world: World) {
    const [, act, secret] = acts[this.name];
    world.concerned.clear();
    world.doing = this.name;
    const before = await standing(world);
    const looks = secret && this.draw.twist % 3 === 0;
    const seen = looks && (await seenByCustomers(world));
    const answer = await act(world, this.draw);
    count(world.doing, answer?.body['code'] ? String(answer.body['code']) : answer ? 'done' : 'no answer');
    if (answer && answer.status !== 200) return this.refused(answer);
    if (secret) world.concerned.clear();
    if (looks && (await seenByCustomers(world)) !== seen) throw new Error(`${this} changed what a customer sees`);
    const told = overheard(await heardBy(world.server, world.lines), world.concerned);
    if (told.length > 0) throw new Error(`${this}: ${told}`);
    for (const [id, now] of await standing(world)) {
      const then = before.get(id);
      if (then?.frozen && now.left > then.left) throw new Error(`${this} paid somebody who is frozen`);
    }
  }
  refused({ status, body }: { status: number; body: Record<string, unknown> }) {
    if (status >= 500 && body['defined'] !== true) throw new Error(`${this}: ${JSON.stringify(body)}`);
    if (body['defined'] === false)
      throw new Error(`${this} was refused in words that it does not declare: ${JSON.stringify(body)}`);
  }
  toString = () => `${this.name}(${Object.values(this.draw).join(',')})`;
}

const small = fc.nat({ max: 59 });
const draws = fc.record({ order: fc.nat({ max: 3 }), who: small, size: small, twist: small });
const happenings = Object.entries(acts).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => draws.map((draw) => new Happening(name as ActName, draw))),
);

/** So many histories on one server, one after the other. */
async function play(lane: (typeof lanes)[number], of: { seed: number; numRuns: number }): Promise<void> {
  const history = fc.commands(happenings, { size: 'max', maxCommands: 90 });
  const holds = fc.asyncProperty(fc.boolean(), history, async (onePerson, commands) => {
    const world = await newWorld(lane, start, onePerson);
    try {
      await buy(world, { order: 0, who: 0, size: 2, twist: 1 });
      await sell(world, { order: 0, who: 1, size: 1, twist: 1 });
      await heardBy(world.server, world.lines);
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
      for (const letters of ['trading.letter', 'identity.letter']) await workOff(world, letters);
      refuseSecretMail(
        world,
        world.players.map(({ email }) => email),
      );
      expect(await broken(world)).toEqual([]);
    } finally {
      for (const line of world.lines) if (line.ear === 'customer') await line.close();
    }
  });
  await fc.assert(holds, { ...of, plugins: [fc.unbiased()], ...(path && { path }) });
}

/** How often each act was done in a hundred histories, and what it was refused with. */
function report(): string {
  const per = (n: number) => ((n * 100) / runs).toFixed(1);
  const lines = [...done].map(([name, ways]) => {
    const others = [...ways].filter(([how]) => how !== 'done').sort(([, a], [, b]) => b - a);
    return `${name}: ${per(doneOf(name))} done; ${others.map(([how, n]) => `${per(n)} ${how}`).join(', ')}`;
  });
  return [`of 100 histories (${runs} played, seed ${seed}):`, ...lines.sort()].join('\n');
}

test('whatever customers, staff, clock, prices and chains do, the laws of money hold', async () => {
  const numRuns = Math.ceil(runs / lanes.length);
  await Promise.all(lanes.map((lane, n) => play(lane, { seed: seed + n, numRuns })));
  if (process.env['HISTORIES']) console.info(report());
  // A history that refuses everything would break no law either.
  expect(doneOf('confirmReceived')).toBeGreaterThan(runs / 2);
}, 3_600_000);
