import { randomUUID } from 'node:crypto';
import { finishes } from '../certificates.ts';
import { published } from '../courses.ts';
import { courseWithProject, evidence, laidProject, marking } from '../projects.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { mattersOn } from './matrix-inputs.ts';
import { anySession, type Outcome, ownerOnly, type Row } from './verdicts.ts';

const reason = 'The second part was not read to its end.';
type Server = Pick<TestServer, 'owner' | 'services'>;

/** Somebody finished a course with a project that nobody took before. */
async function finishedBy(server: Server, userId: string) {
  const courseId = `project-${randomUUID()}`;
  await published(server, { courseId, text: courseWithProject });
  return { courseId, enrollmentId: await finishes(server, { userId, courseId }) };
}

/** The project of whoever's matter it is for an actor, waiting or failed by somebody else of the staff. */
async function projectFor(server: TestServer, scene: Scene, { actor, failed }: { actor: Actor; failed?: boolean }) {
  const { enrollmentId } = await finishedBy(server, mattersOn(server, scene).customerFor(actor));
  return laidProject(server, { enrollmentId, ...(failed && { failedBy: scene.ids.preparer }) });
}

/** What final projects are tried on. */
export function projectLines(server: TestServer, scene: Scene) {
  const line = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const taken = async (actor: Actor) => {
    const ids: Readonly<Record<string, string>> = scene.ids;
    const { rows } = await server.owner.query<{ id: string }>('select id from profiles where email = $1', [
      `${actor}@demo.test`,
    ]);
    const userId = ids[actor] ?? rows[0]?.id;
    return { courseId: userId ? (await finishedBy(server, userId)).courseId : 'none' };
  };
  const written = async (actor: Actor) => ({ ...(await taken(actor)), evidence });
  const waiting = async (actor: Actor) => ({ submissionId: await projectFor(server, scene, { actor }) });
  const appealing = async (actor: Actor) => ({
    ...{ submissionId: await projectFor(server, scene, { actor, failed: true }), reason },
  });
  return {
    'projects/own': line(anySession, taken),
    'projects/keepDraft': line(anySession, written),
    'projects/handIn': line(anySession, written),
    'projects/appeal': line(ownerOnly(404), appealing),
    'projectsDesk/submissions': staff('yes', async () => ({})),
    'projectsDesk/count': staff('yes'),
    'projectsDesk/submission': staff(403, waiting),
    'projectsDesk/mark': staff(403, async (actor) => marking(await projectFor(server, scene, { actor }))),
  };
}

/** The acts of it that leave an entry each. */
export const projectActsOf = (server: TestServer, scene: Scene): Acts => ({
  'projectsDesk/mark': async () =>
    asWho(scene)('admin', marking(await projectFor(server, scene, { actor: 'owner' }), 'little')),
});

/** Whose a row is. */
export const projectOwners = {
  project_drafts: 'user_id',
  project_submissions: 'user_id',
  project_marks: 'user_id',
} as const;

/** A sound body for each of its commands. */
export const projectBodies = {
  'projects/own': { courseId: 'projected' },
  'projects/keepDraft': { courseId: 'projected', evidence },
  'projects/handIn': { courseId: 'projected', evidence },
  'projects/appeal': { submissionId: randomUUID(), reason },
  'projectsDesk/submissions': {},
  'projectsDesk/submission': { submissionId: randomUUID() },
  'projectsDesk/mark': marking(randomUUID()),
};

/** A project that is being written, and one that was not enough, by hand. */
export async function layDownProject(server: Server, userId: string): Promise<void> {
  const { enrollmentId } = await finishedBy(server, userId);
  await server.owner.query(
    `insert into project_drafts (enrollment_id, user_id, evidence, saved_at) values ($1, $2, '{}', now())`,
    [enrollmentId, userId],
  );
  const { rows } = await server.owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`);
  await laidProject(server, { enrollmentId, failedBy: rows[0]?.id ?? '' });
}
