import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { asSystem, type Db } from './database.ts';
import { hasAllWeKnow } from './fit-database.ts';
import type { Services } from './procedure.ts';
import { type Found, judge, late, type Parts } from './readiness.ts';
import { waitingWork } from './timetable-store.ts';

type State = { migrated: string | null; pricesFrom: Date | null; readsOnly: boolean };
/** What the rooms say that own it: which needed lists are absent or stale, and which mails should have left. */
export type Rooms = {
  readonly listsDown: (tx: Db, now: Date) => Promise<readonly string[]>;
  readonly waitingMails: (tx: Db, now: Date) => Promise<Found['work']>;
};

const nothing: Parts = { migrated: false, prices: false, lists: false, timetable: false, mail: false, disk: false };

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, and by the name of each part which cannot. What was
 * found goes into the log whenever the answer changes.
 */
export function mountHealth(app: FastifyInstance, services: Services, rooms: Rooms): void {
  let before = '';
  // Anybody may ask as often as they like: all who ask while one answer is looked for are told that one.
  let asked: Promise<Found | null> | undefined;
  const find = () => {
    asked ??= readinessFound(services, rooms)
      .catch(() => null)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const now = services.clock();
    const found = await find();
    const parts = { database: found !== null, ...(found ? judge(found, now) : nothing) };
    const ok = Object.values(parts).every(Boolean);
    const answer = JSON.stringify(parts);
    if (found && !ok && answer !== before) {
      const details = { ...found, due: late(found.due, now) };
      services.log.warn({ parts, found: details }, 'not ready');
    }
    before = answer;
    return reply.code(ok ? 200 : 503).send({ ok, ...parts });
  });
}

const together = (one: Found['work'], other: Found['work']): Found['work'] => ({
  waiting: one.waiting + other.waiting,
  since: [one.since, other.since].filter((at) => at !== null).toSorted((a, b) => Number(a) - Number(b))[0] ?? null,
});

type Asked = Pick<Services, 'clock' | 'config' | 'jobs' | 'pool'>;

/** How each part stands that readiness is judged by. */
export async function readinessFound(services: Asked, { listsDown, waitingMails }: Rooms): Promise<Found> {
  const now = services.clock();
  const [space, due] = await Promise.all([statfs(services.config.dataDir), services.jobs.due(now)]);
  return asSystem(services.pool, async (tx) => {
    const { rows } = await sql<State>`
      select app.newest_migration() migrated, max(observed_at) "pricesFrom",
        current_setting('transaction_read_only')::boolean "readsOnly" from crypto_prices`.execute(tx);
    // What was the primary and came back as a standby answers, and is no database to work with.
    if (rows[0]?.readsOnly) throw new Error('the database only reads');
    return {
      migrated: await hasAllWeKnow(rows[0]?.migrated ?? null),
      pricesFrom: rows[0]?.pricesFrom ?? null,
      listsDown: await listsDown(tx, now),
      due,
      work: together(await waitingWork(tx), await waitingMails(tx, now)),
      freeBytes: space.bavail * space.bsize,
    };
  });
}
