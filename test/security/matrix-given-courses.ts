import { randomUUID } from 'node:crypto';
import { published } from '../courses.ts';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { mattersOn } from './matrix-inputs.ts';

const reason = 'The school booked it for their class';
const lastDay = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);

/** A course that nobody takes. */
async function newCourse(server: Pick<TestServer, 'services'>): Promise<string> {
  const courseId = `given-${randomUUID()}`;
  await published(server, { courseId, priceUsd: 4_000 });
  return courseId;
}

/** A course that staff gave to somebody, by hand; whoever gave it is of no account. */
async function givenTo(server: TestServer, userId: string): Promise<string> {
  const courseId = await newCourse(server);
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

/** What the courses of a customer are tried on. */
export function givenLines(server: TestServer, scene: Scene) {
  const { customerFor } = mattersOn(server, scene);
  const given = (actor: Actor) => givenTo(server, customerFor(actor));
  const staff = (input: (actor: Actor) => Promise<unknown>) => ({ own: 403 as const, input });
  return {
    'enrollmentDesk/ofCustomer': staff(async (actor) => ({ userId: customerFor(actor) })),
    'enrollmentDesk/give': staff(async (actor) => {
      return { userId: customerFor(actor), courseId: await newCourse(server), until: lastDay(9), reason };
    }),
    'enrollmentDesk/moveEnd': staff(async (actor) => ({ id: await given(actor), until: lastDay(9), reason })),
    'enrollmentDesk/takeBack': staff(async (actor) => ({ id: await given(actor), reason })),
  };
}

/** The acts of it that leave an entry each. */
export const givenActsOf = (server: TestServer, scene: Scene): Acts => ({
  'enrollmentDesk/give': async () =>
    asWho(scene)('support', { userId: scene.ids.owner, courseId: await newCourse(server), until: null, reason }),
  'enrollmentDesk/moveEnd': async () =>
    asWho(scene)('support', { id: await givenTo(server, scene.ids.owner), until: null, reason }),
  'enrollmentDesk/takeBack': async () =>
    asWho(scene)('support', { id: await givenTo(server, scene.ids.owner), reason }),
});

/** A sound body for each of its commands. */
export const givenBodies = {
  'enrollmentDesk/ofCustomer': { userId: randomUUID() },
  'enrollmentDesk/give': { userId: randomUUID(), courseId: 'dear', until: null, reason },
  'enrollmentDesk/moveEnd': { id: randomUUID(), until: null, reason },
  'enrollmentDesk/takeBack': { id: randomUUID(), reason },
};
