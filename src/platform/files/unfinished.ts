import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What one account may send at the same moment, and leave behind to go on with later. */
const mostUnderWay = 12;
const mostResting = 5;

/** An upload under way: whose, under which name of the browser's (null: it cannot go on later), how to end it. */
export type Course = { readonly userId: string; readonly uploadId: string | null; readonly stop: () => void };

const underWay = new Set<Course & { over: Promise<unknown> }>();

/** The name of the side file in which an upload waits for its rest. */
export const restingName = (userId: string, uploadId: string): string => `${userId}.${uploadId}`;

/** Ends what is still on its way under this name: whoever asks knows that its line is dead. */
export async function endBeginning(userId: string, uploadId: string): Promise<void> {
  for (const course of underWay) {
    if (course.userId !== userId || course.uploadId !== uploadId) continue;
    course.stop();
    await course.over;
  }
}

/**
 * Runs one upload. One that goes on ends its own beginning first, so that two never write to one file. Null where the
 * account has as many under way as it may.
 */
export async function runUpload<T>(course: Course, act: () => Promise<T>): Promise<T | null> {
  if (course.uploadId) await endBeginning(course.userId, course.uploadId);
  if ([...underWay].filter(({ userId }) => userId === course.userId).length >= mostUnderWay) return null;
  const running = act();
  const entry = { ...course, over: running.catch(() => undefined) };
  underWay.add(entry);
  try {
    return await running;
  } finally {
    underWay.delete(entry);
  }
}

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
