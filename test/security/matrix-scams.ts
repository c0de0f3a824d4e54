import { randomUUID } from 'node:crypto';
import { nothing, report } from '../scams.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { anySession, everybody, type Row } from './verdicts.ts';

/** What reports of scams are tried on. */
export function scamLines(_server: TestServer, _scene: Scene) {
  const line = (row: Row, input?: () => Promise<unknown>) => ({ row, ...(input && { input }) });
  return {
    'scamReports/look': line(everybody, async () => ({ ...nothing, website: 'quick-profit.com' })),
    'scamReports/own': line(anySession),
    'scamReports/draft': line(anySession),
    'scamReports/keepDraft': line(anySession, async () => ({ data: { name: 'Quick' } })),
    'scamReports/submit': line(anySession, async () => report()),
  };
}

/** The acts of it that leave an entry each. */
export const scamActsOf = (_server: TestServer, scene: Scene): Acts => ({
  'scamReports/submit': async () => asWho(scene)('owner', report()),
});

/** Whose a row is. */
export const scamOwners = {
  scam_drafts: 'user_id',
  scam_reports: 'user_id',
  scam_report_indicators: 'user_id',
} as const;

/** The same of what stands beside an order. */
export const besideOrders = { order_warnings: 'user_id', transfer_parties: 'user_id' } as const;

/** Who holds the wallet of each order, and what its customer was warned of. */
export const layDownBesideOrders = ({ owner }: Pick<TestServer, 'owner'>) =>
  owner.query(`
    with held as (insert into transfer_parties (order_id, user_id, custody, recorded_at)
      select id, user_id, 'self', now() from transactions returning order_id, user_id)
    insert into order_warnings (order_id, user_id, scope, value, told, words, shown_at)
      select order_id, user_id, 'evm', '0x', 'reported', 1, now() from held`);

/** For staff who work on scams; each is tried beside what made it (features/scam-reports/walls.test.ts). */
export const scamTables = [
  ...['scam_appeals', 'scam_indicators', 'scam_matters', 'scam_publications', 'scam_published_indicators'],
  ...['scam_verdicts', 'scam_judged_indicators', 'scam_notes', 'scam_drawn_files'],
] as const;

/** A sound body for each of its commands. */
export const scamBodies = {
  'scamReports/look': { ...nothing, website: 'quick-profit.com' },
  'scamReports/keepDraft': { data: { name: 'Quick' } },
  'scamReports/submit': report(),
};

/** A report that names something, and one that is being written, by hand. */
export async function layDownScams({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await owner.query(`insert into scam_drafts (user_id, data, updated_at) values ($1, '{}', now())`, [userId]);
  await owner.query(
    `with r as (insert into scam_reports (user_id, name, description, idempotency_key, request_hash, created_at)
         values ($1, 'x', 'x', gen_random_uuid(), 'x', now()) returning id, user_id, matter_id),
       i as (insert into scam_indicators (kind, scope, value, matter_id, first_at, last_at)
         select 'domain', '', $2, matter_id, now(), now() from r returning id)
     insert into scam_report_indicators (report_id, indicator_id, user_id, given) select r.id, i.id, r.user_id, 'x' from r, i`,
    [userId, `scam-${randomUUID()}.com`],
  );
}
