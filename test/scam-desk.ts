import type { JudgeMatter } from '../src/features/scam-reports/desk/desk-schema.ts';
import type { DeskMatter } from '../src/features/scam-reports/desk/shapes.ts';
import { scamsOn } from './scams.ts';
import type { TestServer } from './worker.ts';

type Answered = { code?: string; title?: string } & Record<string, string>;

/** A verdict on a matter, as a form sends it. */
export const verdictOn = (matterId: string, more: Partial<JudgeMatterIn> = {}): JudgeMatterIn => ({
  matterId,
  verdict: 'likely',
  reasonCode: 'promised_returns',
  checklist: { evidence: 'yes', ours: 'yes', official: 'no', others: 'unknown', reporters: 'yes' },
  note: 'The page promises to double coins.',
  ...more,
});
type JudgeMatterIn = (typeof JudgeMatter)['_input'];

/** The desk's commands about reported scams, as staff of a role. */
export async function scamDeskOn(server: TestServer) {
  const cookies = {
    compliance: await server.signIn('compliance'),
    admin: await server.signIn('admin'),
    support: await server.signIn('support'),
    finance: await server.signIn('finance'),
  };
  const as =
    (who: keyof typeof cookies) =>
    <T = Answered>(path: string, input: object = {}) =>
      server.call<T>(`scamDesk/${path}`, input, cookies[who]);
  const scams = scamsOn(server);
  const matterOf = async (reportId: string) => (await scams.matterOf(reportId)) ?? '';
  return {
    ...scams,
    cookies,
    compliance: as('compliance'),
    admin: as('admin'),
    support: as('support'),
    finance: as('finance'),
    matterOf,
    matter: async (matterId: string, who: keyof typeof cookies = 'compliance') =>
      (await as(who)<DeskMatter>('matter', { matterId })).body,
    /** Judges the matter of a report; answers which it is. */
    judged: async (reportId: string, more: Partial<JudgeMatterIn> = {}) => {
      const matterId = await matterOf(reportId);
      await as('compliance')('judge', verdictOn(matterId, more));
      return matterId;
    },
  };
}
