import { randomUUID } from 'node:crypto';
import { decisionInput, insertLaunch, launchInput, questionInput } from '../launches.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, getDemoName, type Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { createInputs } from './matrix-inputs.ts';
import { anySession, type Outcome, ownerOnly, type Row } from './outcomes.ts';

type Server = Pick<TestServer, 'owner'>;

const findActorId = async ({ owner }: Server, actor: Actor): Promise<string | undefined> => {
  const { rows } = await owner.query<{ id: string }>('select id from profiles where email = $1', [
    `${getDemoName(actor)}@demo.test`,
  ]);
  return rows[0]?.id;
};

const clearLaunches = ({ owner }: Server) =>
  owner.query(`begin; select app.start_erasure();
    update launch_submissions set status = 'withdrawn', created_at = created_at - interval '2 days'
     where status in ('submitted', 'waiting_for_founder'); commit`);

function createLaunchInputs(server: TestServer, scene: Scene) {
  const { getCustomerId } = createInputs(server, scene);
  const insertWaiting = async (actor: Actor) => (await insertLaunch(server, getCustomerId(actor))).id;
  return {
    answerQuestion: async (actor: Actor) => {
      const { questionId } = await insertLaunch(server, getCustomerId(actor), { question: scene.ids.preparer });
      return { questionId, answer: 'The cooperative.' };
    },
    one: async (actor: Actor) => ({ submissionId: await insertWaiting(actor) }),
    ask: async (actor: Actor) => questionInput(await insertWaiting(actor)),
    decide: async (actor: Actor) => decisionInput(await insertWaiting(actor)),
    submit: async (actor: Actor) => {
      await clearLaunches(server);
      const id = await findActorId(server, actor);
      if (!id) return launchInput(randomUUID());
      const { id: launchId } = await insertLaunch(server, id);
      const { rows } = await server.owner.query<{ paper: string }>(
        'select whitepaper_file paper from launch_submissions where id = $1',
        [launchId],
      );
      await clearLaunches(server);
      return launchInput(rows[0]?.paper ?? '');
    },
  };
}

export function buildLaunchRows(server: TestServer, scene: Scene) {
  const allow = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const inputs = createLaunchInputs(server, scene);
  return {
    'launches/own': allow(anySession),
    'launches/draft': allow(anySession),
    'launches/saveDraft': allow(anySession, async () => launchBodies['launches/saveDraft']),
    'launches/submit': allow(anySession, inputs.submit),
    'launches/answer': allow(ownerOnly(404), inputs.answerQuestion),
    'launches/withdraw': allow(ownerOnly(404), inputs.one),
    'launchesDesk/list': staff('yes', async () => ({})),
    'launchesDesk/count': staff('yes'),
    'launchesDesk/show': staff(403, inputs.one),
    'launchesDesk/ask': staff(403, inputs.ask),
    'launchesDesk/decide': staff(403, inputs.decide),
  };
}

export function buildLaunchCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  const inputs = createLaunchInputs(server, scene);
  return {
    'launches/submit': async () => by('owner', await inputs.submit('owner')),
    'launches/answer': async () => by('owner', await inputs.answerQuestion('owner')),
    'launches/withdraw': async () => by('owner', await inputs.one('owner')),
    'launchesDesk/ask': async () => by('support', await inputs.ask('support')),
    'launchesDesk/decide': async () => by('admin', await inputs.decide('admin')),
  };
}

export const launchesWithoutEntry = {
  'launches/own': 'a query about oneself',
  'launches/draft': 'a draft',
  'launches/saveDraft': 'a draft',
  'launchesDesk/list': 'a query',
  'launchesDesk/count': 'a query',
  'launchesDesk/show': 'a query: a submission; opening the whitepaper has its entry',
} as const;

export const launchOwners = {
  launch_drafts: 'user_id',
  launch_submissions: 'user_id',
  launch_questions: 'user_id',
} as const;
export const launchStaffTables = ['launch_decisions'] as const;
export const launchTables = [...Object.keys(launchOwners), ...launchStaffTables];

const id = randomUUID();
export const launchBodies = {
  'launches/saveDraft': { data: { coinName: 'Irie', idea: '', communityLinks: '', whitepaper: '' } },
  'launches/submit': launchInput(randomUUID()),
  'launches/answer': { questionId: id, answer: 'The cooperative.' },
  'launches/withdraw': { submissionId: id },
  'launchesDesk/list': {},
  'launchesDesk/show': { submissionId: id },
  'launchesDesk/ask': questionInput(id),
  'launchesDesk/decide': decisionInput(id),
};

export async function insertLaunchRows(server: Server, userId: string): Promise<void> {
  const { owner } = server;
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`);
  const staffId = rows[0]?.id ?? '';
  await owner.query(`insert into launch_drafts (user_id, data, updated_at) values ($1, '{}', now())`, [userId]);
  await insertLaunch(server, userId, { question: staffId });
  const { id: decided } = await insertLaunch(server, userId);
  await owner.query(
    `insert into launch_decisions (submission_id, user_id, decided_by, outcome, reason_code, note, decided_at)
       select id, user_id, $2, 'accepted', 'sound', '', created_at from launch_submissions where id = $1`,
    [decided, staffId],
  );
  await owner.query(
    `update launch_submissions set status = 'accepted', reason_code = 'sound', decided_at = created_at where id = $1`,
    [decided],
  );
}
