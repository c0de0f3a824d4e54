import { randomUUID } from 'node:crypto';
import { verdictOn } from '../scam-desk.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { mattersOn } from './matrix-inputs.ts';
import { everybody, type Outcome } from './verdicts.ts';

const words = { title: 'Quick Profit', summary: 'We judge it likely that it pays nobody at all.' };

const answer = 'We looked again, and what it stood on is not enough.';
const appealed = (slug: string) => ({
  ...{ slug, name: 'Ina Brown', email: 'ina@example.com' },
  statement: 'This is our own shop and pays everybody.',
});

/** A report file of whoever answers with it. */
async function fileOf({ owner }: TestServer, actor: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, key_id, state, created_at)
       select gen_random_uuid(), p.id, 'scam-report', 'scam-reports/' || gen_random_uuid(), 'x.pdf', 'application/pdf', 1,
         gen_random_uuid()::text, 'x', 'clean', now() from profiles p where p.email = $1 returning id`,
    [`${actor}@demo.test`],
  );
  return rows[0]?.id ?? randomUUID();
}

/** What reported scams are tried on at the desk: laid down by hand, reported by whomever it is about. */
function layDownOn({ owner }: TestServer, scene: Scene) {
  const one = async (text: string, values: unknown[]) =>
    (await owner.query<Record<string, string>>(text, values)).rows[0] ?? {};
  const reportOf = async (userId: string) => {
    // Those before are answered and of another day: so many of one person stand, and come in a day, and no more.
    await owner.query(
      `update scam_reports set status = 'declined', reason_code = 'no_scam', decided_by = $2, decided_at = now()
        where user_id = $1 and status in ('submitted', 'in_review')`,
      [userId, scene.ids.preparer],
    );
    const { id = '', matter = '' } = await one(
      `insert into scam_reports (user_id, name, description, idempotency_key, request_hash, created_at)
         values ($1, 'Quick Profit', 'It doubles coins.', gen_random_uuid(), 'x', now() - interval '2 days')
         returning id, matter_id matter`,
      [userId],
    );
    const { id: indicatorId = '' } = await one(
      `insert into scam_indicators (kind, scope, value, matter_id, people, first_at, last_at)
         values ('domain', '', $1, $2, 1, now(), now()) returning id`,
      [`scam-${randomUUID()}.com`, matter],
    );
    await owner.query('insert into scam_report_indicators values ($1, $2, $3, $4)', [id, indicatorId, userId, 'x']);
    return { reportId: id, matterId: matter, indicatorId };
  };
  const judgedOf = async (userId: string) => {
    const found = await reportOf(userId);
    const { id: verdictId = '' } = await one(
      `insert into scam_verdicts (matter_id, verdict, checklist, reason_code, note, decided_by, decided_at)
         values ($1, 'likely', '{}', 'promised_returns', 'x', $2, now()) returning id`,
      [found.matterId, scene.ids.preparer],
    );
    return { ...found, verdictId };
  };
  const proposedOf = async (userId: string, state = 'open') => {
    const found = await judgedOf(userId);
    const payload = { verdictId: found.verdictId, verdict: 'likely', ...words, indicators: [found.indicatorId] };
    await owner.query('alter table proposals disable trigger user');
    const decided = state === 'open' ? [null, null] : [scene.ids.preparer, new Date()];
    const { id: proposalId = '' } = await one(
      `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
         values ('scam_warning', $1, $2, $3, $4, $5, $6) returning id`,
      [
        found.matterId,
        JSON.stringify(payload),
        state === 'open' ? scene.ids.preparer : scene.ids.other,
        state,
        ...decided,
      ],
    );
    await owner.query('alter table proposals enable trigger user');
    return { ...found, proposalId };
  };
  const publishedOf = async (userId: string) => {
    const { matterId, verdictId, proposalId } = await proposedOf(userId, 'approved');
    await owner.query('alter table scam_publications disable trigger user');
    const slug = `quick-${randomUUID()}`;
    const { id: publicationId = '' } = await one(
      `insert into scam_publications (matter_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
         values ($1, $2, 'likely', $3, $4, $5, $6, now()) returning id`,
      [matterId, verdictId, slug, words.title, words.summary, proposalId],
    );
    await owner.query('alter table scam_publications enable trigger user');
    return { publicationId, slug };
  };
  return { reportOf, judgedOf, proposedOf, publishedOf };
}

const matterOnly = ({ matterId }: { matterId: string }) => ({ matterId });
const reportOnly = ({ reportId }: { reportId: string }) => ({ reportId });

/** A sound input for each command about a matter in which this person reported; `actor` does it. */
function inputsOn(server: TestServer, scene: Scene) {
  const lay = layDownOn(server, scene);
  return {
    'scamDesk/matter': async (of: string) => matterOnly(await lay.reportOf(of)),
    'scamDesk/note': async (of: string) => ({ ...matterOnly(await lay.reportOf(of)), text: 'Seen.' }),
    'scamDesk/mark': async (of: string) => {
      const { matterId, indicatorId } = await lay.reportOf(of);
      return { matterId, indicatorId, common: true, word: 'A bank' };
    },
    'scamDesk/review': async (of: string) => matterOnly(await lay.reportOf(of)),
    'scamDesk/judge': async (of: string) => verdictOn((await lay.reportOf(of)).matterId),
    'scamDesk/draw': async (of: string) => ({ ...reportOnly(await lay.judgedOf(of)), says: '' }),
    'scamDesk/complete': async (of: string, actor: string) => {
      const { reportId, verdictId } = await lay.judgedOf(of);
      return { reportId, verdictId, fileId: await fileOf(server, actor) };
    },
    'scamDesk/decline': async (of: string) => ({ ...reportOnly(await lay.reportOf(of)), reasonCode: 'no_scam' }),
    'scamDesk/proposeWarning': async (of: string) => {
      const { matterId, indicatorId } = await lay.judgedOf(of);
      return { matterId, ...words, indicators: [indicatorId] };
    },
    'scamDesk/decideWarning': async (of: string) => {
      const { proposalId } = await lay.proposedOf(of);
      return { proposalId, decision: 'approve' };
    },
    'scamDesk/answerAppeal': async (of: string) => {
      const { publicationId } = await lay.publishedOf(of);
      const { rows } = await server.owner.query<{ id: string }>(
        `insert into scam_appeals (publication_id, name, email, statement, created_at)
           values ($1, 'Ina Brown', 'ina@example.com', 'This is our own shop and pays everybody.', now()) returning id`,
        [publicationId],
      );
      return { appealId: rows[0]?.id, outcome: 'upheld', reasonCode: 'too_little_stood', answer };
    },
    'scamDesk/withdrawWarning': async (of: string) => ({
      publicationId: (await lay.publishedOf(of)).publicationId,
      reasonCode: 'new_facts',
    }),
  } as const;
}

/** What each is tried on. */
export function scamDeskLines(server: TestServer, scene: Scene) {
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const { customerFor } = mattersOn(server, scene);
  const tried = Object.entries(inputsOn(server, scene)).map(([path, input]) => [
    path,
    staff(403, (actor) => input(customerFor(actor), actor)),
  ]);
  return {
    'scamReports/warnings': { row: everybody, input: async () => ({}) },
    'scamReports/warning': {
      row: everybody,
      input: async () => ({ slug: (await layDownOn(server, scene).publishedOf(customerFor('owner'))).slug }),
    },
    'scamReports/appeal': {
      row: everybody,
      input: async () => {
        // All of them come from one connection, which may appeal three times a day.
        await server.owner.query(`delete from rate_limits where key like 'scam-appeal:%'`);
        return appealed((await layDownOn(server, scene).publishedOf(customerFor('owner'))).slug);
      },
    },
    'scamDesk/appeals': staff('yes', async () => ({})),
    'scamDesk/matters': staff('yes', async () => ({})),
    'scamDesk/count': staff('yes'),
    ...(Object.fromEntries(tried) as Record<keyof ReturnType<typeof inputsOn>, ReturnType<typeof staff>>),
  };
}

const leavesNone: readonly string[] = ['scamDesk/matter'];

/** The acts of it that leave an entry each. */
export const scamDeskActsOf = (server: TestServer, scene: Scene): Acts => {
  const { customerFor } = mattersOn(server, scene);
  const tried = Object.entries(inputsOn(server, scene)).filter(([path]) => !leavesNone.includes(path));
  return {
    ...Object.fromEntries(
      tried.map(([path, input]) => [
        path,
        async () => asWho(scene)('admin', await input(customerFor('owner'), 'admin')),
      ]),
    ),
    // Nobody has to be signed in for it.
    'scamReports/appeal': async () => ({
      cookie: undefined,
      input: appealed((await layDownOn(server, scene).publishedOf(customerFor('owner'))).slug),
    }),
  };
};

const matterId = randomUUID();
/** A sound body for each of its commands. */
export const scamDeskBodies = {
  'scamReports/warnings': {},
  'scamReports/warning': { slug: 'quick-profit' },
  'scamDesk/matters': {},
  'scamDesk/matter': { matterId },
  'scamDesk/note': { matterId, text: 'Seen.' },
  'scamDesk/mark': { matterId, indicatorId: matterId, common: true, word: 'A bank' },
  'scamDesk/review': { matterId },
  'scamDesk/judge': verdictOn(matterId),
  'scamDesk/draw': { reportId: matterId, says: '' },
  'scamDesk/complete': { reportId: matterId, fileId: matterId, verdictId: matterId },
  'scamDesk/decline': { reportId: matterId, reasonCode: 'no_scam' },
  'scamDesk/proposeWarning': { matterId, ...words, indicators: [matterId] },
  'scamDesk/decideWarning': { proposalId: matterId, decision: 'approve' },
  'scamDesk/withdrawWarning': { publicationId: matterId, reasonCode: 'new_facts' },
  'scamReports/appeal': appealed('quick-profit'),
  'scamDesk/appeals': {},
  'scamDesk/answerAppeal': { appealId: matterId, outcome: 'dismissed', reasonCode: 'stands', answer },
};

/** Why these leave no entry. */
export const scamQuestions = {
  'scamReports/warnings': 'a question',
  'scamReports/warning': 'a question',
  'scamDesk/matters': 'a question',
  'scamDesk/appeals': 'a question',
  'scamDesk/count': 'a question',
  'scamDesk/matter': 'a look, written down once in a quarter of an hour',
} as const;

/** What may be done twice. */
export const scamTwice: readonly string[] = [
  ...[
    'scamReports/appeal',
    'scamReports/submit',
    'scamDesk/note',
    'scamDesk/mark',
    'scamDesk/review',
    'scamDesk/judge',
    'scamDesk/draw',
  ],
];
