import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { ActionCommand, countDone, report } from './action-command.ts';
import { type ActionName, actions } from './actions.ts';
import { listViolations } from './invariants.ts';
import { readTopics } from './live-streams.ts';
import { buy, sell } from './order-actions.ts';
import { assertNoSecretMail } from './secrets.ts';
import { newWorld, openSetup, runQueuedJobs } from './world.ts';

/** HISTORIES sets the number of histories; without it the seed is fixed. SEED and HISTORY repeat a failed history. */
const requested = process.env['HISTORIES'];
const runs = Number(requested ?? 24);
const timeoutMs = 3_600_000 + runs * 5_000;
const seed = Number(process.env['SEED'] ?? (requested ? Math.floor(Math.random() * 2 ** 31) : 14));
const path = process.env['HISTORY'];

/** Histories mostly wait for the database and streams, so several lanes run in parallel. */
const lanes = await Promise.all(Array.from({ length: path ? 1 : Number(process.env['LANES'] ?? 4) }, openSetup));
afterAll(() => Promise.all(lanes.map(({ outside }) => outside.close())));
const start = new Date(Math.ceil(Date.now() / 1_000) * 1_000);

const small = fc.nat({ max: 59 });
const choices = fc.record({ order: fc.nat({ max: 3 }), actor: small, size: small, variant: small });
const happenings = Object.entries(actions).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => choices.map((choice) => new ActionCommand(name as ActionName, choice))),
);

async function runHistories(setup: (typeof lanes)[number], options: { seed: number; numRuns: number }): Promise<void> {
  const history = fc.commands(happenings, { size: 'max', maxCommands: 90 });
  const holds = fc.asyncProperty(fc.boolean(), history, async (onePerson, commands) => {
    const world = await newWorld(setup, start, onePerson);
    try {
      await buy(world, { order: 0, actor: 0, size: 2, variant: 1 });
      await sell(world, { order: 0, actor: 1, size: 1, variant: 1 });
      await readTopics(world.server, world.lines);
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
      for (const letters of ['trading.send_email', 'identity.send_email']) await runQueuedJobs(world, letters);
      assertNoSecretMail(
        world,
        world.players.map(({ email }) => email),
      );
      expect(await listViolations(world)).toEqual([]);
    } finally {
      for (const line of world.lines) await line.close();
    }
  });
  await fc.assert(holds, { ...options, plugins: [fc.unbiased()], ...(path && { path }) });
}

test(
  'random actions of customers, staff, clock, prices and chains break no invariant',
  async () => {
    const numRuns = Math.ceil(runs / lanes.length);
    await Promise.all(lanes.map((lane, n) => runHistories(lane, { seed: seed + n, numRuns })));
    if (requested) console.info(`seed ${seed}; ${report(numRuns * lanes.length)}`);
    // Histories in which every action is refused prove nothing.
    expect(countDone('confirmReceived')).toBeGreaterThan(runs / 2);
  },
  timeoutMs,
);
