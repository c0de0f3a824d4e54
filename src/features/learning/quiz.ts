import { after, days } from '../../kernel/clock.ts';
import { type Budget, spend } from '../../platform/budgets.ts';
import { keepPace } from '../../platform/pace.ts';
import { signedIn } from '../../platform/procedure.ts';
import { openCourse } from './course-store.ts';
import { type OpenCourse, quizOf } from './course-text.ts';
import { asWritten, drawn, grade, shown } from './grading.ts';
import { mayRefuse, refuse } from './messages.ts';
import { learnedIn } from './progress-store.ts';
import { heldTry, insertTry, openTry, saveTry, type Try } from './quiz-store.ts';
import { askAgain } from './review-store.ts';
import { HandIn, OneQuiz } from './schema.ts';
import type { QuizResult, QuizSheet } from './shapes.ts';
import { percentOf, reviewDays } from './standing.ts';
import { heldCourse, overMayRefuse, refuseOver, takingMayRefuse } from './taking.ts';

const lessonOf = ({ lessons }: OpenCourse, unit: string) => ({ unit, title: lessons.get(unit)?.title ?? '' });

/** The questions of a try, in their order. A version never changes, so each is still there. */
const questionsOf = (course: OpenCourse, section: string, { questions }: Pick<Try, 'questions'>) =>
  questions.flatMap((id) => quizOf(course, section)?.questions.find((question) => question.id === id) ?? []);

/** Tries of one person at whatever quizzes: each is kept for good, and nobody learns by so many in a day. */
const tries: Budget = {
  ...{ work: 'quizzes', tries: 100, seconds: 24 * 60 * 60 },
  refuse: () => refuse('learning.enough_today', {}),
};

/** Begins a try at the quiz of a section, or shows the one that is open. Tries are free; each draws and orders anew. */
export const beginQuiz = signedIn
  .errors(takingMayRefuse)
  .errors(mayRefuse('learning.lessons_first', 'learning.enough_today'))
  .input(OneQuiz)
  .handler(async ({ context: { services, tx, person }, input: { courseId, section } }): Promise<QuizSheet> => {
    const { enrollment, course } = await heldCourse(tx, courseId, services.clock());
    const quiz = quizOf(course, section) ?? refuse('learning.unknown_lesson', {});
    const done = (await learnedIn(tx, [enrollment.id])).get(enrollment.id)?.done;
    const units = course.text.sections.find(({ id }) => id === section)?.units ?? [];
    if (!units.every(({ id }) => done?.has(id))) refuse('learning.lessons_first', {});
    const draw = (id: string) => drawn(quiz.questions, id, quiz.asked).map((question) => question.id);
    const now = services.clock();
    const begun = await openTry(tx, enrollment.id, section);
    if (!begun) await spend(tx, tries, { id: person.id, now });
    const open = begun ?? (await insertTry(tx, enrollment.id, { section, now, draw }));
    const questions = questionsOf(course, section, open).map((question) => shown(question, open.id));
    return { tryId: open.id, asked: questions.length, passPercent: course.text.quizPassPercent, questions };
  });

/**
 * Hands a try in: graded here, each answer explained, and what was wrong is asked again on another day. Where what
 * gave the course is over meanwhile it waits as it is, like the lessons.
 */
export const handIn = signedIn
  .errors({ ...mayRefuse('learning.try_over'), ...overMayRefuse })
  .input(HandIn)
  .handler(async ({ context: { services, tx, person }, input: { tryId, answers } }): Promise<QuizResult> => {
    keepPace(services, 'answer', person.id);
    const now = services.clock();
    const open = await heldTry(tx, tryId, now);
    if (!open?.open) return refuse('learning.try_over', {});
    if (open.paused) refuseOver(open.grantedBy);
    const course = await openCourse(tx, open);
    const marked = questionsOf(course, open.section, open).map((question, at) => ({
      question,
      chosen: asWritten(question, tryId, answers[at] ?? []),
      graded: grade(question, tryId, answers[at] ?? []),
    }));
    const wrong = marked.filter(({ graded }) => !graded.right).map(({ question }) => question);
    const right = marked.length - wrong.length;
    const percent = percentOf(right, marked.length);
    const passed = percent >= course.text.quizPassPercent;
    await saveTry(tx, tryId, { chosen: marked.map(({ chosen }) => chosen), right, passed, now });
    const questions = wrong.map(({ id }) => id);
    const due = after(now, days(reviewDays[0]));
    if (wrong.length > 0) await askAgain(tx, open.enrollmentId, { section: open.section, questions, due });
    return {
      ...{ right, asked: marked.length, percent, passed },
      questions: marked.map(({ question, graded }) => ({ ...shown(question, tryId), graded })),
      again: [...new Set(wrong.map(({ unit }) => unit))].map((unit) => lessonOf(course, unit)),
    };
  });
