import { randomUUID } from 'node:crypto';
import { insertFinishedCourse } from '../certificates.ts';
import { publishTestCourse } from '../courses.ts';
import { courseWithProject, evidence, insertProject, markBody } from '../projects.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { createInputs } from './matrix-inputs.ts';
import { anySession, type Outcome, ownerOnly, type Row } from './outcomes.ts';

const reason = 'The second part was not read to its end.';
type Server = Pick<TestServer, 'owner' | 'services'>;

async function insertFinishedProject(server: Server, userId: string) {
  const courseId = `project-${randomUUID()}`;
  await publishTestCourse(server, { courseId, text: courseWithProject });
  return { courseId, enrollmentId: await insertFinishedCourse(server, { userId, courseId }) };
}

async function insertActorProject(
  server: TestServer,
  scene: Scene,
  { actor, failed }: { actor: Actor; failed?: boolean },
) {
  const { enrollmentId } = await insertFinishedProject(server, createInputs(server, scene).getCustomerId(actor));
  return insertProject(server, { enrollmentId, ...(failed && { failedBy: scene.ids.preparer }) });
}

export function buildProjectRows(server: TestServer, scene: Scene) {
  const allow = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const insertCourse = async (actor: Actor) => {
    const ids: Readonly<Record<string, string>> = scene.ids;
    const { rows } = await server.owner.query<{ id: string }>('select id from profiles where email = $1', [
      `${actor}@demo.test`,
    ]);
    const userId = ids[actor] ?? rows[0]?.id;
    return { courseId: userId ? (await insertFinishedProject(server, userId)).courseId : 'none' };
  };
  const buildDraft = async (actor: Actor) => ({ ...(await insertCourse(actor)), evidence });
  const buildSubmission = async (actor: Actor) => ({
    submissionId: await insertActorProject(server, scene, { actor }),
  });
  const buildAppealInput = async (actor: Actor) => ({
    ...{ submissionId: await insertActorProject(server, scene, { actor, failed: true }), reason },
  });
  return {
    'projects/own': allow(anySession, insertCourse),
    'projects/saveDraft': allow(anySession, buildDraft),
    'projects/submit': allow(anySession, buildDraft),
    'projects/appeal': allow(ownerOnly(404), buildAppealInput),
    'projectsDesk/submissions': staff('yes', async () => ({})),
    'projectsDesk/count': staff('yes'),
    'projectsDesk/submission': staff(403, buildSubmission),
    'projectsDesk/mark': staff(403, async (actor) => markBody(await insertActorProject(server, scene, { actor }))),
  };
}

export const buildProjectCommands = (server: TestServer, scene: Scene): SentCommands => ({
  'projectsDesk/mark': async () =>
    sendAs(scene)('admin', markBody(await insertActorProject(server, scene, { actor: 'owner' }), 'little')),
});

export const projectOwners = {
  project_drafts: 'user_id',
  project_submissions: 'user_id',
  project_grades: 'user_id',
} as const;

export const projectBodies = {
  'projects/own': { courseId: 'projected' },
  'projects/saveDraft': { courseId: 'projected', evidence },
  'projects/submit': { courseId: 'projected', evidence },
  'projects/appeal': { submissionId: randomUUID(), reason },
  'projectsDesk/submissions': {},
  'projectsDesk/submission': { submissionId: randomUUID() },
  'projectsDesk/mark': markBody(randomUUID()),
};

export async function insertProjectRows(server: Server, userId: string): Promise<void> {
  const { enrollmentId } = await insertFinishedProject(server, userId);
  await server.owner.query(
    `insert into project_drafts (enrollment_id, user_id, evidence, saved_at) values ($1, $2, '{}', now())`,
    [enrollmentId, userId],
  );
  const { rows } = await server.owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`);
  await insertProject(server, { enrollmentId, failedBy: rows[0]?.id ?? '' });
}
