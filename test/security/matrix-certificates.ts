import { randomUUID } from 'node:crypto';
import { certificateOf, finishes } from '../certificates.ts';
import { published, smallCourse } from '../courses.ts';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { mattersOn } from './matrix-inputs.ts';
import { anySession, everybody, type Outcome, ownerOnly, type Row } from './verdicts.ts';

const reason = 'Somebody else sat the quizzes of this course';
type Server = Pick<TestServer, 'owner' | 'services'>;

/** A course that nobody took before. */
async function newCourse(server: Server): Promise<string> {
  const courseId = `earned-${randomUUID()}`;
  await published(server, { courseId, text: { ...smallCourse, title: 'Earned' } });
  return courseId;
}

/** A certificate of whoever's matter it is for an actor: the owner's, or that of staff as a customer. */
export async function certificateFor(server: TestServer, scene: Scene, actor: Actor): Promise<string> {
  const courseId = await newCourse(server);
  return certificateOf(server, { userId: mattersOn(server, scene).customerFor(actor), courseId });
}

/** What certificates are tried on. */
export function certificateLines(server: TestServer, scene: Scene) {
  const { customerFor } = mattersOn(server, scene);
  const line = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  const claiming = async (actor: Actor) => {
    const courseId = await newCourse(server);
    const ids: Readonly<Record<string, string>> = scene.ids;
    const { rows } = await server.owner.query<{ id: string }>('select id from profiles where email = $1', [
      `${actor}@demo.test`,
    ]);
    const userId = ids[actor] ?? rows[0]?.id;
    if (userId) await finishes(server, { userId, courseId });
    return { courseId };
  };
  const mine = async (actor: Actor) => ({ id: await certificateFor(server, scene, actor), shows: false });
  const theirs = async (actor: Actor) => ({ id: await certificateFor(server, scene, actor), counts: false, reason });
  return {
    'certificates/claim': line(anySession, claiming),
    'certificates/own': line(anySession),
    'certificates/showName': line(ownerOnly(404), mine),
    'certificates/verify': line(everybody, async () => ({ code: '7K3M-9QX2-R5WB-T0AE' })),
    'certificates/ofCustomer': staff(403, async (actor) => ({ userId: customerFor(actor) })),
    'certificates/setStanding': staff(403, theirs),
  };
}

/** The acts of certificates that leave an entry each. */
export const certificateActsOf = (server: TestServer, scene: Scene): Acts => ({
  'certificates/claim': async () => {
    const courseId = await newCourse(server);
    const { id: userId, cookie } = await newCustomer(server);
    await finishes(server, { userId, courseId });
    return { cookie, input: { courseId } };
  },
  'certificates/showName': async () =>
    asWho(scene)('owner', { id: await certificateFor(server, scene, 'owner'), shows: false }),
  'certificates/setStanding': async () =>
    asWho(scene)('admin', { id: await certificateFor(server, scene, 'owner'), counts: false, reason }),
});

/** Whose a row is. */
export const certificateOwners = { certificates: 'user_id' } as const;

/** A sound body for each of its commands. */
export const certificateBodies = {
  'certificates/claim': { courseId: 'earned' },
  'certificates/showName': { id: randomUUID(), shows: false },
  'certificates/verify': { code: '7K3M-9QX2-R5WB-T0AE' },
  'certificates/ofCustomer': { userId: randomUUID() },
  'certificates/setStanding': { id: randomUUID(), counts: false, reason },
};

/** A certificate, by hand. */
export async function layDownCertificate(server: Server, userId: string): Promise<void> {
  await certificateOf(server, { userId, courseId: await newCourse(server) });
}
