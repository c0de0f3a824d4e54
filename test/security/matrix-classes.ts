import { randomUUID } from 'node:crypto';
import { published } from '../courses.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { anySession, type Outcome } from './verdicts.ts';

const said = { subject: 'Questions on Thursday', body: 'Bring what you did not understand.' };

/** A class that nobody wrote to, and that whoever knocks is in. */
async function newClass(server: TestServer, cookie?: string): Promise<string> {
  const courseId = `class-${randomUUID()}`;
  await published(server, { courseId });
  if (cookie) await server.call('learning/enroll', { courseId }, cookie);
  return courseId;
}

/** What classes are tried on. */
export function classLines(server: TestServer, scene: Scene) {
  const staff = (input?: () => Promise<unknown>) => ({ own: 'yes' as Outcome, ...(input && { input }) });
  const writing = async () => ({ ...said, courseId: await newClass(server), key: randomUUID() });
  const wanting = async (actor: Actor) => {
    return { courseId: await newClass(server, scene.cookies[actor]), mails: false };
  };
  return {
    'classes/notes': { row: anySession },
    'classes/wantMails': { row: anySession, input: wanting },
    'classesDesk/courses': staff(),
    'classesDesk/write': staff(writing),
  };
}

/** The act of it that leaves an entry. */
export const classActsOf = (server: TestServer, scene: Scene): Acts => ({
  'classesDesk/write': async () =>
    asWho(scene)('admin', { ...said, courseId: await newClass(server), key: randomUUID() }),
});

/** A sound body for each of its commands. */
export const classBodies = {
  'classes/wantMails': { courseId: 'tried', mails: false },
  'classesDesk/write': { ...said, courseId: 'tried', key: randomUUID() },
};
