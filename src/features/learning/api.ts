import { after, days } from '../../kernel/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { authed, publicProcedure } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota, type Quota } from '../../platform/limits/quotas.ts';
import type { Settings } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import {
  findListedCourse,
  findOfferedCourse,
  findOfferedCourses,
  loadCourse,
  loadOutline,
  loadOutlines,
  type OfferedCourse,
} from './course-store.ts';
import { getQuiz, type OpenCourse, type OutlineText } from './course-text.ts';
import { enrollFree, findMyEnrollment } from './enrollment-store.ts';
import { grade, pickQuestions, showQuestion, toWrittenPositions } from './grading.ts';
import { answerCheck, finishLesson, openLesson, savePlace } from './lesson.ts';
import { refusalCodes, refuse } from './messages.ts';
import {
  accessEndedCodes,
  enrollmentCodes,
  findMyCourses,
  lockEnrolledCourse,
  priceInJmd,
  refuseAccessEnded,
} from './my-courses.ts';
import {
  getNextReviewStep,
  getNextStep,
  getOpeningCondition,
  type Learned,
  nothingLearned,
  reviewDays,
  toPercent,
} from './progress.ts';
import {
  countDueReviews,
  delayReview,
  endReview,
  findBestScores,
  findDueReviews,
  findOpenTry,
  insertTry,
  loadLearned,
  lockMyTry,
  lockReview,
  type QuizTry,
  type Review,
  saveTry,
  scheduleReview,
} from './progress-store.ts';
import { AnswerReview, CourseInput, QuizInput, SubmitQuiz } from './schema.ts';
import type { CourseCard, CourseOutline, DueReview, OwnCourse, Progress, QuizResult, QuizSheet } from './views.ts';

type OutlinedCourse = Pick<OfferedCourse, 'courseId' | 'versionId'> & { readonly text: OutlineText };
type PricedCourse = OutlinedCourse & Pick<OfferedCourse, 'priceUsd'>;

const toCard = ({ courseId, text, priceUsd }: PricedCourse, settings: Settings): CourseCard => {
  const units = text.sections.flatMap((section) => section.units);
  return {
    id: courseId,
    title: text.title,
    about: text.about,
    level: text.level,
    sections: text.sections.length,
    units: units.length,
    minutes: units.reduce((sum, { minutes }) => sum + minutes, 0),
    priceUsd,
    priceJmd: priceInJmd(priceUsd, settings),
    gives: text.certificate?.title ?? null,
  };
};

function toOutline(course: PricedCourse, settings: Settings): CourseOutline {
  const { sections, project, certificate, quizPassPercent } = course.text;
  return {
    card: toCard(course, settings),
    sections: sections.map(({ id, title, about, units, quiz }) => ({
      id,
      title,
      about,
      asked: quiz?.asked ?? null,
      units: units.map((unit) => ({ id: unit.id, title: unit.title, aim: unit.aim, minutes: unit.minutes })),
    })),
    project,
    certificate,
    passPercent: quizPassPercent,
  };
}

const listCourses = publicProcedure.handler(async function listCourses({ context: { services } }) {
  const settings = await loadCurrentSettings(services.db);
  const offered = await loadOutlines(services.db, await findOfferedCourses(services.db));
  return { courses: offered.map((each) => toCard(each, settings)) };
});

const getOfferedCourse = async (tx: Db, courseId: string): Promise<OfferedCourse> =>
  (await findOfferedCourse(tx, courseId)) ?? refuse('learning.unknown_course', {});

const showCourse = publicProcedure
  .errors(refusalCodes('learning.unknown_course'))
  .input(CourseInput)
  .handler(async function showCourse({ context: { services }, input }) {
    const offered = await getOfferedCourse(services.db, input.courseId);
    const found = await loadOutline(services.db, offered);
    return toOutline(found, await loadCurrentSettings(services.db));
  });

/** Enrols the customer in a free course, or reactivates their paused or unpaid enrollment. */
const enrollInCourse = authed
  .errors(refusalCodes('learning.unknown_course', 'learning.not_free'))
  .input(CourseInput)
  .handler(async function enrollInCourse({ context: { services, tx }, input }) {
    const enrollment = await findMyEnrollment(tx, input.courseId, services.clock());
    if (enrollment?.status === 'active') return { done: true as const };
    const offered = await getOfferedCourse(tx, input.courseId);
    if (offered.priceUsd > 0) refuse('learning.not_free', {});
    await enrollFree(tx, offered, services.clock());
    return { done: true as const };
  });

const listMyCourses = authed.handler(async function listMyCourses({ context: { services, tx, person } }) {
  const now = services.clock();
  const [ownCourses, due] = await Promise.all([findMyCourses(tx, person.id, now), countDueReviews(tx, now)]);
  const courses = ownCourses.map(
    ({ enrollmentId, grantedBy: _, ...one }): OwnCourse => ({ ...one, reviewsDue: due.get(enrollmentId) ?? 0 }),
  );
  return { courses };
});

/** Returns the outline of the learner's own version; null if that is the published version. */
async function loadMyOutline(tx: Db, course: OutlinedCourse): Promise<CourseOutline | null> {
  const listed = await findListedCourse(tx, course.courseId);
  if (listed?.state === 'published' && listed.versionId === course.versionId) return null;
  return toOutline({ ...course, priceUsd: listed?.priceUsd ?? 0 }, await loadCurrentSettings(tx));
}

const getClosedSections = ({ text }: OutlinedCourse, learned: Learned, now: Date): Progress['closed'] =>
  text.sections.flatMap(({ id: section }) => {
    const condition = getOpeningCondition(text, { section, learned, now });
    return condition ? [{ section, waits: condition }] : [];
  });

const showProgress = authed.input(CourseInput).handler(async function showProgress({
  context: { services, tx },
  input,
}): Promise<Progress> {
  const now = services.clock();
  const enrollment = await findMyEnrollment(tx, input.courseId, now);
  if (!enrollment)
    return { state: 'none', until: null, done: [], quizzes: [], next: null, place: null, outline: null, closed: [] };
  const found = await loadOutline(tx, enrollment);
  const { text } = found;
  const [all, best] = await Promise.all([loadLearned(tx, [enrollment.id]), findBestScores(tx, enrollment.id)]);
  const learned = all.get(enrollment.id) ?? nothingLearned;
  const quizzes = text.sections.flatMap(({ id, quiz }) =>
    quiz ? [{ section: id, passed: learned.passed.has(id), best: best.get(id) ?? null }] : [],
  );
  const { status: state, until, place } = enrollment;
  const outline = await loadMyOutline(tx, found);
  const closed = getClosedSections(found, learned, now);
  return { state, until, done: [...learned.done], quizzes, next: getNextStep(text, learned), place, outline, closed };
});

const toLessonLink = ({ lessons }: OpenCourse, unit: string) => ({ unit, title: lessons.get(unit)?.title ?? '' });

const getQuestions = (course: OpenCourse, section: string, { questions }: Pick<QuizTry, 'questions'>) =>
  questions.flatMap((id) => getQuiz(course, section)?.questions.find((question) => question.id === id) ?? []);

/** Limits attempts, because they are stored permanently. */
const triesQuota: Quota = {
  work: 'quizzes',
  tries: 100,
  seconds: 24 * 60 * 60,
  refuse: () => refuse('learning.enough_today', {}),
};

/** Starts an attempt with newly picked questions, or returns the open attempt. */
const startQuiz = authed
  .errors(enrollmentCodes)
  .errors(refusalCodes('learning.lessons_first', 'learning.enough_today'))
  .input(QuizInput)
  .handler(async function startQuiz({
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
const submitQuiz = authed
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
      right,
      asked: marked.length,
      percent,
      passed,
      questions: marked.map(({ question, graded }) => ({ ...showQuestion(question, tryId), graded })),
      again: [...new Set(wrong.map(({ unit }) => unit))].map((unit) => toLessonLink(course, unit)),
    };
  });

/** Loads the question with a new order of answers for each step. */
async function loadQuestion(tx: Db, review: Review) {
  const course = await loadCourse(tx, review);
  const question = getQuiz(course, review.section)?.questions.find(({ id }) => id === review.question);
  if (!question) throw new Error(`version ${review.versionId} does not ask ${review.question}`);
  return { question, lesson: course.lessons.get(question.unit), seed: `${review.id} ${review.step}` };
}

const listReviews = authed.handler(async function listReviews({ context: { services, tx } }) {
  const due = await findDueReviews(tx, services.clock());
  const shownReviews = due.map(async (review): Promise<DueReview> => {
    const { question, lesson, seed } = await loadQuestion(tx, review);
    return {
      id: review.id,
      courseId: review.courseId,
      question: showQuestion(question, seed),
      unit: question.unit,
      title: lesson?.title ?? '',
    };
  });
  return { due: await Promise.all(shownReviews) };
});

/** Grades a review. A right answer postpones the next review; a wrong answer restarts the steps. */
const answerReview = authed
  .errors({ ...refusalCodes('learning.not_due'), ...accessEndedCodes })
  .input(AnswerReview)
  .handler(async function answerReview({ context: { services, tx }, input: { id, chosen } }) {
    const now = services.clock();
    const review = await lockReview(tx, id, now);
    if (!review) return refuse('learning.not_due', {});
    if (review.paused) refuseAccessEnded(review.grantedBy);
    const { question, seed } = await loadQuestion(tx, review);
    const graded = grade(question, seed, chosen);
    const step = getNextReviewStep(review.step, graded.right);
    const due = step === null ? null : after(now, days(reviewDays[step] ?? 1));
    await (step === null || due === null ? endReview(tx, id) : delayReview(tx, id, { step, due }));
    return { graded, next: due };
  });

/** Course information is public. Lessons require a session, and the server measures all progress. */
export const learningApi = {
  courses: listCourses,
  course: showCourse,
  enroll: enrollInCourse,
  own: listMyCourses,
  progress: showProgress,
  lesson: openLesson,
  answer: answerCheck,
  savePlace,
  finish: finishLesson,
  startQuiz,
  submitQuiz,
  reviews: listReviews,
  answerReview,
};
