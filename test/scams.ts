import { randomUUID } from 'node:crypto';
import type { LookAt, Submit } from '../src/features/scam-reports/schema.ts';
import type { Finding } from '../src/features/scam-reports/shapes.ts';
import { type Customer, newCustomer } from './submissions.ts';
import type { TestServer } from './worker.ts';

/** What a report says beside what it names. */
export const report = (more: Partial<Submit> = {}): Submit => ({
  key: randomUUID(),
  name: `Quick Profit ${randomUUID().slice(0, 8)}`,
  website: '',
  contactInfo: '',
  description: 'They promised to double what I send.',
  suspiciousNotes: '',
  facts: [],
  evidenceFile: null,
  ...more,
});

export const nothing: LookAt = { name: '', website: '', contactInfo: '', text: '', facts: [] };

/** Reporting and looking over the real routes. */
export function scamsOn(server: TestServer) {
  const { call, owner } = server;
  const matterOf = async (id: string) =>
    (await owner.query<{ matter: string }>('select matter_id matter from scam_reports where id = $1', [id])).rows[0]
      ?.matter;
  const submits = async (who: Customer, more: Partial<Submit> = {}) =>
    (await call<{ id: string; code?: string; data?: unknown }>('scamReports/submit', report(more), who.cookie)).body;
  return {
    matterOf,
    submits,
    /** A report of somebody new: its id. */
    reported: async (more: Partial<Submit> = {}) => (await submits(await newCustomer(server), more)).id,
    looks: async (at: Partial<LookAt>, cookie?: string) =>
      (await call<{ findings: Finding[] }>('scamReports/look', { ...nothing, ...at }, cookie)).body.findings,
    /**
     * Has what a report names published by two people, as the desk does; answers the publication.
     */
    publish: async (reportId: string, verdict: 'scam' | 'likely' | 'legitimate' = 'scam') => {
      const matter = await matterOf(reportId);
      const [judge, second] = await Promise.all(
        ['compliance@demo.test', 'admin@demo.test'].map(
          async (email) =>
            (await owner.query<{ id: string }>('select id from auth."user" where email = $1', [email])).rows[0]?.id,
        ),
      );
      const { rows: judged } = await owner.query<{ id: string }>(
        `insert into scam_verdicts (matter_id, verdict, checklist, reason_code, note, decided_by, decided_at)
           values ($1, $2, '{}', 'promised_returns', 'x', $3, now()) returning id`,
        [matter, verdict, judge],
      );
      const { rows: named } = await owner.query<{ id: string }>(
        'select indicator_id id from scam_report_indicators where report_id = $1',
        [reportId],
      );
      const words = {
        ...{ verdictId: judged[0]?.id, title: 'Quick Profit', summary: 'It promises to double money.' },
        indicators: named.map(({ id }) => id),
      };
      await owner.query('alter table proposals disable trigger user');
      const { rows: proposed } = await owner.query<{ id: string }>(
        `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
           values ('scam_warning', $1, $2, $3, 'approved', $4, now()) returning id`,
        [matter, JSON.stringify(words), judge, second],
      );
      await owner.query('alter table proposals enable trigger user');
      const { rows } = await owner.query<{ id: string }>(
        `insert into scam_publications (matter_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
           values ($1, $2, $3, $4, $5, $6, $7, now()) returning id`,
        [matter, words.verdictId, verdict, `quick-${randomUUID()}`, words.title, words.summary, proposed[0]?.id],
      );
      await owner.query(
        `insert into scam_published_indicators
           select $1, l.indicator_id from scam_report_indicators l where l.report_id = $2`,
        [rows[0]?.id, reportId],
      );
      return rows[0]?.id ?? '';
    },
  };
}
