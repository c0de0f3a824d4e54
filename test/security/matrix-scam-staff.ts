import { randomUUID } from 'node:crypto';
import { buildVerdict } from '../scam-desk.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { createInputs } from './matrix-inputs.ts';
import { anyActor, type Outcome } from './outcomes.ts';

const texts = { title: 'Quick Profit', summary: 'We consider it likely that it never pays.' };

const answer = 'We checked again, and the evidence is not enough.';
const buildAppeal = (slug: string) => ({
  ...{ slug, name: 'Ina Brown', email: 'ina@example.com' },
  statement: 'This is our own shop and pays everyone.',
});

async function insertReportFile({ owner }: TestServer, actor: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, key_id, state, created_at)
       select gen_random_uuid(), p.id, 'scam-report', 'scam-reports/' || gen_random_uuid(), 'x.pdf', 'application/pdf', 1,
         gen_random_uuid()::text, 'x', 'clean', now() from profiles p where p.email = $1 returning id`,
    [`${actor}@demo.test`],
  );
  return rows[0]?.id ?? randomUUID();
}

function createScamInputs({ owner }: TestServer, scene: Scene) {
  const insertRow = async (text: string, values: unknown[]) =>
    (await owner.query<Record<string, string>>(text, values)).rows[0] ?? {};
  const insertReport = async (userId: string) => {
    // Closes and backdates earlier reports, to stay within the limits per person.
    await owner.query(
      `update scam_reports set status = 'declined', reason_code = 'no_scam', decided_by = $2, decided_at = now()
        where user_id = $1 and status in ('submitted', 'in_review')`,
      [userId, scene.ids.preparer],
    );
    const { id = '', caseId = '' } = await insertRow(
      `insert into scam_reports (user_id, name, description, idempotency_key, request_hash, created_at)
         values ($1, 'Quick Profit', 'It doubles coins.', gen_random_uuid(), 'x', now() - interval '2 days')
         returning id, scam_case_id "caseId"`,
      [userId],
    );
    const { id: indicatorId = '' } = await insertRow(
      `insert into scam_indicators (kind, scope, value, scam_case_id, reporter_count, first_at, last_at)
         values ('domain', '', $1, $2, 1, now(), now()) returning id`,
      [`scam-${randomUUID()}.com`, caseId],
    );
    await owner.query('insert into scam_report_indicators values ($1, $2, $3, $4)', [id, indicatorId, userId, 'x']);
    return { reportId: id, caseId, indicatorId };
  };
  const insertVerdict = async (userId: string) => {
    const report = await insertReport(userId);
    const { id: verdictId = '' } = await insertRow(
      `insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
         values ($1, 'likely', '{}', 'promised_returns', 'x', $2, now()) returning id`,
      [report.caseId, scene.ids.preparer],
    );
    return { ...report, verdictId };
  };
  const insertWarningProposal = async (userId: string, state = 'open') => {
    const report = await insertVerdict(userId);
    const payload = { verdictId: report.verdictId, verdict: 'likely', ...texts, indicators: [report.indicatorId] };
    await owner.query('alter table proposals disable trigger user');
    const decided = state === 'open' ? [null, null] : [scene.ids.preparer, new Date()];
    const { id: proposalId = '' } = await insertRow(
      `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
         values ('scam_warning', $1, $2, $3, $4, $5, $6) returning id`,
      [
        report.caseId,
        JSON.stringify(payload),
        state === 'open' ? scene.ids.preparer : scene.ids.other,
        state,
        ...decided,
      ],
    );
    await owner.query('alter table proposals enable trigger user');
    return { ...report, proposalId };
  };
  const insertPublication = async (userId: string) => {
    const { caseId, verdictId, proposalId } = await insertWarningProposal(userId, 'approved');
    await owner.query('alter table scam_publications disable trigger user');
    const slug = `quick-${randomUUID()}`;
    const { id: publicationId = '' } = await insertRow(
      `insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
         values ($1, $2, 'likely', $3, $4, $5, $6, now()) returning id`,
      [caseId, verdictId, slug, texts.title, texts.summary, proposalId],
    );
    await owner.query('alter table scam_publications enable trigger user');
    return { publicationId, slug };
  };
  return { insertReport, insertVerdict, insertWarningProposal, insertPublication };
}

const pickCaseId = ({ caseId }: { caseId: string }) => ({ caseId });
const pickReport = ({ reportId }: { reportId: string }) => ({ reportId });

function createScamStaffInputs(server: TestServer, scene: Scene) {
  const inputs = createScamInputs(server, scene);
  return {
    'scamDesk/case': async (userId: string) => pickCaseId(await inputs.insertReport(userId)),
    'scamDesk/note': async (userId: string) => ({ ...pickCaseId(await inputs.insertReport(userId)), text: 'Seen.' }),
    'scamDesk/markShared': async (userId: string) => {
      const { caseId, indicatorId } = await inputs.insertReport(userId);
      return { caseId, indicatorId, common: true, word: 'A bank' };
    },
    'scamDesk/mergeCases': async (userId: string) => {
      const { caseId: otherId } = await inputs.insertReport(scene.ids.other);
      return { ...pickCaseId(await inputs.insertReport(userId)), otherId, word: 'The same people run both' };
    },
    'scamDesk/separate': async (userId: string) => {
      const { reportId: otherId } = await inputs.insertReport(scene.ids.other);
      const { reportId, caseId } = await inputs.insertReport(userId);
      await server.owner.query('update scam_reports set scam_case_id = $1 where id = $2', [caseId, otherId]);
      return { reportId, word: 'Another shop' };
    },
    'scamDesk/review': async (userId: string) => pickCaseId(await inputs.insertReport(userId)),
    'scamDesk/saveVerdict': async (userId: string) => buildVerdict((await inputs.insertReport(userId)).caseId),
    'scamDesk/generateReport': async (userId: string) => ({
      ...pickReport(await inputs.insertVerdict(userId)),
      message: '',
    }),
    'scamDesk/complete': async (userId: string, actor: string) => {
      const { reportId, verdictId } = await inputs.insertVerdict(userId);
      return { reportId, verdictId, fileId: await insertReportFile(server, actor) };
    },
    'scamDesk/decline': async (userId: string) => ({
      ...pickReport(await inputs.insertReport(userId)),
      reasonCode: 'no_scam',
    }),
    'scamDesk/proposeWarning': async (userId: string) => {
      const { caseId, indicatorId } = await inputs.insertVerdict(userId);
      return { caseId, ...texts, indicators: [indicatorId] };
    },
    'scamDesk/decideWarning': async (userId: string) => {
      const { proposalId } = await inputs.insertWarningProposal(userId);
      return { proposalId, decision: 'approve' };
    },
    'scamDesk/answerAppeal': async (userId: string) => {
      const { publicationId } = await inputs.insertPublication(userId);
      const { rows } = await server.owner.query<{ id: string }>(
        `insert into scam_appeals (publication_id, name, email, statement, created_at)
           values ($1, 'Ina Brown', 'ina@example.com', 'This is our own shop and pays everyone.', now()) returning id`,
        [publicationId],
      );
      return { appealId: rows[0]?.id, outcome: 'upheld', reasonCode: 'too_little_stood', answer };
    },
    'scamDesk/withdrawWarning': async (userId: string) => ({
      publicationId: (await inputs.insertPublication(userId)).publicationId,
      reasonCode: 'new_facts',
    }),
  } as const;
}

export function buildScamStaffRows(server: TestServer, scene: Scene) {
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const { getCustomerId } = createInputs(server, scene);
  const entries = Object.entries(createScamStaffInputs(server, scene)).map(([path, input]) => [
    path,
    staff(403, (actor) => input(getCustomerId(actor), actor)),
  ]);
  return {
    'scamReports/warnings': { row: anyActor, input: async () => ({}) },
    'scamReports/warning': {
      row: anyActor,
      input: async () => ({
        slug: (await createScamInputs(server, scene).insertPublication(getCustomerId('owner'))).slug,
      }),
    },
    'scamReports/appeal': {
      row: anyActor,
      input: async () => {
        // All actors share one IP address, from which three appeals a day are allowed.
        await server.owner.query(`delete from rate_limits where key like 'scam-appeal:%'`);
        return buildAppeal((await createScamInputs(server, scene).insertPublication(getCustomerId('owner'))).slug);
      },
    },
    'scamDesk/appeals': staff('yes', async () => ({})),
    'scamDesk/cases': staff('yes', async () => ({})),
    'scamDesk/submissions': staff('yes', async () => ({})),
    'scamDesk/count': staff('yes'),
    ...(Object.fromEntries(entries) as Record<
      keyof ReturnType<typeof createScamStaffInputs>,
      ReturnType<typeof staff>
    >),
  };
}

const unauditedScams: readonly string[] = ['scamDesk/case'];

export const buildScamStaffCommands = (server: TestServer, scene: Scene): SentCommands => {
  const { getCustomerId } = createInputs(server, scene);
  const entries = Object.entries(createScamStaffInputs(server, scene)).filter(
    ([path]) => !unauditedScams.includes(path),
  );
  return {
    ...Object.fromEntries(
      entries.map(([path, input]) => [
        path,
        async () => sendAs(scene)('admin', await input(getCustomerId('owner'), 'admin')),
      ]),
    ),
    'scamReports/appeal': async () => ({
      cookie: undefined,
      input: buildAppeal((await createScamInputs(server, scene).insertPublication(getCustomerId('owner'))).slug),
    }),
  };
};

const caseId = randomUUID();
export const scamStaffBodies = {
  'scamReports/warnings': {},
  'scamReports/warning': { slug: 'quick-profit' },
  'scamDesk/cases': {},
  'scamDesk/submissions': {},
  'scamDesk/case': { caseId },
  'scamDesk/note': { caseId, text: 'Seen.' },
  'scamDesk/markShared': { caseId, indicatorId: caseId, common: true, word: 'A bank' },
  'scamDesk/mergeCases': { caseId, otherId: caseId, word: 'The same people run both' },
  'scamDesk/separate': { reportId: caseId, word: 'Another shop' },
  'scamDesk/review': { caseId },
  'scamDesk/saveVerdict': buildVerdict(caseId),
  'scamDesk/generateReport': { reportId: caseId, message: '' },
  'scamDesk/complete': { reportId: caseId, fileId: caseId, verdictId: caseId },
  'scamDesk/decline': { reportId: caseId, reasonCode: 'no_scam' },
  'scamDesk/proposeWarning': { caseId, ...texts, indicators: [caseId] },
  'scamDesk/decideWarning': { proposalId: caseId, decision: 'approve' },
  'scamDesk/withdrawWarning': { publicationId: caseId, reasonCode: 'new_facts' },
  'scamReports/appeal': buildAppeal('quick-profit'),
  'scamDesk/appeals': {},
  'scamDesk/answerAppeal': { appealId: caseId, outcome: 'dismissed', reasonCode: 'stands', answer },
};

export const scamQueries = {
  'scamReports/warnings': 'a query',
  'scamReports/warning': 'a query',
  'scamDesk/cases': 'a query',
  'scamDesk/submissions': 'a query',
  'scamDesk/appeals': 'a query',
  'scamDesk/count': 'a query',
  'scamDesk/case': 'a view, audited once in a quarter of an hour',
} as const;

export const repeatableScams: readonly string[] = [
  ...[
    'scamReports/appeal',
    'scamReports/submit',
    'scamDesk/note',
    'scamDesk/markShared',
    'scamDesk/review',
    'scamDesk/saveVerdict',
    'scamDesk/generateReport',
  ],
];
