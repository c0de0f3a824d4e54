import { randomUUID } from 'node:crypto';
import { publishTestCourse } from '../courses.ts';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { createInputs } from './matrix-inputs.ts';

const reason = 'The school booked it for their class';
const formatDay = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);

async function publishNewCourse(server: Pick<TestServer, 'services'>): Promise<string> {
  const courseId = `given-${randomUUID()}`;
  await publishTestCourse(server, { courseId, priceUsd: 4_000 });
  return courseId;
}

async function insertGrantedCourse(server: TestServer, userId: string): Promise<string> {
  const courseId = await publishNewCourse(server);
  const { id: staff } = await newCustomer(server, 'Stan White');
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since,
        granted_until, staff_id, staff_reason)
      select $1, course_id, id, 'active', 'staff', now(), now(), now() + interval '3 days', $3, $4
        from course_versions where course_id = $2 returning id`,
    [userId, courseId, staff, reason],
  );
  return rows[0]?.id ?? '';
}

export function buildGrantRows(server: TestServer, scene: Scene) {
  const { getCustomerId } = createInputs(server, scene);
  const insertGrant = (actor: Actor) => insertGrantedCourse(server, getCustomerId(actor));
  const staff = (input: (actor: Actor) => Promise<unknown>) => ({ own: 403 as const, input });
  return {
    'enrollmentDesk/ofCustomer': staff(async (actor) => ({ userId: getCustomerId(actor) })),
    'enrollmentDesk/grant': staff(async (actor) => {
      return { userId: getCustomerId(actor), courseId: await publishNewCourse(server), until: formatDay(9), reason };
    }),
    'enrollmentDesk/changeEnd': staff(async (actor) => ({ id: await insertGrant(actor), until: formatDay(9), reason })),
    'enrollmentDesk/revoke': staff(async (actor) => ({ id: await insertGrant(actor), reason })),
  };
}

export const buildGrantCommands = (server: TestServer, scene: Scene): SentCommands => ({
  'enrollmentDesk/grant': async () =>
    sendAs(scene)('support', {
      userId: scene.ids.owner,
      courseId: await publishNewCourse(server),
      until: null,
      reason,
    }),
  'enrollmentDesk/changeEnd': async () =>
    sendAs(scene)('support', { id: await insertGrantedCourse(server, scene.ids.owner), until: null, reason }),
  'enrollmentDesk/revoke': async () =>
    sendAs(scene)('support', { id: await insertGrantedCourse(server, scene.ids.owner), reason }),
});

export const grantBodies = {
  'enrollmentDesk/ofCustomer': { userId: randomUUID() },
  'enrollmentDesk/grant': { userId: randomUUID(), courseId: 'dear', until: null, reason },
  'enrollmentDesk/changeEnd': { id: randomUUID(), until: null, reason },
  'enrollmentDesk/revoke': { id: randomUUID(), reason },
};
