import { call } from '../../../ui/client.ts';
import { isUnanswered, refusalWords } from '../../../ui/refusal-words.ts';
import type { LessonView } from '../shapes.ts';
import { dropCourse, keptLesson } from './cached.ts';
import { readAsKept } from './kept-lesson.ts';

type Lesson = { readonly courseId: string; readonly unit: string };
/** How long a weak line is waited for where the lesson is here already, ms. */
const patience = 5_000;

/**
 * A lesson as the server has it; as it was kept where no line reaches the server, or none in good time. Then it comes
 * `later`, if it comes.
 */
export async function loadLesson(asked: Lesson, later: (view: LessonView) => void): Promise<LessonView> {
  // A browser without room or leave to keep anything reads from the server alone.
  const kept = await keptLesson(asked.courseId, asked.unit).catch(() => null);
  if (!kept) return call.learning.lesson(asked);
  const shown = readAsKept(kept);
  if (!navigator.onLine) return shown;
  let tooLate = false;
  const coming = call.learning.lesson(asked).then((view) => {
    if (tooLate) later(view);
    return view;
  });
  const waited = new Promise<LessonView>((done) => {
    setTimeout(() => {
      tooLate = true;
      done(shown);
    }, patience);
  });
  try {
    return await Promise.race([coming, waited]);
  } catch (error) {
    if (isUnanswered(error)) return shown;
    const { code } = refusalWords(error);
    // What is not theirs any more is not read on from what is here.
    if (code === 'learning.not_enrolled' || code === 'learning.plan_over') await dropCourse(asked.courseId);
    throw error;
  }
}
