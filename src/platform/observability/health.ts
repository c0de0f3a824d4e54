import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Db, withSystem } from '../database/database.ts';
import { isSchemaCurrent } from '../database/schema-version.ts';
import type { Services } from '../http/procedure.ts';
import { loadWaitingWork } from '../jobs/schedule-store.ts';
import { assessReadiness, findLate, type Parts, type ReadinessFacts } from './readiness.ts';

type State = { migrated: string | null; pricesFrom: Date | null; readsOnly: boolean };
export type ReadinessSources = {
  readonly listsDown: (tx: Db, now: Date) => Promise<readonly string[]>;
  readonly waitingMails: (tx: Db, now: Date) => Promise<ReadinessFacts['work']>;
};

const allDown: Parts = { migrated: false, prices: false, lists: false, timetable: false, mail: false, disk: false };

/** Mounts `/healthz` (the process runs) and `/readyz` (the process can work, with the state of each part). */
export function mountHealth(app: FastifyInstance, services: Services, sources: ReadinessSources): void {
  let lastAnswer = '';
  // Concurrent callers share one check, so that anyone may poll.
  let pending: Promise<ReadinessFacts | null> | undefined;
  const findOnce = () => {
    pending ??= loadReadiness(services, sources)
      .catch(() => null)
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const now = services.clock();
    const found = await findOnce();
    const parts = { database: found !== null, ...(found ? assessReadiness(found, now) : allDown) };
    const ok = Object.values(parts).every(Boolean);
    const answer = JSON.stringify(parts);
    if (found && !ok && answer !== lastAnswer) {
      const details = { ...found, due: findLate(found.due, now) };
      services.log.warn({ parts, found: details }, 'not ready');
    }
    lastAnswer = answer;
    return reply.code(ok ? 200 : 503).send({ ok, ...parts });
  });
}

const mergeWork = (a: ReadinessFacts['work'], b: ReadinessFacts['work']): ReadinessFacts['work'] => ({
  waiting: a.waiting + b.waiting,
  since: [a.since, b.since].filter((at) => at !== null).toSorted((a, b) => Number(a) - Number(b))[0] ?? null,
});

type ReadinessServices = Pick<Services, 'clock' | 'config' | 'jobs' | 'pool'>;

export async function loadReadiness(
  services: ReadinessServices,
  { listsDown, waitingMails }: ReadinessSources,
): Promise<ReadinessFacts> {
  const now = services.clock();
  const [diskSpace, due] = await Promise.all([statfs(services.config.dataDir), services.jobs.due(now)]);
  return withSystem(services.pool, async (tx) => {
    const { rows } = await sql<State>`
      select app.newest_migration() migrated, max(observed_at) "pricesFrom",
        current_setting('transaction_read_only')::boolean "readsOnly" from crypto_prices`.execute(tx);
    // A former primary that is now a standby responds but cannot write.
    if (rows[0]?.readsOnly) throw new Error('the database is read-only');
    return {
      migrated: await isSchemaCurrent(rows[0]?.migrated ?? null),
      pricesFrom: rows[0]?.pricesFrom ?? null,
      listsDown: await listsDown(tx, now),
      due,
      work: mergeWork(await loadWaitingWork(tx), await waitingMails(tx, now)),
      freeBytes: diskSpace.bavail * diskSpace.bsize,
    };
  });
}
