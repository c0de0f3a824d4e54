import { randomUUID } from 'node:crypto';
import type { LookupInput, Submit } from '../src/features/scam-reports/schema.ts';
import type { Finding } from '../src/features/scam-reports/types.ts';
import { type Customer, newCustomer } from './submissions.ts';
import type { TestServer } from './worker.ts';

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

const addressOf = (id: string): string =>
  `10.${[-6, -4, -2].map((at) => Number(`0x${id.slice(at).slice(0, 2)}`)).join('.')}`;

export const nothing: LookupInput = { name: '', website: '', contactInfo: '', text: '', facts: [] };

/** Submits a report from the customer's own IP address, or from the address `from`. */
const createSubmit =
  ({ app }: TestServer) =>
  async ({ id, cookie }: Customer, more: Partial<Submit> = {}, from = addressOf(id)) => {
    const request = { method: 'POST', url: '/api/rpc/scamReports/submit', remoteAddress: from } as const;
    const headers = { 'content-type': 'application/json', cookie };
    const answer = await app.inject({ ...request, headers, payload: JSON.stringify({ json: report(more) }) });
    return answer.json<{ json: { id: string; code?: string; data?: unknown } }>().json;
  };

export function createScamTools(server: TestServer) {
  const { call, owner } = server;
  const findCaseId = async (id: string) =>
    (await owner.query('select scam_case_id id from scam_reports where id = $1', [id])).rows[0]?.id as string;
  /** Approves the customer's identity, so that their reports have full weight. */
  const verifyIdentity = async ({ id }: Customer) => {
    await owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [id]);
  };
  const submitReport = createSubmit(server);
  return {
    findCaseId,
    submitReport,
    insertReport: async (more: Partial<Submit> = {}) => {
      const reporter = await newCustomer(server);
      await verifyIdentity(reporter);
      return (await submitReport(reporter, more)).id;
    },
    verifyIdentity,
    lookUp: async (at: Partial<LookupInput>, cookie?: string) =>
      (await call<{ findings: Finding[] }>('scamReports/lookUp', { ...nothing, ...at }, cookie)).body.findings,
    /** Publishes the scam case of a report, as two members of staff. Returns the publication id. */
    publish: async (reportId: string, verdict: 'scam' | 'likely' | 'legitimate' = 'scam') => {
      const caseId = await findCaseId(reportId);
      const [officer, second] = await Promise.all(
        ['compliance@demo.test', 'admin@demo.test'].map(
          async (email) =>
            (await owner.query<{ id: string }>('select id from auth."user" where email = $1', [email])).rows[0]?.id,
        ),
      );
      const { rows: verdicts } = await owner.query<{ id: string }>(
        `insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
           values ($1, $2, '{}', 'promised_returns', 'x', $3, now()) returning id`,
        [caseId, verdict, officer],
      );
      const { rows: named } = await owner.query<{ id: string }>(
        'select indicator_id id from scam_report_indicators where report_id = $1',
        [reportId],
      );
      const warning = {
        ...{ verdictId: verdicts[0]?.id, title: 'Quick Profit', summary: 'It promises to double money.' },
        indicators: named.map(({ id }) => id),
      };
      await owner.query('alter table proposals disable trigger user');
      const { rows: proposed } = await owner.query<{ id: string }>(
        `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
           values ('scam_warning', $1, $2, $3, 'approved', $4, now()) returning id`,
        [caseId, JSON.stringify(warning), officer, second],
      );
      await owner.query('alter table proposals enable trigger user');
      const { rows } = await owner.query<{ id: string }>(
        `insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
           values ($1, $2, $3, $4, $5, $6, $7, now()) returning id`,
        [caseId, warning.verdictId, verdict, `quick-${randomUUID()}`, warning.title, warning.summary, proposed[0]?.id],
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
