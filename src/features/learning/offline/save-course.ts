import { call } from '../../../ui/client.ts';
import { clearOfflineData, isOfflineDataKept, markOfflineData } from '../../../ui/offline-storage.ts';
import type { CourseOutline, Progress } from '../views.ts';
import {
  deleteCourse,
  findStoredCourse,
  listStoredCourses,
  startWorker,
  storeLesson,
  storeOutline,
  toOfflineCourse,
  toOfflineLesson,
} from './lesson-cache.ts';
import { claimForViewer, listQueue } from './stored-queue.ts';

export const canSaveOffline = (): boolean =>
  import.meta.env.PROD &&
  'serviceWorker' in navigator &&
  typeof caches !== 'undefined' &&
  typeof indexedDB !== 'undefined';

/** Resolves when the service worker has cached its files. */
async function waitForWorker(): Promise<void> {
  const registration = await startWorker();
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) throw new Error('no worker came');
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the worker could not be installed'));
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

export const getOpenSections = (outline: CourseOutline, { closed }: Progress): CourseOutline => ({
  ...outline,
  sections: outline.sections.filter(({ id }) => !closed.some(({ section }) => section === id)),
});

/** Stores the lessons of a course; skips stored ones. Stops on abort and after a sign-out. */
export async function saveCourse(outline: CourseOutline, signal: AbortSignal, onStep: () => void): Promise<void> {
  markOfflineData();
  await claimForViewer();
  markOfflineData();
  await waitForWorker();
  await storeOutline(toOfflineCourse(outline));
  const { units: stored } = await findStoredCourse(outline.card.id);
  for (const { id: unit } of outline.sections.flatMap(({ units }) => units)) {
    if (stored.includes(unit)) continue;
    const view = await call.learning.lesson({ courseId: outline.card.id, unit }, { signal });
    if (signal.aborted || !isOfflineDataKept()) return;
    await storeLesson(toOfflineLesson(view), signal);
    onStep();
  }
}

/** Removes a course. Removing the last course deletes all offline data if the queue is empty. */
export async function removeCourse(courseId: string): Promise<void> {
  await deleteCourse(courseId);
  const [courses, waiting] = await Promise.all([listStoredCourses(), listQueue()]);
  if (courses.length === 0 && waiting.length === 0) await clearOfflineData();
}

/** Estimates the bytes of a course without pictures. */
export const estimateBytes = (minutes: number): number => minutes * 1_250;
