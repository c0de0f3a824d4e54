import type { InferRouterOutputs } from '@orpc/server';
import type { scamStaffApi } from '../src/features/scam-reports/staff/api.ts';
import type { JudgeCase } from '../src/features/scam-reports/staff/schema.ts';
import { createScamTools } from './scams.ts';
import type { TestServer } from './worker.ts';

type CaseDetails = Exclude<InferRouterOutputs<typeof scamStaffApi>['case'], { movedTo: string }>;
type Answered = { code?: string; title?: string } & Record<string, string>;

export const buildVerdict = (caseId: string, more: Partial<VerdictInput> = {}): VerdictInput => ({
  caseId,
  verdict: 'likely',
  reasonCode: 'promised_returns',
  checklist: { evidence: 'yes', ours: 'yes', official: 'no', others: 'unknown', reporters: 'yes' },
  note: 'The page promises to double coins.',
  ...more,
});
type VerdictInput = (typeof JudgeCase)['_input'];

export async function createScamStaffTools(server: TestServer) {
  const cookies = {
    compliance: await server.signIn('compliance'),
    admin: await server.signIn('admin'),
    support: await server.signIn('support'),
    finance: await server.signIn('finance'),
  };
  const as =
    (role: keyof typeof cookies) =>
    <T = Answered>(path: string, input: object = {}) =>
      server.call<T>(`scamDesk/${path}`, input, cookies[role]);
  const scams = createScamTools(server);
  const findCaseId = async (reportId: string) => (await scams.findCaseId(reportId)) ?? '';
  const findCaseIdOfSite = async (value: string) =>
    (await server.owner.query<{ id: string }>('select scam_case_id id from scam_indicators where value = $1', [value]))
      .rows[0]?.id ?? '';
  return {
    ...scams,
    findCaseIdOfSite,
    joinSites: async (one: string, other: string) =>
      as('compliance')('mergeCases', {
        ...{ caseId: await findCaseIdOfSite(one), otherId: await findCaseIdOfSite(other) },
        word: 'The same people run both',
      }),
    cookies,
    compliance: as('compliance'),
    admin: as('admin'),
    support: as('support'),
    finance: as('finance'),
    findCaseId,
    loadCase: async (caseId: string, role: keyof typeof cookies = 'compliance') =>
      (await as(role)<CaseDetails>('case', { caseId })).body,
    judgeReport: async (reportId: string, more: Partial<VerdictInput> = {}) => {
      const caseId = await findCaseId(reportId);
      await as('compliance')('saveVerdict', buildVerdict(caseId, more));
      return caseId;
    },
  };
}
