import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What one account may send at the same moment, and leave behind to go on with later. */
const mostUnderWay = 12;
const mostResting = 5;

/** An upload under way: whose, under which name of the browser's (null: it cannot go on later), how to end it. */
export type Course = { readonly userId: string; readonly uploadId: string | null; readonly stop: () => void };

const underWay = new Set<Course & { over: Promise<unknown> }>();
/** Those that wait for the end of their own beginning. */
const waiting = new Set<Course>();

/** The name of the side file in which an upload waits for its rest. */
export const restingName = (userId: string, uploadId: string): string => `${userId}.${uploadId}`;

/** Ends what is still on its way under this name: whoever asks knows that its line is dead. */
export async function endBeginning(userId: string, uploadId: string): Promise<void> {
  for (let course = courseOf(userId, uploadId); course; course = courseOf(userId, uploadId)) {
    course.stop();
    await course.over;
  }
}

const courseOf = (userId: string, uploadId: string) =>
  [...underWay].find((course) => course.userId === userId && course.uploadId === uploadId);

/**
 * Runs one upload. One that goes on ends its own beginning first, so that two never write to one file: bytes that were
 * judged would not be those that are kept. Null where the account has as many under way as it may.
 */
export async function runUpload<T>(course: Course, act: () => Promise<T>): Promise<T | null> {
  const { userId, uploadId } = course;
  if (ofAccount(waiting, userId) >= mostUnderWay) return null;
  waiting.add(course);
  // Of several that waited for the same beginning one goes on, and the others wait for that one.
  while (uploadId && courseOf(userId, uploadId)) await endBeginning(userId, uploadId);
  waiting.delete(course);
  if (ofAccount(underWay, userId) >= mostUnderWay) return null;
  const running = act();
  const entry = { ...course, over: running.catch(() => undefined) };
  underWay.add(entry);
  try {
    return await running;
  } finally {
    underWay.delete(entry);
  }
}

const ofAccount = (courses: ReadonlySet<Course>, userId: string) =>
  [...courses].filter((course) => course.userId === userId).length;

/** Before another upload begins: the oldest that nobody goes on with make room. */
export async function makeRoom(folder: string, userId: string): Promise<void> {
  const busy = new Set([...underWay].map(({ uploadId }) => `${userId}.${uploadId}`));
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${userId}.`) && !busy.has(name));
  const resting = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  resting.sort((a, b) => b.at - a.at);
  for (const { path } of resting.slice(mostResting - 1)) await rm(path, { force: true });
}
