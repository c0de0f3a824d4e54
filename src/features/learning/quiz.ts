import { after, days } from '../../kernel/clock.ts';
import { authed } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota, type Quota } from '../../platform/limits/quotas.ts';
import { loadCourse } from './course-store.ts';
import { getQuiz, type OpenCourse } from './course-text.ts';
import { accessEndedCodes, enrollmentCodes, lockEnrolledCourse, refuseAccessEnded } from './enrolled-course.ts';
import { grade, pickQuestions, showQuestion, toWrittenPositions } from './grading.ts';
import { refusalCodes, refuse } from './messages.ts';
import { reviewDays, toPercent } from './progress.ts';
import { loadLearned } from './progress-store.ts';
import { findOpenTry, insertTry, lockMyTry, type QuizTry, saveTry } from './quiz-store.ts';
import { scheduleReview } from './review-store.ts';
import { QuizInput, SubmitQuiz } from './schema.ts';
import type { QuizResult, QuizSheet } from './views.ts';

const toLessonLink = ({ lessons }: OpenCourse, unit: string) => ({ unit, title: lessons.get(unit)?.title ?? '' });

const getQuestions = (course: OpenCourse, section: string, { questions }: Pick<QuizTry, 'questions'>) =>
  questions.flatMap((id) => getQuiz(course, section)?.questions.find((question) => question.id === id) ?? []);

/** Limits attempts, because they are stored permanently. */
const triesQuota: Quota = {
  ...{ work: 'quizzes', tries: 100, seconds: 24 * 60 * 60 },
  refuse: () => refuse('learning.enough_today', {}),
};

/** Starts an attempt with newly picked questions, or returns the open attempt. */
export const beginQuiz = authed
  .errors(enrollmentCodes)
  .errors(refusalCodes('learning.lessons_first', 'learning.enough_today'))
  .input(QuizInput)
  .handler(async function beginQuiz({
    context: { services, tx, person },
    input: { courseId, section },
  }): Promise<QuizSheet> {
    const { enrollment, course } = await lockEnrolledCourse(tx, courseId, services.clock());
    const quiz = getQuiz(course, section) ?? refuse('learning.unknown_lesson', {});
    const done = (await loadLearned(tx, [enrollment.id])).get(enrollment.id)?.done;
    const units = course.text.sections.find(({ id }) => id === section)?.units ?? [];
    if (!units.every(({ id }) => done?.has(id))) refuse('learning.lessons_first', {});
    const pick = (id: string) => pickQuestions(quiz.questions, id, quiz.asked).map((question) => question.id);
    const now = services.clock();
    const existing = await findOpenTry(tx, enrollment.id, section);
    if (!existing) await consumeQuota(tx, triesQuota, { id: person.id, now });
    const open = existing ?? (await insertTry(tx, enrollment.id, { section, now, pick }));
    const questions = getQuestions(course, section, open).map((question) => showQuestion(question, open.id));
    return { tryId: open.id, asked: questions.length, passPercent: course.text.quizPassPercent, questions };
  });

/** Grades an attempt and schedules wrong answers for review. Refuses while access is paused. */
export const submitQuiz = authed
  .errors({ ...refusalCodes('learning.try_over'), ...accessEndedCodes })
  .input(SubmitQuiz)
  .handler(async function submitQuiz({
    context: { services, tx, person },
    input: { tryId, answers },
  }): Promise<QuizResult> {
    checkRateLimit(services, 'answer', person.id);
    const now = services.clock();
    const open = await lockMyTry(tx, tryId, now);
    if (!open?.open) return refuse('learning.try_over', {});
    if (open.paused) refuseAccessEnded(open.grantedBy);
    const course = await loadCourse(tx, open);
    const marked = getQuestions(course, open.section, open).map((question, at) => ({
      question,
      chosen: toWrittenPositions(question, tryId, answers[at] ?? []),
      graded: grade(question, tryId, answers[at] ?? []),
    }));
    const wrong = marked.filter(({ graded }) => !graded.right).map(({ question }) => question);
    const right = marked.length - wrong.length;
    const percent = toPercent(right, marked.length);
    const passed = percent >= course.text.quizPassPercent;
    await saveTry(tx, tryId, { chosen: marked.map(({ chosen }) => chosen), right, passed, now });
    const questions = wrong.map(({ id }) => id);
    const due = after(now, days(reviewDays[0]));
    if (wrong.length > 0) await scheduleReview(tx, open.enrollmentId, { section: open.section, questions, due });
    return {
      ...{ right, asked: marked.length, percent, passed },
      questions: marked.map(({ question, graded }) => ({ ...showQuestion(question, tryId), graded })),
      again: [...new Set(wrong.map(({ unit }) => unit))].map((unit) => toLessonLink(course, unit)),
    };
  });
