import { call } from '../../../ui/client.ts';
import { forgetKept, keepsStill, noteKept } from '../../../ui/forget-kept.ts';
import type { CourseOutline, Progress } from '../shapes.ts';
import { keepForOwn } from './browser-post.ts';
import { dropCourse, keepingOf, keepLesson, keepOutline, keptCourses } from './cached.ts';
import { keptCourseOf, keptOf } from './kept-lesson.ts';
import { waitingNow } from './queue.ts';
import { startWorker } from './start-worker.ts';

/** Whether this browser can keep anything: it does over a secure line alone, and only a build has the worker. */
export const canKeep = (): boolean =>
  import.meta.env.PROD &&
  'serviceWorker' in navigator &&
  typeof caches !== 'undefined' &&
  typeof indexedDB !== 'undefined';

/** Starts the worker that serves what is kept, and waits until it has all that it needs. */
async function workerStands(): Promise<void> {
  const registration = await startWorker();
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) throw new Error('no worker came');
  await new Promise<void>((done, fail) => {
    const look = () => {
      if (worker.state === 'activated') done();
      if (worker.state === 'redundant') fail(new Error('the worker could not be installed'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** The sections of a course that are open to its learner by now: the others can be kept once they are. */
export const openNow = (outline: CourseOutline, { closed }: Progress): CourseOutline => ({
  ...outline,
  sections: outline.sections.filter(({ id }) => !closed.some(({ section }) => section === id)),
});

/**
 * Keeps the lessons of a course one after the other, and goes on where it was broken off. Stops when nobody wants it
 * any more: who signs out meanwhile has nothing of theirs come back.
 */
export async function keepCourse(outline: CourseOutline, signal: AbortSignal, onStep: () => void): Promise<void> {
  noteKept();
  await keepForOwn();
  noteKept();
  await workerStands();
  await keepOutline(keptCourseOf(outline));
  const { units: here } = await keepingOf(outline.card.id);
  for (const { id: unit } of outline.sections.flatMap(({ units }) => units)) {
    if (here.includes(unit)) continue;
    const view = await call.learning.lesson({ courseId: outline.card.id, unit }, { signal });
    if (signal.aborted || !keepsStill()) return;
    await keepLesson(keptOf(view), signal);
    onStep();
  }
}

/** Removes a course, and with the last one all that was needed to read it, unless something waits to be sent. */
export async function removeCourse(courseId: string): Promise<void> {
  await dropCourse(courseId);
  const [courses, waiting] = await Promise.all([keptCourses(), waitingNow()]);
  if (courses.length === 0 && waiting.length === 0) await forgetKept();
}

/** About how many bytes lessons will take, by their minutes of reading. Pictures are known when they come. */
export const aboutBytes = (minutes: number): number => minutes * 1_250;
