import { call } from '../../../ui/client.ts';
import { errorMessage, isUnanswered } from '../../../ui/error-message.ts';
import type { LessonView } from '../views.ts';
import { deleteCourse, findStoredLesson, toLessonView } from './lesson-cache.ts';

type LessonRef = { readonly courseId: string; readonly unit: string };
const timeoutMs = 5_000;

/** Error codes that mean access to the course has ended. */
const accessEndedCodes: ReadonlySet<string> = new Set([
  'learning.not_enrolled',
  'learning.plan_over',
  'learning.time_over',
]);

/** Fetches a lesson. Deletes the stored course if access has ended, even when the response is late. */
async function fetchLesson(lesson: LessonRef): Promise<LessonView> {
  try {
    return await call.learning.lesson(lesson);
  } catch (error) {
    if (accessEndedCodes.has(errorMessage(error).code ?? ''))
      await deleteCourse(lesson.courseId).catch(() => undefined);
    throw error;
  }
}

/** Returns the stored lesson if the server is slow or unreachable. Passes a late response to `onLate`. */
export async function loadLesson(lesson: LessonRef, onLate: (view: LessonView) => void): Promise<LessonView> {
  const stored = await findStoredLesson(lesson.courseId, lesson.unit).catch(() => null);
  if (!stored) return fetchLesson(lesson);
  const storedView = toLessonView(stored);
  if (!navigator.onLine) return storedView;
  let isLate = false;
  const fetched = fetchLesson(lesson).then((view) => {
    if (isLate) onLate(view);
    return view;
  });
  const timedOut = new Promise<LessonView>((resolve) => {
    setTimeout(() => {
      isLate = true;
      resolve(storedView);
    }, timeoutMs);
  });
  try {
    return await Promise.race([fetched, timedOut]);
  } catch (error) {
    if (isUnanswered(error)) return storedView;
    throw error;
  }
}
