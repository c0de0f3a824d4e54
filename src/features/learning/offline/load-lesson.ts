import { call } from '../../../ui/client.ts';
import { isUnanswered, refusalWords } from '../../../ui/refusal-words.ts';
import type { LessonView } from '../shapes.ts';
import { dropCourse, keptLesson } from './cached.ts';
import { readAsKept } from './kept-lesson.ts';

type Lesson = { readonly courseId: string; readonly unit: string };
/** How long a weak line is waited for where the lesson is here already, ms. */
const patience = 5_000;

/** What is not theirs any more, whoever gave it, a plan or staff, is not read on from what is here. */
const over: ReadonlySet<string> = new Set(['learning.not_enrolled', 'learning.plan_over', 'learning.time_over']);

/** Asks the server. That it is over counts whenever it comes, also of a lesson that is not kept itself. */
async function fromServer(asked: Lesson): Promise<LessonView> {
  try {
    return await call.learning.lesson(asked);
  } catch (error) {
    if (over.has(refusalWords(error).code ?? '')) await dropCourse(asked.courseId).catch(() => undefined);
    throw error;
  }
}

/**
 * A lesson as the server has it; as it was kept where no line reaches the server, or none in good time. Then it comes
 * `later`, if it comes.
 */
export async function loadLesson(asked: Lesson, later: (view: LessonView) => void): Promise<LessonView> {
  // A browser without room or leave to keep anything reads from the server alone.
  const kept = await keptLesson(asked.courseId, asked.unit).catch(() => null);
  if (!kept) return fromServer(asked);
  const shown = readAsKept(kept);
  if (!navigator.onLine) return shown;
  let tooLate = false;
  const coming = fromServer(asked).then((view) => {
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
    throw error;
  }
}
