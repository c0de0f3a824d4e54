import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const maxRunning = 12;
const maxResting = 5;

/** The browser resumes an upload by its `uploadId`. Null for uploads that cannot resume. */
export type Upload = { readonly userId: string; readonly uploadId: string | null; readonly stop: () => void };

const activeUploads = new Set<Upload & { finished: Promise<unknown> }>();
const waiting = new Set<Upload>();

export const partialUploadName = (userId: string, uploadId: string): string => `${userId}.${uploadId}`;

/** Called when the client reconnects: stops the earlier request of the same upload. */
export async function stopRunningUpload(userId: string, uploadId: string): Promise<void> {
  for (let upload = findRunning(userId, uploadId); upload; upload = findRunning(userId, uploadId)) {
    upload.stop();
    await upload.finished;
  }
}

const findRunning = (userId: string, uploadId: string) =>
  [...activeUploads].find((upload) => upload.userId === userId && upload.uploadId === uploadId);

/** Stops the earlier request of the same upload, then runs. Null when the user has too many uploads. */
export async function runUpload<T>(upload: Upload, run: () => Promise<T>): Promise<T | null> {
  const { userId, uploadId } = upload;
  if (countOf(waiting, userId) >= maxRunning) return null;
  waiting.add(upload);
  while (uploadId && findRunning(userId, uploadId)) await stopRunningUpload(userId, uploadId);
  waiting.delete(upload);
  if (countOf(activeUploads, userId) >= maxRunning) return null;
  const running = run();
  const entry = { ...upload, finished: running.catch(() => undefined) };
  activeUploads.add(entry);
  try {
    return await running;
  } finally {
    activeUploads.delete(entry);
  }
}

const countOf = (uploads: ReadonlySet<Upload>, userId: string) =>
  [...uploads].filter((upload) => upload.userId === userId).length;

export async function deleteOldestPartials(folder: string, userId: string): Promise<void> {
  const busyNames = new Set([...activeUploads].map(({ uploadId }) => `${userId}.${uploadId}`));
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${userId}.`) && !busyNames.has(name));
  const partials = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      modifiedAt: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  partials.sort((a, b) => b.modifiedAt - a.modifiedAt);
  for (const { path } of partials.slice(maxResting - 1)) await rm(path, { force: true });
}
