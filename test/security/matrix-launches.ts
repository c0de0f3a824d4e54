import { randomUUID } from 'node:crypto';
import { anInterest, asking, deciding, laidLaunch, launching, marking, noInterest } from '../launches.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, nameOf, type Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { mattersOn } from './matrix-inputs.ts';
import { anySession, type Outcome, ownerOnly, type Row } from './verdicts.ts';

type Server = Pick<TestServer, 'owner'>;

const idOf = async ({ owner }: Server, actor: Actor): Promise<string | undefined> => {
  const { rows } = await owner.query<{ id: string }>('select id from profiles where email = $1', [
    `${nameOf(actor)}@demo.test`,
  ]);
  return rows[0]?.id;
};

/** Nobody has so many with us, nor handed in so many today. */
const clearDesk = ({ owner }: Server) =>
  owner.query(`begin; select app.begin_erasing();
    update launch_submissions set status = 'withdrawn', created_at = created_at - interval '2 days'
     where status in ('submitted', 'waiting_for_founder'); commit`);

/** What each act on a launch is tried on, made anew for each actor. */
function launchInputs(server: TestServer, scene: Scene) {
  const { customerFor } = mattersOn(server, scene);
  const waiting = async (actor: Actor) => (await laidLaunch(server, customerFor(actor))).id;
  const judged = async (actor: Actor) => {
    const judge = await idOf(server, actor);
    const founder = customerFor(actor);
    // In their own matter nobody can have judged: somebody else did.
    const by = judge && judge !== founder ? judge : scene.ids.preparer;
    return (await laidLaunch(server, founder, { judge: by })).id;
  };
  return {
    asked: async (actor: Actor) => {
      const { questionId } = await laidLaunch(server, customerFor(actor), { question: scene.ids.preparer });
      return { questionId, answer: 'The cooperative.' };
    },
    one: async (actor: Actor) => ({ submissionId: await waiting(actor) }),
    ask: async (actor: Actor) => asking(await waiting(actor)),
    declare: async (actor: Actor) => noInterest(await waiting(actor)),
    mark: async (actor: Actor) => marking(await judged(actor)),
    decide: async (actor: Actor) => deciding(await judged(actor)),
    submit: async (actor: Actor) => {
      await clearDesk(server);
      const id = await idOf(server, actor);
      if (!id) return launching(randomUUID());
      const { id: laid } = await laidLaunch(server, id);
      const { rows } = await server.owner.query<{ paper: string }>(
        'select whitepaper_file paper from launch_submissions where id = $1',
        [laid],
      );
      await clearDesk(server);
      return launching(rows[0]?.paper ?? '');
    },
  };
}

/** What coin launches are tried on. */
export function launchLines(server: TestServer, scene: Scene) {
  const line = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const inputs = launchInputs(server, scene);
  return {
    'launches/own': line(anySession),
    'launches/draft': line(anySession),
    'launches/keepDraft': line(anySession, async () => launchBodies['launches/keepDraft']),
    'launches/submit': line(anySession, inputs.submit),
    'launches/answer': line(ownerOnly(404), inputs.asked),
    'launches/withdraw': line(ownerOnly(404), inputs.one),
    'launchesDesk/list': staff('yes', async () => ({})),
    'launchesDesk/count': staff('yes'),
    'launchesDesk/show': staff(403, inputs.one),
    'launchesDesk/ask': staff(403, inputs.ask),
    'launchesDesk/declare': staff(403, inputs.declare),
    'launchesDesk/mark': staff(403, inputs.mark),
    'launchesDesk/decide': staff(403, inputs.decide),
  };
}

/** The acts of it that leave an entry each. */
export function launchActsOf(server: TestServer, scene: Scene): Acts {
  const by = asWho(scene);
  const inputs = launchInputs(server, scene);
  return {
    'launches/submit': async () => by('owner', await inputs.submit('owner')),
    'launches/answer': async () => by('owner', await inputs.asked('owner')),
    'launches/withdraw': async () => by('owner', await inputs.one('owner')),
    'launchesDesk/ask': async () => by('support', await inputs.ask('support')),
    'launchesDesk/declare': async () => by('compliance', anInterest((await inputs.one('compliance')).submissionId)),
    'launchesDesk/mark': async () => by('compliance', await inputs.mark('compliance')),
    'launchesDesk/decide': async () => by('admin', await inputs.decide('admin')),
  };
}

/** What changes nothing that the log is about, and why. */
export const launchesWithoutEntry = {
  'launches/own': 'a question about oneself',
  'launches/draft': 'half a form',
  'launches/keepDraft': 'half a form',
  'launchesDesk/list': 'a question',
  'launchesDesk/count': 'a question',
  'launchesDesk/show': 'a question: what they handed in to be read; the whitepaper has its entry',
} as const;

/** Whose a row is, of what its founder reads; and what staff alone read. */
export const launchOwners = {
  launch_drafts: 'user_id',
  launch_submissions: 'user_id',
  launch_questions: 'user_id',
} as const;
export const launchStaffTables = ['launch_conflicts', 'launch_decisions', 'launch_marks', 'launch_outcomes'] as const;
export const launchTables = [...Object.keys(launchOwners), ...launchStaffTables];

const id = randomUUID();
/** A sound body for each of its commands. */
export const launchBodies = {
  'launches/keepDraft': { data: { coinName: 'Irie', idea: '', communityLinks: '', whitepaper: '' } },
  'launches/submit': launching(randomUUID()),
  'launches/answer': { questionId: id, answer: 'The cooperative.' },
  'launches/withdraw': { submissionId: id },
  'launchesDesk/list': {},
  'launchesDesk/show': { submissionId: id },
  'launchesDesk/ask': asking(id),
  'launchesDesk/declare': noInterest(id),
  'launchesDesk/mark': marking(id),
  'launchesDesk/decide': deciding(id),
};

/** A launch that was asked about and decided, and a draft, for whom the walls are tried. */
export async function layDownLaunch(server: Server, userId: string): Promise<void> {
  const { owner } = server;
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`);
  const judge = rows[0]?.id ?? '';
  await owner.query(`insert into launch_drafts (user_id, data, updated_at) values ($1, '{}', now())`, [userId]);
  await laidLaunch(server, userId, { question: judge });
  const { id: decided } = await laidLaunch(server, userId, { judge });
  await owner.query(
    `insert into launch_decisions (submission_id, user_id, decided_by, outcome, reason_code, note, decided_at)
       select id, user_id, $2, 'accepted', 'sound', '', created_at from launch_submissions where id = $1`,
    [decided, judge],
  );
  await owner.query(
    `update launch_submissions set status = 'accepted', reason_code = 'sound', decided_at = created_at where id = $1`,
    [decided],
  );
}
