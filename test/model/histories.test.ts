import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type ActName, acts } from './acts.ts';
import { doneOf, Happening, report } from './happening.ts';
import { broken } from './laws.ts';
import { heardBy } from './lines.ts';
import { buy, sell } from './placing.ts';
import { refuseSecretMail } from './secrets.ts';
import { newWorld, openLane, workOff } from './world.ts';

/**
 * As many histories as HISTORIES says, each time new ones (`npm run test:model`); in every run of all tests the same
 * few, so that what fails there is what was changed. SEED and HISTORY repeat one that a run found.
 */
const asked = process.env['HISTORIES'];
const runs = Number(asked ?? 40);
/** Milliseconds after which something hangs. */
const longest = 3_600_000 + runs * 5_000;
const seed = Number(process.env['SEED'] ?? (asked ? Math.floor(Math.random() * 2 ** 31) : 14));
const path = process.env['HISTORY'];

/** Histories mostly wait, for the database and for live lines: several go on beside each other, each with its own. */
const lanes = await Promise.all(Array.from({ length: path ? 1 : Number(process.env['LANES'] ?? 4) }, openLane));
afterAll(() => Promise.all(lanes.map(({ outside }) => outside.close())));
const start = new Date(Math.ceil(Date.now() / 1_000) * 1_000);

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
      for (const line of world.lines) await line.close();
    }
  });
  await fc.assert(holds, { ...of, plugins: [fc.unbiased()], ...(path && { path }) });
}

test(
  'whatever customers, staff, clock, prices and chains do, the laws of money hold',
  async () => {
    const numRuns = Math.ceil(runs / lanes.length);
    await Promise.all(lanes.map((lane, n) => play(lane, { seed: seed + n, numRuns })));
    if (asked) console.info(`seed ${seed}; ${report(numRuns * lanes.length)}`);
    // A history that refuses everything would break no law either.
    expect(doneOf('confirmReceived')).toBeGreaterThan(runs / 2);
  },
  longest,
);
