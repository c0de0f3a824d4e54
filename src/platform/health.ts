import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { migrationNames } from './migrate.ts';
import type { Services } from './procedure.ts';

type State = { migrated: string | null; prices: bigint };

/** `/healthz`: the process answers. `/readyz`: it can do its work: database reachable, migrated, prices loaded. */
export function mountHealth(app: FastifyInstance, { db }: Services): void {
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness().catch(() => ({ database: false, migrated: false, prices: false }));
    const ok = Object.values(checks).every(Boolean);
    return reply.code(ok ? 200 : 503).send({ ok, ...checks });
  });

  const readiness = async () => {
    const newest = (await migrationNames()).at(-1);
    const { rows } =
      await sql<State>`select app.newest_migration() migrated, count(*) prices from crypto_prices`.execute(db);
    const state = rows[0];
    return { database: true, migrated: state?.migrated === newest, prices: (state?.prices ?? 0n) > 0n };
  };
}
