import { randomUUID } from 'node:crypto';
import { insertCertificate, insertFinishedCourse } from '../certificates.ts';
import { publishTestCourse, smallCourse } from '../courses.ts';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { createInputs } from './matrix-inputs.ts';
import { anyActor, anySession, type Outcome, ownerOnly, type Row } from './outcomes.ts';

const reason = 'Someone else took the quizzes of this course';
type Server = Pick<TestServer, 'owner' | 'services'>;

async function publishNewCourse(server: Server): Promise<string> {
  const courseId = `earned-${randomUUID()}`;
  await publishTestCourse(server, { courseId, text: { ...smallCourse, title: 'Earned' } });
  return courseId;
}

export async function insertActorCertificate(server: TestServer, scene: Scene, actor: Actor): Promise<string> {
  const courseId = await publishNewCourse(server);
  return insertCertificate(server, { userId: createInputs(server, scene).getCustomerId(actor), courseId });
}

export function buildCertificateRows(server: TestServer, scene: Scene) {
  const { getCustomerId } = createInputs(server, scene);
  const allow = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  const buildClaimInput = async (actor: Actor) => {
    const courseId = await publishNewCourse(server);
    const ids: Readonly<Record<string, string>> = scene.ids;
    const { rows } = await server.owner.query<{ id: string }>('select id from profiles where email = $1', [
      `${actor}@demo.test`,
    ]);
    const userId = ids[actor] ?? rows[0]?.id;
    if (userId) await insertFinishedCourse(server, { userId, courseId });
    return { courseId };
  };
  const buildNameInput = async (actor: Actor) => ({
    id: await insertActorCertificate(server, scene, actor),
    shows: false,
  });
  const buildStandingInput = async (actor: Actor) => ({
    id: await insertActorCertificate(server, scene, actor),
    counts: false,
    reason,
  });
  return {
    'certificates/claim': allow(anySession, buildClaimInput),
    'certificates/own': allow(anySession),
    'certificates/showName': allow(ownerOnly(404), buildNameInput),
    'certificates/verify': allow(anyActor, async () => ({ code: '7K3M-9QX2-R5WB-T0AE' })),
    'certificates/ofCustomer': staff(403, async (actor) => ({ userId: getCustomerId(actor) })),
    'certificates/setStanding': staff(403, buildStandingInput),
  };
}

export const buildCertificateCommands = (server: TestServer, scene: Scene): SentCommands => ({
  'certificates/claim': async () => {
    const courseId = await publishNewCourse(server);
    const { id: userId, cookie } = await newCustomer(server);
    await insertFinishedCourse(server, { userId, courseId });
    return { cookie, input: { courseId } };
  },
  'certificates/showName': async () =>
    sendAs(scene)('owner', { id: await insertActorCertificate(server, scene, 'owner'), shows: false }),
  'certificates/setStanding': async () =>
    sendAs(scene)('admin', { id: await insertActorCertificate(server, scene, 'owner'), counts: false, reason }),
});

export const certificateOwners = { certificates: 'user_id' } as const;

export const certificateBodies = {
  'certificates/claim': { courseId: 'earned' },
  'certificates/showName': { id: randomUUID(), shows: false },
  'certificates/verify': { code: '7K3M-9QX2-R5WB-T0AE' },
  'certificates/ofCustomer': { userId: randomUUID() },
  'certificates/setStanding': { id: randomUUID(), counts: false, reason },
};

export async function insertCertificateRow(server: Server, userId: string): Promise<void> {
  await insertCertificate(server, { userId, courseId: await publishNewCourse(server) });
}
