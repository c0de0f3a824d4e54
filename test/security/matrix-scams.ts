import { randomUUID } from 'node:crypto';
import { nothing, report } from '../scams.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { anyActor, anySession, type Row } from './outcomes.ts';

export function buildScamRows(_server: TestServer, _scene: Scene) {
  const allow = (row: Row, input?: () => Promise<unknown>) => ({ row, ...(input && { input }) });
  return {
    'scamReports/lookUp': allow(anyActor, async () => ({ ...nothing, website: 'quick-profit.com' })),
    'scamReports/own': allow(anySession),
    'scamReports/draft': allow(anySession),
    'scamReports/saveDraft': allow(anySession, async () => ({ data: { name: 'Quick' } })),
    'scamReports/submit': allow(anySession, async () => report()),
  };
}

export const buildScamCommands = (_server: TestServer, scene: Scene): SentCommands => ({
  'scamReports/submit': async () => sendAs(scene)('owner', report()),
});

export const scamOwners = {
  scam_drafts: 'user_id',
  scam_reports: 'user_id',
  scam_report_indicators: 'user_id',
} as const;

export const orderDetailOwners = { order_warnings: 'user_id', transfer_parties: 'user_id' } as const;

export const insertOrderDetails = ({ owner }: Pick<TestServer, 'owner'>) =>
  owner.query(`
    with held as (insert into transfer_parties (order_id, user_id, custody, recorded_at)
      select id, user_id, 'self', now() from transactions returning order_id, user_id)
    insert into order_warnings (order_id, user_id, scope, value, warning_level, questionnaire_version, shown_at)
      select order_id, user_id, 'evm', '0x', 'reported', 1, now() from held`);

/** Tables for staff who review scams. Their policies are tested in features/scam-reports/submit.test.ts. */
export const scamTables = [
  ...['scam_appeals', 'scam_indicators', 'scam_cases', 'scam_publications', 'scam_published_indicators'],
  ...['scam_verdicts', 'scam_judged_indicators', 'scam_notes', 'scam_report_documents'],
] as const;

export const scamBodies = {
  'scamReports/lookUp': { ...nothing, website: 'quick-profit.com' },
  'scamReports/saveDraft': { data: { name: 'Quick' } },
  'scamReports/submit': report(),
};

export async function insertScamRows({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await owner.query(`insert into scam_drafts (user_id, data, updated_at) values ($1, '{}', now())`, [userId]);
  await owner.query(
    `with r as (insert into scam_reports (user_id, name, description, idempotency_key, request_hash, created_at)
         values ($1, 'x', 'x', gen_random_uuid(), 'x', now()) returning id, user_id, scam_case_id),
       i as (insert into scam_indicators (kind, scope, value, scam_case_id, first_at, last_at)
         select 'domain', '', $2, scam_case_id, now(), now() from r returning id)
     insert into scam_report_indicators (report_id, indicator_id, user_id, given) select r.id, i.id, r.user_id, 'x' from r, i`,
    [userId, `scam-${randomUUID()}.com`],
  );
}
